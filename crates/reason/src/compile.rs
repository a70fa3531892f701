//! From checked rules to join plans. A relation is compiled for each way it is asked, starting from the
//! questions of play; only what they need is compiled.

mod body;

use crate::estimate::{Profile, Survey};
use crate::limits::{MAX_SPLITS, Stop};
use crate::pool::{Ground, Pool};
use crate::program::{
    Build, Condition, Match, Operation, OperationId, Plan, Procedure, ProcedureId, Program, Slot,
    Source, Special, StoreId, Validity,
};
use crate::rows::Rows;
use gdl::word::{BASE, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, TERMINAL, TRUE};
use gdl::{Clause, Relation, RelationInfo, Rules, Symbol, Term};
use std::collections::HashMap;

/// A relation is compiled for at most this many ways of asking, and for tests; further ones ask for
/// everything.
const MAX_WAYS: usize = 24;

/// The compiled rules and the stores that hold their facts.
pub(crate) struct Compiled {
    pub(crate) program: Program,
    pub(crate) stores: Vec<Rows>,
}

/// Compiles the rules, ordering joins by what the survey found; for the survey itself also the question
/// of all rows of every relation.
pub(crate) fn compile(
    rules: &Rules,
    pool: &mut Pool,
    survey: &Survey,
    surveying: bool,
) -> Result<Compiled, Stop> {
    let mut compiler = Compiler {
        rules,
        survey,
        constants: intern_constants(rules, pool)?,
        program: Program::default(),
        stores: Vec::new(),
        stored: stored_relations(rules, survey),
        fluents: HashMap::new(),
        facts: HashMap::new(),
        ways: HashMap::new(),
        pending: Vec::new(),
        splits: 0,
    };
    compiler.program.moves = compiler.new_store(2);
    compiler.program.questions.init = compiler.question(INIT, &[]);
    compiler.program.questions.legal = compiler.question(LEGAL, &[0]);
    compiler.program.questions.next = compiler.question(NEXT, &[]);
    compiler.program.questions.terminal = compiler.question(TERMINAL, &[]);
    compiler.program.questions.goal = compiler.question(GOAL, &[0]);
    if surveying {
        compiler.survey_all();
    }
    while let Some((id, relation, known)) = compiler.pending.pop() {
        compiler.procedure(id, relation, &known);
    }
    if compiler.splits > MAX_SPLITS {
        return Err(Stop::Splits);
    }
    let mut fluents: Vec<_> =
        compiler.fluents.iter().map(|(&(name, arity), &store)| (name, arity, store)).collect();
    fluents.sort_unstable_by_key(|&(_, _, store)| store);
    compiler.program.fluents = fluents;
    Ok(Compiled { program: compiler.program, stores: compiler.stores })
}

/// The ground terms of the rules as ids of the pool; variables and terms with variables have none.
fn intern_constants(rules: &Rules, pool: &mut Pool) -> Result<Vec<Option<Ground>>, Stop> {
    let terms = rules.terms();
    let mut constants: Vec<Option<Ground>> = Vec::with_capacity(terms.len());
    // Arguments have smaller ids than the terms they are in.
    for term in (0..terms.len() as u32).map(Term) {
        let ground = if terms.is_ground(term) {
            let arguments: Vec<Ground> = terms
                .arguments(term)
                .iter()
                .map(|argument| constants[argument.0 as usize].expect("arguments are ground"))
                .collect();
            Some(pool.intern(terms.symbol(term), &arguments)?)
        } else {
            None
        };
        constants.push(ground);
    }
    Ok(constants)
}

/// Which relations need no evaluation: those of facts alone, and those whose rows are known.
fn stored_relations(rules: &Rules, survey: &Survey) -> Vec<bool> {
    let only_facts = |info: &RelationInfo| {
        info.clauses.iter().all(|&clause| rules.clauses()[clause].body.is_empty())
    };
    let fixed = |index| survey.fixed.contains_key(&Relation(index as u32));
    let relations = rules.relations().iter().enumerate();
    relations.map(|(index, info)| only_facts(info) || fixed(index)).collect()
}

/// Which arguments are known, in ascending order.
type Known = Vec<usize>;

struct Compiler<'a> {
    rules: &'a Rules,
    survey: &'a Survey,
    constants: Vec<Option<Ground>>,
    program: Program,
    stores: Vec<Rows>,
    /// Whether a relation consists of facts alone.
    stored: Vec<bool>,
    fluents: HashMap<(Symbol, usize), StoreId>,
    /// The stored facts of relations that have any, with their profile.
    facts: HashMap<Relation, (StoreId, Profile)>,
    ways: HashMap<Relation, Vec<(Known, ProcedureId)>>,
    pending: Vec<(ProcedureId, Relation, Known)>,
    /// How many cases disjunctions that wait for each other were split into.
    splits: usize,
}

