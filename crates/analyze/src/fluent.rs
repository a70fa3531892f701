//! The kinds of facts that states consist of, and what each of them stands for (Kuhlmann 2010, sections 4.1.3 and
//! 4.1.4): a board with its cells and pieces, a quantity, a step counter, the role that has the move.
//!
//! Arguments on which no two facts of a state agree are the *inputs* of a fluent, the others its *outputs*. Two or more
//! inputs make a board whose cells contain the outputs; so do things that are in one place each. Ordered outputs make a
//! quantity. Contents that were never in two cells at once are pieces, all others are markers.
//!
//! This file holds the result, `classify` chooses between the kinds, `evidence` examines the sampled states of one
//! fluent.
//!
//! DIVERGENCE: Kuhlmann takes a board to have one thing in each cell. Things that can meet, as two pawns of different
//! roles, are on a board here too: their places and distances are worth as much.

mod classify;
mod evidence;

pub(crate) use classify::fluents;

use crate::{OrderRelation, StepCounter};
use serde::{Deserialize, Serialize};
use term::Term;

/// A fluent: all facts with the same name and the same number of arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fluent {
    /// Name of the facts.
    pub name: String,
    /// Number of arguments of each fact.
    pub arity: usize,
    /// Whether no two successive states had the same facts of this fluent.
    pub always_changes: bool,
    /// The role that the fluent has in the game.
    #[serde(flatten)]
    pub kind: FluentKind,
}

/// The role that a fluent has in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FluentKind {
    /// The fluent counts the steps of the game.
    Counter(StepCounter),
    /// The fluent names the role that has the move.
    Control,
    /// The fluent tells the contents of the cells of a board.
    Board(BoardStructure),
    /// The fluent has ordered values.
    Quantity(Quantity),
    /// None of the other kinds was recognised.
    Other,
}

/// The arguments of a fluent that make a board, and the contents of its cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardStructure {
    /// The arguments that together name a cell.
    pub dimensions: Vec<Dimension>,
    /// Indices of the arguments that name the content of a cell, from 0; empty if cells are only there or not.
    pub contents: Vec<usize>,
    /// Contents that were in one cell at most in every state.
    pub pieces: Vec<Content>,
    /// Contents that were in several cells in some state.
    pub markers: Vec<Content>,
}

/// The content of a cell: the values of the arguments that name it.
pub type Content = Vec<Term>;

/// An argument of a fluent with its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dimension {
    /// Index of the argument, from 0.
    pub argument: usize,
    /// Name of the relation that orders the values; `None` if they are not ordered.
    pub order: Option<String>,
    /// The values that were observed, in their order if they are ordered.
    pub values: Vec<Term>,
}

impl Dimension {
    /// Returns all values of the order, also those that were not observed; `None` if the values are not ordered.
    pub(crate) fn chain<'a>(&self, orders: &'a [OrderRelation]) -> Option<&'a [Term]> {
        let order = orders.iter().find(|order| self.order.as_ref() == Some(&order.relation))?;
        order.chain_of(&self.values)
    }
}

/// Ordered values, one for each combination of inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantity {
    /// The arguments that name the owner of a value; empty if there is only one.
    pub inputs: Vec<Dimension>,
    /// The arguments that hold ordered values.
    pub outputs: Vec<Dimension>,
}
