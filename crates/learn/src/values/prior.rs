//! What is thought of afterstates before they are met: values of another game, brought over (document 000, section 6.3.2).

use super::Values;
use analyze::{Likeness, Portrait};
use game::{Fact, Machine, State, StopReason};
use hashbrown::HashMap;

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

impl<P: Prior + ?Sized> Prior for Box<P> {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        (**self).value(machine, before, after)
    }
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

/// What was learnt of the same game.
impl Prior for Values {
    fn value(
        &mut self,
        _: &mut dyn Machine,
        _: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        Ok(self.get(after))
    }
}

/// Thinks of every afterstate once, and then what it thought the first time.
pub struct Once<P> {
    prior: P,
    thoughts: HashMap<State, Option<f64>>,
}

/// No more thoughts are kept.
const MOST_THOUGHTS: usize = 4_000_000;

impl<P: Prior> Once<P> {
    /// For a prior that takes its time.
    pub fn new(prior: P) -> Once<P> {
        Once { prior, thoughts: HashMap::new() }
    }
}

impl<P: Prior> Prior for Once<P> {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        if let Some(&thought) = self.thoughts.get(after) {
            return Ok(thought);
        }
        let thought = self.prior.value(machine, before, after)?;
        if self.thoughts.len() < MOST_THOUGHTS {
            self.thoughts.insert(after.clone(), thought);
        }
        Ok(thought)
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
    /// The values of a game that another one is like, for the other one, whose portrait is the first; nothing if its states cannot be seen as
    /// states of the source. The likeness is that of the other one with the source.
    pub fn by_likeness(
        source: Box<dyn Machine>,
        values: Values,
        portraits: [&Portrait; 2],
        likeness: &Likeness,
    ) -> Option<Translated> {
        let [here, there] = portraits;
        let way = analyze::Translation::new(here, there, likeness)?;
        let is_unknown = |fact: Fact| way.is_unknown(&source.fact_text(fact));
        let values = match way.has_unknown() {
            true => values.without(&*source, &is_unknown),
            false => values,
        };
        let translation: Translation = Box::new(move |facts| way.states(facts));
        Some(Translated::new(source, values, translation, likeness.is_inverted()))
    }

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
