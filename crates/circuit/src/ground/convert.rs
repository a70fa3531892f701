//! From checked rules to clauses without disjunctions: disjunctions become several clauses, or relations of
//! their own where that would be too many.

use super::clause::{
    Atom, ById, Clause, Condition, Kind, Pattern, RelationId, Variable, VariableSet,
};
use super::values::{Value, Values};
use crate::limits::{MAX_SPLITS, Stop};
use gdl::{Literal, Predicate, Relation, Rules, Symbol, Term, word};
use hashbrown::HashMap;

/// Clauses, and what is known of their relations.
pub struct Draft {
    /// What each relation is; the rules' own come first.
    pub kinds: ById<Kind>,
    /// The clauses that matter for play.
    pub clauses: Vec<Clause>,
}

impl Draft {
    /// Adds a relation of our own.
    pub fn add_relation(&mut self, kind: Kind) -> RelationId {
        self.kinds.0.push(kind);
        RelationId(self.kinds.0.len() as u32 - 1)
    }

    /// What a relation is that has one clause with this body.
    pub fn kind_of_body(&self, body: &[Condition]) -> Kind {
        let mut kind = Kind::Static;
        for condition in body {
            match condition {
                Condition::Holds(atom) | Condition::Fails(atom) => {
                    match self.kinds[atom.relation] {
                        Kind::Static => {}
                        Kind::Domain => kind = Kind::Domain,
                        Kind::Dynamic => return Kind::Dynamic,
                    }
                }
                Condition::Possible(atom) if self.kinds[atom.relation] != Kind::Static => {
                    kind = Kind::Domain;
                }
                _ => {}
            }
        }
        kind
    }
}

/// Converts the clauses of all relations that play, or these others, depend on.
pub fn convert(rules: &Rules, others: &[Relation], values: &mut Values) -> Result<Draft, Stop> {
    let draft = Draft { kinds: ById(kinds(rules)), clauses: Vec::new() };
    let needed = needed(rules, others);
    let mut conversion = Conversion { rules, values, draft, variables: HashMap::new() };
    for clause in rules.clauses() {
        if needed[clause.head.relation.0 as usize] {
            conversion.clause(clause)?;
        }
    }
    Ok(conversion.draft)
}

/// The relations that play, or these others, depend on.
fn needed(rules: &Rules, others: &[Relation]) -> Vec<bool> {
    let mut needed = vec![false; rules.relations().len()];
    let roots = [word::INIT, word::NEXT, word::LEGAL, word::TERMINAL, word::GOAL];
    let mut open: Vec<_> = roots.iter().filter_map(|&name| rules.find(name)).collect();
    open.extend_from_slice(others);
    while let Some(relation) = open.pop() {
        if std::mem::replace(&mut needed[relation.0 as usize], true) {
            continue;
        }
        for &clause in &rules.relation(relation).clauses {
            each_literal(&rules.clauses()[clause].body, &mut |literal| match literal {
                Literal::Holds(predicate) | Literal::Fails(predicate) => {
                    open.push(predicate.relation)
                }
                _ => {}
            });
        }
    }
    needed
}

fn each_literal<'a>(body: &'a [Literal], visit: &mut impl FnMut(&'a Literal)) {
    for literal in body {
        match literal {
            Literal::Any(branches) => {
                branches.iter().for_each(|branch| each_literal(branch, visit))
            }
            _ => visit(literal),
        }
    }
}

/// A relation is static if it depends neither on state nor moves and no relation it depends on uses its own
/// negation: such negation is only sound for ground rules, and decided there.
fn kinds(rules: &Rules) -> Vec<Kind> {
    let infos = rules.relations();
    let mut kinds: Vec<Kind> = infos
        .iter()
        .map(|info| {
            let moving = info.on_state
                || info.on_moves
                || info.name == word::TRUE
                || info.name == word::DOES;
            if moving { Kind::Dynamic } else { Kind::Static }
        })
        .collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); infos.len()];
    let mut open: Vec<usize> = Vec::new();
    for clause in rules.clauses() {
        let head = clause.head.relation.0 as usize;
        each_literal(&clause.body, &mut |literal| match literal {
            Literal::Holds(body) => users[body.relation.0 as usize].push(head),
            Literal::Fails(body) => {
                let body = body.relation.0 as usize;
                users[body].push(head);
                if infos[body].component == infos[head].component && kinds[head] == Kind::Static {
                    kinds[head] = Kind::Dynamic;
                    open.push(head);
                }
            }
            _ => {}
        });
    }
    open.extend((0..infos.len()).filter(|&relation| kinds[relation] == Kind::Dynamic));
    while let Some(relation) = open.pop() {
        for &head in &users[relation] {
            if kinds[head] == Kind::Static {
                kinds[head] = Kind::Dynamic;
                open.push(head);
            }
        }
    }
    kinds
}

struct Conversion<'a> {
    rules: &'a Rules,
    values: &'a mut Values,
    draft: Draft,
    /// The variables of the clause being converted.
    variables: HashMap<Symbol, Variable>,
}

/// A conjunction whose disjunctions have not been dissolved.
#[derive(Clone)]
enum Part {
    Plain(Condition),
    Any(Vec<Vec<Part>>),
}

