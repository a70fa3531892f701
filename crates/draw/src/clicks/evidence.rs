//! Evidence from rules: the words of moves that stand for the cell variables of a board, counted over all rules in
//! which a move and a fact of the board share variables.

use super::arguments::{sentence_arguments, variable_place};
use super::{CellWords, MoveForm};
use crate::plan::BoardPlan;
use analyze::{Sentence, Sentences};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Ways in which moves refer to a cell, by form of the move, each with the number of its occurrences.
pub(super) type CountedReferences = HashMap<MoveForm, Vec<(CellWords, usize)>>;

/// Counts the ways in which the rules refer to cells of a board; for each form of move the most frequent comes first.
pub(super) fn count_references(board: &BoardPlan, sentences: &Sentences) -> CountedReferences {
    let mut counts: HashMap<MoveForm, BTreeMap<CellWords, usize>> = HashMap::new();
    for rule in &sentences.all {
        let (moves, facts) = moves_and_facts(rule);
        for action in moves {
            let arguments = sentence_arguments(action);
            let form = (action.relation().to_owned(), arguments.len());
            let words = |variable: &str| -> Vec<usize> {
                let is_it =
                    |word: &Sentence| matches!(word, Sentence::Variable(name) if name == variable);
                (0..arguments.len()).filter(|&word| is_it(arguments[word].word)).collect()
            };
            for fact in &facts {
                for cell in shared_words(board, fact, &words) {
                    *counts.entry(form.clone()).or_default().entry(cell).or_default() += 1;
                }
            }
        }
    }
    let sorted = counts.into_iter().map(|(form, cells)| {
        let mut cells: Vec<(CellWords, usize)> = cells.into_iter().collect();
        cells.sort_by_key(|(cell, count)| (Reverse(*count), span(cell), inversions(cell)));
        (form, cells)
    });
    sorted.collect()
}

/// Returns the index of the last word that refers to a cell; 0 if none does.
pub(super) fn last_word(cell: &CellWords) -> usize {
    cell.iter().flatten().copied().max().unwrap_or(0)
}

/// Returns the distance between the first and the last word that refer to a cell.
pub(super) fn span(cell: &CellWords) -> usize {
    let first = cell.iter().flatten().copied().min().unwrap_or(0);
    last_word(cell) - first
}

/// Returns the number of variables whose word stands before the word of the preceding variable.
fn inversions(cell: &CellWords) -> usize {
    let words: Vec<usize> = cell.iter().flatten().copied().collect();
    words.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// Returns the words of a move that name the same cell as a fact in a condition of the same rule: words that are the
/// variables by which the fact names its cell. `words` returns the indices of the words of the move that are a given
/// variable. There is at most one result for each kind of fact on the board.
fn shared_words(
    board: &BoardPlan,
    fact: &Sentence,
    words: &dyn Fn(&str) -> Vec<usize>,
) -> HashSet<CellWords> {
    let arguments = sentence_arguments(fact);
    let mut found = HashSet::new();
    for kind in &board.facts {
        if kind.pattern.term().name() != fact.relation() {
            continue;
        }
        let candidates = (0..kind.cell_variables.len()).map(|variable| {
            let Some(place) = variable_place(kind, variable) else { return Vec::new() };
            match arguments.iter().find(|word| word.is_at(&place)).map(|word| word.word) {
                Some(Sentence::Variable(name)) => words(name),
                _ => Vec::new(),
            }
        });
        found.extend(closest_words(&candidates.collect::<Vec<_>>()));
    }
    found
}

/// Chooses one of the candidate words for each variable. A variable may occur in a move more than once, as in
/// `move ?x ?y1 ?x ?y2`; the words chosen are closest together, and in the order of the variables if possible.
fn closest_words(candidates: &[Vec<usize>]) -> Option<CellWords> {
    let around = |&anchor: &usize| -> CellWords {
        let nearest =
            |words: &Vec<usize>| words.iter().copied().min_by_key(|word| word.abs_diff(anchor));
        candidates.iter().map(nearest).collect()
    };
    let after = |&anchor: &usize| -> CellWords {
        let next = |words: &Vec<usize>| words.iter().copied().find(|&word| word >= anchor);
        let any = |words: &Vec<usize>| words.first().copied();
        candidates.iter().map(|words| next(words).or_else(|| any(words))).collect()
    };
    let anchors = || candidates.iter().flatten();
    let choices = anchors().map(around).chain(anchors().map(after));
    choices.min_by_key(|cell| (span(cell), inversions(cell)))
}

/// Returns the moves and the facts of the state that occur in a rule.
fn moves_and_facts(rule: &Sentence) -> (Vec<&Sentence>, Vec<&Sentence>) {
    let (mut moves, mut facts, mut open) = (Vec::new(), Vec::new(), vec![rule]);
    while let Some(part) = open.pop() {
        let Sentence::Applied(name, arguments) = part else { continue };
        match (name.as_str(), arguments.as_slice()) {
            ("does" | "legal", [_, action @ Sentence::Applied(..)]) => moves.push(action),
            ("true" | "next", [fact @ Sentence::Applied(..)]) => facts.push(fact),
            _ => open.extend(arguments),
        }
    }
    (moves, facts)
}
