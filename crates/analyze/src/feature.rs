//! Features: numbers that the structures of a game suggest (document 000, section 4.3, table 4.1).

use crate::words::split;
use crate::{Analysis, Board, Content, Dimension, Kind, Order, Quantity};
use game::{Fact, Machine, State};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// A number that can be read off a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// The fluent that is looked at.
    pub fluent: String,
    /// How many arguments it has.
    pub arity: usize,
    /// What is looked for in it.
    pub what: What,
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// How far along an order an argument is, in the fact with this.
    Position {
        /// What the fact has.
        with: With,
        /// The argument.
        axis: Axis,
    },
    /// How far two things are away from each other: along each of these, added up.
    Distance {
        /// What the fact of the one has.
        one: With,
        /// What the fact of the other has.
        other: With,
        /// The arguments.
        axes: Vec<Axis>,
    },
    /// How many facts have this.
    Count {
        /// What they have.
        with: With,
        /// The greatest number.
        most: usize,
    },
}

/// Some arguments, and what they are.
pub type With = Vec<(usize, String)>;

/// An argument and its values, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Which argument, from 0.
    pub argument: usize,
    /// Its values.
    pub values: Vec<String>,
}

impl Axis {
    /// With all values of the order, also those that were not seen.
    pub(crate) fn new(dimension: &Dimension, orders: &[Order]) -> Axis {
        let chain = dimension.chain(orders).unwrap_or(&dimension.values);
        Axis { argument: dimension.argument, values: chain.to_vec() }
    }

    /// Whether another axis is that of the same argument, and then whether it runs the other way: as two values tell that are on both.
    fn is_against(&self, other: &Axis) -> Option<bool> {
        let mut places = self.values.iter().filter_map(|value| other.place(value));
        let (first, second) = (places.next()?, places.next()?);
        (self.argument == other.argument).then_some(first > second)
    }

    /// How far along it a value is.
    pub(crate) fn place(&self, value: &str) -> Option<usize> {
        self.values.iter().position(|other| other == value)
    }
}

/// `fluent.piece.1`: the name, what the fact has, and for a position the argument, from 1.
impl Display for Feature {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.fluent)?;
        let mut write = |with: &With| {
            with.iter().try_for_each(|(_, value)| write!(f, ".{}", value.replace(' ', "-")))
        };
        match &self.what {
            What::Position { with, axis } => {
                write(with)?;
                write!(f, ".{}", axis.argument + 1)
            }
            What::Distance { one, other, .. } => {
                write(one)?;
                write(other)
            }
            What::Count { with, .. } => write(with),
        }
    }
}

impl Feature {
    /// The same in other words.
    pub fn in_words(&self, word: &dyn Fn(&str) -> String) -> Feature {
        let with = |with: &With| -> With {
            with.iter().map(|(argument, value)| (*argument, word(value))).collect()
        };
        let axis = |axis: &Axis| Axis {
            argument: axis.argument,
            values: axis.values.iter().map(|value| word(value)).collect(),
        };
        let what = match &self.what {
            What::Position { with: has, axis: along } => {
                What::Position { with: with(has), axis: axis(along) }
            }
            What::Distance { one, other, axes } => What::Distance {
                one: with(one),
                other: with(other),
                axes: axes.iter().map(axis).collect(),
            },
            What::Count { with: has, most } => What::Count { with: with(has), most: *most },
        };
        Feature { fluent: word(&self.fluent), arity: self.arity, what }
    }

    /// Whether another feature is the same number, on a board of whatever size, and then whether it is great where this one is small: orders
    /// can be read from both ends.
    pub fn is_against(&self, other: &Feature) -> Option<bool> {
        if (&self.fluent, self.arity) != (&other.fluent, other.arity) {
            return None;
        }
        match (&self.what, &other.what) {
            (
                What::Position { with, axis },
                What::Position { with: with_there, axis: axis_there },
            ) if with == with_there => axis.is_against(axis_there),
            (
                What::Distance { one, other, .. },
                What::Distance { one: one_there, other: other_there, .. },
            ) => {
                let is_same = (one, other) == (one_there, other_there)
                    || (one, other) == (other_there, one_there);
                is_same.then_some(false)
            }
            (What::Count { with, .. }, What::Count { with: with_there, .. }) => {
                (with == with_there).then_some(false)
            }
            _ => None,
        }
    }
}

/// The features of a game.
pub fn features(analysis: &Analysis) -> Vec<Feature> {
    let mut features = Vec::new();
    for fluent in &analysis.fluents {
        let whats = match &fluent.kind {
            Kind::Board(board) => of_board(board, &analysis.orders),
            Kind::Quantity(quantity) => of_quantity(quantity, &analysis.orders),
            Kind::Counter(_) | Kind::Control | Kind::Other => Vec::new(),
        };
        let feature = |what| Feature { fluent: fluent.name.clone(), arity: fluent.arity, what };
        features.extend(whats.into_iter().map(feature));
    }
    features
}

