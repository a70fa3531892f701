//! Goals of the roles in each lane, from words with the lanes that reached each goal.

use crate::kernel::Kernel;
use crate::word::{LANES, SIDE, Word};
use game::Role;
use std::mem::MaybeUninit;

/// Number of goals that are looked up together: a byte for each lane, so that the bytes of all lanes fill a square of
/// bits.
const GOALS: usize = SIDE * SIDE / LANES;
/// Number of sets of [`GOALS`] goals.
const SETS: usize = 1 << GOALS;

/// Converts the goals that lanes reached to a number for each role.
pub struct GoalTally {
    goals: Vec<(Role, u8)>,
    roles: usize,
    /// The goal of each role for each set of goals, if there are at most [`GOALS`] goals; else empty.
    sums: Vec<u64>,
}

impl GoalTally {
    /// Creates the tally of these goals.
    pub fn new(goals: &[(Role, u8)], roles: usize) -> GoalTally {
        let mut sums = Vec::new();
        if goals.len() <= GOALS {
            sums.resize(SETS * roles, 0);
            for (set, sums) in sums.chunks_mut(roles.max(1)).enumerate() {
                let held = goals.iter().enumerate().filter(|(goal, _)| set >> goal & 1 == 1);
                held.for_each(|(_, (role, value))| sums[role.0 as usize] += u64::from(*value));
            }
        }
        GoalTally { goals: goals.to_vec(), roles, sums }
    }

    /// Returns the number of roles.
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// Appends the goals of the roles in the first `count` lanes, lane by lane; zeros for those that are not among
    /// `lanes`.
    pub fn write(
        &self,
        kernel: &dyn Kernel,
        words: &[Word],
        lanes: Word,
        count: usize,
        sums: &mut Vec<u64>,
    ) {
        match (self.sums.is_empty(), self.roles) {
            (false, 1) => self.look_up::<1>(kernel, words, lanes, count, sums),
            (false, 2) => self.look_up::<2>(kernel, words, lanes, count, sums),
            _ => self.scatter(words, lanes, count, sums),
        }
    }

    /// Appends the goals of the roles as [`GoalTally::write`] does, looking up the set of goals of each lane.
    #[allow(unsafe_code)]
    fn look_up<const ROLES: usize>(
        &self,
        kernel: &dyn Kernel,
        words: &[Word],
        lanes: Word,
        count: usize,
        sums: &mut Vec<u64>,
    ) {
        let known = self.sums.as_chunks::<ROLES>().0.first_chunk::<SETS>();
        let known = known.expect("all sets were summed up");
        let mut square = [0; SIDE];
        for (goal, word) in words.iter().enumerate() {
            for (block, bits) in (*word & lanes).0.into_iter().enumerate() {
                square[block * GOALS + goal] = bits;
            }
        }
        kernel.transpose(&mut square);
        sums.reserve(count * ROLES);
        let fresh = sums.spare_capacity_mut()[..count * ROLES].as_chunks_mut::<ROLES>().0;
        for (block, fresh) in fresh.chunks_mut(SIDE).enumerate() {
            for (fresh, sets) in fresh.iter_mut().zip(&square) {
                *fresh = known[usize::from(sets.to_le_bytes()[block])].map(MaybeUninit::new);
            }
        }
        // SAFETY: that many were just written.
        unsafe { sums.set_len(sums.len() + count * ROLES) };
    }

    /// Appends the goals of the roles as [`GoalTally::write`] does, going through the lanes of each goal.
    fn scatter(&self, words: &[Word], lanes: Word, count: usize, sums: &mut Vec<u64>) {
        let first = sums.len();
        sums.resize(first + count * self.roles, 0);
        for (&(role, value), word) in self.goals.iter().zip(words) {
            let first = first + role.0 as usize;
            (*word & lanes).each(|lane| sums[first + lane * self.roles] = value.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Backend;
    use crate::word::LaneWord;
    use rand::RngExt;

    #[test]
    fn looking_up_and_scattering_agree() {
        let goals = [(Role(0), 100), (Role(0), 50), (Role(1), 7), (Role(1), 1), (Role(1), 93)];
        let mut random = game::random(1);
        // At most one goal of each role.
        let [a, b, c, d, lanes] = std::array::from_fn(|_| Word(random.random()));
        let words = [a, b & !a, c, d & !c, Word::NONE];
        let tally = GoalTally::new(&goals, 2);
        for count in [0, 1, 64, 100, LANES] {
            let (mut looked_up, mut scattered) = (vec![3], vec![3]);
            let lanes = lanes & Word::up_to(count);
            let kernel = Backend::best().kernel().expect("it is available");
            tally.write(kernel, &words, lanes, count, &mut looked_up);
            tally.scatter(&words, lanes, count, &mut scattered);
            assert_eq!(looked_up, scattered);
            assert_eq!(looked_up.len(), 1 + 2 * count);
            for lane in 0..count {
                let has = |word: Word| u64::from((word & lanes).lanes().any(|other| other == lane));
                let sums = [100 * has(words[0]) + 50 * has(words[1]), 7 * has(c) + has(words[3])];
                assert_eq!(looked_up[1 + 2 * lane..][..2], sums);
            }
        }
    }
}
