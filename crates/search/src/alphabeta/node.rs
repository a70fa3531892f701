//! A node of the search: who can choose, and between which joint moves.

use game::{Machine, Move, Role, State, StopReason};

/// Who searches for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Whose goal counts.
    pub role: Role,
    /// Which roles want the same, the role itself among them; the others are taken to want the contrary.
    pub is_friend: Vec<bool>,
}

/// Whose choice a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// That of the side that searches; also if nobody has one.
    Ours,
    /// That of the others.
    Theirs,
    /// Both sides choose at once.
    Both,
    /// A role has no move: the rules are at fault.
    Stuck,
}

/// What is kept for each ply, so that its memory is used again.
#[derive(Default)]
pub struct Node {
    pub state: State,
    /// The legal moves of each role.
    legal: Vec<Vec<Move>>,
    /// In which order joint moves are tried, by their numbers; empty if they are too many to be put in order.
    pub order: Vec<u32>,
    pub joint: Vec<Move>,
}

/// More joint moves are tried in the order of their numbers.
const MOST_ORDERED: u64 = 10_000;

/// Some roles, to choose for them together.
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

impl Node {
    /// Asks for the legal moves.
    pub fn open(&mut self, machine: &mut dyn Machine, sides: &Sides) -> Result<Turn, StopReason> {
        self.legal.resize(sides.is_friend.len(), Vec::new());
        for (role, legal) in (0..).map(Role).zip(&mut self.legal) {
            machine.legal(&self.state, role, legal)?;
        }
        self.joint.clear();
        for legal in &self.legal {
            match legal.first() {
                Some(&first) => self.joint.push(first),
                None => return Ok(Turn::Stuck),
            }
        }
        let chooses = |friend: bool| {
            let mut roles = sides.is_friend.iter().zip(&self.legal);
            roles.any(|(&is_friend, legal)| is_friend == friend && legal.len() > 1)
        };
        Ok(match (chooses(true), chooses(false)) {
            (true, true) => Turn::Both,
            (false, true) => Turn::Theirs,
            (_, false) => Turn::Ours,
        })
    }

    /// How many joint moves a group has.
    pub fn count(&self, sides: &Sides, group: Group) -> u64 {
        let roles = sides.is_friend.iter().zip(&self.legal);
        let legal = roles.filter(|(is_friend, _)| group.has(**is_friend)).map(|(_, legal)| legal);
        legal.fold(1u64, |count, legal| count.saturating_mul(legal.len() as u64))
    }

    /// Makes the group's moves of `joint` those with this number, counted from 0; the last role's change fastest.
    pub fn choose(&mut self, sides: &Sides, group: Group, mut number: u64) {
        let roles = self.joint.iter_mut().zip(&self.legal).zip(&sides.is_friend).rev();
        for ((action, legal), _) in roles.filter(|(_, is_friend)| group.has(**is_friend)) {
            let count = legal.len() as u64;
            *action = legal[(number % count) as usize];
            number /= count;
        }
    }

    /// The roles that can choose.
    pub fn choosers(&self) -> impl Iterator<Item = usize> {
        (0..self.legal.len()).filter(|&role| self.legal[role].len() > 1)
    }

    /// Puts the joint moves into an order: that of their numbers, if they are not too many.
    pub fn list(&mut self, count: u64) {
        self.order.clear();
        if count <= MOST_ORDERED {
            self.order.extend(0..count as u32);
        }
    }

    /// The joint move that is tried at this place.
    pub fn at(&self, place: u64) -> u64 {
        self.order.get(place as usize).map_or(place, |&number| u64::from(number))
    }
}
