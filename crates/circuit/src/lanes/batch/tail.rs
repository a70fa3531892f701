//! The last games of a batch: when few lanes still play, they are moved together and go on in half words, with code that
//! takes about half as long. Every lane keeps its own random bits, so the games are the same.

use super::super::board::Board;
use super::super::playout::Cycle;
use super::super::squeeze::Squeeze;
use super::super::step::{DONE, GOALS, STUCK};
use super::super::word::{Half, Word};
use super::Order;

/// Lanes in half words in the middle of their games.
pub struct Tail<'a> {
    cycle: &'a Cycle,
    order: &'a Order<'a>,
    board: &'a mut Board,
    squeeze: Squeeze,
    /// The lanes whose game is not over.
    playing: Half,
    /// The lanes in which a role had no legal move.
    stuck: Half,
}

/// What has become of the lanes in the end.
pub struct Rest {
    /// Those whose game is not over.
    pub playing: Word,
    /// Those in which a role had no legal move.
    pub stuck: Word,
}

impl<'a> Tail<'a> {
    /// Moves lanes that play in a phase together.
    pub fn new(
        cycle: &'a Cycle,
        order: &'a Order<'a>,
        board: &'a mut Board,
        squeeze: Squeeze,
        phase: usize,
    ) -> Tail<'a> {
        let words = cycle.state_words(phase);
        squeeze.gather(&board.state[..words], &mut board.halves.state);
        board.halves.goals.fill(Half::NONE);
        let playing = squeeze.used();
        Tail { cycle, order, board, squeeze, playing, stuck: Half::NONE }
    }

    /// Plays until all games are over, but at most so many steps. The goals, or the states where goals are found later,
    /// are on the board then.
    pub fn play(mut self, mut phase: usize, steps: u64) -> Rest {
        for _ in 0..steps {
            if !self.playing.any() {
                break;
            }
            let masks = self.order.masks.get(phase).map_or(&[][..], |masks| masks);
            self.board.run_half(&self.cycle.steps[phase], masks, &self.squeeze);
            let next = (phase + 1) % self.cycle.steps.len();
            self.note(phase, next);
            phase = next;
        }
        match self.cycle.finish {
            Some(_) => self.put_states_back(phase),
            None => self.put_goals_back(),
        }
        let [playing, stuck] = [self.playing, self.stuck].map(|half| self.squeeze.scatter(half));
        Rest { playing, stuck }
    }

    /// Notes which games are over after a step of a phase, and what they have come to. It is not asked whether there are
    /// any: of so few lanes there often are none, and the next step would begin only when that is known.
    fn note(&mut self, phase: usize, next: usize) {
        let Board { halves, .. } = &mut *self.board;
        let tail = &halves.state[self.cycle.state_words(next)..];
        self.playing = self.playing & !tail[DONE];
        if self.cycle.finish.is_none() {
            self.stuck = self.stuck | tail[STUCK];
            for (&place, goal) in self.cycle.places[phase].iter().zip(&tail[GOALS..]) {
                halves.goals[place] = halves.goals[place] | *goal;
            }
        }
    }

    fn put_goals_back(&mut self) {
        for (word, half) in self.board.goals.iter_mut().zip(&self.board.halves.goals) {
            *word = *word | self.squeeze.scatter(*half);
        }
    }

    fn put_states_back(&mut self, phase: usize) {
        let lanes = self.squeeze.lanes();
        let words = self.board.state[..self.cycle.state_words(phase)].iter_mut();
        for (word, half) in words.zip(&self.board.halves.state) {
            *word = lanes.choose(self.squeeze.scatter(*half), *word);
        }
    }
}