impl Compiler<'_> {
    fn question(&mut self, name: Symbol, known: &[usize]) -> Option<ProcedureId> {
        let relation = self.rules.find(name)?;
        Some(self.way(relation, known.to_vec()).1)
    }

    /// Compiles every relation that needs evaluation for the question of all its rows.
    fn survey_all(&mut self) {
        for index in 0..self.rules.relations().len() {
            let info = &self.rules.relations()[index];
            let asked = !matches!(info.name, TRUE | DOES | INIT | NEXT | BASE | INPUT);
            if asked && !self.stored[index] {
                let relation = Relation(index as u32);
                let (_, procedure) = self.way(relation, Known::new());
                self.program.all_rows.push((relation, procedure));
            }
        }
    }

    fn new_store(&mut self, width: usize) -> StoreId {
        self.stores.push(Rows::new(width));
        (self.stores.len() - 1) as StoreId
    }

    fn fluent_store(&mut self, name: Symbol, arity: usize) -> StoreId {
        if let Some(&store) = self.fluents.get(&(name, arity)) {
            return store;
        }
        let store = self.new_store(arity);
        self.fluents.insert((name, arity), store);
        store
    }

    fn all_facts_store(&mut self) -> StoreId {
        if self.program.all_facts.is_none() {
            self.program.all_facts = Some(self.new_store(1));
        }
        self.program.all_facts.expect("just made")
    }

    /// The store with the relation's rows, if it needs no evaluation, or else with its own facts
    /// (clauses without conditions).
    fn fact_store(&mut self, relation: Relation) -> (StoreId, &Profile) {
        if !self.facts.contains_key(&relation) {
            let rows = match self.survey.fixed.get(&relation) {
                Some(rows) => rows.clone(),
                None => self.own_facts(relation),
            };
            let mut profile = Profile::default();
            profile.add(&rows, self.rules.relation(relation).arity);
            self.stores.push(rows);
            let store = (self.stores.len() - 1) as StoreId;
            self.facts.insert(relation, (store, profile));
        }
        let (store, profile) = &self.facts[&relation];
        (*store, profile)
    }

    fn own_facts(&self, relation: Relation) -> Rows {
        let info = self.rules.relation(relation);
        let mut rows = Rows::new(info.arity);
        for &clause in &info.clauses {
            let clause = &self.rules.clauses()[clause];
            if clause.body.is_empty() {
                let terms = clause.head.arguments.iter();
                let row =
                    terms.map(|term| self.constants[term.0 as usize].expect("facts are ground"));
                rows.push(&row.collect::<Vec<Ground>>());
            }
        }
        rows
    }

    /// The procedure for a way of asking, and which of the arguments it takes as known.
    fn way(&mut self, relation: Relation, known: Known) -> (Known, ProcedureId) {
        let arity = self.rules.relation(relation).arity;
        let ways = self.ways.entry(relation).or_default();
        // Negations rely on it that a test stays a test.
        let kept = ways.len() < MAX_WAYS || known.len() == arity;
        let known = if kept { known } else { Known::new() };
        if let Some((known, id)) = ways.iter().find(|(way, _)| *way == known) {
            return (known.clone(), *id);
        }
        let id = self.program.procedures.len() as ProcedureId;
        ways.push((known.clone(), id));
        let info = self.rules.relation(relation);
        let validity = if info.on_moves {
            Validity::Moves
        } else if info.on_state {
            Validity::State
        } else {
            Validity::Always
        };
        self.program.procedures.push(Procedure {
            key_width: known.len(),
            answer_width: info.arity - known.len(),
            validity,
            plans: Vec::new(),
            special: None,
        });
        self.pending.push((id, relation, known.clone()));
        (known, id)
    }

    fn procedure(&mut self, id: ProcedureId, relation: Relation, known: &Known) {
        let rules = self.rules;
        let info = rules.relation(relation);
        let clauses = info.clauses.iter().map(|&clause| &rules.clauses()[clause]);
        let (facts, proper): (Vec<&Clause>, Vec<&Clause>) =
            clauses.partition(|clause| clause.body.is_empty());
        let mut plans = Vec::new();
        if !facts.is_empty() {
            plans.push(self.facts_plan(relation, known, info.arity));
        }
        for clause in proper {
            plans.push(self.clause_plan(clause, known));
        }
        let procedure = &mut self.program.procedures[id as usize];
        procedure.special = Special::take(&mut plans, known.len());
        procedure.plans = plans;
    }

    /// The plan that finds the relation's own facts.
    fn facts_plan(&mut self, relation: Relation, known: &Known, arity: usize) -> Plan {
        let (store, _) = self.fact_store(relation);
        let emit = free_columns(known, arity).map(|column| Build::Variable(column as Slot));
        let emit = self.push(Operation::Emit(emit.collect()));
        let key = known.iter().map(|&column| Build::Variable(column as Slot)).collect();
        let columns =
            free_columns(known, arity).map(|column| (column, Match::Bind(column as Slot)));
        let columns = columns.collect();
        let from = self.rows_from(store, known);
        let start = self.push(Operation::Each(Condition { from, key, columns }, emit));
        Plan {
            head: known.iter().map(|&column| Match::Bind(column as Slot)).collect(),
            slots: arity,
            start,
        }
    }

    fn push(&mut self, operation: Operation) -> OperationId {
        self.program.operations.push(operation);
        (self.program.operations.len() - 1) as OperationId
    }

    fn rows_from(&mut self, store: StoreId, known: &[usize]) -> Source {
        if known.is_empty() {
            Source::Store(store)
        } else {
            let index = self.stores[store as usize].index_on(known);
            Source::Index(store, index)
        }
    }

    fn is_true(&self, relation: Relation) -> bool {
        self.rules.relation(relation).name == TRUE
    }

    fn is_does(&self, relation: Relation) -> bool {
        self.rules.relation(relation).name == DOES
    }
}

fn free_columns(known: &[usize], arity: usize) -> impl Iterator<Item = usize> {
    (0..arity).filter(move |column| known.binary_search(column).is_err())
}
