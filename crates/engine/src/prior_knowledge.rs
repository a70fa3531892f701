//! The contents of a file of knowledge for the players of a game, and additions to it: one file for each kind of
//! knowledge that is transferred between games.

mod features;
mod heuristics;
mod new_knowledge;
mod symmetries;
mod values;

pub use heuristics::SavedHeuristic;
pub use new_knowledge::{GameSource, NewKnowledge, PlayerResults, add_knowledge};

use crate::OpenError;
use analyze::{
    Analysis, Analyst, Difference, Likeness, Portrait, Sampling, Sentences, WrittenSymmetries,
};
use game::{Machine, StopReason};
use knowledge::{Item, Knowledge, KnowledgeError, KnowledgeKind};
use search::PriorKnowledge;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The knowledge about a game in a file, and its origins, for people.
#[derive(Default)]
pub struct FoundKnowledge {
    /// The knowledge that players are given.
    pub knowledge: PriorKnowledge,
    /// The origin of each kind of knowledge, in words.
    pub origins: Vec<(KnowledgeKind, String)>,
}

/// The reason why knowledge cannot be found or added.
#[derive(Debug, thiserror::Error)]
pub enum PriorKnowledgeError {
    /// The file of knowledge cannot be read or written.
    #[error(transparent)]
    File(#[from] KnowledgeError),
    /// The rules could not be followed.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// A game in the file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An analysis cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Number of states of random games that are sampled, and their seed.
const SAMPLED_STATES: usize = 1000;
const SEED: u64 = 1;
/// Time limit for grounding a game of the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns the sampling by which games are compared with those in files of knowledge, if there is time.
pub fn usual_sampling() -> Sampling<'static> {
    Sampling::states(SAMPLED_STATES, SEED)
}

/// The game to be played.
struct Target {
    machine: Box<dyn Machine>,
    analysis: Arc<Analysis>,
    portrait: Portrait,
}

/// A game of the file that is the same or a variant.
struct Relative {
    name: String,
    rules: String,
    items: Vec<Item>,
    /// The differences from the game to be played, and the names there for those here.
    likeness: Likeness,
}

/// Returns the knowledge about a game in a file; none if there is no such file. The analyst and the machine must be of
/// the game.
pub fn find_knowledge(
    file: &Path,
    analyst: &Analyst,
    machine: &mut dyn Machine,
    sampling: &Sampling,
) -> Result<FoundKnowledge, PriorKnowledgeError> {
    if !file.exists() {
        return Ok(FoundKnowledge::default());
    }
    let knowledge = Knowledge::open(file)?;
    let analysis = Arc::new(analyst.analyze(machine, sampling)?);
    let portrait = Portrait::new(Sentences::of(analyst.rules()), &analysis);
    let mut relatives = Vec::new();
    for found in knowledge.find(&portrait)? {
        let items = knowledge.items(found.game.id)?;
        let (name, rules, likeness) = (found.game.name, found.game.rules, found.likeness);
        relatives.push(Relative { name, rules, items, likeness });
    }
    let target = Target { machine: machine.fork(), analysis, portrait };
    let mut found = FoundKnowledge::default();
    found.knowledge.analysis = Some(Arc::clone(&target.analysis));
    found.solution(&relatives);
    values::find(&target, &relatives, &mut found)?;
    heuristics::find(&target, &relatives, &mut found);
    features::find(&target, &relatives, &mut found);
    symmetries::find(&target, &relatives, &mut found);
    Ok(found)
}

impl FoundKnowledge {
    /// Adds the origin of some knowledge.
    fn add_origin(&mut self, kind: KnowledgeKind, origin: String) {
        self.origins.push((kind, origin));
    }

    /// Adds the solution of a puzzle, if the puzzle is the same.
    fn solution(&mut self, relatives: &[Relative]) {
        for relative in relatives.iter().filter(|relative| relative.is_same()) {
            let solution = relative.items_of(KnowledgeKind::Solution).next();
            let moves = solution.and_then(|it| Vec::<String>::deserialize(&it.value["moves"]).ok());
            let Some(moves) = moves else { continue };
            let (count, name, how) = (moves.len(), &relative.name, relative.relation());
            self.add_origin(
                KnowledgeKind::Solution,
                format!("a solution of {count} moves: {name} is {how}"),
            );
            let moves = moves.iter().map(|action| relative.likeness.term(action));
            self.knowledge.solution = Some(moves.collect());
        }
    }
}

impl Relative {
    /// Whether it is the same game, in whatever words.
    fn is_same(&self) -> bool {
        self.likeness.differences.is_empty()
    }

    /// Whether all differences are allowed.
    fn differs_only(&self, is_allowed: impl Fn(&Difference) -> bool) -> bool {
        self.likeness.differences.iter().all(is_allowed)
    }

    /// Returns its relation to the game to be played, in words.
    fn relation(&self) -> String {
        let differences: Vec<String> =
            self.likeness.differences.iter().map(Difference::to_string).collect();
        if differences.is_empty() {
            "the same game".to_owned()
        } else {
            format!("a variant ({})", differences.join("; "))
        }
    }

    /// Returns the knowledge of a kind.
    fn items_of(&self, kind: KnowledgeKind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }
}

/// Analyses a game; returns the knowledge about it, and the portrait by which it is recognised. The analyst and the
/// machine must be of the game.
pub fn examine(
    analyst: &Analyst,
    machine: &mut dyn Machine,
) -> Result<(Vec<Item>, Portrait), PriorKnowledgeError> {
    let analysis = analyst.analyze(machine, &usual_sampling())?;
    let symmetries = analyst.symmetries(&analysis, machine, SEED)?;
    let symmetries = WrittenSymmetries::of(&symmetries);
    let item = |kind: KnowledgeKind, value| Item { kind, role: None, name: String::new(), value };
    let items = vec![
        item(KnowledgeKind::Analysis, serde_json::to_value(&analysis)?),
        item(KnowledgeKind::Symmetries, serde_json::to_value(&symmetries)?),
    ];
    Ok((items, Portrait::new(Sentences::of(analyst.rules()), &analysis)))
}
