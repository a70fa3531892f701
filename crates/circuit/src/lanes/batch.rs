//! Playing out many different states: states in, what each role gets out. Lanes whose game is over take the next
//! state that waits.
//!
//! A state belongs to a phase if everything that is known of the phase holds in it. What is known was proven to go on
//! holding from any such state, whether or not play can reach it; states that belong to no phase are not taken. The
//! same is true of facts that exclude each other.

use super::code::Scratch;
use super::playout::{ALL, Cycle, NONE, Part, and, count, or, without};
use super::program::{LANES, Word};
use super::random::LaneRandom;
use super::step::{DONE, GOALS, STUCK};
use super::transpose::{chosen, put};
use crate::exclusions::Exclusions;
use game::{Fact, State};

/// What the playouts from many states have come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    roles: usize,
    finished: Vec<u32>,
    left: Vec<u32>,
    goals: Vec<u64>,
}

impl Outcomes {
    /// Nothing yet, for so many states.
    pub fn new(states: usize, roles: usize) -> Outcomes {
        let (finished, left) = (vec![0; states], vec![0; states]);
        Outcomes { roles, finished, left, goals: vec![0; states * roles] }
    }

    /// How many playouts from a state came to an end.
    pub fn finished(&self, state: usize) -> u32 {
        self.finished[state]
    }

    /// How many playouts from a state were left: because a role had no legal move, or because they were too long.
    pub fn left(&self, state: usize) -> u32 {
        self.left[state]
    }

    /// The sums of what the roles got in the playouts from a state that came to an end.
    pub fn goals(&self, state: usize) -> &[u64] {
        &self.goals[state * self.roles..(state + 1) * self.roles]
    }

    /// Adds a playout that came to an end with these goals, or was left.
    pub fn add(&mut self, state: usize, goals: Option<&[u64]>) {
        let Some(goals) = goals else {
            self.left[state] += 1;
            return;
        };
        self.finished[state] += 1;
        let sums = &mut self.goals[state * self.roles..(state + 1) * self.roles];
        sums.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += goal);
    }
}

/// A state that waits to be played out: its place among the states, and its phase.
pub type Job = (u32, usize);

/// How the states are to be played out.
pub struct Order<'a> {
    /// All states.
    pub states: &'a [State],
    /// Those to play out.
    pub jobs: &'a [Job],
    /// How often each.
    pub times: u32,
    /// When to leave a playout.
    pub max_length: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// The weights of the moves, for each phase.
    pub masks: &'a [Vec<u64>],
    /// The facts that exclude each other; a state that breaks this is refused.
    pub exclusions: &'a Exclusions,
}

/// The states that are being played out, and what has come of them.
pub struct Batch<'a> {
    cycle: &'a Cycle,
    order: &'a Order<'a>,
    /// How many jobs have been given to lanes, and how often the next one.
    given: (usize, u32),
    /// The lanes that wait for the phase of their state, for each phase.
    asleep: Vec<Word>,
    /// The lanes without a game.
    free: Word,
    /// The state that each of the others plays.
    lanes: Vec<u32>,
    /// When each lane began.
    begun: Vec<u64>,
    outcomes: &'a mut Outcomes,
    /// The states that were refused, each as often as it was to be played out.
    refused: Vec<u32>,
    state: Vec<Word>,
    following: Vec<Word>,
    fresh: Vec<Word>,
    /// The bits of the states that are put into lanes.
    bits: Vec<u64>,
    random_words: Vec<Word>,
    random: LaneRandom,
    scratch: Scratch,
    phase: usize,
    rounds: u32,
    steps: u64,
    /// How many lanes have a game that is not over.
    playing: usize,
}

/// What giving lanes new states costs, in gates for each fact.
const FILLING: f64 = 40.0;