/// Places and distances of pieces on an ordered board, numbers of markers otherwise.
fn of_board(board: &Board, orders: &[Order]) -> Vec<What> {
    let with = |content: &Content| -> With {
        board.contents.iter().copied().zip(content.iter().cloned()).collect()
    };
    let ordered = board.dimensions.iter().filter(|dimension| dimension.order.is_some());
    let axes: Vec<Axis> = ordered.map(|dimension| Axis::new(dimension, orders)).collect();
    let pieces: Vec<With> = board.pieces.iter().map(with).collect();
    let mut whats = Vec::new();
    for piece in &pieces {
        let position = |axis: &Axis| What::Position { with: piece.clone(), axis: axis.clone() };
        whats.extend(axes.iter().map(position));
    }
    for (number, one) in pieces.iter().enumerate().filter(|_| !axes.is_empty()) {
        let distance = |other: &With| What::Distance {
            one: one.clone(),
            other: other.clone(),
            axes: axes.clone(),
        };
        whats.extend(pieces[number + 1..].iter().map(distance));
    }
    let most = board.dimensions.iter().map(|dimension| dimension.values.len()).product();
    let markers = board.markers.iter().map(with);
    // Cells that hold nothing but are there or not are markers too.
    let markers = markers.chain(board.contents.is_empty().then(With::new));
    whats.extend(markers.map(|with| What::Count { with, most }));
    whats
}

/// The value for each combination of inputs.
fn of_quantity(quantity: &Quantity, orders: &[Order]) -> Vec<What> {
    let mut withs: Vec<With> = vec![With::new()];
    for input in &quantity.inputs {
        let longer = |with: &With| {
            let value = |value: &String| {
                with.iter().cloned().chain([(input.argument, value.clone())]).collect()
            };
            input.values.iter().map(value).collect::<Vec<With>>()
        };
        withs = withs.iter().flat_map(longer).collect();
    }
    let position = |with: &With| {
        let position = |output: &Dimension| What::Position {
            with: with.clone(),
            axis: Axis::new(output, orders),
        };
        quantity.outputs.iter().map(position).collect::<Vec<What>>()
    };
    withs.iter().flat_map(position).collect()
}

/// Reads a feature off states. Only facts that change from one state to the next are looked at.
#[derive(Clone)]
pub struct Gauge {
    feature: Feature,
    /// What facts mean for it.
    known: HashMap<Fact, Meaning>,
    state: State,
    changes: Vec<(Fact, bool)>,
    /// How many facts count.
    count: usize,
    /// Where the things are that are looked for, along each axis.
    places: [Option<Vec<usize>>; 2],
}

/// What a fact means for a feature.
#[derive(Clone, Debug, PartialEq)]
enum Meaning {
    Nothing,
    Counts,
    /// The first or the second thing is here.
    Place(usize, Vec<usize>),
}

impl Gauge {
    /// Nothing has been read yet.
    pub fn new(feature: Feature) -> Gauge {
        Gauge {
            feature,
            known: HashMap::new(),
            state: State::default(),
            changes: Vec::new(),
            count: 0,
            places: [None, None],
        }
    }

    /// The feature's value in a state, from 0 to 1; in the middle if what is looked for is not there.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> f64 {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        // What is gone first: a thing that has moved is in its new place then.
        changes.sort_by_key(|&(_, is_true)| is_true);
        for &(fact, is_true) in &changes {
            let feature = &self.feature;
            let meaning =
                self.known.entry(fact).or_insert_with(|| feature.meaning(&machine.fact_text(fact)));
            match meaning {
                Meaning::Nothing => {}
                Meaning::Counts if is_true => self.count += 1,
                Meaning::Counts => self.count -= 1,
                Meaning::Place(thing, place) => {
                    self.places[*thing] = is_true.then(|| place.clone());
                }
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
        self.value().unwrap_or(0.5)
    }

    fn value(&self) -> Option<f64> {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        Some(match (&self.feature.what, &self.places) {
            (What::Position { axis, .. }, [place, _]) => {
                share(*place.as_ref()?.first()?, axis.values.len() - 1)
            }
            (What::Distance { axes, .. }, [one, other]) => {
                let distances =
                    one.as_ref()?.iter().zip(other.as_ref()?).map(|(a, b)| a.abs_diff(*b));
                share(distances.sum(), axes.iter().map(|axis| axis.values.len() - 1).sum())
            }
            (What::Count { most, .. }, _) => share(self.count, *most),
        })
    }
}

impl Feature {
    /// What a fact means for it.
    fn meaning(&self, fact: &str) -> Meaning {
        let parts = split(fact);
        let Some((&name, arguments)) = parts.split_first() else { return Meaning::Nothing };
        if name != self.fluent || arguments.len() != self.arity {
            return Meaning::Nothing;
        }
        let has = |with: &With| with.iter().all(|(argument, value)| arguments[*argument] == value);
        let along = |axis: &Axis| axis.place(arguments[axis.argument]);
        let place = |thing: usize, axes: &[Axis]| {
            let place: Option<Vec<usize>> = axes.iter().map(along).collect();
            place.map_or(Meaning::Nothing, |place| Meaning::Place(thing, place))
        };
        match &self.what {
            What::Position { with, axis } if has(with) => place(0, std::slice::from_ref(axis)),
            What::Distance { one, axes, .. } if has(one) => place(0, axes),
            What::Distance { other, axes, .. } if has(other) => place(1, axes),
            What::Count { with, .. } if has(with) => Meaning::Counts,
            _ => Meaning::Nothing,
        }
    }
}
