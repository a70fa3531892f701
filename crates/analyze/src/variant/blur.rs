//! Games with something overlooked.

use crate::sentence::{Sentence, Sentences};
use crate::sorts::Sort;
use crate::{Analysis, Dimension, Kind, Order};
use hashbrown::HashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What a game looks like to whoever compares it with others.
#[derive(Clone, Debug)]
pub struct Portrait {
    sentences: Sentences,
    /// The ordered dimensions of its boards.
    dimensions: Vec<Line>,
    /// What steps are counted with.
    counters: Vec<Sort>,
    fluents: Vec<Fluent>,
    /// The fluents that have cells, with the arguments that name one and the values of each in their order.
    pub(super) boards: Vec<(Fluent, Vec<Axis>)>,
    /// The fluents that count steps, with the numbers they go along.
    pub(super) steps: Vec<(Fluent, Vec<String>)>,
}

/// An argument that names a place, and its values in their order.
pub(super) type Axis = (usize, Vec<String>);

/// The name of a fluent and its number of arguments.
pub(super) type Fluent = (String, usize);

/// Things in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    sort: Sort,
    things: Vec<String>,
    /// Whether the first comes after the last again.
    is_round: bool,
}

/// What is overlooked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blur {
    /// How the game starts.
    pub start: bool,
    /// How large boards are, which cells they have and what is next to what.
    pub board: bool,
    /// How many steps there are.
    pub steps: bool,
}

impl Blur {
    /// All ways to overlook something, and that which overlooks nothing.
    pub(super) fn all() -> impl Iterator<Item = Blur> {
        let is = |bits: u32, bit: u32| bits >> bit & 1 == 1;
        (0..8).map(move |bits| Blur { start: is(bits, 0), steps: is(bits, 1), board: is(bits, 2) })
    }

    /// 1 for the start, 2 for steps, 4 for boards.
    pub(super) fn bits(self) -> u8 {
        u8::from(self.start) | u8::from(self.steps) << 1 | u8::from(self.board) << 2
    }

    pub(super) fn count(self) -> usize {
        [self.start, self.board, self.steps].into_iter().filter(|&is| is).count()
    }
}

/// A way to look at a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct View {
    /// What is overlooked.
    pub blur: Blur,
    /// Whether 0 and 100 change places as goals.
    pub is_inverted: bool,
    /// A fluent that is left out with all that speaks of it.
    pub without: Option<Fluent>,
}

/// What stands for things that are overlooked; no word of a rule sheet begins so.
const BLURRED: &str = ";";

const INIT: &str = "init";

impl Line {
    /// The shortest line that has all of these.
    fn of(orders: &[Order], sort: Sort, values: &[String]) -> Option<Line> {
        let has_all = |things: &[String]| values.iter().all(|value| things.contains(value));
        let lines = orders.iter().flat_map(|order| {
            let chains = order.chains.iter().map(|chain| (chain, false));
            chains.chain(order.cycles.iter().map(|cycle| (cycle, true)))
        });
        let lines = lines.filter(|(things, _)| !values.is_empty() && has_all(things));
        let (things, is_round) = lines.min_by_key(|(things, _)| things.len())?;
        Some(Line { sort, things: things.clone(), is_round })
    }
}

impl Portrait {
    /// Of rules and what is known about them.
    pub fn new(sentences: Sentences, analysis: &Analysis) -> Portrait {
        let (mut dimensions, mut counters) = (Vec::new(), Vec::new());
        let (mut boards, mut steps) = (Vec::new(), Vec::new());
        for fluent in &analysis.fluents {
            let name = (fluent.name.clone(), fluent.arity);
            let sort = |argument| sentences.sort(&fluent.name, fluent.arity, argument);
            match &fluent.kind {
                Kind::Board(board) => {
                    let lines = board.dimensions.iter().map(|dimension| {
                        Line::of(&analysis.orders, sort(dimension.argument)?, &dimension.values)
                    });
                    dimensions.extend(lines.flatten());
                    let axis = |dimension: &Dimension| {
                        let is_ordered = dimension.order.is_some();
                        is_ordered.then(|| (dimension.argument, dimension.values.clone()))
                    };
                    boards.push((name, board.dimensions.iter().filter_map(axis).collect()));
                }
                Kind::Counter(counter) => {
                    counters.extend(sort(0));
                    let is_its = |order: &&Order| order.relation == counter.order;
                    let chains = analysis.orders.iter().find(is_its).map(|order| &order.chains);
                    let chain = chains.and_then(|chains| chains.iter().max_by_key(|it| it.len()));
                    steps.extend(chain.map(|chain| (name, chain.clone())));
                }
                Kind::Control | Kind::Quantity(_) | Kind::Other => {}
            }
        }
        let fluents =
            analysis.fluents.iter().map(|fluent| (fluent.name.clone(), fluent.arity)).collect();
        Portrait { sentences, dimensions, counters, fluents, boards, steps }
    }

