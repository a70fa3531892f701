//! Playouts from single states, without a tree.

use super::MctsSettings;
use super::playout::Playout;
use super::simulation::Simulation;
use crate::alphabeta::Evaluation;
use game::{Machine, Random, Role, State, StopReason};

/// Plays out single states by a policy.
pub struct Estimator {
    machine: Box<dyn Machine>,
    playout: Playout,
    simulation: Simulation,
    length: usize,
}

impl Estimator {
    /// Creates an estimator by the policy of these settings. If heuristics are given, every role maximises its own.
    pub fn new(
        mut machine: Box<dyn Machine>,
        settings: &MctsSettings,
        role_heuristics: Vec<Box<dyn Evaluation>>,
        seed: u64,
    ) -> Result<Estimator, StopReason> {
        let mut playout = Playout::new(&settings.policy, &mut *machine, seed)?;
        playout.follow_heuristics(role_heuristics);
        let simulation = Simulation::new(machine.roles().len());
        Ok(Estimator { machine, playout, simulation, length: settings.length })
    }

    /// Returns the goal of a role in a playout from a state; `None` if the playout was aborted.
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
