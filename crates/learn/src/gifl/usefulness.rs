//! The usefulness of features, measured in random games.
//!
//! Goals of roles that made a feature's move where it was possible are compared with goals of roles that made another
//! move. `gifl` suggests leaving out features without effect (conclusion); the test is our own. Does not find features.

use super::feature::{GiflFeature, GiflFeatures};
use super::random_game::RandomGame;
use game::{Fact, Machine, Move, Role, StopReason};

/// Sum of goals of roles that met a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct GoalSum {
    /// Number of occurrences of the feature.
    count: f64,
    /// The sum of the goals.
    total: f64,
}

impl GoalSum {
    fn add(&mut self, goal: f64) {
        self.count += 1.0;
        self.total += goal;
    }

    fn mean(self) -> f64 {
        self.total / self.count
    }
}

/// Statistics of features in trial games.
#[derive(Clone, Debug, Default)]
pub struct UsefulnessTest {
    /// For each feature: the goals of roles that followed it, and of those that did not.
    records: Vec<[GoalSum; 2]>,
    games: u64,
}

/// A feature that matched in a game, and whether it was followed.
struct Occurrence {
    feature: usize,
    role: Role,
    is_followed: bool,
}

impl UsefulnessTest {
    /// Returns the number of trial games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game without a result.
    pub fn pass(&mut self) {
        self.games += 1;
    }

    /// Adds the statistics of a game.
    pub fn watch(
        &mut self,
        machine: &mut dyn Machine,
        features: &GiflFeatures,
        game: &RandomGame,
    ) -> Result<(), StopReason> {
        self.games += 1;
        self.records.resize(features.len(), Default::default());
        let mut seen = Vec::new();
        let mut legal = Vec::new();
        let mut is_true = Vec::new();
        for (state, &(role, action)) in game.states.iter().zip(&game.moves) {
            machine.legal(state, role, &mut legal)?;
            if legal.len() < 2 {
                continue;
            }
            mark(&machine.facts(state), &mut is_true);
            for (index, (feature, _)) in features.iter().enumerate() {
                if feature.role == role && applies(feature, &is_true, &legal) {
                    let is_followed = feature.moves.binary_search(&action).is_ok();
                    seen.push(Occurrence { feature: index, role, is_followed });
                }
            }
        }
        for Occurrence { feature, role, is_followed } in seen {
            let goal = f64::from(game.goal(role));
            self.records[feature][usize::from(!is_followed)].add(goal);
        }
        Ok(())
    }

    /// Returns the features without those that do not help. A feature helps if roles that followed it got more than
    /// roles that did not, by more than one standard error (chance exceeds it in one of six cases). Features of the
    /// first level stay unless they hurt by as much, and always if they are certain.
    pub fn helpful(&self, features: &GiflFeatures) -> GiflFeatures {
        let mut kept = GiflFeatures::new(features.are_certain);
        for (index, (feature, count)) in features.iter().enumerate() {
            let [followed, not] = self.records.get(index).copied().unwrap_or_default();
            // Goals are between 0 and 100, so that their standard deviation is at most 50.
            let error = 50.0 * (1.0 / followed.count + 1.0 / not.count).sqrt();
            let gain = followed.mean() - not.mean();
            let stays = match (feature.level, features.are_certain) {
                (1, true) => true,
                (1, false) => gain.is_nan() || gain >= -error,
                _ => gain > error,
            };
            if stays {
                kept.add(feature.clone(), count);
            }
        }
        kept
    }
}

/// Marks which facts are true.
fn mark(facts: &[Fact], is_true: &mut Vec<bool>) {
    is_true.fill(false);
    for fact in facts {
        let index = fact.0 as usize;
        if is_true.len() <= index {
            is_true.resize(index + 1, false);
        }
        is_true[index] = true;
    }
}

/// Whether all facts of a feature are true and one of its moves is legal.
fn applies(feature: &GiflFeature, is_true: &[bool], legal: &[Move]) -> bool {
    let holds = |fact: &Fact| is_true.get(fact.0 as usize).copied().unwrap_or(false);
    feature.facts.iter().all(holds)
        && feature.moves.iter().any(|action| legal.binary_search(action).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gifl::FeatureKind;

    fn feature(level: u32, action: u32) -> GiflFeature {
        let (kind, role) = (FeatureKind::Offensive, Role(0));
        GiflFeature { level, kind, role, facts: Vec::new(), moves: vec![Move(action)] }
    }

    #[test]
    fn useless_features_are_left_out_unless_they_are_certain() {
        let mut features = GiflFeatures::default();
        for (level, action) in [(1, 0), (2, 1), (2, 2), (2, 3), (3, 4), (1, 5), (1, 6)] {
            features.add(feature(level, action), 7);
        }
        let record = |count, mean: f64| GoalSum { count, total: count * mean };
        let test = UsefulnessTest {
            records: vec![
                [record(9.0, 0.0), record(9.0, 50.0)],
                [record(100.0, 60.0), record(900.0, 50.0)],
                [record(4.0, 60.0), record(900.0, 50.0)],
                [record(100.0, 40.0), record(900.0, 50.0)],
                [GoalSum::default(), GoalSum::default()],
                [record(9.0, 40.0), record(9.0, 50.0)],
                [GoalSum::default(), GoalSum::default()],
            ],
            games: 1,
        };
        for (certain, expected) in [(true, &[0, 1, 5, 6][..]), (false, &[1, 5, 6])] {
            features.are_certain = certain;
            let kept = test.helpful(&features);
            let moves: Vec<u32> = kept.iter().map(|(feature, _)| feature.moves[0].0).collect();
            assert_eq!(moves, expected);
            assert!(kept.iter().all(|(_, count)| count == 7));
        }
    }
}
