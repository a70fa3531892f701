//! Reflections and rotations of boards: which there are, and the images of facts under them. Whether the game allows
//! them is checked elsewhere.

use super::{GameSymmetry, SymmetryMapping};
use crate::{Analysis, BoardStructure, FluentKind, Likeness};
use game::{Fact, Machine, MachineExt, Role};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use term::Term;

/// A reflection or rotation of boards: dimensions are exchanged first, and then reversed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardTurn {
    /// The dimension whose values each dimension gets.
    from: Vec<usize>,
    /// Whether each dimension is reversed.
    is_reversed: Vec<bool>,
}

/// `x -y`: the dimensions by their letters, from `x` on, with `-` for those that are reversed.
impl Display for BoardTurn {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let letter = |number: usize| char::from(b'x'.wrapping_add(number as u8 % 3));
        let parts = self.from.iter().zip(&self.is_reversed).map(|(&from, &is_reversed)| {
            format!("{}{}", if is_reversed { "-" } else { "" }, letter(from))
        });
        f.write_str(&parts.collect::<Vec<_>>().join(" "))
    }
}

/// Boards of the same size that are turned together.
#[derive(Clone, Debug)]
pub(super) struct TurnableBoards {
    /// Number of values of each dimension.
    sizes: Vec<usize>,
    /// The argument of each dimension, by the name of a fluent and its number of arguments.
    arguments: HashMap<(String, usize), Vec<usize>>,
    /// The values of each dimension, in order.
    values: Vec<Vec<Term>>,
}

/// Largest number of dimensions of a board that is turned: the number of turns grows exponentially.
const MAX_DIMENSIONS: usize = 3;

impl TurnableBoards {
    /// Returns the largest board whose dimensions are all ordered, and all others of the same size; `None` if there is
    /// no such board.
    pub(super) fn of(analysis: &Analysis) -> Option<TurnableBoards> {
        let boards = || {
            analysis.fluents.iter().filter_map(|fluent| match &fluent.kind {
                FluentKind::Board(board) if is_turnable(board) => Some((fluent, board)),
                _ => None,
            })
        };
        let (_, largest) =
            boards().max_by_key(|(_, board)| sizes(board).iter().product::<usize>())?;
        let alike = boards().filter(|(_, board)| sizes(board) == sizes(largest));
        let arguments = alike.map(|(fluent, board)| {
            let arguments = board.dimensions.iter().map(|dimension| dimension.argument).collect();
            ((fluent.name.clone(), fluent.arity), arguments)
        });
        Some(TurnableBoards {
            sizes: sizes(largest),
            arguments: arguments.collect(),
            values: largest.dimensions.iter().map(|dimension| dimension.values.clone()).collect(),
        })
    }

    /// Returns all turns as symmetries that are not yet checked.
    pub(super) fn symmetries(&self, machine: &dyn Machine) -> Vec<GameSymmetry> {
        let roles: Vec<Role> = machine.role_ids().collect();
        let symmetry =
            |turn| GameSymmetry::new(SymmetryMapping::Turn(turn, self.clone()), roles.clone());
        self.turns().into_iter().map(symmetry).collect()
    }

    /// Returns all turns but the identity.
    fn turns(&self) -> Vec<BoardTurn> {
        let count = self.sizes.len();
        let turn = |from: &Vec<usize>, bits: u32| BoardTurn {
            from: from.clone(),
            is_reversed: (0..count).map(|dimension| bits >> dimension & 1 == 1).collect(),
        };
        let exchanges = self.exchanges();
        let turns =
            exchanges.iter().flat_map(|from| (0..1 << count).map(move |bits| turn(from, bits)));
        let changes = |turn: &BoardTurn| turn.is_reversed.contains(&true) || !turn.from.is_sorted();
        turns.filter(changes).collect()
    }

    /// Returns all ways to exchange dimensions of the same size.
    fn exchanges(&self) -> Vec<Vec<usize>> {
        let count = self.sizes.len();
        let mut exchanges: Vec<Vec<usize>> = vec![Vec::new()];
        for place in 0..count {
            let extended = |exchange: &Vec<usize>| {
                let fits = |from: &usize| {
                    !exchange.contains(from) && self.sizes[*from] == self.sizes[place]
                };
                let with = |from: usize| exchange.iter().copied().chain([from]).collect();
                (0..count).filter(fits).map(with).collect::<Vec<Vec<usize>>>()
            };
            exchanges = exchanges.iter().flat_map(extended).collect();
        }
        exchanges
    }

