//! Places of the words of state that programs of play read and write.
//!
//! The words of a state are, in this order: the *origins* (for each phase, the lanes whose next game begins in it, and
//! the facts with which these games begin; only if lanes have states of their own and begin by themselves), the facts
//! that are not known in the phase, and the *control words*, which tell the lanes that play. After the state, a program
//! writes its *results*.

use super::Refill;
use crate::word::{LaneWord, Word};
use circuit::phases::Phases;
use game::Fact;
use std::ops::Range;

/// The places of the words of state in one phase.
#[derive(Clone, Debug, Default)]
pub struct StateLayout {
    origins: Origins,
    facts: Vec<Fact>,
    controls: Controls,
}

/// The words of the origins, which are the first ones of a state: those of the phases, then those of the facts.
#[derive(Clone, Copy, Debug, Default)]
struct Origins {
    /// Number of phases in which lanes may begin.
    phases: usize,
    /// Number of facts of the states with which lanes begin.
    facts: usize,
}

impl Origins {
    /// Returns the origins of fused steps.
    fn new(phases: &Phases, refill: Refill) -> Origins {
        match refill {
            Refill::Initial | Refill::Never => Origins::default(),
            Refill::Own => Origins { phases: phases.count(), facts: all_facts(phases).len() },
        }
    }
}

/// The control words of a state, which tell the lanes that play.
#[derive(Clone, Copy, Debug, Default)]
enum Controls {
    /// None: the state has only facts.
    #[default]
    None,
    /// A word with the lanes that are active.
    Active,
    /// A word for each of some phases, with the lanes that rest in a state of the phase, and a word with the lanes that
    /// rest because a role had no legal move.
    Resting {
        /// Number of phases.
        phases: usize,
    },
}

impl Controls {
    /// Returns the number of control words.
    fn words(self) -> usize {
        match self {
            Controls::None => 0,
            Controls::Active => 1,
            Controls::Resting { phases } => phases + 1,
        }
    }
}

impl StateLayout {
    /// Returns the layout of fused steps.
    pub fn fused(phases: &Phases, phase: usize, refill: Refill) -> StateLayout {
        let (origins, facts) = (Origins::new(phases, refill), unknown_in(phases, phase));
        StateLayout { origins, facts, controls: Controls::Active }
    }

    /// Returns the layout of deferred steps, which is the same for all phases.
    pub fn deferred(phases: &Phases) -> StateLayout {
        let controls = Controls::Resting { phases: phases.count() };
        StateLayout { origins: Origins::default(), facts: unknown_somewhere(phases), controls }
    }

    /// Returns a layout of facts only.
    pub fn of_facts(facts: Vec<Fact>) -> StateLayout {
        StateLayout { origins: Origins::default(), facts, controls: Controls::None }
    }

    /// Returns the number of words of the origins.
    pub fn origin_words(&self) -> usize {
        self.origin_facts().end
    }

    /// Returns the places of the words of all phases in which lanes may begin.
    pub fn origin_phases(&self) -> Range<usize> {
        0..self.origins.phases
    }

    /// Returns the places of the words of all facts with which lanes begin.
    pub fn origin_facts(&self) -> Range<usize> {
        let first = self.origin_phases().end;
        first..first + self.origins.facts
    }

    /// Returns the place of the word with the lanes whose next game begins in a phase.
    pub fn origin_phase(&self, phase: usize) -> usize {
        self.origin_phases().start + phase
    }

    /// Returns the place of the word of a fact with which lanes begin their next game.
    pub fn origin_fact(&self, fact: Fact) -> usize {
        self.origin_facts().start + fact.0 as usize
    }

    /// Returns the facts of the fact words, in their order.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Returns the places of the facts.
    pub fn fact_words(&self) -> Range<usize> {
        let first = self.origin_words();
        first..first + self.facts.len()
    }

    /// Returns the places of the control words.
    pub fn control_words(&self) -> Range<usize> {
        let first = self.fact_words().end;
        first..first + self.controls.words()
    }

    /// Returns the number of words of the state.
    pub fn words(&self) -> usize {
        self.control_words().end
    }

    /// Returns the place of the control word of a fused step: the lanes that are active.
    pub fn active(&self) -> usize {
        self.fact_words().end
    }

    /// Returns the place of a control word of deferred steps: the lanes that rest in a state of a phase.
    pub fn resting(&self, phase: usize) -> usize {
        self.fact_words().end + phase
    }

    /// Returns the place of the last control word of deferred steps: the lanes that rest because a role had no legal
    /// move.
    pub fn stuck(&self) -> usize {
        self.words() - 1
    }

    /// Gives lanes the facts of their origins.
    pub fn load(&self, state: &mut [Word], lanes: Word, origins: &[Word]) {
        for (word, fact) in state[self.fact_words()].iter_mut().zip(&self.facts) {
            *word = lanes.choose(origins[fact.0 as usize], *word);
        }
    }

    /// Lets lanes play. Their facts are already those of the phase.
    pub fn begin(&self, state: &mut [Word], lanes: Word) {
        match self.controls {
            Controls::None => {}
            Controls::Active => state[self.active()] = state[self.active()] | lanes,
            Controls::Resting { .. } => {
                state[self.control_words()].iter_mut().for_each(|word| *word = *word & !lanes);
            }
        }
    }

    /// Lets lanes rest, so that steps make no move in them.
    pub fn rest(&self, state: &mut [Word], lanes: Word) {
        match self.controls {
            Controls::None => {}
            Controls::Active => state[self.active()] = state[self.active()] & !lanes,
            Controls::Resting { .. } => state[self.resting(0)] = state[self.resting(0)] | lanes,
        }
    }

    /// Whether the facts of lanes that rest stay as they are. If not, they have to be loaded before the lanes begin.
    pub fn keeps_resting_facts(&self) -> bool {
        matches!(self.controls, Controls::Resting { .. })
    }

    /// Returns the lanes that play.
    pub fn playing(&self, state: &[Word]) -> Word {
        match self.controls {
            Controls::None => Word::NONE,
            Controls::Active => state[self.active()],
            Controls::Resting { .. } => {
                !state[self.control_words()].iter().fold(Word::NONE, |all, word| all | *word)
            }
        }
    }

    /// Returns the results that a program wrote after a state of this layout.
    #[inline(always)]
    pub fn results<'w, W: LaneWord>(&self, words: &'w [W]) -> StepResults<'w, W> {
        let words = &words[self.words()..];
        StepResults { done: words[0], stuck: words[1], goals: &words[2..] }
    }
}

/// The results of a step or of a search for goals.
pub struct StepResults<'w, W> {
    /// The lanes whose game has ended or cannot go on.
    pub done: W,
    /// Those of them in which a role had no legal move.
    pub stuck: W,
    /// For each goal that the program finds, the lanes that have reached it. Other words may follow.
    pub goals: &'w [W],
}

/// Returns the facts that are neither known to be true nor known to be false in a phase.
fn unknown_in(phases: &Phases, phase: usize) -> Vec<Fact> {
    all_facts(phases).filter(|&fact| phases.known(phase, fact).is_none()).collect()
}

/// Returns the facts that are unknown in some phase.
fn unknown_somewhere(phases: &Phases) -> Vec<Fact> {
    let is_unknown = |fact: &Fact| (0..phases.count()).any(|it| phases.known(it, *fact).is_none());
    all_facts(phases).filter(is_unknown).collect()
}

fn all_facts(phases: &Phases) -> impl ExactSizeIterator<Item = Fact> + use<> {
    (0..phases.facts[0].len() as u32).map(Fact)
}
