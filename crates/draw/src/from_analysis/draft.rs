//! Drafts of boards: one fluent with the arguments that name its cells and those that are shown in them.

use super::{FactTable, PlanBuilder};
use crate::plan::BoardFact;
use analyze::Fluent;
use std::collections::{BTreeMap, BTreeSet};
use term::Pattern;

/// A draft of a board: a fluent, the arguments that name its cells, and those shown in them.
pub(super) struct BoardDraft<'a> {
    /// The fluent that is drawn.
    pub fluent: &'a Fluent,
    /// Arguments that name the cells.
    pub axes: Vec<CellAxis>,
    /// Indices of the arguments that are shown in the cells.
    pub contents: Vec<usize>,
    /// Contents that the analysis saw in the cells.
    pub seen: Vec<Vec<String>>,
    /// Whether the fluent is drawn on the board of another fluent, if one has its cells.
    pub is_on_other_board: bool,
    /// Contents that mean an empty cell.
    pub empty: Option<Vec<String>>,
}

/// An argument that names cells.
#[derive(Clone, Debug)]
pub(super) struct CellAxis {
    /// Index of the argument.
    pub argument: usize,
    /// Name of the relation that orders the values.
    pub order: Option<String>,
    /// Values of the argument in the order in which they are drawn.
    pub values: Vec<String>,
}

impl PlanBuilder<'_> {
    /// Returns the contents that mean an empty cell: in the initial state each cell has one content, and this content
    /// is in at least a third of the cells and more frequent than any other.
    pub(super) fn empty_content(&self, draft: &BoardDraft) -> Option<Vec<String>> {
        if draft.contents.is_empty() || draft.seen.len() < 2 || draft.axes.len() < 2 {
            return None;
        }
        let mut cells: BTreeSet<Vec<&String>> = BTreeSet::new();
        let mut counts: BTreeMap<Vec<&String>, usize> = BTreeMap::new();
        for fact in draft.facts(&self.initial) {
            let part = |arguments: &mut dyn Iterator<Item = usize>| -> Option<Vec<&String>> {
                arguments.map(|argument| fact.get(argument)).collect()
            };
            if !cells.insert(part(&mut draft.axes.iter().map(|axis| axis.argument))?) {
                return None;
            }
            *counts.entry(part(&mut draft.contents.iter().copied())?).or_default() += 1;
        }
        let (content, &most) = counts.iter().max_by_key(|(_, count)| **count)?;
        let is_single = counts.values().filter(|count| **count == most).count() == 1;
        let is_frequent = 3 * most >= draft.cells();
        (is_single && is_frequent).then(|| content.iter().map(|&word| word.clone()).collect())
    }
}

impl BoardDraft<'_> {
    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.axes.iter().fold(1, |cells, axis| cells.saturating_mul(axis.values.len()))
    }

    /// Returns the arguments of the facts of this fluent.
    fn facts<'a>(&self, facts: &'a FactTable) -> &'a [Vec<String>] {
        facts.of(&self.fluent.name, self.fluent.arity)
    }

    /// Whether the fluent can be drawn on the board of another draft: both name their cells by the same number of
    /// arguments, at least two, with the same values.
    ///
    /// In two cases the board may have further values, because random games need not show all of them: if the fluent is
    /// a thing without a board of its own, or if the values are ordered and every argument of the fluent names the cell
    /// or its content.
    pub fn lies_on(&self, board: &BoardDraft) -> bool {
        let is_part = |(own, other): (&CellAxis, &CellAxis)| {
            own.order == other.order && own.values.iter().all(|value| other.values.contains(value))
        };
        // If there are arguments that are neither cells nor contents, a cell means something else.
        let is_whole = self.axes.len() + self.contents.len() == self.fluent.arity;
        let fits = |(own, other): (&CellAxis, &CellAxis)| {
            let is_same = if self.is_on_other_board {
                is_part((own, other))
            } else {
                own.values == other.values
            };
            is_same || (is_whole && own.order.is_some() && is_part((own, other)))
        };
        self.axes.len() > 1
            && self.axes.len() == board.axes.len()
            && self.axes.iter().zip(&board.axes).all(fits)
    }

    /// Returns the cells that have contents in the initial state, by the values of the first two axes.
    pub fn filled(&self, initial: &FactTable) -> Vec<(String, String)> {
        let cell = |fact: &Vec<String>| {
            let value = |axis: usize| fact.get(self.axes.get(axis)?.argument).cloned();
            Some((value(0)?, value(1)?))
        };
        self.facts(initial).iter().filter_map(cell).collect()
    }

    /// Returns the kind of fact for the plan; `None` if the name of the fluent cannot be read.
    pub fn board_fact(&self) -> Option<BoardFact> {
        let variables: String =
            (0..self.fluent.arity).map(|argument| format!(" ?{argument}")).collect();
        let pattern = Pattern::read(&format!("({}{variables})", self.fluent.name))?;
        let variable = |argument: &usize| format!("?{argument}");
        let contents: Vec<String> = if self.contents.is_empty() {
            vec![self.fluent.name.clone()]
        } else {
            self.contents.iter().map(variable).collect()
        };
        Some(BoardFact {
            pattern,
            cell_variables: self.axes.iter().map(|axis| variable(&axis.argument)).collect(),
            contents,
            symbol: None,
            empty: self.empty.clone(),
            is_background: self.contents.is_empty() && !self.is_on_other_board,
        })
    }
}
