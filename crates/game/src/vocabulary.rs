//! The terms of facts and moves.

use crate::{Fact, Move};
use term::Term;

/// Translates between the ids of a machine's facts and moves and the terms that the rules have for them.
///
/// Programs that look into facts and moves do so by their terms. Ids are small and fast to compare, so terms are meant
/// for preparation and for what people read, not for the inner loops of search.
pub trait Vocabulary {
    /// Returns the term of a fact.
    fn fact_term(&self, fact: Fact) -> Term;

    /// Returns the term of a move.
    fn move_term(&self, action: Move) -> Term;

    /// Returns the fact with this term, or `None` if there is none.
    fn find_fact(&self, term: &Term) -> Option<Fact>;

    /// Returns the move with this term, or `None` if there is none.
    fn find_move(&self, term: &Term) -> Option<Move>;
}
