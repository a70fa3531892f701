//! Which cells a move is about.
//!
//! Two things tell: rules in which a move and a fact of a board share variables (`mark ?m ?n` and `cell ?m ?n x` speak of the same
//! cell), and, where no rule has both, the sorts of arguments. What rules say is counted, because some of them mix coordinates: a pawn
//! that captures in passing takes one from the column it goes to and the row it comes from.

use crate::CellId;
use crate::plan::{Board, Source};
use analyze::{Sentence, Sentences, Sort};
use gdl::Rules;
use library::{Bindings, Term};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Knows for each board how moves speak of its cells.
#[derive(Clone, Debug)]
pub struct Steps {
    /// For the sorts of arguments; no sentence is left.
    sentences: Sentences,
    boards: Vec<Ways>,
}

/// How moves speak of the cells of a board.
#[derive(Clone, Debug)]
struct Ways {
    /// What names a cell, in the order that facts have.
    variables: Vec<Variable>,
    /// What rules say about each kind of move: which of its arguments are which variables, and how often; the most often first.
    shared: HashMap<Shape, Vec<(Tuple, usize)>>,
}

/// A variable of a board: the sorts of the arguments that it stands in, and what it can be, if that is known.
#[derive(Clone, Debug)]
struct Variable {
    sorts: Vec<Sort>,
    values: Option<HashSet<String>>,
}

/// The name of a move, and how many words follow it.
type Shape = (String, usize);

/// For each variable of a board the word of a move that names it.
type Tuple = Vec<Option<usize>>;

/// A word in a term: of what it is an argument, and which one.
struct Leaf<'a, W> {
    word: W,
    applied: &'a str,
    arity: usize,
    argument: usize,
}

/// Longer moves are about nothing.
const MOST_WORDS: usize = 64;

/// How good a reading of a move is, the best last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Quality {
    /// A row of cells, by sorts.
    PartBySort,
    /// A row of cells, by rules.
    Part,
    /// Cells, by sorts.
    BySort,
    /// Cells, by rules.
    Full,
}

impl Steps {
    /// Looks at the rules.
    pub fn new(boards: &[Board], rules: &Rules) -> Steps {
        let sentences = Sentences::of(rules);
        let boards = boards.iter().map(|board| Ways::new(board, &sentences)).collect();
        Steps { sentences: sentences.with(Vec::new()), boards }
    }

    /// For each step of a move the cells that stand for it.
    pub fn of(&self, boards: &[Board], action: &str) -> Vec<Vec<CellId>> {
        let Some(term) = Term::read(action) else { return Vec::new() };
        let leaves = term_leaves(&term);
        let Some(name) = name(&term).filter(|_| (1..=MOST_WORDS).contains(&leaves.len())) else {
            return Vec::new();
        };
        let words: Vec<(&str, Option<Sort>)> = leaves
            .iter()
            .map(|leaf| (leaf.word, self.sentences.sort(leaf.applied, leaf.arity, leaf.argument)))
            .collect();
        let shape = (name.to_owned(), words.len());
        let mut best: Option<(Quality, usize, Vec<Vec<usize>>)> = None;
        for (number, (ways, board)) in self.boards.iter().zip(boards).enumerate() {
            let Some((quality, steps)) = ways.steps(board, &shape, &words) else { continue };
            if best.as_ref().is_none_or(|(before, ..)| quality > *before) {
                best = Some((quality, number, steps));
            }
        }
        let Some((_, number, steps)) = best else { return Vec::new() };
        // Boards with the same cells show different sides of the same places.
        let twins = (0..boards.len()).filter(|&other| is_twin(&boards[number], &boards[other]));
        let twins: Vec<usize> = twins.collect();
        let cells = |places: Vec<usize>| {
            let ids = twins.iter().flat_map(|&board| {
                places.iter().map(move |&place| boards[board].id(board as u32, place))
            });
            ids.collect()
        };
        steps.into_iter().map(cells).collect()
    }
}

/// Whether facts of the same names lie in cells of the same names.
fn is_twin(one: &Board, other: &Board) -> bool {
    let names = |board: &Board| -> HashSet<String> {
        let names = board.sources.iter().filter_map(|source| name(source.pattern.term()));
        names.map(str::to_owned).collect()
    };
    let keys = |board: &Board| -> Vec<Vec<String>> {
        board.arrangement.places.iter().map(|place| place.key.clone()).collect()
    };
    std::ptr::eq(one, other) || (names(one) == names(other) && keys(one) == keys(other))
}

