//! Symmetries of games: what can be done to a state without changing what it is worth.
//!
//! Boards say which there may be: every ordered dimension can be turned round, and dimensions of the same size exchanged (document
//! 000, section 6.2). So does the form of the rules: names and arguments that can be exchanged without changing any rule, among them
//! those of roles and of things that are all alike. Each is tried on states of random games: the image of a state must be over or not
//! like the state, with the same goals, and the states that can follow must be the images of those that can follow the state. How moves
//! correspond need not be known for that. Where all games end alike, as those of a puzzle that nobody solves by chance, it cannot be
//! seen what goals depend on, and only the form of the rules is believed.
//!
//! Symmetries that were found before ([`WrittenSymmetries`]) need not be searched for again, but they are tried in the same way.

mod renaming;
#[cfg(test)]
mod tests;
mod turn;
mod written;

pub use written::WrittenSymmetries;

use crate::Analysis;
use game::playout::random_step;
use game::{Fact, Machine, Move, Role, State, StopReason};
use gdl::Rules;
use hashbrown::{HashMap, HashSet};
use renaming::Renaming;
use turn::{Boards, Turn};

/// A symmetry of a game, to be applied to states.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// What it does.
    way: Way,
    /// The role whose place each role takes.
    roles: Vec<Role>,
    images: HashMap<Fact, Option<Fact>>,
}

/// What a symmetry does.
#[derive(Clone, Debug)]
enum Way {
    /// It turns boards.
    Turn(Turn, Boards),
    /// It renames what the rules speak of.
    Renaming(Renaming),
}

/// So many games are looked at, and no more states: whether somebody has won shows in the end.
const GAMES: usize = 20;
const MOST_STATES: usize = 3_000;
/// And for every so many states also what can follow.
const STEPS_BETWEEN_LOOKS: usize = 17;
/// States that can be followed by more are left out.
const MOST_JOINTS: usize = 2_000;

/// The symmetries of a game, without that which changes nothing, and each once: first those that turn boards.
pub fn symmetries(
    rules: &Rules,
    analysis: &Analysis,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<Vec<Symmetry>, StopReason> {
    let turns = Boards::of(analysis).map(|boards| boards.symmetries(machine)).unwrap_or_default();
    let renamings = renaming::renamings(rules).into_iter();
    let renamings = renamings.filter_map(|renaming| Symmetry::of_renaming(renaming, machine));
    let candidates: Vec<Symmetry> = turns.into_iter().chain(renamings).collect();
    let (mut kept, ends_differ) = hold(candidates, machine, seed)?;
    kept.retain(|it| ends_differ || matches!(it.way, Way::Renaming(_)));
    Ok(each_once(kept))
}

/// Symmetries that were found before, if all of them still seem to hold; nothing if they have to be searched for. Where all games end alike
/// play does not tell, and what was written is not the form of the rules.
pub fn remembered_symmetries(
    rules: &Rules,
    written: &WrittenSymmetries,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<Option<Vec<Symmetry>>, StopReason> {
    let Some(candidates) = written.symmetries(rules, machine) else { return Ok(None) };
    let count = candidates.len();
    if count == 0 {
        return Ok(Some(Vec::new()));
    }
    let (kept, ends_differ) = hold(candidates, machine, seed)?;
    let found = each_once(kept);
    Ok(Some(found).filter(|found| ends_differ && found.len() == count))
}

/// Those that no state of some random games refutes, and whether these games ended differently.
fn hold(
    mut candidates: Vec<Symmetry>,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<(Vec<Symmetry>, bool), StopReason> {
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
    Ok((candidates, results.len() > 1))
}

/// Without those that change nothing or do the same as others.
fn each_once(candidates: Vec<Symmetry>) -> Vec<Symmetry> {
    let mut found: Vec<Symmetry> = Vec::new();
    for candidate in candidates {
        if candidate.changes_something()
            && !found.iter().any(|other| other.does_the_same(&candidate))
        {
            found.push(candidate);
        }
    }
    found
}

/// The ways to turn the boards of a game that have such names as [`Symmetry::turn`] gives; nobody has tried them. What is found in a small game
/// is brought over to a larger one so.
pub fn turns(analysis: &Analysis, machine: &dyn Machine, names: &[String]) -> Vec<Symmetry> {
    let all = Boards::of(analysis).map(|boards| boards.symmetries(machine)).unwrap_or_default();
    let is_named = |symmetry: &Symmetry| symmetry.turn().is_some_and(|turn| names.contains(&turn));
    all.into_iter().filter(is_named).collect()
}

impl Symmetry {
    fn new(way: Way, roles: Vec<Role>) -> Symmetry {
        Symmetry { way, roles, images: HashMap::new() }
    }

    /// A renaming as a symmetry, if roles take the places of roles.
    fn of_renaming(renaming: Renaming, machine: &dyn Machine) -> Option<Symmetry> {
        let names = machine.roles();
        let place = |name: &String| {
            let image = renaming.role(name);
            names.iter().position(|other| *other == image).map(|place| Role(place as u32))
        };
        let roles: Option<Vec<Role>> = names.iter().map(place).collect();
        Some(Symmetry::new(Way::Renaming(renaming), roles?))
    }

    /// How it turns boards, if it does no more than that.
    pub fn turn(&self) -> Option<String> {
        match &self.way {
            Way::Turn(turn, _) => Some(turn.to_string()),
            Way::Renaming(_) => None,
        }
    }

    /// What it renames, if it does more than turn boards.
    pub fn renaming(&self) -> Option<String> {
        match &self.way {
            Way::Turn(..) => None,
            Way::Renaming(renaming) => Some(renaming.to_string()),
        }
    }

    /// Whether every role keeps its place.
    pub fn keeps_roles(&self) -> bool {
        self.roles.is_sorted()
    }

    /// Whether some fact or role was taken to another one.
    fn changes_something(&self) -> bool {
        !self.keeps_roles() || self.images.iter().any(|(&fact, &image)| image != Some(fact))
    }

    /// Whether it did the same to all facts both were tried on, and does it to the roles.
    fn does_the_same(&self, other: &Symmetry) -> bool {
        let image = |fact| self.images.get(fact);
        self.roles == other.roles
            && other
                .images
                .iter()
                .all(|(fact, image_there)| image(fact).is_none_or(|here| here == image_there))
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
        *self.images.entry(fact).or_insert_with(|| match &self.way {
            Way::Turn(turn, boards) => turn.image(boards, machine, fact),
            Way::Renaming(renaming) => machine.find_fact(&renaming.fact(&machine.fact_text(fact))),
        })
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
            if machine.goal(state, role)? != machine.goal(&image, self.roles[role.0 as usize])? {
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