impl<'a> Batch<'a> {
    /// Plays the jobs and adds what comes of them to the outcomes; the states that were refused, each as often as it was
    /// to be played out.
    pub fn run(
        cycle: &'a Cycle,
        order: &'a Order<'a>,
        facts: usize,
        outcomes: &'a mut Outcomes,
    ) -> Vec<u32> {
        let parts = || cycle.steps.iter().chain(&cycle.finish).map(|part| &part.step);
        let words = parts().map(|step| step.program.outputs.len()).max().unwrap_or(0);
        let randoms = parts().map(|step| step.program.randoms).max().unwrap_or(0);
        let mut batch = Batch {
            cycle,
            order,
            given: (0, 0),
            asleep: vec![NONE; cycle.steps.len()],
            free: ALL,
            lanes: vec![0; LANES],
            begun: vec![0; LANES],
            outcomes,
            refused: Vec::new(),
            state: vec![NONE; words],
            following: vec![NONE; words],
            fresh: vec![NONE; facts],
            bits: Vec::new(),
            random_words: vec![NONE; randoms as usize],
            random: LaneRandom::new(order.seed),
            scratch: Scratch::default(),
            phase: 0,
            rounds: 0,
            steps: 0,
            playing: 0,
        };
        if order.times > 0 {
            batch.play();
        }
        batch.refused
    }

    fn play(&mut self) {
        let finish = self.cycle.finish.as_ref().expect("batches find their goals later");
        let patience = self.cycle.patience_with(FILLING * self.fresh.len() as f64);
        // All lanes rest at first.
        let rest = self.cycle.steps[0].step.facts.len();
        self.state[rest] = ALL;
        while self.free != ALL || self.waits() {
            if self.free != NONE && self.waits() {
                self.fill();
            }
            let awake = std::mem::replace(&mut self.asleep[self.phase], NONE);
            self.state[rest] = without(&self.state[rest], &awake);
            self.step();
            let due = self.rounds >= patience && self.waits() || self.playing == 0;
            let late = self.steps >= self.order.max_length && self.rounds >= patience;
            if self.phase == 0 && (due || late) {
                self.rounds = 0;
                self.collect(finish);
            }
        }
    }

    /// Whether states wait.
    fn waits(&self) -> bool {
        self.given.0 < self.order.jobs.len()
    }

    /// The next state.
    fn take(&mut self) -> Option<Job> {
        let (jobs, times) = &mut self.given;
        let job = *self.order.jobs.get(*jobs)?;
        *times += 1;
        if *times == self.order.times {
            (*jobs, *times) = (*jobs + 1, 0);
        }
        Some(job)
    }

    fn words(&self) -> usize {
        self.cycle.steps[0].step.facts.len() + self.cycle.steps.len() + 1
    }

    /// Gives the lanes without a game the next states. Those of other phases than this one sleep until it is their turn.
    fn fill(&mut self) {
        let mut lanes = NONE;
        let rows = self.fresh.len().div_ceil(64);
        self.bits.resize(LANES * rows, 0);
        let free = self.free;
        for lane in chosen(&free) {
            let Some((state, phase)) = self.take() else { break };
            if phase != self.phase {
                self.asleep[phase].0[lane / 64] |= 1 << (lane % 64);
            }
            self.lanes[lane] = state;
            self.begun[lane] = self.steps;
            lanes.0[lane / 64] |= 1 << (lane % 64);
            let words = self.order.states[state as usize].words();
            let bits = &mut self.bits[lane * rows..(lane + 1) * rows];
            for (row, pair) in bits.iter_mut().zip(words.chunks(2)) {
                *row = u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32;
            }
        }
        let Batch { fresh, state, cycle, bits, order, refused, .. } = self;
        put(fresh, &lanes, |lane| &bits[lane * rows..(lane + 1) * rows]);
        let broken = broken(order.exclusions, fresh, &lanes);
        refused.extend(chosen(&broken).map(|lane| self.lanes[lane]));
        lanes = without(&lanes, &broken);
        self.playing += count(&lanes) as usize;
        self.free = without(&self.free, &lanes);
        let facts = &cycle.steps[0].step.facts;
        let rest = facts.len();
        for (word, &Fact(fact)) in state.iter_mut().zip(facts) {
            *word = either(&lanes, &fresh[fact as usize], word);
        }
        for word in &mut state[facts.len()..facts.len() + cycle.steps.len() + 1] {
            *word = without(word, &lanes);
        }
        self.asleep.iter_mut().for_each(|asleep| *asleep = without(asleep, &broken));
        let sleepers = self.sleepers();
        self.state[rest] = or(&self.state[rest], &sleepers);
    }

