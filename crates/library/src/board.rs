//! Pictures of states in text: `game.toml` says which facts lie where and what they look like.

use crate::term::{Bindings, Pattern, Term};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The most rows and columns of a picture.
const MAX_SIDE: usize = 200;

/// How to draw a part of a game's state.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Written")]
pub struct Board {
    /// What stands above it.
    title: Option<String>,
    form: Form,
    empty: String,
    /// The facts that are drawn and their symbols; where several lie in one place, the first.
    show: Vec<(Pattern, String)>,
}

/// Where the places are.
#[derive(Clone, Debug)]
pub enum Form {
    /// In rows and columns.
    Grid {
        /// From left to right.
        across: Axis,
        /// From the top down.
        down: Axis,
        /// By how many characters each row is shifted to the right of the one above it.
        slant: usize,
    },
    /// Where their names stand in a text.
    Layout {
        /// The text.
        text: String,
        /// The name of a place, with variables.
        at: String,
    },
}

/// The variables of one direction, the outer one first, each with its names in order.
#[derive(Clone, Debug)]
pub struct Axis(Vec<(String, Vec<String>)>);

/// As in `game.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: Option<String>,
    across: Option<OneOrMany>,
    down: Option<OneOrMany>,
    #[serde(default)]
    slant: usize,
    layout: Option<String>,
    at: Option<String>,
    empty: Option<String>,
    show: Vec<(String, String)>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl TryFrom<Written> for Board {
    type Error = String;

    fn try_from(written: Written) -> Result<Board, String> {
        let form = match (written.across, written.down, written.layout) {
            (Some(across), Some(down), None) => {
                let (across, down) = (Axis::try_from(across)?, Axis::try_from(down)?);
                Form::Grid { across, down, slant: written.slant.min(MAX_SIDE) }
            }
            (None, None, Some(text)) => {
                Form::Layout { text, at: written.at.unwrap_or_else(|| "?cell".to_owned()) }
            }
            _ => return Err("a board has either `across` and `down`, or a `layout`".to_owned()),
        };
        let show = written.show.into_iter().map(|(pattern, symbol)| {
            let read = Pattern::read(&pattern).ok_or(format!("`{pattern}` is no term"))?;
            Ok((read, symbol))
        });
        let show = show.collect::<Result<_, String>>()?;
        let empty = written.empty.unwrap_or_else(|| ".".to_owned());
        Ok(Board { title: written.title, form, empty, show })
    }
}

impl TryFrom<OneOrMany> for Axis {
    type Error = String;

    fn try_from(written: OneOrMany) -> Result<Axis, String> {
        let levels = match written {
            OneOrMany::One(level) => vec![level],
            OneOrMany::Many(levels) => levels,
        };
        let levels = levels.iter().map(|level| {
            let (variable, names) = level.split_once(':').ok_or(format!("`{level}` has no `:`"))?;
            let variable = variable.trim();
            if !variable.starts_with('?') {
                return Err(format!("`{variable}` is no variable"));
            }
            let names = names.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            Ok((variable.to_owned(), names))
        });
        let axis = Axis(levels.collect::<Result<_, String>>()?);
        let places = axis.0.iter().try_fold(1usize, |product, (_, names)| {
            product.checked_mul(names.len()).filter(|&product| product <= MAX_SIDE)
        });
        match places {
            Some(1..) => Ok(axis),
            _ => Err(format!("a side of a board has 1 to {MAX_SIDE} places")),
        }
    }
}

impl Axis {
    /// The variables, the outer one first, each with its names in order.
    pub fn levels(&self) -> &[(String, Vec<String>)] {
        &self.0
    }

    fn places(&self) -> usize {
        self.0.iter().map(|(_, names)| names.len()).product()
    }

    /// The place that the variables name.
    fn place(&self, bound: &Bindings) -> Option<usize> {
        self.0.iter().try_fold(0, |place, (variable, names)| {
            let name = bound.get(variable)?.to_string();
            Some(place * names.len() + names.iter().position(|other| *other == name)?)
        })
    }

    /// The innermost names, for all places.
    fn labels(&self) -> Vec<&str> {
        let inner = self.0.last().map_or(&[][..], |(_, names)| names);
        (0..self.places()).map(|place| inner[place % inner.len()].as_str()).collect()
    }

    /// Whether a block of the outer variables ends before a place.
    fn is_edge(&self, place: usize) -> bool {
        let inner = self.0.last().map_or(1, |(_, names)| names.len());
        self.0.len() > 1 && place > 0 && place.is_multiple_of(inner)
    }
}

