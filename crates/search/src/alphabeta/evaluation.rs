//! What is thought of states that are not searched further.

use crate::{Hint, MOST_HINTS};
use analyze::Fuzzy;
use game::{Machine, State, StopReason};
use learn::td::{Active, Judgement};

/// Estimates what a state is worth to the side that searches.
pub trait Evaluation: Send {
    /// From 0 for the worst to 1 for the best.
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason>;

    /// The same for another thread.
    fn fork(&self) -> Box<dyn Evaluation>;

    /// Whether it judges the images of a state under symmetries of the boards as the state.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// What it judges by, for people, if there is something to say.
    fn note(&self) -> Option<String> {
        None
    }

    /// What it judges a state by, for people, the most important first.
    fn hints(&mut self, _: &mut dyn Machine, _: &State) -> Result<Vec<Hint>, StopReason> {
        Ok(Vec::new())
    }
}

/// Knows nothing: only results count.
pub struct Blind;

impl Evaluation for Blind {
    fn estimate(&mut self, _: &mut dyn Machine, _: &State) -> Result<f64, StopReason> {
        Ok(0.5)
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(Blind)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// What features are worth, as far as that was learnt.
impl Evaluation for Judgement {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.value(machine, state))
    }

    fn note(&self) -> Option<String> {
        let (features, matches) = (self.features(), self.matches());
        Some(format!("judges by {features} features, learnt from {matches} matches"))
    }

    fn hints(&mut self, machine: &mut dyn Machine, state: &State) -> Result<Vec<Hint>, StopReason> {
        let active = self.active(machine, state).into_iter().take(MOST_HINTS);
        let hint = |it: Active| {
            let Active { feature, count, worth } = it;
            Hint { text: self.text(feature).to_owned(), count, worth, action: None }
        };
        Ok(active.map(hint).collect())
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }
}

/// What is worth little to one side is worth much to the other.
pub struct Opposite(pub Box<dyn Evaluation>);

impl Evaluation for Opposite {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(1.0 - self.0.estimate(machine, state)?)
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(Opposite(self.0.fork()))
    }
}

/// How near the goals are.
impl Evaluation for Fuzzy {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.read(machine, state))
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }
}
