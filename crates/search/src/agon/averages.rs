//! Averages of moves wherever they are made, in comparison with the other moves that could be made: they guide
//! playouts, as MAST does in CadiaPlayer.

use super::expansion::Expansion;
use game::{Move, Role};

/// Means of every move of every role over all expansions, as differences to the mean of all moves of the expansion.
pub struct MoveAverages {
    temperature: f64,
    roles: Vec<Vec<Mean>>,
    expansions: u64,
}

#[derive(Clone, Copy, Default)]
struct Mean {
    count: f64,
    total: f64,
}

impl MoveAverages {
    /// Creates averages for a game with this number of roles; no move has been seen.
    pub fn new(roles: usize, temperature: f64) -> MoveAverages {
        MoveAverages { temperature, roles: vec![Vec::new(); roles], expansions: 0 }
    }

    /// Returns the number of expansions that were learnt from.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Adds the values that the moves of a new node had in its expansion to their averages.
    pub fn learn(&mut self, expansion: &Expansion) {
        self.expansions += 1;
        for (role, edges) in
            expansion.options.iter().enumerate().filter(|(_, edges)| edges.len() > 1)
        {
            let mean = expansion.mean(role);
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

    /// Returns the probability of a role's move in relation to others.
    pub fn weight(&self, role: Role, action: Move) -> f64 {
        let known = self.roles[role.0 as usize].get(action.0 as usize).copied();
        let Mean { count, total } = known.unwrap_or_default();
        (total / (count + 1.0) / self.temperature).exp()
    }
}
