//! Variants of games (Kuhlmann 2010, section 5.2.2): games that are the same except for the start, the board, the
//! number of steps, the winner, or a fluent that one of them lacks.
//!
//! Kuhlmann generates the variants of a game and compares each with the other game. Here the parts in which variants
//! may differ are removed from both games: the games are variants if the rest is the same. So a board of any size is a
//! variant of a board of any other size.

mod contrast;
mod portrait;
mod translation;

pub use contrast::Contrast;
pub use portrait::Portrait;
pub use translation::StateTranslation;

use crate::Identity;
use hashbrown::HashMap;
use portrait::{Disregarded, FluentName, View};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use term::Term;

/// The correspondence between two games that are variants of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The differences between the games; none if they are the same.
    pub differences: Vec<Difference>,
    /// The names of the second game by those of the first; names of parts that were ignored in the comparison are
    /// missing.
    pub names: BTreeMap<String, String>,
}

impl Likeness {
    /// Whether a role that wins in one game loses in the other.
    pub fn is_inverted(&self) -> bool {
        self.differences.contains(&Difference::InvertedGoal)
    }

    /// Returns a term of the first game in the names of the second. Names that are not known stay.
    pub fn renamed(&self, term: &Term) -> Term {
        term.with_names(|name| self.name(name))
    }

    /// Returns a term of the first game, given in KIF, in the names of the second, as [`Likeness::renamed`] does.
    pub fn term(&self, text: &str) -> String {
        Term::read(text).map_or_else(|| text.to_owned(), |term| self.renamed(&term).to_string())
    }

    /// Returns a term of the first game in the names of the second, as [`Likeness::term`] does; `None` if one of the
    /// names has no known counterpart in the second game.
    pub fn known_term(&self, text: &str) -> Option<String> {
        let term = Term::read(text)?;
        let is_known = term.names().all(|name| self.names.contains_key(name));
        is_known.then(|| self.renamed(&term).to_string())
    }

    /// Returns the name in the second game for one of the first, or the name itself if there is none.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

/// A difference between two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Number of markers on the board at the start.
    Markers,
    /// Initial places of the pieces.
    Pieces,
    /// Other parts of the initial state.
    Start,
    /// Lengths of the ordered dimensions of the boards, in the first game and in the second.
    BoardSize(Vec<usize>, Vec<usize>),
    /// Some dimensions of the board are cyclic in one of the games.
    Cylinder(Which),
    /// All dimensions of the board are cyclic in one of the games.
    Torus(Which),
    /// The cells of the board or their neighbours.
    BoardShape,
    /// Largest number of steps.
    Steps,
    /// A role that wins in one game loses in the other.
    InvertedGoal,
    /// One of the games lacks a fluent of the other, which has this name.
    Lack(Which, String),
}

/// One of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first of the two games.
    First,
    /// The second of the two games.
    Second,
}

impl Display for Which {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Which::First => "first",
            Which::Second => "second",
        })
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let product =
            |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ");
        match self {
            Difference::Markers => f.write_str("number of markers"),
            Difference::Pieces => f.write_str("piece configuration"),
            Difference::Start => f.write_str("start"),
            Difference::BoardSize(one, other) => {
                write!(f, "board size, {} and {}", product(one), product(other))
            }
            Difference::Cylinder(which) => write!(f, "cylindrical board of the {which}"),
            Difference::Torus(which) => write!(f, "toroidal board of the {which}"),
            Difference::BoardShape => f.write_str("shape of the board"),
            Difference::Steps => f.write_str("step limit"),
            Difference::InvertedGoal => f.write_str("inverted goal"),
            Difference::Lack(which, name) => {
                write!(f, "missing feature: the {which} lacks `{name}`")
            }
        }
    }
}

/// A way in which two games may correspond, which is tried.
#[derive(Clone)]
struct VariantHypothesis {
    disregarded: Disregarded,
    is_inverted: bool,
    lack: Option<(Which, FluentName)>,
}

impl VariantHypothesis {
    /// Returns all hypotheses, those with the fewest differences first.
    fn all(one: &Portrait, other: &Portrait) -> Vec<VariantHypothesis> {
        let lacks = |which, portrait: &Portrait| -> Vec<Option<(Which, FluentName)>> {
            portrait.fluents().iter().map(|fluent| Some((which, fluent.clone()))).collect()
        };
        // A fluent that the first game lacks is one of the second.
        let lacks = [vec![None], lacks(Which::Second, one), lacks(Which::First, other)].concat();
        let mut ways = Vec::new();
        for lack in lacks {
            for is_inverted in [false, true] {
                ways.extend(Disregarded::all().map(|disregarded| VariantHypothesis {
                    disregarded,
                    is_inverted,
                    lack: lack.clone(),
                }));
            }
        }
        ways.sort_by_key(VariantHypothesis::cost);
        ways
    }

