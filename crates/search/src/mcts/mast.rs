//! MAST, the move-average sampling technique: the mean goal after a move, wherever it was made (`cadia`, section 3.2).

use super::simulation::Simulation;
use game::Move;

/// Mean goals of every move of every role over all simulations, inside and outside the tree.
pub struct Mast {
    temperature: f64,
    unseen: f64,
    roles: Vec<Vec<Mean>>,
}

#[derive(Clone, Copy)]
struct Mean {
    count: u32,
    mean: f64,
    /// Probability of the move in relation to others: e to the mean divided by the temperature.
    weight: f64,
}

impl Mast {
    /// Creates means for a game with this number of roles. Moves that were never made count as `unseen`.
    pub fn new(roles: usize, temperature: f64, unseen: f64) -> Mast {
        Mast { temperature, unseen, roles: vec![Vec::new(); roles] }
    }

    /// Returns the probability of a role's move in relation to others.
    pub fn weight(&self, role: usize, action: Move) -> f64 {
        let known = self.roles[role].get(action.0 as usize);
        known.map_or_else(|| (self.unseen / self.temperature).exp(), |mean| mean.weight)
    }

    /// Learns from a completed simulation.
    pub fn learn(&mut self, simulation: &Simulation) {
        let weight = (self.unseen / self.temperature).exp();
        let fresh = Mean { count: 0, mean: self.unseen, weight };
        for joint in simulation.joints() {
            for (role, action) in joint.iter().enumerate() {
                let (means, index) = (&mut self.roles[role], action.0 as usize);
                if means.len() <= index {
                    means.resize(index + 1, fresh);
                }
                let entry = &mut means[index];
                let before = if entry.count == 0 { 0.0 } else { entry.mean };
                entry.count += 1;
                entry.mean = before + (simulation.goals[role] - before) / f64::from(entry.count);
                entry.weight = (entry.mean / self.temperature).exp();
            }
        }
    }
}
