//! The appearance of contents: chess pieces, discs, crosses and rings, or tokens with a text. Things that differ in
//! meaning never differ in colour alone. Positions and SVG are not known here.

mod chess;
mod colours;

pub(crate) use colours::{LIGHT, Paint};

use crate::shortened;
use chess::{piece, short_piece};
use colours::{BLUE, COLOURS, DARK, NEUTRAL, PALETTE, RED, RoleStyle, initial, role_styles};
use std::collections::{BTreeSet, HashMap};

/// The way in which a thing is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Appearance {
    /// Shape of the thing.
    pub shape: PieceShape,
    /// Colours of the thing.
    pub paint: Paint,
    /// Text written on the thing.
    pub text: String,
}

/// Shape of a thing in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceShape {
    /// The sign of a chess piece.
    Glyph,
    /// A cross, for `x`.
    Cross,
    /// A ring, for `o`.
    Ring,
    /// A round piece, such as a checker.
    Disc,
    /// A round piece with a ring drawn on it.
    RingedDisc,
    /// A rectangle with rounded corners.
    Token,
    /// A square that fills the cell, below the other things.
    Background,
    /// A text without an outline.
    Plain,
    /// A small spot in the middle of the cell.
    Dot,
}

/// Number of letters to which a long word is cut if no other word begins with them.
const SHORT_WORD: usize = 4;
/// Largest number of characters of a text on a thing.
const MAX_TEXT: usize = 8;

/// Words of a thing that the plan knows beforehand, and its symbol in text pictures.
pub(crate) type KnownContents = (Vec<String>, Option<String>);

/// The appearances of everything in a game; a thing looks the same in every state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Appearances {
    roles: Vec<RoleStyle>,
    /// Index of each known thing, which selects its colours in the palette.
    order: HashMap<Vec<String>, usize>,
    /// Whether words such as `knight` are chess pieces: a game in which only `king` occurs may be draughts.
    has_pieces: bool,
    /// Whether words such as `wk` and `bq` are chess pieces.
    has_short_pieces: bool,
    /// Whether the symbols `x` and `o` stand for the roles.
    has_crosses: bool,
}

impl Appearances {
    /// Returns the appearances for a game with these roles and known contents. Other contents may occur too.
    pub fn new(roles: &[String], contents: &[KnownContents]) -> Appearances {
        let words =
            || contents.iter().flat_map(|(words, _)| words).map(|word| word.to_ascii_lowercase());
        let has_pieces = words().any(|word| word != "king" && piece(&word).is_some());
        let is_short_piece = |(words, _): &KnownContents| match words.as_slice() {
            [word] => short_piece(word).is_some(),
            _ => false,
        };
        let has_short_pieces = contents.len() > 1 && contents.iter().all(is_short_piece);
        let symbols: BTreeSet<&str> =
            contents.iter().filter_map(|(_, symbol)| symbol.as_deref()).collect();
        let has_crosses = symbols.contains("x") && symbols.contains("o");
        let mut order = HashMap::new();
        for (words, _) in contents {
            let next = order.len();
            order.entry(words.clone()).or_insert(next);
        }
        Appearances { roles: role_styles(roles), order, has_pieces, has_short_pieces, has_crosses }
    }

    /// Returns the appearance of the thing that these words describe. `symbol` is its symbol in text pictures;
    /// `is_background` says whether other things may lie on it.
    pub fn of(&self, words: &[String], symbol: Option<&str>, is_background: bool) -> Appearance {
        let (owner, others) = self.owner(words);
        if let Some(appearance) = self.chess_piece(words, owner) {
            return appearance;
        }
        if let Some(appearance) = self.cross_or_ring(words, symbol) {
            return appearance;
        }
        match owner {
            Some(owner) if others.is_empty() => owner.disc(symbol),
            Some(owner) => Appearance {
                shape: PieceShape::Disc,
                paint: owner.paint,
                text: self.short(&others.join(" ")),
            },
            None => self.token(words, symbol, is_background),
        }
    }

