//! The memory in which programs run: the states of all lanes, their random bits, and room for their next states.
//!
//! A thread owns one [`LaneMemory`]; it can be used for any programs, one after the other, and grows to what they need.

use crate::code::{CodeWord, Scratch};
use crate::compaction::Compaction;
use crate::programs::{CompiledStep, Programs, Schedule, WeightedStep};
use crate::random::RandomState;
use crate::step::layout::StateLayout;
use crate::word::{Half, LaneWord, Word};

/// The memory of a thread that plays in all lanes.
pub struct LaneMemory {
    /// The states of all lanes.
    pub whole: Buffers<Word>,
    /// The states of lanes that were moved together.
    pub half: Buffers<Half>,
    /// The state that each lane begins with, fact by fact, if it is not the initial one.
    pub origins: Vec<Word>,
    /// The lanes that begin in each phase.
    pub beginners: Vec<Word>,
    random: RandomState,
    scratch: Scratch,
}

/// The words of lanes of one width.
pub struct Buffers<W> {
    /// The state that the next program reads; after it, the results of the last program.
    pub state: Vec<W>,
    /// For each goal, the lanes that have reached it, if every lane plays once.
    pub goals: Vec<W>,
    following: Vec<W>,
    random_words: Vec<W>,
}

impl<W> Default for Buffers<W> {
    fn default() -> Buffers<W> {
        let (state, goals) = (Vec::new(), Vec::new());
        Buffers { state, goals, following: Vec::new(), random_words: Vec::new() }
    }
}

impl<W: CodeWord> Buffers<W> {
    /// Grows to these numbers of words.
    fn reserve(&mut self, words: usize, random_words: usize, goals: usize) {
        for (buffer, length) in [
            (&mut self.state, words),
            (&mut self.following, words),
            (&mut self.random_words, random_words),
        ] {
            buffer.resize(length.max(buffer.len()), W::NONE);
        }
        self.goals.resize(goals, W::NONE);
    }

    /// Runs a program on the state, with the random words that are there.
    #[inline(always)]
    fn run(&mut self, program: &CompiledStep, masks: &[u64], scratch: &mut Scratch) {
        let output = &mut self.following[program.step.layout.origin_words()..];
        program.code.run(&self.state, &self.random_words, masks, output, scratch);
        std::mem::swap(&mut self.state, &mut self.following);
    }
}

impl Default for LaneMemory {
    fn default() -> LaneMemory {
        LaneMemory {
            whole: Buffers::default(),
            half: Buffers::default(),
            origins: Vec::new(),
            beginners: Vec::new(),
            random: RandomState::new(0),
            scratch: Scratch::default(),
        }
    }
}

impl LaneMemory {
    /// Makes room for some programs, whose random bits begin with a seed. The words have unspecified values.
    pub fn prepare(&mut self, programs: &Programs, seed: u64) {
        let goal_search = match &programs.schedule {
            Schedule::Fused => None,
            Schedule::Deferred { goal_search, .. } => Some(&**goal_search),
        };
        let all = || programs.steps.iter().chain(goal_search).map(|program| &program.step);
        let read = all().map(|step| step.program.inputs as usize);
        let written = all().map(|step| step.layout.origin_words() + step.program.outputs.len());
        let words = read.chain(written).max().unwrap_or(0).max(programs.phases());
        let randoms = all().map(|step| step.program.randoms as usize).max().unwrap_or(0);
        self.whole.reserve(words, randoms, programs.goals.len());
        if programs.compaction_worth.is_some() {
            self.half.reserve(words, randoms, programs.goals.len());
        }
        self.origins.resize(programs.own_facts(), Word::NONE);
        self.beginners.resize(programs.phases(), Word::NONE);
        self.random = RandomState::new(seed);
    }

    /// Draws the random words of a step.
    #[inline(always)]
    fn draw(&mut self, step: WeightedStep) {
        let count = step.program.step.program.randoms as usize;
        step.kernel.fill_random(&mut self.random, &mut self.whole.random_words[..count]);
    }

    /// Makes a step in all lanes. The origins stay as they are.
    #[inline(always)]
    pub fn step(&mut self, step: WeightedStep) {
        self.draw(step);
        self.whole.run(step.program, step.masks, &mut self.scratch);
    }

    /// Makes a step in lanes that were moved together. They get the random bits that they would have got where they
    /// were.
    #[inline(always)]
    pub fn half_step(&mut self, step: WeightedStep, compaction: &Compaction) {
        self.draw(step);
        let randoms = &self.whole.random_words[..step.program.step.program.randoms as usize];
        step.kernel.gather(compaction, randoms, &mut self.half.random_words);
        self.half.run(step.program, step.masks, &mut self.scratch);
    }

    /// Runs the search for the goals of lanes that rest.
    pub fn search_goals(&mut self, goal_search: &CompiledStep) {
        self.whole.run(goal_search, &[], &mut self.scratch);
    }

    /// Finds the phase in which some lanes begin with their origins. Returns the lanes that begin at all. The state for
    /// the next program stays as it is.
    pub fn enter(&mut self, entry: &CompiledStep, lanes: Word) -> Word {
        let fits = &mut self.whole.following[..self.beginners.len()];
        entry.code.run(&self.origins, &[], &[], fits, &mut self.scratch);
        let mut all = Word::NONE;
        for (beginner, fits) in self.beginners.iter_mut().zip(fits) {
            *beginner = lanes.choose(*fits, *beginner);
            all = all | *fits;
        }
        all & lanes
    }

    /// Writes the origins into the states that fused steps read: the phases in which lanes begin again, and their
    /// states. All phases have the same places for them.
    pub fn write_origins(&mut self, layout: &StateLayout) {
        for buffer in [&mut self.whole.state, &mut self.whole.following] {
            buffer[layout.origin_phases()].copy_from_slice(&self.beginners);
            buffer[layout.origin_facts()].copy_from_slice(&self.origins);
        }
    }
}
