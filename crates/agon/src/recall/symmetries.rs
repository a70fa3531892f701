//! Symmetries, of the game itself or of a variant whose boards turn alike. Players try them before they believe them.

use super::{Recalled, Relative, Target};
use analyze::{Difference, WrittenSymmetries};
use knowledge::Kind;
use serde::Deserialize;
use std::sync::Arc;

/// Tells the symmetries of the first of these games that knows its own.
pub fn recall(target: &Target, relatives: &[Relative], recalled: &mut Recalled) {
    let found = relatives.iter().find_map(|relative| Some((relative, written(target, relative)?)));
    let Some((relative, symmetries)) = found else { return };
    let (count, name, how) = (symmetries.len(), &relative.name, relative.how());
    if count > 0 {
        recalled.say(Kind::Symmetries, format!("{count} symmetries of {name}, which is {how}"));
    }
    recalled.memory.symmetries = Some(Arc::new(symmetries));
}

/// The symmetries that a game tells about: all of the same game, and of a variant the turns of boards.
fn written(target: &Target, relative: &Relative) -> Option<WrittenSymmetries> {
    let item = relative.items_of(Kind::Symmetries).next()?;
    let written = WrittenSymmetries::deserialize(&item.value).ok()?;
    match relative.is_same() {
        true => Some(written.in_words(&|text| relative.likeness.term(text))),
        false if relative.differs_only(keeps_turns) => written.on_boards_of(&target.analysis),
        false => None,
    }
}

/// Whether boards of games that differ so are turned alike. What is next to what decides that, and not how many cells there are.
fn keeps_turns(difference: &Difference) -> bool {
    use Difference::{BoardSize, InvertedGoal, Markers, Pieces, Start, Steps};
    matches!(difference, BoardSize(..) | InvertedGoal | Markers | Pieces | Start | Steps)
}
