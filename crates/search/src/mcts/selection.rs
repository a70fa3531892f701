//! Selection of moves in the tree: UCT, with RAVE if wanted (`cadia`, sections 2 and 3.3).

use super::tree::{MoveStatistics, RoleMoves};
use game::{Best, Random};
use rand::RngExt;

/// Parameters of the selection.
pub struct Selection {
    /// Weight of exploration (C of UCT).
    pub exploration: f64,
    /// RAVE's equivalence parameter; `None` for no RAVE.
    pub rave: Option<f64>,
    /// Number of visits of a node during which only its priority moves are chosen.
    pub patience: u32,
}

impl Selection {
    /// Chooses a move in a node with this number of visits, and returns its index. Moves that were never made come
    /// first, in random order.
    pub fn choose(&self, options: &RoleMoves, visits: u32, random: &mut Random) -> usize {
        match options.priority() {
            first if !first.is_empty() && visits < self.patience => {
                let first = first.iter().map(|&index| index as usize);
                self.choose_among(first, options.stats(), visits, random)
            }
            _ => self.choose_among(0..options.stats().len(), options.stats(), visits, random),
        }
    }

    fn choose_among(
        &self,
        indexes: impl ExactSizeIterator<Item = usize> + Clone,
        stats: &[MoveStatistics],
        visits: u32,
        random: &mut Random,
    ) -> usize {
        if indexes.len() == 1 {
            return indexes.clone().next().unwrap_or(0);
        }
        let mut fresh = indexes.clone().filter(|&index| stats[index].visits == 0);
        let count = fresh.clone().count();
        if count > 0 {
            return fresh.nth(random.random_range(0..count)).unwrap_or(0);
        }
        let beta = self.beta(visits);
        let log = f64::from(visits.max(1)).ln();
        let merit = |stat: &MoveStatistics| {
            let bonus = self.exploration * (log / f64::from(stat.visits)).sqrt();
            estimate(stat, beta) + bonus
        };
        let mut best = Best::default();
        for index in indexes {
            best.offer(index, merit(&stats[index]), random);
        }
        best.chosen().unwrap_or(0)
    }

    /// Returns the value of a move in a node with this number of visits.
    pub fn value(&self, stat: &MoveStatistics, visits: u32) -> f64 {
        estimate(stat, self.beta(visits))
    }

    /// Returns the weight of RAVE's estimate in a node with this number of visits.
    fn beta(&self, visits: u32) -> f64 {
        self.rave.map_or(0.0, |k| (k / (3.0 * f64::from(visits) + k)).sqrt())
    }
}

/// Returns the mean of a move, mixed with RAVE's mean by this weight; if RAVE has none, the mean alone.
fn estimate(stat: &MoveStatistics, beta: f64) -> f64 {
    if stat.rave_visits == 0 {
        return stat.mean();
    }
    let rave = stat.rave_total / f64::from(stat.rave_visits);
    beta * rave + (1.0 - beta) * stat.mean()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Move;

    #[test]
    fn priority_moves_come_before_all_others() {
        let mut options = RoleMoves::new(&[Move(3), Move(5), Move(8), Move(9)]);
        options.prioritise(&[1, 3]);
        let selection = Selection { exploration: 40.0, rave: None, patience: 30 };
        let mut random = game::random(1);
        let mut chosen = |visits| -> Vec<usize> {
            (0..100).map(|_| selection.choose(&options, visits, &mut random)).collect()
        };
        assert!(chosen(29).iter().all(|index| [1, 3].contains(index)));
        let all = chosen(30);
        assert!((0..4).all(|index| all.contains(&index)), "{all:?}");
    }
}
