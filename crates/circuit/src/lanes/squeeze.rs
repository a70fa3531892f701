//! Moving the lanes that still play together into half a word, and back to where they were.
//!
//! Every part of a word gives the lanes that play, in their order, to one byte of each part of the half word: so one
//! instruction of AVX-512 finds all bits of such a part.

use super::word::{HALF_LANES, Half, LANES, Word};

/// How many lanes a part of a word or half word has.
const SIDE: usize = 64;
/// How many parts a half word has.
const HALF_PARTS: usize = HALF_LANES / SIDE;
/// How many parts a word has, and how many bits a byte.
const PARTS: usize = LANES / SIDE;
/// How many lanes of each part there is room for.
const ROOM: u32 = (HALF_LANES / PARTS) as u32;

/// Which lanes are moved.
#[derive(Clone, Debug)]
pub struct Squeeze {
    lanes: Word,
    /// For each lane of a half word, where it comes from in a part of a word: the part is that of its byte.
    sources: [Sources; HALF_PARTS],
}

/// A byte for each lane of a part of a half word.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sources([[u8; 8]; PARTS]);

impl Squeeze {
    /// For some lanes, if there is room for those of each part.
    pub fn new(lanes: Word) -> Option<Squeeze> {
        if lanes.0.iter().any(|part| part.count_ones() > ROOM) {
            return None;
        }
        let mut squeeze = Squeeze { lanes, sources: [Sources([[0; 8]; PARTS]); HALF_PARTS] };
        for (part, mut bits) in lanes.0.into_iter().enumerate() {
            for at in 0..bits.count_ones() as usize {
                squeeze.sources[at / 8].0[part][at % 8] = bits.trailing_zeros() as u8;
                bits &= bits - 1;
            }
        }
        Some(squeeze)
    }

    /// Whether the processor is fast at moving lanes together.
    pub fn is_fast() -> bool {
        #[cfg(target_arch = "x86_64")]
        return fast::available();
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// Moves the lanes together. What the lanes get that are not used is not said.
    #[allow(unsafe_code)]
    pub fn gather(&self, words: &[Word], halves: &mut [Half]) {
        #[cfg(target_arch = "x86_64")]
        if fast::available() {
            // SAFETY: the processor has what is needed.
            return unsafe { fast::gather(&self.sources, words, halves) };
        }
        self.gather_portable(words, halves);
    }

    fn gather_portable(&self, words: &[Word], halves: &mut [Half]) {
        for (half, word) in halves.iter_mut().zip(words) {
            *half = Half(self.sources.map(|sources| {
                let bytes = sources.0.into_iter().zip(word.0).map(|(sources, bits)| {
                    let ones = sources.into_iter().enumerate();
                    ones.fold(0, |byte, (at, source)| byte | (bits >> source & 1) << at)
                });
                bytes.enumerate().fold(0, |part, (at, byte)| part | byte << (8 * at))
            }));
        }
    }

    /// Moves the lanes back where they were; the other lanes are not set.
    #[allow(unsafe_code)]
    pub fn scatter(&self, half: Half) -> Word {
        #[cfg(target_arch = "x86_64")]
        if fast::available() {
            // SAFETY: the processor has what is needed.
            return unsafe { fast::scatter(self, half) };
        }
        self.scatter_by(half, deposit)
    }

    #[inline(always)]
    fn scatter_by(&self, half: Half, deposit: impl Fn(u64, u64) -> u64) -> Word {
        let bytes = half.0.map(u64::to_le_bytes);
        Word(std::array::from_fn(|part| {
            let bits = u32::from_le_bytes(bytes.map(|bytes| bytes[part]));
            deposit(bits.into(), self.lanes.0[part])
        }))
    }

    /// The lanes that were moved.
    pub fn lanes(&self) -> Word {
        self.lanes
    }

    /// The lanes of a half word that are used.
    pub fn used(&self) -> Half {
        let counts = self.lanes.0.map(u64::count_ones);
        Half(std::array::from_fn(|at| {
            let first = |count: u32| 0xFF_u64 >> (8 - count.saturating_sub(8 * at as u32).min(8));
            (0..PARTS).fold(0, |part, byte| part | first(counts[byte]) << (8 * byte))
        }))
    }
}

/// The lowest bits, moved to where a mask has bits.
fn deposit(bits: u64, mask: u64) -> u64 {
    let (mut result, mut rest) = (0, mask);
    for at in 0..mask.count_ones() {
        result |= (bits >> at & 1) << rest.trailing_zeros();
        rest &= rest - 1;
    }
    result
}

/// The same with instructions for it.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod fast {
    use super::{HALF_PARTS, Half, Sources, Squeeze, Word};
    use std::arch::x86_64::*;

    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("bmi2")
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
    pub(super) fn gather(sources: &[Sources; HALF_PARTS], words: &[Word], halves: &mut [Half]) {
        // SAFETY: 512 bits are read.
        let load = |from: *const u8| unsafe { _mm512_loadu_si512(from.cast()) };
        let sources = sources.each_ref().map(|sources| load(sources.0.as_ptr().cast()));
        for (half, word) in halves.iter_mut().zip(words) {
            let word = load(word.0.as_ptr().cast());
            half.0 = sources.map(|sources| _mm512_bitshuffle_epi64_mask(word, sources));
        }
    }

    #[target_feature(enable = "bmi2")]
    pub(super) fn scatter(squeeze: &Squeeze, half: Half) -> Word {
        squeeze.scatter_by(half, |bits, mask| _pdep_u64(bits, mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Some lanes for which there is room, and others for which there is just room.
    fn lanes(random: &mut game::Random) -> [Word; 4] {
        let mut few = || Word(random.random()) & Word(random.random()) & Word(random.random());
        let left = Word([u64::from(u32::MAX); PARTS]);
        [Word::NONE, few() & few(), left, Word(left.0.map(|part| part << 32))]
    }

    #[test]
    fn lanes_are_moved_and_moved_back() {
        let mut random = game::random(1);
        for lanes in lanes(&mut random) {
            let squeeze = Squeeze::new(lanes).expect("there is room");
            let words: Vec<Word> = (0..5).map(|_| Word(random.random())).collect();
            let mut halves = [Half::NONE; 5];
            squeeze.gather(&words, &mut halves);
            for (word, half) in words.iter().zip(halves) {
                assert_eq!(squeeze.scatter(half), *word & lanes);
                assert_eq!(squeeze.scatter_by(half, deposit), *word & lanes);
            }
            assert_eq!(squeeze.scatter(squeeze.used()), lanes);
            assert_eq!(squeeze.scatter(!squeeze.used()), Word::NONE);
            let used = squeeze.used().0.map(|part| u64::from(part.count_ones()));
            assert_eq!(used.iter().sum::<u64>(), lanes.count());
        }
    }

    #[test]
    fn all_processors_move_lanes_to_the_same_places() {
        let mut random = game::random(2);
        for lanes in lanes(&mut random) {
            let squeeze = Squeeze::new(lanes).expect("there is room");
            let words: Vec<Word> = (0..5).map(|_| Word(random.random())).collect();
            let (mut one, mut other) = ([Half::NONE; 5], [Half::NONE; 5]);
            squeeze.gather(&words, &mut one);
            squeeze.gather_portable(&words, &mut other);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn too_many_lanes_of_a_part_have_no_room() {
        for (count, fits) in [(ROOM, true), (ROOM + 1, false)] {
            let mut lanes = Word::NONE;
            lanes.0[5] = (1 << count) - 1;
            assert_eq!(Squeeze::new(lanes).is_some(), fits);
        }
    }
}
