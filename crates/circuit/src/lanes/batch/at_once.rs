//! Playing out states with steps that do everything at once: lanes whose game is over begin their state again by
//! themselves. Those that have played it often enough go on too, until they are given another; it does not count.

use super::super::board::Board;
use super::super::playout::{Cycle, Part};
use super::super::step::{DONE, GOALS, STUCK};
use super::super::word::Word;
use super::ledger::Ledger;
use super::{Order, Outcomes};

/// The lanes in the middle of their games.
pub struct Batch<'a> {
    cycle: &'a Cycle,
    enter: &'a Part,
    order: &'a Order<'a>,
    ledger: Ledger<'a>,
    board: &'a mut Board,
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
        enter: &'a Part,
        order: &'a Order<'a>,
        board: &'a mut Board,
        outcomes: &'a mut Outcomes,
    ) -> Vec<u32> {
        board.prepare(cycle, order.seed);
        board.state.fill(Word::NONE);
        let mut batch = Batch {
            cycle,
            enter,
            order,
            ledger: Ledger::new(cycle, order, outcomes),
            board,
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
        let lanes = self.ledger.fill(self.enter, self.board);
        self.board.tell_origins();
        let begin = lanes & self.board.homes[self.phase];
        let step = &self.cycle.steps[self.phase].step;
        for (word, fact) in self.board.state[step.before..].iter_mut().zip(&step.facts) {
            *word = begin.choose(self.board.origins[fact.0 as usize], *word);
        }
        let active = self.active();
        self.board.state[active] = (self.board.state[active] & !lanes) | begin;
        self.ended = self.ended | lanes;
    }

    fn step(&mut self) {
        let part = &self.cycle.steps[self.phase];
        let masks = self.order.masks.get(self.phase).map_or(&[][..], |masks| masks);
        self.board.run(part, masks);
        let places = &self.cycle.places[self.phase];
        self.phase = (self.phase + 1) % self.cycle.steps.len();
        self.rounds += u32::from(self.phase == 0);
        self.steps += 1;
        let tail = &self.board.state[self.active() + 1..];
        let done = tail[DONE] & self.ledger.playing();
        if done.any() {
            let goals = places.iter().copied().zip(tail[GOALS..].iter().copied());
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
        self.board.state[active] = self.board.state[active] & !long;
    }
}
