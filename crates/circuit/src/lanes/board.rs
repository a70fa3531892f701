//! The memory in which programs run one after the other: the state of all lanes, and what the next program makes of it.

use super::code::Scratch;
use super::playout::{Cycle, Part};
use super::random::LaneRandom;
use super::squeeze::Squeeze;
use super::word::{Half, Word};

/// The words of all lanes. It can be used for any programs, one after the other, and grows to what they need.
pub struct Board {
    /// What the next program reads: what lanes begin again with, if they do, and the state. After the state comes what
    /// the last program has counted.
    pub state: Vec<Word>,
    /// The state that each lane begins with, fact by fact, if it is not the initial one.
    pub origins: Vec<Word>,
    /// The lanes that begin in each phase.
    pub homes: Vec<Word>,
    /// The lanes that have come to each goal, if every lane plays once.
    pub goals: Vec<Word>,
    /// The same for half as many lanes.
    pub halves: Halves,
    following: Vec<Word>,
    random_words: Vec<Word>,
    random: LaneRandom,
    scratch: Scratch,
}

/// The memory of lanes that were moved together.
#[derive(Default)]
pub struct Halves {
    /// The state, and after it what the last program has counted.
    pub state: Vec<Half>,
    /// The lanes that have come to each goal.
    pub goals: Vec<Half>,
    following: Vec<Half>,
    random_words: Vec<Half>,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            state: Vec::new(),
            origins: Vec::new(),
            homes: Vec::new(),
            goals: Vec::new(),
            halves: Halves::default(),
            following: Vec::new(),
            random_words: Vec::new(),
            random: LaneRandom::new(0),
            scratch: Scratch::default(),
        }
    }
}

impl Board {
    /// Makes room for some programs, whose random bits begin with a seed. What the words hold is not said.
    pub fn prepare(&mut self, cycle: &Cycle, seed: u64) {
        let programs = || cycle.steps.iter().chain(&cycle.finish).map(|part| &part.step);
        let read = programs().map(|step| step.program.inputs as usize);
        let written = programs().map(|step| step.before + step.program.outputs.len());
        let phases = cycle.steps.len();
        let words = read.chain(written).max().unwrap_or(0).max(phases);
        let randoms = programs().map(|step| step.program.randoms as usize).max().unwrap_or(0);
        for (buffer, length) in [
            (&mut self.state, words),
            (&mut self.following, words),
            (&mut self.random_words, randoms),
        ] {
            buffer.resize(length.max(buffer.len()), Word::NONE);
        }
        self.origins.resize(cycle.facts(), Word::NONE);
        self.homes.resize(phases, Word::NONE);
        self.goals.resize(cycle.goals.len(), Word::NONE);
        self.random = LaneRandom::new(seed);
        if cycle.worth_squeezing.is_some() {
            self.halves.prepare(words, randoms, cycle.goals.len());
        }
    }

    /// Runs a program on the state. What lanes begin again with stays as it is.
    pub fn run(&mut self, part: &Part, masks: &[u64]) {
        let randoms = &mut self.random_words[..part.step.program.randoms as usize];
        self.random.fill(randoms);
        let output = &mut self.following[part.step.before..];
        part.code.run(&self.state, randoms, masks, output, &mut self.scratch);
        std::mem::swap(&mut self.state, &mut self.following);
    }

    /// Runs a program on the state of the lanes that were moved together. They get the random bits that they would have
    /// got where they were.
    pub fn run_half(&mut self, part: &Part, masks: &[u64], squeeze: &Squeeze) {
        let count = part.step.program.randoms as usize;
        let randoms = &mut self.random_words[..count];
        self.random.fill(randoms);
        let Halves { state, following, random_words, .. } = &mut self.halves;
        squeeze.gather(randoms, random_words);
        part.code.run_half(state, random_words, masks, following, &mut self.scratch);
        std::mem::swap(state, following);
    }

    /// Finds out in which phase some lanes begin with their states; those that begin at all. The state for the next
    /// program stays as it is.
    pub fn enter(&mut self, part: &Part, lanes: Word) -> Word {
        let fits = &mut self.following[..self.homes.len()];
        part.code.run(&self.origins, &[], &[], fits, &mut self.scratch);
        let mut all = Word::NONE;
        for (home, fits) in self.homes.iter_mut().zip(fits) {
            *home = lanes.choose(*fits, *home);
            all = all | *fits;
        }
        all & lanes
    }

    /// Tells the programs what lanes begin again with: in which phase, and their states.
    pub fn tell_origins(&mut self) {
        for buffer in [&mut self.state, &mut self.following] {
            let (homes, rest) = buffer.split_at_mut(self.homes.len());
            homes.copy_from_slice(&self.homes);
            rest[..self.origins.len()].copy_from_slice(&self.origins);
        }
    }
}

impl Halves {
    /// Makes room.
    fn prepare(&mut self, words: usize, randoms: usize, goals: usize) {
        for (buffer, length) in [
            (&mut self.state, words),
            (&mut self.following, words),
            (&mut self.random_words, randoms),
        ] {
            buffer.resize(length.max(buffer.len()), Half::NONE);
        }
        self.goals.resize(goals, Half::NONE);
    }
}
