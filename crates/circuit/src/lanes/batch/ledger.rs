//! The books of a batch: which lane plays which state, how many playouts it has still to finish, and what those that
//! are finished have come to.

use super::super::board::Board;
use super::super::playout::{Cycle, Part};
use super::super::transpose::put;
use super::super::word::{LANES, Word};
use super::jobs::{Job, Jobs};
use super::{Order, Outcomes};
use game::Role;

/// What putting states into lanes counts as, in gates for each fact …
const FILLING: f64 = 10.0;
/// … and for each lane. Both are less than it takes: with what it takes, big games such as speed chess got too few and too
/// long jobs, and were a fifth slower.
const GIVING: f64 = 5.0;

/// The jobs of the lanes, and what comes of them.
pub struct Ledger<'a> {
    order: &'a Order<'a>,
    jobs: Jobs,
    /// After how many rounds lanes should be given other states.
    patience: u32,
    /// The lanes with a job …
    taken: Word,
    /// … and their jobs.
    lanes: Vec<Job>,
    /// How many playouts each lane has still to finish.
    open: Numbers,
    /// How many of a lane's playouts were left.
    left: Numbers,
    /// How many have given a role a value, in the order of the programs' goals.
    goals: Vec<(Role, u8, Numbers)>,
    outcomes: &'a mut Outcomes,
    /// The states that were refused, each as often as it was to be played out.
    pub refused: Vec<u32>,
}

impl<'a> Ledger<'a> {
    /// Lanes without jobs.
    pub fn new(cycle: &Cycle, order: &'a Order<'a>, outcomes: &'a mut Outcomes) -> Ledger<'a> {
        let filling = FILLING * cycle.facts() as f64 + GIVING * LANES as f64;
        let jobs = Jobs::new(order, filling / cycle.gates_of_a_game(), cycle.spread());
        let most = jobs.most;
        let goals = cycle.goals.iter().map(|&(role, value)| (role, value, Numbers::new(most)));
        Ledger {
            order,
            jobs,
            patience: cycle.patience_with(filling, most),
            taken: Word::NONE,
            lanes: vec![Job::default(); LANES],
            open: Numbers::new(most),
            left: Numbers::new(most),
            goals: goals.collect(),
            outcomes,
            refused: Vec::new(),
        }
    }

    /// Whether there are lanes to fill, this many rounds after they were last filled.
    pub fn wants_lanes(&self, rounds: u32) -> bool {
        self.jobs.wait() && (rounds >= self.patience || !self.playing().any())
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        !self.jobs.wait() && !self.playing().any()
    }

    /// Whether some lane will begin again, or be given another state.
    pub fn goes_on(&self) -> bool {
        self.jobs.wait() || self.open.at_least(2).any()
    }

    /// The lanes that have playouts to finish.
    pub fn playing(&self) -> Word {
        self.open.at_least(1)
    }

    /// Gives the lanes that have finished their job the next ones; which they are.
    pub fn fill(&mut self, enter: &Part, board: &mut Board) -> Word {
        self.close();
        let states = self.order.states;
        let lanes = (!self.taken).first(self.jobs.len());
        // The lanes whose job is one playout less than the greatest.
        let (most, mut less) = (self.jobs.most, Word::NONE);
        put(&mut board.origins, &lanes, |lane| {
            let job = self.jobs.next().unwrap_or_default();
            self.lanes[lane] = job;
            less.0[lane / 64] |= u64::from(job.times < most) << (lane % 64);
            states[job.state as usize].words()
        });
        let taken = board.enter(enter, lanes);
        (lanes & !taken).lanes().for_each(|lane| {
            let Job { state, times } = self.lanes[lane];
            self.refused.extend(std::iter::repeat_n(state, times as usize));
        });
        self.open.set(taken & !less, most);
        self.open.set(taken & less, most.saturating_sub(1));
        self.taken = self.taken | taken;
        taken
    }

    /// Counts a playout of each of these lanes, which some have given a goal with this number, …
    pub fn count(&mut self, done: Word, goals: impl Iterator<Item = (usize, Word)>) {
        self.open.subtract(done);
        goals.for_each(|(goal, lanes)| self.goals[goal].2.add(lanes & done));
    }

    /// … and notes that it was left, in some.
    pub fn leave(&mut self, lanes: Word) {
        self.left.add(lanes);
    }

    /// Adds what the lanes that have finished their job have come to to the outcomes. They have none then.
    pub fn close(&mut self) {
        let over = self.taken & !self.playing();
        let Ledger { lanes, outcomes, .. } = self;
        let Outcomes { roles, counts, goals } = &mut **outcomes;
        over.each(|lane| counts[lanes[lane].state as usize].finished += lanes[lane].times);
        self.left.clear(over, |lane, number| {
            let counts = &mut counts[lanes[lane].state as usize];
            counts.finished -= number;
            counts.left += number;
        });
        for (role, value, numbers) in &mut self.goals {
            numbers.clear(over, |lane, number| {
                let sum = lanes[lane].state as usize * *roles + role.0 as usize;
                goals[sum] += u64::from(*value) * u64::from(number);
            });
        }
        self.taken = self.taken & !over;
    }
}

/// A number for each lane: a word for each of its bits.
struct Numbers {
    bits: Vec<Word>,
}

impl Numbers {
    /// Zeros that can become so much.
    fn new(most: u32) -> Numbers {
        Numbers { bits: vec![Word::NONE; (u32::BITS - most.leading_zeros()) as usize] }
    }

    /// Sets lanes that have zero.
    fn set(&mut self, lanes: Word, number: u32) {
        for (bit, word) in self.bits.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                *word = *word | lanes;
            }
        }
    }

    /// Adds one in some lanes.
    fn add(&mut self, lanes: Word) {
        let mut carry = lanes;
        for word in &mut self.bits {
            if !carry.any() {
                break;
            }
            (*word, carry) = (*word ^ carry, *word & carry);
        }
    }

    /// Takes one away in some lanes.
    fn subtract(&mut self, lanes: Word) {
        let mut borrow = lanes;
        for word in &mut self.bits {
            (*word, borrow) = (*word ^ borrow, borrow & !*word);
        }
    }

    /// The lanes whose number is at least so much, which is a power of two.
    fn at_least(&self, power: u32) -> Word {
        let bits = self.bits.iter().skip(power.trailing_zeros() as usize);
        bits.fold(Word::NONE, |all, word| all | *word)
    }

    /// Sets some lanes to zero, and calls what is given with each and the powers of two that make up its number.
    fn clear(&mut self, lanes: Word, mut each: impl FnMut(usize, u32)) {
        for (bit, word) in self.bits.iter_mut().enumerate() {
            (*word & lanes).each(|lane| each(lane, 1 << bit));
            *word = *word & !lanes;
        }
    }
}
