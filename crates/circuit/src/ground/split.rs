//! Splits clauses: a variable that occurs only in some conditions of a body is taken out, together with them,
//! into a relation of its own. The instances of a clause grow with the product of its variables' values, so
//! that two small clauses have far fewer than a big one: `next` of a cell that keeps its content when somebody
//! marks another cell needs no instance per move and cell, only one per move, and one per cell.

use super::clause::{Atom, Clause, Condition, Kind, Pattern, RelationId, Variable, VariableSet};
use super::convert::Draft;
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

/// Clauses with more conditions are not split: finding the parts takes the cube of their number.
const MAX_CONDITIONS: usize = 200;

struct Splitter<'a> {
    /// The relations made so far, by the body they stand for.
    known: HashMap<(Vec<Condition>, Vec<Variable>), RelationId>,
    done: Vec<Clause>,
    draft: &'a mut Draft,
}

impl Splitter<'_> {
    /// Splits one clause as far as possible; clauses of new relations are left to be split in `open`.
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

    /// The condition that stands for the part, and the clause of its relation if that is new.
    fn take_out(&mut self, clause: &Clause, part: &Part) -> (Condition, Option<Clause>) {
        let taken = clause.body.iter().zip(&part.taken);
        let mut body: Vec<Condition> = taken
            .clone()
            .filter(|(_, taken)| **taken)
            .map(|(condition, _)| condition.clone())
            .collect();
        let rest: Vec<&Condition> =
            taken.filter(|(_, taken)| !**taken).map(|(condition, _)| condition).collect();
        self.restrict(&mut body, &rest, part);
        // First without regard to how variables are numbered, so that equal parts of different clauses are
        // found equal.
        body.sort_by_cached_key(|condition| {
            (condition.rename(&mut |_| Variable(0)), condition.clone())
        });
        body.dedup();
        self.named(&body, part)
    }

    /// The condition that stands for a body, about the part's shared variables in it; and the clause of its relation
    /// if that is new.
    fn named(&mut self, body: &[Condition], part: &Part) -> (Condition, Option<Clause>) {
        let (body, order) = canonical(body);
        let places = (0..).map(Variable).zip(&order).filter(|(_, v)| part.shared.contains(**v));
        let (parameters, shared): (Vec<Variable>, Vec<Variable>) = places.unzip();
        let arguments = |variables: &[Variable]| {
            variables.iter().map(|&variable| Pattern::Variable(variable)).collect()
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

    /// Adds conditions that keep the part's instances to those that can matter for the rest of the clause, and
    /// bind the variables that the part itself does not bind.
    fn restrict(&mut self, body: &mut Vec<Condition>, rest: &[&Condition], part: &Part) {
        for condition in rest {
            let (Condition::Holds(atom) | Condition::Possible(atom)) = condition else { continue };
            let variables = VariableSet::of(condition);
            if variables.len() > 0 && variables.within(&part.variables) {
                body.push(Condition::Possible(atom.clone()));
            } else if !self.dynamic(condition) && meets(&variables, &part.shared) {
                body.push(self.domain(atom, part));
            }
        }
        let mut bound = VariableSet::default();
        for condition in body.iter().filter(|condition| condition.binds()) {
            bound.extend(&VariableSet::of(condition));
        }
        for variable in part.shared.iter() {
            if bound.contains(variable) {
                continue;
            }
            let binds = |condition: &&&Condition| {
                condition.binds() && VariableSet::of(condition).contains(variable)
            };
            let mut binders: Vec<&&Condition> = rest.iter().filter(binds).collect();
            binders.sort_by_key(|condition| self.dynamic(condition));
            let binder = binders.first().expect("a positive condition binds every variable");
            let (Condition::Holds(atom) | Condition::Possible(atom)) = **binder else {
                unreachable!("it binds")
            };
            let atom = atom.clone();
            let domain = self.domain(&atom, part);
            bound.extend(&VariableSet::of(&domain));
            body.push(domain);
        }
    }

    fn dynamic(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Holds(atom) | Condition::Possible(atom) => {
                self.draft.kinds[atom.relation] != Kind::Static
            }
            _ => true,
        }
    }

    /// The condition that the part's variables in the atom have values for which the atom is possible.
    fn domain(&mut self, atom: &Atom, part: &Part) -> Condition {
        let possible = Condition::Possible(atom.clone());
        if VariableSet::of_atom(atom).within(&part.shared) {
            return possible;
        }
        let (condition, new) = self.named(&[possible], part);
        self.done.extend(new);
        condition
    }
}

/// Whether a condition about some variables says which values several of the others have together.
fn meets(variables: &VariableSet, others: &VariableSet) -> bool {
    variables.iter().filter(|&variable| others.contains(variable)).count() > 1
}

/// A part of a body to be taken out.
struct Part {
    /// Which conditions.
    taken: Vec<bool>,
    /// The variables in them.
    variables: VariableSet,
    /// Those of them that occur elsewhere in the clause.
    shared: VariableSet,
}

/// The part with the fewest variables among those that make the clause smaller, if there is one.
fn choose(clause: &Clause) -> Option<Part> {
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
        // What only restricts goes along with every part: taking out everything else would change nothing.
        let whole = clause
            .body
            .iter()
            .zip(&taken)
            .all(|(condition, &taken)| taken || matches!(condition, Condition::Possible(_)));
        if whole {
            return None;
        }
        let mut shared = VariableSet::default();
        variables.iter().filter(|&v| elsewhere.contains(v)).for_each(|v| shared.insert(v));
        Some(Part { taken, variables, shared })
    });
    parts.min_by_key(|part| (part.variables.len(), part.shared.len()))
}

/// The conditions with their variables numbered in the order of their first occurrence, and that order.
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
