//! Single states played out again and again, without a tree.

use super::MctsSettings;
use super::playout::Playout;
use super::simulation::Simulation;
use crate::alphabeta::Evaluation;
use game::{Machine, Random, Role, State, StopReason};

/// Plays states out.
pub struct Estimator {
    machine: Box<dyn Machine>,
    playout: Playout,
    simulation: Simulation,
    length: usize,
}

impl Estimator {
    /// By the policy of these settings, in which every role makes as much as it can of something, if that is given.
    pub fn new(
        mut machine: Box<dyn Machine>,
        settings: &MctsSettings,
        leanings: Vec<Box<dyn Evaluation>>,
        seed: u64,
    ) -> Result<Estimator, StopReason> {
        let mut playout = Playout::new(&settings.policy, &mut *machine, seed)?;
        playout.lean(leanings);
        let simulation = Simulation::new(machine.roles().len());
        Ok(Estimator { machine, playout, simulation, length: settings.length })
    }

    /// What a role gets in a playout; nothing if it came to no end.
    pub fn goal(
        &mut self,
        state: &State,
        role: Role,
        random: &mut Random,
    ) -> Result<Option<f64>, StopReason> {
        self.simulation.begin();
        let (machine, state) = (&mut *self.machine, state.clone());
        let is_over =
            self.playout.play(machine, state, self.length, random, &mut self.simulation)?;
        Ok(is_over.then(|| self.simulation.goals[role.0 as usize]))
    }
}
