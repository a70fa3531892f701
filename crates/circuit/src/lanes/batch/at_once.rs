//! Playing out states with steps that do everything at once: lanes whose game is over begin their state again by
//! themselves. Those that have played it often enough go on too, until they are given another; it does not count.

use super::super::code::Scratch;
use super::super::playout::{Cycle, Part};
use super::super::random::LaneRandom;
use super::super::step::{DONE, GOALS, STUCK};
use super::super::word::Word;
use super::ledger::Ledger;
use super::{Order, Outcomes};

/// The lanes in the middle of their games.
pub struct Batch<'a> {
    cycle: &'a Cycle,
    over: &'a Part,
    order: &'a Order<'a>,
    ledger: Ledger<'a>,
    /// The numbers of the goals of each phase's program in the books.
    goals: Vec<Vec<usize>>,
    /// What lanes begin again with, in the order of the steps' inputs, and then the state.
    state: Vec<Word>,
    following: Vec<Word>,
    random_words: Vec<Word>,
    random: LaneRandom,
    scratch: Scratch,
    phase: usize,
    /// Rounds since lanes were given states.
    rounds: u32,
    /// Steps since lanes were searched for games that are too long, and lanes that have ended a game since.
    steps: u64,
    ended: Word,
}

impl<'a> Batch<'a> {
    /// Plays the states out; those that were refused, each as often as it was to be played out.
    pub fn run(
        cycle: &'a Cycle,
        over: &'a Part,
        order: &'a Order<'a>,
        outcomes: &'a mut Outcomes,
    ) -> Vec<u32> {
        let mut ledger = Ledger::new(cycle, order, outcomes);
        let steps = || cycle.steps.iter().map(|part| &part.step);
        let goals = steps()
            .map(|step| step.goals.iter().map(|&goal| ledger.goal(goal)).collect())
            .collect();
        let words = steps().map(|step| step.before + step.program.outputs.len()).max().unwrap_or(0);
        let randoms = steps().map(|step| step.program.randoms).max().unwrap_or(0);
        let mut batch = Batch {
            cycle,
            over,
            order,
            ledger,
            goals,
            state: vec![Word::NONE; words],
            following: vec![Word::NONE; words],
            random_words: vec![Word::NONE; randoms as usize],
            random: LaneRandom::new(order.seed),
            scratch: Scratch::default(),
            phase: 0,
            rounds: 0,
            steps: 0,
            ended: Word::NONE,
        };
        batch.play();
        batch.ledger.refused
    }

    fn play(&mut self) {
        while !self.ledger.is_done() {
            if self.ledger.wants_lanes(self.rounds) {
                self.rounds = 0;
                self.fill();
            }
            self.step();
            if self.steps >= self.order.max_length {
                self.leave_long_games();
            }
        }
        self.ledger.close();
    }

    /// The word that says which lanes are active in this phase.
    fn active(&self) -> usize {
        let step = &self.cycle.steps[self.phase].step;
        step.before + step.facts.len()
    }

    /// Gives the lanes whose playouts are finished other states. Those that begin in this phase begin at once.
    fn fill(&mut self) {
        let Batch { ledger, over, scratch, .. } = self;
        let lanes = ledger.fill(|origins| {
            let mut word = [Word::NONE];
            over.code.run(origins, &[], &[], &mut word, scratch);
            word[0]
        });
        for buffer in [&mut self.state, &mut self.following] {
            let (homes, rest) = buffer.split_at_mut(self.ledger.homes.len());
            homes.copy_from_slice(&self.ledger.homes);
            rest[..self.ledger.origins.len()].copy_from_slice(&self.ledger.origins);
        }
        let begin = lanes & self.ledger.homes[self.phase];
        let step = &self.cycle.steps[self.phase].step;
        for (word, fact) in self.state[step.before..].iter_mut().zip(&step.facts) {
            *word = begin.choose(self.ledger.origins[fact.0 as usize], *word);
        }
        let active = self.active();
        self.state[active] = (self.state[active] & !lanes) | begin;
        self.ended = self.ended | lanes;
    }

    fn step(&mut self) {
        let part = &self.cycle.steps[self.phase];
        let masks = self.order.masks.get(self.phase).map_or(&[][..], |masks| masks);
        let program = &part.step.program;
        let randoms = &mut self.random_words[..program.randoms as usize];
        self.random.fill(randoms);
        let output = &mut self.following[part.step.before..];
        part.code.run(&self.state, randoms, masks, output, &mut self.scratch);
        std::mem::swap(&mut self.state, &mut self.following);
        let goals = &self.goals[self.phase];
        self.phase = (self.phase + 1) % self.cycle.steps.len();
        self.rounds += u32::from(self.phase == 0);
        self.steps += 1;
        let tail = &self.state[self.active() + 1..];
        let done = tail[DONE] & self.ledger.playing();
        if done.any() {
            let goals = goals.iter().copied().zip(tail[GOALS..].iter().copied());
            self.ledger.count(done, goals);
            self.ledger.leave(tail[STUCK] & done);
            self.ended = self.ended | done;
        }
    }

    /// Leaves the games that have not come to an end for too long.
    fn leave_long_games(&mut self) {
        self.steps = 0;
        let long = self.ledger.playing() & !std::mem::replace(&mut self.ended, Word::NONE);
        self.ledger.count(long, std::iter::empty());
        self.ledger.leave(long);
        let active = self.active();
        self.state[active] = self.state[active] & !long;
    }
}
