//! References of moves to the cells of one board: reads the words of a move as cells, by the evidence of the rules and
//! by the sorts of its arguments.

use super::arguments::variable_place;
use super::evidence::{CountedReferences, count_references, last_word, span};
use super::{CellWords, MoveForm, MoveWords};
use crate::plan::BoardPlan;
use analyze::{Sentences, Sort};
use std::collections::HashSet;
use term::{Bindings, Term};

/// The ways in which moves refer to the cells of a board.
#[derive(Clone, Debug)]
pub(super) struct CellReferences {
    /// Variables that name a cell, in the order of the board.
    variables: Vec<CellVariable>,
    /// Ways in which rules refer to cells.
    from_rules: CountedReferences,
}

/// A variable that names cells of a board.
#[derive(Clone, Debug)]
struct CellVariable {
    /// Sorts of the arguments in which the variable occurs.
    sorts: Vec<Sort>,
    /// Values of the variable; `None` if they are not known.
    values: Option<HashSet<String>>,
}

/// A move read as clicks on the cells of a board.
pub(super) struct Reading {
    /// Strength of the evidence for this reading.
    pub evidence: Evidence,
    /// For each click the indices of the cells that count as hit.
    pub clicks: Vec<Vec<usize>>,
}

/// Evidence for the reading of a move, the strongest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Evidence {
    /// The sorts of arguments indicate a row or another set of cells.
    SetBySort,
    /// Rules indicate a row or another set of cells.
    SetByRule,
    /// The sorts of arguments indicate single cells.
    CellsBySort,
    /// Rules indicate single cells.
    CellsByRule,
}

impl CellReferences {
    /// Derives from the rules how moves refer to the cells of a board.
    pub fn new(board: &BoardPlan, sentences: &Sentences) -> CellReferences {
        let count = board.facts.first().map_or(0, |fact| fact.cell_variables.len());
        let variables = (0..count).map(|number| CellVariable::new(board, number, sentences));
        CellReferences {
            variables: variables.collect(),
            from_rules: count_references(board, sentences),
        }
    }

    /// Reads a move as clicks on cells; `None` if it does not refer to this board.
    pub fn read(&self, board: &BoardPlan, form: &MoveForm, words: &MoveWords) -> Option<Reading> {
        let known = self.from_rules.get(form).map_or(&[][..], Vec::as_slice);
        self.read_cells(board, known, words).or_else(|| self.read_set(board, known, words))
    }

    /// Reads a move as a click on each of the single cells to which it refers.
    fn read_cells(
        &self,
        board: &BoardPlan,
        known: &[(CellWords, usize)],
        words: &MoveWords,
    ) -> Option<Reading> {
        let mut used = vec![false; words.len()];
        let mut cells: Vec<(usize, Vec<usize>)> = Vec::new();
        let is_complete = |cell: &CellWords| cell.iter().all(Option::is_some);
        for (cell, _) in known.iter().filter(|(cell, _)| is_complete(cell)) {
            // If all words refer to other cells already, this is a mixture of those.
            if cell.iter().flatten().all(|&word| used[word]) {
                continue;
            }
            if let [place] = self.places(board, cell, words)[..] {
                cell.iter().flatten().for_each(|&word| used[word] = true);
                cells.push((last_word(cell), vec![place]));
            }
        }
        let by_rule = !cells.is_empty();
        // Where rules refer to a cell, other words that do not stand together name the same cell in another way.
        let is_cell = |cell: &CellWords| !by_rule || span(cell) < self.variables.len();
        for cell in self.cells_by_sort(words, &used).into_iter().filter(is_cell) {
            if let [place] = self.places(board, &cell, words)[..] {
                cells.push((last_word(&cell), vec![place]));
            }
        }
        cells.sort_by_key(|(word, _)| *word);
        let evidence = if by_rule { Evidence::CellsByRule } else { Evidence::CellsBySort };
        let clicks = cells.into_iter().map(|(_, places)| places).collect();
        Some(Reading { evidence, clicks }).filter(|reading| !reading.clicks.is_empty())
    }

    /// Reads a move as one click anywhere in the set of cells to which it refers.
    fn read_set(
        &self,
        board: &BoardPlan,
        known: &[(CellWords, usize)],
        words: &MoveWords,
    ) -> Option<Reading> {
        let (evidence, cell) = match most_frequent(known) {
            Some(cell) => (Evidence::SetByRule, cell.clone()),
            None => (Evidence::SetBySort, self.set_by_sort(words)?),
        };
        let places = self.places(board, &cell, words);
        (!places.is_empty()).then(|| Reading { evidence, clicks: vec![places] })
    }

    /// Returns the indices of the cells that these words of a move name.
    fn places(&self, board: &BoardPlan, cell: &CellWords, words: &MoveWords) -> Vec<usize> {
        let values: Vec<Option<&str>> = cell
            .iter()
            .map(|word| word.and_then(|word| words.get(word)).map(|(word, _)| *word))
            .collect();
        let Some(fact) = board.facts.first() else { return Vec::new() };
        if values.iter().all(Option::is_none) {
            return Vec::new();
        }
        let Some(template) = &board.name_template else {
            return board.arrangement.matching(&values);
        };
        let pattern = name_pattern(template, &fact.cell_variables, &values);
        let places = board.arrangement.places.iter().enumerate();
        let fitting =
            places.filter(|(_, place)| place.key.first().is_some_and(|key| fits(key, &pattern)));
        fitting.map(|(number, _)| number).collect()
    }

