//! What things look like: chess pieces, discs, crosses and rings, or tokens with a text. Colours are never all that differs.

use std::collections::{BTreeSet, HashMap};

/// How something is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Its form.
    pub shape: Shape,
    /// Its colours.
    pub paint: Paint,
    /// What is written on it.
    pub text: String,
}

/// A form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A sign of its own, a chess piece.
    Glyph,
    /// An x.
    Cross,
    /// An o.
    Ring,
    /// A round piece.
    Disc,
    /// A round piece with a ring on it.
    RingedDisc,
    /// A rounded rectangle.
    Token,
    /// The whole cell.
    Ground,
    /// Only its text.
    Plain,
    /// A small spot.
    Dot,
}

/// Colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Of the inside.
    pub fill: &'static str,
    /// Of the outline.
    pub edge: &'static str,
    /// Of the text on it.
    pub ink: &'static str,
}

const fn paint(fill: &'static str, edge: &'static str, ink: &'static str) -> Paint {
    Paint { fill, edge, ink }
}

const LIGHT: Paint = paint("#fdfcf8", "#3a3a3a", "#222");
const DARK: Paint = paint("#33363b", "#111", "#fff");
const NEUTRAL: Paint = paint("#fff", "#bbb", "#222");

/// Words that are colours, and what they look like.
const COLOURS: &[(&str, Paint)] = &[
    ("white", LIGHT),
    ("black", DARK),
    ("red", paint("#d64541", "#8e2723", "#fff")),
    ("blue", paint("#3f72c8", "#23457f", "#fff")),
    ("green", paint("#4a9c5d", "#2a6238", "#fff")),
    ("yellow", paint("#f2cf3b", "#9c8110", "#222")),
    ("orange", paint("#ef8f35", "#9c5510", "#222")),
    ("magenta", paint("#c252a8", "#7b2c69", "#fff")),
    ("purple", paint("#8457b0", "#523173", "#fff")),
    ("teal", paint("#2f9c9c", "#1a6060", "#fff")),
    ("pink", paint("#f0a3bd", "#9c5a72", "#222")),
    ("brown", paint("#94694a", "#5c3d27", "#fff")),
    ("grey", paint("#a3a7ad", "#63676c", "#222")),
    ("gray", paint("#a3a7ad", "#63676c", "#222")),
];

/// The colours of roles that have none by their names, and then of more of them.
const ROLES: [&str; 8] = ["white", "black", "red", "blue", "green", "yellow", "magenta", "teal"];

/// The colours of contents that have nothing to do with a role.
const PALETTE: [Paint; 10] = [
    paint("#cfe3f7", "#5b86b3", "#222"),
    paint("#f9d9b8", "#b8823f", "#222"),
    paint("#d3ecd0", "#629a5c", "#222"),
    paint("#f3cfd3", "#b0636d", "#222"),
    paint("#e2d6f2", "#7f66a8", "#222"),
    paint("#f6edb5", "#a3922c", "#222"),
    paint("#cdebea", "#4d9795", "#222"),
    paint("#ecd5e8", "#9c5f91", "#222"),
    paint("#dde1e6", "#6f7780", "#222"),
    paint("#e8dccb", "#8a7352", "#222"),
];

/// Chess pieces: a word, the letter for it, and its signs as an outline and filled.
const CHESS: &[(&str, char, char, char)] = &[
    ("king", 'k', '♔', '♚'),
    ("queen", 'q', '♕', '♛'),
    ("rook", 'r', '♖', '♜'),
    ("bishop", 'b', '♗', '♝'),
    ("knight", 'n', '♘', '♞'),
    ("pawn", 'p', '♙', '♟'),
];

/// How much of a long word is enough, if no other one begins so.
const BEGINNING: usize = 4;
/// A text on a token has at most so many characters.
const LONGEST: usize = 8;

