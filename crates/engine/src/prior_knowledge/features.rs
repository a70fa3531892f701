//! Features from the ends of games (GIFL), of the game itself or of a variant that is won by the same rules.

use super::{FoundKnowledge, Relative, Target};
use analyze::Difference;
use knowledge::KnowledgeKind;
use learn::gifl::SavedFeatures;
use serde::Deserialize;
use std::sync::Arc;

/// Name of the item of knowledge with these features.
pub const NAME: &str = "gifl";
/// Largest number of features that are written or read; those of the first levels come first.
pub const MOST: usize = 100_000;

/// Finds the features of the first of these games that has some.
pub fn find(target: &Target, relatives: &[Relative], found_knowledge: &mut FoundKnowledge) {
    let found =
        relatives.iter().find_map(|relative| Some((relative, transferred(target, relative)?)));
    let Some((relative, saved)) = found else { return };
    let (count, name, how) = (saved.features.len(), &relative.name, relative.relation());
    let said = format!("{count} features of the ends of {name}, which is {how}");
    found_knowledge.add_origin(KnowledgeKind::Features, said);
    found_knowledge.knowledge.features = Some(Arc::new(saved));
}

/// Returns the features of a game of the file, as far as they can be expressed in the words of the game to be played.
fn transferred(target: &Target, relative: &Relative) -> Option<SavedFeatures> {
    if !relative.differs_only(keeps_wins) {
        return None;
    }
    let item = relative.items_of(KnowledgeKind::Features).find(|item| item.name == NAME)?;
    let mut saved = SavedFeatures::deserialize(&item.value).ok()?;
    saved.features.truncate(MOST);
    let likeness = &relative.likeness;
    let here = if relative.is_same() {
        saved.renamed(&|text| Some(likeness.term(text)))
    } else {
        saved.renamed(&|text| likeness.known_term(text))
    };
    Some(here.retain_known(&*target.machine)).filter(|saved| !saved.features.is_empty())
}

/// Whether games that differ so have the same moves and are won by the same facts. On another board, without a fluent,
/// or with the opposite goal what wins there need not win here.
fn keeps_wins(difference: &Difference) -> bool {
    use Difference::{Markers, Pieces, Start, Steps};
    matches!(difference, Markers | Pieces | Start | Steps)
}
