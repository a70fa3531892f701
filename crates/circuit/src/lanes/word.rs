//! Words of one bit for each lane, and sets of lanes made from them.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// How many lanes a word has.
pub const LANES: usize = 512;

/// How many lanes half a word has.
pub const HALF_LANES: usize = LANES / 2;

/// How many lanes a part of a word has.
const SIDE: usize = 64;

/// One bit for each lane: a set of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Word(pub [u64; LANES / SIDE]);

impl Word {
    /// Every lane.
    pub const ALL: Word = Word([u64::MAX; LANES / SIDE]);
    /// No lane.
    pub const NONE: Word = Word([0; LANES / SIDE]);

    /// Whether there is any lane.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0.iter().fold(0, |all, part| all | part) != 0
    }

    /// The lanes, in order.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        let parts = self.0.into_iter().enumerate();
        parts.flat_map(|(part, bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            let ones = rest.take_while(|&bits| bits != 0);
            ones.map(move |bits| part * SIDE + bits.trailing_zeros() as usize)
        })
    }

    /// Calls what is given with each lane, in order.
    #[inline(always)]
    pub fn each(self, mut call: impl FnMut(usize)) {
        for (part, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                call(part * SIDE + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// The first so many of all lanes.
    pub fn up_to(count: usize) -> Word {
        Word(std::array::from_fn(|part| match count.saturating_sub(part * SIDE) {
            0 => 0,
            rest => u64::MAX >> (SIDE - rest.min(SIDE)),
        }))
    }

    /// The first lanes, at most so many.
    pub fn first(self, most: u64) -> Word {
        let mut first = self;
        for lane in self.lanes().skip(usize::try_from(most).unwrap_or(LANES)) {
            first.0[lane / SIDE] ^= 1 << (lane % SIDE);
        }
        first
    }

    /// The bits of one word in these lanes, and of the other elsewhere.
    #[inline(always)]
    pub fn choose(self, yes: Word, no: Word) -> Word {
        yes & self | no & !self
    }

    /// How many lanes there are.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn count(self) -> u64 {
        self.0.iter().map(|part| u64::from(part.count_ones())).sum()
    }

    /// How many lanes there are. Without the instruction for it, counting a small game's results takes longer than
    /// playing it.
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    pub fn count(self) -> u64 {
        #[target_feature(enable = "popcnt")]
        fn fast(word: Word) -> u64 {
            word.0.iter().map(|part| u64::from(part.count_ones())).sum()
        }
        if is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has the instruction.
            unsafe { fast(self) }
        } else {
            self.0.iter().map(|part| u64::from(part.count_ones())).sum()
        }
    }
}

/// One bit for each of half as many lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(32))]
pub struct Half(pub [u64; HALF_LANES / SIDE]);

impl Half {
    /// No lane.
    pub const NONE: Half = Half([0; HALF_LANES / SIDE]);

    /// Whether there is any lane.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0.iter().fold(0, |all, part| all | part) != 0
    }
}

impl BitAnd for Half {
    type Output = Half;

    #[inline(always)]
    fn bitand(self, other: Half) -> Half {
        Half(std::array::from_fn(|part| self.0[part] & other.0[part]))
    }
}

impl BitOr for Half {
    type Output = Half;

    #[inline(always)]
    fn bitor(self, other: Half) -> Half {
        Half(std::array::from_fn(|part| self.0[part] | other.0[part]))
    }
}

impl Not for Half {
    type Output = Half;

    #[inline(always)]
    fn not(self) -> Half {
        Half(std::array::from_fn(|part| !self.0[part]))
    }
}

impl BitAnd for Word {
    type Output = Word;

    #[inline(always)]
    fn bitand(self, other: Word) -> Word {
        Word(std::array::from_fn(|part| self.0[part] & other.0[part]))
    }
}

impl BitOr for Word {
    type Output = Word;

    #[inline(always)]
    fn bitor(self, other: Word) -> Word {
        Word(std::array::from_fn(|part| self.0[part] | other.0[part]))
    }
}

impl BitXor for Word {
    type Output = Word;

    #[inline(always)]
    fn bitxor(self, other: Word) -> Word {
        Word(std::array::from_fn(|part| self.0[part] ^ other.0[part]))
    }
}

impl Not for Word {
    type Output = Word;

    #[inline(always)]
    fn not(self) -> Word {
        Word(std::array::from_fn(|part| !self.0[part]))
    }
}
