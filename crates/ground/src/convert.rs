//! From checked rules to clauses without disjunctions: a disjunction becomes several clauses, or a relation of its own
//! where there would be too many.

use crate::clause::{
    Atom, Clause, ClauseTerm, Condition, PerRelation, RelationId, RelationKind, Variable,
};
use crate::limits::{GroundError, MAX_SPLITS};
use crate::relations::{kinds, needed};
use crate::values::{Value, Values};
use crate::variable_set::VariableSet;
use gdl::{Literal, Predicate, Rules, Symbol, TermId};
use hashbrown::HashMap;
use term::TermTable;

/// The clauses of a game with the kinds of their relations, rewritten step by step before they are grounded.
pub struct Draft {
    /// The kind of each relation.
    pub kinds: PerRelation<RelationKind>,
    /// The clauses of the relations that are needed.
    pub clauses: Vec<Clause>,
}

impl Draft {
    /// Adds a relation that the rules do not have.
    pub fn add_relation(&mut self, kind: RelationKind) -> RelationId {
        self.kinds.push(kind)
    }

    /// Returns the kind of a relation that has a single clause with this body.
    pub fn kind_of_body(&self, body: &[Condition]) -> RelationKind {
        let mut kind = RelationKind::Static;
        for condition in body {
            match condition {
                Condition::Holds(atom) | Condition::Fails(atom) => {
                    match self.kinds[atom.relation] {
                        RelationKind::Static => {}
                        RelationKind::Domain => kind = RelationKind::Domain,
                        RelationKind::Dynamic => return RelationKind::Dynamic,
                    }
                }
                Condition::Possible(atom) if self.kinds[atom.relation] != RelationKind::Static => {
                    kind = RelationKind::Domain;
                }
                _ => {}
            }
        }
        kind
    }
}

/// Converts the clauses of all relations that play depends on.
///
/// # Errors
/// If a term is too large, or the disjunctions of a clause have too many cases.
pub fn convert(rules: &Rules, values: &mut Values) -> Result<Draft, GroundError> {
    let draft = Draft { kinds: kinds(rules), clauses: Vec::new() };
    let needed = needed(rules);
    let mut conversion = Conversion { rules, values, draft, variables: HashMap::new() };
    for clause in rules.clauses() {
        if needed[clause.head.relation.into()] {
            conversion.clause(clause)?;
        }
    }
    Ok(conversion.draft)
}

/// The conversion of one clause after the other.
struct Conversion<'a> {
    rules: &'a Rules,
    values: &'a mut Values,
    draft: Draft,
    /// The variables of the clause being converted.
    variables: HashMap<Symbol, Variable>,
}

/// A part of a conjunction: a condition, or a disjunction of conjunctions.
#[derive(Clone)]
enum BodyPart {
    Plain(Condition),
    Any(Vec<Vec<BodyPart>>),
}

impl Conversion<'_> {
    fn clause(&mut self, clause: &gdl::Clause) -> Result<(), GroundError> {
        self.variables.clear();
        let head = self.atom(&clause.head)?;
        let body = self.parts(&clause.body)?;
        self.add_clauses(head, body)
    }

    fn parts(&mut self, body: &[Literal]) -> Result<Vec<BodyPart>, GroundError> {
        body.iter().map(|literal| self.part(literal)).collect()
    }

    fn part(&mut self, literal: &Literal) -> Result<BodyPart, GroundError> {
        Ok(BodyPart::Plain(match literal {
            Literal::Holds(predicate) => Condition::Holds(self.atom(predicate)?),
            Literal::Fails(predicate) => Condition::Fails(self.atom(predicate)?),
            &Literal::Distinct(left, right) => {
                Condition::Distinct(self.pattern(left)?, self.pattern(right)?)
            }
            &Literal::Same(left, right) => {
                Condition::Same(self.pattern(left)?, self.pattern(right)?)
            }
            Literal::Any(branches) => {
                let branches = branches.iter().map(|branch| self.parts(branch));
                return Ok(BodyPart::Any(branches.collect::<Result<_, _>>()?));
            }
        }))
    }

    fn atom(&mut self, predicate: &Predicate) -> Result<Atom, GroundError> {
        let arguments = predicate.arguments.iter().map(|&argument| self.pattern(argument));
        let arguments = arguments.collect::<Result<_, _>>()?;
        Ok(Atom { relation: predicate.relation.into(), arguments })
    }

    fn pattern(&mut self, term: TermId) -> Result<ClauseTerm, GroundError> {
        let terms = self.rules.terms();
        if terms.is_ground(term) {
            return Ok(ClauseTerm::Constant(ground(self.rules, self.values, term)?));
        }
        if terms.is_variable(term) {
            let count = self.variables.len();
            if count >= usize::from(u16::MAX) {
                return Err(GroundError::SPLITS);
            }
            let variable =
                self.variables.entry(terms.symbol(term)).or_insert(Variable(count as u16));
            return Ok(ClauseTerm::Variable(*variable));
        }
        let arguments = terms.arguments(term).iter().map(|&argument| self.pattern(argument));
        Ok(ClauseTerm::Compound(terms.symbol(term), arguments.collect::<Result<_, _>>()?))
    }

    /// Adds the clauses for a head and a body: one for each case of the body's disjunctions, unless these are too many.
    fn add_clauses(&mut self, head: Atom, mut body: Vec<BodyPart>) -> Result<(), GroundError> {
        if cases(&body) > MAX_SPLITS {
            for index in 0..body.len() {
                if cases(&body[index..=index]) > 1 {
                    body[index] = self.own_relation(&head, &body, index)?;
                }
            }
        }
        let mut bodies = vec![Vec::new()];
        expand(&body, &mut bodies);
        for body in bodies {
            let variables = self.variables.len() as u16;
            self.draft.clauses.push(Clause { head: head.clone(), body, variables });
        }
        Ok(())
    }

    /// Makes the disjunction at `index` a relation of its own and returns the condition that replaces it.
    fn own_relation(
        &mut self,
        head: &Atom,
        body: &[BodyPart],
        index: usize,
    ) -> Result<BodyPart, GroundError> {
        let BodyPart::Any(branches) = &body[index] else {
            unreachable!("only disjunctions have cases")
        };
        let rest = || body[..index].iter().chain(&body[index + 1..]);
        let (mut inside, mut outside) = (VariableSet::default(), VariableSet::of_atom(head));
        part_variables(&body[index], &mut inside);
        rest().for_each(|part| part_variables(part, &mut outside));
        let shared = inside.intersection(&outside);
        let binders: Vec<&Atom> = rest()
            .filter_map(|part| match part {
                BodyPart::Plain(Condition::Holds(atom)) => Some(atom),
                _ => None,
            })
            .collect();
        let relation = self.draft.add_relation(self.draft.kinds[head.relation]);
        let arguments = shared.iter().map(ClauseTerm::Variable).collect();
        let own = Atom { relation, arguments };
        for branch in branches {
            let mut branch = branch.clone();
            bind(&mut branch, &shared, &binders)?;
            self.add_clauses(own.clone(), branch)?;
        }
        Ok(BodyPart::Plain(Condition::Holds(own)))
    }
}

