//! Chooses the kind of every fluent from the evidence of the sampled states.

use super::evidence::{ArgumentSet, FluentEvidence};
use super::{BoardStructure, Dimension, Fluent, FluentKind, Quantity};
use crate::sample::{GameSample, SampledTermId};
use crate::{Control, OrderRelation, StepCounter};
use hashbrown::HashSet;

/// Largest number of arguments of a fluent that is examined: the number of combinations doubles with each.
const MAX_ARGUMENTS: usize = 6;

/// Returns the fluents of a game, in the order of their first appearance in the sample.
pub(crate) fn fluents(
    sample: &GameSample,
    orders: &[OrderRelation],
    counters: Vec<StepCounter>,
    control: Option<&Control>,
    roles: &[String],
) -> Vec<Fluent> {
    let describe = |(name, arity): (SampledTermId, usize)| {
        let fluent = Classifier { evidence: FluentEvidence { sample, orders, name, arity }, roles };
        let name = sample.terms.term(name).as_str();
        let always_changes = fluent.evidence.always_changes();
        let counter = counters.iter().find(|counter| counter.fluent == name && arity == 1);
        let kind = if control.is_some_and(|control| control.fluent == name) {
            FluentKind::Control
        } else if let Some(counter) = counter.filter(|_| always_changes) {
            FluentKind::Counter(counter.clone())
        } else {
            fluent.kind()
        };
        Fluent { name: name.to_owned(), arity, always_changes, kind }
    };
    signatures(sample).into_iter().map(describe).collect()
}

/// Returns the name and number of arguments of every fluent, in the order of first appearance.
fn signatures(sample: &GameSample) -> Vec<(SampledTermId, usize)> {
    let mut known = HashSet::new();
    let all = sample.facts.iter().map(|fact| (fact.name, fact.arguments.len()));
    all.filter(|&signature| known.insert(signature)).collect()
}

/// Chooses the kind of one fluent.
struct Classifier<'a> {
    evidence: FluentEvidence<'a>,
    roles: &'a [String],
}

impl Classifier<'_> {
    /// Returns the kind of the fluent: a board if it can be read as one, otherwise a quantity if possible.
    fn kind(&self) -> FluentKind {
        if self.evidence.arity == 0 || self.evidence.arity > MAX_ARGUMENTS {
            return FluentKind::Other;
        }
        let dimensions = self.evidence.dimensions();
        let keys = self.evidence.keys();
        let boards = keys.iter().filter_map(|&key| self.board_of_cells(&dimensions, key));
        let placements = keys.iter().filter_map(|&key| self.board_of_placements(&dimensions, key));
        let better = |best, other| if quality(&other) > quality(&best) { other } else { best };
        let board = boards.chain(placements).reduce(better);
        let quantity = keys.iter().find_map(|&key| self.quantity(&dimensions, key));
        match (board, quantity) {
            (Some(board), _) => FluentKind::Board(board),
            (None, Some(quantity)) => FluentKind::Quantity(quantity),
            (None, None) => FluentKind::Other,
        }
    }

    /// Returns the board whose cells are named by these arguments; `None` if they name no cells.
    fn board_of_cells(&self, dimensions: &[Dimension], key: ArgumentSet) -> Option<BoardStructure> {
        let inputs: Vec<Dimension> = chosen(dimensions, key);
        let contents = self.evidence.contents(key);
        let ordered = inputs.iter().filter(|input| input.order.is_some()).count();
        let is_amount = !contents.is_empty()
            && contents.iter().all(|&output| dimensions[output].order.is_some());
        let is_board = match inputs.len() {
            0 => false,
            // One argument names the cells of a row. A property of each role is not a board, nor is a list of amounts.
            1 => !contents.is_empty() && !is_amount && !self.are_roles(&inputs[0]),
            _ if contents.is_empty() => ordered >= 2,
            _ => ordered >= 2 || !is_amount,
        };
        is_board.then(|| self.board(inputs, contents))
    }

    /// Returns the board on which things are, each in one place, if one argument names the thing and two or more
    /// ordered ones its cell. Two things may be in the same cell.
    fn board_of_placements(
        &self,
        dimensions: &[Dimension],
        key: ArgumentSet,
    ) -> Option<BoardStructure> {
        let outputs = self.evidence.contents(key);
        let ordered = outputs.iter().filter(|&&output| dimensions[output].order.is_some());
        let cells: ArgumentSet = ordered.fold(0, |cells, &output| cells | 1 << output);
        let is_board = key.count_ones() == 1 && cells.count_ones() >= 2;
        let contents = vec![key.trailing_zeros() as usize];
        is_board.then(|| self.board(chosen(dimensions, cells), contents))
    }

    fn board(&self, dimensions: Vec<Dimension>, contents: Vec<usize>) -> BoardStructure {
        let (pieces, markers) = self.evidence.pieces_and_markers(&contents);
        BoardStructure { dimensions, contents, pieces, markers }
    }

    fn are_roles(&self, dimension: &Dimension) -> bool {
        dimension.values.iter().all(|value| self.roles.iter().any(|role| role == value.as_str()))
    }

    /// Returns the quantity with these arguments as inputs; `None` if no other argument is ordered.
    fn quantity(&self, dimensions: &[Dimension], key: ArgumentSet) -> Option<Quantity> {
        let outputs = self.evidence.contents(key).into_iter().map(|output| &dimensions[output]);
        let outputs: Vec<Dimension> =
            outputs.filter(|output| output.order.is_some()).cloned().collect();
        let inputs = chosen(dimensions, key);
        (!outputs.is_empty()).then_some(Quantity { inputs, outputs })
    }
}

/// Returns a value by which two readings of a fluent as a board are compared: more ordered dimensions are better, then
/// dimensions that are ordered by the same relation, then fewer dimensions.
fn quality(board: &BoardStructure) -> (usize, bool, usize) {
    let orders: Vec<&String> =
        board.dimensions.iter().filter_map(|dimension| dimension.order.as_ref()).collect();
    let are_alike = orders.windows(2).all(|pair| pair[0] == pair[1]);
    (orders.len(), are_alike, usize::MAX - board.dimensions.len())
}

/// Returns the dimensions of the arguments in a set.
fn chosen(dimensions: &[Dimension], arguments: ArgumentSet) -> Vec<Dimension> {
    let chosen = dimensions.iter().filter(|dimension| arguments >> dimension.argument & 1 == 1);
    chosen.cloned().collect()
}
