//! Symmetries of games: mappings of states and roles that preserve the value of a state.
//!
//! Boards suggest some of them: every ordered dimension can be reversed, and dimensions of the same size can be
//! exchanged (Kuhlmann 2010, section 6.2). The form of the rules suggests others: names and arguments that can be
//! exchanged without changing any rule, among them roles and things that are all alike. Every suggestion is checked on
//! states of random games (`check`): the image of a state must be terminal or not like the state, with the same goals,
//! and the successors of the image must be the images of the successors. The correspondence of moves need not be known
//! for that. Where all games end alike, as in a puzzle that nobody solves by chance, such a check says nothing about
//! the goals, and only suggestions by the form of the rules are accepted.
//!
//! Symmetries that were found earlier ([`WrittenSymmetries`]) need not be searched for again, but they are checked in
//! the same way.

mod check;
mod renaming;
#[cfg(test)]
mod tests;
mod turn;
mod written;

pub use written::WrittenSymmetries;

use crate::Analysis;
use check::unrefuted;
use game::{Fact, Machine, Role, State, StopReason};
use gdl::Rules;
use hashbrown::HashMap;
use renaming::Renaming;
use term::Term;
use turn::{BoardTurn, TurnableBoards};

/// A symmetry of a game: a mapping of states and roles that preserves the value of a state.
#[derive(Clone, Debug)]
pub struct GameSymmetry {
    mapping: SymmetryMapping,
    /// The image of each role.
    roles: Vec<Role>,
    /// The image of each fact that was met; `None` if the image is not a fact.
    images: HashMap<Fact, Option<Fact>>,
}

/// The way in which a symmetry maps facts.
#[derive(Clone, Debug)]
enum SymmetryMapping {
    /// Boards are reflected or rotated.
    Turn(BoardTurn, TurnableBoards),
    /// Names and arguments are exchanged.
    Renaming(Renaming),
}

/// Returns the symmetries of a game without the identity, each once. Those that turn boards come first.
pub fn symmetries(
    rules: &Rules,
    analysis: &Analysis,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<Vec<GameSymmetry>, StopReason> {
    let renamings = renaming::renamings(rules).into_iter();
    let renamings = renamings.filter_map(|renaming| GameSymmetry::of_renaming(renaming, machine));
    let candidates = board_symmetries(analysis, machine).into_iter().chain(renamings);
    let (mut kept, do_results_differ) = unrefuted(candidates.collect(), machine, seed)?;
    kept.retain(|it| do_results_differ || matches!(it.mapping, SymmetryMapping::Renaming(_)));
    Ok(without_duplicates(kept))
}

/// Returns symmetries that were found earlier, if random games refute none of them; `None` if symmetries must be
/// searched for. That is also so where all games end alike: play shows nothing then, and what was written down need not
/// agree with the rules.
pub fn remembered_symmetries(
    rules: &Rules,
    written: &WrittenSymmetries,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<Option<Vec<GameSymmetry>>, StopReason> {
    let Some(candidates) = written.symmetries(rules, machine) else { return Ok(None) };
    let count = candidates.len();
    if count == 0 {
        return Ok(Some(Vec::new()));
    }
    let (kept, do_results_differ) = unrefuted(candidates, machine, seed)?;
    let found = without_duplicates(kept);
    Ok(Some(found).filter(|found| do_results_differ && found.len() == count))
}

/// Returns the board symmetries of a game that have one of these names, as [`GameSymmetry::turn`] gives them, without
/// checking them. They serve to apply what was found in a small game to a larger one.
pub fn turns(analysis: &Analysis, machine: &dyn Machine, names: &[String]) -> Vec<GameSymmetry> {
    let is_named =
        |symmetry: &GameSymmetry| symmetry.turn().is_some_and(|turn| names.contains(&turn));
    board_symmetries(analysis, machine).into_iter().filter(is_named).collect()
}

/// Returns all ways to turn the boards of a game, unchecked.
fn board_symmetries(analysis: &Analysis, machine: &dyn Machine) -> Vec<GameSymmetry> {
    TurnableBoards::of(analysis).map(|boards| boards.symmetries(machine)).unwrap_or_default()
}

/// Removes symmetries that map every fact and role to itself, and those that map all of them like an earlier one.
fn without_duplicates(candidates: Vec<GameSymmetry>) -> Vec<GameSymmetry> {
    let mut found: Vec<GameSymmetry> = Vec::new();
    for candidate in candidates {
        if candidate.changes_something() && !found.iter().any(|other| other.equals(&candidate)) {
            found.push(candidate);
        }
    }
    found
}

impl GameSymmetry {
    fn new(mapping: SymmetryMapping, roles: Vec<Role>) -> GameSymmetry {
        GameSymmetry { mapping, roles, images: HashMap::new() }
    }

    /// Returns a renaming as a symmetry; `None` if it maps a role to something else.
    fn of_renaming(renaming: Renaming, machine: &dyn Machine) -> Option<GameSymmetry> {
        let names = machine.roles();
        let image = |name: &String| {
            let image = renaming.role(&Term::read(name)?);
            names.iter().position(|other| *other == image.as_str()).map(|index| Role(index as u32))
        };
        let roles: Option<Vec<Role>> = names.iter().map(image).collect();
        Some(GameSymmetry::new(SymmetryMapping::Renaming(renaming), roles?))
    }

    /// Returns how the boards are turned, such as `-x y`; `None` for a renaming.
    pub fn turn(&self) -> Option<String> {
        match &self.mapping {
            SymmetryMapping::Turn(turn, _) => Some(turn.to_string()),
            SymmetryMapping::Renaming(_) => None,
        }
    }

    /// Returns which names and arguments are exchanged; `None` if boards are turned.
    pub fn renaming(&self) -> Option<String> {
        match &self.mapping {
            SymmetryMapping::Turn(..) => None,
            SymmetryMapping::Renaming(renaming) => Some(renaming.to_string()),
        }
    }

    /// Whether every role is mapped to itself.
    pub fn keeps_roles(&self) -> bool {
        self.roles.is_sorted()
    }

    /// Whether a role, or one of the facts met so far, is mapped to another one.
    fn changes_something(&self) -> bool {
        !self.keeps_roles() || self.images.iter().any(|(&fact, &image)| image != Some(fact))
    }

    /// Whether another symmetry maps all roles, and all facts that both have met, in the same way.
    fn equals(&self, other: &GameSymmetry) -> bool {
        let agrees = |(fact, there): (&Fact, &Option<Fact>)| {
            self.images.get(fact).is_none_or(|here| here == there)
        };
        self.roles == other.roles && other.images.iter().all(agrees)
    }

    /// Writes the image of a state into `out` and returns `true`; returns `false` if the state has no image.
    pub fn apply(&mut self, machine: &dyn Machine, state: &State, out: &mut State) -> bool {
        let facts = machine.facts(state).into_iter();
        let images: Option<Vec<Fact>> = facts.map(|fact| self.image(machine, fact)).collect();
        let Some(mut images) = images else { return false };
        images.sort_unstable();
        *out = machine.state(&images);
        true
    }

    /// Returns the image of a fact; `None` if the image is not a fact of the game.
    pub fn image(&mut self, machine: &dyn Machine, fact: Fact) -> Option<Fact> {
        *self.images.entry(fact).or_insert_with(|| match &self.mapping {
            SymmetryMapping::Turn(turn, boards) => turn.image(boards, machine, fact),
            SymmetryMapping::Renaming(renaming) => {
                let vocabulary = machine.vocabulary();
                vocabulary.find_fact(&renaming.fact(&vocabulary.fact_term(fact)))
            }
        })
    }
}
