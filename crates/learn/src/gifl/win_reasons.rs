//! The reason why a random game was won: facts of its last state, or the move that decided it.
//!
//! DIVERGENCE: the document calls a fact a terminal predicate if the state would not be *terminal* without it. Here the
//! state has to stay *won*: terminal, with the same goal for the winner. A line on a full board is needed for the win,
//! though the game would be over without it.
//!
//! DIVERGENCE: whether a game has terminal predicates is tested by adding them to the state before the last: the game
//! has to be over there too. In checkers, the fact whose turn it is decides whether a side without moves has lost, so
//! this fact alone is needed, but it explains nothing; such games count as games without terminal predicates. So do
//! games in which every other last move would have won as well: a step limit ended them.

use super::game_analysis::GameAnalysis;
use super::state_condition::{Outcome, StateCondition};
use super::train_error::TrainError;
use game::{Fact, Role};

/// Counts of the games that were surveyed before the first training run.
#[derive(Clone, Copy, Default)]
pub(super) struct TerminalSurvey {
    pub(super) games: usize,
    /// Games that a role won, and those of them that facts of the last state explain.
    pub(super) won: usize,
    pub(super) explained: usize,
}

impl TerminalSurvey {
    /// Whether facts explain at least half of the wins.
    pub(super) fn has_terminal_facts(self) -> bool {
        2 * self.explained >= self.won
    }
}

impl GameAnalysis<'_> {
    /// Returns the facts without which the last state would not be won. Empty if they do not explain the win.
    pub(super) fn terminal_facts(&mut self, winner: Role) -> Result<Vec<Fact>, TrainError> {
        let GameAnalysis { probe, game, .. } = self;
        let Some(before) = game.moves.len().checked_sub(1) else { return Ok(Vec::new()) };
        let outcome = Outcome::GameOver(winner, game.goal(winner));
        let won = StateCondition { facts: Vec::new(), outcome };
        let last = &game.states[before + 1];
        let facts = probe.needed_for(last, |probe, state| probe.holds(&won, state))?;
        let mut mixed = probe.machine.facts(&game.states[before]);
        mixed.extend(&facts);
        mixed.sort_unstable();
        mixed.dedup();
        let mixed = probe.machine.state(&mixed);
        let explains = !facts.is_empty() && probe.holds(&won, &mixed)?;
        Ok(if explains { facts } else { Vec::new() })
    }

    /// Returns the index of the state before the winner's last move that raised its goal where another move would not
    /// have.
    pub(super) fn deciding_state(&mut self, winner: Role) -> Result<Option<usize>, TrainError> {
        let mut end = self.game.moves.len();
        while let Some(before) = self.game.last_turn_of(winner, end) {
            end = before;
            let states = &self.game.states;
            let goal = self.probe.machine.goal(&states[before], winner)?.value();
            let after = self.probe.machine.goal(&states[before + 1], winner)?.value();
            let gives_more = |value| value > goal;
            if after > goal && !self.all_moves_give(before, winner, winner, gives_more)? {
                return Ok(Some(before));
            }
        }
        Ok(None)
    }

    /// Whether every other last move, whoever made it, would have given the winner the same goal.
    pub(super) fn would_have_been_won_anyway(&mut self, winner: Role) -> Result<bool, TrainError> {
        let won = self.game.goal(winner);
        let Some(last) = self.game.moves.len().checked_sub(1) else { return Ok(false) };
        let mover = self.game.moves[last].0;
        let has_choice = self.probe.legal(&self.game.states[last], mover)?.len() > 1;
        Ok(has_choice && self.all_moves_give(last, mover, winner, |goal| goal == won)?)
    }

    /// Whether all moves of a role in a state give the winner a goal that fulfils a condition.
    fn all_moves_give(
        &mut self,
        state: usize,
        mover: Role,
        winner: Role,
        is_meant: impl Fn(u8) -> bool,
    ) -> Result<bool, TrainError> {
        let state = &self.game.states[state];
        for action in self.probe.legal(state, mover)?.to_vec() {
            let Some(next) = self.probe.after(state, mover, action)? else { continue };
            if !is_meant(self.probe.machine.goal(&next, winner)?.value()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
