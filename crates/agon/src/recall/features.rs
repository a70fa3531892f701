//! Features from the ends of games (GIFL), of the game itself or of a variant that is won by the same rules.

use super::{Recalled, Relative, Target};
use analyze::Difference;
use knowledge::Kind;
use learn::gifl::Lessons;
use serde::Deserialize;
use std::sync::Arc;

/// What tells them from features of other kinds.
pub const NAME: &str = "gifl";
/// No more are written or read: those of the first levels come first.
pub const MOST: usize = 100_000;

/// Tells the features of the first of these games that has some.
pub fn recall(target: &Target, relatives: &[Relative], recalled: &mut Recalled) {
    let found = relatives.iter().find_map(|relative| Some((relative, lessons(target, relative)?)));
    let Some((relative, lessons)) = found else { return };
    let (count, name, how) = (lessons.features.len(), &relative.name, relative.how());
    let said = format!("{count} features of the ends of {name}, which is {how}");
    recalled.say(Kind::Features, said);
    recalled.memory.features = Some(Arc::new(lessons));
}

/// The features that a game tells about, as far as they can be said here.
fn lessons(target: &Target, relative: &Relative) -> Option<Lessons> {
    if !relative.differs_only(keeps_wins) {
        return None;
    }
    let item = relative.items_of(Kind::Features).find(|item| item.name == NAME)?;
    let mut lessons = Lessons::deserialize(&item.value).ok()?;
    lessons.features.truncate(MOST);
    let likeness = &relative.likeness;
    let here = match relative.is_same() {
        true => lessons.in_words(&|text| Some(likeness.term(text))),
        false => lessons.in_words(&|text| likeness.known_term(text)),
    };
    Some(here.fitting(&*target.machine)).filter(|lessons| !lessons.features.is_empty())
}

/// Whether games that differ so have the same moves and are won by the same facts. On another board, without a fluent, or with the opposite goal what
/// wins there need not win here.
fn keeps_wins(difference: &Difference) -> bool {
    use Difference::{Markers, Pieces, Start, Steps};
    matches!(difference, Markers | Pieces | Start | Steps)
}
