//! The traits of a kind of experiment, which each module of `kinds` implements: [`Kind`] and [`Report`] for the section
//! of the experiment's file, [`FindingOf`] for the results of tasks, and [`Perform`] for the work.

use crate::error::TaskError;
use crate::games::Games;
use crate::report::Sections;
use crate::results::Results;
use crate::scale::Scale;
use crate::seed::seed;
use crate::text_table::TextTable;
use play::matches::GoOn;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::time::Duration;

/// A kind of experiment. The implementing type is the section of the experiment's file that describes what to do.
///
/// An experiment is divided into tasks, which are independent of each other and spread over threads; a task of the same
/// seed has the same finding, except for measured times. Every finished task becomes a [`Line`](crate::Line) of the
/// results.
pub trait Kind: Debug + DeserializeOwned + Send + Sync + 'static {
    /// The name in the file of an experiment: the value of `kind`, and the name of the section.
    const NAME: &'static str;

    /// The words for one task and for several.
    const UNIT: Unit = Unit { one: "trial", many: "trials" };

    /// The data that tasks share, by which they are performed: opened games, trained opponents and the like.
    type Setup: Perform;

    /// Adds everything that makes no sense in the definition to `faults`, each with its key.
    fn check(&self, faults: &mut Vec<String>);

    /// Returns whether the definition has figures of a document.
    fn has_reported(&self) -> bool;

    /// Returns the games of the definition, in its order; a game may appear more than once.
    fn games(&self) -> Vec<&str>;

    /// Returns all tasks, those of the small scale first, ordered so that the cells fill up evenly.
    fn jobs(&self, scale: Scale) -> Vec<JobOf<Self>>;

    /// Returns whether some task gives players time instead of simulations.
    fn has_clocks(&self) -> bool {
        false
    }
}

/// The type of the tasks of a kind.
pub type TaskOf<K> = <<K as Kind>::Setup as Perform>::Task;

/// The type of the findings of a kind.
pub type FindingIn<K> = <<K as Kind>::Setup as Perform>::Finding;

/// The type of the jobs of a kind.
pub type JobOf<K> = Job<TaskOf<K>>;

/// The result of a task of this type.
pub trait FindingOf<Task>: Debug + Serialize + DeserializeOwned + Send + Sync {
    /// Returns whether the finding can be one of this task: files of results are not trusted.
    fn is_of(&self, task: &Task) -> bool;
}

/// The result of work that the environment's `go_on` may end; `None` if it did.
pub type Interruptible<T> = Result<Option<T>, TaskError>;

/// Performs tasks, with everything that they share prepared once.
pub trait Perform: Sized + Sync {
    /// Everything that the finding of a task depends on, apart from its seed.
    type Task: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// The result of a task.
    type Finding: FindingOf<Self::Task>;

    /// Prepares what the tasks share. Errors of the definition that need the games, such as a role that does not exist,
    /// are reported here, before any task is performed.
    fn set_up(jobs: &[Job<Self::Task>], environment: &Environment) -> Interruptible<Self>;

    /// Performs a task. Called on several threads at once.
    fn perform(
        &self,
        job: &Job<Self::Task>,
        environment: &Environment,
    ) -> Interruptible<Self::Finding>;
}

/// Reports the results of a kind of experiment.
pub trait Report: Kind {
    /// Returns the parts of the report that are particular to the kind.
    fn sections(&self, results: &Results<Self>) -> Sections;

    /// Returns the table that is printed after a run; each row begins with the name of a cell or of what cells have in
    /// common.
    fn summary(&self, results: &Results<Self>) -> TextTable;

    /// Returns the figure of the report in SVG, if the kind has one.
    fn figure(&self, _results: &Results<Self>) -> Option<String> {
        None
    }
}

/// The words for one task and for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The word for one.
    pub one: &'static str,
    /// The word for several.
    pub many: &'static str,
}

/// A task with its place in the experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Job<T> {
    /// The cell of the experiment's table, such as GAME/PLAYER.
    pub cell: String,
    /// The number of the task within its cell, from 0.
    pub number: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The task.
    pub task: T,
}

impl<T> Job<T> {
    /// Makes a job whose seed follows from that of the experiment, its cell and its number.
    pub fn new(experiment_seed: u64, cell: String, number: u64, task: T) -> Job<T> {
        Job { seed: seed(experiment_seed, &cell, number), cell, number, task }
    }
}

/// The surroundings of tasks: games, a clock, and the wish to go on.
pub struct Environment<'a> {
    /// The games, each opened once.
    pub games: Games,
    /// The time since some moment, by which findings that are times are measured.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Returns `false` as soon as the work is to stop.
    pub go_on: GoOn<'a>,
}

impl Environment<'_> {
    /// Returns whether the work is to go on.
    pub fn goes_on(&self) -> bool {
        (self.go_on)()
    }
}
