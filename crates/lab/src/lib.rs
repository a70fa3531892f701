//! The laboratory: the tables and figures of the documents as experiments that can be run again.
//!
//! An [`Experiment`] is a declarative file (`lab/NAME.toml`): what is asked, what a document found, and what has to be done to
//! see for oneself. An experiment of matches is cut into [`Order`]s, one for each match; an [`Arena`] plays them, [`run()`]
//! spreads them over threads, a [`Journal`] remembers the finished ones as JSON lines, and [`report()`] sets what they came to
//! beside the document's figures.
//!
//! An experiment of learning curves is cut into [`Trial`]s, which a [`School`] makes and [`teach()`] spreads over threads. One of
//! estimates is cut into [`Survey`]s, which a [`Surveyor`] makes and [`survey()`] spreads.
//!
//! How matches are played and moves are chosen is not known here. Files and clocks are not either: texts come in and go
//! out.
//!
//! ```
//! let experiment = lab::find("cadia-table-1").unwrap();
//! assert_eq!(experiment.document.as_ref().unwrap().to_string(), "document 002, Table 1");
//! assert_eq!(experiment.kind.cells().len(), 27);
//! ```

mod budget;
mod bundled;
mod curves;
mod estimates;
mod experiment;
mod figure;
mod findings;
mod inventory;
mod journal;
mod matches;
mod order;
mod report;
mod run;
mod scale;
mod tally;
mod training;
mod trees;
mod wins;

pub use budget::Budget;
pub use bundled::{UnknownExperiment, experiments, find};
pub use curves::{
    Course, Curves, LearnerResult, Learnt, Opponent, Panel, PanelResult, Point, Pupil, RuleName,
    School, StartsName, Task, Transfer, Trial,
};
pub use estimates::{
    Accuracy, Drawn, Estimate, Estimates, EstimatesResult, EstimatesRow, Found, Reading, Survey,
    SurveyTask, Surveyor, Urgency,
};
pub use experiment::{DefinitionError, Document, Experiment, Kind, MOST_BYTES};
pub use figure::figure;
pub use findings::Findings;
pub use inventory::{
    Counted, Inventory, InventoryResult, InventoryRow, Shows, Stock, StockTask, Stocktaker,
    Tallied, Way,
};
pub use journal::{Entry, Job, Journal, JournalError, Record};
pub use matches::{Cell, Column, Matches, Reported, Row};
pub use order::{Arena, ArenaError, Order, Outcome};
pub use report::{Facts, report};
pub use run::{Ended, RunError, run, survey, take_stock, teach, tend, train};
pub use scale::{PerScale, Scale};
pub use tally::{Compared, Effort, Results, Share, Tally};
pub use training::{
    Drill, DrillTask, Drilled, Method, Trained, TrainedRole, Trainee, Trainer, Training,
    TrainingResult, TrainingRow, TrainingShows,
};
pub use trees::{
    Against, Fruit, Gardener, Harvest, Harvested, Picked, Plot, PlotTask, PlotWork, ReportedTree,
    Trees, TreesResult, TreesRow, TreesWay, Weighed,
};
pub use wins::{Count, ReportedWins, Wins, WinsResult, WinsRow};