impl Ways {
    fn new(board: &Board, sentences: &Sentences) -> Ways {
        let count = board.sources.first().map_or(0, |source| source.place.len());
        let variables = (0..count).map(|number| {
            let positions = board.sources.iter().filter_map(|source| position(source, number));
            let mut sorts: Vec<Sort> = positions
                .filter_map(|(name, arity, argument)| sentences.sort(&name, arity, argument))
                .collect();
            sorts.sort_unstable();
            sorts.dedup();
            let keys = board.arrangement.places.iter().filter(|_| board.at.is_none());
            let values: HashSet<String> =
                keys.filter_map(|place| place.key.get(number).cloned()).collect();
            Variable { sorts, values: Some(values).filter(|values| !values.is_empty()) }
        });
        Ways { variables: variables.collect(), shared: shared(board, sentences) }
    }

    /// Whether a word can name this variable.
    fn fits(&self, variable: usize, (word, sort): (&str, Option<Sort>)) -> bool {
        let Variable { sorts, values } = &self.variables[variable];
        sort.is_some_and(|sort| sorts.contains(&sort))
            && values.as_ref().is_none_or(|values| values.contains(word))
    }

    fn steps(
        &self,
        board: &Board,
        shape: &Shape,
        words: &[(&str, Option<Sort>)],
    ) -> Option<(Quality, Vec<Vec<usize>>)> {
        let none = Vec::new();
        let known = self.shared.get(shape).unwrap_or(&none);
        let is_full = |tuple: &Tuple| tuple.iter().all(Option::is_some);
        let mut used = vec![false; words.len()];
        let mut cells: Vec<(usize, Vec<usize>)> = Vec::new();
        for (tuple, _) in known.iter().filter(|(tuple, _)| is_full(tuple)) {
            // A cell whose words are all about other cells already is a mixture of them.
            if tuple.iter().flatten().all(|&word| used[word]) {
                continue;
            }
            if let [place] = self.places(board, tuple, words)[..] {
                tuple.iter().flatten().for_each(|&word| used[word] = true);
                cells.push((last(tuple), vec![place]));
            }
        }
        let quality = if cells.is_empty() { Quality::BySort } else { Quality::Full };
        // Beside a cell that rules speak of, words that do not stand together are another way to say the same.
        let is_whole =
            |tuple: &Tuple| quality == Quality::BySort || span(tuple) < self.variables.len();
        for tuple in self.by_sort(words, &used).into_iter().filter(is_whole) {
            if let [place] = self.places(board, &tuple, words)[..] {
                cells.push((last(&tuple), vec![place]));
            }
        }
        if !cells.is_empty() {
            cells.sort_by_key(|(word, _)| *word);
            return Some((quality, cells.into_iter().map(|(_, places)| places).collect()));
        }
        let (quality, tuple) = match self.part(known) {
            Some(tuple) => (Quality::Part, tuple),
            None => (Quality::PartBySort, self.part_by_sort(words)?),
        };
        let places = self.places(board, &tuple, words);
        (!places.is_empty()).then(|| (quality, vec![places]))
    }

    /// The cells that the words of a move name.
    fn places(&self, board: &Board, tuple: &Tuple, words: &[(&str, Option<Sort>)]) -> Vec<usize> {
        let values: Vec<Option<&str>> = tuple
            .iter()
            .map(|word| word.and_then(|word| words.get(word)).map(|(word, _)| *word))
            .collect();
        let Some(source) = board.sources.first() else { return Vec::new() };
        if values.iter().all(Option::is_none) {
            return Vec::new();
        }
        if board.at.is_none() {
            return board.arrangement.matching(&values);
        }
        // What is not known stays a variable in the name.
        let bound: Bindings = source
            .place
            .iter()
            .zip(&values)
            .filter_map(|(variable, value)| {
                Some((variable.clone(), Term::Word((*value)?.to_owned())))
            })
            .collect();
        let Some(at) = &board.at else { return Vec::new() };
        let unknown = source.place.iter().filter(|variable| !bound.contains_key(*variable));
        let name = unknown.fold(library::substitute(at, &bound), |name, variable| {
            name.replace(variable.as_str(), "?")
        });
        let places = board.arrangement.places.iter().enumerate();
        let fitting =
            places.filter(|(_, place)| place.key.first().is_some_and(|key| is_like(key, &name)));
        fitting.map(|(number, _)| number).collect()
    }

