//! Symmetries known from earlier matches, of the game itself or of a variant with equally shaped boards. Players test
//! them before they use them.

use super::{FoundKnowledge, Relative, Target};
use analyze::{Difference, WrittenSymmetries};
use knowledge::KnowledgeKind;
use serde::Deserialize;
use std::sync::Arc;

/// Finds the symmetries of the first of these games that has some.
pub fn find(target: &Target, relatives: &[Relative], found_knowledge: &mut FoundKnowledge) {
    let found = relatives.iter().find_map(|relative| Some((relative, written(target, relative)?)));
    let Some((relative, symmetries)) = found else { return };
    let (count, name, how) = (symmetries.len(), &relative.name, relative.relation());
    if count > 0 {
        found_knowledge.add_origin(
            KnowledgeKind::Symmetries,
            format!("{count} symmetries of {name}, which is {how}"),
        );
    }
    found_knowledge.knowledge.symmetries = Some(Arc::new(symmetries));
}

/// Returns the symmetries of a game of the file: all of the same game; of a variant, the rotations and reflections of
/// boards.
fn written(target: &Target, relative: &Relative) -> Option<WrittenSymmetries> {
    let item = relative.items_of(KnowledgeKind::Symmetries).next()?;
    let written = WrittenSymmetries::deserialize(&item.value).ok()?;
    if relative.is_same() {
        Some(written.renamed(&relative.likeness))
    } else if relative.differs_only(keeps_turns) {
        written.on_boards_of(&target.analysis)
    } else {
        None
    }
}

/// Whether rotations and reflections of boards stay symmetries under this difference between two games. They depend on
/// the adjacency of cells, not on their number.
fn keeps_turns(difference: &Difference) -> bool {
    use Difference::{BoardSize, InvertedGoal, Markers, Pieces, Start, Steps};
    matches!(difference, BoardSize(..) | InvertedGoal | Markers | Pieces | Start | Steps)
}
