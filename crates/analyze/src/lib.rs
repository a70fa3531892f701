//! The structure of a game, derived from the form of its rules and from random games alone: names carry no meaning.
//!
//! [`analyze`] looks for the structures of Kuhlmann 2010 (G. Kuhlmann, *Automated Domain Analysis and Transfer Learning
//! in General Game Playing*, 2010, chapter 4): relations that order things ([`OrderRelation`]), step counters, boards
//! with their markers and pieces, quantities, the role that has the move, and teams of roles. A suggestion from the
//! form of the rules is accepted unless a sampled state refutes it.
//!
//! ```
//! # use {circuit as agon_circuit, gdl as agon_gdl, propnet as agon_propnet};
//! use agon_analyze::{FluentKind, Sampling, TurnOrder, analyze};
//!
//! let sheet = b"
//!     (role you) (init (step 1)) (after 1 2) (after 2 3) (after 3 4)
//!     (legal you wait) (goal you 100)
//!     (<= (next (step ?new)) (true (step ?old)) (after ?old ?new))
//!     (<= terminal (true (step 4)))";
//! let rules = agon_gdl::check("count.kif", sheet).rules.expect("there is no error");
//! let mut machine = agon_propnet::CircuitMachine::from_rules(&rules, &agon_circuit::Limits::default())?;
//! let analysis = analyze(&rules, &mut machine, &Sampling::states(100, 1)).expect("play is finite");
//! assert_eq!(analysis.roles.turns, TurnOrder::Alone);
//! let numbers: Vec<&str> = analysis.orders[0].chains[0].iter().map(|it| it.as_str()).collect();
//! assert_eq!(numbers, ["1", "2", "3", "4"]);
//! let FluentKind::Counter(counter) = &analysis.fluents[0].kind else { panic!("no counter") };
//! assert!(counter.only_counts && !counter.is_down);
//! # Ok::<(), agon_circuit::BuildError>(())
//! ```
//!
//! From an analysis follow [`features`] of states, an evaluation of states by [`FuzzyGoals`], [`symmetries`] of the
//! game and of its boards, and comparisons with other games ([`Portrait`], [`Identity`]), for which rules become graphs
//! ([`rulegraph`]) with a canonical form ([`graph`]).
//!
//! No games but random ones are played here, and nothing is read or written. Seeds and limits are arguments.

mod analyst;
mod counter;
mod display;
mod feature;
mod fluent;
mod fuzzy;
mod goals;
pub mod graph;
mod identity;
mod order;
mod roles;
pub mod rulegraph;
mod sample;
mod sentence;
mod shuffle;
mod sorts;
mod statics;
mod symmetry;
mod variant;

pub use analyst::Analyst;
pub use counter::StepCounter;
pub use display::symmetry_lines;
pub use feature::{
    ArgumentValues, FeatureEvaluator, FeatureMeasure, OrderedArgument, StructureFeature, features,
};
pub use fluent::{BoardStructure, Content, Dimension, Fluent, FluentKind, Quantity};
pub use fuzzy::{FuzzyGoals, FuzzySettings};
pub use identity::Identity;
pub use order::OrderRelation;
pub use roles::{Control, RoleAnalysis, RoleInfo, TurnOrder};
pub use sample::Sampling;
pub use sentence::{Sentence, Sentences};
pub use shuffle::shuffled;
pub use sorts::Sort;
pub use statics::{StaticRelation, static_derivations};
pub use symmetry::{GameSymmetry, WrittenSymmetries, remembered_symmetries, symmetries, turns};
pub use variant::{
    Contrast, Difference, Likeness, PartialIdentity, Portrait, StateTranslation, Which,
};

use game::{Machine, StopReason};
use gdl::Rules;
use goals::GoalSources;
use serde::{Deserialize, Serialize};

/// The structures of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// The roles and the relations between them.
    pub roles: RoleAnalysis,
    /// Relations that order things.
    pub orders: Vec<OrderRelation>,
    /// The kinds of facts that states consist of.
    pub fluents: Vec<Fluent>,
    /// Number of random games in the sample.
    pub games: usize,
    /// Number of states in the sample.
    pub states: usize,
}

/// Analyses rules and some random games. The machine must play the game of these rules.
///
/// The static relations are derived for this analysis alone. Whoever analyses a game more than once, or draws it too,
/// uses an [`Analyst`], which keeps them.
pub fn analyze(
    rules: &Rules,
    machine: &mut dyn Machine,
    sampling: &Sampling,
) -> Result<Analysis, StopReason> {
    analyze_with(rules, &statics::binary_relations(rules), machine, sampling)
}

/// Analyses as [`analyze`] does, with static relations of two arguments that are known.
fn analyze_with(
    rules: &Rules,
    statics: &[StaticRelation],
    machine: &mut dyn Machine,
    sampling: &Sampling,
) -> Result<Analysis, StopReason> {
    let orders = order::order_relations(statics);
    let sample = sampling.run(machine)?;
    let goals = GoalSources { rules, statics, orders: &orders, sample: &sample };
    let roles = roles::analyze_roles(machine, &sample, &goals);
    let counters = counter::step_counters(rules, &orders);
    let control = roles.control.as_ref();
    let fluents = fluent::fluents(&sample, &orders, counters, control, machine.roles());
    let (games, states) = (sample.games.len(), sample.state_count());
    Ok(Analysis { roles, orders, fluents, games, states })
}
