//! Playing out states with steps that leave the goals for later: lanes whose game is over rest until the goals are found,
//! and then begin their state again.

use super::super::code::Scratch;
use super::super::playout::{Cycle, Part};
use super::super::random::LaneRandom;
use super::super::step::{DONE, GOALS, STUCK};
use super::super::word::Word;
use super::ledger::Ledger;
use super::{Order, Outcomes};

/// What letting lanes begin their state again counts as, in gates for each fact: an estimate from its instructions.
const BEGINNING: f64 = 8.0;

/// The lanes in the middle of their games.
pub struct Batch<'a> {
    cycle: &'a Cycle,
    finish: &'a Part,
    order: &'a Order<'a>,
    ledger: Ledger<'a>,
    /// The numbers of the goals in the books.
    goals: Vec<usize>,
    /// The lanes that wait for the phase in which they begin, for each phase.
    asleep: Vec<Word>,
    state: Vec<Word>,
    following: Vec<Word>,
    random_words: Vec<Word>,
    random: LaneRandom,
    scratch: Scratch,
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
        finish: &'a Part,
        order: &'a Order<'a>,
        outcomes: &'a mut Outcomes,
    ) -> Vec<u32> {
        let mut ledger = Ledger::new(cycle, order, outcomes);
        let goals = finish.step.goals.iter().map(|&goal| ledger.goal(goal)).collect();
        let parts = || cycle.steps.iter().chain([finish]).map(|part| &part.step);
        let words = parts().map(|step| step.program.outputs.len()).max().unwrap_or(0);
        let randoms = parts().map(|step| step.program.randoms).max().unwrap_or(0);
        let mut batch = Batch {
            cycle,
            finish,
            order,
            ledger,
            goals,
            asleep: vec![Word::NONE; cycle.steps.len()],
            state: vec![Word::NONE; words],
            following: vec![Word::NONE; words],
            random_words: vec![Word::NONE; randoms as usize],
            random: LaneRandom::new(order.seed),
            scratch: Scratch::default(),
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
        let beginning = BEGINNING * self.ledger.origins.len() as f64;
        let patience = self.cycle.patience_with(beginning, 1);
        // All lanes rest at first.
        let rest = self.rest();
        self.state[rest] = Word::ALL;
        self.fill();
        while !self.ledger.is_done() {
            let awake = std::mem::replace(&mut self.asleep[self.phase], Word::NONE);
            self.state[rest] = self.state[rest] & !awake;
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
        let lanes = self.ledger.fill(|_| Word::NONE);
        self.begin(lanes);
    }

    /// Lets lanes begin with their state, now or in its phase. The phase is the first one.
    fn begin(&mut self, lanes: Word) {
        let Batch { state, ledger, cycle, .. } = self;
        for (word, fact) in state.iter_mut().zip(&cycle.steps[0].step.facts) {
            *word = lanes.choose(ledger.origins[fact.0 as usize], *word);
        }
        let rest = self.rest();
        for word in &mut self.state[rest..rest + self.cycle.steps.len() + 1] {
            *word = *word & !lanes;
        }
        for (asleep, home) in self.asleep.iter_mut().zip(&self.ledger.homes).skip(1) {
            *asleep = *asleep | (*home & lanes);
        }
        self.state[rest] = self.state[rest] | self.sleepers();
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
        self.execute(part, masks);
        self.steps += 1;
        self.phase = (self.phase + 1) % self.cycle.steps.len();
        self.rounds.iter_mut().for_each(|rounds| *rounds += u32::from(self.phase == 0));
        self.playing -= self.state[self.words() + DONE].count();
    }

    fn execute(&mut self, part: &Part, masks: &[u64]) {
        let program = &part.step.program;
        let words = self.words();
        let randoms = &mut self.random_words[..program.randoms as usize];
        self.random.fill(randoms);
        let output = &mut self.following[..program.outputs.len()];
        part.code.run(&self.state[..words], randoms, masks, output, &mut self.scratch);
        std::mem::swap(&mut self.state, &mut self.following);
    }

    /// Finds the goals of the lanes that rest, and lets them begin again.
    fn collect(&mut self) {
        self.execute(self.finish, &[]);
        let tail = &self.state[self.words()..];
        // Lanes that sleep rest too, and those without a job.
        let playing = self.ledger.playing() & !self.sleepers();
        let [done, stuck] = [DONE, STUCK].map(|word| tail[word] & playing);
        let goals = self.goals.iter().copied().zip(tail[GOALS..].iter().copied());
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
        self.state[rest] = self.state[rest] | long;
        self.begin(long & self.ledger.playing());
    }
}
