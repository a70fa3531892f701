//! Playing: steps one after the other, lanes that begin again when their game is over, and counting what comes out.

use super::batch::Tally;
use super::board::Board;
use super::code::{Backend, Code, CodeError};
use super::program::Program;
use super::step::{self, DONE, GOALS, Plan, Refill, STUCK, Step};
use super::word::{LANES, Word};
use crate::machine::CircuitMachine;
use game::playout::Player;
use game::{Role, StopReason};

/// What playouts have come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// How many games came to an end.
    pub finished: u64,
    /// How many were left because a role had no legal move.
    pub stuck: u64,
    /// How many were left because they were too long.
    pub unfinished: u64,
    /// How many joint moves were made in all these games.
    pub moves: u64,
    /// For each role, how many finished games gave it each of the values from 1 to 100.
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
    /// What sees in which phase lanes begin with states of their own, if they do.
    pub enter: Option<Part>,
    /// What becomes of lanes whose game is over.
    pub refill: Refill,
    /// After how many rounds of all phases the goals of resting lanes are found.
    pub patience: u32,
    /// All goals but 0 that the programs find, …
    pub goals: Vec<(Role, u8)>,
    /// … and where those of each phase's program, or of the one that finds them later, are among them.
    pub places: Vec<Vec<usize>>,
    /// What lanes that have come to some of them get.
    pub tally: Tally,
    /// For how many more steps lanes that play once should be moved together when they are few enough, if they can be.
    pub worth_squeezing: Option<u64>,
    length: Length,
}

/// How long games are; it only matters for speed.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// Their moves in the mean, at least 1 …
    pub mean: f64,
    /// … and the standard deviation.
    pub deviation: f64,
}

impl Length {
    /// The length of a few random games, and how many moves they had together, at least 1.
    pub fn of(machine: &mut CircuitMachine) -> Result<(Length, f64), StopReason> {
        let (mut player, mut random) = (Player::default(), game::random(1));
        let lengths: Vec<f64> = (0..SAMPLE)
            .map(|_| Ok(player.play(machine, &mut random, SAMPLE_LENGTH)?.length as f64))
            .collect::<Result<_, StopReason>>()?;
        let moves = lengths.iter().sum::<f64>();
        let mean = moves / SAMPLE as f64;
        let squares = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>();
        let deviation = (squares / (SAMPLE - 1) as f64).sqrt();
        Ok((Length { mean: mean.max(1.0), deviation }, moves.max(1.0)))
    }

    /// How much the lengths of playouts from different states differ, in moves.
    pub fn difference(&self) -> f64 {
        self.deviation.max(LEAST_SPREAD * self.mean)
    }
}

/// How much the lengths of playouts from different states differ at least, measured in games: even where all games are
/// equally long, states differ in how far they are from the end.
const LEAST_SPREAD: f64 = 0.3;

/// How many games are played beforehand to see how long they are.
const SAMPLE: usize = 16;
/// Their greatest length.
const SAMPLE_LENGTH: usize = 1000;

impl Cycle {
    /// Compiles the programs of a plan: those that need fewer gates for games of this length.
    pub fn new(plan: &Plan, length: Length, backend: Backend) -> Result<Cycle, CodeError> {
        let phases = plan.phases.count();
        let at_once: Vec<Step> = (0..phases).map(|phase| step::at_once(plan, phase)).collect();
        let later: Vec<Step> = (0..phases).map(|phase| step::later(plan, phase)).collect();
        let finish = step::finish(plan);
        let (cost_at_once, cost_later) = (gates(&at_once), gates(&later));
        let finishing = finish.program.gates.len() as f64;
        let patience = patience(cost_later, finishing, length.mean, phases);
        let rounds = f64::from(patience);
        // A lane rests for half the patience in the mean, and a step more until its end is seen.
        let rest = (rounds * phases as f64 + 1.0) / 2.0;
        let later_total = match plan.refill {
            Refill::Never => {
                cost_later * (1.0 + 1.0 / length.mean) + finishing * phases as f64 / length.mean
            }
            _ => (cost_later + finishing / rounds) * (1.0 + rest / length.mean),
        };
        let (steps, finish) =
            if cost_at_once <= later_total { (at_once, None) } else { (later, Some(finish)) };
        let enter = (plan.refill != Refill::Initial).then(|| step::enter(plan, finish.is_none()));
        let (goals, places) = match &finish {
            Some(finish) => places(std::slice::from_ref(finish)),
            None => places(&steps),
        };
        let worth_squeezing = worth_squeezing(plan, &steps);
        let compile = if worth_squeezing.is_some() { Code::with_half } else { Code::new };
        let steps = steps.into_iter().map(|step| part(step, compile, backend));
        let steps: Vec<Part> = steps.collect::<Result<_, CodeError>>()?;
        let can_squeeze = steps.iter().all(|part| part.code.has_half());
        let worth_squeezing = worth_squeezing.filter(|_| can_squeeze);
        let part = |step: Step| part(step, Code::new, backend);
        Ok(Cycle {
            steps,
            finish: finish.map(part).transpose()?,
            enter: enter.map(part).transpose()?,
            refill: plan.refill,
            patience,
            tally: Tally::new(&goals, plan.circuit.roles() as usize),
            goals,
            places,
            worth_squeezing,
            length,
        })
    }