/// Knows what everything of a game looks like, in every state the same.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    roles: Vec<Role>,
    /// Where the contents that are known stand in the palette.
    order: HashMap<Vec<String>, usize>,
    /// Whether words such as `knight` are chess pieces: a `king` alone may be one of draughts.
    has_pieces: bool,
    /// Whether words such as `wk` and `bq` are.
    has_short_pieces: bool,
    /// Whether `x` and `o` stand for the roles.
    has_crosses: bool,
}

impl Looks {
    /// For contents that are known beforehand, in this order, each with its symbol; there may be more.
    pub fn new(roles: &[String], contents: &[(Vec<String>, Option<String>)]) -> Looks {
        let words =
            || contents.iter().flat_map(|(words, _)| words).map(|word| word.to_ascii_lowercase());
        let has_pieces = words().any(|word| word != "king" && piece(&word).is_some());
        let has_short_pieces = contents.len() > 1
            && contents.iter().all(
                |(words, _)| matches!(words.as_slice(), [word] if short_piece(word).is_some()),
            );
        let symbols: BTreeSet<&str> =
            contents.iter().filter_map(|(_, symbol)| symbol.as_deref()).collect();
        let has_crosses = symbols.contains("x") && symbols.contains("o");
        let mut order = HashMap::new();
        for (words, _) in contents {
            let next = order.len();
            order.entry(words.clone()).or_insert(next);
        }
        Looks { roles: painted(roles), order, has_pieces, has_short_pieces, has_crosses }
    }

    /// What this looks like. A symbol is what stands for it in a text.
    pub fn of(&self, words: &[String], symbol: Option<&str>, is_ground: bool) -> Look {
        let (owner, others) = self.owner(words);
        self.glyph(words, owner).or_else(|| self.cross(words, symbol)).unwrap_or_else(
            || match owner {
                Some(owner) if others.is_empty() => owner.disc(symbol),
                Some(owner) => Look {
                    shape: Shape::Disc,
                    paint: owner.paint,
                    text: self.short(&others.join(" ")),
                },
                None => self.token(words, symbol, is_ground),
            },
        )
    }

