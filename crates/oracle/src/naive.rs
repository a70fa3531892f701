//! Evaluation by the definition of the language: every rule is applied to the atoms that hold until nothing new
//! follows.
//!
//! It has no join plans, no memory and no strata. For negation it computes the well-founded model: the rules are
//! evaluated with an assumption about the atoms that hold, which is alternately too large and too small, until both are
//! the same. For stratified rules they always become the same; otherwise the checker should have refused the rules.

use game::GoalSet;
use gdl::word::{DOES, GOAL, INIT, LEGAL, NEXT, TERMINAL, TRUE};
use gdl::{Clause, Literal, Predicate, Relation, Rules, Symbol, TermId, TermTable};
use std::collections::{BTreeSet, HashMap};

/// Number of a ground term.
pub type GroundTerm = u32;

/// All rows of all relations.
type Model = Vec<BTreeSet<Vec<GroundTerm>>>;

type Bindings = Vec<(Symbol, GroundTerm)>;

/// Largest number of conditions tried for one model; a few games grow without bound.
const MAX_STEPS: usize = 50_000;

/// The reason why the model cannot be computed.
#[derive(Debug, PartialEq, Eq)]
pub enum NoModel {
    /// It takes too many steps to compute.
    TooBig,
    /// An atom is neither true nor false: the rules are not stratified.
    Ambiguous,
}

/// Answers about a state.
pub struct NaiveAnswers {
    /// Whether the game is over.
    pub terminal: bool,
    /// The legal moves of each role.
    pub legal: Vec<Vec<GroundTerm>>,
    /// The goal values of each role.
    pub goals: Vec<GoalSet>,
}

/// The evaluator of one game.
pub struct Naive<'a> {
    rules: &'a Rules,
    /// Rules without disjunction: positive conditions first, then the tests.
    cases: Vec<(&'a Predicate, Vec<&'a Literal>)>,
    terms: Vec<(Symbol, Vec<GroundTerm>)>,
    ids: HashMap<(Symbol, Vec<GroundTerm>), GroundTerm>,
    roles: Vec<GroundTerm>,
    steps: usize,
}

