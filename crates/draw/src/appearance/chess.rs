//! Words and signs of chess pieces.

/// The signs of a chess piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChessSigns {
    /// Sign that shows only the outline.
    pub outline: char,
    /// Sign that is filled.
    pub filled: char,
}

const fn signs(outline: char, filled: char) -> ChessSigns {
    ChessSigns { outline, filled }
}

/// Chess pieces: word, letter and signs of each.
const PIECES: &[(&str, char, ChessSigns)] = &[
    ("king", 'k', signs('♔', '♚')),
    ("queen", 'q', signs('♕', '♛')),
    ("rook", 'r', signs('♖', '♜')),
    ("bishop", 'b', signs('♗', '♝')),
    ("knight", 'n', signs('♘', '♞')),
    ("pawn", 'p', signs('♙', '♟')),
];

/// Returns the signs of the piece with this name in lower case.
pub(super) fn piece(word: &str) -> Option<ChessSigns> {
    PIECES.iter().find(|(name, ..)| *name == word).map(|&(_, _, signs)| signs)
}

/// Reads a piece with its colour such as `wk` or `bq`: whether it is white, and its signs.
pub(super) fn short_piece(word: &str) -> Option<(bool, ChessSigns)> {
    let mut letters = word.chars();
    let (colour, letter) = (letters.next()?, letters.next()?);
    if !letters.as_str().is_empty() || !matches!(colour, 'w' | 'b') {
        return None;
    }
    let &(_, _, signs) = PIECES.iter().find(|(_, other, _)| *other == letter)?;
    Some((colour == 'w', signs))
}