    /// The lanes that wait for their phase.
    fn sleepers(&self) -> Word {
        self.asleep.iter().fold(NONE, |all, asleep| or(&all, asleep))
    }

    fn step(&mut self) {
        let part = &self.cycle.steps[self.phase];
        let masks = self.order.masks.get(self.phase).map_or(&[][..], |masks| masks);
        self.execute(part, masks);
        self.steps += 1;
        self.phase = (self.phase + 1) % self.cycle.steps.len();
        self.rounds += u32::from(self.phase == 0);
        self.playing -= count(&self.state[self.words() + DONE]) as usize;
    }

    fn execute(&mut self, part: &Part, masks: &[u64]) {
        let program = &part.step.program;
        let randoms = &mut self.random_words[..program.randoms as usize];
        self.random.fill(randoms);
        let words = self.cycle.steps[0].step.facts.len() + self.cycle.steps.len() + 1;
        let output = &mut self.following[..program.outputs.len()];
        part.code.run(&self.state[..words], randoms, masks, output, &mut self.scratch);
        std::mem::swap(&mut self.state, &mut self.following);
    }

    /// Finds the goals of the lanes that rest, and frees them.
    fn collect(&mut self, finish: &Part) {
        self.execute(finish, &[]);
        // Lanes without a game rest too, and those that sleep.
        let others = or(&self.free, &self.sleepers());
        let tail = &self.state[self.words()..];
        let Outcomes { roles, finished, left, goals } = &mut *self.outcomes;
        for (&(role, value), word) in finish.step.goals.iter().zip(&tail[GOALS..]) {
            for lane in chosen(&without(word, &others)) {
                goals[self.lanes[lane] as usize * *roles + role.0 as usize] += u64::from(value);
            }
        }
        let (done, stuck) = (without(&tail[DONE], &others), tail[STUCK]);
        for lane in chosen(&done) {
            let is_stuck = stuck.0[lane / 64] >> (lane % 64) & 1 == 1;
            let ended = if is_stuck { &mut *left } else { &mut *finished };
            ended[self.lanes[lane] as usize] += 1;
        }
        self.free = or(&self.free, &done);
        if self.steps >= self.order.max_length {
            self.leave_long_games();
        }
    }

    /// Frees the lanes whose games take too long.
    fn leave_long_games(&mut self) {
        let rest = self.cycle.steps[0].step.facts.len();
        for lane in 0..LANES {
            let (block, bit) = (lane / 64, 1 << (lane % 64));
            let taken = self.free.0[block] & bit == 0;
            if taken && self.steps - self.begun[lane] >= self.order.max_length {
                self.outcomes.left[self.lanes[lane] as usize] += 1;
                self.free.0[block] |= bit;
                self.playing -= 1;
                self.state[rest].0[block] |= bit;
            }
        }
    }
}

/// The lanes in which two facts of a group are on.
fn broken(exclusions: &Exclusions, facts: &[Word], lanes: &Word) -> Word {
    let mut broken = NONE;
    for group in exclusions.groups() {
        let mut seen = NONE;
        for fact in group {
            let word = &facts[fact.0 as usize];
            broken = or(&broken, &and(&seen, word));
            seen = or(&seen, word);
        }
    }
    and(&broken, lanes)
}

/// The first word where the lanes are chosen, else the second.
fn either(lanes: &Word, yes: &Word, no: &Word) -> Word {
    Word(std::array::from_fn(|part| yes.0[part] & lanes.0[part] | no.0[part] & !lanes.0[part]))
}
