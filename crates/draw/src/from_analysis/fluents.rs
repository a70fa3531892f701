//! Decides for each fluent whether it becomes a label, a board, boxes or a table.

use super::draft::{BoardDraft, CellAxis};
use super::{MAX_TABLE_SIDE, PlanBuilder, natural_order, neighbours};
use crate::MAX_SIDE;
use crate::arrangement::Arrangement;
use crate::labels::LabelledFact;
use analyze::{Dimension, Fluent, FluentKind, Quantity};
use term::Term;

impl<'a> PlanBuilder<'a> {
    /// Adds a fluent as a label or as the draft of a board; some fluents are not drawn.
    pub(super) fn add_fluent(&mut self, fluent: &'a Fluent) {
        match &fluent.kind {
            FluentKind::Control => self.add_label(fluent, "turn"),
            FluentKind::Counter(_) => self.add_label(fluent, "step"),
            FluentKind::Board(board) => self.add_board(fluent, board),
            FluentKind::Quantity(quantity) => self.add_quantity(fluent, quantity),
            FluentKind::Other => self.add_other(fluent),
        }
    }

    fn add_label(&mut self, fluent: &Fluent, label: &str) {
        let (fluent, arity) = (fluent.name.clone(), fluent.arity);
        self.labels.push(LabelledFact { fluent, arity, label: label.to_owned() });
    }

    /// Adds a fluent that the analysis takes for a board. Where the analysis could have taken other arguments as cells,
    /// those that name cells of another board are preferred. Things that each have a place in an order become columns
    /// beside each other.
    fn add_board(&mut self, fluent: &'a Fluent, board: &analyze::BoardStructure) {
        match (board.dimensions.as_slice(), board.contents.as_slice()) {
            ([one, other], _)
                if one.order != other.order && self.board_with_cells_of(fluent).is_some() =>
            {
                let Some((cells, other)) = self.board_with_cells_of(fluent) else { return };
                let axes = cells.iter().zip(&other.dimensions);
                let axes = axes
                    .map(|(&argument, axis)| CellAxis { argument, ..self.axis(axis) })
                    .collect();
                let contents = other_arguments(fluent, &cells);
                self.add_draft(fluent, axes, contents, Vec::new());
            }
            ([place], &[thing]) if thing < place.argument && place.order.is_some() => {
                let values = seen_words(board);
                let things = CellAxis { argument: thing, order: None, values };
                let axes = vec![things, self.axis(place)];
                self.add_draft(fluent, axes, Vec::new(), Vec::new());
            }
            (dimensions, contents) => {
                let seen = board.pieces.iter().chain(&board.markers);
                let seen = seen.map(|content| texts(content)).collect();
                self.add_draft(fluent, self.axes(dimensions), contents.to_vec(), seen);
            }
        }
    }

    /// Returns the board of another fluent on which this one can be drawn, and the indices of the two arguments that
    /// name its cells. Rows and columns of that board have the same order, and exactly two arguments of this fluent
    /// have the sort of its cells.
    fn board_with_cells_of(
        &self,
        fluent: &Fluent,
    ) -> Option<(Vec<usize>, &'a analyze::BoardStructure)> {
        let mut others = self.analysis.fluents.iter().filter(|other| other.name != fluent.name);
        others.find_map(|other| {
            let FluentKind::Board(board) = &other.kind else { return None };
            let [one, two] = board.dimensions.as_slice() else { return None };
            let sort =
                |axis: &Dimension| self.domains.sort(&other.name, other.arity, axis.argument);
            let sorts = [sort(one)?, sort(two)?];
            let names_cells = |argument: &usize| {
                let sort = self.domains.sort(&fluent.name, fluent.arity, *argument);
                sort.is_some_and(|sort| sorts.contains(&sort))
            };
            let cells: Vec<usize> = (0..fluent.arity).filter(names_cells).collect();
            let is_ordered = one.order.is_some() && one.order == two.order;
            (is_ordered && cells.len() == 2).then_some((cells, board))
        })
    }

    /// Adds a quantity. A fact that is a single value becomes a label, and one that consists of several ordered values
    /// a thing on a board, which has these coordinates. Values that belong to something become boxes or a table.
    fn add_quantity(&mut self, fluent: &'a Fluent, quantity: &Quantity) {
        let Quantity { inputs, outputs } = quantity;
        match (inputs.as_slice(), outputs.as_slice()) {
            ([], [_, _, ..]) if outputs.len() == fluent.arity => self.add_thing(fluent, outputs),
            ([], _) => self.add_label(fluent, &fluent.name),
            // Input and output have the same values: the quantity tells in which column the thing of each row is.
            ([input], [output])
                if fluent.arity == 2
                    && input.order.is_some()
                    && input.order == output.order
                    && self.values(input) == self.values(output) =>
            {
                let axes = vec![self.axis(input), self.axis(output)];
                self.add_draft(fluent, axes, Vec::new(), Vec::new());
            }
            _ => {
                let cells: Vec<usize> = inputs.iter().map(|input| input.argument).collect();
                let contents = other_arguments(fluent, &cells);
                self.add_draft(fluent, self.axes(inputs), contents, Vec::new());
            }
        }
    }

