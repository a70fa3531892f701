//! Playouts of states once each: as many states as there are lanes are put into them together, in their order, and
//! their results are written together when all games are over. Nothing is counted lane by lane.
//!
//! When few lanes still play, they are moved together and go on in half words, with code that takes about half as long.
//! Every lane keeps its own random bits, so the games are the same.

use super::BatchRequest;
use super::width::{AllLanes, LaneGames, add_goals};
use crate::compaction::Compaction;
use crate::memory::LaneMemory;
use crate::programs::{CompiledStep, Programs, Schedule};
use crate::step::layout::StateLayout;
use crate::transpose::put_first;
use crate::word::{HALF_LANES, Half, LANES, LaneWord, Word};
use game::State;
use game::playouts::{Counts, Outcomes};

/// Plays the states out. Returns the results and the states that were refused.
pub fn run(
    programs: &Programs,
    entry: &CompiledStep,
    request: &BatchRequest,
    memory: &mut LaneMemory,
) -> (Outcomes, Vec<u32>) {
    let games = LaneGames::new(AllLanes, Word::NONE);
    let mut batch = SingleBatch { programs, entry, request, memory, games, many_until: 0 };
    let mut outcomes = Outcomes::with_capacity(request.states.len(), programs.tally.roles());
    let mut refused = Vec::new();
    for (states, first) in request.states.chunks(LANES).zip((0..).step_by(LANES)) {
        let lanes = batch.begin(states);
        batch.play();
        batch.write(states.len(), lanes, &mut outcomes);
        (Word::up_to(states.len()) & !lanes).each(|lane| refused.push(first + lane as u32));
    }
    (outcomes, refused)
}

/// Lanes that play one game each.
struct SingleBatch<'a> {
    programs: &'a Programs,
    entry: &'a CompiledStep,
    request: &'a BatchRequest<'a>,
    /// Its `beginners` are the lanes that wait for the phase in which they begin.
    memory: &'a mut LaneMemory,
    games: LaneGames<AllLanes>,
    /// Number of steps after which more than [`MANY`] lanes still played.
    many_until: u64,
}

/// Three quarters of the lanes: [`SingleBatch::many_until`] is the last step after which more lanes play.
const MANY: u64 = LANES as u64 / 4 * 3;

