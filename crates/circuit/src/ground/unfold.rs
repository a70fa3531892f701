//! Replaces conditions on static relations that one clause defines by that clause's conditions. Such a relation
//! is only a name for them; deriving it whole may take more instances than its uses do, and splitting can do
//! more with its conditions than with the name.

use super::clause::{Atom, Clause, Condition, Kind, Pattern, Variable};
use super::convert::Draft;
use crate::components::components;
use hashbrown::HashMap;

/// A name for conditions of fewer arguments than this is left alone: it is small, and shared by its uses.
const MIN_ARITY: usize = 4;

/// A clause that would get more conditions than this keeps its names.
const MAX_CONDITIONS: usize = 64;

/// A clause that would get more variables than this keeps its names.
const MAX_VARIABLES: u16 = 256;

/// So does one whose terms would have more words than this.
const MAX_WORDS: usize = 500;

/// Unfolds all clauses of a draft.
pub fn unfold(draft: &mut Draft) {
    let views = views(draft);
    for clause in &mut draft.clauses {
        unfold_clause(clause, &views);
    }
}

type Views = HashMap<u32, Clause>;

/// The clauses that only give a name to conditions, unfolded themselves.
fn views(draft: &Draft) -> Views {
    let mut clauses: HashMap<u32, Vec<&Clause>> = HashMap::new();
    for clause in &draft.clauses {
        clauses.entry(clause.head.relation.0).or_default().push(clause);
    }
    let candidate = |relation: u32| match clauses.get(&relation).map(|clauses| &clauses[..]) {
        Some([clause]) if is_view(draft, clause) => Some(*clause),
        _ => None,
    };
    let edges: Vec<Vec<u32>> = (0..draft.kinds.0.len() as u32)
        .map(|relation| {
            candidate(relation).map_or(Vec::new(), |clause| relations(clause).collect())
        })
        .collect();
    let mut views = Views::new();
    // What a name stands for comes before it; names that stand for each other are none.
    for group in components(edges.len(), |relation| &edges[relation as usize]) {
        if let [relation] = group[..]
            && !edges[relation as usize].contains(&relation)
            && let Some(clause) = candidate(relation)
        {
            let mut clause = clause.clone();
            unfold_clause(&mut clause, &views);
            views.insert(relation, clause);
        }
    }
    views
}

/// The relations in the body of a clause.
fn relations(clause: &Clause) -> impl Iterator<Item = u32> + '_ {
    clause.body.iter().filter_map(|condition| match condition {
        Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) => {
            Some(atom.relation.0)
        }
        _ => None,
    })
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
    draft.kinds[clause.head.relation] == Kind::Static
        && clause.head.arguments.len() >= MIN_ARITY
        && distinct_variables
        && !clause.body.is_empty()
}

/// Unfolds the views in a clause, as far as it stays small.
fn unfold_clause(clause: &mut Clause, views: &Views) {
    let mut index = 0;
    while index < clause.body.len() {
        let Condition::Holds(atom) = &clause.body[index] else {
            index += 1;
            continue;
        };
        let Some(view) = views.get(&atom.relation.0) else {
            index += 1;
            continue;
        };
        let conditions = clause.body.len() - 1 + view.body.len();
        let variables = clause.variables.saturating_add(view.variables);
        let largest = atom.arguments.iter().map(words).max().unwrap_or(0);
        let longer = view.body.iter().map(|condition| condition_words(condition) * largest).max();
        let too_long = longer.unwrap_or(0) > MAX_WORDS;
        if conditions > MAX_CONDITIONS || variables > MAX_VARIABLES || too_long {
            index += 1;
            continue;
        }
        let atom = atom.clone();
        let mut body = Vec::new();
        replace(&atom, view, &mut clause.variables, &mut body);
        // The view's own names have been unfolded as far as they can be.
        let added = body.len();
        clause.body.splice(index..=index, body);
        index += added;
    }
}

fn words(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Variable(_) | Pattern::Constant(_) => 1,
        Pattern::Compound(_, parts) => 1 + parts.iter().map(words).sum::<usize>(),
    }
}

fn condition_words(condition: &Condition) -> usize {
    match condition {
        Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) => {
            atom.arguments.iter().map(words).sum()
        }
        Condition::Distinct(left, right) | Condition::Same(left, right) => {
            words(left) + words(right)
        }
    }
}

/// Adds the view's conditions with its variables replaced by the atom's arguments.
fn replace(atom: &Atom, view: &Clause, variables: &mut u16, body: &mut Vec<Condition>) {
    let parameters = view.head.arguments.iter().map(|pattern| match pattern {
        Pattern::Variable(variable) => *variable,
        _ => unreachable!("a view's arguments are variables"),
    });
    let mut values: HashMap<Variable, Pattern> =
        parameters.zip(atom.arguments.iter().cloned()).collect();
    let mut substitute = |variable: Variable| {
        values
            .entry(variable)
            .or_insert_with(|| {
                *variables += 1;
                Pattern::Variable(Variable(*variables - 1))
            })
            .clone()
    };
    body.extend(view.body.iter().map(|condition| condition.substitute(&mut substitute)));
}
