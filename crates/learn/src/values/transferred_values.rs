//! Values of one game as a prior for another: the mappings between the states of two games.
//!
//! The mappings are those of `kuhl`, table 6.1: direct, inverse and average. Finding out how two games are alike is the
//! task of `analyze`.

use super::{Prior, Values};
use analyze::{Likeness, Portrait};
use game::{Fact, Machine, MachineExt, State, StopReason};
use term::Term;

/// Translates a state of one game, given as the terms of its facts sorted by their text, to states of another game. It
/// returns several states where the other board is smaller: one for each part of the board that is as large.
pub type StateTranslator = Box<dyn FnMut(&[Term]) -> Vec<Vec<Term>> + Send>;

/// Values of a source game as a prior for a target game: the mean of the values of the source states that a target
/// state is translated to.
pub struct TransferredValues {
    source: Box<dyn Machine>,
    values: Values,
    translator: StateTranslator,
    /// Whether the goals of the two games are opposite, so that a value v counts 100 − v.
    is_inverted: bool,
}

impl TransferredValues {
    /// Creates the prior from the likeness of two games. The first portrait is that of the target game, the second that
    /// of the source; the likeness is that of the target with the source. `None` if states of the target cannot be
    /// translated.
    pub fn by_likeness(
        source: Box<dyn Machine>,
        values: Values,
        portraits: [&Portrait; 2],
        likeness: &Likeness,
    ) -> Option<TransferredValues> {
        let [here, there] = portraits;
        let mapping = analyze::StateTranslation::new(here, there, likeness)?;
        let is_unknown = |fact: Fact| mapping.is_unknown(&source.vocabulary().fact_term(fact));
        let values =
            if mapping.has_unknown() { values.without(&*source, &is_unknown) } else { values };
        let translator: StateTranslator = Box::new(move |facts| mapping.states(facts));
        Some(TransferredValues::new(source, values, translator, likeness.is_inverted()))
    }

    /// Creates the prior from a machine of the source game, its values and a translator.
    pub fn new(
        source: Box<dyn Machine>,
        values: Values,
        translator: StateTranslator,
        is_inverted: bool,
    ) -> TransferredValues {
        TransferredValues { source, values, translator, is_inverted }
    }
}

impl Prior for TransferredValues {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        _: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        let terms = machine.state_terms(after);
        let (mut sum, mut count) = (0.0, 0);
        for terms in (self.translator)(&terms) {
            let vocabulary = self.source.vocabulary();
            let facts: Option<Vec<Fact>> =
                terms.iter().map(|term| vocabulary.find_fact(term)).collect();
            let Some(mut facts) = facts else { continue };
            facts.sort_unstable();
            if let Some(value) = self.values.get(&self.source.state(&facts)) {
                sum += value;
                count += 1;
            }
        }
        let mean = (count > 0).then(|| sum / f64::from(count));
        Ok(mean.map(|mean| if self.is_inverted { 100.0 - mean } else { mean }))
    }
}
