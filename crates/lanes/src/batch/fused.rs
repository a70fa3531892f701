//! Playouts of states with fused steps: lanes whose game is over begin their state again by themselves. Lanes that have
//! finished their playouts play on until they are given another state; these games do not count.

use super::BatchRequest;
use super::lane_jobs::LaneJobs;
use crate::long_games::LongGames;
use crate::memory::LaneMemory;
use crate::programs::{CompiledStep, Programs};
use crate::word::LaneWord;
use game::playouts::Outcomes;

/// Plays the states out. Returns those that were refused, each as often as it was to be played out.
pub fn run<'a>(
    programs: &'a Programs,
    entry: &'a CompiledStep,
    request: &'a BatchRequest<'a>,
    memory: &'a mut LaneMemory,
    outcomes: &'a mut Outcomes,
) -> Vec<u32> {
    let jobs = LaneJobs::new(programs, request, outcomes);
    let long_games = LongGames::new(request.max_length);
    let (phase, rounds) = (0, 0);
    let mut batch =
        FusedBatch { programs, entry, request, jobs, memory, phase, rounds, long_games };
    batch.play();
    batch.jobs.refused
}

/// A batch that is played with fused steps.
struct FusedBatch<'a> {
    programs: &'a Programs,
    entry: &'a CompiledStep,
    request: &'a BatchRequest<'a>,
    jobs: LaneJobs<'a>,
    memory: &'a mut LaneMemory,
    phase: usize,
    /// Rounds since lanes were given states.
    rounds: u32,
    long_games: LongGames,
}

impl FusedBatch<'_> {
    fn play(&mut self) {
        while !self.jobs.is_done() {
            if self.jobs.wants_lanes(self.rounds) {
                self.rounds = 0;
                self.fill();
            }
            self.step();
            if self.long_games.are_due() {
                self.abort_long_games();
            }
        }
        self.jobs.close();
    }

    /// Gives the lanes whose playouts are finished other states. Those that begin in this phase begin at once.
    fn fill(&mut self) {
        let lanes = self.jobs.fill(self.entry, self.memory, self.programs.kernel());
        let layout = self.programs.layout(self.phase);
        self.memory.write_origins(layout);
        let LaneMemory { whole, origins, beginners, .. } = &mut *self.memory;
        let begin = lanes & beginners[self.phase];
        layout.load(&mut whole.state, begin, origins);
        layout.rest(&mut whole.state, lanes);
        layout.begin(&mut whole.state, begin);
        self.long_games.change(lanes);
    }

    fn step(&mut self) {
        let step = self.programs.step(self.phase, self.request.masks);
        self.memory.step(step);
        self.phase = self.programs.phase_after(self.phase);
        self.rounds += u32::from(self.phase == 0);
        self.long_games.step();
        let results = self.programs.layout(self.phase).results(&self.memory.whole.state);
        let done = results.done & self.jobs.playing();
        if done.any() {
            let places = step.program.goal_places.iter().copied();
            self.jobs.count(done, places.zip(results.goals.iter().copied()));
            self.jobs.abort(results.stuck & done);
            self.long_games.change(done);
        }
    }

    /// Aborts the games that have not come to an end for too long.
    fn abort_long_games(&mut self) {
        let long = self.long_games.take(self.jobs.playing());
        self.jobs.abort_unfinished(long);
        self.programs.layout(self.phase).rest(&mut self.memory.whole.state, long);
    }
}
