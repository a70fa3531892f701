//! Learning about a game: by playing it, and from its rules.
//!
//! There are five ways to learn. Four of them are modules of this crate; the fifth, the selection of heuristics, plays
//! matches between players and is in `lab`.
//!
//! | what is learnt | module | needs | result | used by | command |
//! | --- | --- | --- | --- | --- | --- |
//! | values of states | [`values`] | one role chooses at a time | [`values::SavedValues`] | players `sarsa`, `uct-values` | `agon learn values`, `agon learn transfer` |
//! | weights of features from the rules | [`features`], [`td`] | any game | [`td::TdFile`] | players `td-learner`, `td-search` | `agon learn features`, `agon learn td` |
//! | features of the ends of games (GIFL) | [`gifl`] | two roles that take turns | [`gifl::SavedFeatures`] | players `gifl`, `gifl-2009`, `gifl-alphabeta`, `agon` | `agon learn gifl` |
//! | heuristics of the analysis that do well | `lab` | any game with such heuristics | a list of heuristics | player `kuhl` | `agon learn heuristics` |
//! | feature trees | [`trees`] | two roles that take turns | weights of features | experiments only | `agon learn trees` |
//!
//! `docs/learning.md` tells which is for what. The documents (see `docs/bibliography.md`) are `kuhl` for [`values`] and
//! [`trees`], `transfer` for tactical features and symmetries in [`values`], `guenther` for [`features`] and [`td`], and
//! `gifl` for [`gifl`].
//!
//! Files and clocks do not appear here: what is learnt is read and written as text, and functions that take long ask
//! the caller whether to continue. Choosing the moves of a real match is the task of `search`.
//!
//! # Examples
//!
//! ```
//! # use {circuit as agon_circuit, gdl as agon_gdl, library as agon_library, propnet as agon_propnet};
//! use agon_learn::gifl::{FeatureKind, GiflTrainer, GiflTraining};
//!
//! let game = agon_library::find("tic-tac-toe")?;
//! let rules = agon_gdl::check(game.name(), game.rules().as_bytes()).rules.expect("the sheet has no errors");
//! let machine = agon_propnet::CircuitMachine::from_rules(&rules, &agon_circuit::Limits::default())?;
//! let mut trainer = GiflTrainer::new(Box::new(machine), GiflTraining::default(), 1)?;
//! while trainer.runs() < 100 {
//!     trainer.run(&|| true)?;
//! }
//! let learnt = trainer.saved_features(game.name());
//! // A mark wins where two marks of the role are there already.
//! let mut features = learnt.features.iter();
//! let win = features.find(|it| it.kind == FeatureKind::Offensive && it.level == 1).expect("games are won");
//! let mark = if win.role == "xplayer" { " x)" } else { " o)" };
//! assert!(win.moves[0].starts_with("(mark "));
//! assert_eq!(win.facts.iter().filter(|fact| fact.ends_with(mark)).count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod features;
pub mod gifl;
pub mod td;
pub mod trees;
pub mod values;