    /// After how many rounds the resting lanes should be seen to if that costs as many gates more, and lanes rest after
    /// so many games.
    pub fn patience_with(&self, gates: f64, games: u32) -> u32 {
        let round = self.steps.iter().map(|part| part.step.program.gates.len() as f64).sum();
        let finishing = self.finish.as_ref().map_or(0, |finish| finish.step.program.gates.len());
        let length = self.length.mean * f64::from(games);
        patience(round, finishing as f64 + gates, length, self.steps.len())
    }

    /// How many gates are run for a lane's game from the start.
    pub fn gates_of_a_game(&self) -> f64 {
        let round: f64 = self.steps.iter().map(|part| part.step.program.gates.len() as f64).sum();
        round / self.steps.len() as f64 * self.length.mean
    }

    /// How much the lengths of playouts differ, measured in games.
    pub fn spread(&self) -> f64 {
        self.length.difference() / self.length.mean
    }

    /// How many facts the game has.
    pub fn facts(&self) -> usize {
        self.enter.as_ref().map_or(0, |part| part.step.facts.len())
    }

    /// How many words a state has in a phase, without what lanes begin again with.
    pub fn state_words(&self, phase: usize) -> usize {
        let others = if self.finish.is_some() { self.steps.len() + 1 } else { 1 };
        self.steps[phase].step.facts.len() + others
    }
}

/// Compiles a program.
fn part(
    step: Step,
    compile: fn(&Program, Backend) -> Result<Code, CodeError>,
    backend: Backend,
) -> Result<Part, CodeError> {
    Ok(Part { code: compile(&step.program, backend)?, step })
}

/// What moving a word together counts as, in gates …
const MOVING: f64 = 8.0;
/// … and what it counts as for each gate that other code is run from then on. Both were chosen so that connect four, where
/// moving lanes together made no difference, is played as it was.
const FETCHING: f64 = 2.0;

/// For how many more steps of some programs it is worth while to move lanes together: half of the gates are spared in
/// each, but random words have to be moved too.
fn worth_squeezing(plan: &Plan, steps: &[Step]) -> Option<u64> {
    let mean = |count: fn(&Program) -> f64| {
        steps.iter().map(|step| count(&step.program)).sum::<f64>() / steps.len() as f64
    };
    let words = mean(|program| f64::from(program.inputs));
    let randoms = mean(|program| f64::from(program.randoms));
    let gain = mean(|program| program.gates.len() as f64) / 2.0 - MOVING * randoms;
    let cost = MOVING * words + FETCHING * gates(steps);
    (plan.refill == Refill::Never && gain > 0.0).then_some((cost / gain) as u64)
}

/// All goals of some programs, and where each program's are among them.
fn places(steps: &[Step]) -> (Vec<(Role, u8)>, Vec<Vec<usize>>) {
    let mut all: Vec<(Role, u8)> = steps.iter().flat_map(|step| &step.goals).copied().collect();
    all.sort_unstable();
    all.dedup();
    let place = |goal: &(Role, u8)| all.partition_point(|other| other < goal);
    let places = steps.iter().map(|step| step.goals.iter().map(place).collect()).collect();
    (all, places)
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
pub struct Running<'a> {
    cycle: &'a Cycle,
    initial: &'a [bool],
    masks: &'a [Vec<u64>],
    phase: usize,
    rounds: u32,
    board: Board,
    /// How many lanes play.
    active: u64,
    steps: u64,
    max_length: u64,
    /// Lanes whose games have ended since lanes were last searched for games that are too long.
    ended: Word,
    /// Whether no more games are wanted.
    draining: bool,
    /// The lanes whose games count: all, until no more games are wanted; then those whose last game goes on …
    playing: Word,
    /// … and those whose goals have not been found.
    counted: Word,
}

