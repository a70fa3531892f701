//! Racetrack corridor with one structure for each lane.

use super::Position;

/// The row to reach; the first row is 0.
const LAST: usize = 4;

/// The step after which the game is over.
const LIMIT: u8 = 20;

/// The gap that a wall leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wall {
    None,
    GapInFirst,
    GapInThird,
}

/// A lane: its pawn, and the walls between its rows, which the other player builds.
#[derive(Clone, Copy)]
struct Lane {
    row: usize,
    column: usize,
    walls: [Wall; LAST],
}

/// An action of one player.
#[derive(Clone, Copy)]
enum Action {
    Step { row: usize, column: usize },
    Build { row: usize, wall: Wall },
}

#[derive(Clone, Copy)]
pub struct Race {
    lanes: [Lane; 2],
    steps: u8,
}

impl Lane {
    /// Whether a pawn in this lane's column can pass the wall above its row.
    fn passable(&self) -> bool {
        match self.walls[self.row] {
            Wall::None => true,
            Wall::GapInFirst => self.column == 0,
            Wall::GapInThird => self.column == 2,
        }
    }
}

impl Race {
    fn over(&self) -> bool {
        self.steps == LIMIT || self.lanes.iter().any(|lane| lane.row == LAST)
    }

    fn actions(&self, player: usize) -> Vec<Action> {
        let Lane { row, column, .. } = self.lanes[player];
        let mut actions = Vec::new();
        if self.lanes[player].passable() {
            actions.push(Action::Step { row: row + 1, column });
        }
        if column > 0 {
            actions.push(Action::Step { row, column: column - 1 });
        }
        if column < 2 {
            actions.push(Action::Step { row, column: column + 1 });
        }
        // Four walls for four gaps: the supply never runs out before the gaps do.
        for (row, wall) in self.lanes[1 - player].walls.iter().enumerate() {
            if *wall == Wall::None {
                actions.push(Action::Build { row, wall: Wall::GapInFirst });
                actions.push(Action::Build { row, wall: Wall::GapInThird });
            }
        }
        actions
    }

    fn apply(&mut self, player: usize, action: Action) {
        match action {
            Action::Step { row, column } => {
                self.lanes[player].row = row;
                self.lanes[player].column = column;
            }
            Action::Build { row, wall } => self.lanes[1 - player].walls[row] = wall,
        }
    }
}

impl Position for Race {
    fn start() -> Self {
        let lane = Lane { row: 0, column: 2, walls: [Wall::None; LAST] };
        Race { lanes: [lane; 2], steps: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        let replies = self.actions(1);
        let mut successors = Vec::new();
        for first in self.actions(0) {
            for second in &replies {
                let mut next = *self;
                next.apply(0, first);
                next.apply(1, *second);
                next.steps += 1;
                successors.push(next);
            }
        }
        successors
    }

    fn moves(&self) -> u64 {
        if self.over() { 0 } else { (self.actions(0).len() * self.actions(1).len()) as u64 }
    }
}