    /// Cells by the sorts of words that are not used yet: the words for each variable in turn, as often as there are some for all.
    fn by_sort(&self, words: &[(&str, Option<Sort>)], used: &[bool]) -> Vec<Tuple> {
        let free: Vec<usize> = (0..words.len()).filter(|&word| !used[word]).collect();
        let count = self.variables.len();
        let mut tuples = Vec::new();
        if count == 0 {
            return tuples;
        }
        let fits = |variable: usize, word: usize| self.fits(variable, words[word]);
        let kinds = |word: usize| (0..count).filter(|&variable| fits(variable, word)).count();
        if free.iter().all(|&word| kinds(word) <= 1) {
            let of = |variable: usize| {
                free.iter().copied().filter(|&word| fits(variable, word)).collect()
            };
            let lists: Vec<Vec<usize>> = (0..count).map(of).collect();
            let is_even = lists.iter().all(|list: &Vec<usize>| list.len() == lists[0].len());
            if is_even {
                tuples.extend(
                    (0..lists[0].len())
                        .map(|turn| lists.iter().map(|list| Some(list[turn])).collect()),
                );
            }
            return tuples;
        }
        let about: Vec<usize> = free.into_iter().filter(|&word| kinds(word) > 0).collect();
        let is_in_order = |chunk: &[usize]| {
            chunk.iter().enumerate().all(|(variable, &word)| fits(variable, word))
        };
        if about.len().is_multiple_of(count) && about.chunks(count).all(is_in_order) {
            tuples.extend(
                about.chunks(count).map(|chunk| chunk.iter().map(|&word| Some(word)).collect()),
            );
        }
        tuples
    }

    /// What rules say most often about a move that names no whole cell; nothing if they say two things as often.
    fn part(&self, known: &[(Tuple, usize)]) -> Option<Tuple> {
        match known {
            [(tuple, _)] => Some(tuple.clone()),
            [(tuple, count), (_, less), ..] if count > less => Some(tuple.clone()),
            _ => None,
        }
    }

    /// Words that can name one variable only, each another one.
    fn part_by_sort(&self, words: &[(&str, Option<Sort>)]) -> Option<Tuple> {
        let mut tuple: Tuple = vec![None; self.variables.len()];
        for (number, &word) in words.iter().enumerate() {
            let mut fitting = (0..tuple.len()).filter(|&variable| self.fits(variable, word));
            let Some(variable) = fitting.next() else { continue };
            if fitting.next().is_some() || tuple[variable].replace(number).is_some() {
                return None;
            }
        }
        tuple.iter().any(Option::is_some).then_some(tuple)
    }
}

/// Whether a name is like another one in which `?` stands for anything.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((first, others)) = pattern.split_once('?') else { return name == pattern };
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let (middle, end) = others.rsplit_once('?').unwrap_or(("", others));
    for part in middle.split('?') {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(end)
}

fn last(tuple: &Tuple) -> usize {
    tuple.iter().flatten().copied().max().unwrap_or(0)
}

/// Of what a board's variable is an argument in the facts of a source.
fn position(source: &Source, variable: usize) -> Option<(String, usize, usize)> {
    let variable = source.place.get(variable)?;
    let leaves = term_leaves(source.pattern.term());
    let leaf = leaves.iter().find(|leaf| leaf.word == variable)?;
    Some((leaf.applied.to_owned(), leaf.arity, leaf.argument))
}

/// What the rules say about moves and facts of a board that share variables.
fn shared(board: &Board, sentences: &Sentences) -> HashMap<Shape, Vec<(Tuple, usize)>> {
    let mut counts: HashMap<Shape, BTreeMap<Tuple, usize>> = HashMap::new();
    for rule in &sentences.all {
        let (moves, facts) = parts(rule);
        for action in moves {
            let leaves = sentence_leaves(action);
            let shape = (action.relation().to_owned(), leaves.len());
            let words = |variable: &str| -> Vec<usize> {
                let is_it =
                    |word: &Sentence| matches!(word, Sentence::Variable(name) if name == variable);
                (0..leaves.len()).filter(|&word| is_it(leaves[word].word)).collect()
            };
            for fact in &facts {
                for tuple in tuples(board, fact, &words) {
                    *counts.entry(shape.clone()).or_default().entry(tuple).or_default() += 1;
                }
            }
        }
    }
    let sorted = counts.into_iter().map(|(shape, tuples)| {
        let mut tuples: Vec<(Tuple, usize)> = tuples.into_iter().collect();
        tuples.sort_by_key(|(tuple, count)| (std::cmp::Reverse(*count), span(tuple), turns(tuple)));
        (shape, tuples)
    });
    sorted.collect()
}

