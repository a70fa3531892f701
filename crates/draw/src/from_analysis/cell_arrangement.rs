//! Arranges the cells of a board by their values and by the relations between them: boxes, rows and columns, hexagons,
//! layers beside each other, or boards within a board.

use super::draft::CellAxis;
use super::neighbours::{self, Diagonal};
use crate::arrangement::{Arrangement, AxisLevels, GridPosition, side_length};
use crate::{MAX_CELLS, MAX_SIDE};
use analyze::{Analysis, Analyst, OrderRelation, StaticRelation};
use std::collections::HashSet;

/// Relations of a game that tell how cells lie.
pub(super) struct Relations<'a> {
    /// Relations of two arguments that never change.
    pub binary: &'a [StaticRelation],
    /// Relations of three to five arguments that never change.
    pub wider: &'a [StaticRelation],
    /// Orders that the analysis found.
    pub orders: &'a [OrderRelation],
}

impl<'a> Relations<'a> {
    /// Returns the relations of an analysed game.
    pub fn of(analyst: &'a Analyst, analysis: &'a Analysis) -> Relations<'a> {
        Relations {
            binary: analyst.binary_relations(),
            wider: analyst.wider_relations(),
            orders: &analysis.orders,
        }
    }

    /// Returns the wider relations that some rule requires: they may say which cells can be reached from which.
    pub fn allowing(&self) -> impl Iterator<Item = &StaticRelation> {
        self.wider.iter().filter(|relation| !relation.is_only_negated)
    }

    /// Returns the wider relations that occur only under negations: they may say between which cells walls stand.
    pub fn refusing(&self) -> impl Iterator<Item = &StaticRelation> {
        self.wider.iter().filter(|relation| relation.is_only_negated)
    }
}

/// Indices of the axes that run across and of those that run down, the outermost first.
type AxisDirections = (Vec<usize>, Vec<usize>);

/// Returns the arrangement of the cells that these axes name; `None` if there are more than four axes or a side is too
/// long.
pub(super) fn arrange(axes: &[CellAxis], relations: &Relations) -> Option<Arrangement> {
    if let [axis] = axes {
        return arrange_named(&axis.values, relations);
    }
    let (across, down) = directions(axes)?;
    let plane = Plane::of(axes);
    let diagonal = plane.as_ref().and_then(|plane| plane.diagonal(relations));
    let is_upwards = diagonal != Some(Diagonal::Falling);
    let (across, down) = (levels(&across, axes, false), levels(&down, axes, is_upwards));
    if side_length(&across).max(side_length(&down)) > MAX_SIDE {
        return None;
    }
    let grid = Arrangement::grid(&across, &down, usize::from(diagonal.is_some()));
    Some(match plane.and_then(|plane| plane.walls(relations)) {
        Some(walls) => grid.walled(&walls),
        None => grid,
    })
}

/// Returns the arrangement of cells with names: at the positions that a relation gives them, by the coordinates in the
/// names, or as boxes.
fn arrange_named(names: &[String], relations: &Relations) -> Option<Arrangement> {
    if let Some(placed) = arrange_by_relation(names, relations) {
        return Some(placed);
    }
    if let Some(grid) = Arrangement::from_coordinates(names) {
        return Some(join(grid, names, relations.binary));
    }
    (names.len() <= MAX_SIDE).then(|| Arrangement::boxes(names))
}

/// Returns the arrangement of cells at the positions that a relation gives them; `None` if there is no such relation.
fn arrange_by_relation(names: &[String], relations: &Relations) -> Option<Arrangement> {
    let (positions, (columns, rows)) = neighbours::positions(names, relations)?;
    if columns.max(rows) > MAX_SIDE || columns * rows > MAX_CELLS {
        return None;
    }
    let links = neighbours::named_links(relations, &positions);
    let diagonal = links.iter().find_map(|links| neighbours::diagonal(links, names.len()));
    let drawn = |(column, row): GridPosition| match diagonal {
        Some(Diagonal::Falling) => (column, row),
        _ => (column, rows - 1 - row),
    };
    let names = names.iter().map(|name| (drawn(positions[name]), name.clone())).collect();
    let slant = usize::from(diagonal.is_some());
    Some(Arrangement::from_positions(&names, (columns, rows), slant))
}