    /// Whose it is, or which colour it has, and the other words.
    fn owner<'a>(&'a self, words: &'a [String]) -> (Option<Owner<'a>>, Vec<&'a str>) {
        let mut owners = words.iter().enumerate();
        let found = owners.find_map(|(place, word)| Some((place, self.colour(word)?)));
        let Some((place, owner)) = found else { return (None, Vec::new()) };
        let others = words.iter().enumerate().filter(|(other, _)| *other != place);
        (Some(owner), others.map(|(_, word)| word.as_str()).collect())
    }

    /// The colour of a role or of a word that begins with its name; then of a word that is a colour, or the letter of a role.
    fn colour<'a>(&'a self, word: &'a str) -> Option<Owner<'a>> {
        let lower = word.to_ascii_lowercase();
        let of = |role: &'a Role| {
            let initial = Some(role.initial.as_str());
            Owner { word, paint: role.paint, colour: role.colour, initial }
        };
        let same = self.roles.iter().find(|role| role.name == lower);
        let begins = || {
            let mut roles = self.roles.iter();
            roles.find(|role| role.name.len() > 2 && lower.starts_with(role.name.as_str()))
        };
        let named = || {
            let &(colour, paint) = COLOURS.iter().find(|(name, _)| *name == lower)?;
            Some(Owner { word, paint, colour, initial: None })
        };
        let letter = || {
            let is_its = |role: &&Role| lower.len() == 1 && role.name.starts_with(&lower);
            let mut roles = self.roles.iter().filter(is_its);
            roles.next().filter(|_| roles.next().is_none())
        };
        same.or_else(begins).map(of).or_else(named).or_else(|| letter().map(of))
    }

    fn glyph(&self, words: &[String], owner: Option<Owner>) -> Option<Look> {
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
        let sign = if paint == LIGHT { signs.0 } else { signs.1 };
        Some(Look { shape: Shape::Glyph, paint, text: sign.to_string() })
    }

    /// A cross or a ring, for whoever is called so.
    fn cross(&self, words: &[String], symbol: Option<&str>) -> Option<Look> {
        let [word] = words else { return None };
        let lower = word.to_ascii_lowercase();
        let name = match symbol.filter(|_| self.has_crosses) {
            Some(symbol) => symbol,
            None => lower.strip_suffix("player").unwrap_or(&lower),
        };
        let shape = match name {
            "x" => Shape::Cross,
            "o" => Shape::Ring,
            _ => return None,
        };
        let paint = if shape == Shape::Cross { COLOURS[2].1 } else { COLOURS[3].1 };
        Some(Look { shape, paint, text: String::new() })
    }

    /// A long word by its beginning, if no other one begins like that.
    fn short(&self, text: &str) -> String {
        let beginning: String = text.chars().take(BEGINNING).collect();
        let words = self.order.keys().flatten();
        let mut alike = words.filter(|word| word.starts_with(&beginning) && *word != text);
        match text.chars().count() > BEGINNING + 1 && !text.contains(' ') && alike.next().is_none()
        {
            true => beginning,
            false => shortened(text, LONGEST),
        }
    }

    fn token(&self, words: &[String], symbol: Option<&str>, is_ground: bool) -> Look {
        let text = match symbol {
            Some(symbol) if !symbol.trim().is_empty() => symbol.to_owned(),
            _ => words.join(" "),
        };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && !is_ground {
            return Look { shape: Shape::Plain, paint: NEUTRAL, text: shortened(&text, LONGEST) };
        }
        let place = self.order.get(words).copied().unwrap_or_else(|| words.concat().len());
        let shape = match (is_ground, words.len()) {
            _ if matches!(symbol, Some("." | "·")) => Shape::Dot,
            (true, _) => Shape::Ground,
            (false, 1) => Shape::Disc,
            (false, _) => Shape::Token,
        };
        let text = match shape {
            Shape::Disc => self.short(&text),
            _ => shortened(&text, LONGEST),
        };
        Look { shape, paint: PALETTE[place % PALETTE.len()], text }
    }
}

/// A role, and what tells its things from those of others.
#[derive(Clone, Debug)]
struct Role {
    /// In lower case.
    name: String,
    paint: Paint,
    /// The word for its colours.
    colour: &'static str,
    /// Its initial, with a number if it shares that with others.
    initial: String,
}

/// The word that says whose something is.
#[derive(Clone, Copy)]
struct Owner<'a> {
    word: &'a str,
    paint: Paint,
    colour: &'static str,
    /// Of a role.
    initial: Option<&'a str>,
}

impl Owner<'_> {
    /// White discs are plain and black ones have a ring; the others have a letter.
    fn disc(self, symbol: Option<&str>) -> Look {
        let is_called = self.word.eq_ignore_ascii_case(self.colour);
        let (shape, text) = match self.colour {
            "white" if is_called => (Shape::Disc, String::new()),
            "black" if is_called => (Shape::RingedDisc, String::new()),
            _ => {
                let first = || self.word.chars().next().map(|c| c.to_uppercase().to_string());
                let initial = || self.initial.map(str::to_owned).or_else(first);
                let symbol = symbol.filter(|symbol| symbol.chars().count() == 1);
                (Shape::Disc, symbol.map(str::to_owned).or_else(initial).unwrap_or_default())
            }
        };
        Look { shape, paint: self.paint, text }
    }
}