impl<'a> Naive<'a> {
    /// Creates an evaluator of these rules.
    pub fn new(rules: &'a Rules) -> Naive<'a> {
        let cases = rules.clauses().iter().flat_map(cases).collect();
        let (terms, ids) = (Vec::new(), HashMap::new());
        let mut naive = Naive { rules, cases, terms, ids, roles: Vec::new(), steps: 0 };
        let none = Bindings::new();
        naive.roles = rules.roles().iter().map(|&role| naive.build(role, &none)).collect();
        naive
    }

    /// Returns the facts of the initial state.
    pub fn initial(&mut self) -> Result<Vec<GroundTerm>, NoModel> {
        let model = self.model(&[], &[])?;
        Ok(self.rows(&model, INIT).map(|row| row[0]).collect())
    }

    /// Returns whether the game is over in a state with these facts, its legal moves and its goal values.
    pub fn view(&mut self, facts: &[GroundTerm]) -> Result<NaiveAnswers, NoModel> {
        let model = self.model(facts, &[])?;
        let of = |name, role| {
            let rows = self.rows(&model, name).filter(move |row| row[0] == role);
            rows.map(|row| row[1]).collect::<Vec<GroundTerm>>()
        };
        let goals = |role| {
            let mut goals = GoalSet::default();
            for value in of(GOAL, role) {
                let text = self.text(value);
                match (0..=100).find(|number: &u8| number.to_string() == text) {
                    Some(number) => goals.insert(number),
                    None => goals.insert_improper(),
                }
            }
            goals
        };
        Ok(NaiveAnswers {
            terminal: self.rows(&model, TERMINAL).next().is_some(),
            legal: self.roles.iter().map(|&role| of(LEGAL, role)).collect(),
            goals: self.roles.iter().map(|&role| goals(role)).collect(),
        })
    }

    /// Returns the facts after a joint move in a state with these facts.
    pub fn next(
        &mut self,
        facts: &[GroundTerm],
        joint: &[GroundTerm],
    ) -> Result<Vec<GroundTerm>, NoModel> {
        let model = self.model(facts, joint)?;
        Ok(self.rows(&model, NEXT).map(|row| row[0]).collect())
    }

    /// Returns a term in KIF, in lower case.
    pub fn text(&self, term: GroundTerm) -> String {
        let (name, arguments) = &self.terms[term as usize];
        let name = self.rules.symbols().name(*name).to_ascii_lowercase();
        if arguments.is_empty() {
            return name;
        }
        format!("({name} {})", self.texts(arguments).join(" "))
    }

    /// Returns terms in KIF, in lower case.
    pub fn texts(&self, terms: &[GroundTerm]) -> Vec<String> {
        terms.iter().map(|&term| self.text(term)).collect()
    }

    fn rows<'m>(&self, model: &'m Model, name: Symbol) -> impl Iterator<Item = &'m [GroundTerm]> {
        let relation = self.rules.find(name);
        let rows = relation.map(|relation| &model[relation.0 as usize]);
        rows.into_iter().flatten().map(Vec::as_slice)
    }

    fn model(&mut self, facts: &[GroundTerm], joint: &[GroundTerm]) -> Result<Model, NoModel> {
        let mut given: Model = vec![BTreeSet::new(); self.rules.relations().len()];
        if let Some(Relation(relation)) = self.rules.find(TRUE) {
            given[relation as usize].extend(facts.iter().map(|&fact| vec![fact]));
        }
        if let Some(Relation(relation)) = self.rules.find(DOES) {
            let moves = self.roles.iter().zip(joint);
            given[relation as usize].extend(moves.map(|(&role, &action)| vec![role, action]));
        }
        self.steps = 0;
        let mut certain = given.clone();
        loop {
            let possible = self.conclusions(&given, &certain)?;
            let more = self.conclusions(&given, &possible)?;
            if more == certain {
                return if more == possible { Ok(more) } else { Err(NoModel::Ambiguous) };
            }
            certain = more;
        }
    }

    /// Derives all rows that follow. The negation of a row succeeds if `assumed` lacks the row.
    fn conclusions(&mut self, given: &Model, assumed: &Model) -> Result<Model, NoModel> {
        let mut model = given.clone();
        loop {
            let mut found = Vec::new();
            for (head, conditions) in self.cases.clone() {
                self.conclude(head, &conditions, (&model, assumed), &mut vec![], &mut found)?;
            }
            let mut news = false;
            for (relation, row) in found {
                news |= model[relation.0 as usize].insert(row);
            }
            if !news {
                return Ok(model);
            }
        }
    }

    fn conclude(
        &mut self,
        head: &Predicate,
        conditions: &[&Literal],
        models: (&Model, &Model),
        bindings: &mut Bindings,
        found: &mut Vec<(Relation, Vec<GroundTerm>)>,
    ) -> Result<(), NoModel> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(NoModel::TooBig);
        }
        let Some((condition, others)) = conditions.split_first() else {
            found.push((head.relation, self.row(head, bindings)));
            return Ok(());
        };
        let holds = match condition {
            Literal::Holds(predicate) => {
                for row in &models.0[predicate.relation.0 as usize] {
                    let known = bindings.len();
                    let pairs = predicate.arguments.iter().zip(row);
                    if pairs.into_iter().all(|(&term, &value)| self.fits(term, value, bindings)) {
                        self.conclude(head, others, models, bindings, found)?;
                    }
                    bindings.truncate(known);
                }
                return Ok(());
            }
            Literal::Fails(predicate) => {
                let row = self.row(predicate, bindings);
                !models.1[predicate.relation.0 as usize].contains(&row)
            }
            &&Literal::Distinct(left, right) => {
                self.build(left, bindings) != self.build(right, bindings)
            }
            &&Literal::Same(left, right) => {
                self.build(left, bindings) == self.build(right, bindings)
            }
            Literal::Any(_) => unreachable!("cases have no disjunctions"),
        };
        if holds { self.conclude(head, others, models, bindings, found) } else { Ok(()) }
    }

    fn fits(&self, term: TermId, value: GroundTerm, bindings: &mut Bindings) -> bool {
        let terms = self.rules.terms();
        let name = terms.symbol(term);
        if terms.is_variable(term) {
            let known = bindings.iter().find(|(variable, _)| *variable == name);
            let fits = known.is_none_or(|&(_, known)| known == value);
            bindings.push((name, value));
            return fits;
        }
        let (function, arguments) = &self.terms[value as usize];
        let parts = terms.arguments(term);
        name == *function
            && parts.len() == arguments.len()
            && parts.iter().zip(arguments).all(|(&term, &value)| self.fits(term, value, bindings))
    }

    fn row(&mut self, predicate: &Predicate, bindings: &Bindings) -> Vec<GroundTerm> {
        predicate.arguments.iter().map(|&term| self.build(term, bindings)).collect()
    }

    fn build(&mut self, term: TermId, bindings: &Bindings) -> GroundTerm {
        let terms = self.rules.terms();
        let name = terms.symbol(term);
        if terms.is_variable(term) {
            let known = bindings.iter().find(|(variable, _)| *variable == name);
            return known.expect("rules are safe").1;
        }
        let arguments = terms.arguments(term).iter().map(|&term| self.build(term, bindings));
        let whole = (name, arguments.collect::<Vec<_>>());
        let next = self.terms.len() as GroundTerm;
        *self.ids.entry(whole).or_insert_with_key(|whole| {
            self.terms.push(whole.clone());
            next
        })
    }
}