    /// Returns the first word that names a role or a colour, with its style, and the other words.
    fn owner<'a>(&'a self, words: &'a [String]) -> (Option<OwnerStyle<'a>>, Vec<&'a str>) {
        let mut owners = words.iter().enumerate();
        let found = owners.find_map(|(place, word)| Some((place, self.word_style(word)?)));
        let Some((place, owner)) = found else { return (None, Vec::new()) };
        let others = words.iter().enumerate().filter(|(other, _)| *other != place);
        (Some(owner), others.map(|(_, word)| word.as_str()).collect())
    }

    /// Returns the style of a word that names a role or a colour: first of the role of this name, then of a role whose
    /// name the word begins with, then of the colour, then of the only role that begins with this letter.
    fn word_style<'a>(&'a self, word: &'a str) -> Option<OwnerStyle<'a>> {
        let lower = word.to_ascii_lowercase();
        let of = |role: &'a RoleStyle| {
            let initial = Some(role.initial.as_str());
            OwnerStyle { word, paint: role.paint, colour: role.colour, initial }
        };
        let same = self.roles.iter().find(|role| role.name == lower);
        let begins = || {
            let mut roles = self.roles.iter();
            roles.find(|role| role.name.len() > 2 && lower.starts_with(role.name.as_str()))
        };
        let named = || {
            let &(colour, paint) = COLOURS.iter().find(|(name, _)| *name == lower)?;
            Some(OwnerStyle { word, paint, colour, initial: None })
        };
        let letter = || {
            let fits = |role: &&RoleStyle| lower.len() == 1 && role.name.starts_with(&lower);
            let mut roles = self.roles.iter().filter(fits);
            roles.next().filter(|_| roles.next().is_none())
        };
        same.or_else(begins).map(of).or_else(named).or_else(|| letter().map(of))
    }

    /// Returns the appearance of a chess piece, if the words describe one.
    fn chess_piece(&self, words: &[String], owner: Option<OwnerStyle>) -> Option<Appearance> {
        let (signs, paint) = match words {
            [word] if self.has_short_pieces => {
                let (is_white, signs) = short_piece(word)?;
                (signs, if is_white { LIGHT } else { DARK })
            }
            _ if self.has_pieces => {
                let signs = words.iter().find_map(|word| piece(&word.to_ascii_lowercase()))?;
                (signs, owner.map_or(DARK, |owner| owner.paint))
            }
            _ => return None,
        };
        let sign = if paint == LIGHT { signs.outline } else { signs.filled };
        Some(Appearance { shape: PieceShape::Glyph, paint, text: sign.to_string() })
    }

    /// Returns a cross for `x` or `xplayer` and a ring for `o` or `oplayer`; where the symbols of the game are `x` and
    /// `o`, the symbol decides.
    fn cross_or_ring(&self, words: &[String], symbol: Option<&str>) -> Option<Appearance> {
        let [word] = words else { return None };
        let lower = word.to_ascii_lowercase();
        let name = match symbol.filter(|_| self.has_crosses) {
            Some(symbol) => symbol,
            None => lower.strip_suffix("player").unwrap_or(&lower),
        };
        let (shape, paint) = match name {
            "x" => (PieceShape::Cross, RED),
            "o" => (PieceShape::Ring, BLUE),
            _ => return None,
        };
        Some(Appearance { shape, paint, text: String::new() })
    }

    /// Returns the beginning of a long word, if no other known word begins with it; otherwise the text cut to
    /// [`MAX_TEXT`] characters.
    fn short(&self, text: &str) -> String {
        let beginning: String = text.chars().take(SHORT_WORD).collect();
        let is_other = |word: &String| word.starts_with(&beginning) && word != text;
        let is_unique = || !self.order.keys().flatten().any(is_other);
        if text.chars().count() > SHORT_WORD + 1 && !text.contains(' ') && is_unique() {
            beginning
        } else {
            shortened(text, MAX_TEXT)
        }
    }

    /// Returns the appearance of a thing that belongs to no role.
    fn token(&self, words: &[String], symbol: Option<&str>, is_background: bool) -> Appearance {
        let text = match symbol {
            Some(symbol) if !symbol.trim().is_empty() => symbol.to_owned(),
            _ => words.join(" "),
        };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && !is_background {
            let text = shortened(&text, MAX_TEXT);
            return Appearance { shape: PieceShape::Plain, paint: NEUTRAL, text };
        }
        let place = self.order.get(words).copied().unwrap_or_else(|| words.concat().len());
        let shape = match (is_background, words.len()) {
            _ if matches!(symbol, Some("." | "·")) => PieceShape::Dot,
            (true, _) => PieceShape::Background,
            (false, 1) => PieceShape::Disc,
            (false, _) => PieceShape::Token,
        };
        let text = match shape {
            PieceShape::Disc => self.short(&text),
            _ => shortened(&text, MAX_TEXT),
        };
        Appearance { shape, paint: PALETTE[place % PALETTE.len()], text }
    }
}

