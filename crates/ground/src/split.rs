//! Splits clauses: the conditions with a variable that occurs nowhere else in the clause become a relation of their
//! own, from which the variable is projected away. The instances of a clause grow with the product of its variables'
//! values, so that two small clauses have far fewer than a large one: `next` of a cell that keeps its content when
//! somebody marks another cell needs no instance for each move and cell, only one for each move, and one for each cell.

use crate::clause::{Atom, Clause, ClauseTerm, Condition, RelationId, RelationKind, Variable};
use crate::convert::Draft;
use crate::variable_set::VariableSet;
use hashbrown::HashMap;

/// Splits all clauses of a draft.
pub fn split(draft: &mut Draft) {
    let mut splitter = Splitter { known: HashMap::new(), done: Vec::new(), draft };
    let mut open = std::mem::take(&mut splitter.draft.clauses);
    open.reverse();
    while let Some(clause) = open.pop() {
        splitter.clause(clause, &mut open);
    }
    draft.clauses = std::mem::take(&mut splitter.done);
}

/// Largest number of conditions of a clause that is split: the time to find its parts grows with the cube of it.
const MAX_CONDITIONS: usize = 200;

/// The state of splitting clauses into smaller ones.
struct Splitter<'a> {
    /// The relations made so far, by the body and the parameters of their clause.
    known: HashMap<(Vec<Condition>, Vec<Variable>), RelationId>,
    /// The clauses that need no more splitting.
    done: Vec<Clause>,
    draft: &'a mut Draft,
}

impl Splitter<'_> {
    /// Splits a clause as far as possible and adds the clauses of new relations to `open`.
    fn clause(&mut self, mut clause: Clause, open: &mut Vec<Clause>) {
        if clause.body.len() > MAX_CONDITIONS {
            self.done.push(clause);
            return;
        }
        while let Some(part) = choose(&clause) {
            let (condition, new) = self.take_out(&clause, &part);
            open.extend(new);
            let mut index = 0;
            clause.body.retain(|_| {
                index += 1;
                !part.taken[index - 1]
            });
            clause.body.push(condition);
        }
        self.done.push(clause);
    }

    /// Returns the condition that replaces a part, and the clause of its relation if that is new.
    fn take_out(&mut self, clause: &Clause, part: &SplitPart) -> (Condition, Option<Clause>) {
        let taken = clause.body.iter().zip(&part.taken);
        let mut body: Vec<Condition> = taken
            .clone()
            .filter(|(_, taken)| **taken)
            .map(|(condition, _)| condition.clone())
            .collect();
        let rest: Vec<&Condition> =
            taken.filter(|(_, taken)| !**taken).map(|(condition, _)| condition).collect();
        self.restrict(&mut body, &rest, part);
        // The numbers of variables come last in the order, so that equal parts of different clauses are found equal.
        body.sort_by_cached_key(|condition| {
            (condition.rename(&mut |_| Variable(0)), condition.clone())
        });
        body.dedup();
        self.named(&body, part)
    }

    /// Returns the condition that replaces a body, with the shared variables of the part as arguments; and the clause
    /// of its relation if that is new.
    fn named(&mut self, body: &[Condition], part: &SplitPart) -> (Condition, Option<Clause>) {
        let (body, order) = canonical(body);
        let places = (0..).map(Variable).zip(&order).filter(|(_, v)| part.shared.contains(**v));
        let (parameters, shared): (Vec<Variable>, Vec<Variable>) = places.unzip();
        let arguments = |variables: &[Variable]| {
            variables.iter().map(|&variable| ClauseTerm::Variable(variable)).collect()
        };
        let key = (body, parameters);
        let (relation, new) = match self.known.get(&key) {
            Some(&relation) => (relation, None),
            None => {
                let relation = self.draft.add_relation(self.draft.kind_of_body(&key.0));
                let head = Atom { relation, arguments: arguments(&key.1) };
                let new = Clause { head, body: key.0.clone(), variables: order.len() as u16 };
                self.known.insert(key, relation);
                (relation, Some(new))
            }
        };
        (Condition::Holds(Atom { relation, arguments: arguments(&shared) }), new)
    }

    /// Adds conditions to a part that restrict its instances to those that can matter for the rest of the clause, and
    /// bind the variables that the part itself does not bind.
    fn restrict(&mut self, body: &mut Vec<Condition>, rest: &[&Condition], part: &SplitPart) {
        for condition in rest {
            let Some(atom) = condition.binder() else { continue };
            let variables = VariableSet::of(condition);
            if variables.len() > 0 && variables.within(&part.variables) {
                body.push(Condition::Possible(atom.clone()));
            } else if self.is_static(atom) && variables.intersection(&part.shared).len() > 1 {
                body.push(self.domain(atom, part));
            }
        }
        let mut bound = VariableSet::default();
        let binders = body.iter().filter_map(Condition::binder);
        binders.for_each(|atom| bound.extend(&VariableSet::of_atom(atom)));
        for variable in part.shared.iter() {
            if bound.contains(variable) {
                continue;
            }
            let binders = rest.iter().filter_map(|condition| condition.binder());
            let binders = binders.filter(|it| VariableSet::of_atom(it).contains(variable));
            let binder = binders.min_by_key(|atom| !self.is_static(atom));
            let binder = binder.expect("a positive condition binds every variable");
            let domain = self.domain(binder, part);
            bound.extend(&VariableSet::of(&domain));
            body.push(domain);
        }
    }

    fn is_static(&self, atom: &Atom) -> bool {
        self.draft.kinds[atom.relation] == RelationKind::Static
    }

    /// Returns the condition that the values of the variables which an atom shares with the part occur in some possible
    /// instance of the atom.
    fn domain(&mut self, atom: &Atom, part: &SplitPart) -> Condition {
        let possible = Condition::Possible(atom.clone());
        if VariableSet::of_atom(atom).within(&part.shared) {
            return possible;
        }
        let (condition, new) = self.named(&[possible], part);
        self.done.extend(new);
        condition
    }
}

