//! What a file of knowledge tells players about a game, and what is added to it.

use crate::engine;
use crate::rulesheet::RuleSheet;
use crate::seats::GameSeats;
use analyze::{Analysis, Difference, Likeness, Portrait, Sentences, Symmetry, Watch};
use game::Machine;
use gdl::Rules;
use knowledge::{Item, Kind, Knowledge};
use learn::values::{Prior, Translated, Values, Written};
use play::Seats;
use search::{Memory, Opinions};
use serde::Deserialize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What is known about a game, and from where, for people.
#[derive(Default)]
pub struct Recalled {
    /// What players are told.
    pub memory: Memory,
    /// Where that comes from.
    pub said: Vec<String>,
}

/// So many states of random games are looked at.
const WATCHED_STATES: usize = 1000;
const SEED: u64 = 1;
/// Grounding a game that is remembered may take this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is watched where there is time.
pub fn watch() -> Watch<'static> {
    Watch::states(WATCHED_STATES, SEED)
}

/// Another game, of which something was learnt.
struct Source {
    machine: Mutex<Box<dyn Machine>>,
    portrait: Portrait,
    /// Of the game that is to be played with this one.
    likeness: Likeness,
    /// By the names of the roles.
    values: Vec<(String, Values)>,
}

/// What a file of knowledge tells about a game; nothing if there is no such file.
pub fn recall(
    file: &Path,
    rules: &Rules,
    machine: &mut dyn Machine,
    watch: &Watch,
) -> anyhow::Result<Recalled> {
    if !file.exists() {
        return Ok(Recalled::default());
    }
    let knowledge = Knowledge::open(file)?;
    let analysis = analyze::analyze(rules, machine, watch)?;
    let portrait = Portrait::new(Sentences::of(rules), &analysis);
    let mut recalled = Recalled::default();
    recalled.memory.analysis = Some(Arc::new(analysis));
    let mut sources = Vec::new();
    for found in knowledge.find(&portrait)? {
        let (name, items) = (&found.game.name, knowledge.items(found.game.id)?);
        let how = alike(&found.likeness);
        let is_same = found.likeness.differences.is_empty();
        let solution = items.iter().find(|item| item.kind == Kind::Solution);
        let solution = solution.and_then(|it| Vec::<String>::deserialize(&it.value["moves"]).ok());
        if let Some(moves) = solution.filter(|_| is_same) {
            recalled.said.push(format!("a solution of {} moves: {name} is {how}", moves.len()));
            let moves = moves.iter().map(|action| found.likeness.term(action));
            recalled.memory.solution = Some(moves.collect());
        }
        if let Some(source) = source(name, &found.game.rules, &items, &portrait)? {
            let states: usize = source.values.iter().map(|(_, values)| values.len()).sum();
            recalled.said.push(format!("the values of {states} states of {name}, which is {how}"));
            sources.push(source);
        }
    }
    if !sources.is_empty() {
        recalled.memory.opinions = Some(opinions(machine.roles().to_vec(), portrait, sources));
    }
    Ok(recalled)
}

/// How games are alike, in words.
fn alike(likeness: &Likeness) -> String {
    let differences: Vec<String> = likeness.differences.iter().map(Difference::to_string).collect();
    match differences.is_empty() {
        true => "the same game".to_owned(),
        false => format!("a variant ({})", differences.join("; ")),
    }
}

/// A game that is remembered, if values of it are.
fn source(
    name: &str,
    rules: &str,
    items: &[Item],
    here: &Portrait,
) -> anyhow::Result<Option<Source>> {
    let of_values = items.iter().filter(|item| item.kind == Kind::Values);
    let written = of_values.filter_map(|item| {
        Some((item.role.clone()?, Written::deserialize(&item.value["values"]).ok()?))
    });
    let written: Vec<(String, Written)> = written.collect();
    let analysis = items.iter().find(|item| item.kind == Kind::Analysis);
    let analysis = analysis.and_then(|item| Analysis::deserialize(&item.value).ok());
    let (Some(rules), Some(analysis)) = (gdl::check(name, rules.as_bytes()).rules, analysis) else {
        return Ok(None);
    };
    if written.is_empty() {
        return Ok(None);
    }
    let portrait = Portrait::new(Sentences::of(&rules), &analysis);
    let Some(likeness) = here.likeness(&portrait) else { return Ok(None) };
    let machine = GameSeats::new(rules, engine::Kind::Auto, PATIENCE)?.machine()?;
    let values = written.iter().map(|(role, it)| (role.clone(), it.values(&*machine))).collect();
    Ok(Some(Source { machine: Mutex::new(machine), portrait, likeness, values }))
}

/// What is thought of a role's afterstates, by the first of these games that tells something.
fn opinions(roles: Vec<String>, here: Portrait, sources: Vec<Source>) -> Arc<Opinions> {
    Arc::new(move |role| {
        let name = roles.get(role.0 as usize)?;
        sources.iter().find_map(|source| {
            let there = source.likeness.name(name);
            let (_, values) = source.values.iter().find(|(role, _)| role == there)?;
            let machine = source.machine.lock().unwrap_or_else(PoisonError::into_inner).fork();
            let portraits = [&here, &source.portrait];
            let prior =
                Translated::by_likeness(machine, values.clone(), portraits, &source.likeness)?;
            Some(Box::new(prior) as Box<dyn Prior>)
        })
    })
}

/// Something that was found out by playing, in the words of the game.
pub enum Lore {
    /// What a role's afterstates are worth, and after how many matches.
    Values(String, u64, Written),
    /// The moves that solve a puzzle.
    Solution(Vec<String>),
    /// How a player did.
    Statistics(String, Tally),
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

/// What is found out about a game, and what it looks like.
pub fn examined(
    sheet: &RuleSheet,
    machine: &mut dyn Machine,
) -> anyhow::Result<(Vec<Item>, Portrait)> {
    let rules = sheet.rules()?;
    let analysis = analyze::analyze(&rules, machine, &watch())?;
    let symmetries = analyze::symmetries(&rules, &analysis, machine, SEED)?;
    let turns: Vec<String> = symmetries.iter().filter_map(Symmetry::turn).collect();
    let renamings: Vec<String> = symmetries.iter().filter_map(Symmetry::renaming).collect();
    let item = |kind: Kind, value| Item { kind, role: None, name: String::new(), value };
    let items = vec![
        item(Kind::Analysis, serde_json::to_value(&analysis)?),
        item(Kind::Symmetries, serde_json::json!({ "turns": turns, "renamings": renamings })),
    ];
    Ok((items, Portrait::new(Sentences::of(&rules), &analysis)))
}

/// What a game is remembered by: the name of a bundled one, or that of its file.
pub fn name_of(rules: &str) -> String {
    let path = Path::new(rules.strip_suffix("/rules.kif").unwrap_or(rules));
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
