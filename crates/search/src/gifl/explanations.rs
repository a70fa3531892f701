//! Explanations for people: the features that hold in a state, and the moves that they are about.

use super::GuidanceSettings;
use crate::{DisplayedFeature, MAX_ACTIVE_FEATURES};
use game::{Fact, Machine, MachineExt, Move, Role, State, StopReason};
use hashbrown::HashSet;
use learn::gifl::{FeatureKind, GiflFeature, GiflFeatures, SavedFeature};

/// All features, the most important first.
pub struct Explanations {
    all: Vec<Explanation>,
}

/// A feature with the number of times that it was found, and its value.
struct Explanation {
    feature: GiflFeature,
    count: u32,
    value: f64,
}

impl Explanations {
    /// Sorts the features that the settings keep. Of equal ones those that win come before those that keep from losing,
    /// and those that were found more often before the others.
    pub fn new(features: &GiflFeatures, settings: &GuidanceSettings) -> Explanations {
        let kept = features.iter().filter(|(_, count)| *count >= settings.least);
        let most = features.iter().map(|(_, count)| count).max().unwrap_or(1);
        let explanation = |(feature, count): (&GiflFeature, u32)| {
            let level_value = settings.value(feature.level);
            let value = match feature.kind {
                FeatureKind::Offensive | FeatureKind::Defensive => {
                    level_value * settings.share(count, most)
                }
                FeatureKind::Losing => -level_value,
            };
            Explanation { feature: feature.clone(), count, value }
        };
        let mut all: Vec<Explanation> = kept.map(explanation).collect();
        all.sort_by(|a, b| {
            let greater = b.value.abs().total_cmp(&a.value.abs());
            greater.then(a.feature.kind.cmp(&b.feature.kind)).then(b.count.cmp(&a.count))
        });
        Explanations { all }
    }

    /// Returns the features whose facts are true in a state: one entry for each legal move that a feature is about, or
    /// one without a move if none of its moves is legal.
    pub fn active(
        &self,
        machine: &mut dyn Machine,
        state: &State,
    ) -> Result<Vec<DisplayedFeature>, StopReason> {
        let facts: HashSet<Fact> = machine.facts(state).into_iter().collect();
        let legal = legal(machine, state)?;
        let mut active = Vec::new();
        for explanation in &self.all {
            if active.len() >= MAX_ACTIVE_FEATURES {
                break;
            }
            if explanation.feature.facts.iter().all(|fact| facts.contains(fact)) {
                explanation.list(machine, &legal, &mut active);
            }
        }
        active.truncate(MAX_ACTIVE_FEATURES);
        Ok(active)
    }
}

/// Returns the legal moves of all roles; none if the game is over.
fn legal(machine: &mut dyn Machine, state: &State) -> Result<HashSet<(Role, Move)>, StopReason> {
    let (mut all, mut legal) = (HashSet::new(), Vec::new());
    if machine.terminal(state)? {
        return Ok(all);
    }
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        all.extend(legal.iter().map(|&action| (role, action)));
    }
    Ok(all)
}

impl Explanation {
    /// Adds the feature to a list.
    fn list(
        &self,
        machine: &dyn Machine,
        legal: &HashSet<(Role, Move)>,
        active: &mut Vec<DisplayedFeature>,
    ) {
        let Explanation { feature, count, value } = self;
        let SavedFeature { level, kind, role, facts, moves, .. } =
            SavedFeature::new(machine, feature, *count);
        let (moves, facts) = (moves.join(" "), facts.join(" "));
        let text = format!("level {level}, {kind}, {role}: {moves} if {facts}");
        let (count, value) = (*count, *value);
        let displayed =
            |action: Option<Move>| DisplayedFeature { text: text.clone(), count, value, action };
        let is_legal = |action: &&Move| legal.contains(&(feature.role, **action));
        let before = active.len();
        active.extend(feature.moves.iter().filter(is_legal).map(|&it| displayed(Some(it))));
        if active.len() == before {
            active.push(displayed(None));
        }
    }
}
