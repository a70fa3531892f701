//! Symmetries of boards: reflections and rotations under which the game stays the same (document 000, section 6.2).
//!
//! The board says which there may be: every ordered dimension can be turned round, and dimensions of the same size exchanged. Each
//! is tried on states of random games: the image of a state must be over or not like the state, with the same goals, and the states that
//! can follow must be the images of those that can follow the state. How moves correspond need not be known for that. Where all
//! games end alike, as those of a puzzle that nobody solves by chance, it cannot be seen what goals depend on, and none is believed.

use crate::words::split;
use crate::{Analysis, Board, Kind};
use game::playout::random_step;
use game::{Fact, Machine, Move, State, StopReason};
use hashbrown::{HashMap, HashSet};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// A way to turn boards. Dimensions are exchanged first, and then turned round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Where each dimension comes from.
    pub from: Vec<usize>,
    /// Whether it is turned round.
    pub is_reversed: Vec<bool>,
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
struct Boards {
    sizes: Vec<usize>,
    /// For each fluent and its number of arguments the argument of each dimension.
    arguments: HashMap<(String, usize), Vec<usize>>,
    /// The values of each dimension, in order.
    values: Vec<Vec<String>>,
}

/// A symmetry of a game, to be applied to states.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// What it does to the boards.
    pub turn: Turn,
    boards: Boards,
    images: HashMap<Fact, Option<Fact>>,
}

/// No board of more dimensions is turned: there would be too many ways.
const MOST_DIMENSIONS: usize = 3;
/// So many games are looked at, and no more states: whether somebody has won shows in the end.
const GAMES: usize = 20;
const MOST_STATES: usize = 3_000;
/// And for every so many states also what can follow.
const STEPS_BETWEEN_LOOKS: usize = 17;
/// States that can be followed by more are left out.
const MOST_JOINTS: usize = 2_000;

