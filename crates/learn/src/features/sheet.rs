//! Features as rules: what each counts becomes facts of the next state, so that any machine for the rules can say how many there are.

use super::evaluate::Evaluator;
use super::formula::{Feature, Formula, Substitution, Term};
use super::text::{atom_text, term_text, variable_name};
use super::theory::Theory;
use game::{Machine, State, StopReason};
use gdl::{Symbol, Symbols};
use rand::seq::IndexedRandom;
use std::collections::BTreeSet;

/// What is counted by the first feature is called this and a number, by the second the next …
pub const COUNTED: &str = "agon.counted.";

/// Rules to be added to those of the game: for every feature, a fact of the next state for each binding, and all that relations of our own hold of.
/// What they say depends on the present state alone.
pub fn rules(features: &[Feature], theory: &Theory) -> String {
    let symbols = &theory.symbols;
    let mut sheet = Sheet { symbols, text: String::new(), aids: 0 };
    for (number, feature) in features.iter().enumerate() {
        let head = applied(&format!("{COUNTED}{number}"), &feature.variables);
        let around = Around::of(&feature.formula, symbols);
        let body = sheet.conditions(&feature.formula, &around);
        sheet.rule(&format!("(next {head})"), &body);
    }
    let mut orders: BTreeSet<Symbol> = BTreeSet::new();
    for feature in features {
        feature.formula.each_atom(&mut |atom| {
            if theory.counts(atom.relation) {
                orders.insert(atom.relation);
            }
        });
    }
    for clause in orders.into_iter().flat_map(|order| theory.clauses(order)) {
        sheet.text.push_str(&atom_text(&clause.head, symbols));
        sheet.text.push('\n');
    }
    sheet.text
}

/// What each of so many features counted in the state before this one, by a machine for the rules of the game and those of the features.
pub fn counted(machine: &dyn Machine, after: &State, features: usize) -> Vec<u32> {
    let mut counts = vec![0; features];
    for fact in machine.facts(after) {
        let text = machine.fact_text(fact);
        let Some(rest) = text.trim_start_matches('(').strip_prefix(COUNTED) else { continue };
        let number: Option<usize> = rest.split([' ', ')']).next().and_then(|it| it.parse().ok());
        if let Some(count) = number.and_then(|number| counts.get_mut(number)) {
            *count += 1;
        }
    }
    counts
}

/// Plays random games by both machines, of which the second has the features in its rules, and compares what both count in so many states, as long as
/// that is wanted and they agree.
pub fn compare(
    evaluator: &mut Evaluator,
    machine: &mut dyn Machine,
    judge: &mut dyn Machine,
    (states, seed): (usize, u64),
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Comparison, StopReason> {
    let mut random = game::random(seed);
    let mut both = [machine.initial_state()?, judge.initial_state()?];
    let mut legal = Vec::new();
    let mut compared = 0;
    while compared < states && go_on(compared) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let is_over = machine.terminal(&both[0])?;
        for role in machine.role_ids().take_while(|_| !is_over) {
            judge.legal(&both[1], role, &mut legal)?;
            machine.legal(&both[0], role, &mut legal)?;
            let Some(&action) = legal.choose(&mut random) else { break };
            ours.push(action);
            theirs.extend(judge.find_move(&machine.move_text(action)));
        }
        if theirs.len() < machine.roles().len() {
            // The game is over, unless it never began.
            if compared == 0 {
                break;
            }
            both = [machine.initial_state()?, judge.initial_state()?];
            continue;
        }
        let mut after = [State::default(), State::default()];
        machine.next(&both[0], &ours, &mut after[0])?;
        judge.next(&both[1], &theirs, &mut after[1])?;
        let here = evaluator.read(machine, &both[0]);
        let there = counted(judge, &after[1], here.len());
        if let Some(feature) = (0..here.len()).find(|&place| here[place] != there[place]) {
            let (ours, theirs) = (here[feature], there[feature]);
            let difference = Some(Difference { feature, ours, theirs });
            return Ok(Comparison { agreed: compared, difference });
        }
        both = after;
        compared += 1;
    }
    Ok(Comparison { agreed: compared, difference: None })
}

/// What came of comparing two machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// In how many states they agreed about all features.
    pub agreed: usize,
    /// What they did not agree about then.
    pub difference: Option<Difference>,
}

/// A feature that two machines do not agree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its place.
    pub feature: usize,
    /// What the evaluator counts.
    pub ours: u32,
    /// What the other machine counts.
    pub theirs: u32,
}

struct Sheet<'a> {
    symbols: &'a Symbols,
    text: String,
    /// How many relations of our own there are.
    aids: usize,
}

impl Sheet<'_> {
    fn rule(&mut self, head: &str, body: &[String]) {
        self.text.push_str(&format!("(<= {head} {})\n", body.join(" ")));
    }

    fn conditions(&mut self, formula: &Formula, around: &Around) -> Vec<String> {
        formula.conjuncts().iter().map(|part| self.condition(part, around)).collect()
    }

    /// A condition; what is negated becomes a relation of its own, in which variables that do not occur outside stand for anything. What binds
    /// the others outside is said there again, since nothing within may.
    fn condition(&mut self, formula: &Formula, around: &Around) -> String {
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
            Formula::And(_) => format!("(and {})", self.conditions(formula, around).join(" ")),
            Formula::Or(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.condition(part, around)).collect();
                format!("(or {})", parts.join(" "))
            }
            Formula::Not(inner) => {
                let inner = &around.settled(inner);
                let within = around.with(inner, symbols);
                let mut body = around.atoms.clone();
                body.extend(self.conditions(inner, &within));
                let shared: Vec<u32> = inner
                    .variables()
                    .into_iter()
                    .filter(|it| around.variables.contains(it))
                    .collect();
                let head = applied(&format!("agon.aid.{}", self.aids), &shared);
                self.aids += 1;
                self.rule(&head, &body);
                format!("(not {head})")
            }
        }
    }
}

/// What stands around a negation.
struct Around {
    /// The variables that occur outside of negations.
    variables: Vec<u32>,
    /// The atoms all of which have to hold.
    atoms: Vec<String>,
}

impl Around {
    fn of(formula: &Formula, symbols: &Symbols) -> Around {
        let atoms = formula.conjuncts().iter().filter_map(|part| match part {
            Formula::Atom(atom) => Some(atom_text(atom, symbols)),
            _ => None,
        });
        Around { variables: outside(formula), atoms: atoms.collect() }
    }

    /// What is negated, with what variables are said to be that nothing binds outside.
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

    /// What stands around a negation within a formula around which this stands.
    fn with(&self, formula: &Formula, symbols: &Symbols) -> Around {
        let Around { variables, atoms } = Around::of(formula, symbols);
        Around {
            variables: [&self.variables[..], &variables].concat(),
            atoms: [&self.atoms[..], &atoms].concat(),
        }
    }
}

/// The variables that occur outside of negations.
fn outside(formula: &Formula) -> Vec<u32> {
    match formula {
        Formula::Not(_) => Vec::new(),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(outside).collect(),
        other => other.variables(),
    }
}

fn applied(name: &str, variables: &[u32]) -> String {
    if variables.is_empty() {
        return name.to_owned();
    }
    let variables: Vec<String> = variables.iter().map(|&it| variable_name(it)).collect();
    format!("({name} {})", variables.join(" "))
}
