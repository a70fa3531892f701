//! Puts drafts with the same cells on one board, and finds out which cells a board does not have.

use super::cell_arrangement::{Relations, arrange, pair_texts};
use super::draft::BoardDraft;
use super::{FactTable, PlanBuilder, missing_cells, neighbours};
use crate::MAX_CELLS;
use crate::arrangement::{Arrangement, CellForm, CellPlace, GridPosition};
use crate::plan::{BoardPlan, MissingCells};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

impl PlanBuilder<'_> {
    /// Returns the boards: those with the most cells first, and rows of boxes last. Boards beyond the limit on cells
    /// are left out.
    pub(super) fn into_boards(self) -> Vec<BoardPlan> {
        let groups = groups(self.drafts);
        let boards = groups.iter().filter_map(|group| {
            let board = board(group, &self.relations, &self.initial)?;
            Some((board, group[0].cells()))
        });
        let mut boards: Vec<(BoardPlan, usize)> = boards.collect();
        let is_box = |place: &CellPlace| place.form == CellForm::Box;
        boards.sort_by_key(|(board, cells)| {
            (board.arrangement.places.iter().all(is_box), Reverse(*cells))
        });
        let mut room = MAX_CELLS;
        boards.retain(|(_, cells)| {
            let fits = *cells <= room;
            room -= if fits { *cells } else { 0 };
            fits
        });
        let mut boards: Vec<BoardPlan> = boards.into_iter().map(|(board, _)| board).collect();
        // The only board needs no title, except rows of boxes.
        if groups.len() <= 1 {
            boards.iter_mut().filter(|board| names_cells_by_several(board)).for_each(|board| {
                board.title = None;
            });
        }
        boards
    }
}

/// Whether the cells of a board are named by more than one value each.
fn names_cells_by_several(board: &BoardPlan) -> bool {
    board.facts.iter().all(|fact| fact.cell_variables.len() > 1)
}

/// Groups drafts that have the same cells. The draft with the most cells is the first of its group.
fn groups(drafts: Vec<BoardDraft>) -> Vec<Vec<BoardDraft>> {
    let (things, mut boards): (Vec<BoardDraft>, Vec<BoardDraft>) =
        drafts.into_iter().partition(|draft| draft.is_on_other_board);
    boards.sort_by_key(|draft| Reverse(draft.cells()));
    let mut groups: Vec<Vec<BoardDraft>> = Vec::new();
    for draft in boards.into_iter().chain(things) {
        match groups.iter_mut().find(|group| draft.lies_on(&group[0])) {
            Some(group) => group.push(draft),
            None => groups.push(vec![draft]),
        }
    }
    groups
}

/// Returns the board of drafts that have the same cells; `None` if it has no cells, too many, or more than four axes.
fn board(group: &[BoardDraft], relations: &Relations, initial: &FactTable) -> Option<BoardPlan> {
    let first = group.first()?;
    if first.cells() == 0 || first.cells() > MAX_CELLS {
        return None;
    }
    let arrangement = arrange(&first.axes, relations)?;
    let missing = missing_cells_of(group, &arrangement, relations, initial);
    let names: Vec<&str> = group.iter().map(|draft| draft.fluent.name.as_str()).collect();
    Some(BoardPlan {
        title: Some(names.join(", ")),
        arrangement: Arc::new(arrangement),
        name_template: None,
        facts: group.iter().filter_map(BoardDraft::board_fact).collect(),
        shows_first: false,
        missing,
    })
}

/// Returns the cells that a board does not have. If a fluent has contents for empty cells, the existing cells are those
/// with a fact; otherwise a relation may list them, or the cells that can be reached from others.
fn missing_cells_of(
    group: &[BoardDraft],
    arrangement: &Arrangement,
    relations: &Relations,
    initial: &FactTable,
) -> MissingCells {
    let Some(first) = group.first() else { return MissingCells::None };
    if group.iter().any(|draft| draft.empty.is_some()) {
        return MissingCells::WithoutFacts;
    }
    let [across, down] = first.axes.as_slice() else { return MissingCells::None };
    let (columns, rows) = (&across.values, &down.values);
    let filled: Vec<(String, String)> =
        group.iter().flat_map(|draft| draft.filled(initial)).collect();
    let filled = filled.iter().map(|(one, other)| (one.as_str(), other.as_str()));
    let filled = missing_cells::named(filled, columns, rows).unwrap_or_default();
    let binary = relations.binary.iter();
    let listed = binary.filter_map(|it| missing_cells::named(pair_texts(it), columns, rows));
    let links = neighbours::links(relations.allowing(), columns, rows);
    let reached = links.iter().filter_map(neighbours::reached);
    let size = (columns.len(), rows.len());
    let is_board = |cells: &HashSet<GridPosition>| missing_cells::are_board(cells, size, &filled);
    let Some(cells) = listed.chain(reached).find(is_board) else { return MissingCells::None };
    let name = |&(column, row): &GridPosition| vec![columns[column].clone(), rows[row].clone()];
    let existing: HashSet<usize> =
        cells.iter().filter_map(|cell| arrangement.find(&name(cell))).collect();
    let missing = (0..arrangement.places.len()).filter(|place| !existing.contains(place));
    MissingCells::Known(missing.collect())
}
