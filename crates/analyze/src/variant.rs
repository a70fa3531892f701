//! Games that are variants of each other (document 000, section 5.2.2): the same but for the start, the board, the number of steps, what is
//! won by what, or something that one of them lacks.
//!
//! The document makes variants of a game and compares them one by one. Here what variants differ in is blurred in both games: they
//! are variants of a kind if they are the same then. So a board of any size is a variant of a board of any other.

mod blur;
mod translation;

pub use blur::Portrait;
pub use translation::Translation;

use crate::Identity;
use blur::{Blur, Fluent, View};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// How two games are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// What they differ in; nothing if they are the same.
    pub differences: Vec<Difference>,
    /// The names of the second game for those of the first, without those of what was overlooked.
    pub names: BTreeMap<String, String>,
}

impl Likeness {
    /// Whether who wins in one game loses in the other.
    pub fn is_inverted(&self) -> bool {
        self.differences.contains(&Difference::InvertedGoal)
    }

    /// A term of the first game in the words of the second.
    pub fn term(&self, term: &str) -> String {
        translation::renamed(term, &self.names)
    }

    /// The same; nothing if one of its words was overlooked, so that nobody knows what it is called there.
    pub fn known_term(&self, term: &str) -> Option<String> {
        let mut words = term.split([' ', '(', ')']).filter(|word| !word.is_empty());
        words.all(|word| self.names.contains_key(word)).then(|| self.term(term))
    }

    /// What the second game calls something.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

/// What a game differs from another one in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// How many things are on the board at the start.
    Markers,
    /// Where they are.
    Pieces,
    /// Something else about the start.
    Start,
    /// How large boards are.
    BoardSize(Vec<usize>, Vec<usize>),
    /// Some dimensions of a board go round, of the first game or of the second.
    Cylinder(Which),
    /// All of them do.
    Torus(Which),
    /// Which cells there are, or what is next to what.
    BoardShape,
    /// How many steps there are.
    Steps,
    /// Who wins in one game loses in the other.
    InvertedGoal,
    /// A game lacks a fluent of the other.
    Lack(Which, String),
}

/// One of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first.
    First,
    /// The second.
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

/// How two games may be alike.
#[derive(Clone)]
struct Way {
    blur: Blur,
    is_inverted: bool,
    lack: Option<(Which, Fluent)>,
}

impl Way {
    /// All ways, the simplest first.
    fn all(one: &Portrait, other: &Portrait) -> Vec<Way> {
        let lacks = |which, portrait: &Portrait| -> Vec<Option<(Which, Fluent)>> {
            portrait.fluents().iter().map(|fluent| Some((which, fluent.clone()))).collect()
        };
        // What the first lacks is a fluent of the second.
        let lacks = [vec![None], lacks(Which::Second, one), lacks(Which::First, other)].concat();
        let mut ways = Vec::new();
        for lack in lacks {
            for is_inverted in [false, true] {
                ways.extend(Blur::all().map(|blur| Way { blur, is_inverted, lack: lack.clone() }));
            }
        }
        ways.sort_by_key(Way::cost);
        ways
    }

    fn cost(&self) -> usize {
        let lack = if self.lack.is_some() { 2 } else { 0 };
        self.blur.count() + usize::from(self.is_inverted) + lack
    }

    /// How to look at one of the games.
    fn view(&self, which: Which) -> View {
        let lack = self.lack.as_ref().filter(|(lacking, _)| *lacking != which);
        View {
            blur: self.blur,
            is_inverted: self.is_inverted && which == Which::First,
            without: lack.map(|(_, fluent)| fluent.clone()),
        }
    }
}

/// A game as it was looked at so far.
struct Looks<'a> {
    portrait: &'a Portrait,
    known: HashMap<View, Option<Identity>>,
}

impl Looks<'_> {
    fn identity(&mut self, view: View) -> Option<&Identity> {
        let Looks { portrait, known } = self;
        known.entry(view).or_insert_with_key(|view| Identity::of(&portrait.seen(view))).as_ref()
    }
}

/// A game as it looks with something overlooked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What is overlooked: 1 for the start, 2 for the number of steps, 4 for boards.
    pub blur: u8,
    /// Whether 0 and 100 have changed places as goals.
    pub is_inverted: bool,
    /// A fluent that is left out.
    pub without: Option<String>,
    /// The same for games that are the same so, and hardly ever for others.
    pub key: u64,
}

impl Portrait {
    /// The game as it looks with nothing overlooked, unless that takes too long to be found.
    pub fn key(&self) -> Option<u64> {
        Some(Identity::of(&self.seen(&View::default()))?.key())
    }

    /// All ways to look at the game, but for those that take too long.
    pub fn looks(&self) -> Vec<Look> {
        let without = [None].into_iter().chain(self.fluents().iter().cloned().map(Some));
        let views = without.flat_map(|without| {
            [false, true].into_iter().flat_map(move |is_inverted| {
                let without = without.clone();
                Blur::all().map(move |blur| View { blur, is_inverted, without: without.clone() })
            })
        });
        let look = |view: View| {
            Some(Look {
                key: Identity::of(&self.seen(&view))?.key(),
                blur: view.blur.bits(),
                is_inverted: view.is_inverted,
                without: view.without.map(|(name, _)| name),
            })
        };
        views.filter_map(look).collect()
    }

    /// How this game and another one are alike, if they are: with as few differences as possible.
    pub fn likeness(&self, other: &Portrait) -> Option<Likeness> {
        let [mut here, mut there] =
            [self, other].map(|portrait| Looks { portrait, known: HashMap::new() });
        Way::all(self, other).into_iter().find_map(|way| {
            let here = here.identity(way.view(Which::First))?;
            let names = here.names_in(there.identity(way.view(Which::Second))?)?;
            let differences = self.differences(other, &way, &names);
            Some(Likeness { differences, names: blur::plain(names) })
        })
    }

    fn differences(
        &self,
        other: &Portrait,
        way: &Way,
        names: &BTreeMap<String, String>,
    ) -> Vec<Difference> {
        let mut differences = Vec::new();
        let Blur { start, board, steps } = way.blur;
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
