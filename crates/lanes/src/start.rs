//! Playouts from the initial state: all lanes play one game after the other, and their results are counted.

use crate::long_games::LongGames;
use crate::memory::LaneMemory;
use crate::programs::{CompiledStep, Programs, Schedule};
use crate::weights::WeightMasks;
use crate::word::{LANES, LaneWord, Word};
use game::playouts::{PlayoutOptions, Totals};

/// Playouts from the initial state in all lanes.
pub struct StartPlayouts<'a> {
    programs: &'a Programs,
    initial: &'a [bool],
    masks: &'a WeightMasks,
    memory: &'a mut LaneMemory,
    phase: usize,
    /// Rounds of all phases since goals were found.
    rounds: u32,
    /// Number of lanes among `playing` that do not rest.
    active: u64,
    long_games: LongGames,
    /// Whether games that have begun are played to their end, and no others are begun.
    draining: bool,
    /// The lanes whose game counts and is not known to be over: all lanes, until `draining` begins.
    playing: Word,
    /// The lanes whose results count: all lanes, until `draining` begins.
    counted: Word,
}

impl<'a> StartPlayouts<'a> {
    /// Begins a game in every lane. A game that is not over after `max_length` moves is aborted, at the latest after
    /// twice that number of moves.
    pub fn new(
        programs: &'a Programs,
        initial: &'a [bool],
        masks: &'a WeightMasks,
        memory: &'a mut LaneMemory,
        options: PlayoutOptions,
    ) -> StartPlayouts<'a> {
        memory.prepare(programs, options.seed);
        memory.whole.state.fill(Word::NONE);
        let mut playouts = StartPlayouts {
            programs,
            initial,
            masks,
            memory,
            phase: 0,
            rounds: 0,
            active: LANES as u64,
            long_games: LongGames::new(options.max_length),
            draining: false,
            playing: Word::ALL,
            counted: Word::ALL,
        };
        playouts.begin(Word::ALL);
        playouts
    }

    /// Lets lanes begin a game; the phase is the first one.
    fn begin(&mut self, lanes: Word) {
        let layout = self.programs.layout(0);
        let state = &mut self.memory.whole.state;
        for (word, fact) in state[layout.fact_words()].iter_mut().zip(layout.facts()) {
            *word = if self.initial[fact.0 as usize] { *word | lanes } else { *word & !lanes };
        }
        layout.begin(state, lanes);
    }

    /// Plays one round of all phases and counts the games that end.
    pub fn play_round(&mut self, totals: &mut Totals) {
        for _ in 0..self.programs.phases() {
            self.count_step(totals);
        }
        self.end_round(totals);
    }

    /// Plays the games that have begun to their end and counts them.
    pub fn drain(&mut self, totals: &mut Totals) {
        self.draining = true;
        self.playing = self.programs.layout(0).playing(&self.memory.whole.state);
        self.active = self.programs.kernel().count(self.playing);
        while self.counted.any() {
            self.play_round(totals);
        }
    }

    /// Makes one move in every lane that plays, and counts the moves, and the games that end in lanes that count.
    fn count_step(&mut self, totals: &mut Totals) {
        let step = self.step();
        let kernel = self.programs.kernel();
        let results = self.programs.layout(self.phase).results(&self.memory.whole.state);
        let [done, stuck] = [results.done, results.stuck].map(|lanes| lanes & self.playing);
        let done_count = kernel.count(done);
        self.long_games.change(results.done);
        match &self.programs.schedule {
            Schedule::Fused => {
                let stuck_count = kernel.count(stuck);
                totals.moves += self.active - stuck_count;
                totals.finished += done_count - stuck_count;
                totals.stuck += stuck_count;
                count_goals(self.programs, step, results.goals, self.counted, totals);
            }
            // Goals are counted later.
            Schedule::Deferred { .. } => totals.moves += self.active - done_count,
        }
        self.active -= done_count;
        if self.draining {
            self.playing = self.playing & !done;
            if matches!(self.programs.schedule, Schedule::Fused) {
                self.counted = self.counted & !done;
            }
        }
    }

    /// Runs the step of the current phase, after which the next phase is the current one.
    fn step(&mut self) -> &'a CompiledStep {
        let step = self.programs.step(self.phase, self.masks);
        self.memory.step(step);
        self.phase = self.programs.phase_after(self.phase);
        self.long_games.step();
        step.program
    }

    /// Finds goals and aborts long games after a round of all phases, where it is time for that.
    fn end_round(&mut self, totals: &mut Totals) {
        self.rounds += 1;
        let late = self.long_games.are_due();
        match &self.programs.schedule {
            Schedule::Fused => self.all_play_again(),
            // The games of lanes that rest are over: they must not be taken for long ones.
            Schedule::Deferred { goal_search, patience } if late || self.rounds >= *patience => {
                self.count_resting(goal_search, totals);
            }
            Schedule::Deferred { .. } => {}
        }
        if late {
            self.abort_long_games(totals);
        }
    }

    /// Notes that the lanes whose game was over have begun another one. It does not count if no more games are wanted.
    fn all_play_again(&mut self) {
        if !self.draining {
            self.active = LANES as u64;
        }
    }

    /// Finds and counts the goals of the lanes that rest, after which these lanes begin again.
    fn count_resting(&mut self, goal_search: &CompiledStep, totals: &mut Totals) {
        self.rounds = 0;
        self.memory.search_goals(goal_search);
        let kernel = self.programs.kernel();
        let results = self.programs.layout(0).results(&self.memory.whole.state);
        let [done, stuck] = [results.done, results.stuck].map(|lanes| lanes & self.counted);
        totals.finished += kernel.count(done) - kernel.count(stuck);
        totals.stuck += kernel.count(stuck);
        count_goals(self.programs, goal_search, results.goals, self.counted, totals);
        self.long_games.change(results.done);
        self.all_play_again();
        if self.draining {
            self.counted = self.counted & !done;
        }
    }

    /// Lets lanes begin again whose games have not ended for too long.
    fn abort_long_games(&mut self, totals: &mut Totals) {
        let long = self.long_games.take(Word::ALL);
        if !long.any() {
            return;
        }
        let kernel = self.programs.kernel();
        totals.unfinished += kernel.count(long & self.counted);
        self.begin(long);
        if self.draining {
            self.active -= kernel.count(long & self.playing);
            self.playing = self.playing & !long;
            self.counted = self.counted & !long;
        }
    }
}

/// Counts the goals that a program has found in some lanes.
fn count_goals(
    programs: &Programs,
    program: &CompiledStep,
    words: &[Word],
    lanes: Word,
    totals: &mut Totals,
) {
    let kernel = programs.kernel();
    for (&(role, value), word) in program.step.goals.iter().zip(words) {
        totals.goals[role.0 as usize][usize::from(value)] += kernel.count(*word & lanes);
    }
}
