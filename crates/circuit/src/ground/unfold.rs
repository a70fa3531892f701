//! Replaces conditions on static relations that one clause defines by that clause's conditions. Such a relation
//! is only a name for them; deriving it whole may take more instances than its uses do, and splitting can do
//! more with its conditions than with the name.

use super::clause::{Atom, Clause, Condition, Kind, Pattern, Variable};
use super::convert::Draft;
use hashbrown::HashMap;

/// A name for conditions of fewer arguments than this is left alone: it is small, and shared by its uses.
const MIN_ARITY: usize = 4;

/// Unfolds all clauses of a draft.
pub fn unfold(draft: &mut Draft) {
    let mut views = views(draft);
    // A view may use others: from the inside out, as often as they are nested. A circle is no view.
    for _ in 0..8 {
        let before = views.clone();
        let mut changed = false;
        for view in views.values_mut() {
            changed |= unfold_clause(view, &before);
        }
        if !changed {
            break;
        }
    }
    for clause in &mut draft.clauses {
        unfold_clause(clause, &views);
    }
}

type Views = HashMap<u32, Clause>;

/// The clauses that only give a name to conditions.
fn views(draft: &Draft) -> Views {
    let mut clauses: HashMap<u32, Vec<&Clause>> = HashMap::new();
    for clause in &draft.clauses {
        clauses.entry(clause.head.relation.0).or_default().push(clause);
    }
    let single = clauses.into_iter().filter_map(|(relation, clauses)| match clauses[..] {
        [clause] if is_view(draft, clause) => Some((relation, clause.clone())),
        _ => None,
    });
    single.collect()
}

fn is_view(draft: &Draft, clause: &Clause) -> bool {
    let mut seen: Vec<Variable> = Vec::new();
    let distinct_variables = clause.head.arguments.iter().all(|argument| match argument {
        Pattern::Variable(variable) if !seen.contains(variable) => {
            seen.push(*variable);
            true
        }
        _ => false,
    });
    let own = clause.head.relation;
    let recursive = clause.body.iter().any(|condition| match condition {
        Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) => {
            atom.relation == own
        }
        _ => false,
    });
    draft.kinds[own] == Kind::Static
        && clause.head.arguments.len() >= MIN_ARITY
        && distinct_variables
        && !recursive
        && !clause.body.is_empty()
}

/// Unfolds the views in a clause; whether there were any.
fn unfold_clause(clause: &mut Clause, views: &Views) -> bool {
    let mut changed = false;
    let mut body = Vec::with_capacity(clause.body.len());
    for condition in std::mem::take(&mut clause.body) {
        match &condition {
            Condition::Holds(atom)
                if views.contains_key(&atom.relation.0) && clause.variables < 256 =>
            {
                replace(atom, &views[&atom.relation.0], &mut clause.variables, &mut body);
                changed = true;
            }
            _ => body.push(condition),
        }
    }
    clause.body = body;
    changed
}

/// Adds the view's conditions with its variables replaced by the atom's arguments.
fn replace(atom: &Atom, view: &Clause, variables: &mut u16, body: &mut Vec<Condition>) {
    let parameters = view.head.arguments.iter().map(|pattern| match pattern {
        Pattern::Variable(variable) => *variable,
        _ => unreachable!("a view's arguments are variables"),
    });
    let mut values: HashMap<Variable, Pattern> =
        parameters.zip(atom.arguments.iter().cloned()).collect();
    let mut substitute = |pattern: Variable| {
        values
            .entry(pattern)
            .or_insert_with(|| {
                *variables += 1;
                Pattern::Variable(Variable(*variables - 1))
            })
            .clone()
    };
    body.extend(view.body.iter().map(|condition| condition.substitute(&mut substitute)));
}