impl SingleBatch<'_> {
    /// Puts states into the first lanes. Returns the lanes in which they are played out.
    fn begin(&mut self, states: &[State]) -> Word {
        put_first(self.programs.kernel(), &mut self.memory.origins, states);
        self.memory.beginners.fill(Word::NONE);
        let playing = self.memory.enter(self.entry, Word::up_to(states.len()));
        self.games = LaneGames::new(AllLanes, playing);
        self.memory.whole.goals.fill(Word::NONE);
        playing
    }

    /// Plays until all games are over, or too long.
    fn play(&mut self) {
        let phases = self.programs.phases();
        let kernel = self.programs.kernel();
        // The longest game decides the number of steps. It is likely to begin in the phase in which most games begin.
        let begin = (0..phases).max_by_key(|&phase| kernel.count(self.memory.beginners[phase]));
        let mut phase = begin.unwrap_or(0);
        // Some lanes begin later, and the end may be seen a step after it was reached.
        let steps = self.request.max_length.saturating_add(phases as u64);
        let mut played = 0;
        self.many_until = 0;
        self.load(phase);
        while self.games.playing.any() && played < steps {
            phase = self.games.step(self.memory, self.programs, phase, self.request.masks);
            self.begin_waiting(phase);
            played += 1;
            if let Some(compaction) = self.compaction_after(played) {
                self.play_rest(compaction, phase, steps - played);
                break;
            }
        }
        if let Schedule::Deferred { goal_search, .. } = &self.programs.schedule {
            self.find_goals(goal_search);
        }
    }

    /// Returns the compaction of the lanes after some steps, if they should be moved together: when they fit into half
    /// words, have all begun, and are likely to play for long enough. The steps that remain are estimated as twice
    /// those since a quarter of the lanes was done.
    fn compaction_after(&mut self, played: u64) -> Option<Compaction> {
        let worth = self.programs.compaction_worth?;
        let playing = self.programs.kernel().count(self.games.playing);
        if playing > MANY {
            self.many_until = played;
        }
        let likely = 2 * (played - self.many_until);
        let is_time = playing <= HALF_LANES as u64
            && played >= self.programs.phases() as u64
            && likely >= worth;
        if is_time { Compaction::new(self.games.playing) } else { None }
    }

    /// Plays at most `steps` steps from a phase on with lanes that are moved together.
    fn play_rest(&mut self, compaction: Compaction, mut phase: usize, steps: u64) {
        let kernel = self.programs.kernel();
        let words = self.programs.layout(phase).words();
        let state = &self.memory.whole.state[..words];
        kernel.gather(&compaction, state, &mut self.memory.half.state);
        self.memory.half.goals.fill(Half::NONE);
        let playing = compaction.used();
        let mut games = LaneGames::new(compaction, playing);
        for _ in 0..steps {
            if !games.playing.any() {
                break;
            }
            phase = games.step(self.memory, self.programs, phase, self.request.masks);
        }
        match &self.programs.schedule {
            Schedule::Fused => self.put_goals_back(games.width()),
            Schedule::Deferred { .. } => self.put_states_back(games.width(), phase),
        }
        self.games.playing = kernel.scatter(games.width(), games.playing);
        self.games.stuck = self.games.stuck | kernel.scatter(games.width(), games.stuck);
    }

    fn put_goals_back(&mut self, compaction: &Compaction) {
        let LaneMemory { whole, half, .. } = &mut *self.memory;
        for (word, half) in whole.goals.iter_mut().zip(&half.goals) {
            *word = *word | self.programs.kernel().scatter(compaction, *half);
        }
    }

    fn put_states_back(&mut self, compaction: &Compaction, phase: usize) {
        let LaneMemory { whole, half, .. } = &mut *self.memory;
        let words = whole.state[..self.programs.layout(phase).words()].iter_mut();
        for (word, half) in words.zip(&half.state) {
            let moved = self.programs.kernel().scatter(compaction, *half);
            *word = compaction.lanes().choose(moved, *word);
        }
    }

    /// Loads the states of the lanes that begin in a phase; the others rest.
    fn load(&mut self, phase: usize) {
        let LaneMemory { whole, origins, beginners, .. } = &mut *self.memory;
        let layout = self.programs.layout(phase);
        for (word, fact) in whole.state.iter_mut().zip(layout.facts()) {
            *word = origins[fact.0 as usize];
        }
        let begin = std::mem::replace(&mut beginners[phase], Word::NONE);
        whole.state[layout.control_words()].fill(Word::NONE);
        layout.rest(&mut whole.state, !begin);
        layout.begin(&mut whole.state, begin);
    }

    /// Lets the lanes begin that wait for a phase.
    fn begin_waiting(&mut self, phase: usize) {
        let LaneMemory { whole, origins, beginners, .. } = &mut *self.memory;
        let begin = std::mem::replace(&mut beginners[phase], Word::NONE);
        if !begin.any() {
            return;
        }
        let layout = self.programs.layout(phase);
        layout.begin(&mut whole.state, begin);
        if !layout.keeps_resting_facts() {
            self.programs.kernel().replace(&mut whole.state, begin, layout.facts(), origins);
        }
    }

    /// Finds the goals of all lanes.
    fn find_goals(&mut self, goal_search: &CompiledStep) {
        self.memory.search_goals(goal_search);
        let whole = &mut self.memory.whole;
        // If every lane plays once, the outputs of the search are only the results.
        let results = StateLayout::default().results(&whole.state);
        self.games.stuck = self.games.stuck | results.stuck;
        add_goals(&mut whole.goals, &goal_search.goal_places, results.goals);
    }

    /// Writes the results of some states, which were played out in these lanes.
    fn write(&self, states: usize, lanes: Word, outcomes: &mut Outcomes) {
        let Outcomes { counts, goals, .. } = outcomes;
        let over = lanes & !(self.games.stuck | self.games.playing);
        let kernel = self.programs.kernel();
        self.programs.tally.write(kernel, &self.memory.whole.goals, over, states, goals);
        let first = counts.len();
        counts.resize(first + states, Counts { finished: 1, aborted: 0 });
        let counts = &mut counts[first..];
        (Word::up_to(states) & !over).each(|lane| counts[lane].finished = 0);
        (lanes & !over).each(|lane| counts[lane].aborted = 1);
    }
}