/// Returns a rule as several rules without disjunction.
fn cases<'c>(clause: &'c Clause) -> Vec<(&'c Predicate, Vec<&'c Literal>)> {
    let tests_last = |mut case: Vec<&'c Literal>| {
        case.sort_by_key(|condition| !matches!(condition, Literal::Holds(_)));
        (&clause.head, case)
    };
    conjunctions(&clause.body).into_iter().map(tests_last).collect()
}

fn conjunctions(body: &[Literal]) -> Vec<Vec<&Literal>> {
    let mut cases = vec![Vec::new()];
    for literal in body {
        let choices = match literal {
            Literal::Any(branches) => {
                branches.iter().flat_map(|branch| conjunctions(branch)).collect()
            }
            other => vec![vec![other]],
        };
        let extended = cases.iter().flat_map(|case: &Vec<_>| {
            choices.iter().map(move |choice| [case.as_slice(), choice.as_slice()].concat())
        });
        cases = extended.collect();
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_examples_are_evaluated_as_by_hand() {
        let sheet = "
        (role you) (link a b) (link b c) (link c a) (link d a)
        (<= (path ?x ?y) (link ?x ?y))
        (<= (path ?x ?y) (link ?x ?z) (path ?z ?y))
        (<= (legal you (to ?y)) (path a ?y))
        (<= (legal you (not ?x)) (link ?x ?y) (not (path a ?x)))
        (<= (goal you 100) (not (goal you 50)))
        (<= (goal you 50) (true won))
        (<= (next (on ?x)) (does you (to ?x)))
        (<= terminal (or (true won) (true lost)))"
            .replace("(not ?x)", "(off ?x)");
        let rules = gdl::check("test.kif", sheet.as_bytes()).rules.expect("there is no error");
        let mut naive = Naive::new(&rules);
        let view = naive.view(&[]).expect("the game is small");
        let mut legal = naive.texts(&view.legal[0]);
        legal.sort();
        assert_eq!(legal, ["(off d)", "(to a)", "(to b)", "(to c)"]);
        assert_eq!((view.terminal, view.goals[0].unique()), (false, Some(100)));
        let action = view.legal[0].iter().copied().find(|&action| naive.text(action) == "(to b)");
        let next = naive.next(&[], &[action.expect("it is legal")]).expect("the game is small");
        assert_eq!(naive.texts(&next), ["(on b)"]);
    }
}
