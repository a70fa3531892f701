//! What states are made of: which arguments of a fluent determine which, and what that makes of it (document 000, sections 4.1.3
//! and 4.1.4).
//!
//! Arguments that no two facts of a state share are its *inputs*, the others its *outputs*. Two or more inputs make a board, whose
//! cells hold what the outputs are; so do things that are in one place each. Ordered outputs make a quantity. What is in one cell
//! at most is a piece, everything else a marker.
//!
//! DIVERGENCE: document 000 takes a board to have one thing in each cell. Things that can meet, as two pawns of different roles, are
//! on a board here too: their places and distances are worth as much.

use crate::order::shortest_chain;
use crate::watch::{Atom, Moment, Record, Seen};
use crate::words::Word;
use crate::{Control, Counter, Order};
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A kind of fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fluent {
    /// Its name.
    pub name: String,
    /// How many arguments it has.
    pub arity: usize,
    /// Whether no two states in a row had the same facts of this kind.
    pub always_changes: bool,
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What a fluent is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// Counts the steps.
    Counter(Counter),
    /// Says who has the move.
    Control,
    /// Has cells.
    Board(Board),
    /// Has a value that things are ordered by.
    Quantity(Quantity),
    /// Nothing of these.
    Other,
}

/// Cells that can hold something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// What names a cell.
    pub dimensions: Vec<Dimension>,
    /// Which arguments say what is in it, from 0; there may be none.
    pub contents: Vec<usize>,
    /// What was in one cell at most, in every state.
    pub pieces: Vec<Content>,
    /// What was in several.
    pub markers: Vec<Content>,
}

/// What can be in a cell: the arguments that say it.
pub type Content = Vec<String>;

/// An argument and what it can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dimension {
    /// Which argument, from 0.
    pub argument: usize,
    /// The relation that orders its values, if there is one.
    pub order: Option<String>,
    /// Its values that were seen, in their order if they have one.
    pub values: Vec<String>,
}

impl Dimension {
    /// All values of its order, also those that were not seen.
    pub(crate) fn chain<'a>(&self, orders: &'a [Order]) -> Option<&'a [String]> {
        let order = orders.iter().find(|order| self.order.as_ref() == Some(&order.relation))?;
        let seen: Vec<&str> = self.values.iter().map(String::as_str).collect();
        order.chain_of(&seen)
    }
}

/// Values that are ordered, one for each combination of inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantity {
    /// What it is a quantity of; nothing, if there is only one.
    pub inputs: Vec<Dimension>,
    /// Its ordered values.
    pub outputs: Vec<Dimension>,
}

/// Of fluents with more arguments nothing is found out: there would be too many combinations.
const MOST_ARGUMENTS: usize = 6;

/// What the fluents of a game are, by name and number of arguments in the order in which they were seen.
pub fn find(
    record: &Record,
    orders: &[Order],
    counters: Vec<Counter>,
    control: Option<&Control>,
    roles: &[String],
) -> Vec<Fluent> {
    let mut shapes: Vec<(Word, usize)> = Vec::new();
    let mut known = HashSet::new();
    for atom in &record.atoms {
        let shape = (atom.name, atom.arguments.len());
        if known.insert(shape) {
            shapes.push(shape);
        }
    }
    let describe = |(name, arity): (Word, usize)| {
        let study = Study { record, orders, roles, name, arity };
        let name = record.words.text(name);
        let always_changes = study.always_changes();
        let counter = counters.iter().find(|counter| counter.fluent == name && arity == 1);
        let kind = if control.is_some_and(|control| control.fluent == name) {
            Kind::Control
        } else if let Some(counter) = counter.filter(|_| always_changes) {
            Kind::Counter(counter.clone())
        } else {
            study.kind()
        };
        Fluent { name: name.to_owned(), arity, always_changes, kind }
    };
    shapes.into_iter().map(describe).collect()
}

/// Arguments, as bits.
type Arguments = u32;

/// What was seen of one fluent.
struct Study<'a> {
    record: &'a Record,
    orders: &'a [Order],
    roles: &'a [String],
    name: Word,
    arity: usize,
}

impl<'a> Study<'a> {
    fn is_its(&self, atom: &Atom) -> bool {
        atom.name == self.name && atom.arguments.len() == self.arity
    }

