//! Features of the ends of games as an evaluation (GIFL, document 004, which names it among its improvements).

use super::evaluation::Evaluation;
use crate::Hint;
use crate::gifl::{GiflSettings, Guide, Sayings};
use game::{Machine, Role, State, StopReason};
use learn::gifl::Features;
use std::sync::Arc;

/// Compares what features say about both sides.
#[derive(Clone)]
pub struct Balance {
    guide: Guide,
    sayings: Arc<Sayings>,
    role: Role,
}

/// So much better chances make an estimate of 1 / (1 + 1 / e): those of a feature of the first level.
const SCALE: f64 = 100.0;

impl Balance {
    /// For a role of two.
    pub fn new(features: &Features, settings: &GiflSettings, role: Role) -> Balance {
        let sayings = Arc::new(Sayings::new(features, settings));
        Balance { guide: Guide::new(features, settings, role), sayings, role }
    }
}

impl Evaluation for Balance {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        self.guide.look(machine, state);
        let other = Role(1 - self.role.0);
        let better = self.guide.chances(self.role) - self.guide.chances(other);
        Ok(1.0 / (1.0 + (-better / SCALE).exp()))
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }

    fn hints(&mut self, machine: &mut dyn Machine, state: &State) -> Result<Vec<Hint>, StopReason> {
        self.sayings.hints(machine, state)
    }
}
