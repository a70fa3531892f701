//! The books of a batch: which lane plays which state, how many playouts it has still to finish, and what those that
//! are finished have come to.

use super::super::playout::Cycle;
use super::super::transpose::put;
use super::super::word::{LANES, Word};
use super::jobs::{Job, Jobs};
use super::{Order, Outcomes};
use crate::exclusions::Exclusions;
use crate::phases::Known;
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
    /// The state that each lane begins with, fact by fact.
    pub origins: Vec<Word>,
    /// The lanes that begin in each phase.
    pub homes: Vec<Word>,
    /// How many playouts each lane has still to finish.
    open: Numbers,
    /// How many of a lane's playouts were left.
    left: Numbers,
    /// How many have given a role a value.
    goals: Vec<(Role, u8, Numbers)>,
    outcomes: &'a mut Outcomes,
    /// The states that were refused, each as often as it was to be played out.
    pub refused: Vec<u32>,
}

impl<'a> Ledger<'a> {
    /// Lanes without jobs.
    pub fn new(cycle: &Cycle, order: &'a Order<'a>, outcomes: &'a mut Outcomes) -> Ledger<'a> {
        let facts = order.phases.facts[0].len();
        let filling = FILLING * facts as f64 + GIVING * LANES as f64;
        let jobs = Jobs::new(order, filling / cycle.gates_of_a_game(), cycle.spread());
        let most = jobs.most;
        Ledger {
            order,
            jobs,
            patience: cycle.patience_with(filling, most),
            taken: Word::NONE,
            lanes: vec![Job::default(); LANES],
            origins: vec![Word::NONE; facts],
            homes: vec![Word::NONE; cycle.steps.len()],
            open: Numbers::new(most),
            left: Numbers::new(most),
            goals: Vec::new(),
            outcomes,
            refused: Vec::new(),
        }
    }

    /// The number of a goal in the books.
    pub fn goal(&mut self, (role, value): (Role, u8)) -> usize {
        let known = self.goals.iter().position(|goal| (goal.0, goal.1) == (role, value));
        known.unwrap_or_else(|| {
            self.goals.push((role, value, Numbers::new(self.jobs.most)));
            self.goals.len() - 1
        })
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

    /// Gives the lanes that have finished their job the next ones; which they are. States in lanes of `over` are
    /// refused.
    pub fn fill(&mut self, over: impl FnOnce(&[Word]) -> Word) -> Word {
        self.close();
        let Order { states, phases, .. } = self.order;
        let lanes = (!self.taken).first(self.jobs.len());
        // The lanes whose job is one playout less than the greatest.
        let (most, mut less) = (self.jobs.most, Word::NONE);
        put(&mut self.origins, &lanes, |lane| {
            let job = self.jobs.next().unwrap_or_default();
            self.lanes[lane] = job;
            less.0[lane / 64] |= u64::from(job.times < most) << (lane % 64);
            states[job.state as usize].words()
        });
        // A state belongs to the first phase whose facts it has.
        let unfit = broken(&phases.exclusions, &self.origins) | over(&self.origins);
        let mut homeless = lanes & !unfit;
        let mut taken = Word::NONE;
        for (home, known) in self.homes.iter_mut().zip(&phases.facts) {
            let fits = homeless & fitting(known, &self.origins);
            *home = (*home & !lanes) | fits;
            homeless = homeless & !fits;
            taken = taken | fits;
        }
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
        let Outcomes { roles, finished, left, goals } = &mut **outcomes;
        over.lanes().for_each(|lane| finished[lanes[lane].state as usize] += lanes[lane].times);
        self.left.clear(over, |lane, number| {
            finished[lanes[lane].state as usize] -= number;
            left[lanes[lane].state as usize] += number;
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
            (*word & lanes).lanes().for_each(|lane| each(lane, 1 << bit));
            *word = *word & !lanes;
        }
    }
}

/// The lanes in which all that is known of a phase holds.
fn fitting(known: &[Known], facts: &[Word]) -> Word {
    let known = known.iter().zip(facts).filter_map(|(known, word)| Some(((*known)?, word)));
    known.fold(Word::ALL, |all, (on, word)| if on { all & *word } else { all & !*word })
}

/// The lanes in which two facts of a group are on.
fn broken(exclusions: &Exclusions, facts: &[Word]) -> Word {
    let mut broken = Word::NONE;
    for group in exclusions.groups() {
        let mut seen = Word::NONE;
        for fact in group {
            let word = &facts[fact.0 as usize];
            broken = broken | (seen & *word);
            seen = seen | *word;
        }
    }
    broken
}
