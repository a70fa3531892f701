//! What is added to a file of knowledge.

use super::{PATIENCE, Proven, examined, features};
use crate::engine;
use crate::rulesheet::RuleSheet;
use crate::seats::GameSeats;
use analyze::Likeness;
use knowledge::{Item, Kind, Knowledge};
use learn::gifl::Lessons;
use learn::values::Written;
use play::Seats;
use serde::Deserialize;
use std::path::Path;

/// Something that was found out by playing, in the words of the game.
pub enum Lore {
    /// What a role's afterstates are worth, and after how many matches.
    Values(String, u64, Written),
    /// The moves that solve a puzzle.
    Solution(Vec<String>),
    /// How a player did.
    Statistics(String, Tally),
    /// The heuristics that did well for a role, in the place of all that were known for it.
    Heuristics(String, Vec<Proven>),
    /// Features from the ends of games.
    Features(Lessons),
}

/// How a player did, in all matches that are remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, Deserialize)]
pub struct Tally {
    /// How many matches.
    pub matches: u64,
    /// How many were won: nobody got more, and somebody less.
    pub won: u64,
    /// In how many everybody got the same.
    pub drawn: u64,
    /// The sum of what the player got.
    pub goals: u64,
}

/// Adds something to a file of knowledge, to the game itself, in whatever words it is known, or as a game of this name. The name it is known by.
pub fn remember(
    file: &Path,
    sheet: &RuleSheet,
    name: &str,
    lore: Vec<Lore>,
) -> anyhow::Result<String> {
    let mut knowledge = Knowledge::open(file)?;
    let mut machine = GameSeats::new(sheet.rules()?, engine::Kind::Auto, PATIENCE)?.machine()?;
    let (items, portrait) = examined(sheet, &mut *machine)?;
    let found = knowledge.find(&portrait)?;
    let same = found.into_iter().find(|found| found.likeness.differences.is_empty());
    let (game, portrait_there) = match same {
        Some(found) => (found.game, Some(found.likeness)),
        None => {
            let text = String::from_utf8_lossy(&sheet.bytes);
            (knowledge.add(name, &text, &items)?, None)
        }
    };
    // From the words of this game to those of the one that is known: the other way round than it was found.
    let names = portrait_there
        .map(|likeness| likeness.names.into_iter().map(|(there, here)| (here, there)).collect());
    let back = Likeness { differences: Vec::new(), names: names.unwrap_or_default() };
    let word = |text: &str| back.term(text);
    let known = knowledge.items(game.id)?;
    for lore in lore {
        knowledge.remember(game.id, &lore.item(&word, &known))?;
    }
    Ok(game.name)
}

impl Lore {
    /// To be remembered in other words, beside what is known already.
    fn item(self, word: &dyn Fn(&str) -> String, known: &[Item]) -> Item {
        match self {
            Lore::Statistics(player, tally) => {
                let is_it = |item: &&Item| item.kind == Kind::Statistics && item.name == player;
                let before = known.iter().find(is_it);
                let before = before.and_then(|item| Tally::deserialize(&item.value).ok());
                let before = before.unwrap_or_default();
                let both = Tally {
                    matches: before.matches + tally.matches,
                    won: before.won + tally.won,
                    drawn: before.drawn + tally.drawn,
                    goals: before.goals + tally.goals,
                };
                let value = serde_json::json!(both);
                Item { kind: Kind::Statistics, role: None, name: player, value }
            }
            Lore::Values(role, matches, written) => Item {
                kind: Kind::Values,
                role: Some(word(&role)),
                name: String::new(),
                value: serde_json::json!({ "matches": matches, "values": written.in_words(word) }),
            },
            Lore::Heuristics(role, proven) => {
                let proven: Vec<Proven> = proven.iter().map(|it| it.in_words(word)).collect();
                Item {
                    kind: Kind::Heuristic,
                    role: Some(word(&role)),
                    name: String::new(),
                    value: serde_json::json!({ "heuristics": proven }),
                }
            }
            Lore::Features(lessons) => {
                let mut lessons = lessons.in_words(&|text| Some(word(text)));
                lessons.features.truncate(features::MOST);
                let (name, value) = (features::NAME.to_owned(), serde_json::json!(lessons));
                Item { kind: Kind::Features, role: None, name, value }
            }
            Lore::Solution(moves) => {
                let moves: Vec<String> = moves.iter().map(|action| word(action)).collect();
                Item {
                    kind: Kind::Solution,
                    role: None,
                    name: String::new(),
                    value: serde_json::json!({ "moves": moves }),
                }
            }
        }
    }
}