    /// Adds a fluent whose structure was not recognised. Facts with one argument become a label, or boxes if there are
    /// several of them. Two arguments of the same sort name cells; two arguments with few values make a table.
    fn add_other(&mut self, fluent: &'a Fluent) {
        let has_several_facts = self.initial.of(&fluent.name, fluent.arity).len() > 1;
        let arguments: Vec<usize> = match fluent.arity {
            1 if has_several_facts => vec![0],
            1 => return self.add_label(fluent, &fluent.name),
            2 => vec![0, 1],
            _ => match self.pair_of_one_sort(fluent) {
                Some(pair) => pair.to_vec(),
                None => return,
            },
        };
        let arguments = self.named_cells(fluent, &arguments).unwrap_or(arguments);
        let is_table = arguments.len() == 2 && self.pair_of_one_sort(fluent).is_none();
        let axes: Vec<CellAxis> =
            arguments.iter().map(|&argument| self.named_axis(fluent, argument, is_table)).collect();
        let most = if arguments.len() == 1 { MAX_SIDE } else { MAX_TABLE_SIDE };
        let has_few_values = |axis: &CellAxis| (1..=most).contains(&axis.values.len());
        if axes.iter().all(has_few_values) {
            let contents = other_arguments(fluent, &arguments);
            self.add_draft(fluent, axes, contents, Vec::new());
        } else if fluent.arity == 1 {
            self.add_label(fluent, &fluent.name);
        }
    }

    /// Returns an argument as an axis without an order. Its values are those in the rules, or those of the initial
    /// state if the rules have too many for a table.
    fn named_axis(&self, fluent: &Fluent, argument: usize, is_table: bool) -> CellAxis {
        let mut values = self.domains.values(&fluent.name, fluent.arity, argument);
        let facts = self.initial.of(&fluent.name, fluent.arity);
        if is_table && facts.len() > 1 && values.len() > MAX_TABLE_SIDE {
            values.retain(|value| facts.iter().any(|fact| fact.get(argument) == Some(value)));
        }
        CellAxis { argument, order: None, values }
    }

    /// Returns the only one of two arguments whose values are names of cells: a relation gives their positions, or the
    /// names have the form of coordinates.
    fn named_cells(&self, fluent: &Fluent, arguments: &[usize]) -> Option<Vec<usize>> {
        let are_cells = |argument: &&usize| {
            let values = self.domains.values(&fluent.name, fluent.arity, **argument);
            neighbours::positions(&values, &self.relations).is_some()
                || Arrangement::from_coordinates(&values).is_some()
        };
        let mut cells = arguments.iter().filter(are_cells);
        let argument = *cells.next()?;
        (arguments.len() == 2 && cells.next().is_none()).then(|| vec![argument])
    }

    /// Returns the only two arguments that have the same sort; `None` if there are no or several such pairs.
    fn pair_of_one_sort(&self, fluent: &Fluent) -> Option<[usize; 2]> {
        let arity = fluent.arity;
        let sort = |argument: usize| self.domains.sort(&fluent.name, arity, argument);
        let pairs = (0..arity).flat_map(|one| (one + 1..arity).map(move |other| [one, other]));
        let mut same =
            pairs.filter(|&[one, other]| sort(one).is_some() && sort(one) == sort(other));
        same.next().filter(|_| same.next().is_none())
    }

    /// Adds the draft of a board for a fluent.
    fn add_draft(
        &mut self,
        fluent: &'a Fluent,
        axes: Vec<CellAxis>,
        contents: Vec<usize>,
        seen: Vec<Vec<String>>,
    ) {
        let mut draft =
            BoardDraft { fluent, axes, contents, seen, is_on_other_board: false, empty: None };
        draft.empty = self.empty_content(&draft);
        self.drafts.push(draft);
    }

    /// Adds the draft for a thing that is drawn on the board of another fluent, if one has its cells.
    fn add_thing(&mut self, fluent: &'a Fluent, dimensions: &[Dimension]) {
        let axes = self.axes(dimensions);
        let (contents, seen) = (Vec::new(), Vec::new());
        self.drafts.push(BoardDraft {
            fluent,
            axes,
            contents,
            seen,
            is_on_other_board: true,
            empty: None,
        });
    }

    fn axes(&self, dimensions: &[Dimension]) -> Vec<CellAxis> {
        dimensions.iter().map(|dimension| self.axis(dimension)).collect()
    }

    fn axis(&self, dimension: &Dimension) -> CellAxis {
        CellAxis {
            argument: dimension.argument,
            order: dimension.order.clone(),
            values: self.values(dimension),
        }
    }

    /// Returns the values of a dimension in the order in which they are drawn: all values of its order from the first
    /// to the last that was seen, or the values that were seen in natural order.
    fn values(&self, dimension: &Dimension) -> Vec<String> {
        let seen = &dimension.values;
        let orders = self.analysis.orders.iter();
        let mut order = orders.filter(|order| dimension.order.as_ref() == Some(&order.relation));
        let Some(chain) = order.next().and_then(|order| order.chain_of(seen)) else {
            return natural_order::sorted(seen.iter().map(Term::to_string));
        };
        let place = |value: Option<&Term>| chain.iter().position(|link| Some(link) == value);
        match (place(seen.first()), place(seen.last())) {
            (Some(first), Some(last)) if first <= last => texts(&chain[first..=last]),
            _ => texts(seen),
        }
    }
}

/// Returns the indices of the arguments of a fluent that are not in `arguments`.
fn other_arguments(fluent: &Fluent, arguments: &[usize]) -> Vec<usize> {
    (0..fluent.arity).filter(|argument| !arguments.contains(argument)).collect()
}

/// Returns all words that the analysis saw in the cells of a board, in natural order.
fn seen_words(board: &analyze::BoardStructure) -> Vec<String> {
    natural_order::sorted(board.pieces.iter().chain(&board.markers).flatten().map(Term::to_string))
}

fn texts(terms: &[Term]) -> Vec<String> {
    terms.iter().map(Term::to_string).collect()
}