/// The symmetries of a game's boards, without that which changes nothing.
pub fn symmetries(
    analysis: &Analysis,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<Vec<Symmetry>, StopReason> {
    let Some(boards) = Boards::of(analysis) else { return Ok(Vec::new()) };
    let mut candidates: Vec<Symmetry> =
        boards.turns().into_iter().map(|turn| Symmetry::new(turn, &boards)).collect();
    let mut random = game::random(seed);
    let mut state = machine.initial_state()?;
    let (mut games, mut states, mut results) = (0, 0, HashSet::new());
    while games < GAMES && states < MOST_STATES && !candidates.is_empty() {
        let looks_ahead = states % STEPS_BETWEEN_LOOKS == 0;
        let mut kept = Vec::new();
        for mut candidate in candidates {
            if candidate.fits(machine, &state, looks_ahead)? {
                kept.push(candidate);
            }
        }
        candidates = kept;
        states += 1;
        state = match random_step(machine, &state, &mut random)? {
            Some(next) => next,
            None => {
                games += 1;
                let goals = machine.role_ids().map(|role| machine.goal(&state, role));
                results.insert(goals.collect::<Result<Vec<_>, _>>()?);
                machine.initial_state()?
            }
        };
    }
    Ok(if results.len() > 1 { candidates } else { Vec::new() })
}

impl Boards {
    /// The greatest board whose dimensions are all ordered, and all others of its sizes.
    fn of(analysis: &Analysis) -> Option<Boards> {
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

fn is_turnable(board: &Board) -> bool {
    let dimensions = &board.dimensions;
    (1..=MOST_DIMENSIONS).contains(&dimensions.len())
        && dimensions.iter().all(|dimension| dimension.order.is_some())
}

impl Symmetry {
    fn new(turn: Turn, boards: &Boards) -> Symmetry {
        Symmetry { turn, boards: boards.clone(), images: HashMap::new() }
    }

    /// Writes the image of a state into `out`; whether it has one.
    pub fn apply(&mut self, machine: &dyn Machine, state: &State, out: &mut State) -> bool {
        let facts = machine.facts(state).into_iter();
        let images: Option<Vec<Fact>> = facts.map(|fact| self.image(machine, fact)).collect();
        let Some(mut images) = images else { return false };
        images.sort_unstable();
        *out = machine.state(&images);
        true
    }

    /// The image of a fact, if it is a fact.
    pub fn image(&mut self, machine: &dyn Machine, fact: Fact) -> Option<Fact> {
        let Symmetry { turn, boards, images } = self;
        *images.entry(fact).or_insert_with(|| image(turn, boards, machine, fact))
    }

    /// Whether a state and its image are worth the same, and if wanted have the same future for one step.
    fn fits(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        looks_ahead: bool,
    ) -> Result<bool, StopReason> {
        let mut image = State::default();
        if !self.apply(machine, state, &mut image) {
            return Ok(false);
        }
        let is_over = machine.terminal(state)?;
        if machine.terminal(&image)? != is_over {
            return Ok(false);
        }
        for role in machine.role_ids() {
            if machine.goal(state, role)? != machine.goal(&image, role)? {
                return Ok(false);
            }
        }
        if is_over || !looks_ahead {
            return Ok(true);
        }
        let (Some(next), Some(others)) = (following(machine, state)?, following(machine, &image)?)
        else {
            return Ok(true);
        };
        let mut images: HashSet<State> = HashSet::new();
        for next in &next {
            let mut image = State::default();
            if !self.apply(machine, next, &mut image) {
                return Ok(false);
            }
            images.insert(image);
        }
        Ok(images == others)
    }
}

/// The image of a fact, if it is a fact: facts of other fluents stay.
fn image(turn: &Turn, boards: &Boards, machine: &dyn Machine, fact: Fact) -> Option<Fact> {
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
    for (dimension, (&from, &is_reversed)) in turn.from.iter().zip(&turn.is_reversed).enumerate() {
        let values = &boards.values[dimension];
        let place = if is_reversed { values.len() - 1 - places[from] } else { places[from] };
        parts[1 + arguments[dimension]] = &values[place];
    }
    machine.find_fact(&format!("({})", parts.join(" ")))
}

/// The states that can follow a state; nothing if they are too many, or a role has no move.
fn following(
    machine: &mut dyn Machine,
    state: &State,
) -> Result<Option<HashSet<State>>, StopReason> {
    let mut joints: Vec<Vec<Move>> = vec![Vec::new()];
    let mut legal = Vec::new();
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        if joints.len().saturating_mul(legal.len()) > MOST_JOINTS || legal.is_empty() {
            return Ok(None);
        }
        let longer = |joint: &Vec<Move>| {
            let longer = |&action| joint.iter().copied().chain([action]).collect();
            legal.iter().map(longer).collect::<Vec<Vec<Move>>>()
        };
        joints = joints.iter().flat_map(longer).collect();
    }
    let mut states = HashSet::new();
    for joint in joints {
        let mut next = State::default();
        machine.next(state, &joint, &mut next)?;
        states.insert(next);
    }
    Ok(Some(states))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Watch;
    use circuit::CircuitMachine;

    fn found(name: &str) -> Vec<String> {
        let rules = library::find(name).expect("it is bundled").rules();
        let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
        let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
        let mut machine: Box<dyn Machine> = Box::new(machine.expect("it is small"));
        let analysis = crate::analyze(&rules, &mut *machine, &Watch::states(1000, 1)).unwrap();
        let symmetries = symmetries(&analysis, &mut *machine, 1).unwrap();
        symmetries.iter().map(|symmetry| symmetry.turn.to_string()).collect()
    }

    #[test]
    fn boards_are_turned_as_far_as_the_game_allows() {
        assert_eq!(found("connect-four"), ["-x y"]);
        assert_eq!(found("breakthrough-6x6"), ["-x y"]);
        let square = ["-x y", "x -y", "-x -y", "y x", "-y x", "y -x", "-y -x"];
        assert_eq!(found("capture-go-3x3"), square);
        assert_eq!(found("othello-6x6"), square);
        assert_eq!(found("skirmish"), ["-x y"]);
        assert_eq!(found("hex"), ["-x -y"]);
        // Discs fall to one side, and castling is not the same on both.
        assert!(found("ttcc4").is_empty());
        assert!(found("chess").is_empty());
        assert!(found("nim").is_empty());
        assert!(found("eight-puzzle").is_empty());
    }
}
