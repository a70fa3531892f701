//! What is thought of afterstates before they are met: values of another game, brought over (document 000, section 6.3.2).

use super::Values;
use game::{Fact, Machine, State, StopReason};

/// Thinks something of afterstates.
pub trait Prior: Send {
    /// What an afterstate is worth that is reached from a state, if something is thought of it.
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason>;
}

/// Thinks nothing.
pub struct Nothing;

impl Prior for Nothing {
    fn value(
        &mut self,
        _: &mut dyn Machine,
        _: &State,
        _: &State,
    ) -> Result<Option<f64>, StopReason> {
        Ok(None)
    }
}

/// A way to see states of one game as states of another, given and answered as texts of facts. There may be several: the parts of a board.
pub type Translation = Box<dyn FnMut(&[String]) -> Vec<Vec<String>> + Send>;

/// The values of another game: the mean of those states that a state is seen as.
pub struct Translated {
    source: Box<dyn Machine>,
    values: Values,
    translation: Translation,
    /// Whether the goals are the opposite.
    is_inverted: bool,
}

impl Translated {
    /// The values of a game, whose machine this is.
    pub fn new(
        source: Box<dyn Machine>,
        values: Values,
        translation: Translation,
        is_inverted: bool,
    ) -> Translated {
        Translated { source, values, translation, is_inverted }
    }
}

impl Prior for Translated {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        _: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        let texts = machine.state_texts(after);
        let (mut sum, mut count) = (0.0, 0);
        for texts in (self.translation)(&texts) {
            let facts: Option<Vec<Fact>> =
                texts.iter().map(|text| self.source.find_fact(text)).collect();
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
