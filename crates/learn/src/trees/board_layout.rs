//! The boards and orders that the arguments of facts belong to, taken from the analysis of a game.
//!
//! Follows the definitions of `kuhl`, section 7.1.1; finding boards and orders is the task of `analyze`.

use analyze::{Analysis, BoardStructure, FluentKind};
use hashbrown::HashMap;
use term::Term;

/// A fact none of whose arguments has arguments of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatFact {
    /// Name of the function.
    pub functor: String,
    /// The arguments in KIF.
    pub terms: Vec<String>,
}

impl FlatFact {
    /// Takes a fact apart. `None` if one of its arguments has arguments of its own.
    pub fn of(fact: &Term) -> Option<FlatFact> {
        fact.is_flat().then(|| FlatFact {
            functor: fact.name().to_owned(),
            terms: fact.argument_texts().map(str::to_owned).collect(),
        })
    }
}

/// A board whose cells are named by ordered arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Index of the argument for the content of a cell.
    pub marker: usize,
    /// Indexes of the arguments that name a cell, each with the values in order.
    pub axes: Vec<(usize, Vec<String>)>,
}

/// The boards and orders of a game.
#[derive(Clone, Debug, Default)]
pub struct BoardLayout {
    grids: HashMap<(String, usize), Grid>,
    orders: HashMap<(String, usize, usize), HashMap<String, usize>>,
}

impl BoardLayout {
    /// Takes boards and orders from the analysis of a game.
    pub fn new(analysis: &Analysis) -> BoardLayout {
        let mut layout = BoardLayout::default();
        for fluent in &analysis.fluents {
            let key = (fluent.name.as_str(), fluent.arity);
            match &fluent.kind {
                FluentKind::Board(board) => layout.add_board(key, board),
                FluentKind::Quantity(quantity) => {
                    for dimension in quantity.inputs.iter().chain(&quantity.outputs) {
                        if dimension.order.is_some() {
                            layout.add_order(key, dimension.argument, &texts(&dimension.values));
                        }
                    }
                }
                FluentKind::Counter(_) | FluentKind::Control | FluentKind::Other => {}
            }
        }
        layout
    }

    fn add_board(&mut self, key: (&str, usize), board: &BoardStructure) {
        let ordered = board.dimensions.iter().filter(|it| it.order.is_some());
        let axes: Vec<(usize, Vec<String>)> =
            ordered.map(|it| (it.argument, texts(&it.values))).collect();
        for (argument, values) in &axes {
            self.add_order(key, *argument, values);
        }
        if let (Some(&marker), true) =
            (board.contents.first(), axes.len() == board.dimensions.len())
        {
            self.add_grid(key, Grid { marker, axes });
        }
    }

    /// Adds a board for the facts of a function with this number of arguments.
    pub fn add_grid(&mut self, (functor, arity): (&str, usize), grid: Grid) {
        self.grids.insert((functor.to_owned(), arity), grid);
    }

    /// Adds the order of the values of an argument, for the facts of a function with this number of arguments.
    pub fn add_order(
        &mut self,
        (functor, arity): (&str, usize),
        argument: usize,
        values: &[String],
    ) {
        let places = values.iter().cloned().zip(0..).collect();
        self.orders.insert((functor.to_owned(), arity, argument), places);
    }

    /// Returns the board that a fact belongs to.
    pub fn grid(&self, literal: &FlatFact) -> Option<&Grid> {
        self.grids.get(&(literal.functor.clone(), literal.terms.len()))
    }

    /// Whether an argument of the facts of a function is ordered.
    pub fn is_ordered(&self, functor: &str, arity: usize, argument: usize) -> bool {
        self.orders.contains_key(&(functor.to_owned(), arity, argument))
    }

    /// Returns the position of an argument of a fact in its order, from 0.
    pub fn place(&self, literal: &FlatFact, argument: usize) -> Option<usize> {
        let key = (literal.functor.clone(), literal.terms.len(), argument);
        self.orders.get(&key)?.get(literal.terms.get(argument)?).copied()
    }
}

fn texts(terms: &[Term]) -> Vec<String> {
    terms.iter().map(Term::to_string).collect()
}
