//! One match between agents.
//!
//! For games in which one role chooses at a time; learners learn through their implementation of `Agent`. Contains no
//! learning.

use super::Agent;
use super::turn::Turn;
use game::match_loop::{
    FailurePolicy, MatchLoopError, MatchRules, MatchRunner, Obstacle, Participants, Position,
};
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use std::convert::Infallible;

/// Result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Goal of each role, from 0 to 100.
    pub goals: Vec<u8>,
    /// Number of joint moves made.
    pub length: usize,
}

/// Number of moves after which a match ends; the roles get the goals of the last state.
pub(super) const MAX_MOVES: usize = 1_000;

/// The largest length of a match from which agents learn, and what happens if an agent fails.
const RULES: MatchRules = MatchRules { max_length: MAX_MOVES, on_failure: FailurePolicy::Error };

/// Plays a match from a state, with one agent for each role.
pub fn play_match(
    machine: &mut dyn Machine,
    start: &State,
    agents: &mut [&mut dyn Agent],
    random: &mut Random,
) -> Result<MatchResult, StopReason> {
    let mut runner = MatchRunner::default();
    let mut participants = AgentsInTurn { agents: &mut *agents, turn: Turn::default() };
    let end = runner.play(machine, start, RULES, &mut participants, random);
    end.map_err(MatchLoopError::stop_reason)?;
    let goals = machine.role_ids().map(|role| Ok(machine.goal(runner.state(), role)?.value()));
    let goals: Vec<u8> = goals.collect::<Result<_, StopReason>>()?;
    agents.iter_mut().zip(&goals).for_each(|(agent, &goal)| agent.end(goal));
    Ok(MatchResult { goals, length: runner.length() })
}

/// One agent for each role. Only the first role that has a choice is asked; all others make their first legal move.
struct AgentsInTurn<'a, 'b> {
    agents: &'a mut [&'b mut dyn Agent],
    turn: Turn,
}

impl Participants for AgentsInTurn<'_, '_> {
    type Failure = Infallible;

    fn begin_turn(&mut self, position: &mut Position) -> Result<(), Obstacle> {
        self.turn.set(position.legal);
        Ok(())
    }

    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, Obstacle> {
        if self.turn.role != Some(role) {
            return Ok(position.legal_of(role)[0]);
        }
        let agent = &mut self.agents[role.0 as usize];
        Ok(agent.choose(position, &mut self.turn)?)
    }
}