impl<'a> Running<'a> {
    /// All lanes at the beginning of a game. A game is left when it is still not over after `max_length` moves; it
    /// may be noticed only after twice as many.
    pub fn new(
        cycle: &'a Cycle,
        initial: &'a [bool],
        masks: &'a [Vec<u64>],
        seed: u64,
        max_length: u64,
    ) -> Running<'a> {
        let mut board = Board::default();
        board.prepare(cycle, seed);
        let mut running = Running {
            cycle,
            initial,
            masks,
            phase: 0,
            rounds: 0,
            board,
            active: LANES as u64,
            steps: 0,
            max_length: max_length.max(1),
            ended: Word::NONE,
            draining: false,
            playing: Word::ALL,
            counted: Word::ALL,
        };
        running.begin(&Word::ALL);
        running
    }

    /// Lets lanes begin a game; the phase is the first one.
    fn begin(&mut self, lanes: &Word) {
        let facts = &self.cycle.steps[0].step.facts;
        for (word, fact) in self.board.state.iter_mut().zip(facts) {
            *word = if self.initial[fact.0 as usize] { *word | *lanes } else { *word & !*lanes };
        }
        let others = &mut self.board.state[facts.len()..self.cycle.state_words(0)];
        match self.cycle.finish {
            None => others[0] = others[0] | *lanes,
            Some(_) => others.iter_mut().for_each(|word| *word = *word & !*lanes),
        }
    }

    /// Plays one round of all phases and counts the games that end.
    pub fn round(&mut self, totals: &mut Totals) {
        for _ in 0..self.cycle.steps.len() {
            self.step(totals);
        }
        self.end_of_round(totals);
    }

    /// Plays the games that have begun to their end and counts them.
    pub fn drain(&mut self, totals: &mut Totals) {
        self.draining = true;
        if self.cycle.finish.is_some() {
            let first = self.cycle.steps[0].step.facts.len();
            let rests = self.board.state[first..first + self.cycle.steps.len()].iter();
            let rest = rests.fold(Word::NONE, |all, word| all | *word);
            self.playing = Word::ALL & !rest;
        }
        while self.counted.any() {
            self.playing_round(totals);
        }
    }

    /// Plays a round in which only some lanes count.
    fn playing_round(&mut self, totals: &mut Totals) {
        for _ in 0..self.cycle.steps.len() {
            let part = self.execute();
            let tail = &self.board.state[self.cycle.state_words(self.phase)..];
            let [done, stuck] = [DONE, STUCK].map(|word| tail[word] & self.playing);
            self.ended = self.ended | tail[DONE];
            if self.cycle.finish.is_none() {
                totals.moves += self.playing.count() - stuck.count();
                totals.finished += done.count() - stuck.count();
                totals.stuck += stuck.count();
                count_goals(&part.step, tail, &self.counted, totals);
                self.counted = self.counted & !done;
            } else {
                totals.moves += self.playing.count() - done.count();
            }
            self.playing = self.playing & !done;
        }
        self.end_of_round(totals);
    }

    /// Makes one move in every active lane and counts the games that end.
    fn step(&mut self, totals: &mut Totals) {
        let part = self.execute();
        let tail = &self.board.state[self.cycle.state_words(self.phase)..];
        let done = tail[DONE].count();
        self.ended = self.ended | tail[DONE];
        if self.cycle.finish.is_none() {
            let stuck = tail[STUCK].count();
            totals.finished += done - stuck;
            totals.stuck += stuck;
            totals.moves += self.active - stuck;
            count_goals(&part.step, tail, &Word::ALL, totals);
        } else {
            totals.moves += self.active - done;
        }
        self.active -= done;
    }

    fn execute(&mut self) -> &'a Part {
        let part = &self.cycle.steps[self.phase];
        let masks = self.masks.get(self.phase).map_or(&[][..], |masks| masks);
        self.board.run(part, masks);
        self.phase = (self.phase + 1) % self.cycle.steps.len();
        self.steps += 1;
        part
    }

    fn end_of_round(&mut self, totals: &mut Totals) {
        self.rounds += 1;
        match &self.cycle.finish {
            None => self.active = LANES as u64,
            Some(finish) if self.rounds >= self.cycle.patience => self.find_goals(finish, totals),
            Some(_) => {}
        }
        if self.steps >= self.max_length {
            self.leave_long_games(totals);
        }
    }

    /// Finds the goals of the lanes that rest; they begin again.
    fn find_goals(&mut self, finish: &Part, totals: &mut Totals) {
        self.rounds = 0;
        self.board.run(finish, &[]);
        let tail = &self.board.state[self.cycle.state_words(0)..];
        let [done, stuck] = [DONE, STUCK].map(|word| tail[word] & self.counted);
        totals.finished += done.count() - stuck.count();
        totals.stuck += stuck.count();
        count_goals(&finish.step, tail, &self.counted, totals);
        self.active = LANES as u64;
        if self.draining {
            self.counted = self.counted & !done;
        }
    }

    /// Lets lanes begin again whose games have not ended for too long.
    fn leave_long_games(&mut self, totals: &mut Totals) {
        self.steps = 0;
        let long = Word::ALL & !std::mem::replace(&mut self.ended, Word::NONE);
        if !long.any() {
            return;
        }
        totals.unfinished += (long & self.counted).count();
        self.begin(&long);
        if self.draining {
            self.playing = self.playing & !long;
            self.counted = self.counted & !long;
        }
    }
}

fn count_goals(step: &Step, tail: &[Word], lanes: &Word, totals: &mut Totals) {
    for (&(role, value), word) in step.goals.iter().zip(&tail[GOALS..]) {
        totals.goals[role.0 as usize][usize::from(value)] += (*word & *lanes).count();
    }
}
