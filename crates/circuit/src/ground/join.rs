//! Joins: in which order the conditions of a clause are looked at, and the walk through the stored atoms that
//! finds all ways to satisfy them.

use super::clause::{Atom, ById, Clause, Condition, Kind, Pattern, Variable, VariableSet};
use super::store::{AtomId, IndexId, Store, UNBOUND, matches, shapes};
use super::values::{Value, Values};
use crate::limits::{Limits, Stop};

/// One step of a plan.
enum Step {
    /// Go through the atoms that match condition `condition`; `before` says that the atom that set off the join
    /// is not among them.
    Scan { condition: usize, index: IndexId, before: bool },
    /// Test a condition whose variables are all bound.
    Test { condition: usize },
}

/// An order in which to look at the conditions of a clause.
pub struct Plan {
    steps: Vec<Step>,
    /// How many atoms there were when it was made.
    pub made_at: usize,
}

/// How many rows a relation is taken to have when it has none yet.
const UNKNOWN_ROWS: f64 = 64.0;

/// Plans a clause; `trigger` is the condition that is matched first with a given atom.
pub fn plan(
    clause: &Clause,
    trigger: Option<usize>,
    kinds: &ById<Kind>,
    store: &mut Store,
    values: &Values,
) -> Plan {
    let made_at = store.derived.len();
    let mut bound = VariableSet::default();
    if let Some(trigger) = trigger {
        bound.extend(&VariableSet::of(&clause.body[trigger]));
    }
    let mut open: Vec<usize> =
        (0..clause.body.len()).filter(|&index| Some(index) != trigger).collect();
    let mut steps = Vec::new();
    loop {
        open.retain(|&condition| {
            let test = test_possible(&clause.body[condition], kinds, &bound);
            if test == Some(true) {
                steps.push(Step::Test { condition });
            }
            test.is_none() || test == Some(false)
        });
        let binders = open.iter().filter(|&&condition| clause.body[condition].binds());
        let costs = binders.map(|&condition| {
            (estimate(&clause.body[condition], kinds, store, values, &bound), condition)
        });
        let Some((_, condition)) = costs.min_by(|left, right| left.0.total_cmp(&right.0)) else {
            break;
        };
        open.retain(|&other| other != condition);
        let (Condition::Holds(atom) | Condition::Possible(atom)) = &clause.body[condition] else {
            unreachable!("only these bind")
        };
        let shapes = shapes(atom, &|variable| bound.contains(variable));
        let index = store.index(values, atom.relation, shapes);
        let before = trigger.is_some_and(|trigger| condition < trigger);
        steps.push(Step::Scan { condition, index, before });
        bound.extend(&VariableSet::of(&clause.body[condition]));
    }
    Plan { steps, made_at }
}

/// Whether the condition can be tested now; `None` if it never is, because ground rules record it.
fn test_possible(condition: &Condition, kinds: &ById<Kind>, bound: &VariableSet) -> Option<bool> {
    match condition {
        Condition::Fails(atom) if kinds[atom.relation] != Kind::Static => Some(false),
        Condition::Fails(_) | Condition::Distinct(..) | Condition::Same(..) => {
            Some(VariableSet::of(condition).within(bound))
        }
        Condition::Holds(_) | Condition::Possible(_) => None,
    }
}

/// How many atoms are expected to match a condition.
fn estimate(
    condition: &Condition,
    kinds: &ById<Kind>,
    store: &mut Store,
    values: &Values,
    bound: &VariableSet,
) -> f64 {
    let (Condition::Holds(atom) | Condition::Possible(atom)) = condition else {
        unreachable!("only these bind")
    };
    if VariableSet::of(condition).within(bound) {
        return 0.0;
    }
    if kinds[atom.relation] == Kind::Static {
        let shapes = shapes(atom, &|variable| bound.contains(variable));
        let index = store.index(values, atom.relation, shapes);
        return store.rows_per_key(atom.relation, index);
    }
    let (mut free, mut parts) = (0, 0);
    atom.arguments.iter().for_each(|pattern| count_parts(pattern, bound, &mut free, &mut parts));
    let rows = (store.visible(atom.relation).len() as f64).max(UNKNOWN_ROWS);
    rows.powf(f64::from(free) / f64::from(parts))
}

fn count_parts(pattern: &Pattern, bound: &VariableSet, free: &mut u32, parts: &mut u32) {
    match pattern {
        Pattern::Variable(variable) => {
            *parts += 1;
            *free += u32::from(!bound.contains(*variable));
        }
        Pattern::Constant(_) => *parts += 1,
        Pattern::Compound(_, patterns) => {
            patterns.iter().for_each(|pattern| count_parts(pattern, bound, free, parts));
        }
    }
}

/// The ways found to satisfy a clause.
#[derive(Default)]
pub struct Found {
    /// What the variables stand for, clause after clause.
    pub bindings: Vec<Value>,
    /// The atoms that match the conditions, one for each condition (a test has none: [`NO_ATOM`]).
    pub atoms: Vec<AtomId>,
    /// How many ways.
    pub count: usize,
}

/// Stands in the place of a condition that no atom matches.
pub const NO_ATOM: AtomId = AtomId(u32::MAX);

/// The memory of a walk, used again and again.
#[derive(Default)]
pub struct Walk {
    bindings: Vec<Value>,
    atoms: Vec<AtomId>,
    trail: Vec<Variable>,
    frames: Vec<Frame>,
    /// Rows looked at so far, by all walks.
    pub steps: u64,
    pub found: Found,
}

