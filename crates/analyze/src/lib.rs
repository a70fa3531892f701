//! What the rules of a game say about it, from their form and from some random games alone: names mean nothing.
//!
//! [`analyze`] looks for the structures of document 000 (G. Kuhlmann, *Automated Domain Analysis and Transfer Learning in General
//! Game Playing*, 2010, chapter 4): relations that order things ([`Order`]), step counters, boards with their markers and pieces,
//! quantities, who has the move and who plays with whom. What the form of the rules suggests is believed as long as no state
//! that was seen in play refutes it.
//!
//! Nothing is played here but random games, and nothing is read or written.

mod counter;
mod feature;
mod fluent;
mod fuzzy;
mod goals;
pub mod graph;
mod identity;
mod order;
mod roles;
pub mod rulegraph;
mod sentence;
mod shuffle;
mod sorts;
mod statics;
mod symmetry;
mod text;
mod variant;
mod watch;
mod words;

pub use counter::Counter;
pub use feature::{Axis, Feature, Gauge, What, With, features};
pub use fluent::{Board, Content, Dimension, Fluent, Kind, Quantity};
pub use fuzzy::{Fuzzy, FuzzySettings};
pub use identity::Identity;
pub use order::Order;
pub use roles::{Control, RoleInfo, Roles, Turns};
pub use sentence::{Sentence, Sentences};
pub use shuffle::shuffled;
pub use sorts::Sort;
pub use statics::{Pairs, Table, pairs, tables};
pub use symmetry::{Symmetry, WrittenSymmetries, remembered_symmetries, symmetries, turns};
pub use variant::{Difference, Likeness, Look, Portrait, Translation, Which};
pub use watch::Watch;

use game::{Machine, Role, StopReason};
use gdl::Rules;
use goals::Goals;
use serde::{Deserialize, Serialize};

/// What is known about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// Who plays, for what, with whom, and when.
    pub roles: Roles,
    /// Relations that order things.
    pub orders: Vec<Order>,
    /// What states are made of.
    pub fluents: Vec<Fluent>,
    /// How many random games were watched.
    pub games: usize,
    /// And how many states were seen in them.
    pub states: usize,
}

/// Knows the rules of a game, for those who know only its machine.
pub struct Analyst {
    rules: Rules,
    can_be_grounded: bool,
}

impl Analyst {
    /// Knows these rules, and whether they can be grounded in the time there is.
    pub fn new(rules: Rules, can_be_grounded: bool) -> Analyst {
        Analyst { rules, can_be_grounded }
    }

    /// The rules, if they can be grounded in the time there is.
    pub fn ground_rules(&self) -> Option<&Rules> {
        self.can_be_grounded.then_some(&self.rules)
    }

    /// Looks at the rules and at some random games. The machine must be of the same game.
    pub fn analyze(
        &self,
        machine: &mut dyn Machine,
        watch: &Watch,
    ) -> Result<Analysis, StopReason> {
        analyze(&self.rules, machine, watch)
    }
}

impl Analyst {
    /// The symmetries of the game. The analysis and the machine must be of it.
    pub fn symmetries(
        &self,
        analysis: &Analysis,
        machine: &mut dyn Machine,
        seed: u64,
    ) -> Result<Vec<Symmetry>, StopReason> {
        symmetries(&self.rules, analysis, machine, seed)
    }

    /// Symmetries that were found before, if they hold; nothing if they have to be searched for.
    pub fn remembered_symmetries(
        &self,
        written: &WrittenSymmetries,
        machine: &mut dyn Machine,
        seed: u64,
    ) -> Result<Option<Vec<Symmetry>>, StopReason> {
        remembered_symmetries(&self.rules, written, machine, seed)
    }

    /// Judges states by how near they are to a role's goals, if the rules can be grounded.
    pub fn fuzzy(
        &self,
        analysis: &Analysis,
        role: Role,
        settings: FuzzySettings,
    ) -> Result<Fuzzy, StopReason> {
        if !self.can_be_grounded {
            return Err(StopReason::Interrupted);
        }
        let limits = circuit::Limits::default();
        Fuzzy::new(&self.rules, analysis, role, settings, &limits)
            .map_err(|stop| limits.reason(stop))
    }
}

/// Looks at rules and at some random games. Rules and machine must be of the same game.
pub fn analyze(
    rules: &Rules,
    machine: &mut dyn Machine,
    watch: &Watch,
) -> Result<Analysis, StopReason> {
    let statics = statics::pairs(rules);
    let orders = order::find(&statics);
    let record = watch.games(machine)?;
    let goals = Goals { rules, statics: &statics, orders: &orders, record: &record };
    let roles = roles::find(machine, &record, &goals);
    let counters = counter::find(rules, &orders);
    let fluents = fluent::find(&record, &orders, counters, roles.control.as_ref(), machine.roles());
    Ok(Analysis { roles, orders, fluents, games: record.games.len(), states: record.states() })
}
