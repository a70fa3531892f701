//! Derives features from the structures that the analysis found: positions and distances of pieces, numbers of markers,
//! values of quantities.

use super::{ArgumentValues, FeatureMeasure, OrderedArgument, StructureFeature};
use crate::{Analysis, BoardStructure, Content, FluentKind, OrderRelation, Quantity};
use term::Term;

/// Returns the features that the structures of a game suggest.
pub fn features(analysis: &Analysis) -> Vec<StructureFeature> {
    let mut features = Vec::new();
    for fluent in &analysis.fluents {
        let measures = match &fluent.kind {
            FluentKind::Board(board) => of_board(board, &analysis.orders),
            FluentKind::Quantity(quantity) => of_quantity(quantity, &analysis.orders),
            FluentKind::Counter(_) | FluentKind::Control | FluentKind::Other => Vec::new(),
        };
        features.extend(measures.into_iter().map(|measure| StructureFeature {
            fluent: fluent.name.clone(),
            arity: fluent.arity,
            measure,
        }));
    }
    features
}

/// Returns positions and distances of pieces along the ordered dimensions, then numbers of markers.
fn of_board(board: &BoardStructure, orders: &[OrderRelation]) -> Vec<FeatureMeasure> {
    let values = |content: &Content| -> ArgumentValues {
        board.contents.iter().copied().zip(content.iter().cloned()).collect()
    };
    let axes = OrderedArgument::all(&board.dimensions, orders);
    let pieces: Vec<ArgumentValues> = board.pieces.iter().map(values).collect();
    let mut measures = positions(&pieces, &axes);
    measures.extend(distances(&pieces, &axes));
    let most = board.dimensions.iter().map(|dimension| dimension.values.len()).product();
    // Cells without contents are only there or not: they are counted like markers.
    let cells = board.contents.is_empty().then(ArgumentValues::new);
    let markers = board.markers.iter().map(values).chain(cells);
    measures.extend(markers.map(|with| FeatureMeasure::Count { with, most }));
    measures
}

/// Returns the position of every piece along every axis.
fn positions(pieces: &[ArgumentValues], axes: &[OrderedArgument]) -> Vec<FeatureMeasure> {
    let of_piece = |with: &ArgumentValues| {
        let position = |axis: &OrderedArgument| FeatureMeasure::Position {
            with: with.clone(),
            axis: axis.clone(),
        };
        axes.iter().map(position).collect::<Vec<_>>()
    };
    pieces.iter().flat_map(of_piece).collect()
}

/// Returns the distance of every two pieces along all axes; empty if there are no axes.
fn distances(pieces: &[ArgumentValues], axes: &[OrderedArgument]) -> Vec<FeatureMeasure> {
    if axes.is_empty() {
        return Vec::new();
    }
    let mut distances = Vec::new();
    for (index, one) in pieces.iter().enumerate() {
        distances.extend(pieces[index + 1..].iter().map(|other| FeatureMeasure::Distance {
            one: one.clone(),
            other: other.clone(),
            axes: axes.to_vec(),
        }));
    }
    distances
}

/// Returns the position of every output for each combination of inputs.
fn of_quantity(quantity: &Quantity, orders: &[OrderRelation]) -> Vec<FeatureMeasure> {
    let mut combinations: Vec<ArgumentValues> = vec![ArgumentValues::new()];
    for input in &quantity.inputs {
        let extended = |values: &ArgumentValues| {
            let with = |value: &Term| {
                values.iter().cloned().chain([(input.argument, value.clone())]).collect()
            };
            input.values.iter().map(with).collect::<Vec<ArgumentValues>>()
        };
        combinations = combinations.iter().flat_map(extended).collect();
    }
    let outputs = quantity.outputs.iter();
    let axes: Vec<OrderedArgument> =
        outputs.map(|output| OrderedArgument::new(output, orders)).collect();
    positions(&combinations, &axes)
}
