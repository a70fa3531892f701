//! Choosing in the tree: UCT, with RAVE if wanted (document 002, sections 2 and 3.3).

use super::tree::{Options, Stat};
use game::{Best, Random};
use rand::RngExt;

/// How to choose in the tree.
pub struct Selection {
    /// UCT's constant.
    pub exploration: f64,
    /// RAVE's equivalence parameter.
    pub rave: Option<f64>,
    /// So many visits of a node go to its urgent moves alone.
    pub patience: u32,
}

impl Selection {
    /// The index of the move to make in a node that simulations came by so often. Moves that were never made come first, in
    /// random order.
    pub fn choose(&self, options: &Options, visits: u32, random: &mut Random) -> usize {
        match options.urgent() {
            urgent if !urgent.is_empty() && visits < self.patience => {
                let urgent = urgent.iter().map(|&index| index as usize);
                self.choose_among(urgent, options.stats(), visits, random)
            }
            _ => self.choose_among(0..options.stats().len(), options.stats(), visits, random),
        }
    }

    fn choose_among(
        &self,
        indexes: impl ExactSizeIterator<Item = usize> + Clone,
        stats: &[Stat],
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
        let merit = |stat: &Stat| {
            let bonus = self.exploration * (log / f64::from(stat.visits)).sqrt();
            estimate(stat, beta) + bonus
        };
        let mut best = Best::default();
        for index in indexes {
            best.offer(index, merit(&stats[index]), random);
        }
        best.chosen().unwrap_or(0)
    }

    /// What a move is worth in a node that simulations came by so often.
    pub fn worth(&self, stat: &Stat, visits: u32) -> f64 {
        estimate(stat, self.beta(visits))
    }

    /// The share of RAVE's estimate.
    fn beta(&self, visits: u32) -> f64 {
        self.rave.map_or(0.0, |k| (k / (3.0 * f64::from(visits) + k)).sqrt())
    }
}

/// The mean of a move, mixed with RAVE's by the share that this has; without one of RAVE, the mean alone.
fn estimate(stat: &Stat, beta: f64) -> f64 {
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
    fn urgent_moves_come_before_all_others() {
        let mut options = Options::new(&[Move(3), Move(5), Move(8), Move(9)]);
        options.urge(&[1, 3]);
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
