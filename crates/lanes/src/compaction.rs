//! Moves the lanes that still play together into half words, and back to their places.
//!
//! Every part of a word gives its lanes, in their order, to one byte of each part of the half word, so that one
//! instruction of AVX-512 finds all bits of such a part.

use crate::word::{HALF_LANES, Half, LANES, PARTS, SIDE, Word};

/// Number of parts of a half word.
pub(crate) const HALF_PARTS: usize = HALF_LANES / SIDE;
/// Largest number of lanes of each part of a word that fit into a half word.
const ROOM: u32 = (HALF_LANES / PARTS) as u32;
const _: () = assert!(LANES == PARTS * SIDE);

/// A choice of lanes, and the place of each of them in half words.
#[derive(Clone, Debug)]
pub struct Compaction {
    lanes: Word,
    /// For each part of the half word, the lanes of the word from which its lanes come.
    sources: [Sources; HALF_PARTS],
}

/// The origins of the 64 lanes of a part of a half word. Its byte `b` has lanes of part `b` of the word; for each of
/// them, the number of the lane in that part is stored.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Sources([[u8; 8]; PARTS]);

impl Sources {
    /// Returns the numbers of the lanes, by the part of the word that they come from.
    pub(crate) fn bytes(&self) -> [[u8; 8]; PARTS] {
        self.0
    }

    /// Returns the numbers of the lanes of all parts one after the other.
    pub(crate) fn flat(&self) -> &[u8; SIDE] {
        self.0.as_flattened().try_into().expect("eight times eight bytes")
    }
}

impl Compaction {
    /// Returns the compaction of some lanes; `None` if a part of a word has more of them than there is room for.
    pub fn new(lanes: Word) -> Option<Compaction> {
        if lanes.0.iter().any(|part| part.count_ones() > ROOM) {
            return None;
        }
        let mut sources = [Sources([[0; 8]; PARTS]); HALF_PARTS];
        for (part, mut bits) in lanes.0.into_iter().enumerate() {
            for at in 0..bits.count_ones() as usize {
                sources[at / 8].0[part][at % 8] = bits.trailing_zeros() as u8;
                bits &= bits - 1;
            }
        }
        Some(Compaction { lanes, sources })
    }

    /// Returns the lanes that are moved.
    pub fn lanes(&self) -> Word {
        self.lanes
    }

    /// Returns the lanes of a half word that are used.
    pub fn used(&self) -> Half {
        let counts = self.lanes.0.map(u64::count_ones);
        Half(std::array::from_fn(|at| {
            let first = |count: u32| 0xFF_u64 >> (8 - count.saturating_sub(8 * at as u32).min(8));
            (0..PARTS).fold(0, |part, byte| part | first(counts[byte]) << (8 * byte))
        }))
    }

    /// Returns the place in words of each lane of half words.
    pub(crate) fn sources(&self) -> &[Sources; HALF_PARTS] {
        &self.sources
    }

    /// Moves the lanes of a half word back. `deposit` moves the lowest bits of a number to the bits of a mask.
    #[inline(always)]
    pub(crate) fn scatter_by(&self, half: Half, deposit: impl Fn(u64, u64) -> u64) -> Word {
        let bytes = half.0.map(u64::to_le_bytes);
        Word(std::array::from_fn(|part| {
            let bits = u32::from_le_bytes(bytes.map(|bytes| bytes[part]));
            deposit(bits.into(), self.lanes.0[part])
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Backend, Kernel};
    use crate::word::LaneWord;
    use rand::RngExt;

    /// Returns some lanes for which there is room, and others for which there is just room.
    fn lanes(random: &mut game::Random) -> [Word; 4] {
        let mut few = || Word(random.random()) & Word(random.random()) & Word(random.random());
        let left = Word([u64::from(u32::MAX); PARTS]);
        [Word::NONE, few() & few(), left, Word(left.0.map(|part| part << 32))]
    }

    fn kernels() -> Vec<&'static dyn Kernel> {
        let kernels = Backend::all_available().into_iter().map(Backend::kernel);
        kernels.map(|kernel| kernel.expect("it is available")).collect()
    }

    #[test]
    fn lanes_are_moved_and_moved_back() {
        let mut random = game::random(1);
        for lanes in lanes(&mut random) {
            let compaction = Compaction::new(lanes).expect("there is room for all lanes");
            let words: Vec<Word> = (0..5).map(|_| Word(random.random())).collect();
            for kernel in kernels() {
                let mut halves = [Half::NONE; 5];
                kernel.gather(&compaction, &words, &mut halves);
                for (word, half) in words.iter().zip(halves) {
                    assert_eq!(kernel.scatter(&compaction, half), *word & lanes);
                }
                let used = compaction.used();
                assert_eq!(kernel.scatter(&compaction, used), lanes);
                assert_eq!(kernel.scatter(&compaction, !used), Word::NONE);
                let used = used.0.map(|part| u64::from(part.count_ones()));
                assert_eq!(used.iter().sum::<u64>(), kernel.count(lanes));
            }
        }
    }

    #[test]
    fn all_kernels_move_lanes_to_the_same_places() {
        let mut random = game::random(2);
        for lanes in lanes(&mut random) {
            let compaction = Compaction::new(lanes).expect("there is room for all lanes");
            let words: Vec<Word> = (0..5).map(|_| Word(random.random())).collect();
            let gathered = kernels().into_iter().map(|kernel| {
                let mut halves = [Half::NONE; 5];
                kernel.gather(&compaction, &words, &mut halves);
                halves.map(|half| half & compaction.used())
            });
            let gathered: Vec<_> = gathered.collect();
            assert!(gathered.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }

    #[test]
    fn too_many_lanes_of_a_part_have_no_room() {
        for (count, fits) in [(ROOM, true), (ROOM + 1, false)] {
            let mut lanes = Word::NONE;
            lanes.0[5] = (1 << count) - 1;
            assert_eq!(Compaction::new(lanes).is_some(), fits);
        }
    }
}
