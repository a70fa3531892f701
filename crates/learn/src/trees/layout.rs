//! What the arguments of facts are: orders and boards, as the analysis of a game has them.

use analyze::{Analysis, Board, Kind};
use hashbrown::HashMap;

/// A fact in parts: its function and its arguments. Those with functions among their arguments have no parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The function.
    pub functor: String,
    /// The arguments.
    pub terms: Vec<String>,
}

impl Literal {
    /// Of a fact in KIF; nothing if it has functions among its arguments.
    pub fn read(text: &str) -> Option<Literal> {
        let inner = match text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')')?,
            None => text,
        };
        let mut words = inner.split_whitespace().map(str::to_owned);
        (!inner.contains('(')).then_some(())?;
        Some(Literal { functor: words.next()?, terms: words.collect() })
    }
}

/// A board whose cells are named by ordered arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The argument that says what is in a cell, from 0.
    pub marker: usize,
    /// The arguments that name it, and their values in order.
    pub axes: Vec<(usize, Vec<String>)>,
}

/// What the arguments of facts are.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    grids: HashMap<(String, usize), Grid>,
    orders: HashMap<(String, usize, usize), HashMap<String, usize>>,
}

impl Layout {
    /// As the analysis of a game has it.
    pub fn new(analysis: &Analysis) -> Layout {
        let mut layout = Layout::default();
        for fluent in &analysis.fluents {
            let key = (fluent.name.as_str(), fluent.arity);
            match &fluent.kind {
                Kind::Board(board) => layout.add_board(key, board),
                Kind::Quantity(quantity) => {
                    for dimension in quantity.inputs.iter().chain(&quantity.outputs) {
                        if dimension.order.is_some() {
                            layout.add_order(key, dimension.argument, &dimension.values);
                        }
                    }
                }
                Kind::Counter(_) | Kind::Control | Kind::Other => {}
            }
        }
        layout
    }

    fn add_board(&mut self, key: (&str, usize), board: &Board) {
        let ordered = board.dimensions.iter().filter(|it| it.order.is_some());
        let axes: Vec<(usize, Vec<String>)> =
            ordered.map(|it| (it.argument, it.values.clone())).collect();
        for (argument, values) in &axes {
            self.add_order(key, *argument, values);
        }
        if let (Some(&marker), true) =
            (board.contents.first(), axes.len() == board.dimensions.len())
        {
            self.add_grid(key, Grid { marker, axes });
        }
    }

    /// Notes a board of a kind of facts.
    pub fn add_grid(&mut self, (functor, arity): (&str, usize), grid: Grid) {
        self.grids.insert((functor.to_owned(), arity), grid);
    }

    /// Notes the order of an argument of a kind of facts.
    pub fn add_order(
        &mut self,
        (functor, arity): (&str, usize),
        argument: usize,
        values: &[String],
    ) {
        let places = values.iter().cloned().zip(0..).collect();
        self.orders.insert((functor.to_owned(), arity, argument), places);
    }

    /// The board that a fact belongs to.
    pub fn grid(&self, literal: &Literal) -> Option<&Grid> {
        self.grids.get(&(literal.functor.clone(), literal.terms.len()))
    }

    /// Whether an argument of a kind of facts is ordered.
    pub fn is_ordered(&self, functor: &str, arity: usize, argument: usize) -> bool {
        self.orders.contains_key(&(functor.to_owned(), arity, argument))
    }

    /// How far along its order an argument of a fact is.
    pub fn place(&self, literal: &Literal, argument: usize) -> Option<usize> {
        let key = (literal.functor.clone(), literal.terms.len(), argument);
        self.orders.get(&key)?.get(literal.terms.get(argument)?).copied()
    }
}