    fn atoms(&self) -> impl Iterator<Item = &'a Atom> + Clone {
        self.record.atoms.iter().filter(|atom| self.is_its(atom))
    }

    fn atoms_of(&self, moment: &'a Moment) -> impl Iterator<Item = &'a Atom> + Clone {
        let atoms = moment.facts.iter().map(|&fact| self.record.atom(fact));
        atoms.filter(|atom| self.is_its(atom))
    }

    fn always_changes(&self) -> bool {
        let facts = |moment: &'a Moment| -> Vec<Seen> {
            let its = |fact: &Seen| self.is_its(self.record.atom(*fact));
            moment.facts.iter().copied().filter(its).collect()
        };
        let pairs = self.record.games.iter().flat_map(|game| game.moments.windows(2));
        pairs
            .map(|pair| facts(&pair[0]) != facts(&pair[1]))
            .reduce(|all, it| all && it)
            .unwrap_or(false)
    }

    fn kind(&self) -> Kind {
        if self.arity == 0 || self.arity > MOST_ARGUMENTS {
            return Kind::Other;
        }
        let dimensions: Vec<Dimension> =
            (0..self.arity).map(|argument| self.dimension(argument)).collect();
        let keys = self.keys();
        let boards = keys.iter().filter_map(|&key| self.board(&dimensions, key));
        let places = keys.iter().filter_map(|&key| self.places(&dimensions, key));
        // More ordered dimensions make a better board; then such that are ordered in the same way, and then fewer.
        let quality = |board: &Board| {
            let orders: Vec<&String> =
                board.dimensions.iter().filter_map(|dimension| dimension.order.as_ref()).collect();
            let are_alike = orders.windows(2).all(|pair| pair[0] == pair[1]);
            (orders.len(), are_alike, usize::MAX - board.dimensions.len())
        };
        let better = |best, other| if quality(&other) > quality(&best) { other } else { best };
        let board = boards.chain(places).reduce(better);
        let quantity = keys.iter().find_map(|&key| self.quantity(&dimensions, key));
        match (board, quantity) {
            (Some(board), _) => Kind::Board(board),
            (None, Some(quantity)) => Kind::Quantity(quantity),
            (None, None) => Kind::Other,
        }
    }

    /// What an argument was, in order.
    fn dimension(&self, argument: usize) -> Dimension {
        let words: BTreeSet<Word> = self.atoms().map(|atom| atom.arguments[argument]).collect();
        let texts: Vec<&str> = words.iter().map(|&word| self.record.words.text(word)).collect();
        let ordered = shortest_chain(self.orders, &texts).filter(|_| texts.len() > 1);
        match ordered {
            Some((order, chain)) => {
                let seen: HashSet<&str> = texts.into_iter().collect();
                let values = chain.iter().filter(|link| seen.contains(link.as_str())).cloned();
                Dimension {
                    argument,
                    order: Some(order.relation.clone()),
                    values: values.collect(),
                }
            }
            None => {
                let values = texts.into_iter().map(str::to_owned).collect();
                Dimension { argument, order: None, values }
            }
        }
    }

    /// The smallest sets of arguments that no two facts of a state share, the smaller ones first.
    fn keys(&self) -> Vec<Arguments> {
        let mut candidates: Vec<Arguments> = (0..1 << self.arity).collect();
        candidates.sort_by_key(|key| key.count_ones());
        let mut keys: Vec<Arguments> = Vec::new();
        for candidate in candidates {
            if keys.iter().all(|key| key & candidate != *key) && self.is_key(candidate) {
                keys.push(candidate);
            }
        }
        keys
    }

    fn is_key(&self, key: Arguments) -> bool {
        let mut seen = HashSet::new();
        self.record.moments().all(|moment| {
            seen.clear();
            self.atoms_of(moment).all(|atom| seen.insert(part(atom, key)))
        })
    }

    /// Outputs that an input alone determines, in all states, say nothing.
    fn contents(&self, key: Arguments) -> Vec<usize> {
        let follows = |input: usize, output: usize| {
            let mut known: HashMap<Word, Word> = HashMap::new();
            self.atoms().all(|atom| {
                let value = atom.arguments[output];
                *known.entry(atom.arguments[input]).or_insert(value) == value
            })
        };
        let inputs = || (0..self.arity).filter(|argument| key >> argument & 1 == 1);
        let outputs = (0..self.arity).filter(|argument| key >> argument & 1 == 0);
        outputs.filter(|&output| !inputs().any(|input| follows(input, output))).collect()
    }

    /// The board whose cells these arguments name.
    fn board(&self, dimensions: &[Dimension], key: Arguments) -> Option<Board> {
        let inputs: Vec<Dimension> = chosen(dimensions, key);
        let contents = self.contents(key);
        let ordered = inputs.iter().filter(|input| input.order.is_some()).count();
        let is_amount = !contents.is_empty()
            && contents.iter().all(|&output| dimensions[output].order.is_some());
        let is_board = match inputs.len() {
            0 => false,
            // A row of cells: no list of what roles have, and no list of amounts.
            1 => !contents.is_empty() && !is_amount && !self.are_roles(&inputs[0]),
            _ if contents.is_empty() => ordered >= 2,
            _ => ordered >= 2 || !is_amount,
        };
        if !is_board {
            return None;
        }
        let (pieces, markers) = self.pieces(&contents);
        Some(Board { dimensions: inputs, contents, pieces, markers })
    }

    /// The board on which things are, each in one place: its cells are what two or more ordered arguments name. Two things may be
    /// in the same cell.
    fn places(&self, dimensions: &[Dimension], key: Arguments) -> Option<Board> {
        let outputs = self.contents(key);
        let ordered = outputs.iter().filter(|&&output| dimensions[output].order.is_some());
        let cells: Arguments = ordered.fold(0, |cells, &output| cells | 1 << output);
        if key.count_ones() != 1 || cells.count_ones() < 2 {
            return None;
        }
        let contents = vec![key.trailing_zeros() as usize];
        let (pieces, markers) = self.pieces(&contents);
        Some(Board { dimensions: chosen(dimensions, cells), contents, pieces, markers })
    }

    fn are_roles(&self, dimension: &Dimension) -> bool {
        dimension.values.iter().all(|value| self.roles.contains(value))
    }

    /// What was in one cell at most, and what was in several.
    fn pieces(&self, contents: &[usize]) -> (Vec<Content>, Vec<Content>) {
        if contents.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let mask = contents.iter().fold(0, |mask, &argument| mask | 1 << argument);
        let mut all: Vec<Vec<Word>> = Vec::new();
        let mut known: HashSet<Vec<Word>> = HashSet::new();
        for content in self.atoms().map(|atom| part(atom, mask)) {
            if known.insert(content.clone()) {
                all.push(content);
            }
        }
        let mut several: HashSet<Vec<Word>> = HashSet::new();
        for moment in self.record.moments() {
            let mut seen = HashSet::new();
            for content in self.atoms_of(moment).map(|atom| part(atom, mask)) {
                if !seen.insert(content.clone()) {
                    several.insert(content);
                }
            }
        }
        let texts = |content: Vec<Word>| -> Content {
            content.into_iter().map(|word| self.record.words.text(word).to_owned()).collect()
        };
        let (markers, pieces): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|content| several.contains(content));
        (pieces.into_iter().map(texts).collect(), markers.into_iter().map(texts).collect())
    }

    /// The quantity whose inputs these arguments are: at least one of the others is ordered.
    fn quantity(&self, dimensions: &[Dimension], key: Arguments) -> Option<Quantity> {
        let outputs: Vec<Dimension> =
            self.contents(key).into_iter().map(|output| dimensions[output].clone()).collect();
        let ordered: Vec<Dimension> =
            outputs.into_iter().filter(|output| output.order.is_some()).collect();
        (!ordered.is_empty())
            .then(|| Quantity { inputs: chosen(dimensions, key), outputs: ordered })
    }
}

/// Some of a fact's arguments.
fn part(atom: &Atom, arguments: Arguments) -> Vec<Word> {
    let all = atom.arguments.iter().enumerate();
    all.filter(|(argument, _)| arguments >> argument & 1 == 1).map(|(_, &word)| word).collect()
}

fn chosen(dimensions: &[Dimension], arguments: Arguments) -> Vec<Dimension> {
    let chosen = dimensions.iter().filter(|dimension| arguments >> dimension.argument & 1 == 1);
    chosen.cloned().collect()
}