    /// Whether other boards have the same turns: the same dimensions are of the same size.
    pub(super) fn has_same_turns(&self, other: &TurnableBoards) -> bool {
        self.turns() == other.turns()
    }
}

fn sizes(board: &BoardStructure) -> Vec<usize> {
    board.dimensions.iter().map(|dimension| dimension.values.len()).collect()
}

/// Whether all dimensions of a board are ordered, and there are not too many.
fn is_turnable(board: &BoardStructure) -> bool {
    let dimensions = &board.dimensions;
    (1..=MAX_DIMENSIONS).contains(&dimensions.len())
        && dimensions.iter().all(|dimension| dimension.order.is_some())
}

impl BoardTurn {
    /// Returns the image of a fact; `None` if it is not a fact of the game. Facts of other fluents are their own
    /// images.
    pub(super) fn image(
        &self,
        boards: &TurnableBoards,
        machine: &dyn Machine,
        fact: Fact,
    ) -> Option<Fact> {
        let term = machine.vocabulary().fact_term(fact);
        let name = (term.name().to_owned(), term.arity());
        let Some(arguments) = boards.arguments.get(&name) else { return Some(fact) };
        let mut parts: Vec<Term> = term.arguments().collect();
        let place = |dimension: usize| {
            let value = &parts[arguments[dimension]];
            boards.values[dimension].iter().position(|other| other == value)
        };
        let places = (0..arguments.len()).map(place).collect::<Option<Vec<usize>>>()?;
        let origins = self.from.iter().zip(&self.is_reversed);
        for (dimension, (&from, &is_reversed)) in origins.enumerate() {
            let values = &boards.values[dimension];
            let place = if is_reversed { values.len() - 1 - places[from] } else { places[from] };
            parts[arguments[dimension]] = values[place].clone();
        }
        machine.vocabulary().find_fact(&Term::applied(term.name(), &parts))
    }
}

/// Turnable boards as they are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenBoards {
    /// The name of each fluent, its number of arguments, and the argument of each dimension.
    fluents: Vec<(String, usize, Vec<usize>)>,
    /// The values of each dimension, in order.
    values: Vec<Vec<Term>>,
}

impl TurnableBoards {
    /// Returns the boards as they are stored.
    pub(super) fn written(&self) -> WrittenBoards {
        let fluents = self.arguments.iter();
        let mut fluents: Vec<(String, usize, Vec<usize>)> = fluents
            .map(|((name, arity), arguments)| (name.clone(), *arity, arguments.clone()))
            .collect();
        fluents.sort_unstable();
        WrittenBoards { fluents, values: self.values.clone() }
    }
}

impl WrittenBoards {
    /// Returns the same boards in the names of the second of two games.
    pub(super) fn renamed(&self, likeness: &Likeness) -> WrittenBoards {
        let renamed = |values: &Vec<Term>| -> Vec<Term> {
            values.iter().map(|value| likeness.renamed(value)).collect()
        };
        let fluents = self.fluents.iter().map(|(name, arity, arguments)| {
            (likeness.name(name).to_owned(), *arity, arguments.clone())
        });
        WrittenBoards {
            fluents: fluents.collect(),
            values: self.values.iter().map(renamed).collect(),
        }
    }

    /// Returns the stored boards; `None` if numbers of dimensions, values or arguments do not fit together.
    pub(super) fn read(&self) -> Option<TurnableBoards> {
        let count = self.values.len();
        let has_dimensions = |(_, arity, arguments): &(String, usize, Vec<usize>)| {
            arguments.len() == count && arguments.iter().all(|argument| argument < arity)
        };
        let are_boards = (1..=MAX_DIMENSIONS).contains(&count)
            && self.values.iter().all(|values| !values.is_empty())
            && self.fluents.iter().all(has_dimensions);
        let fluents = self.fluents.iter();
        are_boards.then(|| TurnableBoards {
            sizes: self.values.iter().map(Vec::len).collect(),
            arguments: fluents
                .map(|(name, arity, arguments)| ((name.clone(), *arity), arguments.clone()))
                .collect(),
            values: self.values.clone(),
        })
    }
}
