//! Plans of joins: the order in which the conditions of a clause are matched, those expected to have fewest matches
//! first.

use crate::clause::{Atom, Clause, ClauseTerm, Condition, PerRelation, RelationKind};
use crate::index::shapes;
use crate::store::{IndexId, Store};
use crate::values::Values;
use crate::variable_set::VariableSet;

/// One step of a plan.
pub enum JoinStep {
    /// Goes through the atoms that match a condition. `before` says that the condition comes before the trigger in the
    /// body: the atom of the trigger is skipped, because its matches here are found from the other condition.
    Scan { condition: usize, index: IndexId, before: bool },
    /// Tests a condition whose variables are all bound.
    Test { condition: usize },
}

/// An order in which to match the conditions of a clause.
pub struct JoinPlan {
    pub steps: Vec<JoinStep>,
    /// Number of derived atoms when the plan was made.
    made_at: usize,
}

impl JoinPlan {
    /// Whether the number of derived atoms has grown enough since the plan was made that another order may be better.
    pub fn is_outdated(&self, store: &Store) -> bool {
        store.derived.len() > 4 * self.made_at + 256
    }
}

/// Number of rows that an empty relation is assumed to have.
const UNKNOWN_ROWS: f64 = 64.0;

/// Makes a plan for a clause; `trigger` is the index of the condition that is matched with a given atom before the plan
/// begins.
pub fn plan(
    clause: &Clause,
    trigger: Option<usize>,
    kinds: &PerRelation<RelationKind>,
    store: &mut Store,
    values: &Values,
) -> JoinPlan {
    let mut bound = VariableSet::default();
    if let Some(trigger) = trigger {
        bound.extend(&VariableSet::of(&clause.body[trigger]));
    }
    let open = (0..clause.body.len()).filter(|&index| Some(index) != trigger).collect();
    let made_at = store.derived.len();
    let mut planner = Planner { clause, kinds, store, values, bound, open, steps: Vec::new() };
    planner.add_tests();
    while let Some((condition, atom)) = planner.cheapest() {
        planner.scan(condition, atom, trigger);
        planner.add_tests();
    }
    JoinPlan { steps: planner.steps, made_at }
}

/// A plan that is being made.
struct Planner<'a> {
    clause: &'a Clause,
    kinds: &'a PerRelation<RelationKind>,
    store: &'a mut Store,
    values: &'a Values,
    /// The variables bound by the steps so far.
    bound: VariableSet,
    /// Indexes of the conditions for which the plan has no step yet.
    open: Vec<usize>,
    steps: Vec<JoinStep>,
}

impl<'a> Planner<'a> {
    /// Adds the tests whose variables are bound.
    fn add_tests(&mut self) {
        let Planner { clause, kinds, bound, open, steps, .. } = self;
        open.retain(|&condition| {
            let is_possible = is_test(&clause.body[condition], kinds)
                && VariableSet::of(&clause.body[condition]).within(bound);
            if is_possible {
                steps.push(JoinStep::Test { condition });
            }
            !is_possible
        });
    }

    /// Returns the open condition that is expected to have the fewest matches; `None` if no open condition binds
    /// variables.
    fn cheapest(&mut self) -> Option<(usize, &'a Atom)> {
        let mut best: Option<(f64, usize, &Atom)> = None;
        for &condition in &self.open {
            let Some(atom) = self.clause.body[condition].binder() else { continue };
            let cost = estimate(atom, self.kinds, self.store, self.values, &self.bound);
            if best.is_none_or(|(least, ..)| cost.total_cmp(&least).is_lt()) {
                best = Some((cost, condition, atom));
            }
        }
        best.map(|(_, condition, atom)| (condition, atom))
    }

    fn scan(&mut self, condition: usize, atom: &Atom, trigger: Option<usize>) {
        self.open.retain(|&other| other != condition);
        let shapes = shapes(atom, &|variable| self.bound.contains(variable));
        let index = self.store.index(self.values, atom.relation, shapes);
        let before = trigger.is_some_and(|trigger| condition < trigger);
        self.steps.push(JoinStep::Scan { condition, index, before });
        self.bound.extend(&VariableSet::of_atom(atom));
    }
}

/// Whether a condition is a test. The others bind variables, or are recorded in ground rules.
fn is_test(condition: &Condition, kinds: &PerRelation<RelationKind>) -> bool {
    match condition {
        Condition::Fails(atom) => kinds[atom.relation] == RelationKind::Static,
        Condition::Distinct(..) | Condition::Same(..) => true,
        Condition::Holds(_) | Condition::Possible(_) => false,
    }
}

/// Estimates the number of stored atoms that match an atom when some variables are bound.
fn estimate(
    atom: &Atom,
    kinds: &PerRelation<RelationKind>,
    store: &mut Store,
    values: &Values,
    bound: &VariableSet,
) -> f64 {
    if VariableSet::of_atom(atom).within(bound) {
        return 0.0;
    }
    if kinds[atom.relation] == RelationKind::Static {
        let shapes = shapes(atom, &|variable| bound.contains(variable));
        let index = store.index(values, atom.relation, shapes);
        return store.rows_per_key(atom.relation, index);
    }
    let (mut free, mut parts) = (0, 0);
    atom.arguments.iter().for_each(|pattern| count_parts(pattern, bound, &mut free, &mut parts));
    let rows = (store.visible(atom.relation).len() as f64).max(UNKNOWN_ROWS);
    rows.powf(f64::from(free) / f64::from(parts))
}

/// Adds the numbers of unbound variables, and of all variables and constants, of a pattern.
fn count_parts(pattern: &ClauseTerm, bound: &VariableSet, free: &mut u32, parts: &mut u32) {
    match pattern {
        ClauseTerm::Variable(variable) => {
            *parts += 1;
            *free += u32::from(!bound.contains(*variable));
        }
        ClauseTerm::Constant(_) => *parts += 1,
        ClauseTerm::Compound(_, patterns) => {
            patterns.iter().for_each(|pattern| count_parts(pattern, bound, free, parts));
        }
    }
}
