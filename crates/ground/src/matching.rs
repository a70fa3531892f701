//! Patterns and the values of their variables: matching, instantiating, comparing.

use crate::clause::{ClauseTerm, Variable};
use crate::limits::GroundError;
use crate::values::{Value, Values};
use term::TermTable;

/// The value of each variable of a clause, [`UNBOUND`] for one without.
pub type VariableValues = [Value];

/// Marks a variable without a value.
pub const UNBOUND: Value = Value(u32::MAX);

/// Matches a pattern with a value and binds the pattern's variables; returns whether they match. The variables that
/// were bound are added to `trail`, even if the match fails.
pub fn matches(
    values: &Values,
    pattern: &ClauseTerm,
    value: Value,
    bindings: &mut VariableValues,
    trail: &mut Vec<Variable>,
) -> bool {
    match pattern {
        ClauseTerm::Constant(constant) => *constant == value,
        ClauseTerm::Variable(variable) => {
            let bound = &mut bindings[usize::from(variable.0)];
            if *bound == UNBOUND {
                *bound = value;
                trail.push(*variable);
            }
            *bound == value
        }
        ClauseTerm::Compound(symbol, patterns) => {
            let arguments = values.arguments(value);
            values.symbol(value) == *symbol
                && arguments.len() == patterns.len()
                && patterns
                    .iter()
                    .zip(arguments)
                    .all(|(pattern, &value)| matches(values, pattern, value, bindings, trail))
        }
    }
}

/// Interns the value of a pattern whose variables are all bound.
///
/// # Errors
/// If the term is too deep or too large.
pub fn instantiate(
    values: &mut Values,
    pattern: &ClauseTerm,
    bindings: &VariableValues,
) -> Result<Value, GroundError> {
    match pattern {
        ClauseTerm::Constant(value) => Ok(*value),
        ClauseTerm::Variable(variable) => Ok(bindings[usize::from(variable.0)]),
        ClauseTerm::Compound(symbol, patterns) => {
            let parts = patterns.iter().map(|pattern| instantiate(values, pattern, bindings));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            values.intern(*symbol, &parts)
        }
    }
}

/// Returns the value of a pattern whose variables are all bound; `None` if no such value was interned.
pub fn look_up(values: &Values, pattern: &ClauseTerm, bindings: &VariableValues) -> Option<Value> {
    match pattern {
        ClauseTerm::Constant(value) => Some(*value),
        ClauseTerm::Variable(variable) => Some(bindings[usize::from(variable.0)]),
        ClauseTerm::Compound(symbol, patterns) => {
            let parts = patterns.iter().map(|pattern| look_up(values, pattern, bindings));
            values.find(*symbol, &parts.collect::<Option<Vec<_>>>()?)
        }
    }
}

/// Whether two patterns whose variables are all bound are the same term.
pub fn same(
    values: &Values,
    left: &ClauseTerm,
    right: &ClauseTerm,
    bindings: &VariableValues,
) -> bool {
    let resolved = |pattern: &ClauseTerm| match pattern {
        ClauseTerm::Constant(value) => Some(*value),
        ClauseTerm::Variable(variable) => Some(bindings[usize::from(variable.0)]),
        ClauseTerm::Compound(..) => None,
    };
    match (left, resolved(left), right, resolved(right)) {
        (_, Some(left), _, Some(right)) => left == right,
        (ClauseTerm::Compound(symbol, patterns), None, _, Some(value))
        | (_, Some(value), ClauseTerm::Compound(symbol, patterns), None) => {
            let arguments = values.arguments(value);
            values.symbol(value) == *symbol
                && arguments.len() == patterns.len()
                && patterns.iter().zip(arguments).all(|(pattern, &value)| {
                    same(values, pattern, &ClauseTerm::Constant(value), bindings)
                })
        }
        (ClauseTerm::Compound(one, lefts), _, ClauseTerm::Compound(other, rights), _) => {
            one == other
                && lefts.len() == rights.len()
                && lefts.iter().zip(rights).all(|(left, right)| same(values, left, right, bindings))
        }
        _ => unreachable!("only compounds are not resolved"),
    }
}
