//! The table of one relation: the arguments for which it can be true, with an index.
//!
//! Does not evaluate formulas (`binding_search`).

use circuit::Signal;
use ground::{Value, Values};
use hashbrown::HashMap;
use term::TermTable;

/// The arguments for which a relation can be true.
#[derive(Clone, Debug, Default)]
pub struct RelationTable {
    /// All rows of the table.
    pub rows: Vec<Row>,
    /// The rows with a given term or function in an argument position.
    index: HashMap<(ArgumentPosition, u32), Vec<u32>>,
}

/// A row of a relation's table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The arguments of the relation.
    pub arguments: Box<[Value]>,
    /// The signal that is on where the relation is true for them.
    pub signal: Signal,
}

/// The part of a row by which it is indexed: an argument, or a part of one that is a function applied to terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentPosition {
    /// The argument with this number, as a whole.
    Argument(u8),
    /// The name of the function that is the argument with this number, such as `at` in `(at 2 3)`.
    Function(u8),
    /// The second number is that of an argument of the function that is the argument with the first number.
    Inner(u8, u8),
}

impl RelationTable {
    /// Adds a row and indexes it.
    pub(super) fn add(&mut self, row: Row, values: &Values) {
        let number = self.rows.len() as u32;
        let mut note = |place: ArgumentPosition, key: u32| {
            self.index.entry((place, key)).or_default().push(number);
        };
        for (place, &argument) in (0..).zip(&row.arguments) {
            note(ArgumentPosition::Argument(place), argument.0);
            note(ArgumentPosition::Function(place), values.symbol(argument).0);
            for (within, &part) in (0..).zip(values.arguments(argument)) {
                note(ArgumentPosition::Inner(place, within), part.0);
            }
        }
        self.rows.push(row);
    }

    /// Returns the numbers of the rows that have a term or function, given by its number, in a position.
    pub fn with(&self, place: ArgumentPosition, key: u32) -> &[u32] {
        self.index.get(&(place, key)).map_or(&[], |rows| rows)
    }
}
