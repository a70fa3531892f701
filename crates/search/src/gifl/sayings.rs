//! What features say about a state, for people: which of them hold there, and which moves they speak of.

use super::GiflSettings;
use crate::{Hint, MOST_HINTS};
use game::{Fact, Machine, Move, Role, State, StopReason};
use hashbrown::HashSet;
use learn::gifl::{Feature, Features, Kind, Words};

/// Features, the most important first.
pub struct Sayings {
    all: Vec<Saying>,
}

/// A feature, how often it was found, and what it is worth.
struct Saying {
    feature: Feature,
    count: u32,
    worth: f64,
}

impl Sayings {
    /// Of the features that the settings do not leave out. Equals come in the order in which moves are made by them: what wins before what
    /// keeps from losing, and what was found most often before the rest.
    pub fn new(features: &Features, settings: &GiflSettings) -> Sayings {
        let kept = features.iter().filter(|(_, count)| *count >= settings.least);
        let most = features.iter().map(|(_, count)| count).max().unwrap_or(1);
        let saying = |(feature, count): (&Feature, u32)| {
            let value = settings.value(feature.level);
            let worth = match feature.kind {
                Kind::Offensive | Kind::Defensive => value * settings.share(count, most),
                Kind::Losing => -value,
            };
            Saying { feature: feature.clone(), count, worth }
        };
        let mut all: Vec<Saying> = kept.map(saying).collect();
        all.sort_by(|a, b| {
            let greater = b.worth.abs().total_cmp(&a.worth.abs());
            greater.then(a.feature.kind.cmp(&b.feature.kind)).then(b.count.cmp(&a.count))
        });
        Sayings { all }
    }

    /// The features whose facts are true in a state: one hint for each legal move that a feature speaks of, or one without a move if none is.
    pub fn hints(&self, machine: &mut dyn Machine, state: &State) -> Result<Vec<Hint>, StopReason> {
        let facts: HashSet<Fact> = machine.facts(state).into_iter().collect();
        let legal = legal(machine, state)?;
        let mut hints = Vec::new();
        for saying in &self.all {
            if hints.len() >= MOST_HINTS {
                break;
            }
            if saying.feature.facts.iter().all(|fact| facts.contains(fact)) {
                saying.tell(machine, &legal, &mut hints);
            }
        }
        hints.truncate(MOST_HINTS);
        Ok(hints)
    }
}

/// What each role may do; nothing where the game is over.
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

impl Saying {
    fn tell(&self, machine: &dyn Machine, legal: &HashSet<(Role, Move)>, hints: &mut Vec<Hint>) {
        let Saying { feature, count, worth } = self;
        let Words { level, kind, role, facts, moves, .. } = Words::new(machine, feature, *count);
        let (moves, facts) = (moves.join(" "), facts.join(" "));
        let text = format!("level {level}, {kind}, {role}: {moves} if {facts}");
        let (count, worth) = (*count, *worth);
        let hint = |action: Option<Move>| Hint { text: text.clone(), count, worth, action };
        let is_legal = |action: &&Move| legal.contains(&(feature.role, **action));
        let before = hints.len();
        hints.extend(feature.moves.iter().filter(is_legal).map(|&action| hint(Some(action))));
        if hints.len() == before {
            hints.push(hint(None));
        }
    }
}
