//! Views of a game in which some of its parts are left out or made alike: the start, the boards, the number of steps.
//! Games are variants of each other if such views of them are the same; the comparison itself is in [`super`].

use crate::sentence::{Sentence, Sentences};
use crate::sorts::Sort;
use crate::{Analysis, Dimension, FluentKind, OrderRelation};
use hashbrown::HashSet;
use std::collections::{BTreeMap, BTreeSet};
use term::Term;

/// The parts of a game that matter in comparisons with other games: its rules, boards, counters and fluents.
#[derive(Clone, Debug)]
pub struct Portrait {
    pub(super) sentences: Sentences,
    /// The ordered dimensions of its boards.
    dimensions: Vec<OrderedThings>,
    /// The sorts of the numbers that count steps.
    counters: Vec<Sort>,
    fluents: Vec<FluentName>,
    /// The fluents that are boards, each with its ordered dimensions.
    pub(super) boards: Vec<(FluentName, Vec<BoardAxis>)>,
    /// The fluents that count steps, each with its numbers in their order.
    pub(super) steps: Vec<(FluentName, Vec<Term>)>,
}

/// An ordered dimension of a board: the index of the argument, and its values in their order.
pub(super) type BoardAxis = (usize, Vec<Term>);

/// A fluent: its name and its number of arguments.
pub(super) type FluentName = (String, usize);

/// Things of one sort in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OrderedThings {
    sort: Sort,
    things: Vec<Term>,
    /// Whether the first thing follows the last one.
    is_cyclic: bool,
}

/// The parts of a game that a view disregards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Disregarded {
    /// Whether the initial state is disregarded.
    pub start: bool,
    /// The sizes of boards, their cells, and which cells are adjacent.
    pub board: bool,
    /// The number of steps.
    pub steps: bool,
}

impl Disregarded {
    /// Returns all combinations of disregarded parts, beginning with none.
    pub(super) fn all() -> impl Iterator<Item = Disregarded> {
        let is = |bits: u32, bit: u32| bits >> bit & 1 == 1;
        (0..8).map(move |bits| Disregarded {
            start: is(bits, 0),
            steps: is(bits, 1),
            board: is(bits, 2),
        })
    }

    /// Returns a sum of 1 for the start, 2 for steps, and 4 for boards.
    pub(super) fn bits(self) -> u8 {
        u8::from(self.start) | u8::from(self.steps) << 1 | u8::from(self.board) << 2
    }

    /// Returns the number of disregarded parts.
    pub(super) fn count(self) -> usize {
        [self.start, self.board, self.steps].into_iter().filter(|&is| is).count()
    }
}

/// A transformation of a game's rules before they are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct View {
    /// The parts that are disregarded.
    pub disregarded: Disregarded,
    /// Whether the goals 0 and 100 are exchanged.
    pub is_inverted: bool,
    /// A fluent that is left out, together with all rules that mention it.
    pub without: Option<FluentName>,
}

/// Beginning of the words that replace disregarded things; no word of a rule sheet begins with it.
const BLURRED: &str = ";";

const INIT: &str = "init";

impl OrderedThings {
    /// Returns the shortest chain or cycle that contains all of these values; `None` if there is none, or if there are
    /// no values.
    fn of(orders: &[OrderRelation], sort: Sort, values: &[Term]) -> Option<OrderedThings> {
        let has_all = |things: &[Term]| values.iter().all(|value| things.contains(value));
        let sets = orders.iter().flat_map(|order| {
            let chains = order.chains.iter().map(|chain| (chain, false));
            chains.chain(order.cycles.iter().map(|cycle| (cycle, true)))
        });
        let sets = sets.filter(|(things, _)| !values.is_empty() && has_all(things));
        let (things, is_cyclic) = sets.min_by_key(|(things, _)| things.len())?;
        Some(OrderedThings { sort, things: things.clone(), is_cyclic })
    }
}

impl Portrait {
    /// Collects the parts from the rules and the analysis of a game.
    pub fn new(sentences: Sentences, analysis: &Analysis) -> Portrait {
        let (mut dimensions, mut counters) = (Vec::new(), Vec::new());
        let (mut boards, mut steps) = (Vec::new(), Vec::new());
        for fluent in &analysis.fluents {
            let name = (fluent.name.clone(), fluent.arity);
            let sort = |argument| sentences.sort(&fluent.name, fluent.arity, argument);
            match &fluent.kind {
                FluentKind::Board(board) => {
                    let ordered = board.dimensions.iter().map(|dimension| {
                        OrderedThings::of(
                            &analysis.orders,
                            sort(dimension.argument)?,
                            &dimension.values,
                        )
                    });
                    dimensions.extend(ordered.flatten());
                    let axis = |dimension: &Dimension| {
                        let is_ordered = dimension.order.is_some();
                        is_ordered.then(|| (dimension.argument, dimension.values.clone()))
                    };
                    boards.push((name, board.dimensions.iter().filter_map(axis).collect()));
                }
                FluentKind::Counter(counter) => {
                    counters.extend(sort(0));
                    let is_its = |order: &&OrderRelation| order.relation == counter.order;
                    let chains = analysis.orders.iter().find(is_its).map(|order| &order.chains);
                    let chain = chains.and_then(|chains| chains.iter().max_by_key(|it| it.len()));
                    steps.extend(chain.map(|chain| (name, chain.clone())));
                }
                FluentKind::Control | FluentKind::Quantity(_) | FluentKind::Other => {}
            }
        }
        let fluents =
            analysis.fluents.iter().map(|fluent| (fluent.name.clone(), fluent.arity)).collect();
        Portrait { sentences, dimensions, counters, fluents, boards, steps }
    }

