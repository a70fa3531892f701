//! Ways to turn boards: reflections and rotations.

use super::{Symmetry, Way};
use crate::words::split;
use crate::{Analysis, Board, Kind};
use game::{Fact, Machine, Role};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// A way to turn boards. Dimensions are exchanged first, and then turned round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Where each dimension comes from.
    from: Vec<usize>,
    /// Whether it is turned round.
    is_reversed: Vec<bool>,
}

/// `x -y`: the dimensions by their letters, from `x` on, with `-` for those that are turned round.
impl Display for Turn {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let letter = |number: usize| char::from(b'x'.wrapping_add(number as u8 % 3));
        let parts = self.from.iter().zip(&self.is_reversed).map(|(&from, &is_reversed)| {
            format!("{}{}", if is_reversed { "-" } else { "" }, letter(from))
        });
        f.write_str(&parts.collect::<Vec<_>>().join(" "))
    }
}

/// The boards that are turned together: those of the same sizes.
#[derive(Clone, Debug)]
pub struct Boards {
    sizes: Vec<usize>,
    /// For each fluent and its number of arguments the argument of each dimension.
    arguments: HashMap<(String, usize), Vec<usize>>,
    /// The values of each dimension, in order.
    values: Vec<Vec<String>>,
}

/// No board of more dimensions is turned: there would be too many ways.
const MOST_DIMENSIONS: usize = 3;

impl Boards {
    /// The greatest board whose dimensions are all ordered, and all others of its sizes.
    pub fn of(analysis: &Analysis) -> Option<Boards> {
        let boards = || {
            analysis.fluents.iter().filter_map(|fluent| match &fluent.kind {
                Kind::Board(board) if is_turnable(board) => Some((fluent, board)),
                _ => None,
            })
        };
        let sizes = |board: &Board| -> Vec<usize> {
            board.dimensions.iter().map(|dimension| dimension.values.len()).collect()
        };
        let (_, greatest) =
            boards().max_by_key(|(_, board)| sizes(board).iter().product::<usize>())?;
        let alike = boards().filter(|(_, board)| sizes(board) == sizes(greatest));
        let arguments = alike.map(|(fluent, board)| {
            let arguments = board.dimensions.iter().map(|dimension| dimension.argument).collect();
            ((fluent.name.clone(), fluent.arity), arguments)
        });
        Some(Boards {
            sizes: sizes(greatest),
            arguments: arguments.collect(),
            values: greatest.dimensions.iter().map(|dimension| dimension.values.clone()).collect(),
        })
    }

    /// All ways to turn them as symmetries that are yet to be tried.
    pub fn symmetries(&self, machine: &dyn Machine) -> Vec<Symmetry> {
        let roles: Vec<Role> = machine.role_ids().collect();
        let symmetry = |turn| Symmetry::new(Way::Turn(turn, self.clone()), roles.clone());
        self.turns().into_iter().map(symmetry).collect()
    }

    /// All ways to turn them but the one that changes nothing.
    fn turns(&self) -> Vec<Turn> {
        let count = self.sizes.len();
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for place in 0..count {
            let longer = |order: &Vec<usize>| {
                let fits =
                    |from: &usize| !order.contains(from) && self.sizes[*from] == self.sizes[place];
                let longer = |from: usize| order.iter().copied().chain([from]).collect();
                (0..count).filter(fits).map(longer).collect::<Vec<Vec<usize>>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        let turn = |from: &Vec<usize>, bits: u32| Turn {
            from: from.clone(),
            is_reversed: (0..count).map(|dimension| bits >> dimension & 1 == 1).collect(),
        };
        let turns =
            orders.iter().flat_map(|from| (0..1 << count).map(move |bits| turn(from, bits)));
        let changes = |turn: &Turn| turn.is_reversed.contains(&true) || !turn.from.is_sorted();
        turns.filter(changes).collect()
    }
}

/// Boards in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenBoards {
    /// The name of each fluent, its number of arguments, and the argument of each dimension.
    fluents: Vec<(String, usize, Vec<usize>)>,
    /// The values of each dimension, in order.
    values: Vec<Vec<String>>,
}

impl Boards {
    /// The boards in words.
    pub fn written(&self) -> WrittenBoards {
        let fluents = self.arguments.iter();
        let mut fluents: Vec<(String, usize, Vec<usize>)> = fluents
            .map(|((name, arity), arguments)| (name.clone(), *arity, arguments.clone()))
            .collect();
        fluents.sort_unstable();
        WrittenBoards { fluents, values: self.values.clone() }
    }

    /// Whether other boards can be turned in the same ways: the same dimensions are of the same size.
    pub fn turn_like(&self, other: &Boards) -> bool {
        self.turns() == other.turns()
    }
}

impl WrittenBoards {
    /// The same in other words.
    pub fn in_words(&self, word: &dyn Fn(&str) -> String) -> WrittenBoards {
        let fluents = self.fluents.iter();
        let values = self.values.iter();
        WrittenBoards {
            fluents: fluents
                .map(|(name, arity, arguments)| (word(name), *arity, arguments.clone()))
                .collect(),
            values: values.map(|values| values.iter().map(|value| word(value)).collect()).collect(),
        }
    }

    /// The boards, if they make sense.
    pub fn read(&self) -> Option<Boards> {
        let count = self.values.len();
        let is_sense = |(_, arity, arguments): &(String, usize, Vec<usize>)| {
            arguments.len() == count && arguments.iter().all(|argument| argument < arity)
        };
        let are_boards = (1..=MOST_DIMENSIONS).contains(&count)
            && self.values.iter().all(|values| !values.is_empty())
            && self.fluents.iter().all(is_sense);
        let fluents = self.fluents.iter();
        are_boards.then(|| Boards {
            sizes: self.values.iter().map(Vec::len).collect(),
            arguments: fluents
                .map(|(name, arity, arguments)| ((name.clone(), *arity), arguments.clone()))
                .collect(),
            values: self.values.clone(),
        })
    }
}

fn is_turnable(board: &Board) -> bool {
    let dimensions = &board.dimensions;
    (1..=MOST_DIMENSIONS).contains(&dimensions.len())
        && dimensions.iter().all(|dimension| dimension.order.is_some())
}

impl Turn {
    /// The image of a fact, if it is a fact: facts of other fluents stay.
    pub fn image(&self, boards: &Boards, machine: &dyn Machine, fact: Fact) -> Option<Fact> {
        let text = machine.fact_text(fact);
        let mut parts = split(&text);
        let name = (parts.first()?.to_string(), parts.len() - 1);
        let Some(arguments) = boards.arguments.get(&name) else { return Some(fact) };
        let place = |dimension: usize| {
            let value = parts[1 + arguments[dimension]];
            boards.values[dimension].iter().position(|other| other == value)
        };
        let places: Option<Vec<usize>> = (0..arguments.len()).map(place).collect();
        let places = places?;
        for (dimension, (&from, &is_reversed)) in
            self.from.iter().zip(&self.is_reversed).enumerate()
        {
            let values = &boards.values[dimension];
            let place = if is_reversed { values.len() - 1 - places[from] } else { places[from] };
            parts[1 + arguments[dimension]] = &values[place];
        }
        machine.find_fact(&format!("({})", parts.join(" ")))
    }
}
