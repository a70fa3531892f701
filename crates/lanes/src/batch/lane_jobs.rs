//! The state of a batch: the job of each lane, the number of playouts that it has still to finish, and the results of
//! finished playouts.

use super::BatchRequest;
use super::jobs::{Jobs, PlayoutJob};
use crate::kernel::Kernel;
use crate::memory::LaneMemory;
use crate::programs::{CompiledStep, Programs};
use crate::transpose::put;
use crate::word::{LANES, LaneWord, Word};
use game::Role;
use game::playouts::Outcomes;

/// Cost of putting states into lanes, in gates for each fact. This and the next are less than measured: with the
/// measured costs, large games such as speed chess got too few and too long jobs, and were a fifth slower.
const FACT_COST: f64 = 10.0;
/// Cost of putting states into lanes, in gates for each lane.
const LANE_COST: f64 = 5.0;

/// The job of each lane, the jobs that wait for a lane, and the results.
pub struct LaneJobs<'a> {
    request: &'a BatchRequest<'a>,
    waiting: Jobs,
    /// Number of rounds after which lanes should be given other states.
    patience: u32,
    /// The lanes with a job.
    taken: Word,
    /// The job of each lane.
    lanes: Vec<PlayoutJob>,
    /// Number of playouts that each lane has still to finish.
    open: LaneNumbers,
    /// Number of a lane's playouts that were aborted.
    aborted: LaneNumbers,
    /// Number of playouts that gave a role a value, in the order of the programs' goals.
    goals: Vec<(Role, u8, LaneNumbers)>,
    outcomes: &'a mut Outcomes,
    /// The states that were refused, each as often as it was to be played out.
    pub refused: Vec<u32>,
}

impl<'a> LaneJobs<'a> {
    /// Creates the state of a batch in which no lane has a job.
    pub fn new(
        programs: &Programs,
        request: &'a BatchRequest<'a>,
        outcomes: &'a mut Outcomes,
    ) -> LaneJobs<'a> {
        let filling = FACT_COST * programs.own_facts() as f64 + LANE_COST * LANES as f64;
        let jobs = Jobs::new(request, filling / programs.gates_of_a_game(), programs.spread());
        let most = jobs.most;
        let goals =
            programs.goals.iter().map(|&(role, value)| (role, value, LaneNumbers::new(most)));
        LaneJobs {
            request,
            waiting: jobs,
            patience: programs.patience_with(filling, most),
            taken: Word::NONE,
            lanes: vec![PlayoutJob::default(); LANES],
            open: LaneNumbers::new(most),
            aborted: LaneNumbers::new(most),
            goals: goals.collect(),
            outcomes,
            refused: Vec::new(),
        }
    }

    /// Whether there are lanes to fill, this many rounds after they were last filled.
    pub fn wants_lanes(&self, rounds: u32) -> bool {
        self.waiting.wait() && (rounds >= self.patience || !self.playing().any())
    }

    /// Whether all playouts are finished.
    pub fn is_done(&self) -> bool {
        !self.waiting.wait() && !self.playing().any()
    }

    /// Whether some lane will begin again, or be given another state.
    pub fn goes_on(&self) -> bool {
        self.waiting.wait() || self.open.at_least(2).any()
    }

    /// Returns the lanes that have playouts to finish.
    pub fn playing(&self) -> Word {
        self.open.at_least(1)
    }

    /// Gives each lane without a job the next one that waits. Returns the lanes that begin to play;
    /// the states of the others are refused.
    pub fn fill(
        &mut self,
        entry: &CompiledStep,
        memory: &mut LaneMemory,
        kernel: &dyn Kernel,
    ) -> Word {
        self.close();
        let states = self.request.states;
        let lanes = (!self.taken).first(self.waiting.len());
        // The lanes whose job is one playout less than the largest one.
        let (most, mut less) = (self.waiting.most, Word::NONE);
        put(kernel, &mut memory.origins, lanes, |lane| {
            let job = self.waiting.next().unwrap_or_default();
            self.lanes[lane] = job;
            less.0[lane / 64] |= u64::from(job.times < most) << (lane % 64);
            states[job.state as usize].words()
        });
        let taken = memory.enter(entry, lanes);
        (lanes & !taken).lanes().for_each(|lane| {
            let PlayoutJob { state, times } = self.lanes[lane];
            self.refused.extend(std::iter::repeat_n(state, times as usize));
        });
        self.open.set(taken & !less, most);
        self.open.set(taken & less, most.saturating_sub(1));
        self.taken = self.taken | taken;
        taken
    }

    /// Counts a playout of each of these lanes. `goals` has the lanes of each goal, by its index.
    pub fn count(&mut self, done: Word, goals: impl Iterator<Item = (usize, Word)>) {
        self.open.subtract(done);
        goals.for_each(|(goal, lanes)| self.goals[goal].2.add(lanes & done));
    }

    /// Notes that the last playout that was counted in each of these lanes was aborted.
    pub fn abort(&mut self, lanes: Word) {
        self.aborted.add(lanes);
    }

    /// Counts a playout of each of these lanes that is aborted because it takes too long.
    pub fn abort_unfinished(&mut self, lanes: Word) {
        self.count(lanes, std::iter::empty());
        self.abort(lanes);
    }

    /// Adds the results of the lanes that have finished their job to the outcomes, and takes their job away.
    pub fn close(&mut self) {
        let over = self.taken & !self.playing();
        let LaneJobs { lanes, outcomes, .. } = self;
        let Outcomes { roles, counts, goals } = &mut **outcomes;
        over.each(|lane| counts[lanes[lane].state as usize].finished += lanes[lane].times);
        self.aborted.clear(over, |lane, number| {
            let counts = &mut counts[lanes[lane].state as usize];
            counts.finished -= number;
            counts.aborted += number;
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

/// A number for each lane, in binary: one word for each bit of the numbers.
struct LaneNumbers {
    bits: Vec<Word>,
}

impl LaneNumbers {
    /// Returns the number 0 for every lane, with bits for numbers up to `most`.
    fn new(most: u32) -> LaneNumbers {
        LaneNumbers { bits: vec![Word::NONE; (u32::BITS - most.leading_zeros()) as usize] }
    }

    /// Sets the number of each of these lanes, which must be 0 before.
    fn set(&mut self, lanes: Word, number: u32) {
        for (bit, word) in self.bits.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                *word = *word | lanes;
            }
        }
    }

    /// Adds 1 to the number of each of these lanes.
    fn add(&mut self, lanes: Word) {
        let mut carry = lanes;
        for word in &mut self.bits {
            if !carry.any() {
                break;
            }
            (*word, carry) = (*word ^ carry, *word & carry);
        }
    }

    /// Subtracts 1 from the number of each of these lanes, which must be greater than 0.
    fn subtract(&mut self, lanes: Word) {
        let mut borrow = lanes;
        for word in &mut self.bits {
            (*word, borrow) = (*word ^ borrow, borrow & !*word);
        }
    }

    /// Returns the lanes whose number is at least `power`, which must be a power of two.
    fn at_least(&self, power: u32) -> Word {
        let bits = self.bits.iter().skip(power.trailing_zeros() as usize);
        bits.fold(Word::NONE, |all, word| all | *word)
    }

    /// Sets the numbers of these lanes to 0. Calls `each` with every lane and each power of two of the sum that its
    /// number was.
    fn clear(&mut self, lanes: Word, mut each: impl FnMut(usize, u32)) {
        for (bit, word) in self.bits.iter_mut().enumerate() {
            (*word & lanes).each(|lane| each(lane, 1 << bit));
            *word = *word & !lanes;
        }
    }
}
