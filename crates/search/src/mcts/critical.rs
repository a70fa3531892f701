//! Decisions in a tree, and how much seems to depend on them (`kuhl`, section 6.4.3, "critical states").

use super::tree::{RoleMoves, Tree};
use game::{Move, Role, State};

/// A state in which one role alone has a choice, with its best and its worst move by a tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// State in which the role chooses.
    pub state: State,
    /// Role that has a choice.
    pub role: Role,
    /// The move with the most visits.
    pub best: Move,
    /// The move with the lowest mean.
    pub worst: Move,
    /// Difference of their means, from 0 to 100. UCT soon abandons a move that did badly by chance, so this may be much
    /// too great.
    pub spread: f64,
    /// Standard error of the difference, if goals differ as much as they can.
    pub doubt: f64,
}

impl Tree {
    /// Returns all decisions in which each move was tried, and at least this often in the mean, in the order in which
    /// their nodes were added.
    ///
    /// DIVERGENCE: states in which several roles choose at the same time are left out. The value of a move depends on
    /// the moves of the others there, and is not its mean.
    pub fn decisions(&self, least: u32) -> impl Iterator<Item = Decision> {
        self.ids().filter_map(move |node| {
            let mut choosing =
                (0..self.roles()).filter(|&role| self.options(node, role).moves().len() > 1);
            let (Some(role), None) = (choosing.next(), choosing.next()) else { return None };
            let (best, worst, [spread, doubt]) = extremes(self.options(node, role), least)?;
            let (state, role) = (self.state(node).clone(), Role(role as u32));
            Some(Decision { state, role, best, worst, spread, doubt })
        })
    }
}

/// Largest standard deviation of goals from 0 to 100.
const DEVIATION: f64 = 50.0;

/// Returns the move with the most visits, the move with the lowest mean, and the difference of their means with its
/// standard error; `None` if moves were tried too seldom.
fn extremes(options: &RoleMoves, least: u32) -> Option<(Move, Move, [f64; 2])> {
    let stats = options.stats();
    let visits: u64 = stats.iter().map(|stat| u64::from(stat.visits)).sum();
    let is_untried = stats.iter().any(|stat| stat.visits == 0);
    if is_untried || visits < u64::from(least) * stats.len() as u64 {
        return None;
    }
    let tried = || options.moves().iter().zip(stats);
    let (&best, most) = tried().max_by_key(|(_, stat)| stat.visits)?;
    let (&worst, lowest) = tried().min_by(|(_, a), (_, b)| a.mean().total_cmp(&b.mean()))?;
    let variance = 1.0 / f64::from(most.visits) + 1.0 / f64::from(lowest.visits);
    Some((best, worst, [most.mean() - lowest.mean(), DEVIATION * variance.sqrt()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_were_seldom_tried_do_not_make_a_decision() {
        let mut options = RoleMoves::new(&[Move(3), Move(5), Move(8)]);
        assert_eq!(extremes(&options, 0), None);
        for (stat, (visits, mean)) in
            options.stats_mut().iter_mut().zip([(22, 60.0), (64, 70.0), (4, 10.0)])
        {
            (stat.visits, stat.total) = (visits, f64::from(visits) * mean);
        }
        let (best, worst, [spread, doubt]) = extremes(&options, 30).expect("all were tried");
        assert_eq!((best, worst, spread), (Move(5), Move(8), 60.0));
        assert!((doubt - 50.0 * (0.25f64 + 1.0 / 64.0).sqrt()).abs() < 1e-9, "{doubt}");
        assert_eq!(extremes(&options, 31), None);
    }
}
