//! What the roles get in each lane, from the words of the lanes that have come to each goal.

use super::super::transpose::{SIDE, transpose};
use super::super::word::{LANES, Word};
use game::Role;
use std::mem::MaybeUninit;

/// So many goals make a byte for each lane, and the bytes of all lanes a square of bits.
const GOALS: usize = SIDE * SIDE / LANES;
/// How many values a byte has.
const SETS: usize = 1 << GOALS;

/// Knows what each set of goals comes to.
pub struct Tally {
    goals: Vec<(Role, u8)>,
    /// How many roles there are.
    pub roles: usize,
    /// What the roles get for each set of goals, if there are few of them.
    sums: Vec<u64>,
}

impl Tally {
    /// For goals of so many roles.
    pub fn new(goals: &[(Role, u8)], roles: usize) -> Tally {
        let mut sums = Vec::new();
        if goals.len() <= GOALS {
            sums.resize(SETS * roles, 0);
            for (set, sums) in sums.chunks_mut(roles.max(1)).enumerate() {
                let held = goals.iter().enumerate().filter(|(goal, _)| set >> goal & 1 == 1);
                held.for_each(|(_, (role, value))| sums[role.0 as usize] += u64::from(*value));
            }
        }
        Tally { goals: goals.to_vec(), roles, sums }
    }

    /// Writes down what the roles get in the first so many lanes, lane by lane; nothing in those that are not given.
    pub fn write(&self, words: &[Word], lanes: Word, count: usize, sums: &mut Vec<u64>) {
        match (self.sums.is_empty(), self.roles) {
            (false, 1) => self.look_up::<1>(words, lanes, count, sums),
            (false, 2) => self.look_up::<2>(words, lanes, count, sums),
            _ => self.scatter(words, lanes, count, sums),
        }
    }

    /// Looks up what the set of each lane's goals comes to.
    #[allow(unsafe_code)]
    fn look_up<const ROLES: usize>(
        &self,
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
        transpose(&mut square);
        sums.reserve(count * ROLES);
        let fresh = sums.spare_capacity_mut()[..count * ROLES].as_chunks_mut::<ROLES>().0;
        for (block, fresh) in fresh.chunks_mut(SIDE).enumerate() {
            for (fresh, sets) in fresh.iter_mut().zip(&square) {
                *fresh = known[usize::from(sets.to_le_bytes()[block])].map(MaybeUninit::new);
            }
        }
        // SAFETY: so many were just written.
        unsafe { sums.set_len(sums.len() + count * ROLES) };
    }

    /// Goes through the lanes of each goal.
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
    use rand::RngExt;

    #[test]
    fn looking_up_and_scattering_agree() {
        let goals = [(Role(0), 100), (Role(0), 50), (Role(1), 7), (Role(1), 1), (Role(1), 93)];
        let mut random = game::random(1);
        // At most one goal of each role.
        let [a, b, c, d, lanes] = std::array::from_fn(|_| Word(random.random()));
        let words = [a, b & !a, c, d & !c, Word::NONE];
        let tally = Tally::new(&goals, 2);
        for count in [0, 1, 64, 100, LANES] {
            let (mut looked_up, mut scattered) = (vec![3], vec![3]);
            let lanes = lanes & Word::up_to(count);
            tally.write(&words, lanes, count, &mut looked_up);
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
