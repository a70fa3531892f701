//! The survey of a game before its rules are compiled for play: a draft of the machine plays some random moves
//! and counts rows, so that joins can be ordered by real numbers. Relations that never
//! change are derived in full, once, if they are small enough.
//!
//! A survey changes the speed of answers, never the answers; so reaching a limit simply ends it.

use crate::estimate::Survey;
use crate::limits::Limits;
use crate::machine::ReferenceMachine;
use crate::pool::GroundTerm;
use crate::program::{ProcedureId, Validity};
use crate::rows::Rows;
use game::StopReason;
use gdl::Relation;
use std::collections::HashSet;
use std::sync::Arc;

/// Number of states of random play in which facts are counted.
const STATES: usize = 40;

/// Number of states between two in which derived relations are counted as well.
const DERIVED_INTERVAL: usize = 8;

/// Seed of the random play; it is fixed, so that the same rules always give the same plans.
const SEED: u64 = 1;

/// Maximum steps of inference for all rows of a relation that never changes, and of one that does.
const FIXED_STEPS: u64 = 2_000_000;
const DERIVED_STEPS: u64 = 50_000;

/// Maximum steps of inference for a question of play, and for the whole survey.
const PLAY_STEPS: u64 = 1_000_000;
const ALL_STEPS: u64 = 6_000_000;

/// Maximum number of terms that a question may add: relations over lists have endlessly many.
const NEW_TERMS: usize = 20_000;

/// Maximum number of rows of a stored relation; larger ones are evaluated when they are asked.
const MAX_FIXED_ROWS: usize = 300_000;

impl ReferenceMachine {
    /// Surveys the game. The machine must have been compiled for that, and is not fit for play afterwards, because its
    /// limits have been changed.
    pub(crate) fn survey(&mut self, limits: Limits) -> Survey {
        let mut survey = Survey::default();
        let mut budget = InferenceBudget {
            used: 0,
            per_question: limits.steps,
            countable: self.surveyed_relations(),
        };
        self.survey_fixed(&mut survey, &mut budget);
        let mut random = game::random(SEED);
        let mut state = self.shared.initial.clone();
        for number in 0..STATES {
            self.load(&state);
            survey.count_fluents(&self.shared.program.fluents, &self.solver.stores);
            if number % DERIVED_INTERVAL == 0 {
                self.count_derived(&mut survey, &mut budget, Validity::State);
            }
            self.allow(PLAY_STEPS, &budget);
            let next = game::playout::random_step(self, &state, &mut random);
            budget.used += self.solver.steps();
            if number % DERIVED_INTERVAL == 0 && matches!(next, Ok(Some(_))) {
                self.count_derived(&mut survey, &mut budget, Validity::Moves);
            }
            state = match next {
                Ok(Some(next)) => next,
                Ok(None) => self.shared.initial.clone(),
                Err(_) => break,
            };
            if budget.used > ALL_STEPS {
                break;
            }
        }
        survey
    }

    /// Sets the limits of the next question.
    fn allow(&mut self, steps: u64, budget: &InferenceBudget) {
        self.solver.allow_steps(steps.min(budget.per_question));
        self.solver.pool.allow_more(NEW_TERMS);
    }

    fn surveyed_relations(&self) -> HashSet<Relation> {
        self.shared.program.all_rows.iter().map(|&(relation, _)| relation).collect()
    }

    /// Derives the relations that never change.
    fn survey_fixed(&mut self, survey: &mut Survey, budget: &mut InferenceBudget) {
        for (relation, procedure) in self.relations(Validity::Always) {
            let Ok(rows) = self.all_rows(procedure, budget, FIXED_STEPS) else {
                continue;
            };
            if rows.count() <= MAX_FIXED_ROWS {
                survey.fixed.insert(relation, rows);
            }
        }
    }

    /// Counts the rows of relations of this validity, as far as they are small enough.
    fn count_derived(
        &mut self,
        survey: &mut Survey,
        budget: &mut InferenceBudget,
        validity: Validity,
    ) {
        for (relation, procedure) in self.relations(validity) {
            if !budget.countable.contains(&relation) {
                continue;
            }
            match self.all_rows(procedure, budget, DERIVED_STEPS) {
                Ok(rows) => {
                    let width = self.shared.program.procedures[procedure].answer_width;
                    survey.derived.entry(relation).or_default().add(&rows, width);
                }
                // It is too large to be asked for all its rows.
                Err(_) => {
                    budget.countable.remove(&relation);
                    survey.derived.remove(&relation);
                }
            }
        }
    }

    /// Returns the surveyed relations of this validity with their procedures.
    fn relations(&self, validity: Validity) -> Vec<(Relation, ProcedureId)> {
        let program = &self.shared.program;
        let all = program.all_rows.iter().copied();
        let mut relations: Vec<_> =
            all.filter(|&(_, id)| program.procedures[id].validity == validity).collect();
        // Relations are sorted from the bottom up, so that no question depends on many others.
        relations.sort_by_key(|&(relation, _)| self.rules().relation(relation).component);
        relations
    }

    /// Derives all rows of a relation.
    fn all_rows(
        &mut self,
        procedure: ProcedureId,
        budget: &mut InferenceBudget,
        steps: u64,
    ) -> Result<Rows, StopReason> {
        if budget.used >= ALL_STEPS {
            return Err(StopReason::Steps(ALL_STEPS));
        }
        let shared = Arc::clone(&self.shared);
        let width = shared.program.procedures[procedure].answer_width;
        let mut answers: Vec<GroundTerm> = Vec::new();
        self.allow(steps, budget);
        let asked = self.solver.ask(&shared.program, procedure, &[], &mut answers);
        budget.used += self.solver.steps();
        asked?;
        let mut rows = Rows::new(width);
        if width == 0 {
            let holds = self.solver.test(&shared.program, procedure, &[])?;
            (0..usize::from(holds)).for_each(|_| rows.push(&[]));
        } else {
            answers.chunks_exact(width).for_each(|row| rows.push(row));
        }
        Ok(rows)
    }
}

/// The steps of inference of a survey.
struct InferenceBudget {
    /// Steps taken so far.
    used: u64,
    /// Maximum of the machine's limits for any question.
    per_question: u64,
    /// The relations that are small enough to be counted, as far as is known.
    countable: HashSet<Relation>,
}