    /// Returns cells that the sorts of unused words indicate. If each word fits one variable at most, the first words
    /// of all variables are a cell, then the second ones, and so on; otherwise the words must follow each other in the
    /// order of the variables.
    fn cells_by_sort(&self, words: &MoveWords, used: &[bool]) -> Vec<CellWords> {
        let count = self.variables.len();
        if count == 0 {
            return Vec::new();
        }
        let free: Vec<usize> = (0..words.len()).filter(|&word| !used[word]).collect();
        let fits = |variable: usize, word: usize| self.variables[variable].accepts(words[word]);
        let fitting = |word: usize| (0..count).filter(|&variable| fits(variable, word)).count();
        if free.iter().all(|&word| fitting(word) <= 1) {
            let words_of = |variable: usize| -> Vec<usize> {
                free.iter().copied().filter(|&word| fits(variable, word)).collect()
            };
            return transposed(&(0..count).map(words_of).collect::<Vec<_>>());
        }
        let fitting_words: Vec<usize> =
            free.into_iter().filter(|&word| fitting(word) > 0).collect();
        let is_in_order = |chunk: &[usize]| {
            chunk.iter().enumerate().all(|(variable, &word)| fits(variable, word))
        };
        let chunks = || fitting_words.chunks(count);
        let is_whole = fitting_words.len().is_multiple_of(count) && chunks().all(is_in_order);
        let cells = chunks().filter(|_| is_whole);
        cells.map(|chunk| chunk.iter().map(|&word| Some(word)).collect()).collect()
    }

    /// Returns the words that fit exactly one variable; `None` if two words fit the same one, or a word fits several.
    fn set_by_sort(&self, words: &MoveWords) -> Option<CellWords> {
        let mut cell: CellWords = vec![None; self.variables.len()];
        for (number, &word) in words.iter().enumerate() {
            let mut fitting =
                (0..cell.len()).filter(|&variable| self.variables[variable].accepts(word));
            let Some(variable) = fitting.next() else { continue };
            if fitting.next().is_some() || cell[variable].replace(number).is_some() {
                return None;
            }
        }
        cell.iter().any(Option::is_some).then_some(cell)
    }
}

impl CellVariable {
    fn new(board: &BoardPlan, number: usize, sentences: &Sentences) -> CellVariable {
        let places = board.facts.iter().filter_map(|fact| variable_place(fact, number));
        let mut sorts: Vec<Sort> = places
            .filter_map(|(name, arity, argument)| sentences.sort(&name, arity, argument))
            .collect();
        sorts.sort_unstable();
        sorts.dedup();
        let cells = board.arrangement.places.iter().filter(|_| board.name_template.is_none());
        let values: HashSet<String> =
            cells.filter_map(|place| place.key.get(number).cloned()).collect();
        CellVariable { sorts, values: Some(values).filter(|values| !values.is_empty()) }
    }

    /// Whether a word of a move can be a value of the variable.
    fn accepts(&self, (word, sort): (&str, Option<Sort>)) -> bool {
        sort.is_some_and(|sort| self.sorts.contains(&sort))
            && self.values.as_ref().is_none_or(|values| values.contains(word))
    }
}

/// Returns the most frequent way in which rules refer to cells; `None` if two are equally frequent.
fn most_frequent(known: &[(CellWords, usize)]) -> Option<&CellWords> {
    match known {
        [(cell, _)] => Some(cell),
        [(cell, count), (_, less), ..] if count > less => Some(cell),
        _ => None,
    }
}

/// Returns the first elements of all lists, then the second ones, and so on; empty if the lists differ in length.
fn transposed(lists: &[Vec<usize>]) -> Vec<CellWords> {
    let length = lists[0].len();
    if lists.iter().any(|list| list.len() != length) {
        return Vec::new();
    }
    (0..length).map(|turn| lists.iter().map(|list| Some(list[turn])).collect()).collect()
}

/// Returns the name of the cells with these values; variables without a value become `?`.
fn name_pattern(template: &str, variables: &[String], values: &[Option<&str>]) -> String {
    let known = variables
        .iter()
        .zip(values)
        .filter_map(|(variable, value)| Some((variable.clone(), Term::read((*value)?)?)));
    let bound: Bindings = known.collect();
    let unknown = variables.iter().filter(|variable| !bound.contains_key(*variable));
    unknown.fold(library::substitute(template, &bound), |name, variable| {
        name.replace(variable.as_str(), "?")
    })
}

/// Whether a name matches a pattern in which `?` stands for any text.
fn fits(name: &str, pattern: &str) -> bool {
    let Some((first, others)) = pattern.split_once('?') else { return name == pattern };
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let (middle, end) = others.rsplit_once('?').unwrap_or(("", others));
    for part in middle.split('?') {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(end)
}
