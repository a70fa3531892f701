//! Features as rules: the bindings of each feature become facts of the next state, so that any machine of these rules
//! can count them.
//!
//! Used to verify feature counters by other machines; the verification itself is in `comparison`.

use super::feature_text::{atom_text, term_text, variable_name};
use super::formula::{Feature, Formula, Term};
use super::rule_base::RuleBase;
use super::substitution::Substitution;
use game::{Machine, State};
use gdl::{Symbol, Symbols};
use std::collections::BTreeSet;

/// Prefix of the facts; the number of the feature follows.
pub const COUNTED: &str = "agon.counted.";

/// Returns rules to be added to those of the game: for each feature a fact of the next state for each binding, and the
/// facts of counting relations. They depend on the present state only.
pub fn rules(features: &[Feature], rule_base: &RuleBase) -> String {
    let symbols = &rule_base.symbols;
    let mut writer = RuleWriter { symbols, text: String::new(), helpers: 0 };
    for (number, feature) in features.iter().enumerate() {
        let head = applied(&format!("{COUNTED}{number}"), &feature.variables);
        let context = NegationContext::of(&feature.formula, symbols);
        let body = writer.conditions(&feature.formula, &context);
        writer.rule(&format!("(next {head})"), &body);
    }
    let mut orders: BTreeSet<Symbol> = BTreeSet::new();
    for feature in features {
        feature.formula.each_atom(&mut |atom| {
            if rule_base.counts(atom.relation) {
                orders.insert(atom.relation);
            }
        });
    }
    for clause in orders.into_iter().flat_map(|order| rule_base.clauses(order)) {
        writer.text.push_str(&atom_text(&clause.head, symbols));
        writer.text.push('\n');
    }
    writer.text
}

/// Counts the bindings of each feature in the state before this one, by a machine of the game's rules with the added
/// ones.
pub fn counted(machine: &dyn Machine, after: &State, features: usize) -> Vec<u32> {
    let mut counts = vec![0; features];
    for fact in machine.facts(after) {
        let term = machine.vocabulary().fact_term(fact);
        let number: Option<usize> =
            term.name().strip_prefix(COUNTED).and_then(|number| number.parse().ok());
        if let Some(count) = number.and_then(|number| counts.get_mut(number)) {
            *count += 1;
        }
    }
    counts
}

/// The text of the rules that are written.
struct RuleWriter<'a> {
    symbols: &'a Symbols,
    text: String,
    /// Number of helper relations.
    helpers: usize,
}

impl RuleWriter<'_> {
    fn rule(&mut self, head: &str, body: &[String]) {
        self.text.push_str(&format!("(<= {head} {})\n", body.join(" ")));
    }

    fn conditions(&mut self, formula: &Formula, context: &NegationContext) -> Vec<String> {
        formula.conjuncts().iter().map(|part| self.condition(part, context)).collect()
    }

    /// Writes a formula as a condition. A negated formula becomes a helper relation, whose body repeats the atoms that
    /// bind its variables outside.
    fn condition(&mut self, formula: &Formula, context: &NegationContext) -> String {
        let symbols = self.symbols;
        match formula {
            Formula::True => "(or)".to_owned(),
            Formula::False => "(distinct 0 0)".to_owned(),
            Formula::Atom(atom) => atom_text(atom, symbols),
            Formula::Same(one, other) => {
                format!(
                    "(not (distinct {} {}))",
                    term_text(one, symbols),
                    term_text(other, symbols)
                )
            }
            Formula::Distinct(one, other) => {
                format!("(distinct {} {})", term_text(one, symbols), term_text(other, symbols))
            }
            Formula::And(_) => format!("(and {})", self.conditions(formula, context).join(" ")),
            Formula::Or(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.condition(part, context)).collect();
                format!("(or {})", parts.join(" "))
            }
            Formula::Not(inner) => {
                let inner = &context.settled(inner);
                let within = context.with(inner, symbols);
                let mut body = context.atoms.clone();
                body.extend(self.conditions(inner, &within));
                let shared: Vec<u32> = inner
                    .variables()
                    .into_iter()
                    .filter(|it| context.variables.contains(it))
                    .collect();
                let head = applied(&format!("agon.aid.{}", self.helpers), &shared);
                self.helpers += 1;
                self.rule(&head, &body);
                format!("(not {head})")
            }
        }
    }
}

/// The formula around a negation.
struct NegationContext {
    /// The variables that occur outside of negations.
    variables: Vec<u32>,
    /// The atoms that all have to be true.
    atoms: Vec<String>,
}

impl NegationContext {
    /// Returns the context that a formula is for its negations.
    fn of(formula: &Formula, symbols: &Symbols) -> NegationContext {
        let atoms = formula.conjuncts().iter().filter_map(|part| match part {
            Formula::Atom(atom) => Some(atom_text(atom, symbols)),
            _ => None,
        });
        NegationContext { variables: outside(formula), atoms: atoms.collect() }
    }

    /// Substitutes the variables of a negated formula that nothing outside binds and that it equates with terms.
    fn settled(&self, inner: &Formula) -> Formula {
        let mut substitution = Substitution::default();
        let mut rest = Vec::new();
        for part in inner.conjuncts() {
            let is_own =
                |term: &Term| matches!(term, Term::Variable(it) if !self.variables.contains(it));
            let is_settled = match part {
                Formula::Same(own, other) | Formula::Same(other, own) if is_own(own) => {
                    substitution.unify(own, other)
                }
                _ => false,
            };
            if !is_settled {
                rest.push(part.clone());
            }
        }
        substitution.formula(&Formula::all(rest))
    }

    /// Adds a formula within this context.
    fn with(&self, formula: &Formula, symbols: &Symbols) -> NegationContext {
        let NegationContext { variables, atoms } = NegationContext::of(formula, symbols);
        NegationContext {
            variables: [&self.variables[..], &variables].concat(),
            atoms: [&self.atoms[..], &atoms].concat(),
        }
    }
}

/// Returns the variables that occur outside of negations.
fn outside(formula: &Formula) -> Vec<u32> {
    match formula {
        Formula::Not(_) => Vec::new(),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(outside).collect(),
        other => other.variables(),
    }
}

/// Returns a name applied to variables.
fn applied(name: &str, variables: &[u32]) -> String {
    if variables.is_empty() {
        return name.to_owned();
    }
    let variables: Vec<String> = variables.iter().map(|&it| variable_name(it)).collect();
    format!("({name} {})", variables.join(" "))
}