/// The colours of roles: what their names say, and else the first that nobody has.
fn painted(roles: &[String]) -> Vec<Role> {
    let lower: Vec<String> = roles.iter().map(|role| role.to_ascii_lowercase()).collect();
    let of = |colour: &str| COLOURS.iter().find(|(name, _)| *name == colour).copied();
    let mut free = ROLES.iter().filter(|colour| !lower.iter().any(|role| role == *colour)).cycle();
    let first = |role: &str| role.chars().next().map(|c| c.to_uppercase().to_string());
    let painted = lower.iter().enumerate().filter_map(|(number, role)| {
        let (colour, paint) = of(role).or_else(|| of(free.next()?))?;
        let alike = lower.iter().filter(|other| first(other) == first(role)).count();
        let mut initial = first(role).unwrap_or_default();
        if alike > 1 {
            initial += &(number + 1).to_string();
        }
        Some(Role { name: role.clone(), paint, colour, initial })
    });
    painted.collect()
}

fn piece(word: &str) -> Option<(char, char)> {
    CHESS.iter().find(|(name, ..)| *name == word).map(|&(_, _, outline, filled)| (outline, filled))
}

/// `wk` is a white king: whether it is white, and its signs.
fn short_piece(word: &str) -> Option<(bool, (char, char))> {
    let mut letters = word.chars();
    let (colour, letter) = (letters.next()?, letters.next()?);
    let found =
        CHESS.iter().find(|(_, other, ..)| *other == letter && letters.as_str().is_empty())?;
    matches!(colour, 'w' | 'b').then_some((colour == 'w', (found.2, found.3)))
}

/// A text of at most so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn looks(roles: &[&str], contents: &[&str]) -> Looks {
        let contents =
            contents.iter().map(|content| (content.split(' ').map(str::to_owned).collect(), None));
        Looks::new(&names(roles), &contents.collect::<Vec<_>>())
    }

    fn look(looks: &Looks, content: &str) -> Look {
        let words: Vec<String> = content.split(' ').map(str::to_owned).collect();
        looks.of(&words, None, false)
    }

    #[test]
    fn roles_have_the_colours_of_their_names() {
        let looks = looks(&["black", "white"], &[]);
        assert_eq!(look(&looks, "black").paint, DARK);
        assert_eq!(look(&looks, "White").paint, LIGHT);
        assert_ne!(look(&looks, "black").shape, look(&looks, "white").shape);
    }

    #[test]
    fn roles_without_colours_get_those_that_are_free() {
        let looks = looks(&["kloo", "white", "drai"], &[]);
        assert_eq!(look(&looks, "kloo").paint, DARK, "white is taken");
        assert_eq!(look(&looks, "kloo").text, "K");
        assert_eq!(look(&looks, "drai").paint, COLOURS[2].1);
        assert_eq!(look(&looks, "klooking").paint, DARK);
    }

    #[test]
    fn chess_pieces() {
        let chess = looks(&["white", "black"], &["white king", "black pawn"]);
        assert_eq!(look(&chess, "white king").text, "♔");
        assert_eq!(look(&chess, "black knight").text, "♞");
        let short = looks(&["white", "black"], &["wk", "bk"]);
        assert_eq!(look(&short, "wk").text, "♔");
        assert_eq!(look(&short, "bq").text, "♛");
        let draughts = looks(&["white", "black"], &["white king", "white man"]);
        assert_eq!(look(&draughts, "white king").text, "king");
        assert_eq!(look(&draughts, "white king").shape, Shape::Disc);
    }

    #[test]
    fn crosses_and_rings() {
        let looks = looks(&["xplayer", "oplayer"], &["x", "o", "b"]);
        assert_eq!(look(&looks, "x").shape, Shape::Cross);
        assert_eq!(look(&looks, "oplayer").shape, Shape::Ring);
    }

    #[test]
    fn other_things_are_told_apart_by_their_words() {
        let looks = looks(&["white", "black"], &["stool", "chair"]);
        assert_eq!(look(&looks, "stool").text, "stool");
        assert_ne!(look(&looks, "stool").paint, look(&looks, "chair").paint);
        assert_eq!(look(&looks, "12").shape, Shape::Plain);
        assert_eq!(look(&looks, "longlonglong").text, "long");
        assert_eq!(look(&looks, "stoolpigeon").text, "stoolpi…", "`stool` begins like that");
    }
}
