//! Plans by the description in `game.toml`.

use crate::MOST_CELLS;
use crate::arrangement::{Arrangement, Side, count};
use crate::labels::Labels;
use crate::look::Looks;
use crate::plan::{Board, Holes, Plan, Source};
use gdl::Rules;
use library::{Axis, Form, Pattern, Term};
use std::sync::Arc;

impl Plan {
    /// By the description in `game.toml`.
    pub fn described(boards: &[library::Board], rules: &Rules, roles: &[String]) -> Plan {
        let mut room = MOST_CELLS;
        let mut drawn: Vec<Board> = Vec::new();
        for board in boards {
            let board = describe(board, room);
            room -= board.arrangement.places.len().min(room);
            if !board.arrangement.places.is_empty() {
                drawn.push(board);
            }
        }
        let contents =
            drawn.iter().flat_map(|board| &board.sources).filter(|source| source.empty.is_none());
        let contents: Vec<(Vec<String>, Option<String>)> =
            contents.map(|source| (source.contents.clone(), source.symbol.clone())).collect();
        Plan::new(drawn, Labels::guessed(rules), Looks::new(roles, &contents), rules)
    }
}

/// A board, if there is room for so many cells.
fn describe(board: &library::Board, room: usize) -> Board {
    let (arrangement, variables, at) = match board.form() {
        Form::Grid { across, down, slant } => {
            let levels = across.levels().iter().chain(down.levels());
            let variables = ordered(board, levels.map(|(variable, _)| variable.clone()).collect());
            let (across, down) = (side(across, &variables), side(down, &variables));
            let fits = count(&across).saturating_mul(count(&down)) <= room;
            let grid = fits.then(|| Arrangement::grid(&across, &down, *slant));
            (grid, variables, None)
        }
        Form::Layout { text, at } => {
            let layout = Some(Arrangement::layout(text));
            let layout = layout.filter(|layout| layout.places.len() <= room);
            (layout, ordered(board, variables_of(at)), Some(at.clone()))
        }
    };
    let sources =
        board.show().iter().map(|(pattern, symbol)| source(board, pattern, symbol, &variables));
    Board {
        title: board.title().map(str::to_owned),
        arrangement: Arc::new(arrangement.unwrap_or_default()),
        at,
        sources: sources.collect(),
        shows_first: true,
        holes: Holes::None,
    }
}

/// The variables in the order in which the facts have them.
fn ordered(board: &library::Board, mut variables: Vec<String>) -> Vec<String> {
    let words = board.show().first().map(|(pattern, _)| words(pattern.term())).unwrap_or_default();
    variables.sort_by_key(|variable| words.iter().position(|word| word == variable));
    variables
}

fn side(axis: &Axis, variables: &[String]) -> Side {
    let number = |variable: &String| variables.iter().position(|other| other == variable);
    let levels = axis.levels().iter();
    levels.map(|(variable, names)| (number(variable).unwrap_or(0), names.clone())).collect()
}

/// The variables of a text such as `?x,?y`.
fn variables_of(text: &str) -> Vec<String> {
    let mut variables: Vec<String> = Vec::new();
    for part in text.split('?').skip(1) {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
        let variable = format!("?{}", &part[..end]);
        if !variables.contains(&variable) {
            variables.push(variable);
        }
    }
    variables
}

/// What is shown is what the pattern says in words, and the variables of its symbol; a pattern without either goes by its name.
fn source(board: &library::Board, pattern: &Pattern, symbol: &str, variables: &[String]) -> Source {
    let words = words(pattern.term());
    let is_shown = |word: &String| !word.starts_with('?') || variables_of(symbol).contains(word);
    let mut contents: Vec<String> =
        words.iter().skip(1).filter(|word| is_shown(word)).cloned().collect();
    if contents.is_empty() {
        contents.extend(words.first().cloned());
    }
    // The symbol of an empty cell means that there is nothing.
    let empty = (symbol == board.empty()).then(|| contents.clone());
    Source {
        pattern: pattern.clone(),
        place: variables.to_vec(),
        contents,
        symbol: Some(symbol.to_owned()),
        empty,
        is_ground: false,
    }
}

/// All words of a term, from left to right.
fn words(term: &Term) -> Vec<String> {
    let (mut words, mut open) = (Vec::new(), vec![term]);
    while let Some(term) = open.pop() {
        match term {
            Term::Word(word) => words.push(word.clone()),
            Term::List(terms) => open.extend(terms.iter().rev()),
        }
    }
    words
}
