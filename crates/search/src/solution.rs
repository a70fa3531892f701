//! A player that follows a known solution of a game with one role.

use crate::{Detail, DisplayedFeature, Limit, NodeStatistics, Player, Report, ThinkError};
use game::{Machine, MachineExt, Move, Role, State, StopReason};
use std::sync::Arc;

/// A player that follows a solution as long as its moves are legal and made, and otherwise leaves all to another
/// player.
pub(crate) struct SolutionFollower {
    player: Box<dyn Player>,
    machine: Box<dyn Machine>,
    state: State,
    role: Role,
    solution: Arc<[String]>,
    /// Number of moves of the solution that have been made; `None` if another move was made.
    made: Option<usize>,
}

impl SolutionFollower {
    /// Creates the player at the beginning of a match.
    pub fn new(
        player: Box<dyn Player>,
        mut machine: Box<dyn Machine>,
        role: Role,
        solution: Arc<[String]>,
    ) -> Result<SolutionFollower, StopReason> {
        let state = machine.initial_state()?;
        Ok(SolutionFollower { player, machine, state, role, solution, made: Some(0) })
    }

    /// Returns the next move of the solution, if it is legal.
    fn next(&mut self) -> Result<Option<Move>, StopReason> {
        let text = self.made.and_then(|made| self.solution.get(made));
        let Some(action) = text.and_then(|text| self.machine.find_move(text)) else {
            return Ok(None);
        };
        let mut legal = Vec::new();
        self.machine.legal(&self.state, self.role, &mut legal)?;
        Ok(Some(action).filter(|action| legal.contains(action)))
    }
}

impl Player for SolutionFollower {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        match self.next()? {
            Some(_) => Ok(()),
            None => self.player.think(limit),
        }
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        match self.next()? {
            Some(action) => Ok(action),
            None => self.player.choose(),
        }
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        let expected = self.next()?;
        let is_it = expected.is_some() && joint.get(self.role.0 as usize).copied() == expected;
        self.made = self.made.filter(|_| is_it).map(|made| made + 1);
        let mut next = State::default();
        self.machine.next(&self.state, joint, &mut next)?;
        self.state = next;
        self.player.advance(joint)
    }

    fn report(&self) -> Report {
        let mut report = self.player.report();
        if let Some(made) = self.made {
            report.details.push(Detail::Solution { length: self.solution.len(), made });
        }
        report
    }

    fn explore(&self, line: &[Vec<Move>]) -> Option<NodeStatistics> {
        self.player.explore(line)
    }

    fn active_features(&mut self) -> Vec<DisplayedFeature> {
        self.player.active_features()
    }
}