    pub(super) fn fluents(&self) -> &[Fluent] {
        &self.fluents
    }

    /// The sizes of boards, dimension by dimension.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.dimensions.iter().map(|line| line.things.len()).collect()
    }

    /// How many dimensions go round, and of how many.
    pub(super) fn rounds(&self) -> (usize, usize) {
        (self.dimensions.iter().filter(|line| line.is_round).count(), self.dimensions.len())
    }

    /// The game as it looks so.
    pub(super) fn seen(&self, view: &View) -> Sentences {
        let View { blur, is_inverted, without } = view;
        let goal = self.sentences.sort("goal", 2, 1);
        let is_place = |sort: Sort| blur.board && self.is_place(sort);
        let is_step = |sort: Sort| blur.steps && self.counters.contains(&sort);
        let name = |name: &str, sort: Sort| match name {
            "0" if *is_inverted && Some(sort) == goal => "100".to_owned(),
            "100" if *is_inverted && Some(sort) == goal => "0".to_owned(),
            _ if is_place(sort) => self.place(name, sort),
            _ if is_step(sort) => BLURRED.to_owned(),
            _ => name.to_owned(),
        };
        let is_kept = |sentence: &&Sentence| {
            let is_start = sentence.relation() == INIT;
            let mut is_kept = !(is_start && blur.start);
            sentence.each_applied(&mut |name, count| {
                is_kept &= without.as_ref().is_none_or(|it| (it.0.as_str(), it.1) != (name, count));
            });
            // Facts about places say what the board is like, and those about steps how many there are.
            let is_overlooked = |sort| is_place(sort) || is_step(sort) && !is_start;
            is_kept && (sentence.is_rule() || !self.sentences.mentions(sentence, &is_overlooked))
        };
        let kept = self.sentences.all.iter().filter(is_kept);
        let renamed = kept.map(|sentence| self.sentences.renamed(sentence, &name));
        let mut all: BTreeSet<Sentence> = renamed.collect();
        leave_out_the_unused(&mut all);
        self.sentences.with(all.into_iter().collect())
    }

    fn is_place(&self, sort: Sort) -> bool {
        self.dimensions.iter().any(|line| line.sort == sort)
    }

    /// What a place of a board is called if its size is overlooked: how far it is from the nearer end.
    fn place(&self, name: &str, sort: Sort) -> String {
        let of_sort = self.dimensions.iter().filter(|line| line.sort == sort);
        let places = of_sort.filter_map(|line| {
            let place = line.things.iter().position(|thing| thing == name)?;
            Some((place, line.things.len() - 1 - place))
        });
        match places.min_by_key(|(before, after)| before + after) {
            Some((before, after)) if before <= after => format!("{BLURRED}{before}"),
            Some((_, after)) => format!("{BLURRED}-{after}"),
            None => BLURRED.to_owned(),
        }
    }

    /// What is on boards at the start, in other names, and how often each where places do not count.
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

/// Sentences, and how often there are such.
pub(super) type Things = BTreeMap<Sentence, usize>;

/// Leaves out what defines relations that nothing asks for: it is not part of the game.
fn leave_out_the_unused(all: &mut BTreeSet<Sentence>) {
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

/// Names without those of what was overlooked.
pub(super) fn plain(mut names: BTreeMap<String, String>) -> BTreeMap<String, String> {
    names.retain(|own, _| !own.starts_with(BLURRED));
    names
}