/// Where a scan stands.
struct Frame {
    next: usize,
    trail: usize,
}

/// Asks whether to go on every so many steps.
const ASK_EVERY: u64 = 1 << 16;

/// What a plan costs, in steps for each pair of conditions.
const PLANNING: u64 = 8;

impl Walk {
    /// Finds all ways to satisfy a clause, with `start` matched to its trigger.
    pub fn run(
        &mut self,
        clause: &Clause,
        plan: &Plan,
        start: Option<(usize, AtomId)>,
        store: &Store,
        values: &Values,
        limits: &Limits,
    ) -> Result<(), Stop> {
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
            let (Condition::Holds(pattern) | Condition::Possible(pattern)) = &clause.body[trigger]
            else {
                unreachable!("only these are triggers")
            };
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

    fn walk(
        &mut self,
        clause: &Clause,
        steps: &[Step],
        start: Option<AtomId>,
        store: &Store,
        values: &Values,
        limits: &Limits,
    ) -> Result<(), Stop> {
        self.frames.push(Frame { next: 0, trail: self.trail.len() });
        while let Some(&Frame { next, trail }) = self.frames.last() {
            let depth = self.frames.len() - 1;
            self.frames[depth].next += 1;
            self.undo(trail);
            let advance = match steps.get(depth) {
                None => {
                    if next == 0 {
                        self.emit(limits)?;
                    }
                    false
                }
                Some(Step::Test { condition }) => {
                    next == 0 && self.test(&clause.body[*condition], store, values)
                }
                Some(Step::Scan { condition, index, before }) => {
                    let (Condition::Holds(atom) | Condition::Possible(atom)) =
                        &clause.body[*condition]
                    else {
                        unreachable!("only these are scanned")
                    };
                    let rows = store.candidates(atom, *index, &self.bindings);
                    let mut next = next;
                    let mut found = false;
                    while let Some(&row) = rows.get(next) {
                        next += 1;
                        self.count(1, limits)?;
                        if *before && Some(row) == start {
                            continue;
                        }
                        if self.matches(atom, row, store, values) {
                            self.atoms[*condition] = row;
                            found = true;
                            break;
                        }
                        self.undo(trail);
                    }
                    self.frames[depth].next = next;
                    found
                }
            };
            if advance {
                self.frames.push(Frame { next: 0, trail: self.trail.len() });
            } else {
                self.frames.pop();
            }
        }
        Ok(())
    }

    fn undo(&mut self, trail: usize) {
        for variable in self.trail.drain(trail..) {
            self.bindings[usize::from(variable.0)] = UNBOUND;
        }
    }

    /// Counts the planning of a clause.
    pub fn count_plan(&mut self, clause: &Clause, limits: &Limits) -> Result<(), Stop> {
        let conditions = clause.body.len() as u64;
        self.count(1 + PLANNING * conditions * conditions, limits)
    }

    /// Counts steps of work.
    pub fn count(&mut self, steps: u64, limits: &Limits) -> Result<(), Stop> {
        let before = self.steps;
        self.steps += steps;
        if before / ASK_EVERY != self.steps / ASK_EVERY {
            if self.steps > limits.steps {
                return Err(Stop::Steps);
            }
            if !(limits.go_on)() {
                return Err(Stop::Interrupted);
            }
        }
        Ok(())
    }

    fn emit(&mut self, limits: &Limits) -> Result<(), Stop> {
        let found = &self.found;
        let bytes =
            (found.bindings.len() + found.atoms.len() + self.bindings.len()) * size_of::<Value>();
        // Half of the memory is left for what is made of them.
        if bytes >> 19 >= limits.memory {
            return Err(Stop::Memory);
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
            Condition::Holds(_) | Condition::Possible(_) => unreachable!("these are scanned"),
        }
    }
}

/// The value of a pattern whose variables are bound, if it has been met.
fn look_up(values: &Values, pattern: &Pattern, bindings: &[Value]) -> Option<Value> {
    match pattern {
        Pattern::Constant(value) => Some(*value),
        Pattern::Variable(variable) => Some(bindings[usize::from(variable.0)]),
        Pattern::Compound(symbol, patterns) => {
            let parts = patterns.iter().map(|pattern| look_up(values, pattern, bindings));
            values.find(*symbol, &parts.collect::<Option<Vec<_>>>()?)
        }
    }
}

/// Whether two patterns whose variables are bound stand for the same term.
fn same(values: &Values, left: &Pattern, right: &Pattern, bindings: &[Value]) -> bool {
    let resolved = |pattern: &Pattern| match pattern {
        Pattern::Constant(value) => Some(*value),
        Pattern::Variable(variable) => Some(bindings[usize::from(variable.0)]),
        Pattern::Compound(..) => None,
    };
    match (left, resolved(left), right, resolved(right)) {
        (_, Some(left), _, Some(right)) => left == right,
        (Pattern::Compound(symbol, patterns), None, _, Some(value))
        | (_, Some(value), Pattern::Compound(symbol, patterns), None) => {
            let arguments = values.arguments(value);
            values.symbol(value) == *symbol
                && arguments.len() == patterns.len()
                && patterns.iter().zip(arguments).all(|(pattern, &value)| {
                    same(values, pattern, &Pattern::Constant(value), bindings)
                })
        }
        (Pattern::Compound(one, lefts), _, Pattern::Compound(other, rights), _) => {
            one == other
                && lefts.len() == rights.len()
                && lefts.iter().zip(rights).all(|(left, right)| same(values, left, right, bindings))
        }
        _ => unreachable!("what is not compound is resolved"),
    }
}