/// The pictures of a state, given as the texts of its facts, and the facts that are in none of them.
pub fn draw(boards: &[Board], facts: &[String]) -> (String, Vec<String>) {
    let terms: Vec<Option<Term>> = facts.iter().map(|fact| Term::read(fact)).collect();
    let mut drawn = BTreeSet::new();
    let pictures = boards.iter().map(|board| {
        let title = board.title.as_ref().map_or(String::new(), |title| format!("  {title}\n"));
        title + &board.draw(&terms, &mut drawn)
    });
    let pictures: Vec<String> = pictures.collect();
    let rest = (0..facts.len()).filter(|index| !drawn.contains(index));
    (pictures.join("\n"), rest.map(|index| facts[index].clone()).collect())
}

impl Board {
    /// What stands above it.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Where the places are.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The symbol of a place where nothing lies.
    pub fn empty(&self) -> &str {
        &self.empty
    }

    /// The facts that are drawn and their symbols; where several lie in one place, the first.
    pub fn show(&self) -> &[(Pattern, String)] {
        &self.show
    }

    /// Draws facts, and notes which.
    fn draw(&self, facts: &[Option<Term>], drawn: &mut BTreeSet<usize>) -> String {
        match &self.form {
            Form::Grid { across, down, slant } => {
                let place = |bound: &Bindings| Some((down.place(bound)?, across.place(bound)?));
                let cells = self.cells(facts, drawn, place);
                self.grid(across, down, *slant, &cells)
            }
            Form::Layout { text, at } => {
                let places: BTreeSet<&str> =
                    words(text).filter(|(_, is_name)| *is_name).map(|(word, _)| word).collect();
                let place = |bound: &Bindings| {
                    places.get(substitute(at, bound).as_str()).map(|&place| place.to_owned())
                };
                self.layout(text, &self.cells(facts, drawn, place))
            }
        }
    }

    /// The symbol of each place.
    fn cells<P: Ord>(
        &self,
        facts: &[Option<Term>],
        drawn: &mut BTreeSet<usize>,
        place: impl Fn(&Bindings) -> Option<P>,
    ) -> BTreeMap<P, String> {
        let mut cells: BTreeMap<P, (usize, String)> = BTreeMap::new();
        for (index, fact) in facts.iter().enumerate() {
            let found = self.show.iter().enumerate().find_map(|(rank, (pattern, symbol))| {
                let bound = pattern.matches(fact.as_ref()?)?;
                Some((rank, place(&bound)?, substitute(symbol, &bound)))
            });
            let Some((rank, place, symbol)) = found else { continue };
            drawn.insert(index);
            let first = cells.get(&place).is_none_or(|(before, _)| rank < *before);
            if first {
                cells.insert(place, (rank, symbol));
            }
        }
        cells.into_iter().map(|(place, (_, symbol))| (place, symbol)).collect()
    }

    fn grid(
        &self,
        across: &Axis,
        down: &Axis,
        slant: usize,
        cells: &BTreeMap<(usize, usize), String>,
    ) -> String {
        let (columns, rows) = (across.labels(), down.labels());
        let symbols = cells.values().map(String::as_str).chain([self.empty.as_str()]);
        let cell = symbols.chain(columns.iter().copied()).map(width).max().unwrap_or(1);
        let margin = rows.iter().map(|row| width(row)).max().unwrap_or(1);
        let line = |row: usize, label: &str, symbol: &dyn Fn(usize) -> String| {
            let mut line = format!("  {:slant$}{}", "", pad(label, margin), slant = slant * row);
            for column in 0..columns.len() {
                let gap = if across.is_edge(column) { "  " } else { "" };
                line = format!("{line}{gap} {}", pad(&symbol(column), cell));
            }
            format!("{}\n", line.trim_end())
        };
        let mut text = String::new();
        for (row, label) in rows.iter().enumerate() {
            if down.is_edge(row) {
                text.push('\n');
            }
            text += &line(row, label, &|column| {
                cells.get(&(row, column)).unwrap_or(&self.empty).clone()
            });
        }
        text + &line(rows.len(), "", &|column| columns[column].to_owned())
    }

    /// A symbol that is shorter than the name of its place is made longer by what follows: spaces, or a line.
    fn layout(&self, text: &str, cells: &BTreeMap<String, String>) -> String {
        let mut drawing = String::new();
        let mut parts = words(text).peekable();
        while let Some((word, is_name)) = parts.next() {
            if !is_name {
                drawing += word;
                continue;
            }
            let symbol = cells.get(word).unwrap_or(&self.empty);
            let is_line = parts.peek().is_some_and(|(next, _)| next.starts_with('-'));
            let filling = if is_line { "-" } else { " " };
            drawing += symbol;
            drawing += &filling.repeat(width(word).saturating_sub(width(symbol)));
        }
        drawing.lines().map(|line| format!("{}\n", format!("  {line}").trim_end())).collect()
    }
}

