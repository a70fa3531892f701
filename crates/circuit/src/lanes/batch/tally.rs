//! What the roles get in each lane, from the words of the lanes that have come to each goal.

use super::super::transpose::{SIDE, transpose};
use super::super::word::{LANES, Word};
use game::Role;

/// So many goals make a byte for each lane, and the bytes of all lanes a square of bits.
const GOALS: usize = SIDE * SIDE / LANES;
/// How many values a byte has.
const SETS: usize = 1 << GOALS;

/// Knows what each set of goals comes to.
pub struct Tally {
    goals: Vec<(Role, u8)>,
    roles: usize,
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

    /// Writes what the roles get in some lanes, lane by lane, where there was nothing before.
    pub fn write(&self, words: &[Word], lanes: Word, sums: &mut [u64]) {
        match (self.sums.is_empty(), self.roles) {
            (false, 1) => self.look_up::<1>(words, lanes, sums),
            (false, 2) => self.look_up::<2>(words, lanes, sums),
            _ => self.scatter(words, lanes, sums),
        }
    }

    /// Looks up what the set of each lane's goals comes to.
    fn look_up<const ROLES: usize>(&self, words: &[Word], lanes: Word, sums: &mut [u64]) {
        let known = self.sums.as_chunks::<ROLES>().0.first_chunk::<SETS>();
        let known = known.expect("all sets were summed up");
        let mut square = [0; SIDE];
        for (goal, word) in words.iter().enumerate() {
            for (block, bits) in (*word & lanes).0.into_iter().enumerate() {
                square[block * GOALS + goal] = bits;
            }
        }
        transpose(&mut square);
        for (block, sums) in sums.as_chunks_mut::<ROLES>().0.chunks_mut(SIDE).enumerate() {
            for (sums, sets) in sums.iter_mut().zip(&square) {
                *sums = known[usize::from((sets >> (block * GOALS)) as u8)];
            }
        }
    }

    /// Goes through the lanes of each goal.
    fn scatter(&self, words: &[Word], lanes: Word, sums: &mut [u64]) {
        for (&(role, value), word) in self.goals.iter().zip(words) {
            let sums = &mut sums[role.0 as usize..];
            (*word & lanes).each(|lane| sums[lane * self.roles] = value.into());
        }
    }
}
