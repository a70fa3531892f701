//! New knowledge about a game, and its addition to a file.

use super::{PriorKnowledgeError, SavedHeuristic, examine, features};
use analyze::{Analyst, Likeness};
use game::Machine;
use knowledge::{Item, Knowledge, KnowledgeKind};
use learn::gifl::SavedFeatures;
use learn::values::SavedValues;
use serde::Deserialize;
use std::path::Path;

/// Knowledge gained by playing, in the words of the game.
pub enum NewKnowledge {
    /// The values of a role's afterstates, and the number of matches from which they were learnt.
    Values(String, u64, SavedValues),
    /// The moves that solve a puzzle.
    Solution(Vec<String>),
    /// The results of a player.
    Statistics(String, PlayerResults),
    /// The successful heuristics of a role, which replace all earlier ones.
    Heuristics(String, Vec<SavedHeuristic>),
    /// Features learnt from the ends of games.
    Features(SavedFeatures),
}

/// The results of a player in all recorded matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, Deserialize)]
pub struct PlayerResults {
    /// Number of matches of the player.
    pub matches: u64,
    /// Number of matches won: no role got more, and some role got less.
    pub won: u64,
    /// Number of matches in which all roles got the same.
    pub drawn: u64,
    /// Sum of the player's goals.
    pub goals: u64,
}

/// A game about which knowledge is added.
#[derive(Clone, Copy)]
pub struct GameSource<'a> {
    /// Name under which the game is added, if the file does not have it yet.
    pub name: &'a str,
    /// Text of the rule sheet.
    pub text: &'a str,
    /// Analyst of the game.
    pub analyst: &'a Analyst,
}

/// Adds new knowledge about a game to a file: to the game itself, in whatever words the file has it, or as a new game.
/// The machine must be of the game. Returns the name of the game in the file.
pub fn add_knowledge(
    file: &Path,
    source: GameSource,
    machine: &mut dyn Machine,
    new_knowledge: Vec<NewKnowledge>,
) -> Result<String, PriorKnowledgeError> {
    let mut knowledge = Knowledge::open(file)?;
    let (items, portrait) = examine(source.analyst, machine)?;
    let found = knowledge.find(&portrait)?;
    let same = found.into_iter().find(|found| found.likeness.differences.is_empty());
    let (game, portrait_there) = match same {
        Some(found) => (found.game, Some(found.likeness)),
        None => (knowledge.add(source.name, source.text, &items)?, None),
    };
    // From the words of this game to those of the one that is known: the other way round than it was found.
    let names = portrait_there
        .map(|likeness| likeness.names.into_iter().map(|(there, here)| (here, there)).collect());
    let back = Likeness { differences: Vec::new(), names: names.unwrap_or_default() };
    let known = knowledge.items(game.id)?;
    for new in new_knowledge {
        knowledge.set_item(game.id, &new.item(&back, &known))?;
    }
    Ok(game.name)
}

impl NewKnowledge {
    /// Returns the item for the file in the names of the game there, added up with the knowledge that is there.
    fn item(self, likeness: &Likeness, known: &[Item]) -> Item {
        let word = |text: &str| likeness.term(text);
        match self {
            NewKnowledge::Statistics(player, tally) => {
                let is_it =
                    |item: &&Item| item.kind == KnowledgeKind::Statistics && item.name == player;
                let before = known.iter().find(is_it);
                let before = before.and_then(|item| PlayerResults::deserialize(&item.value).ok());
                let before = before.unwrap_or_default();
                let both = PlayerResults {
                    matches: before.matches + tally.matches,
                    won: before.won + tally.won,
                    drawn: before.drawn + tally.drawn,
                    goals: before.goals + tally.goals,
                };
                let value = serde_json::json!(both);
                Item { kind: KnowledgeKind::Statistics, role: None, name: player, value }
            }
            NewKnowledge::Values(role, matches, written) => Item {
                kind: KnowledgeKind::Values,
                role: Some(word(&role)),
                name: String::new(),
                value: serde_json::json!({ "matches": matches, "values": written.renamed(&word) }),
            },
            NewKnowledge::Heuristics(role, proven) => {
                let proven: Vec<SavedHeuristic> =
                    proven.iter().map(|it| it.renamed(likeness)).collect();
                Item {
                    kind: KnowledgeKind::Heuristic,
                    role: Some(word(&role)),
                    name: String::new(),
                    value: serde_json::json!({ "heuristics": proven }),
                }
            }
            NewKnowledge::Features(saved) => {
                let mut saved = saved.renamed(&|text| Some(word(text)));
                saved.features.truncate(features::MOST);
                let (name, value) = (features::NAME.to_owned(), serde_json::json!(saved));
                Item { kind: KnowledgeKind::Features, role: None, name, value }
            }
            NewKnowledge::Solution(moves) => {
                let moves: Vec<String> = moves.iter().map(|action| word(action)).collect();
                Item {
                    kind: KnowledgeKind::Solution,
                    role: None,
                    name: String::new(),
                    value: serde_json::json!({ "moves": moves }),
                }
            }
        }
    }
}
