//! Playing: steps one after the other, lanes that begin again when their game is over, and counting what comes out.

use super::code::{Backend, Code, CodeError, Scratch};
use super::program::{LANES, Word};
use super::random::LaneRandom;
use super::step::{self, DONE, GOALS, Plan, Refill, STUCK, Step};
use game::Role;

/// What playouts have come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// How many games came to an end.
    pub finished: u64,
    /// How many were left because a role had no legal move.
    pub stuck: u64,
    /// How many joint moves were made in all games, those that are not over included.
    pub moves: u64,
    /// For each role, how many finished games gave it each of the values from 1 to 100.
    pub goals: Vec<[u64; 101]>,
}

impl Totals {
    /// Nothing yet.
    pub fn new(roles: usize) -> Totals {
        Totals { finished: 0, stuck: 0, moves: 0, goals: vec![[0; 101]; roles] }
    }

    /// The mean of what a role gets.
    pub fn mean_goal(&self, role: Role) -> f64 {
        let counts = &self.goals[role.0 as usize];
        let sum: u64 = (0..).zip(counts).map(|(value, &count)| value * count).sum();
        sum as f64 / self.finished as f64
    }

    /// The moves made for each finished game.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.finished as f64
    }
}

/// A program, compiled.
pub struct Part {
    /// The program.
    pub step: Step,
    /// Its code.
    pub code: Code,
}

/// The code of all phases.
pub struct Cycle {
    /// One for each phase.
    pub steps: Vec<Part>,
    /// What finds the goals of resting lanes, if the steps leave them for later.
    pub finish: Option<Part>,
    /// After how many rounds of all phases that runs.
    pub patience: u32,
    refill: Refill,
}

impl Cycle {
    /// Compiles the programs of a plan: those that need fewer gates for games of this mean length.
    pub fn new(plan: &Plan, mean_length: f64, backend: Backend) -> Result<Cycle, CodeError> {
        let phases = plan.phases.count();
        let at_once: Vec<Step> = (0..phases).map(|phase| step::at_once(plan, phase)).collect();
        let later: Vec<Step> = (0..phases).map(|phase| step::later(plan, phase)).collect();
        let finish = step::finish(plan);
        let (cost_at_once, cost_later) = (gates(&at_once), gates(&later));
        let finishing = finish.program.gates.len() as f64;
        let patience = patience(cost_later, finishing, mean_length, phases);
        let rounds = f64::from(patience);
        // A lane rests for half the patience in the mean, and a step more until its end is seen.
        let rest = (rounds * phases as f64 + 1.0) / 2.0;
        let later_total = (cost_later + finishing / rounds) * (1.0 + rest / mean_length);
        let (steps, finish) =
            if cost_at_once <= later_total { (at_once, None) } else { (later, Some(finish)) };
        let part = |step: Step| Ok(Part { code: Code::new(&step.program, backend)?, step });
        Ok(Cycle {
            steps: steps.into_iter().map(part).collect::<Result<_, CodeError>>()?,
            finish: finish.map(part).transpose()?,
            patience,
            refill: plan.refill,
        })
    }

    /// How many words a state has in a phase.
    fn state_words(&self, phase: usize) -> usize {
        let others = if self.finish.is_some() { self.steps.len() + 1 } else { 1 };
        self.steps[phase].step.facts.len() + others
    }
}

fn gates(steps: &[Step]) -> f64 {
    steps.iter().map(|step| step.program.gates.len() as f64).sum()
}

/// After how many rounds the resting lanes are seen to: often enough not to let them rest for long, and seldom
/// enough for their many gates. The best is where both cost the same.
fn patience(round: f64, finishing: f64, mean_length: f64, phases: usize) -> u32 {
    let best = (2.0 * mean_length / phases as f64 * finishing / round).sqrt();
    best.round().clamp(1.0, 1000.0) as u32
}

/// The lanes in the middle of their games.
pub struct Running {
    phase: usize,
    rounds: u32,
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
        let parts = || cycle.steps.iter().chain(&cycle.finish).map(|part| &part.step);
        let words = parts().map(|step| step.program.outputs.len()).max().unwrap_or(0);
        let randoms = parts().map(|step| step.program.randoms).max().unwrap_or(0);
        let mut state = vec![NONE; words + cycle.state_words(0)];
        let facts = &cycle.steps[0].step.facts;
        for (word, fact) in state.iter_mut().zip(facts) {
            *word = if initial[fact.0 as usize] { ALL } else { NONE };
        }
        if cycle.finish.is_none() {
            state[facts.len()] = ALL;
        }
        Running {
            phase: 0,
            rounds: 0,
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
        let part = &cycle.steps[self.phase];
        self.run(part, cycle.state_words(self.phase), masks);
        self.phase = (self.phase + 1) % cycle.steps.len();
        let tail = &self.state[cycle.state_words(self.phase)..];
        let (stuck, done) = (count(&tail[STUCK]), count(&tail[DONE]));
        if cycle.finish.is_none() {
            totals.finished += done - stuck;
            totals.stuck += stuck;
            totals.moves += self.active - stuck;
            count_goals(&part.step, tail, totals);
        } else {
            totals.moves += self.active - done;
        }
        self.active -= done;
        if self.phase == 0 {
            self.end_of_round(cycle, totals);
        }
    }

    fn end_of_round(&mut self, cycle: &Cycle, totals: &mut Totals) {
        self.rounds += 1;
        if let Some(finish) = &cycle.finish
            && self.rounds >= cycle.patience
        {
            self.rounds = 0;
            self.run(finish, cycle.state_words(0), &[]);
            let tail = &self.state[cycle.state_words(0)..];
            let stuck = count(&tail[STUCK]);
            totals.finished += count(&tail[DONE]) - stuck;
            totals.stuck += stuck;
            count_goals(&finish.step, tail, totals);
            self.active = LANES as u64;
        } else if cycle.finish.is_none() && cycle.refill == Refill::Initial {
            self.active = LANES as u64;
        }
    }

    fn run(&mut self, part: &Part, words: usize, masks: &[u64]) {
        let program = &part.step.program;
        let randoms = &mut self.random_words[..program.randoms as usize];
        self.random.fill(randoms);
        let output = &mut self.following[..program.outputs.len()];
        part.code.run(&self.state[..words], randoms, masks, output, &mut self.scratch);
        std::mem::swap(&mut self.state, &mut self.following);
    }
}

fn count_goals(step: &Step, tail: &[Word], totals: &mut Totals) {
    for (&(role, value), word) in step.goals.iter().zip(&tail[GOALS..]) {
        totals.goals[role.0 as usize][usize::from(value)] += count(word);
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
