//! Builds drawing plans from the board descriptions in `game.toml`.

use crate::MAX_CELLS;
use crate::appearance::{Appearances, KnownContents};
use crate::arrangement::{Arrangement, AxisLevels, side_length};
use crate::labels::LabelRules;
use crate::plan::{BoardFact, BoardPlan, DrawingPlan, MissingCells};
use gdl::Rules;
use library::{BoardDescription, BoardForm, GridAxis};
use std::sync::Arc;
use term::Pattern;

impl DrawingPlan {
    /// Builds the plan that the board descriptions of a game's `game.toml` ask for. Boards that would exceed the
    /// limit on cells are left out.
    pub fn from_description(
        boards: &[BoardDescription],
        rules: &Rules,
        roles: &[String],
    ) -> DrawingPlan {
        let mut room = MAX_CELLS;
        let mut plans: Vec<BoardPlan> = Vec::new();
        for board in boards {
            let plan = board_plan(board, room);
            room -= plan.arrangement.places.len().min(room);
            if !plan.arrangement.places.is_empty() {
                plans.push(plan);
            }
        }
        let facts = plans.iter().flat_map(|plan| &plan.facts).filter(|fact| fact.empty.is_none());
        let contents: Vec<KnownContents> =
            facts.map(|fact| (fact.contents.clone(), fact.symbol.clone())).collect();
        let appearances = Appearances::new(roles, &contents);
        DrawingPlan::new(plans, LabelRules::guessed(rules), appearances, rules)
    }
}

/// Returns the plan of a board. It has no cells if the description has more than `room` of them.
fn board_plan(board: &BoardDescription, room: usize) -> BoardPlan {
    let (arrangement, variables, name_template) = match board.form() {
        BoardForm::Grid { across, down, slant } => {
            let levels = across.levels().iter().chain(down.levels());
            let variables = ordered(board, levels.map(|(variable, _)| variable.clone()).collect());
            let (across, down) = (axis_levels(across, &variables), axis_levels(down, &variables));
            let fits = side_length(&across).saturating_mul(side_length(&down)) <= room;
            let grid = fits.then(|| Arrangement::grid(&across, &down, *slant));
            (grid, variables, None)
        }
        BoardForm::Layout { text, at } => {
            let layout = Some(Arrangement::from_text(text));
            let layout = layout.filter(|layout| layout.places.len() <= room);
            (layout, ordered(board, variables_of(at)), Some(at.clone()))
        }
    };
    let facts = board.show().iter();
    let facts = facts.map(|(pattern, symbol)| board_fact(board, pattern, symbol, &variables));
    BoardPlan {
        title: board.title().map(str::to_owned),
        arrangement: Arc::new(arrangement.unwrap_or_default()),
        name_template,
        facts: facts.collect(),
        shows_first: true,
        missing: MissingCells::None,
    }
}

/// Sorts variables into the order in which they occur in the first pattern of the board.
fn ordered(board: &BoardDescription, mut variables: Vec<String>) -> Vec<String> {
    let words = board.show().first().map(|(pattern, _)| words(pattern)).unwrap_or_default();
    variables.sort_by_key(|variable| words.iter().position(|word| word == variable));
    variables
}

/// Returns the levels of an axis, with the index of each variable among `variables`.
fn axis_levels(axis: &GridAxis, variables: &[String]) -> AxisLevels {
    let index = |variable: &String| variables.iter().position(|other| other == variable);
    let levels = axis.levels().iter();
    levels.map(|(variable, names)| (index(variable).unwrap_or(0), names.clone())).collect()
}

/// Returns the variables that occur in a text such as `?x,?y`, each once.
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

/// Returns the kind of fact that a `show` line describes. Its contents are the names in the pattern and the variables
/// of the symbol; if there are none, the name of the relation.
fn board_fact(
    board: &BoardDescription,
    pattern: &Pattern,
    symbol: &str,
    variables: &[String],
) -> BoardFact {
    let words = words(pattern);
    let is_shown = |word: &String| !word.starts_with('?') || variables_of(symbol).contains(word);
    let mut contents: Vec<String> =
        words.iter().skip(1).filter(|word| is_shown(word)).cloned().collect();
    if contents.is_empty() {
        contents.extend(words.first().cloned());
    }
    // A fact that is shown like an empty cell puts nothing into it.
    let empty = (symbol == board.empty()).then(|| contents.clone());
    BoardFact {
        pattern: pattern.clone(),
        cell_variables: variables.to_vec(),
        contents,
        symbol: Some(symbol.to_owned()),
        empty,
        is_background: false,
    }
}

/// Returns all names and variables of a pattern, from left to right.
fn words(pattern: &Pattern) -> Vec<String> {
    pattern.term().names().map(str::to_owned).collect()
}
