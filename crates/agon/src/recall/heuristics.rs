//! Heuristics that did well, in the game itself or in a variant that has what they look at.

use super::{Recalled, Relative, Target};
use analyze::features;
use game::Role;
use knowledge::Kind;
use search::{Extras, Heuristic, heuristics};
use serde::{Deserialize, Serialize};

/// A heuristic that did well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proven {
    /// What it is called, for people.
    pub name: String,
    /// What it is.
    pub heuristic: Heuristic,
    /// The mean goal of its matches.
    pub score: f64,
    /// That of the same player without a heuristic.
    pub even: f64,
    /// How many matches.
    pub matches: u64,
}

impl Proven {
    /// The same in other words.
    pub fn in_words(&self, word: &dyn Fn(&str) -> String) -> Proven {
        let heuristic = self.heuristic.in_words(word);
        Proven { name: heuristic.to_string(), heuristic, ..*self }
    }
}

/// No more heuristics of a role are read.
const MOST: usize = 100;

/// Tells which heuristics did well for each role, by the first of these games that knows some.
pub fn recall(target: &Target, relatives: &[Relative], recalled: &mut Recalled) {
    let mut known = Vec::new();
    for role in target.machine.role_ids() {
        let own =
            heuristics(features(&target.analysis), role, Extras { mobility: true, goal: false });
        for relative in relatives {
            let found = of_role(target, relative, role, &own);
            if found.is_empty() {
                continue;
            }
            let names: Vec<String> = found.iter().map(Heuristic::to_string).collect();
            let (names, name, how) = (names.join(", "), &relative.name, relative.how());
            let role_name = &target.machine.roles()[role.0 as usize];
            let said = format!("heuristics of {role_name} ({names}) from {name}, which is {how}");
            recalled.say(Kind::Heuristic, said);
            known.extend(found.into_iter().map(|heuristic| (role, heuristic)));
            break;
        }
    }
    recalled.memory.heuristics = known.into();
}

/// The heuristics of this role that a game tells about, the best first, as they are called here. Those that look at something that is not here are
/// left out; what was to be great is to be small if the goal is the opposite one.
fn of_role(target: &Target, relative: &Relative, role: Role, own: &[Heuristic]) -> Vec<Heuristic> {
    let likeness = &relative.likeness;
    let here = &target.machine.roles()[role.0 as usize];
    let item = relative
        .items_of(Kind::Heuristic)
        .find(|item| item.role.as_deref().is_some_and(|there| likeness.name(there) == here));
    let proven = item.and_then(|it| Vec::<Proven>::deserialize(&it.value["heuristics"]).ok());
    let mut proven = proven.unwrap_or_default();
    proven.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut found: Vec<Heuristic> = Vec::new();
    for Proven { heuristic, .. } in proven.iter().take(MOST) {
        let renamed = heuristic.in_words(&|text| likeness.term(text));
        let wanted = if likeness.is_inverted() { renamed.inverted() } else { renamed };
        let is_new = |it: &Heuristic| !found.contains(it) && !found.contains(&it.inverted());
        if let Some(heuristic) = wanted.among(own).filter(is_new) {
            found.push(heuristic);
        }
    }
    found
}
