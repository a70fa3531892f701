//! The analysis of one random game from its end backwards: offensive and defensive features, level by level.
//!
//! Follows `gifl`, figures 7 and 8. Which games are analysed is decided in `trainer`. Does not decide why a game was
//! won (`win_reasons`).

use super::feature::{FeatureKind, GiflFeature, GiflFeatures};
use super::probe::{Probe, intersection};
use super::random_game::RandomGame;
use super::state_condition::{Outcome, StateCondition};
use super::train_error::TrainError;
use game::{Fact, Move, Role};

/// The analysis of one random game.
pub(super) struct GameAnalysis<'a> {
    pub(super) probe: Probe<'a>,
    pub(super) game: &'a RandomGame,
    pub(super) features: &'a mut GiflFeatures,
}

impl GameAnalysis<'_> {
    /// Learns, level by level, which facts let the winner bring a condition about by its move in the state `middle`,
    /// and how the loser could have prevented it.
    pub(super) fn learn(
        &mut self,
        winner: Role,
        reached: StateCondition,
        mut middle: usize,
        levels: u32,
    ) -> Result<(), TrainError> {
        let loser = Role(1 - winner.0);
        let mut leaf = reached;
        for level in 1..=levels {
            let action = self.game.moves[middle].1;
            let facts = self.offensive_facts(middle, winner, action, &leaf)?;
            if let Some(facts) = self.useful(facts, middle, winner, action, &leaf)? {
                let (kind, moves) = (FeatureKind::Offensive, vec![action]);
                let feature =
                    GiflFeature { level, kind, role: winner, facts: facts.clone(), moves };
                self.features.add(feature, 1);
                leaf = StateCondition {
                    facts,
                    outcome: Outcome::Achieves(winner, action, Box::new(leaf)),
                };
            } else {
                return Ok(());
            }
            let Some((root, moves)) = self.defence(middle, loser, &leaf)? else { return Ok(()) };
            let facts = self.defensive_facts(root, loser, &moves, &leaf)?;
            if facts.is_empty() {
                return Ok(());
            }
            let (kind, role) = (FeatureKind::Defensive, loser);
            let feature =
                GiflFeature { level, kind, role, facts: facts.clone(), moves: moves.clone() };
            self.features.add(feature, 1);
            leaf = StateCondition { facts, outcome: Outcome::CanMove(loser, moves) };
            match self.middle(winner, &leaf, root)? {
                Some(earlier) => middle = earlier,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Returns the index of the last state before `end` in which the winner had the move and brought a condition about.
    /// The facts of the condition were not all true before the move.
    pub(super) fn middle(
        &mut self,
        winner: Role,
        leaf: &StateCondition,
        mut end: usize,
    ) -> Result<Option<usize>, TrainError> {
        while let Some(middle) = self.game.last_turn_of(winner, end) {
            let facts = self.probe.machine.facts(&self.game.states[middle]);
            if !leaf.facts.iter().all(|fact| facts.binary_search(fact).is_ok()) {
                let action = self.game.moves[middle].1;
                let state = &self.game.states[middle];
                let reaches = self.probe.achieves(state, winner, action, leaf)?;
                return Ok(reaches.then_some(middle));
            }
            end = middle;
        }
        Ok(None)
    }

    /// Returns the facts that the winner's move needs to bring a condition about.
    fn offensive_facts(
        &mut self,
        middle: usize,
        winner: Role,
        action: Move,
        leaf: &StateCondition,
    ) -> Result<Vec<Fact>, TrainError> {
        self.probe.needed(&self.game.states[middle], winner, action, leaf)
    }

    /// Returns the facts if they alone let the move bring the condition about. Otherwise tries again with the facts of
    /// the condition that are already true. `None` if that does not help.
    fn useful(
        &mut self,
        mut facts: Vec<Fact>,
        middle: usize,
        winner: Role,
        action: Move,
        leaf: &StateCondition,
    ) -> Result<Option<Vec<Fact>>, TrainError> {
        let state = self.probe.machine.state(&facts);
        if self.probe.achieves(&state, winner, action, leaf)? {
            return Ok(Some(facts));
        }
        let present = self.probe.machine.facts(&self.game.states[middle]);
        facts.extend(leaf.facts.iter().filter(|fact| present.binary_search(fact).is_ok()));
        facts.sort_unstable();
        facts.dedup();
        let state = self.probe.machine.state(&facts);
        Ok(self.probe.achieves(&state, winner, action, leaf)?.then_some(facts))
    }

    /// Returns the last state before the winner's move in which the loser had moves that make the winner's feature
    /// useless, and these moves. `None` if the feature would not be of use from any such state.
    fn defence(
        &mut self,
        mut middle: usize,
        loser: Role,
        feature: &StateCondition,
    ) -> Result<Option<(usize, Vec<Move>)>, TrainError> {
        let winner = Role(1 - loser.0);
        while let Some(root) = self.game.last_turn_of(loser, middle) {
            let state = &self.game.states[root];
            let legal = self.probe.legal(state, loser)?.to_vec();
            let mut moves = Vec::new();
            for action in legal {
                if !self.probe.achieves(state, loser, action, feature)? {
                    moves.push(action);
                }
            }
            if !moves.is_empty() {
                return Ok(Some((root, moves)));
            }
            let Some(earlier) = self.game.last_turn_of(winner, root) else { return Ok(None) };
            if !self.probe.holds(feature, &self.game.states[earlier])? {
                return Ok(None);
            }
            middle = earlier;
        }
        Ok(None)
    }

    /// Returns the facts that all other moves of the loser need so that the winner's feature is of use after them.
    fn defensive_facts(
        &mut self,
        root: usize,
        loser: Role,
        defence: &[Move],
        feature: &StateCondition,
    ) -> Result<Vec<Fact>, TrainError> {
        let state = &self.game.states[root];
        let legal = self.probe.legal(state, loser)?.to_vec();
        let mut lists = Vec::new();
        for action in legal.into_iter().filter(|action| defence.binary_search(action).is_err()) {
            lists.push(self.probe.needed(state, loser, action, feature)?);
        }
        Ok(intersection(&lists))
    }

    /// Learns which move of the loser ended the game.
    pub(super) fn learn_to_avoid(
        &mut self,
        loser: Role,
        won: StateCondition,
    ) -> Result<(), TrainError> {
        let before = self.game.moves.len() - 1;
        let action = self.game.moves[before].1;
        let facts = self.offensive_facts(before, loser, action, &won)?;
        if let Some(facts) = self.useful(facts, before, loser, action, &won)? {
            let (kind, moves) = (FeatureKind::Losing, vec![action]);
            self.features.add(GiflFeature { level: 1, kind, role: loser, facts, moves }, 1);
        }
        Ok(())
    }
}
