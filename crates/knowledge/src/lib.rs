//! Knowledge that is kept between matches: games, what was found out about them, and what was learnt, in one SQLite
//! file.
//!
//! A game is found again in other words, and so are variants of it ([`Knowledge::find`]): canonical forms of the rules
//! are compared ([`analyze::Portrait`]). Several processes may use a file at once, and what was reported as stored
//! stays stored if a process is killed.
//!
//! Does not decide what is worth keeping, and does not interpret what is kept. Follows `kuhl`, section 5.2, in finding
//! games by a key of their rule graph.
//!
//! ```
//! # use {analyze as agon_analyze, circuit as agon_circuit, gdl as agon_gdl, library as agon_library, propnet as agon_propnet};
//! use agon_analyze::{Analysis, Portrait, Sampling, Sentences};
//! use agon_knowledge::{Item, Knowledge, KnowledgeKind};
//!
//! /// Analyses the rules of a game.
//! fn examine(text: &str) -> Result<(Analysis, Portrait), Box<dyn std::error::Error>> {
//!     let rules = agon_gdl::check("rules", text.as_bytes()).rules.expect("the sheet has no errors");
//!     let limits = agon_circuit::Limits::default();
//!     let mut machine = agon_propnet::CircuitMachine::from_rules(&rules, &limits)?;
//!     let analysis = agon_analyze::analyze(&rules, &mut machine, &Sampling::states(1000, 1))?;
//!     let portrait = Portrait::new(Sentences::of(&rules), &analysis);
//!     Ok((analysis, portrait))
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let mut knowledge = Knowledge::open(&folder.path().join("games.knowledge"))?;
//! let nim = agon_library::find("nim")?.rules();
//! let (analysis, _) = examine(nim)?;
//! let value = serde_json::to_value(&analysis)?;
//! let item = Item { kind: KnowledgeKind::Analysis, role: None, name: String::new(), value };
//! knowledge.add("nim", nim, &[item])?;
//!
//! let (_, portrait) = examine(&agon_gdl::Scrambler::new(nim, 5).scramble(nim))?;
//! let found = knowledge.find(&portrait)?;
//! assert_eq!(found[0].game.name, "nim");
//! assert!(found[0].likeness.differences.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod database_file;
mod error;
mod find;
mod import_export;
mod store;

pub use error::KnowledgeError;
pub use find::FoundGame;
pub use import_export::ImportOutcome;
pub use store::{Knowledge, KnownGame};

use serde::{Deserialize, Serialize};

/// Something that is known about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// The kind of knowledge.
    pub kind: KnowledgeKind,
    /// The role that it is about. `None` if it is about the whole game.
    pub role: Option<String>,
    /// A name that distinguishes it from other knowledge of its kind about the same role; may be empty.
    pub name: String,
    /// The knowledge itself, as JSON in the words of the game.
    pub value: serde_json::Value,
}

/// Kinds of knowledge about games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KnowledgeKind {
    /// The structures of the game: [`analyze::Analysis`].
    Analysis,
    /// The symmetries of the game: [`analyze::WrittenSymmetries`].
    Symmetries,
    /// Heuristics that did well for a role.
    Heuristic,
    /// Features learnt from the ends of games.
    Features,
    /// Values of the afterstates of a role.
    Values,
    /// The solution of a puzzle.
    Solution,
    /// The results of players' matches.
    Statistics,
}

impl KnowledgeKind {
    /// All kinds of knowledge.
    pub const ALL: [KnowledgeKind; 7] = [
        KnowledgeKind::Analysis,
        KnowledgeKind::Symmetries,
        KnowledgeKind::Heuristic,
        KnowledgeKind::Features,
        KnowledgeKind::Values,
        KnowledgeKind::Solution,
        KnowledgeKind::Statistics,
    ];

    /// Returns the name of the kind, as it is written in files.
    pub fn name(self) -> &'static str {
        match self {
            KnowledgeKind::Analysis => "analysis",
            KnowledgeKind::Symmetries => "symmetries",
            KnowledgeKind::Heuristic => "heuristic",
            KnowledgeKind::Features => "features",
            KnowledgeKind::Values => "values",
            KnowledgeKind::Solution => "solution",
            KnowledgeKind::Statistics => "statistics",
        }
    }
}
