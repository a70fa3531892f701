//! A look at the game before the rules are compiled for good: a draft of the machine plays a little at
//! random and counts rows, so that joins can be ordered by what is really there. Relations that never
//! change are derived in full, once, if they are small enough.
//!
//! Nothing here changes what the machine answers, only how fast; so every limit simply ends the look.

use crate::estimate::Survey;
use crate::limits::Limits;
use crate::machine::ReferenceMachine;
use crate::pool::Ground;
use crate::program::{ProcedureId, Validity};
use crate::rows::Rows;
use game::{State, StopReason};
use gdl::Relation;
use std::collections::HashMap;
use std::sync::Arc;

/// How many states of random play are looked at.
const STATES: usize = 40;

/// Derived relations are counted in every so many-th of them.
const DERIVED_EVERY: usize = 8;

/// The seed of the random play; any would do, but the same rules must always give the same plans.
const SEED: u64 = 1;

/// Steps of inference for all rows of a relation that never changes, and of one that does.
const FIXED_STEPS: u64 = 2_000_000;
const DERIVED_STEPS: u64 = 50_000;

/// Steps of inference for a question of play, and for everything.
const PLAY_STEPS: u64 = 1_000_000;
const ALL_STEPS: u64 = 6_000_000;

/// Different terms that a question may add: relations over lists have endlessly many.
const NEW_TERMS: usize = 20_000;

/// Larger relations are not kept but asked for what is needed.
const MAX_FIXED_ROWS: usize = 300_000;

impl ReferenceMachine {
    /// Looks at the game. The machine must have been compiled for it, and is a draft afterwards: its
    /// limits have been changed.
    pub(crate) fn survey(&mut self, limits: Limits) -> Survey {
        let mut survey = Survey::default();
        let mut look = Look { steps: 0, most: limits.steps, pending: self.changing_relations() };
        self.survey_fixed(&mut survey, &mut look);
        let mut random = game::random(SEED);
        let mut state = self.shared.initial.clone();
        for number in 0..STATES {
            self.count_fluents(&mut survey, &state);
            if number % DERIVED_EVERY == 0 {
                self.count_derived(&mut survey, &mut look, Validity::State);
            }
            self.allow(PLAY_STEPS, &look);
            let next = game::playout::random_step(self, &state, &mut random);
            look.steps += self.solver.steps();
            if number % DERIVED_EVERY == 0 && matches!(next, Ok(Some(_))) {
                self.count_derived(&mut survey, &mut look, Validity::Moves);
            }
            state = match next {
                Ok(Some(next)) => next,
                Ok(None) => self.shared.initial.clone(),
                Err(_) => break,
            };
            if look.steps > ALL_STEPS {
                break;
            }
        }
        survey
    }

    fn allow(&mut self, steps: u64, look: &Look) {
        self.solver.allow_steps(steps.min(look.most));
        self.solver.pool.allow_more(NEW_TERMS);
    }

    fn changing_relations(&self) -> HashMap<Relation, ProcedureId> {
        self.shared.program.all_rows.iter().copied().collect()
    }

    fn survey_fixed(&mut self, survey: &mut Survey, look: &mut Look) {
        for (relation, procedure) in self.relations(Validity::Always) {
            let Ok(rows) = self.all_rows(procedure, look, FIXED_STEPS) else {
                continue;
            };
            if rows.count() <= MAX_FIXED_ROWS {
                survey.fixed.insert(relation, rows);
            }
        }
    }

    fn count_fluents(&mut self, survey: &mut Survey, state: &State) {
        self.load(state);
        for &(name, arity, store) in &self.shared.program.fluents {
            let rows = &self.solver.stores[store as usize];
            survey.fluents.entry((name, arity)).or_default().add(rows, arity);
        }
    }

    fn count_derived(&mut self, survey: &mut Survey, look: &mut Look, validity: Validity) {
        for (relation, procedure) in self.relations(validity) {
            if !look.pending.contains_key(&relation) {
                continue;
            }
            match self.all_rows(procedure, look, DERIVED_STEPS) {
                Ok(rows) => {
                    let width = self.shared.program.procedures[procedure as usize].answer_width;
                    survey.derived.entry(relation).or_default().add(&rows, width);
                }
                // Too large: it is meant to be asked for something, not for everything.
                Err(_) => {
                    look.pending.remove(&relation);
                    survey.derived.remove(&relation);
                }
            }
        }
    }

    fn relations(&self, validity: Validity) -> Vec<(Relation, ProcedureId)> {
        let program = &self.shared.program;
        let all = program.all_rows.iter().copied();
        let mut relations: Vec<_> =
            all.filter(|&(_, id)| program.procedures[id as usize].validity == validity).collect();
        // From the bottom up, so that no question goes deep.
        relations.sort_by_key(|&(relation, _)| self.rules().relation(relation).component);
        relations
    }

    fn all_rows(
        &mut self,
        procedure: ProcedureId,
        look: &mut Look,
        steps: u64,
    ) -> Result<Rows, StopReason> {
        if look.steps >= ALL_STEPS {
            return Err(StopReason::Steps(ALL_STEPS));
        }
        let shared = Arc::clone(&self.shared);
        let width = shared.program.procedures[procedure as usize].answer_width;
        let mut answers: Vec<Ground> = Vec::new();
        self.allow(steps, look);
        let asked = self.solver.ask(&shared.program, procedure, &[], &mut answers);
        look.steps += self.solver.steps();
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

/// What the look has cost, and which relations are still worth counting.
struct Look {
    steps: u64,
    /// The steps that any question may take.
    most: u64,
    pending: HashMap<Relation, ProcedureId>,
}
