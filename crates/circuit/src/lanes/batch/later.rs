//! Playing out states with steps that leave the goals for later: lanes whose game is over rest until the goals are found,
//! and then begin their state again.

use super::super::board::Board;
use super::super::playout::{Cycle, Part};
use super::super::step::{DONE, GOALS, STUCK};
use super::super::word::Word;
use super::ledger::Ledger;
use super::{Order, Outcomes};

/// What letting lanes begin their state again counts as, in gates for each fact: an estimate from its instructions.
const BEGINNING: f64 = 8.0;

/// The lanes in the middle of their games.
pub struct Batch<'a> {
    cycle: &'a Cycle,
    enter: &'a Part,
    finish: &'a Part,
    order: &'a Order<'a>,
    ledger: Ledger<'a>,
    /// The lanes that wait for the phase in which they begin, for each phase.
    asleep: Vec<Word>,
    board: &'a mut Board,
    phase: usize,
    /// How many lanes have a game that is not over.
    playing: u64,
    /// Rounds of all phases since goals were found, and since lanes were given states.
    rounds: [u32; 2],
    /// Steps since lanes were searched for games that are too long, and lanes that have begun a game since.
    steps: u64,
    begun: Word,
}

impl<'a> Batch<'a> {
    /// Plays the states out; those that were refused, each as often as it was to be played out.
    pub fn run(
        cycle: &'a Cycle,
        [enter, finish]: [&'a Part; 2],
        order: &'a Order<'a>,
        board: &'a mut Board,
        outcomes: &'a mut Outcomes,
    ) -> Vec<u32> {
        board.prepare(cycle, order.seed);
        board.state.fill(Word::NONE);
        let mut batch = Batch {
            cycle,
            enter,
            finish,
            order,
            ledger: Ledger::new(cycle, order, outcomes),
            asleep: vec![Word::NONE; cycle.steps.len()],
            board,
            phase: 0,
            playing: 0,
            rounds: [0; 2],
            steps: 0,
            begun: Word::NONE,
        };
        batch.play();
        batch.ledger.refused
    }

    fn play(&mut self) {
        let beginning = BEGINNING * self.board.origins.len() as f64;
        let patience = self.cycle.patience_with(beginning, 1);
        // All lanes rest at first.
        let rest = self.rest();
        self.board.state[rest] = Word::ALL;
        self.fill();
        while !self.ledger.is_done() {
            let awake = std::mem::replace(&mut self.asleep[self.phase], Word::NONE);
            self.board.state[rest] = self.board.state[rest] & !awake;
            self.step();
            if self.phase != 0 {
                continue;
            }
            let late = self.steps >= self.order.max_length;
            let due = self.rounds[0] >= patience && self.ledger.goes_on();
            if self.playing == 0 || late || due {
                self.rounds[0] = 0;
                self.collect();
                if late {
                    self.leave_long_games();
                }
                if self.ledger.wants_lanes(self.rounds[1]) {
                    self.rounds[1] = 0;
                    self.fill();
                }
            }
        }
        self.ledger.close();
    }

    /// The word that says which lanes rest in the first phase.
    fn rest(&self) -> usize {
        self.cycle.steps[0].step.facts.len()
    }

    /// How many words a state has.
    fn words(&self) -> usize {
        self.rest() + self.cycle.steps.len() + 1
    }

    /// Gives the lanes whose playouts are finished other states.
    fn fill(&mut self) {
        let lanes = self.ledger.fill(self.enter, self.board);
        self.begin(lanes);
    }

    /// Lets lanes begin with their state, now or in its phase. The phase is the first one.
    fn begin(&mut self, lanes: Word) {
        let Board { state, origins, .. } = &mut *self.board;
        for (word, fact) in state.iter_mut().zip(&self.cycle.steps[0].step.facts) {
            *word = lanes.choose(origins[fact.0 as usize], *word);
        }
        let rest = self.rest();
        for word in &mut self.board.state[rest..rest + self.cycle.steps.len() + 1] {
            *word = *word & !lanes;
        }
        for (asleep, home) in self.asleep.iter_mut().zip(&self.board.homes).skip(1) {
            *asleep = *asleep | (*home & lanes);
        }
        self.board.state[rest] = self.board.state[rest] | self.sleepers();
        self.playing += (lanes).count();
        self.begun = self.begun | lanes;
    }

    /// The lanes that wait for their phase.
    fn sleepers(&self) -> Word {
        self.asleep.iter().fold(Word::NONE, |all, asleep| all | *asleep)
    }

    fn step(&mut self) {
        let part = &self.cycle.steps[self.phase];
        let masks = self.order.masks.get(self.phase).map_or(&[][..], |masks| masks);
        self.board.run(part, masks);
        self.steps += 1;
        self.phase = (self.phase + 1) % self.cycle.steps.len();
        self.rounds.iter_mut().for_each(|rounds| *rounds += u32::from(self.phase == 0));
        self.playing -= self.board.state[self.words() + DONE].count();
    }

    /// Finds the goals of the lanes that rest, and lets them begin again.
    fn collect(&mut self) {
        self.board.run(self.finish, &[]);
        let tail = &self.board.state[self.words()..];
        // Lanes that sleep rest too, and those without a job.
        let playing = self.ledger.playing() & !self.sleepers();
        let [done, stuck] = [DONE, STUCK].map(|word| tail[word] & playing);
        let goals = self.cycle.places[0].iter().copied().zip(tail[GOALS..].iter().copied());
        self.ledger.count(done, goals);
        self.ledger.leave(stuck);
        self.begin(done & self.ledger.playing());
    }

    /// Leaves the games that have not come to an end for too long.
    fn leave_long_games(&mut self) {
        self.steps = 0;
        let begun = std::mem::replace(&mut self.begun, Word::NONE);
        let long = (self.ledger.playing() & !begun) & !self.sleepers();
        self.ledger.count(long, std::iter::empty());
        self.ledger.leave(long);
        self.playing -= long.count();
        let rest = self.rest();
        self.board.state[rest] = self.board.state[rest] | long;
        self.begin(long & self.ledger.playing());
    }
}
