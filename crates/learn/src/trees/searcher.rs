//! Looking ahead by weighed features, as those do among whom features are tried (document 000, section 7.2.3).

use super::reader::Reader;
use super::worth::Worth;
use crate::values::{Actor, Turn};
use game::{Best, Machine, Move, Random, Role, State, StopReason};
use std::cell::RefCell;

/// Looks some choices ahead, and judges what it sees by weighed features.
pub struct Searcher<'a> {
    /// Both sides of a match may have the same features, and only other weights.
    reader: &'a RefCell<Reader>,
    weights: Vec<f64>,
    worth: Worth,
    depth: u32,
}

/// What a point of a goal counts at the end: more than features can.
const SURE: f64 = 1e6;

impl<'a> Searcher<'a> {
    /// With so much weight of each feature, so many choices ahead.
    pub fn new(reader: &'a RefCell<Reader>, weights: Vec<f64>, depth: u32) -> Searcher<'a> {
        Searcher { reader, weights, worth: Worth::default(), depth }
    }

    fn judge(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        own: Role,
        depth: u32,
    ) -> Result<f64, StopReason> {
        if machine.terminal(state)? {
            return Ok(SURE * (f64::from(machine.goal(state, own)?.value()) - 50.0));
        }
        let mut turn = Turn::default();
        if depth == 0 || !turn.look(machine, state)? {
            let mut reader = self.reader.borrow_mut();
            return Ok(self.worth.of(machine, state, &mut reader, &self.weights));
        }
        let mut next = State::default();
        let Some(chooser) = turn.role else {
            turn.make(machine, state, None, &mut next)?;
            return self.judge(machine, &next, own, depth - 1);
        };
        let mut best: Option<f64> = None;
        for place in 0..turn.legal.len() {
            turn.make(machine, state, Some(turn.legal[place]), &mut next)?;
            let value = self.judge(machine, &next, own, depth - 1)?;
            best = Some(best.map_or(value, |best| match chooser == own {
                true => best.max(value),
                false => best.min(value),
            }));
        }
        Ok(best.unwrap_or(0.0))
    }
}

impl Actor for Searcher<'_> {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason> {
        let (own, mut next) = (turn.role.unwrap_or(Role(0)), State::default());
        let mut best = Best::default();
        for place in 0..turn.legal.len() {
            let action = turn.legal[place];
            turn.make(machine, state, Some(action), &mut next)?;
            let value = self.judge(machine, &next, own, self.depth.saturating_sub(1))?;
            best.offer(action, value, random);
        }
        Ok(best.chosen().unwrap_or(turn.legal[0]))
    }
}
