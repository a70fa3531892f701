//! Nine men's morris on three rings of eight points each: the even ones are
//! corners, the odd ones the middles of the sides, where the rings are joined.

use super::Position;

const RINGS: usize = 3;
const AROUND: usize = 8;
const POINTS: usize = RINGS * AROUND;
const MEN: u32 = 9;

/// The number of moves after which the game ends.
const LONGEST: u32 = 100;

/// The points of a player, one bit each.
type Set = u32;

/// The kind of move that the player to move has to make.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duty {
    Move,
    Take,
}

/// A board, with the player to move first.
#[derive(Clone, Copy)]
pub struct Board {
    men: [Set; 2],
    in_hand: [u32; 2],
    duty: Duty,
    made: u32,
}

fn bit(ring: usize, place: usize) -> Set {
    1 << (ring * AROUND + place % AROUND)
}

/// Returns the two mills that a point belongs to: both sides of a corner, or the side of a point in its middle and the
/// line across the rings.
fn mills(point: usize) -> [Set; 2] {
    let (ring, place) = (point / AROUND, point % AROUND);
    let side = |first: usize| bit(ring, first) | bit(ring, first + 1) | bit(ring, first + 2);
    if place.is_multiple_of(2) {
        [side(place), side(place + AROUND - 2)]
    } else {
        [side(place - 1), (0..RINGS).map(|ring| bit(ring, place)).sum()]
    }
}

/// Returns the points one step away along a line.
fn neighbours(point: usize) -> Set {
    let (ring, place) = (point / AROUND, point % AROUND);
    let mut set = bit(ring, place + 1) | bit(ring, place + AROUND - 1);
    if place % 2 == 1 {
        if ring > 0 {
            set |= bit(ring - 1, place);
        }
        if ring + 1 < RINGS {
            set |= bit(ring + 1, place);
        }
    }
    set
}

fn points(set: Set) -> impl Iterator<Item = usize> {
    (0..POINTS).filter(move |point| set & (1 << point) != 0)
}

fn in_mill(men: Set, point: usize) -> bool {
    mills(point).iter().any(|mill| men & mill == *mill)
}

impl Board {
    fn empty(&self) -> Set {
        !(self.men[0] | self.men[1]) & ((1 << POINTS) - 1)
    }

    /// Returns the number of men that a player has, on the board and in hand.
    fn total(&self, player: usize) -> u32 {
        self.men[player].count_ones() + self.in_hand[player]
    }

    /// Passes the turn to the other player.
    fn passed(mut self) -> Self {
        self.men.reverse();
        self.in_hand.reverse();
        Board { duty: Duty::Move, ..self }
    }

    /// Returns the board after a man has come to `point`: the player may take a man if that makes a mill, and else the
    /// turn passes.
    fn arrived(mut self, point: usize) -> Self {
        self.men[0] |= 1 << point;
        self.made += 1;
        if in_mill(self.men[0], point) { Board { duty: Duty::Take, ..self } } else { self.passed() }
    }

    fn takings(&self) -> Vec<Self> {
        let enemies = self.men[1];
        let mut targets: Vec<usize> =
            points(enemies).filter(|point| !in_mill(enemies, *point)).collect();
        if targets.is_empty() {
            targets = points(enemies).collect();
        }
        targets
            .into_iter()
            .map(|point| {
                let men = [self.men[0], enemies & !(1 << point)];
                Board { men, made: self.made + 1, ..*self }.passed()
            })
            .collect()
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { men: [0; 2], in_hand: [MEN; 2], duty: Duty::Move, made: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.made == LONGEST || self.total(0) < 3 || self.total(1) < 3 {
            return Vec::new();
        }
        if self.duty == Duty::Take {
            return self.takings();
        }
        let empty = self.empty();
        if self.in_hand[0] > 0 {
            let mut rest = *self;
            rest.in_hand[0] -= 1;
            return points(empty).map(|point| rest.arrived(point)).collect();
        }
        let mut boards = Vec::new();
        for from in points(self.men[0]) {
            let reach = if self.total(0) == 3 { empty } else { empty & neighbours(from) };
            let mut rest = *self;
            rest.men[0] &= !(1 << from);
            boards.extend(points(reach).map(|to| rest.arrived(to)));
        }
        boards
    }
}
