//! Heuristics that proved successful, in the game itself or in a variant with the same features.

use super::{FoundKnowledge, Relative, Target};
use analyze::{Likeness, features};
use game::{MachineExt, Role};
use knowledge::KnowledgeKind;
use search::{ExtraFeatures, Heuristic, heuristics};
use serde::{Deserialize, Serialize};

/// A heuristic that proved successful in matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedHeuristic {
    /// Its name for display.
    pub name: String,
    /// The number that the heuristic maximises or minimises.
    pub heuristic: Heuristic,
    /// The mean goal of its matches.
    pub score: f64,
    /// The mean goal of the same player without a heuristic.
    pub even: f64,
    /// Number of its matches.
    pub matches: u64,
}

impl SavedHeuristic {
    /// Returns the same heuristic in the names of the second of two games.
    pub fn renamed(&self, likeness: &Likeness) -> SavedHeuristic {
        let heuristic = self.heuristic.renamed(likeness);
        SavedHeuristic { name: heuristic.to_string(), heuristic, ..*self }
    }
}

/// Largest number of heuristics of a role that are read.
const MOST: usize = 100;

/// Finds the heuristics of each role in the first of these games that has some.
pub fn find(target: &Target, relatives: &[Relative], found_knowledge: &mut FoundKnowledge) {
    let mut known = Vec::new();
    for role in target.machine.role_ids() {
        let own = heuristics(
            features(&target.analysis),
            role,
            ExtraFeatures { mobility: true, goal: false },
        );
        for relative in relatives {
            let found = of_role(target, relative, role, &own);
            if found.is_empty() {
                continue;
            }
            let names: Vec<String> = found.iter().map(Heuristic::to_string).collect();
            let (names, name, how) = (names.join(", "), &relative.name, relative.relation());
            let role_name = &target.machine.roles()[role.0 as usize];
            let said = format!("heuristics of {role_name} ({names}) from {name}, which is {how}");
            found_knowledge.add_origin(KnowledgeKind::Heuristic, said);
            known.extend(found.into_iter().map(|heuristic| (role, heuristic)));
            break;
        }
    }
    found_knowledge.knowledge.heuristics = known.into();
}

/// Returns the heuristics of this role in a game of the file, the best first, in the words of the game to be played.
/// Those about features that it lacks are left out; if its goal is the opposite one, maximising becomes minimising.
fn of_role(target: &Target, relative: &Relative, role: Role, own: &[Heuristic]) -> Vec<Heuristic> {
    let likeness = &relative.likeness;
    let here = &target.machine.roles()[role.0 as usize];
    let item = relative
        .items_of(KnowledgeKind::Heuristic)
        .find(|item| item.role.as_deref().is_some_and(|there| likeness.name(there) == here));
    let proven =
        item.and_then(|it| Vec::<SavedHeuristic>::deserialize(&it.value["heuristics"]).ok());
    let mut proven = proven.unwrap_or_default();
    proven.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut found: Vec<Heuristic> = Vec::new();
    for SavedHeuristic { heuristic, .. } in proven.iter().take(MOST) {
        let renamed = heuristic.renamed(likeness);
        let wanted = if likeness.is_inverted() { renamed.inverted() } else { renamed };
        let is_new = |it: &Heuristic| !found.contains(it) && !found.contains(&it.inverted());
        if let Some(heuristic) = wanted.among(own).filter(is_new) {
            found.push(heuristic);
        }
    }
    found
}