/// How far apart the words of a cell are.
fn span(tuple: &Tuple) -> usize {
    let first = tuple.iter().flatten().copied().min().unwrap_or(0);
    last(tuple) - first
}

/// How often a word comes before the one of an earlier variable.
fn turns(tuple: &Tuple) -> usize {
    let words: Vec<usize> = tuple.iter().flatten().copied().collect();
    words.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// Which words of a move are the variables of a board in a fact; each way once, whichever source finds it.
fn tuples(board: &Board, fact: &Sentence, words: &dyn Fn(&str) -> Vec<usize>) -> HashSet<Tuple> {
    let leaves = sentence_leaves(fact);
    let mut found = HashSet::new();
    for source in &board.sources {
        if name(source.pattern.term()) != Some(fact.relation()) {
            continue;
        }
        let candidates = (0..source.place.len()).map(|variable| {
            let Some((applied, arity, argument)) = position(source, variable) else {
                return Vec::new();
            };
            let leaf = leaves.iter().find(|leaf| {
                leaf.applied == applied && leaf.arity == arity && leaf.argument == argument
            });
            match leaf.map(|leaf| leaf.word) {
                Some(Sentence::Variable(name)) => words(name),
                _ => Vec::new(),
            }
        });
        found.extend(nearest(&candidates.collect::<Vec<_>>()));
    }
    found
}

/// A variable may stand in a move more than once, as in `move ?x ?y1 ?x ?y2`: of the words that can be meant, those that stand
/// together, in the order of the variables.
fn nearest(candidates: &[Vec<usize>]) -> Option<Tuple> {
    let around = |&anchor: &usize| -> Tuple {
        let nearest =
            |words: &Vec<usize>| words.iter().copied().min_by_key(|word| word.abs_diff(anchor));
        candidates.iter().map(nearest).collect()
    };
    let after = |&anchor: &usize| -> Tuple {
        let next = |words: &Vec<usize>| words.iter().copied().find(|&word| word >= anchor);
        let any = |words: &Vec<usize>| words.first().copied();
        candidates.iter().map(|words| next(words).or_else(|| any(words))).collect()
    };
    let anchors = || candidates.iter().flatten();
    let tuples = anchors().map(around).chain(anchors().map(after));
    tuples.min_by_key(|tuple| (span(tuple), turns(tuple)))
}

/// The moves and the facts that a rule speaks of.
fn parts(rule: &Sentence) -> (Vec<&Sentence>, Vec<&Sentence>) {
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

fn name(term: &Term) -> Option<&str> {
    match term {
        Term::Word(name) => Some(name),
        Term::List(parts) => match parts.first()? {
            Term::Word(name) => Some(name),
            Term::List(_) => None,
        },
    }
}

/// The words of a term that are arguments, from left to right.
fn term_leaves(term: &Term) -> Vec<Leaf<'_, &str>> {
    let mut leaves = Vec::new();
    let mut open = vec![(term, "", 0, 0)];
    while let Some((term, applied, arity, argument)) = open.pop() {
        match term {
            Term::Word(word) if !applied.is_empty() => {
                leaves.push(Leaf { word: word.as_str(), applied, arity, argument })
            }
            Term::Word(_) => {}
            Term::List(parts) => {
                let [Term::Word(name), arguments @ ..] = parts.as_slice() else { continue };
                let inner = arguments.iter().enumerate().rev();
                open.extend(
                    inner.map(|(argument, term)| (term, name.as_str(), arguments.len(), argument)),
                );
            }
        }
    }
    leaves
}

/// The same for a sentence of the rules: names and variables.
fn sentence_leaves(sentence: &Sentence) -> Vec<Leaf<'_, &Sentence>> {
    let mut leaves = Vec::new();
    let mut open = vec![(sentence, "", 0, 0)];
    while let Some((sentence, applied, arity, argument)) = open.pop() {
        match sentence {
            Sentence::Applied(name, arguments) if !arguments.is_empty() => {
                let inner = arguments.iter().enumerate().rev();
                open.extend(
                    inner
                        .map(|(argument, inner)| (inner, name.as_str(), arguments.len(), argument)),
                );
            }
            _ if !applied.is_empty() => {
                leaves.push(Leaf { word: sentence, applied, arity, argument })
            }
            _ => {}
        }
    }
    leaves
}