/// Extends a conjunction by the conditions that some atoms are possible, until it binds all of some variables.
///
/// # Errors
/// If none of the atoms contains one of the variables.
fn bind(
    conjunction: &mut Vec<BodyPart>,
    variables: &VariableSet,
    binders: &[&Atom],
) -> Result<(), GroundError> {
    let mut bound = VariableSet::default();
    bound_variables(conjunction, &mut bound);
    for variable in variables.iter() {
        if bound.contains(variable) {
            continue;
        }
        let mut binders = binders.iter().map(|atom| (atom, VariableSet::of_atom(atom)));
        let binder = binders.find(|(_, variables)| variables.contains(variable));
        let (&atom, variables) = binder.ok_or(GroundError::SPLITS)?;
        conjunction.push(BodyPart::Plain(Condition::Possible(atom.clone())));
        bound.extend(&variables);
    }
    Ok(())
}

/// Returns the number of cases of a conjunction with disjunctions.
fn cases(body: &[BodyPart]) -> usize {
    body.iter().fold(1, |product: usize, part| match part {
        BodyPart::Plain(_) => product,
        BodyPart::Any(branches) => {
            let sum =
                branches.iter().fold(0, |sum: usize, branch| sum.saturating_add(cases(branch)));
            product.saturating_mul(sum)
        }
    })
}

/// Appends every case of `body` to every one of `bodies`.
fn expand(body: &[BodyPart], bodies: &mut Vec<Vec<Condition>>) {
    for part in body {
        match part {
            BodyPart::Plain(condition) => {
                bodies.iter_mut().for_each(|body| body.push(condition.clone()));
            }
            BodyPart::Any(branches) => {
                let before = std::mem::take(bodies);
                for branch in branches {
                    let mut copies = before.clone();
                    expand(branch, &mut copies);
                    bodies.append(&mut copies);
                }
            }
        }
    }
}

/// Adds the variables of a part of a conjunction.
fn part_variables(part: &BodyPart, out: &mut VariableSet) {
    match part {
        BodyPart::Plain(condition) => condition.each_variable(&mut |variable| out.insert(variable)),
        BodyPart::Any(branches) => {
            branches.iter().flatten().for_each(|part| part_variables(part, out))
        }
    }
}

/// Adds the variables that every case of a conjunction binds.
fn bound_variables(body: &[BodyPart], out: &mut VariableSet) {
    for part in body {
        match part {
            BodyPart::Plain(condition) if condition.binds() => {
                condition.each_variable(&mut |variable| out.insert(variable));
            }
            BodyPart::Plain(_) => {}
            BodyPart::Any(branches) => {
                let sets = branches.iter().map(|branch| {
                    let mut set = VariableSet::default();
                    bound_variables(branch, &mut set);
                    set
                });
                let common = sets.reduce(|left, right| left.intersection(&right));
                common.iter().for_each(|set| out.extend(set));
            }
        }
    }
}

/// Interns a term without variables.
pub fn ground(rules: &Rules, values: &mut Values, term: TermId) -> Result<Value, GroundError> {
    let terms = rules.terms();
    let arguments = terms.arguments(term).iter().map(|&argument| ground(rules, values, argument));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    values.intern(terms.symbol(term), &arguments)
}
