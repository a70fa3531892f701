//! Words of one bit for each lane, and sets of lanes made from them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Number of lanes of a word.
pub const LANES: usize = 512;

/// Number of lanes of half a word.
pub const HALF_LANES: usize = LANES / 2;

/// Number of lanes of a part of a word.
pub const SIDE: usize = 64;

/// Number of parts of a word.
pub const PARTS: usize = LANES / SIDE;

/// One bit for each lane: a set of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Word(pub [u64; PARTS]);

/// One bit for each lane of a half word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(32))]
pub struct Half(pub [u64; HALF_LANES / SIDE]);

/// A word of either width, with the operations on sets of lanes that playouts need.
pub trait LaneWord:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The word with no lane.
    const NONE: Self;

    /// Whether the set contains any lane.
    fn any(self) -> bool;
}

/// Implements the operations on sets of lanes for a word.
macro_rules! lane_word {
    ($word:ident) => {
        impl BitAnd for $word {
            type Output = $word;

            #[inline(always)]
            fn bitand(self, other: $word) -> $word {
                $word(std::array::from_fn(|part| self.0[part] & other.0[part]))
            }
        }

        impl BitOr for $word {
            type Output = $word;

            #[inline(always)]
            fn bitor(self, other: $word) -> $word {
                $word(std::array::from_fn(|part| self.0[part] | other.0[part]))
            }
        }

        impl Not for $word {
            type Output = $word;

            #[inline(always)]
            fn not(self) -> $word {
                $word(std::array::from_fn(|part| !self.0[part]))
            }
        }

        impl LaneWord for $word {
            const NONE: $word = $word([0; size_of::<$word>() / 8]);

            #[inline(always)]
            fn any(self) -> bool {
                self.0.iter().fold(0, |all, part| all | part) != 0
            }
        }
    };
}

lane_word!(Word);
lane_word!(Half);

impl BitXor for Word {
    type Output = Word;

    #[inline(always)]
    fn bitxor(self, other: Word) -> Word {
        Word(std::array::from_fn(|part| self.0[part] ^ other.0[part]))
    }
}

impl Word {
    /// The word with every lane.
    pub const ALL: Word = Word([u64::MAX; PARTS]);

    /// Returns the lanes, in ascending order.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        let parts = self.0.into_iter().enumerate();
        parts.flat_map(|(part, bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            let ones = rest.take_while(|&bits| bits != 0);
            ones.map(move |bits| part * SIDE + bits.trailing_zeros() as usize)
        })
    }

    /// Calls a function with each lane, in ascending order.
    #[inline(always)]
    pub fn each(self, mut call: impl FnMut(usize)) {
        for (part, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                call(part * SIDE + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Returns the first `count` of all lanes.
    pub fn up_to(count: usize) -> Word {
        Word(std::array::from_fn(|part| match count.saturating_sub(part * SIDE) {
            0 => 0,
            rest => u64::MAX >> (SIDE - rest.min(SIDE)),
        }))
    }

    /// Returns the first lanes of the set, at most `most`.
    pub fn first(self, most: u64) -> Word {
        let mut first = self;
        for lane in self.lanes().skip(usize::try_from(most).unwrap_or(LANES)) {
            first.0[lane / SIDE] ^= 1 << (lane % SIDE);
        }
        first
    }

    /// Returns the bits of one word in these lanes, and of the other elsewhere.
    #[inline(always)]
    pub fn choose(self, yes: Word, no: Word) -> Word {
        yes & self | no & !self
    }
}
