//! Lanes that play one game each, in words of either width: all lanes, or those that were moved together into half
//! words.

use crate::code::CodeWord;
use crate::compaction::Compaction;
use crate::memory::{Buffers, LaneMemory};
use crate::programs::{Programs, WeightedStep};
use crate::weights::WeightMasks;
use crate::word::{Half, LaneWord, Word};

/// A way to hold lanes in memory.
pub trait LaneWidth {
    /// A word of lanes.
    type Word: CodeWord;

    /// Whether results are skipped after a step in which no game ended. With few lanes they are always read, so that
    /// the next step can begin before it is known whether a game ended.
    const SKIPS_EMPTY_RESULTS: bool;

    /// Returns the part of the memory that holds the lanes.
    fn buffers(memory: &mut LaneMemory) -> &mut Buffers<Self::Word>;

    /// Makes a step in the lanes.
    fn step(&self, memory: &mut LaneMemory, step: WeightedStep);
}

/// All lanes, held in whole words.
pub struct AllLanes;

impl LaneWidth for AllLanes {
    type Word = Word;
    const SKIPS_EMPTY_RESULTS: bool = true;

    fn buffers(memory: &mut LaneMemory) -> &mut Buffers<Word> {
        &mut memory.whole
    }

    fn step(&self, memory: &mut LaneMemory, step: WeightedStep) {
        memory.step(step);
    }
}

impl LaneWidth for Compaction {
    type Word = Half;
    const SKIPS_EMPTY_RESULTS: bool = false;

    fn buffers(memory: &mut LaneMemory) -> &mut Buffers<Half> {
        &mut memory.half
    }

    fn step(&self, memory: &mut LaneMemory, step: WeightedStep) {
        memory.half_step(step, self);
    }
}

/// The games of lanes that play one game each. Memory holds their goals, or their states if the schedule is deferred.
pub struct LaneGames<T: LaneWidth> {
    width: T,
    /// The lanes whose game is not over.
    pub playing: T::Word,
    /// The lanes in which a role had no legal move.
    pub stuck: T::Word,
}

impl<T: LaneWidth> LaneGames<T> {
    /// Returns games that are about to be played in some lanes.
    pub fn new(width: T, playing: T::Word) -> LaneGames<T> {
        LaneGames { width, playing, stuck: T::Word::NONE }
    }

    /// Returns the width of the lanes.
    pub fn width(&self) -> &T {
        &self.width
    }

    /// Makes a move in every lane that plays, and notes the games that end. Returns the next phase.
    #[inline(always)]
    pub fn step(
        &mut self,
        memory: &mut LaneMemory,
        programs: &Programs,
        phase: usize,
        masks: &WeightMasks,
    ) -> usize {
        let step = programs.step(phase, masks);
        self.width.step(memory, step);
        let next = programs.phase_after(phase);
        let Buffers { state, goals, .. } = T::buffers(memory);
        let results = programs.layout(next).results(state);
        if T::SKIPS_EMPTY_RESULTS && !results.done.any() {
            return next;
        }
        self.playing = self.playing & !results.done;
        self.stuck = self.stuck | results.stuck;
        add_goals(goals, &step.program.goal_places, results.goals);
        next
    }
}

/// Adds lanes that have reached goals. `places` has the place of each word among all goals.
#[inline(always)]
pub fn add_goals<W: LaneWord>(goals: &mut [W], places: &[usize], words: &[W]) {
    for (&place, word) in places.iter().zip(words) {
        goals[place] = goals[place] | *word;
    }
}
