//! Playing out states once each: as many states as there are lanes are put into them together, in their order, and what
//! has come of them is written down together when all games are over. Nothing is counted lane by lane.

use super::super::board::Board;
use super::super::playout::{Cycle, Part};
use super::super::squeeze::Squeeze;
use super::super::step::{DONE, GOALS, STUCK};
use super::super::transpose::{put_first, replace};
use super::super::word::{HALF_LANES, LANES, Word};
use super::tail::Tail;
use super::{Counts, Order, Outcomes};
use game::State;

/// Plays the states out; those that were refused.
pub fn run(cycle: &Cycle, enter: &Part, order: &Order, board: &mut Board) -> (Outcomes, Vec<u32>) {
    board.prepare(cycle, order.seed);
    let (playing, stuck) = (Word::NONE, Word::NONE);
    let mut batch = Batch { cycle, enter, order, board, playing, stuck, many_until: 0 };
    let mut outcomes = Outcomes::with_room(order.states.len(), cycle.tally.roles);
    let mut refused = Vec::new();
    for (states, first) in order.states.chunks(LANES).zip((0..).step_by(LANES)) {
        let lanes = batch.begin(states);
        batch.play();
        batch.write(states.len(), lanes, &mut outcomes);
        (Word::up_to(states.len()) & !lanes).each(|lane| refused.push(first + lane as u32));
    }
    (outcomes, refused)
}

/// Lanes that play one game each.
struct Batch<'a> {
    cycle: &'a Cycle,
    enter: &'a Part,
    order: &'a Order<'a>,
    /// Its homes are those of the lanes that wait for the phase in which they begin.
    board: &'a mut Board,
    /// The lanes whose game is not over.
    playing: Word,
    /// The lanes in which a role had no legal move.
    stuck: Word,
    /// After how many steps many lanes played for the last time.
    many_until: u64,
}

/// More lanes than this are many.
const MANY: u64 = LANES as u64 / 4 * 3;

impl Batch<'_> {
    /// Puts states into the first lanes; those lanes in which they are played out.
    fn begin(&mut self, states: &[State]) -> Word {
        put_first(&mut self.board.origins, states);
        self.board.homes.fill(Word::NONE);
        self.playing = self.board.enter(self.enter, Word::up_to(states.len()));
        self.stuck = Word::NONE;
        self.board.goals.fill(Word::NONE);
        self.playing
    }

    /// Plays until all games are over, or too long.
    fn play(&mut self) {
        let phases = self.cycle.steps.len();
        // The longest game decides how many steps there are; it is likely to be among the most.
        let begin = (0..phases).max_by_key(|&phase| self.board.homes[phase].count());
        let mut phase = begin.unwrap_or(0);
        // Some lanes begin later, and the end may be seen a step after it was reached.
        let steps = self.order.max_length.saturating_add(phases as u64);
        let mut played = 0;
        self.many_until = 0;
        self.lay_out(phase);
        while self.playing.any() && played < steps {
            let masks = self.order.masks.get(phase).map_or(&[][..], |masks| masks);
            self.board.run(&self.cycle.steps[phase], masks);
            let next = (phase + 1) % phases;
            self.note(phase, next);
            self.wake(next);
            phase = next;
            played += 1;
            if let Some(squeeze) = self.squeeze_after(played) {
                self.play_rest(squeeze, phase, steps - played);
                break;
            }
        }
        if let Some(finish) = &self.cycle.finish {
            self.board.run(finish, &[]);
            self.note_goals(0, 0);
        }
    }

    /// How the lanes are moved together after so many steps, if they should be: when they fit, have all begun, and are
    /// likely to play for long enough. From when a quarter of the lanes is done until less than half play, about half as
    /// many steps are made as then remain.
    fn squeeze_after(&mut self, played: u64) -> Option<Squeeze> {
        let worth = self.cycle.worth_squeezing?;
        let playing = self.playing.count();
        if playing > MANY {
            self.many_until = played;
        }
        let likely = 2 * (played - self.many_until);
        let is_time = playing <= HALF_LANES as u64
            && played >= self.cycle.steps.len() as u64
            && likely >= worth;
        if is_time { Squeeze::new(self.playing) } else { None }
    }

    /// Plays at most so many steps from a phase on with lanes that are moved together.
    fn play_rest(&mut self, squeeze: Squeeze, phase: usize, steps: u64) {
        let tail = Tail::new(self.cycle, self.order, self.board, squeeze, phase);
        let rest = tail.play(phase, steps);
        self.playing = rest.playing;
        self.stuck = self.stuck | rest.stuck;
    }

    /// Puts the states of the lanes that begin in a phase on the board; the others rest.
    fn lay_out(&mut self, phase: usize) {
        let Board { state, origins, homes, .. } = &mut *self.board;
        let facts = &self.cycle.steps[phase].step.facts;
        for (word, fact) in state.iter_mut().zip(facts) {
            *word = origins[fact.0 as usize];
        }
        let begin = std::mem::replace(&mut homes[phase], Word::NONE);
        let others = &mut state[facts.len()..self.cycle.state_words(phase)];
        others.fill(Word::NONE);
        others[0] = if self.cycle.finish.is_some() { !begin } else { begin };
    }

    /// Lets the lanes begin that wait for a phase.
    fn wake(&mut self, phase: usize) {
        let Board { state, origins, homes, .. } = &mut *self.board;
        let begin = std::mem::replace(&mut homes[phase], Word::NONE);
        if !begin.any() {
            return;
        }
        let facts = &self.cycle.steps[phase].step.facts;
        let resting = &mut state[facts.len()];
        if self.cycle.finish.is_some() {
            *resting = *resting & !begin;
            return;
        }
        *resting = *resting | begin;
        replace(state, begin, facts, origins);
    }

    /// Notes which games are over after a step of a phase, and what they have come to.
    fn note(&mut self, phase: usize, next: usize) {
        let tail = self.cycle.state_words(next);
        let done = self.board.state[tail + DONE];
        if done.any() {
            self.playing = self.playing & !done;
            if self.cycle.finish.is_none() {
                self.note_goals(tail, phase);
            }
        }
    }

    /// Notes what games have come to, from what a program has counted and where it found which goals.
    fn note_goals(&mut self, tail: usize, program: usize) {
        let Board { state, goals, .. } = &mut *self.board;
        let tail = &state[tail..];
        self.stuck = self.stuck | tail[STUCK];
        for (&place, word) in self.cycle.places[program].iter().zip(&tail[GOALS..]) {
            goals[place] = goals[place] | *word;
        }
    }

    /// Writes down what has become of so many states, which were played out in these lanes.
    fn write(&self, states: usize, lanes: Word, outcomes: &mut Outcomes) {
        let Outcomes { counts, goals, .. } = outcomes;
        let over = lanes & !(self.stuck | self.playing);
        self.cycle.tally.write(&self.board.goals, over, states, goals);
        let first = counts.len();
        counts.resize(first + states, Counts { finished: 1, left: 0 });
        let counts = &mut counts[first..];
        (Word::up_to(states) & !over).each(|lane| counts[lane].finished = 0);
        (lanes & !over).each(|lane| counts[lane].left = 1);
    }
}