/// The style of a thing that belongs to a role or has a colour.
#[derive(Clone, Copy)]
struct OwnerStyle<'a> {
    /// Word that names the role or the colour.
    word: &'a str,
    paint: Paint,
    /// Word for the colours.
    colour: &'static str,
    /// Initial of the role; `None` for a colour.
    initial: Option<&'a str>,
}

impl OwnerStyle<'_> {
    /// Returns a disc: plain for the word `white`, with a ring for `black`, otherwise with a letter.
    fn disc(self, symbol: Option<&str>) -> Appearance {
        let is_colour = self.word.eq_ignore_ascii_case(self.colour);
        let (shape, text) = match self.colour {
            "white" if is_colour => (PieceShape::Disc, String::new()),
            "black" if is_colour => (PieceShape::RingedDisc, String::new()),
            _ => (PieceShape::Disc, self.letter(symbol)),
        };
        Appearance { shape, paint: self.paint, text }
    }

    /// Returns the letter on a disc: the symbol if it is one character, or the initial of the role or the word.
    fn letter(self, symbol: Option<&str>) -> String {
        let symbol = symbol.filter(|symbol| symbol.chars().count() == 1);
        let letter = symbol.or(self.initial).map(str::to_owned);
        letter.or_else(|| initial(self.word)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn appearances(roles: &[&str], contents: &[&str]) -> Appearances {
        let contents =
            contents.iter().map(|content| (content.split(' ').map(str::to_owned).collect(), None));
        Appearances::new(&names(roles), &contents.collect::<Vec<_>>())
    }

    fn look(game: &Appearances, content: &str) -> Appearance {
        let words: Vec<String> = content.split(' ').map(str::to_owned).collect();
        game.of(&words, None, false)
    }

    #[test]
    fn roles_have_the_colours_of_their_names() {
        let game = appearances(&["black", "white"], &[]);
        assert_eq!(look(&game, "black").paint, DARK);
        assert_eq!(look(&game, "White").paint, LIGHT);
        assert_ne!(look(&game, "black").shape, look(&game, "white").shape);
    }

    #[test]
    fn roles_without_colours_get_unused_ones() {
        let game = appearances(&["kloo", "white", "drai"], &[]);
        assert_eq!(look(&game, "kloo").paint, DARK, "white is taken");
        assert_eq!(look(&game, "kloo").text, "K");
        assert_eq!(look(&game, "drai").paint, RED);
        assert_eq!(look(&game, "klooking").paint, DARK);
    }

    #[test]
    fn chess_pieces() {
        let chess = appearances(&["white", "black"], &["white king", "black pawn"]);
        assert_eq!(look(&chess, "white king").text, "♔");
        assert_eq!(look(&chess, "black knight").text, "♞");
        let short = appearances(&["white", "black"], &["wk", "bk"]);
        assert_eq!(look(&short, "wk").text, "♔");
        assert_eq!(look(&short, "bq").text, "♛");
        let draughts = appearances(&["white", "black"], &["white king", "white man"]);
        assert_eq!(look(&draughts, "white king").text, "king");
        assert_eq!(look(&draughts, "white king").shape, PieceShape::Disc);
    }

    #[test]
    fn crosses_and_rings() {
        let game = appearances(&["xplayer", "oplayer"], &["x", "o", "b"]);
        assert_eq!(look(&game, "x").shape, PieceShape::Cross);
        assert_eq!(look(&game, "oplayer").shape, PieceShape::Ring);
    }

    #[test]
    fn other_things_differ_in_text_and_colour() {
        let game = appearances(&["white", "black"], &["stool", "chair"]);
        assert_eq!(look(&game, "stool").text, "stool");
        assert_ne!(look(&game, "stool").paint, look(&game, "chair").paint);
        assert_eq!(look(&game, "12").shape, PieceShape::Plain);
        assert_eq!(look(&game, "longlonglong").text, "long");
        assert_eq!(look(&game, "stoolpigeon").text, "stoolpi…", "`stool` begins like that");
    }
}
