//! Replaces views by their conditions. A view is a static relation that a single clause defines: deriving it whole may
//! take more instances than its uses do, and splitting can do more with its conditions than with the view.

use crate::clause::{
    Atom, Clause, ClauseTerm, Condition, PerRelation, RelationId, RelationKind, Variable,
};
use crate::components::components;
use crate::convert::Draft;
use hashbrown::HashMap;

/// Smallest number of arguments of a view: a relation with fewer is small, and shared by its uses.
const MIN_ARITY: usize = 4;

/// Largest number of conditions of a clause after unfolding a view.
const MAX_CONDITIONS: usize = 64;

/// Largest number of variables of a clause after unfolding a view.
const MAX_VARIABLES: u16 = 256;

/// Largest estimated number of words of a condition after unfolding a view.
const MAX_WORDS: usize = 500;

/// Unfolds all clauses of a draft.
pub fn unfold(draft: &mut Draft) {
    let views = views(draft);
    for clause in &mut draft.clauses {
        unfold_clause(clause, &views);
    }
}

/// The clause that defines each view.
type Views = HashMap<RelationId, Clause>;

/// Finds the views and unfolds the views in them.
fn views(draft: &Draft) -> Views {
    let mut clauses: PerRelation<Vec<&Clause>> =
        PerRelation::from(vec![Vec::new(); draft.kinds.len()]);
    draft.clauses.iter().for_each(|clause| clauses[clause.head.relation].push(clause));
    let candidate = |relation: RelationId| match clauses[relation][..] {
        [clause] if is_view(draft, clause) => Some(clause),
        _ => None,
    };
    let relations = |clause: &Clause| {
        clause.body.iter().filter_map(Condition::atom).map(|it| it.relation).collect()
    };
    let edges = draft.kinds.ids().map(|id| candidate(id).map_or(Vec::new(), relations));
    let edges: PerRelation<Vec<RelationId>> = edges.collect();
    let mut views = Views::new();
    // A view comes after the views in its clause; relations that depend on each other are not views.
    for group in components(edges.len(), |relation: RelationId| &edges[relation]) {
        if let [relation] = group[..]
            && !edges[relation].contains(&relation)
            && let Some(clause) = candidate(relation)
        {
            let mut clause = clause.clone();
            unfold_clause(&mut clause, &views);
            views.insert(relation, clause);
        }
    }
    views
}

/// Whether a clause can define a view: its head has different variables as arguments.
fn is_view(draft: &Draft, clause: &Clause) -> bool {
    let mut seen: Vec<Variable> = Vec::new();
    let distinct_variables = clause.head.arguments.iter().all(|argument| match argument {
        ClauseTerm::Variable(variable) if !seen.contains(variable) => {
            seen.push(*variable);
            true
        }
        _ => false,
    });
    draft.kinds[clause.head.relation] == RelationKind::Static
        && clause.head.arguments.len() >= MIN_ARITY
        && distinct_variables
        && !clause.body.is_empty()
}

/// Unfolds the views in a clause, as long as it stays small.
fn unfold_clause(clause: &mut Clause, views: &Views) {
    let mut index = 0;
    while index < clause.body.len() {
        // The views in the clause of a view were unfolded before: the conditions that replace it are skipped.
        index += match unfolded(clause, index, views) {
            Some((body, variables)) => {
                let added = body.len();
                clause.variables = variables;
                clause.body.splice(index..=index, body);
                added
            }
            None => 1,
        };
    }
}

/// Returns the conditions that replace the condition at `index`, and the number of variables of the clause with them;
/// `None` if the condition is not about a view, or the clause would become too large.
fn unfolded(clause: &Clause, index: usize, views: &Views) -> Option<(Vec<Condition>, u16)> {
    let Condition::Holds(atom) = &clause.body[index] else { return None };
    let view = views.get(&atom.relation)?;
    let conditions = clause.body.len() - 1 + view.body.len();
    let most_variables = clause.variables.saturating_add(view.variables);
    let largest = atom.arguments.iter().map(words).max().unwrap_or(0);
    let longest = view.body.iter().map(|condition| condition_words(condition) * largest).max();
    let is_small = conditions <= MAX_CONDITIONS
        && most_variables <= MAX_VARIABLES
        && longest.unwrap_or(0) <= MAX_WORDS;
    is_small.then(|| instance(view, atom, clause.variables))
}

/// Returns the number of symbols, constants and variables of a pattern.
fn words(pattern: &ClauseTerm) -> usize {
    match pattern {
        ClauseTerm::Variable(_) | ClauseTerm::Constant(_) => 1,
        ClauseTerm::Compound(_, parts) => 1 + parts.iter().map(words).sum::<usize>(),
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

/// Returns the conditions of a view with its parameters replaced by the arguments of an atom, and its other variables
/// by new ones, numbered from `variables`; and the number of variables after that.
fn instance(view: &Clause, atom: &Atom, mut variables: u16) -> (Vec<Condition>, u16) {
    let parameters = view.head.arguments.iter().map(|pattern| match pattern {
        ClauseTerm::Variable(variable) => *variable,
        _ => unreachable!("a view's arguments are variables"),
    });
    let mut values: HashMap<Variable, ClauseTerm> =
        parameters.zip(atom.arguments.iter().cloned()).collect();
    let mut substitute = |variable: Variable| {
        values
            .entry(variable)
            .or_insert_with(|| {
                variables += 1;
                ClauseTerm::Variable(Variable(variables - 1))
            })
            .clone()
    };
    let body = view.body.iter().map(|condition| condition.substitute(&mut substitute)).collect();
    (body, variables)
}