/// Joins cells by lines, if a relation that never changes joins all of them.
fn join(grid: Arrangement, names: &[String], statics: &[StaticRelation]) -> Arrangement {
    let joins_all = |relation: &&StaticRelation| {
        let ends: HashSet<&str> =
            pair_texts(relation).flat_map(|(one, other)| [one, other]).collect();
        ends.len() == names.len() && names.iter().all(|name| ends.contains(name.as_str()))
    };
    match statics.iter().find(joins_all).filter(|relation| relation.rows.len() <= MAX_CELLS) {
        Some(relation) => grid.joined(pair_texts(relation)),
        None => grid,
    }
}

/// Iterates over the pairs of a relation of two arguments, as texts.
pub(super) fn pair_texts(relation: &StaticRelation) -> impl Iterator<Item = (&str, &str)> {
    relation.pairs().map(|(one, other)| (one.as_str(), other.as_str()))
}

/// Chooses which axes run across and which run down; `None` for fewer than two or more than four axes.
fn directions(axes: &[CellAxis]) -> Option<AxisDirections> {
    match axes.len() {
        2 if are_letters(&axes[1]) && !are_letters(&axes[0]) => Some((vec![1], vec![0])),
        2 => Some((vec![0], vec![1])),
        3 => {
            let layer = layer_axis(axes);
            let others: Vec<usize> = (0..3).filter(|&axis| axis != layer).collect();
            Some((vec![layer, others[0]], vec![others[1]]))
        }
        4 => Some((vec![0, 2], vec![1, 3])),
        _ => None,
    }
}

/// Returns the levels of the axes with these indices; reversed if values grow upwards.
fn levels(chosen: &[usize], axes: &[CellAxis], is_upwards: bool) -> AxisLevels {
    let level = |&number: &usize| {
        let mut values = axes[number].values.clone();
        if is_upwards {
            values.reverse();
        }
        (number, values)
    };
    chosen.iter().map(level).collect()
}

/// Whether every value of an axis is a single letter.
fn are_letters(axis: &CellAxis) -> bool {
    axis.values.iter().all(|value| {
        let mut signs = value.chars();
        signs.next().is_some_and(char::is_alphabetic) && signs.next().is_none()
    })
}

/// Returns the one of three axes whose values differ from those of the two others; the last one if there is none.
fn layer_axis(axes: &[CellAxis]) -> usize {
    let same = |one: usize, other: usize| axes[one].values == axes[other].values;
    match (same(0, 1), same(1, 2), same(0, 2)) {
        (false, true, false) => 0,
        (false, false, true) => 1,
        _ => 2,
    }
}

/// The values of a board with two axes.
struct Plane<'a> {
    columns: &'a [String],
    rows: &'a [String],
}

impl<'a> Plane<'a> {
    /// Returns the plane of two axes; `None` for any other number.
    fn of(axes: &'a [CellAxis]) -> Option<Plane<'a>> {
        let [across, down] = axes else { return None };
        Some(Plane { columns: &across.values, rows: &down.values })
    }

    /// Returns the diagonal on which cells have neighbours, if they have six of them.
    fn diagonal(&self, relations: &Relations) -> Option<Diagonal> {
        let links = neighbours::links(relations.allowing(), self.columns, self.rows);
        let cells = self.columns.len() * self.rows.len();
        links.iter().find_map(|links| neighbours::diagonal(links, cells))
    }

    /// Returns the pairs of cells between which walls stand.
    fn walls(&self, relations: &Relations) -> Option<Vec<[Vec<String>; 2]>> {
        let links = neighbours::links(relations.refusing(), self.columns, self.rows);
        let walls = links.iter().find_map(neighbours::walls)?;
        let key = |(column, row): GridPosition| {
            vec![self.columns[column].clone(), self.rows[row].clone()]
        };
        Some(walls.into_iter().map(|(from, to)| [key(from), key(to)]).collect())
    }
}
