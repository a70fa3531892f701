//! How good moves are wherever they are made, in comparison with what else could be done: what guides playouts.

use super::look::Look;
use game::{Move, Role};

/// The mean of every move of every role over all looks, as the difference to the mean of all moves that were tried there.
pub struct Habits {
    temperature: f64,
    roles: Vec<Vec<Mean>>,
    looks: u64,
}

#[derive(Clone, Copy, Default)]
struct Mean {
    count: f64,
    total: f64,
}

impl Habits {
    /// Nothing is known yet of a game with so many roles.
    pub fn new(roles: usize, temperature: f64) -> Habits {
        Habits { temperature, roles: vec![Vec::new(); roles], looks: 0 }
    }

    /// How many looks it has learnt from.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Learns from a look.
    pub fn learn(&mut self, look: &Look) {
        self.looks += 1;
        for (role, edges) in look.options.iter().enumerate().filter(|(_, edges)| edges.len() > 1) {
            let mean = look.mean(role);
            for edge in edges {
                let (means, action) = (&mut self.roles[role], edge.action.0 as usize);
                if means.len() <= action {
                    means.resize(action + 1, Mean::default());
                }
                means[action].count += 1.0;
                means[action].total += edge.total - mean;
            }
        }
    }

    /// How likely a role's move should be made, in comparison with others.
    pub fn weight(&self, role: Role, action: Move) -> f64 {
        let known = self.roles[role.0 as usize].get(action.0 as usize).copied();
        let Mean { count, total } = known.unwrap_or_default();
        (total / (count + 1.0) / self.temperature).exp()
    }
}