/// The conditions of a body with a certain variable.
struct SplitPart {
    /// Whether each condition of the body belongs to the part.
    taken: Vec<bool>,
    /// The variables in the part.
    variables: VariableSet,
    /// The variables that occur in the rest of the clause as well.
    shared: VariableSet,
}

/// Returns the part with the fewest variables among those that make the clause smaller; `None` if no part does.
fn choose(clause: &Clause) -> Option<SplitPart> {
    let sets: Vec<VariableSet> = clause.body.iter().map(VariableSet::of).collect();
    let head = VariableSet::of_atom(&clause.head);
    let mut all = head.clone();
    sets.iter().for_each(|set| all.extend(set));
    let parts = all.iter().filter(|&variable| !head.contains(variable)).filter_map(|variable| {
        let taken: Vec<bool> = sets.iter().map(|set| set.contains(variable)).collect();
        let mut variables = VariableSet::default();
        let mut elsewhere = head.clone();
        for (set, &taken) in sets.iter().zip(&taken) {
            if taken { &mut variables } else { &mut elsewhere }.extend(set);
        }
        // Taking out everything but conditions that only restrict would change nothing.
        let whole = clause
            .body
            .iter()
            .zip(&taken)
            .all(|(condition, &taken)| taken || matches!(condition, Condition::Possible(_)));
        if whole {
            return None;
        }
        let shared = variables.intersection(&elsewhere);
        Some(SplitPart { taken, variables, shared })
    });
    parts.min_by_key(|part| (part.variables.len(), part.shared.len()))
}

/// Renumbers variables in the order of their first occurrence; returns the conditions and that order.
fn canonical(body: &[Condition]) -> (Vec<Condition>, Vec<Variable>) {
    let mut order: Vec<Variable> = Vec::new();
    let mut name = |variable: Variable| {
        let known = order.iter().position(|&other| other == variable);
        Variable(known.unwrap_or_else(|| {
            order.push(variable);
            order.len() - 1
        }) as u16)
    };
    let body = body.iter().map(|condition| condition.rename(&mut name)).collect();
    (body, order)
}
