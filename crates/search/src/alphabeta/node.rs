//! A node of the search: the roles that have a choice, and the joint moves.

use game::{Machine, Move, Role, State, StopReason};

/// The two sides of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Role whose goal is maximised.
    pub role: Role,
    /// Whether each role belongs to the own side. The role that searches does; roles of the other side are assumed to
    /// want the opposite.
    pub is_friend: Vec<bool>,
}

/// The side that has a choice in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideToMove {
    /// Only the own side, or neither.
    Ours,
    /// Only the other side.
    Theirs,
    /// Both sides, which move at the same time.
    Both,
    /// A role has no legal move, so that the rules are at fault.
    Stuck,
}

/// A node of the search. There is one for each ply, so that its memory is used again.
#[derive(Default)]
pub struct PlyNode {
    pub state: State,
    /// Legal moves of each role.
    legal: Vec<Vec<Move>>,
    /// Numbers of the joint moves in the order in which they are tried; empty if they are too many to be sorted.
    pub order: Vec<u32>,
    pub joint: Vec<Move>,
}

/// Largest number of joint moves that are sorted; more are tried in the order of their numbers.
const MAX_SORTED: u64 = 10_000;

/// A group of roles whose moves are numbered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Everybody,
    Friends,
    Others,
}

impl Group {
    fn has(self, is_friend: bool) -> bool {
        match self {
            Group::Everybody => true,
            Group::Friends => is_friend,
            Group::Others => !is_friend,
        }
    }
}

impl PlyNode {
    /// Finds the legal moves of all roles. Returns the side that has a choice.
    pub fn open(
        &mut self,
        machine: &mut dyn Machine,
        sides: &Sides,
    ) -> Result<SideToMove, StopReason> {
        self.legal.resize(sides.is_friend.len(), Vec::new());
        for (role, legal) in (0..).map(Role).zip(&mut self.legal) {
            machine.legal(&self.state, role, legal)?;
        }
        self.joint.clear();
        for legal in &self.legal {
            match legal.first() {
                Some(&first) => self.joint.push(first),
                None => return Ok(SideToMove::Stuck),
            }
        }
        let chooses = |friend: bool| {
            let mut roles = sides.is_friend.iter().zip(&self.legal);
            roles.any(|(&is_friend, legal)| is_friend == friend && legal.len() > 1)
        };
        Ok(match (chooses(true), chooses(false)) {
            (true, true) => SideToMove::Both,
            (false, true) => SideToMove::Theirs,
            (_, false) => SideToMove::Ours,
        })
    }

    /// Returns the number of joint moves of a group.
    pub fn count(&self, sides: &Sides, group: Group) -> u64 {
        let roles = sides.is_friend.iter().zip(&self.legal);
        let legal = roles.filter(|(is_friend, _)| group.has(**is_friend)).map(|(_, legal)| legal);
        legal.fold(1u64, |count, legal| count.saturating_mul(legal.len() as u64))
    }

    /// Sets the moves of a group in `joint` to those of a number from 0; the moves of the last role change fastest.
    pub fn choose(&mut self, sides: &Sides, group: Group, mut number: u64) {
        let roles = self.joint.iter_mut().zip(&self.legal).zip(&sides.is_friend).rev();
        for ((action, legal), _) in roles.filter(|(_, is_friend)| group.has(**is_friend)) {
            let count = legal.len() as u64;
            *action = legal[(number % count) as usize];
            number /= count;
        }
    }

    /// Returns the roles that have a choice.
    pub fn choosers(&self) -> impl Iterator<Item = usize> {
        (0..self.legal.len()).filter(|&role| self.legal[role].len() > 1)
    }

    /// Sets the order of the joint moves to that of their numbers, if they are not too many.
    pub fn list(&mut self, count: u64) {
        self.order.clear();
        if count <= MAX_SORTED {
            self.order.extend(0..count as u32);
        }
    }

    /// Returns the number of the joint move that is tried at this place.
    pub fn at(&self, place: u64) -> u64 {
        self.order.get(place as usize).map_or(place, |&number| u64::from(number))
    }
}
