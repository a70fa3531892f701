//! What a file of knowledge tells players about a game, and what is added to it: one file for each kind of thing that is brought over.

mod features;
mod heuristics;
mod lore;
mod symmetries;
mod values;

pub use heuristics::Proven;
pub use lore::{Lore, Tally, remember};

use crate::rulesheet::RuleSheet;
use analyze::{
    Analysis, Difference, Likeness, Portrait, Sentences, Watch, WrittenSymmetries, analyze,
};
use game::Machine;
use gdl::Rules;
use knowledge::{Item, Kind, Knowledge};
use search::Memory;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What is known about a game, and from where, for people.
#[derive(Default)]
pub struct Recalled {
    /// What players are told.
    pub memory: Memory,
    /// Where each kind of thing comes from.
    pub said: Vec<(Kind, String)>,
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

/// The game that is to be played.
struct Target {
    machine: Box<dyn Machine>,
    analysis: Arc<Analysis>,
    portrait: Portrait,
}

/// A game that is remembered.
struct Relative {
    name: String,
    rules: String,
    items: Vec<Item>,
    /// How it and the game that is to be played are alike, with the names of the latter.
    likeness: Likeness,
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
    let analysis = Arc::new(analyze(rules, machine, watch)?);
    let portrait = Portrait::new(Sentences::of(rules), &analysis);
    let mut relatives = Vec::new();
    for found in knowledge.find(&portrait)? {
        let items = knowledge.items(found.game.id)?;
        let (name, rules, likeness) = (found.game.name, found.game.rules, found.likeness);
        relatives.push(Relative { name, rules, items, likeness });
    }
    let target = Target { machine: machine.fork(), analysis, portrait };
    let mut recalled = Recalled::default();
    recalled.memory.analysis = Some(Arc::clone(&target.analysis));
    recalled.solution(&relatives);
    values::recall(&target, &relatives, &mut recalled)?;
    heuristics::recall(&target, &relatives, &mut recalled);
    features::recall(&target, &relatives, &mut recalled);
    symmetries::recall(&target, &relatives, &mut recalled);
    Ok(recalled)
}

impl Recalled {
    /// Says where something comes from.
    fn say(&mut self, kind: Kind, what: String) {
        self.said.push((kind, what));
    }

    /// Tells people on standard error what is known.
    pub fn announce(&self) {
        self.said.iter().for_each(|(_, said)| eprintln!("known: {said}"));
    }

    /// How a puzzle is solved, if it is the same.
    fn solution(&mut self, relatives: &[Relative]) {
        for relative in relatives.iter().filter(|relative| relative.is_same()) {
            let solution = relative.items_of(Kind::Solution).next();
            let moves = solution.and_then(|it| Vec::<String>::deserialize(&it.value["moves"]).ok());
            let Some(moves) = moves else { continue };
            let (count, name, how) = (moves.len(), &relative.name, relative.how());
            self.say(Kind::Solution, format!("a solution of {count} moves: {name} is {how}"));
            let moves = moves.iter().map(|action| relative.likeness.term(action));
            self.memory.solution = Some(moves.collect());
        }
    }
}

impl Relative {
    /// Whether it is the game itself, in whatever words.
    fn is_same(&self) -> bool {
        self.likeness.differences.is_empty()
    }

    /// Whether it differs in nothing but such things.
    fn differs_only(&self, is_allowed: impl Fn(&Difference) -> bool) -> bool {
        self.likeness.differences.iter().all(is_allowed)
    }

    /// How it is like the game, in words.
    fn how(&self) -> String {
        let differences: Vec<String> =
            self.likeness.differences.iter().map(Difference::to_string).collect();
        match differences.is_empty() {
            true => "the same game".to_owned(),
            false => format!("a variant ({})", differences.join("; ")),
        }
    }

    /// What is known of a kind.
    fn items_of(&self, kind: Kind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }
}

/// What is found out about a game, and what it looks like.
pub fn examined(
    sheet: &RuleSheet,
    machine: &mut dyn Machine,
) -> anyhow::Result<(Vec<Item>, Portrait)> {
    let rules = sheet.rules()?;
    let analysis = analyze(&rules, machine, &watch())?;
    let symmetries = analyze::symmetries(&rules, &analysis, machine, SEED)?;
    let symmetries = WrittenSymmetries::of(&symmetries);
    let item = |kind: Kind, value| Item { kind, role: None, name: String::new(), value };
    let items = vec![
        item(Kind::Analysis, serde_json::to_value(&analysis)?),
        item(Kind::Symmetries, serde_json::to_value(&symmetries)?),
    ];
    Ok((items, Portrait::new(Sentences::of(&rules), &analysis)))
}

/// What a game is remembered by: the name of a bundled one, or that of its file.
pub fn name_of(rules: &str) -> String {
    let path = Path::new(rules.strip_suffix("/rules.kif").unwrap_or(rules));
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
