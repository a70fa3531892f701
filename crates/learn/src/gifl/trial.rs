//! Which features help: in random games, those who made a feature's move where it could be made are compared with those who made
//! another one.

use super::feature::{Feature, Features};
use super::sequence::Sequence;
use game::{Fact, Machine, Move, Role, StopReason};

/// What became of roles that saw a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Record {
    count: f64,
    /// The sum of what they got.
    total: f64,
}

impl Record {
    fn add(&mut self, goal: f64) {
        self.count += 1.0;
        self.total += goal;
    }

    fn mean(self) -> f64 {
        self.total / self.count
    }
}

/// Features on trial.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// For each feature: those who followed it, and those who did not.
    records: Vec<[Record; 2]>,
    games: u64,
}

/// A feature that was seen in a game, and whether it was followed.
struct Seen {
    feature: usize,
    role: Role,
    is_followed: bool,
}

impl Trial {
    /// How many games were watched.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game in which nothing was decided.
    pub fn pass(&mut self) {
        self.games += 1;
    }

    /// Watches a game.
    pub fn watch(
        &mut self,
        machine: &mut dyn Machine,
        features: &Features,
        sequence: &Sequence,
    ) -> Result<(), StopReason> {
        self.games += 1;
        self.records.resize(features.len(), Default::default());
        let mut seen = Vec::new();
        let mut legal = Vec::new();
        let mut is_true = Vec::new();
        for (state, &(role, action)) in sequence.states.iter().zip(&sequence.moves) {
            machine.legal(state, role, &mut legal)?;
            if legal.len() < 2 {
                continue;
            }
            mark(&machine.facts(state), &mut is_true);
            for (index, (feature, _)) in features.iter().enumerate() {
                if feature.role == role && applies(feature, &is_true, &legal) {
                    let is_followed = feature.moves.binary_search(&action).is_ok();
                    seen.push(Seen { feature: index, role, is_followed });
                }
            }
        }
        for Seen { feature, role, is_followed } in seen {
            let goal = f64::from(sequence.goals[role.0 as usize]);
            self.records[feature][usize::from(!is_followed)].add(goal);
        }
        Ok(())
    }

    /// The features without those that do not help: who followed them got more than who did not, by more than chance would
    /// do in one of six cases. Those of the first level stay unless they hurt by as much, and in any case if they are certain.
    pub fn helpful(&self, features: &Features) -> Features {
        let mut kept = Features::new(features.are_certain);
        for (index, (feature, count)) in features.iter().enumerate() {
            let [followed, not] = self.records.get(index).copied().unwrap_or_default();
            // Goals are between 0 and 100, so that their deviation is at most 50.
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

/// Notes which facts are true.
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

/// Whether all facts of a feature are true and one of its moves can be made.
fn applies(feature: &Feature, is_true: &[bool], legal: &[Move]) -> bool {
    let holds = |fact: &Fact| is_true.get(fact.0 as usize).copied().unwrap_or(false);
    feature.facts.iter().all(holds)
        && feature.moves.iter().any(|action| legal.binary_search(action).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gifl::Kind;

    fn feature(level: u32, action: u32) -> Feature {
        let (kind, role) = (Kind::Offensive, Role(0));
        Feature { level, kind, role, facts: Vec::new(), moves: vec![Move(action)] }
    }

    #[test]
    fn what_does_not_help_goes_unless_it_is_certain() {
        let mut features = Features::default();
        for (level, action) in [(1, 0), (2, 1), (2, 2), (2, 3), (3, 4), (1, 5), (1, 6)] {
            features.add(feature(level, action), 7);
        }
        let record = |count, mean: f64| Record { count, total: count * mean };
        let trial = Trial {
            records: vec![
                [record(9.0, 0.0), record(9.0, 50.0)],
                [record(100.0, 60.0), record(900.0, 50.0)],
                [record(4.0, 60.0), record(900.0, 50.0)],
                [record(100.0, 40.0), record(900.0, 50.0)],
                [Record::default(), Record::default()],
                [record(9.0, 40.0), record(9.0, 50.0)],
                [Record::default(), Record::default()],
            ],
            games: 1,
        };
        for (certain, expected) in [(true, &[0, 1, 5, 6][..]), (false, &[1, 5, 6])] {
            features.are_certain = certain;
            let kept = trial.helpful(&features);
            let moves: Vec<u32> = kept.iter().map(|(feature, _)| feature.moves[0].0).collect();
            assert_eq!(moves, expected);
            assert!(kept.iter().all(|(_, count)| count == 7));
        }
    }
}