    fn cost(&self) -> usize {
        let lack = if self.lack.is_some() { 2 } else { 0 };
        self.disregarded.count() + usize::from(self.is_inverted) + lack
    }

    /// Returns the view of one of the games in which the parts that may differ are ignored.
    fn view(&self, which: Which) -> View {
        let lack = self.lack.as_ref().filter(|(lacking, _)| *lacking != which);
        View {
            disregarded: self.disregarded,
            is_inverted: self.is_inverted && which == Which::First,
            without: lack.map(|(_, fluent)| fluent.clone()),
        }
    }
}

/// The identities of a game with parts of it ignored, as far as they were computed.
struct IdentityCache<'a> {
    portrait: &'a Portrait,
    known: HashMap<View, Option<Identity>>,
}

impl IdentityCache<'_> {
    fn identity(&mut self, view: View) -> Option<&Identity> {
        let IdentityCache { portrait, known } = self;
        known.entry(view).or_insert_with_key(|view| Identity::of(&portrait.seen(view))).as_ref()
    }
}

/// The identity of a game with parts of it ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialIdentity {
    /// The parts that are ignored: the sum of 1 for the start, 2 for the number of steps and 4 for boards.
    pub disregarded: u8,
    /// Whether the goals 0 and 100 are exchanged.
    pub is_inverted: bool,
    /// Name of a fluent that is ignored.
    pub without: Option<String>,
    /// Key that games have in common if they are the same without these parts, and hardly ever otherwise.
    pub key: u64,
}

impl Portrait {
    /// Returns the key of the game with nothing ignored. `None` if it takes too long to compute.
    pub fn key(&self) -> Option<u64> {
        Some(Identity::of(&self.seen(&View::default()))?.key())
    }

    /// Returns the identities of the game with each set of parts ignored, except those that take too long to compute.
    pub fn looks(&self) -> Vec<PartialIdentity> {
        let without = [None].into_iter().chain(self.fluents().iter().cloned().map(Some));
        let views = without.flat_map(|without| {
            [false, true].into_iter().flat_map(move |is_inverted| {
                let without = without.clone();
                Disregarded::all().map(move |disregarded| View {
                    disregarded,
                    is_inverted,
                    without: without.clone(),
                })
            })
        });
        let look = |view: View| {
            Some(PartialIdentity {
                key: Identity::of(&self.seen(&view))?.key(),
                disregarded: view.disregarded.bits(),
                is_inverted: view.is_inverted,
                without: view.without.map(|(name, _)| name),
            })
        };
        views.filter_map(look).collect()
    }

    /// Returns the correspondence between this game and another one with the fewest differences. `None` if they are not
    /// variants of each other.
    pub fn likeness(&self, other: &Portrait) -> Option<Likeness> {
        let [mut here, mut there] =
            [self, other].map(|portrait| IdentityCache { portrait, known: HashMap::new() });
        VariantHypothesis::all(self, other).into_iter().find_map(|way| {
            let here = here.identity(way.view(Which::First))?;
            let names = here.names_in(there.identity(way.view(Which::Second))?)?;
            let differences = self.differences(other, &way, &names);
            Some(Likeness { differences, names: portrait::plain(names) })
        })
    }

    fn differences(
        &self,
        other: &Portrait,
        way: &VariantHypothesis,
        names: &BTreeMap<String, String>,
    ) -> Vec<Difference> {
        let mut differences = Vec::new();
        let Disregarded { start, board, steps } = way.disregarded;
        if board {
            self.add_differences_of_boards(other, &mut differences);
        }
        if start {
            let differs = |places_count: bool| {
                let there = other.start(&BTreeMap::new(), places_count);
                self.start(names, places_count) != there
            };
            differences.push(match board {
                false if differs(false) => Difference::Markers,
                false if differs(true) => Difference::Pieces,
                _ => Difference::Start,
            });
        }
        differences.extend(steps.then_some(Difference::Steps));
        differences.extend(way.is_inverted.then_some(Difference::InvertedGoal));
        differences.extend(
            way.lack.iter().map(|(which, (name, _))| Difference::Lack(*which, name.clone())),
        );
        differences
    }

    fn add_differences_of_boards(&self, other: &Portrait, differences: &mut Vec<Difference>) {
        let before = differences.len();
        let [here, there] = [self, other].map(Portrait::sizes);
        if here != there {
            differences.push(Difference::BoardSize(here, there));
        }
        let [here, there] = [self, other].map(Portrait::rounds);
        let which = if there.0 > here.0 { Which::Second } else { Which::First };
        let (count, of) = here.max(there);
        if here.0 != there.0 {
            differences.push(match count == of {
                true => Difference::Torus(which),
                false => Difference::Cylinder(which),
            });
        }
        if differences.len() == before {
            differences.push(Difference::BoardShape);
        }
    }
}