impl Conversion<'_> {
    fn clause(&mut self, clause: &gdl::Clause) -> Result<(), Stop> {
        self.variables.clear();
        let head = self.atom(&clause.head)?;
        let body = self.parts(&clause.body)?;
        self.dissolve(head, body)
    }

    fn parts(&mut self, body: &[Literal]) -> Result<Vec<Part>, Stop> {
        body.iter()
            .map(|literal| {
                Ok(Part::Plain(match literal {
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
                        return Ok(Part::Any(branches.collect::<Result<_, _>>()?));
                    }
                }))
            })
            .collect()
    }

    fn atom(&mut self, predicate: &Predicate) -> Result<Atom, Stop> {
        let arguments = predicate.arguments.iter().map(|&argument| self.pattern(argument));
        let arguments = arguments.collect::<Result<_, _>>()?;
        Ok(Atom { relation: RelationId(predicate.relation.0), arguments })
    }

    fn pattern(&mut self, term: Term) -> Result<Pattern, Stop> {
        let terms = self.rules.terms();
        if terms.is_ground(term) {
            return Ok(Pattern::Constant(ground(self.rules, self.values, term)?));
        }
        if terms.is_variable(term) {
            let count = self.variables.len();
            if count >= usize::from(u16::MAX) {
                return Err(Stop::Splits);
            }
            let variable =
                self.variables.entry(terms.symbol(term)).or_insert(Variable(count as u16));
            return Ok(Pattern::Variable(*variable));
        }
        let arguments = terms.arguments(term).iter().map(|&argument| self.pattern(argument));
        Ok(Pattern::Compound(terms.symbol(term), arguments.collect::<Result<_, _>>()?))
    }

    /// Adds the clauses for a head and a body.
    fn dissolve(&mut self, head: Atom, mut body: Vec<Part>) -> Result<(), Stop> {
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

    /// Makes the disjunction at `index` a relation of its own and returns the condition that stands for it.
    fn own_relation(&mut self, head: &Atom, body: &[Part], index: usize) -> Result<Part, Stop> {
        let Part::Any(branches) = &body[index] else {
            unreachable!("only disjunctions have cases")
        };
        let mut inside = VariableSet::default();
        part_variables(&body[index], &mut inside);
        let mut outside = VariableSet::of_atom(head);
        let rest =
            body.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, part)| part);
        rest.clone().for_each(|part| part_variables(part, &mut outside));
        let shared: Vec<Variable> = inside.iter().filter(|&v| outside.contains(v)).collect();
        let binders: Vec<&Condition> = rest
            .filter_map(|part| match part {
                Part::Plain(condition) if condition.binds() => Some(condition),
                _ => None,
            })
            .collect();
        let relation = self.draft.add_relation(self.draft.kinds[head.relation]);
        let arguments = shared.iter().map(|&variable| Pattern::Variable(variable)).collect();
        let own = Atom { relation, arguments };
        for branch in branches {
            let mut branch = branch.clone();
            let mut bound = VariableSet::default();
            bound_variables(&branch, &mut bound);
            for &variable in &shared {
                if bound.contains(variable) {
                    continue;
                }
                let binder =
                    binders.iter().find(|binder| VariableSet::of(binder).contains(variable));
                let Some(Condition::Holds(atom)) = binder else { return Err(Stop::Splits) };
                branch.push(Part::Plain(Condition::Possible(atom.clone())));
                bound.extend(&VariableSet::of_atom(atom));
            }
            self.dissolve(own.clone(), branch)?;
        }
        Ok(Part::Plain(Condition::Holds(own)))
    }
}

/// In how many cases a conjunction splits.
fn cases(body: &[Part]) -> usize {
    body.iter().fold(1, |product: usize, part| match part {
        Part::Plain(_) => product,
        Part::Any(branches) => {
            let sum =
                branches.iter().fold(0, |sum: usize, branch| sum.saturating_add(cases(branch)));
            product.saturating_mul(sum)
        }
    })
}

/// Appends every case of `body` to every one of `bodies`.
fn expand(body: &[Part], bodies: &mut Vec<Vec<Condition>>) {
    for part in body {
        match part {
            Part::Plain(condition) => {
                bodies.iter_mut().for_each(|body| body.push(condition.clone()));
            }
            Part::Any(branches) => {
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

fn part_variables(part: &Part, out: &mut VariableSet) {
    match part {
        Part::Plain(condition) => condition.each_variable(&mut |variable| out.insert(variable)),
        Part::Any(branches) => branches.iter().flatten().for_each(|part| part_variables(part, out)),
    }
}

/// The variables that a conjunction is sure to bind.
fn bound_variables(body: &[Part], out: &mut VariableSet) {
    for part in body {
        match part {
            Part::Plain(condition) if condition.binds() => {
                condition.each_variable(&mut |variable| out.insert(variable));
            }
            Part::Plain(_) => {}
            Part::Any(branches) => {
                let sets = branches.iter().map(|branch| {
                    let mut set = VariableSet::default();
                    bound_variables(branch, &mut set);
                    set
                });
                let common = sets.reduce(|left, right| {
                    let mut both = VariableSet::default();
                    left.iter().filter(|&v| right.contains(v)).for_each(|v| both.insert(v));
                    both
                });
                common.iter().for_each(|set| out.extend(set));
            }
        }
    }
}

/// A term without variables as a value.
pub fn ground(rules: &Rules, values: &mut Values, term: Term) -> Result<Value, Stop> {
    let terms = rules.terms();
    let arguments = terms.arguments(term).iter().map(|&argument| ground(rules, values, argument));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    values.intern(terms.symbol(term), &arguments)
}
