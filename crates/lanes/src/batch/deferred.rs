//! Playouts of states with deferred steps: lanes whose game is over rest until their goals are found, and then begin
//! their state again.

use super::BatchRequest;
use super::lane_jobs::LaneJobs;
use crate::long_games::LongGames;
use crate::memory::LaneMemory;
use crate::programs::{CompiledStep, Programs};
use crate::word::{LaneWord, Word};
use game::playouts::Outcomes;

/// Cost of letting lanes begin their state again, in gates for each fact: an estimate from its instructions.
const BEGINNING_COST: f64 = 8.0;

/// Plays the states out. Returns those that were refused, each as often as it was to be played out.
pub fn run<'a>(
    programs: &'a Programs,
    [entry, goal_search]: [&'a CompiledStep; 2],
    request: &'a BatchRequest<'a>,
    memory: &'a mut LaneMemory,
    outcomes: &'a mut Outcomes,
) -> Vec<u32> {
    let mut batch = DeferredBatch {
        programs,
        entry,
        goal_search,
        request,
        jobs: LaneJobs::new(programs, request, outcomes),
        waiting: vec![Word::NONE; programs.phases()],
        memory,
        phase: 0,
        playing: 0,
        rounds_since_search: 0,
        rounds_since_fill: 0,
        long_games: LongGames::new(request.max_length),
    };
    batch.play();
    batch.jobs.refused
}

/// A batch that is played with deferred steps.
struct DeferredBatch<'a> {
    programs: &'a Programs,
    entry: &'a CompiledStep,
    goal_search: &'a CompiledStep,
    request: &'a BatchRequest<'a>,
    jobs: LaneJobs<'a>,
    /// The lanes that wait for the phase in which they begin, for each phase.
    waiting: Vec<Word>,
    memory: &'a mut LaneMemory,
    phase: usize,
    /// Number of lanes that have a game that is not over.
    playing: u64,
    /// Rounds of all phases since goals were found.
    rounds_since_search: u32,
    /// Rounds of all phases since lanes were given states.
    rounds_since_fill: u32,
    long_games: LongGames,
}

impl DeferredBatch<'_> {
    fn play(&mut self) {
        let beginning = BEGINNING_COST * self.memory.origins.len() as f64;
        let patience = self.programs.patience_with(beginning, 1);
        let layout = self.programs.layout(0);
        layout.rest(&mut self.memory.whole.state, Word::ALL);
        self.fill();
        while !self.jobs.is_done() {
            let beginning = std::mem::replace(&mut self.waiting[self.phase], Word::NONE);
            if beginning.any() {
                layout.begin(&mut self.memory.whole.state, beginning);
            }
            self.step();
            if self.phase == 0 {
                self.end_round(patience);
            }
        }
        self.jobs.close();
    }

    /// Finds goals, aborts long games and gives lanes other states, where it is time for that.
    fn end_round(&mut self, patience: u32) {
        let late = self.long_games.are_due();
        let due = self.rounds_since_search >= patience && self.jobs.goes_on();
        if self.playing != 0 && !late && !due {
            return;
        }
        self.rounds_since_search = 0;
        self.find_goals();
        if late {
            self.abort_long_games();
        }
        if self.jobs.wants_lanes(self.rounds_since_fill) {
            self.rounds_since_fill = 0;
            self.fill();
        }
    }

    /// Gives the lanes whose playouts are finished other states.
    fn fill(&mut self) {
        let lanes = self.jobs.fill(self.entry, self.memory, self.programs.kernel());
        self.begin(lanes);
    }

    /// Lets lanes begin with their state, now or in its phase. The phase is the first one.
    fn begin(&mut self, lanes: Word) {
        let LaneMemory { whole, origins, beginners, .. } = &mut *self.memory;
        let layout = self.programs.layout(0);
        layout.load(&mut whole.state, lanes, origins);
        layout.begin(&mut whole.state, lanes);
        for (waiting, beginner) in self.waiting.iter_mut().zip(beginners).skip(1) {
            *waiting = *waiting | (*beginner & lanes);
        }
        let waiting = self.all_waiting();
        layout.rest(&mut self.memory.whole.state, waiting);
        self.playing += self.programs.kernel().count(lanes);
        self.long_games.change(lanes);
    }

    /// Returns the lanes that wait for their phase.
    fn all_waiting(&self) -> Word {
        self.waiting.iter().fold(Word::NONE, |all, waiting| all | *waiting)
    }

    fn step(&mut self) {
        self.memory.step(self.programs.step(self.phase, self.request.masks));
        self.long_games.step();
        self.phase = self.programs.phase_after(self.phase);
        let is_round = u32::from(self.phase == 0);
        self.rounds_since_search += is_round;
        self.rounds_since_fill += is_round;
        let results = self.programs.layout(0).results(&self.memory.whole.state);
        self.playing -= self.programs.kernel().count(results.done);
    }

    /// Finds the goals of the lanes that rest, and lets them begin again.
    fn find_goals(&mut self) {
        self.memory.search_goals(self.goal_search);
        let results = self.programs.layout(0).results(&self.memory.whole.state);
        // Lanes that wait for their phase rest too, and so do lanes without a job.
        let playing = self.jobs.playing() & !self.all_waiting();
        let [done, stuck] = [results.done, results.stuck].map(|lanes| lanes & playing);
        let places = self.goal_search.goal_places.iter().copied();
        self.jobs.count(done, places.zip(results.goals.iter().copied()));
        self.jobs.abort(stuck);
        self.begin(done & self.jobs.playing());
    }

    /// Aborts the games that have not come to an end for too long.
    fn abort_long_games(&mut self) {
        let long = self.long_games.take(self.jobs.playing() & !self.all_waiting());
        self.jobs.abort_unfinished(long);
        self.playing -= self.programs.kernel().count(long);
        self.programs.layout(0).rest(&mut self.memory.whole.state, long);
        self.begin(long & self.jobs.playing());
    }
}
