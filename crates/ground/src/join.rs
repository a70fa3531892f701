//! Joins: the search through the stored atoms for all solutions of the conditions of a clause, in the order of a plan.

use crate::clause::{Atom, Clause, Condition, Variable};
use crate::limits::{GroundError, Limits};
use crate::matching::{UNBOUND, look_up, matches, same};
use crate::plan::{JoinPlan, JoinStep};
use crate::store::{AtomId, IndexId, Store};
use crate::values::{Value, Values};

/// The solutions found for a clause.
#[derive(Default)]
pub struct Solutions {
    /// The values of the variables, solution after solution.
    pub bindings: Vec<Value>,
    /// The atoms matched with the conditions, solution after solution; [`NO_ATOM`] for a condition that is not matched.
    pub atoms: Vec<AtomId>,
    /// Number of solutions that were found.
    pub count: usize,
}

/// Marks a condition that is not matched with an atom.
pub const NO_ATOM: AtomId = AtomId(u32::MAX);

/// A search for solutions; its memory is reused from one clause to the next.
#[derive(Default)]
pub struct JoinSearch {
    bindings: Vec<Value>,
    atoms: Vec<AtomId>,
    trail: Vec<Variable>,
    frames: Vec<JoinFrame>,
    /// Number of rows visited by all searches so far.
    pub steps: u64,
    pub found: Solutions,
}

/// The state of one step of the plan.
struct JoinFrame {
    /// The next row to be tried; for a test, 0 before it and 1 after it.
    next: usize,
    /// Length of the trail before the step.
    trail: usize,
}

/// Number of steps after which limits are checked.
const CHECK_EVERY: u64 = 1 << 16;

/// Cost of making a plan, in steps for each pair of conditions.
const PLANNING_STEPS: u64 = 8;

impl JoinSearch {
    /// Finds all solutions of a clause; `start` is the trigger with the atom that it is matched with.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn run(
        &mut self,
        clause: &Clause,
        plan: &JoinPlan,
        start: Option<(usize, AtomId)>,
        store: &Store,
        values: &Values,
        limits: &Limits,
    ) -> Result<(), GroundError> {
        self.found.bindings.clear();
        self.found.atoms.clear();
        self.found.count = 0;
        self.trail.clear();
        self.frames.clear();
        self.bindings.clear();
        self.bindings.resize(clause.variables.into(), UNBOUND);
        self.atoms.clear();
        self.atoms.resize(clause.body.len(), NO_ATOM);
        if let Some((trigger, atom)) = start {
            let pattern = clause.body[trigger].binder().expect("a trigger binds variables");
            if !self.matches(pattern, atom, store, values) {
                return Ok(());
            }
            self.atoms[trigger] = atom;
        }
        self.walk(clause, &plan.steps, start.map(|(_, atom)| atom), store, values, limits)
    }

    fn matches(&mut self, pattern: &Atom, atom: AtomId, store: &Store, values: &Values) -> bool {
        let arguments = store.arguments(atom);
        pattern.arguments.iter().zip(arguments).all(|(pattern, &value)| {
            matches(values, pattern, value, &mut self.bindings, &mut self.trail)
        })
    }

    /// Visits the steps of the plan depth first.
    fn walk(
        &mut self,
        clause: &Clause,
        steps: &[JoinStep],
        start: Option<AtomId>,
        store: &Store,
        values: &Values,
        limits: &Limits,
    ) -> Result<(), GroundError> {
        self.push_frame();
        while let Some(&JoinFrame { next, trail }) = self.frames.last() {
            let depth = self.frames.len() - 1;
            self.undo(trail);
            let is_satisfied = match steps.get(depth) {
                None => {
                    self.emit(limits)?;
                    false
                }
                Some(JoinStep::Test { condition }) => {
                    self.frames[depth].next = 1;
                    next == 0 && self.test(&clause.body[*condition], store, values)
                }
                Some(&JoinStep::Scan { condition, index, before }) => {
                    let atom = clause.body[condition].binder().expect("only binders are scanned");
                    let skipped = start.filter(|_| before);
                    let row = self.scan(atom, index, skipped, store, values, limits)?;
                    row.inspect(|&row| self.atoms[condition] = row).is_some()
                }
            };
            if is_satisfied {
                self.push_frame();
            } else {
                self.frames.pop();
            }
        }
        Ok(())
    }

    fn push_frame(&mut self) {
        self.frames.push(JoinFrame { next: 0, trail: self.trail.len() });
    }

    /// Continues the scan of the deepest frame. Returns the next row that matches; `None` if there is none left.
    fn scan(
        &mut self,
        atom: &Atom,
        index: IndexId,
        skipped: Option<AtomId>,
        store: &Store,
        values: &Values,
        limits: &Limits,
    ) -> Result<Option<AtomId>, GroundError> {
        let depth = self.frames.len() - 1;
        let JoinFrame { next, trail } = self.frames[depth];
        let rows = store.candidates(atom, index, &self.bindings);
        for (&row, after) in rows[next..].iter().zip(next + 1..) {
            self.count(1, limits)?;
            if Some(row) == skipped {
                continue;
            }
            if self.matches(atom, row, store, values) {
                self.frames[depth].next = after;
                return Ok(Some(row));
            }
            self.undo(trail);
        }
        Ok(None)
    }

    /// Removes the bindings made since the trail had a length.
    fn undo(&mut self, trail: usize) {
        for variable in self.trail.drain(trail..) {
            self.bindings[usize::from(variable.0)] = UNBOUND;
        }
    }

    /// Counts the steps of making a plan for a clause.
    pub fn count_plan(&mut self, clause: &Clause, limits: &Limits) -> Result<(), GroundError> {
        let conditions = clause.body.len() as u64;
        self.count(1 + PLANNING_STEPS * conditions * conditions, limits)
    }

    /// Counts steps of work.
    pub fn count(&mut self, steps: u64, limits: &Limits) -> Result<(), GroundError> {
        let before = self.steps;
        self.steps += steps;
        if before / CHECK_EVERY != self.steps / CHECK_EVERY {
            if self.steps > limits.steps {
                return Err(GroundError::Steps(limits.steps));
            }
            if !(limits.go_on)() {
                return Err(GroundError::Interrupted);
            }
        }
        Ok(())
    }

    fn emit(&mut self, limits: &Limits) -> Result<(), GroundError> {
        let found = &self.found;
        let bytes =
            (found.bindings.len() + found.atoms.len() + self.bindings.len()) * size_of::<Value>();
        // Half of the memory is kept for the ground rules made from the solutions.
        if bytes >> 19 >= limits.memory {
            return Err(GroundError::Memory(limits.memory));
        }
        self.found.count += 1;
        self.found.bindings.extend_from_slice(&self.bindings);
        self.found.atoms.extend_from_slice(&self.atoms);
        Ok(())
    }

    fn test(&self, condition: &Condition, store: &Store, values: &Values) -> bool {
        match condition {
            Condition::Distinct(left, right) => !same(values, left, right, &self.bindings),
            Condition::Same(left, right) => same(values, left, right, &self.bindings),
            Condition::Fails(atom) => {
                let arguments: Option<Vec<Value>> = atom
                    .arguments
                    .iter()
                    .map(|pattern| look_up(values, pattern, &self.bindings))
                    .collect();
                let atom = arguments.and_then(|arguments| store.find(atom.relation, &arguments));
                !atom.is_some_and(|atom| store.is_derived(atom))
            }
            Condition::Holds(_) | Condition::Possible(_) => unreachable!("binders are scanned"),
        }
    }
}
