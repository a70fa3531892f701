//! The laboratory: the tables and figures of the documents as experiments that can be run again.
//!
//! An [`Experiment`] is a declarative file (`lab/NAME.toml`): a question, the result of a document, and the work that
//! answers the question here. The work depends on the [`Kind`] of the experiment, of which [`kinds`] has a registry. A
//! kind divides an experiment into tasks ([`Job`]), performs them and reports their findings; everything else is the
//! same for all kinds: [`run()`] spreads tasks over threads, each finished task is a [`Line`] of JSON, a [`Journal`]
//! reads these lines, so that a run goes on from an earlier one, and the report sets the results beside the document's.
//!
//! The methods that experiments and commands share are modules of their own: [`feature_game`], [`feature_training`],
//! [`feature_tree`], [`value_game`], [`feature_checks`] and [`heuristic_selection`].
//!
//! Files and clocks do not appear here: texts come in and go out, and measured times come from a clock that is an
//! argument ([`Environment`]).
//!
//! ```
//! let experiment = agon_lab::find("cadia-table-1").unwrap();
//! assert_eq!(experiment.document.as_ref().unwrap().to_string(), "Finnsson and Björnsson 2010, Table 1");
//! assert_eq!(experiment.cells().len(), 27);
//! ```

mod budget;
mod bundled;
mod checks;
mod differences;
mod dyn_kind;
mod error;
mod experiment;
mod export;
pub mod feature_checks;
pub mod feature_game;
pub mod feature_training;
pub mod feature_tree;
mod figure;
mod game_row;
mod games;
pub mod heuristic_selection;
mod journal;
mod kind;
pub mod kinds;
mod means_by_part;
mod report;
mod results;
mod run;
mod scale;
mod seed;
mod text_table;
pub mod value_game;

pub use budget::Budget;
pub use bundled::{UnknownExperiment, experiments, find};
pub use dyn_kind::{Plan, RunRequest};
pub use error::TaskError;
pub use experiment::{
    DefinitionError, Document, Experiment, ExperimentError, MAX_BYTES, Sheet, SheetError,
};
pub use export::Format;
pub use game_row::GameRow;
pub use games::Games;
pub use journal::{Journal, JournalError, Line, LineOf, Provenance, Source, whole_lines};
pub use kind::{
    Environment, FindingIn, FindingOf, Interruptible, Job, JobOf, Kind, Perform, Report, TaskOf,
    Unit,
};
pub use means_by_part::MeansByPart;
pub use report::{Facts, Sections};
pub use results::{Results, RowResults};
pub use run::{Conditions, Ended, RunError, Work, run, run_work};
pub use scale::{PerScale, Scale};
pub use text_table::TextTable;
