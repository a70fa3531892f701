//! Fluxplayer's evaluation: the goals read as fuzzy logic, so that a state is worth more the nearer it is to satisfying
//! them.
//!
//! A fact that is true has the value `p`, one that is not `1 - p`, or less the farther away it is from being true,
//! where an order says what is near. Conditions are combined by the circuit of the ground rules before any pass: its
//! gates are conjunctions, and a disjunction is the inverse of the conjunction of inverses, as in the definition of the
//! fuzzy one. The circuit contains no recursion.
//!
//! This file evaluates states; `formula` is the part of the compiled game that is evaluated, `distance` knows which
//! facts are near to each other. Rules are neither read nor grounded here: everything comes from the compiled game and
//! the analysis.
//!
//! DIVERGENCE: relations that never change are decided when the rules are grounded, so that comparisons by an order do
//! not count more the greater the difference is. Comparisons are mostly of quantities, and facts of quantities count by
//! distance anyway.

mod distance;
mod formula;

use crate::Analysis;
use circuit::{FactIds, Model};
use formula::{FuzzyOperand, GoalFormula, ValueIndex};
use game::{Fact, Machine, Role, State};
use std::sync::Arc;

/// Parameters of fuzzy logic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FuzzySettings {
    /// Value of a fact that is true, more than 0.5 and at most 1; a fact that is not true has at most 1 − `truth`.
    pub truth: f64,
    /// Smallest value of a conjunction whose parts are all true, more than 0.5 and at most `truth`.
    pub threshold: f64,
    /// Exponent of the norm that combines values; the larger it is, the more the largest value dominates.
    pub exponent: i32,
}

impl Default for FuzzySettings {
    fn default() -> FuzzySettings {
        FuzzySettings { truth: 0.75, threshold: 0.75, exponent: 25 }
    }
}

impl FuzzySettings {
    /// Returns the value of the disjunction of two values.
    fn either(self, one: f64, other: f64) -> f64 {
        let sum = one.powi(self.exponent) + other.powi(self.exponent);
        sum.powf(1.0 / f64::from(self.exponent)).min(1.0)
    }

    /// Returns the value of the conjunction of two values.
    fn both(self, one: f64, other: f64) -> f64 {
        let both = 1.0 - self.either(1.0 - one, 1.0 - other);
        if one.min(other) > 0.5 { both.max(self.threshold) } else { both }
    }
}

/// Evaluates states of a compiled game by how near they are to a role's goals.
///
/// Clones share what was derived from the game and own only their working memory.
#[derive(Clone)]
pub struct FuzzyGoals {
    formula: Arc<GoalFormula>,
    settings: FuzzySettings,
    ids: FactIds,
    /// The state that was read last.
    state: State,
    changes: Vec<(Fact, bool)>,
    /// Whether each fact is true in that state.
    is_true: Vec<bool>,
    /// The values of facts and gates, by [`ValueIndex`].
    values: Vec<f64>,
}

impl FuzzyGoals {
    /// Reads the goals of a role in a compiled game. States must come from a machine that plays this compiled game.
    pub fn new(
        model: &Model,
        analysis: &Analysis,
        role: Role,
        settings: FuzzySettings,
    ) -> FuzzyGoals {
        let formula = GoalFormula::new(model, analysis, role);
        FuzzyGoals {
            settings,
            ids: FactIds::Shared,
            state: State::default(),
            changes: Vec::new(),
            is_true: vec![false; formula.fact_count()],
            values: vec![0.0; formula.value_count()],
            formula: Arc::new(formula),
        }
    }

    /// Reads the goals of a role as [`FuzzyGoals::new`] does, for states of a machine that does not play the compiled
    /// game, such as the reference machine.
    pub fn of_other_machine(
        model: &Arc<Model>,
        analysis: &Analysis,
        role: Role,
        settings: FuzzySettings,
    ) -> FuzzyGoals {
        let ids = FactIds::by_term(model);
        FuzzyGoals { ids, ..FuzzyGoals::new(model, analysis, role, settings) }
    }

    /// Returns the value of a state, from 0 to 1; 0.5 if the role has no goal above 0.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> f64 {
        self.load(machine, state);
        self.evaluate_facts();
        self.evaluate_gates();
        self.weighted_goals()
    }

    /// Makes the facts of a state the true ones in the working memory.
    fn load(&mut self, machine: &dyn Machine, state: &State) {
        machine.changes(&self.state, state, &mut self.changes);
        for &(fact, is_true) in &self.changes {
            if let Some(fact) = self.ids.translate(machine, fact) {
                self.is_true[fact.0 as usize] = is_true;
            }
        }
        self.state.clone_from(state);
    }

    fn evaluate_facts(&mut self) {
        let FuzzyGoals { formula, settings, is_true, values, .. } = self;
        values[ValueIndex::TRUE.position()] = 1.0;
        for (fact, &holds) in (0..).map(Fact).zip(is_true.iter()) {
            values[ValueIndex::of_fact(fact).position()] = if holds {
                settings.truth
            } else {
                (1.0 - settings.truth) * formula.neighbours.nearness(fact, is_true)
            };
        }
    }

    fn evaluate_gates(&mut self) {
        let FuzzyGoals { formula, settings, values, .. } = self;
        for (index, operands) in formula.gates() {
            let operands = operands.iter().map(|operand| operand.value(values));
            let all = operands.reduce(|all, one| settings.both(all, one));
            values[index.position()] = all.unwrap_or(1.0);
        }
    }

    /// Returns the mean of how near each goal is, weighted by the goal values.
    fn weighted_goals(&self) -> f64 {
        let FuzzyGoals { formula, settings, values, .. } = self;
        let is_over = formula.terminal.value(values);
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(goal, operand) in &formula.goals {
            let reached = operand.value(values);
            // A goal that is satisfied counts at least as much as the threshold, and another one less, whether or not
            // the game is over.
            let near = if reached > 0.5 {
                1.0 - settings.both(1.0 - reached, 1.0 - is_over)
            } else {
                settings.both(reached, 1.0 - is_over)
            };
            sum += f64::from(goal) * near;
            weights += f64::from(goal);
        }
        if weights > 0.0 { sum / weights } else { 0.5 }
    }
}

impl FuzzyOperand {
    /// Returns the operand's value, given all values.
    fn value(self, values: &[f64]) -> f64 {
        let value = values[self.index.position()];
        if self.is_inverted { 1.0 - value } else { value }
    }
}

#[cfg(test)]
mod tests;