/// The words of a layout that name places (true), and what stands between them.
pub fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_name = |c: char| c.is_alphanumeric() || c == ',';
    let mut rest = text;
    std::iter::from_fn(move || {
        let kind = is_name(rest.chars().next()?);
        let end = rest.find(|c| is_name(c) != kind).unwrap_or(rest.len());
        let (word, others) = rest.split_at(end);
        rest = others;
        Some((word, kind))
    })
}

/// A text with its variables replaced by what they stand for.
pub fn substitute(text: &str, bound: &Bindings) -> String {
    if !text.contains('?') {
        return text.to_owned();
    }
    // Longer names first: `?x` is not the beginning of `?xs`.
    let mut variables: Vec<&String> = bound.keys().collect();
    variables.sort_by_key(|name| std::cmp::Reverse(name.len()));
    variables.iter().fold(text.to_owned(), |text, name| {
        text.replace(name.as_str(), &bound[name.as_str()].to_string())
    })
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// The text, and spaces up to a width.
fn pad(text: &str, to: usize) -> String {
    format!("{text:to$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: &str, facts: &[&str], expected: &str, rest: &[&str]) {
        let board: Board = toml::from_str(board).unwrap();
        let facts: Vec<String> = facts.iter().map(|&fact| fact.to_owned()).collect();
        let (drawing, others) = draw(&[board], &facts);
        assert_eq!(drawing, expected.strip_prefix('\n').unwrap_or(expected), "\n{drawing}");
        assert_eq!(others, rest);
    }

    #[test]
    fn a_grid() {
        check(
            r#"
across = "?x: a b c"
down = "?y: 10 9"
show = [["(cell ?x ?y x)", "X"], ["(cell ?x ?y ?other)", "?other"]]
"#,
            &["(cell a 10 x)", "(cell b 9 o)", "(cell d 9 o)", "(control x)"],
            "
  10 X . .
  9  . o .
     a b c
",
            &["(cell d 9 o)", "(control x)"],
        );
    }

    #[test]
    fn the_first_of_several_facts_in_a_place_is_shown() {
        check(
            r#"
across = "?x: 1 2"
down = "?y: 1"
empty = "_"
show = [["(robot ?x ?y)", "@"], ["(wall ?x ?y)", "%"]]
"#,
            &["(wall 1 1)", "(robot 1 1)"],
            "
  1 @ _
    1 2
",
            &[],
        );
    }

    #[test]
    fn boards_in_a_board() {
        check(
            r#"
across = ["?i: 1 2", "?x: 1 2"]
down = ["?j: 1 2", "?y: 1 2"]
show = [["(cell ?i ?j ?x ?y)", "x"]]
"#,
            &["(cell 2 1 1 2)", "(cell 1 2 1 1)"],
            "
  1 . .   . .
  2 . .   x .

  1 x .   . .
  2 . .   . .
    1 2   1 2
",
            &[],
        );
    }

    #[test]
    fn a_slanting_board() {
        check(
            r#"
title = "stones"
across = "?x: a b"
down = "?y: 1 2"
slant = 1
show = [["(stone ?x ?y)", "O"]]
"#,
            &["(stone b 2)"],
            "
  stones
  1 . .
   2 . O
      a b
",
            &[],
        );
    }

    #[test]
    fn a_layout() {
        check(
            r#"
layout = """
1,1-----1,2
  \\   /
   2,1"""
at = "?x,?y"
show = [["(man ?x ?y ?who)", "?who"]]
"#,
            &["(man 1 2 white)", "(man 2 1 b)", "(man 3 3 b)"],
            "
  .-------white
    \\   /
     b
",
            &["(man 3 3 b)"],
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for board in [
            "show = []",
            "across = '?x: 1'\nshow = []",
            "across = 'x: 1'\ndown = '?y: 1'\nshow = []",
            "across = '?x 1'\ndown = '?y: 1'\nshow = []",
            "across = '?x:'\ndown = '?y: 1'\nshow = []",
            "layout = 'a'\nshow = [['(a', 'x']]",
        ] {
            assert!(toml::from_str::<Board>(board).is_err(), "{board}");
        }
        let level = "'?x: 1 2 3 4 5 6 7 8 9 10'";
        let board = format!("across = [{level}, {level}, {level}]\ndown = '?y: 1'\nshow = []");
        assert!(toml::from_str::<Board>(&board).is_err());
    }
}
