//! Draws boards as text.

use super::{BoardDescription, BoardForm, GridAxis};
use std::collections::{BTreeMap, BTreeSet};
use term::{Bindings, Term};

/// Draws a state, given as its facts. Returns the boards as text, and the facts that are on none of them.
///
/// ```
/// # use term as agon_term;
/// use agon_term::Term;
///
/// let boards = agon_library::find("tic-tac-toe").unwrap().about().board;
/// let facts = ["(cell 1 3 x)", "(control oplayer)"].map(|fact| Term::read(fact).unwrap());
/// let (text, others) = agon_library::draw_as_text(&boards, &facts);
/// assert!(text.contains('x'));
/// assert_eq!(others, facts[1..]);
/// ```
pub fn draw_as_text(boards: &[BoardDescription], facts: &[Term]) -> (String, Vec<Term>) {
    let mut drawn = BTreeSet::new();
    let texts = boards.iter().map(|board| {
        let title = board.title.as_ref().map_or(String::new(), |title| format!("  {title}\n"));
        title + &board.draw(facts, &mut drawn)
    });
    let texts: Vec<String> = texts.collect();
    let rest = (0..facts.len()).filter(|index| !drawn.contains(index));
    (texts.join("\n"), rest.map(|index| facts[index].clone()).collect())
}

impl BoardDescription {
    /// Draws the facts on this board, and adds their indices to `drawn`.
    fn draw(&self, facts: &[Term], drawn: &mut BTreeSet<usize>) -> String {
        match &self.form {
            BoardForm::Grid { across, down, slant } => {
                let cell =
                    |bound: &Bindings| Some((down.position(bound)?, across.position(bound)?));
                self.grid(across, down, *slant, &self.symbols(facts, drawn, cell))
            }
            BoardForm::Layout { text, at } => {
                let names = layout_words(text).filter(|(_, is_name)| *is_name);
                let names: BTreeSet<&str> = names.map(|(word, _)| word).collect();
                let cell = |bound: &Bindings| {
                    names.get(substitute(at, bound).as_str()).map(|&name| name.to_owned())
                };
                self.layout(text, &self.symbols(facts, drawn, cell))
            }
        }
    }

    /// Returns the symbol of each cell that has a fact. `cell` returns the cell that the variables of a pattern name.
    fn symbols<C: Ord>(
        &self,
        facts: &[Term],
        drawn: &mut BTreeSet<usize>,
        cell: impl Fn(&Bindings) -> Option<C>,
    ) -> BTreeMap<C, String> {
        let mut symbols: BTreeMap<C, (usize, String)> = BTreeMap::new();
        for (index, fact) in facts.iter().enumerate() {
            let found = self.show.iter().enumerate().find_map(|(rank, (pattern, symbol))| {
                let bound = pattern.matches(fact)?;
                Some((rank, cell(&bound)?, substitute(symbol, &bound)))
            });
            let Some((rank, cell, symbol)) = found else { continue };
            drawn.insert(index);
            if symbols.get(&cell).is_none_or(|(before, _)| rank < *before) {
                symbols.insert(cell, (rank, symbol));
            }
        }
        symbols.into_iter().map(|(cell, (_, symbol))| (cell, symbol)).collect()
    }

    /// Draws a grid with its labels; the cells are given by row and column.
    fn grid(
        &self,
        across: &GridAxis,
        down: &GridAxis,
        slant: usize,
        symbols: &BTreeMap<(usize, usize), String>,
    ) -> String {
        let (columns, rows) = (across.labels(), down.labels());
        let texts = symbols.values().map(String::as_str).chain([self.empty.as_str()]);
        let cell = texts.chain(columns.iter().copied()).map(width).max().unwrap_or(1);
        let margin = rows.iter().map(|row| width(row)).max().unwrap_or(1);
        let line = |row: usize, label: &str, symbol: &dyn Fn(usize) -> String| {
            let mut line = format!("  {:slant$}{}", "", padded(label, margin), slant = slant * row);
            for column in 0..columns.len() {
                let gap = if across.is_edge(column) { "  " } else { "" };
                line = format!("{line}{gap} {}", padded(&symbol(column), cell));
            }
            format!("{}\n", line.trim_end())
        };
        let mut text = String::new();
        for (row, label) in rows.iter().enumerate() {
            if down.is_edge(row) {
                text.push('\n');
            }
            text += &line(row, label, &|column| {
                symbols.get(&(row, column)).unwrap_or(&self.empty).clone()
            });
        }
        text + &line(rows.len(), "", &|column| columns[column].to_owned())
    }

    /// Draws a layout with the symbols in place of the names of cells. A symbol shorter than the name is extended by
    /// spaces, or by the line that follows it.
    fn layout(&self, text: &str, symbols: &BTreeMap<String, String>) -> String {
        let mut drawing = String::new();
        let mut words = layout_words(text).peekable();
        while let Some((word, is_name)) = words.next() {
            if !is_name {
                drawing += word;
                continue;
            }
            let symbol = symbols.get(word).unwrap_or(&self.empty);
            let is_line = words.peek().is_some_and(|(next, _)| next.starts_with('-'));
            let filling = if is_line { "-" } else { " " };
            drawing += symbol;
            drawing += &filling.repeat(width(word).saturating_sub(width(symbol)));
        }
        drawing.lines().map(|line| format!("{}\n", format!("  {line}").trim_end())).collect()
    }
}

/// Splits the text of a layout into names of cells (`true`) and the characters between them (`false`).
pub fn layout_words(text: &str) -> impl Iterator<Item = (&str, bool)> {
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

/// Returns a text with its variables replaced by their values.
pub fn substitute(text: &str, bound: &Bindings) -> String {
    if !text.contains('?') {
        return text.to_owned();
    }
    // Longer names are replaced first, because `?xs` begins with `?x`.
    let mut variables: Vec<&String> = bound.keys().collect();
    variables.sort_by_key(|name| std::cmp::Reverse(name.len()));
    variables.iter().fold(text.to_owned(), |text, name| {
        text.replace(name.as_str(), &bound[name.as_str()].to_string())
    })
}

/// Returns the number of characters of a text.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// Returns a text with spaces added up to this width.
fn padded(text: &str, width: usize) -> String {
    format!("{text:width$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: &str, facts: &[&str], expected: &str, rest: &[&str]) {
        let board: BoardDescription = toml::from_str(board).unwrap();
        let facts: Vec<Term> = facts.iter().map(|fact| Term::read(fact).unwrap()).collect();
        let (drawing, others) = draw_as_text(&[board], &facts);
        assert_eq!(drawing, expected.strip_prefix('\n').unwrap_or(expected), "\n{drawing}");
        assert_eq!(others.iter().map(Term::as_str).collect::<Vec<_>>(), rest);
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
    fn the_first_of_several_facts_in_a_cell_is_drawn() {
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
    fn invalid_descriptions_are_refused() {
        for board in [
            "show = []",
            "across = '?x: 1'\nshow = []",
            "across = 'x: 1'\ndown = '?y: 1'\nshow = []",
            "across = '?x 1'\ndown = '?y: 1'\nshow = []",
            "across = '?x:'\ndown = '?y: 1'\nshow = []",
            "layout = 'a'\nshow = [['(a', 'x']]",
        ] {
            assert!(toml::from_str::<BoardDescription>(board).is_err(), "{board}");
        }
        let level = "'?x: 1 2 3 4 5 6 7 8 9 10'";
        let board = format!("across = [{level}, {level}, {level}]\ndown = '?y: 1'\nshow = []");
        assert!(toml::from_str::<BoardDescription>(&board).is_err());
    }
}
