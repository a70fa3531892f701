//! Judges of the machines, and games to judge them on. Only tests, benchmarks and fuzz targets depend on this crate.
//!
//! | module | contents |
//! | --- | --- |
//! | [`games`] (re-exported here) | rules and machines of bundled games by name, and of sheets written in a test |
//! | [`naive`] | an evaluator that follows the definition of the language and nothing else |
//! | [`comparison`] | play on a machine and on the naive evaluator, compared answer by answer |
//! | [`random_play`] | states of random play, preferences and exclusions of games |
//! | [`random_sheets`], [`expression`] | random rule sheets; sheets as expressions that can be printed and shrunk |
//! | [`damage`] | bundled sheets changed at random |
//! | [`trial`], [`regressions`] | machines tested on random sheets, and on sheets on which one was once wrong |
//! | [`grounding`] | grounding tested on any sheet: no panic, and the same play as the reference machine |
//! | [`independent_perft`] | hand-written move generators that do not use rule sheets |
//! | `programs`, `machine_code` (feature `lanes`) | programs for the lanes, and every backend compared on them |
//! | [`corpus`] | public rule sheets and traces beside the project |
//! | [`refusing_machine`] | a machine that refuses to answer a single question |
//! | [`seeds`] | length of random tests, set by environment variables |
//!
//! The naive evaluator and the circuit machine agree on the moves of a bundled game:
//!
//! ```
//! use game::{Machine, MachineExt, Role};
//! use agon_oracle::naive::Naive;
//!
//! let rules = agon_oracle::rules("nim");
//! let mut naive = Naive::new(&rules);
//! let facts = naive.initial().expect("the game is small");
//! let view = naive.view(&facts).expect("the game is small");
//!
//! let mut machine = agon_oracle::machine("nim");
//! let state = machine.initial_state()?;
//! let mut legal = Vec::new();
//! machine.legal(&state, Role(0), &mut legal)?;
//! let mut found: Vec<String> = legal.iter().map(|&action| machine.move_text(action)).collect();
//! let mut expected = naive.texts(&view.legal[0]);
//! found.sort();
//! expected.sort();
//! assert_eq!(found, expected);
//! # Ok::<(), game::StopReason>(())
//! ```
//!
//! Unit tests of the crates that this one depends on must not use it for types of their own crate, of which there would
//! be two versions. Their integration tests may.

pub mod comparison;
pub mod corpus;
pub mod damage;
pub mod expression;
pub mod games;
pub mod grounding;
pub mod independent_perft;
#[cfg(feature = "lanes")]
pub mod machine_code;
pub mod naive;
#[cfg(feature = "lanes")]
pub mod programs;
pub mod random_play;
pub mod random_sheets;
pub mod refusing_machine;
pub mod regressions;
pub mod seeds;
pub mod trial;

pub use games::{
    boxed_machine, bundled, checked, machine, machine_of, machine_of_sheet, model, model_of,
    reference, reference_of, rules, rules_of, sheet,
};