    /// Returns the fluents of the game.
    pub(super) fn fluents(&self) -> &[FluentName] {
        &self.fluents
    }

    /// Returns the number of values of every dimension of a board.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.dimensions.iter().map(|it| it.things.len()).collect()
    }

    /// Returns the number of cyclic dimensions, and the number of all dimensions.
    pub(super) fn rounds(&self) -> (usize, usize) {
        (self.dimensions.iter().filter(|it| it.is_cyclic).count(), self.dimensions.len())
    }

    /// Returns the rules as a view transforms them.
    pub(super) fn seen(&self, view: &View) -> Sentences {
        let View { disregarded, is_inverted, without } = view;
        let goal = self.sentences.sort("goal", 2, 1);
        let is_place = |sort: Sort| disregarded.board && self.is_place(sort);
        let is_step = |sort: Sort| disregarded.steps && self.counters.contains(&sort);
        let name = |name: &str, sort: Sort| match name {
            "0" if *is_inverted && Some(sort) == goal => "100".to_owned(),
            "100" if *is_inverted && Some(sort) == goal => "0".to_owned(),
            _ if is_place(sort) => self.place(name, sort),
            _ if is_step(sort) => BLURRED.to_owned(),
            _ => name.to_owned(),
        };
        let is_kept = |sentence: &&Sentence| {
            let is_start = sentence.relation() == INIT;
            let mut is_kept = !(is_start && disregarded.start);
            sentence.each_applied(&mut |name, count| {
                is_kept &= without.as_ref().is_none_or(|it| (it.0.as_str(), it.1) != (name, count));
            });
            // Facts about places describe a board, and those about steps tell their number.
            let is_disregarded = |sort| is_place(sort) || is_step(sort) && !is_start;
            is_kept && (sentence.is_rule() || !self.sentences.mentions(sentence, &is_disregarded))
        };
        let kept = self.sentences.all.iter().filter(is_kept);
        let renamed = kept.map(|sentence| self.sentences.renamed(sentence, &name));
        let mut all: BTreeSet<Sentence> = renamed.collect();
        remove_unused(&mut all);
        self.sentences.with(all.into_iter().collect())
    }

    /// Whether things of a sort are places of a board.
    fn is_place(&self, sort: Sort) -> bool {
        self.dimensions.iter().any(|it| it.sort == sort)
    }

    /// Returns the word for a place of a board whose size is disregarded: the distance from the nearer end.
    fn place(&self, name: &str, sort: Sort) -> String {
        let of_sort = self.dimensions.iter().filter(|it| it.sort == sort);
        let places = of_sort.filter_map(|it| {
            let place = it.things.iter().position(|thing| thing.as_str() == name)?;
            Some((place, it.things.len() - 1 - place))
        });
        match places.min_by_key(|(before, after)| before + after) {
            Some((before, after)) if before <= after => format!("{BLURRED}{before}"),
            Some((_, after)) => format!("{BLURRED}-{after}"),
            None => BLURRED.to_owned(),
        }
    }

    /// Returns the initial facts about boards, with other names. Unless places count, facts that differ only in their
    /// places are the same.
    pub(super) fn start(&self, names: &BTreeMap<String, String>, places_count: bool) -> Things {
        let mut things = Things::new();
        for sentence in &self.sentences.all {
            let is_place = |sort: Sort| self.is_place(sort);
            if sentence.relation() == INIT && self.sentences.mentions(sentence, &is_place) {
                let thing = self.sentences.renamed(sentence, &|name, sort| match is_place(sort) {
                    true if !places_count => BLURRED.to_owned(),
                    _ => name.to_owned(),
                });
                *things.entry(thing.in_names(names)).or_insert(0) += 1;
            }
        }
        things
    }
}

/// Sentences, each with its number of occurrences.
pub(super) type Things = BTreeMap<Sentence, usize>;

/// Removes the rules of relations that no other rule uses: they are not part of the game.
fn remove_unused(all: &mut BTreeSet<Sentence>) {
    let own = gdl::Symbols::default();
    loop {
        let mut used: HashSet<String> = HashSet::new();
        for sentence in all.iter() {
            if let Sentence::Applied(_, parts) = sentence
                && sentence.is_rule()
            {
                let mut note = |name: &str, _| _ = used.insert(name.to_owned());
                parts[1..].iter().for_each(|part| part.each_applied(&mut note));
            }
        }
        let before = all.len();
        all.retain(|it| own.find(it.relation()).is_some() || used.contains(it.relation()));
        if all.len() == before {
            return;
        }
    }
}

/// Removes the words that replace disregarded things.
pub(super) fn plain(mut names: BTreeMap<String, String>) -> BTreeMap<String, String> {
    names.retain(|own, _| !own.starts_with(BLURRED));
    names
}
