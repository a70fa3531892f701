//! Playing: steps one after the other, lanes that begin again when their game is over, and counting what comes out.

use super::code::{Backend, Code, CodeError, Scratch};
use super::phases::Phases;
use super::program::{LANES, Word};
use super::random::LaneRandom;
use super::step::{DONE, GOALS, Refill, STUCK, Step, step};
use crate::network::Circuit;
use game::Role;

/// What playouts have come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// How many games came to an end.
    pub finished: u64,
    /// How many were left because a role had no legal move.
    pub stuck: u64,
    /// How many were left because they were too long.
    pub unfinished: u64,
    /// How many joint moves were made in all of them.
    pub moves: u64,
    /// For each role, how many finished games gave it each of the values from 0 to 100.
    pub goals: Vec<[u64; 101]>,
}

impl Totals {
    /// Nothing yet.
    pub fn new(roles: usize) -> Totals {
        Totals { finished: 0, stuck: 0, unfinished: 0, moves: 0, goals: vec![[0; 101]; roles] }
    }

    /// The mean of what a role gets.
    pub fn mean_goal(&self, role: Role) -> f64 {
        let counts = &self.goals[role.0 as usize];
        let sum: u64 = (0..).zip(counts).map(|(value, &count)| value * count).sum();
        sum as f64 / self.finished as f64
    }

    /// The mean length of finished games, if none was left.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.finished as f64
    }
}

/// The code of all phases.
pub struct Cycle {
    steps: Vec<Step>,
    codes: Vec<Code>,
    refill: Refill,
}

impl Cycle {
    /// Compiles the steps of all phases.
    pub fn new(
        circuit: &Circuit,
        initial: &[bool],
        phases: &Phases,
        refill: Refill,
        weight_bits: u32,
        backend: Backend,
    ) -> Result<Cycle, CodeError> {
        let steps: Vec<Step> = (0..phases.count())
            .map(|phase| step(circuit, initial, phases, phase, refill, weight_bits))
            .collect();
        let codes = steps.iter().map(|step| Code::new(&step.program, backend));
        let codes = codes.collect::<Result<_, _>>()?;
        Ok(Cycle { steps, codes, refill })
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The code of each step.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }
}

/// The lanes in the middle of their games.
pub struct Running {
    phase: usize,
    state: Vec<Word>,
    following: Vec<Word>,
    random_words: Vec<Word>,
    scratch: Scratch,
    random: LaneRandom,
    /// How many lanes play.
    active: u64,
}

const ALL: Word = Word([u64::MAX; LANES / 64]);
const NONE: Word = Word([0; LANES / 64]);

impl Running {
    /// All lanes at the beginning of a game.
    pub fn new(cycle: &Cycle, initial: &[bool], seed: u64) -> Running {
        let words = cycle.steps.iter().map(|step| step.facts.len() + 1).max().unwrap_or(0);
        let tail = cycle.steps.iter().map(|step| GOALS + step.goals.len()).max().unwrap_or(0);
        let randoms = cycle.steps.iter().map(|step| step.program.randoms).max().unwrap_or(0);
        let mut state = vec![NONE; words + tail];
        for (word, fact) in state.iter_mut().zip(&cycle.steps[0].facts) {
            *word = if initial[fact.0 as usize] { ALL } else { NONE };
        }
        state[cycle.steps[0].facts.len()] = ALL;
        Running {
            phase: 0,
            following: state.clone(),
            state,
            random_words: vec![NONE; randoms as usize],
            scratch: Scratch::default(),
            random: LaneRandom::new(seed),
            active: LANES as u64,
        }
    }

    /// Makes one move in every active lane and counts the games that end.
    pub fn step(&mut self, cycle: &Cycle, masks: &[u64], totals: &mut Totals) {
        let step = &cycle.steps[self.phase];
        let randoms = &mut self.random_words[..step.program.randoms as usize];
        self.random.fill(randoms);
        let outputs = step.program.outputs.len();
        let input = &self.state[..step.facts.len() + 1];
        let output = &mut self.following[..outputs];
        cycle.codes[self.phase].run(input, randoms, masks, output, &mut self.scratch);
        self.phase = (self.phase + 1) % cycle.steps.len();
        std::mem::swap(&mut self.state, &mut self.following);
        let first = cycle.steps[self.phase].facts.len() + 1;
        let tail = &self.state[first..];
        let stuck = count(&tail[STUCK]);
        let done = count(&tail[DONE]);
        totals.finished += done - stuck;
        totals.stuck += stuck;
        totals.moves += self.active - stuck;
        for (&(role, value), word) in step.goals.iter().zip(&tail[GOALS..]) {
            totals.goals[role.0 as usize][usize::from(value)] += count(word);
        }
        self.active -= done;
        if self.phase == 0 && cycle.refill == Refill::Initial {
            self.active = LANES as u64;
        }
    }

    /// Whether every lane rests.
    pub fn is_idle(&self) -> bool {
        self.active == 0
    }
}

/// How many lanes a word has.
#[cfg(not(target_arch = "x86_64"))]
fn count(word: &Word) -> u64 {
    word.0.iter().map(|part| u64::from(part.count_ones())).sum()
}

/// How many lanes a word has. Without the instruction for it, counting a small game's results takes longer than
/// playing it.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn count(word: &Word) -> u64 {
    #[target_feature(enable = "popcnt")]
    fn fast(word: &Word) -> u64 {
        word.0.iter().map(|part| u64::from(part.count_ones())).sum()
    }
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instruction.
        unsafe { fast(word) }
    } else {
        word.0.iter().map(|part| u64::from(part.count_ones())).sum()
    }
}
