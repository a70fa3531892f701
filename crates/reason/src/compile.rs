//! From checked rules to join plans. A relation is compiled for each binding pattern in which it is asked (the set
//! of arguments that are known), starting from the questions of play; only what they need is compiled.
//!
//! Nothing here answers questions. `body` compiles one clause.

mod body;
mod order;

use crate::estimate::{Profile, Survey};
use crate::limits::{MAX_SPLITS, Stop};
use crate::pool::{GroundTerm, Pool};
use crate::program::{
    ClausePlan, ColumnPattern, CompiledRules, FluentKey, JoinOperation, OperationId,
    PlansByConstant, Procedure, ProcedureId, Register, RowCondition, RowSource, StoreId, Template,
    Validity,
};
use crate::rows::Rows;
use gdl::word::{BASE, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, TERMINAL, TRUE};
use gdl::{Clause, Relation, RelationInfo, Rules, Symbol, TermId};
use std::collections::HashMap;
use term::{ById, Id, TermTable};

/// Maximum number of binding patterns for which a relation is compiled, apart from that of a test; in further ones,
/// all its rows are asked for.
const MAX_BINDING_PATTERNS: usize = 24;

/// The compiled rules, and the stores with their facts.
pub(crate) struct Compiled {
    pub(crate) program: CompiledRules,
    pub(crate) stores: ById<StoreId, Rows>,
}

/// Reason why rules could not be compiled.
pub(crate) enum CompileError {
    /// A limit on ground terms was reached.
    Stop(Stop),
    /// The disjunctions of a rule have more than [`MAX_SPLITS`] cases.
    Splits,
}

impl From<Stop> for CompileError {
    fn from(stop: Stop) -> CompileError {
        CompileError::Stop(stop)
    }
}

/// Compiles the rules, ordering joins by a survey of the game; for the survey itself (`is_for_survey`), also
/// compiles the question of all rows of every relation.
pub(crate) fn compile(
    rules: &Rules,
    pool: &mut Pool,
    survey: &Survey,
    is_for_survey: bool,
) -> Result<Compiled, CompileError> {
    let mut compiler = Compiler::new(rules, pool, survey)?;
    compiler.program.questions.init = compiler.question(INIT, &[]);
    compiler.program.questions.legal = compiler.question(LEGAL, &[0]);
    compiler.program.questions.next = compiler.question(NEXT, &[]);
    compiler.program.questions.terminal = compiler.question(TERMINAL, &[]);
    compiler.program.questions.goal = compiler.question(GOAL, &[0]);
    if is_for_survey {
        compiler.survey_all();
    }
    compiler.finish()
}

/// Compiles the question of all rows for each of these relations, and the relations that they depend on.
pub(crate) fn compile_relations(
    rules: &Rules,
    pool: &mut Pool,
    survey: &Survey,
    relations: &[Relation],
) -> Result<(Compiled, Vec<ProcedureId>), CompileError> {
    let mut compiler = Compiler::new(rules, pool, survey)?;
    let procedure = |&relation| compiler.procedure_for(relation, BindingPattern::new()).1;
    let procedures = relations.iter().map(procedure).collect();
    Ok((compiler.finish()?, procedures))
}

/// Adds the ground terms of the rules to the pool and returns their ids there; `None` for terms with variables.
fn intern_constants(
    rules: &Rules,
    pool: &mut Pool,
) -> Result<ById<TermId, Option<GroundTerm>>, Stop> {
    let terms = rules.terms();
    let mut constants: ById<TermId, Option<GroundTerm>> = ById::with_capacity(terms.len());
    // Arguments have smaller ids than the terms they are in.
    for term in (0..terms.len()).map(TermId::from_index) {
        let ground = if terms.is_ground(term) {
            let arguments = terms.arguments(term).iter();
            let arguments: Vec<GroundTerm> = arguments
                .map(|&argument| constants[argument].expect("arguments of ground terms are ground"))
                .collect();
            Some(pool.intern(terms.symbol(term), &arguments)?)
        } else {
            None
        };
        constants.push(ground);
    }
    Ok(constants)
}

/// Finds the relations that need no evaluation: those that consist of facts alone, and those whose rows are known.
fn stored_relations(rules: &Rules, survey: &Survey) -> ById<Relation, bool> {
    let has_only_facts = |info: &RelationInfo| {
        info.clauses.iter().all(|&clause| rules.clauses()[clause].body.is_empty())
    };
    let is_fixed = |index| survey.fixed.contains_key(&Relation::from_index(index));
    let relations = rules.relations().iter().enumerate();
    relations.map(|(index, info)| has_only_facts(info) || is_fixed(index)).collect()
}

/// A binding pattern: the columns of the known arguments, in ascending order.
type BindingPattern = Vec<usize>;

/// The program while it is being made.
struct Compiler<'a> {
    rules: &'a Rules,
    survey: &'a Survey,
    /// The ground terms of the rules.
    constants: ById<TermId, Option<GroundTerm>>,
    program: CompiledRules,
    stores: ById<StoreId, Rows>,
    /// Whether a relation needs no evaluation.
    is_stored: ById<Relation, bool>,
    fluents: HashMap<FluentKey, StoreId>,
    /// The stored facts of relations that have any, with their profile.
    facts: HashMap<Relation, (StoreId, Profile)>,
    /// The procedures of each relation, by their binding patterns.
    procedures: HashMap<Relation, Vec<(BindingPattern, ProcedureId)>>,
    /// Procedures whose plans are not made yet.
    pending: Vec<(ProcedureId, Relation, BindingPattern)>,
    /// Number of cases into which disjunctions that wait for each other were split.
    splits: usize,
}

impl<'a> Compiler<'a> {
    fn new(
        rules: &'a Rules,
        pool: &mut Pool,
        survey: &'a Survey,
    ) -> Result<Compiler<'a>, CompileError> {
        let mut compiler = Compiler {
            rules,
            survey,
            constants: intern_constants(rules, pool)?,
            program: CompiledRules::default(),
            stores: ById::default(),
            is_stored: stored_relations(rules, survey),
            fluents: HashMap::new(),
            facts: HashMap::new(),
            procedures: HashMap::new(),
            pending: Vec::new(),
            splits: 0,
        };
        compiler.program.moves = compiler.new_store(2);
        Ok(compiler)
    }

    /// Compiles the procedures that were asked for and those that they use.
    fn finish(mut self) -> Result<Compiled, CompileError> {
        while let Some((id, relation, known)) = self.pending.pop() {
            self.compile_procedure(id, relation, &known);
        }
        if self.splits > MAX_SPLITS {
            return Err(CompileError::Splits);
        }
        let fluents = self.fluents.iter().map(|(&fluent, &store)| (fluent, store));
        let mut fluents: Vec<(FluentKey, StoreId)> = fluents.collect();
        fluents.sort_unstable_by_key(|&(_, store)| store);
        self.program.fluents = fluents;
        Ok(Compiled { program: self.program, stores: self.stores })
    }

    /// Returns the procedure of a question of play, if the rules define its relation.
    fn question(&mut self, name: Symbol, known: &[usize]) -> Option<ProcedureId> {
        let relation = self.rules.find(name)?;
        Some(self.procedure_for(relation, known.to_vec()).1)
    }

    /// Compiles every relation that needs evaluation for the question of all its rows.
    fn survey_all(&mut self) {
        for (index, info) in self.rules.relations().iter().enumerate() {
            let relation = Relation::from_index(index);
            let is_asked = !matches!(info.name, TRUE | DOES | INIT | NEXT | BASE | INPUT);
            if is_asked && !self.is_stored[relation] {
                let (_, procedure) = self.procedure_for(relation, BindingPattern::new());
                self.program.all_rows.push((relation, procedure));
            }
        }
    }

    fn new_store(&mut self, width: usize) -> StoreId {
        self.stores.push(Rows::new(width))
    }

    /// Returns the store of the facts of a fluent.
    fn fluent_store(&mut self, fluent: FluentKey) -> StoreId {
        let stores = &mut self.stores;
        *self.fluents.entry(fluent).or_insert_with(|| stores.push(Rows::new(fluent.arity)))
    }

    /// Returns the store of all facts of the state.
    fn all_facts_store(&mut self) -> StoreId {
        let stores = &mut self.stores;
        *self.program.all_facts.get_or_insert_with(|| stores.push(Rows::new(1)))
    }

    /// Returns the store of a relation's rows if it needs no evaluation, or else of its own facts
    /// (clauses without conditions), with their profile.
    fn fact_store(&mut self, relation: Relation) -> (StoreId, &Profile) {
        if !self.facts.contains_key(&relation) {
            let rows = match self.survey.fixed.get(&relation) {
                Some(rows) => rows.clone(),
                None => self.own_facts(relation),
            };
            let mut profile = Profile::default();
            profile.add(&rows, self.rules.relation(relation).arity);
            let store = self.stores.push(rows);
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
                let row = terms.map(|&term| self.constants[term].expect("facts are ground"));
                rows.push(&row.collect::<Vec<GroundTerm>>());
            }
        }
        rows
    }

    /// Returns the procedure for a binding pattern, and the pattern that it is compiled for, which may have fewer
    /// known arguments.
    fn procedure_for(
        &mut self,
        relation: Relation,
        known: BindingPattern,
    ) -> (BindingPattern, ProcedureId) {
        let arity = self.rules.relation(relation).arity;
        let procedures = self.procedures.entry(relation).or_default();
        // A test must stay a test: negations rely on it.
        let is_kept = procedures.len() < MAX_BINDING_PATTERNS || known.len() == arity;
        let known = if is_kept { known } else { BindingPattern::new() };
        if let Some((known, id)) = procedures.iter().find(|(pattern, _)| *pattern == known) {
            return (known.clone(), *id);
        }
        let id = self.program.procedures.push(new_procedure(self.rules.relation(relation), &known));
        procedures.push((known.clone(), id));
        self.pending.push((id, relation, known.clone()));
        (known, id)
    }

    /// Makes the plans of a procedure.
    fn compile_procedure(&mut self, id: ProcedureId, relation: Relation, known: &BindingPattern) {
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
        let procedure = &mut self.program.procedures[id];
        procedure.plans_by_constant = PlansByConstant::take(&mut plans, known.len());
        procedure.plans = plans;
    }

    /// Makes the plan that finds the relation's own facts.
    fn facts_plan(
        &mut self,
        relation: Relation,
        known: &BindingPattern,
        arity: usize,
    ) -> ClausePlan {
        let (store, _) = self.fact_store(relation);
        let free: Vec<usize> = free_columns(known, arity).collect();
        let emit = free.iter().map(|&column| Template::Variable(Register::from_index(column)));
        let emit = self.push(JoinOperation::Emit(emit.collect()));
        let key = known.iter().map(|&column| Template::Variable(Register::from_index(column)));
        let bind = |column| ColumnPattern::Bind(Register::from_index(column));
        let columns = free.iter().map(|&column| (column, bind(column)));
        let from = self.rows_from(store, known);
        let condition = RowCondition { from, key: key.collect(), columns: columns.collect() };
        let start = self.push(JoinOperation::Each(condition, emit));
        let head = known.iter().map(|&column| bind(column)).collect();
        ClausePlan { head, registers: arity, start }
    }

    fn push(&mut self, operation: JoinOperation) -> OperationId {
        self.program.operations.push(operation)
    }

    /// Returns the source of those rows of a store that have the values of a key in the known columns.
    fn rows_from(&mut self, store: StoreId, known: &[usize]) -> RowSource {
        if known.is_empty() {
            RowSource::Store(store)
        } else {
            RowSource::Index(store, self.stores[store].index_on(known))
        }
    }

    fn is_true(&self, relation: Relation) -> bool {
        self.rules.relation(relation).name == TRUE
    }

    fn is_does(&self, relation: Relation) -> bool {
        self.rules.relation(relation).name == DOES
    }
}

/// Creates the procedure of a relation for a binding pattern, without plans.
fn new_procedure(info: &RelationInfo, known: &BindingPattern) -> Procedure {
    let validity = if info.on_moves {
        Validity::Moves
    } else if info.on_state {
        Validity::State
    } else {
        Validity::Always
    };
    Procedure {
        key_width: known.len(),
        answer_width: info.arity - known.len(),
        validity,
        plans: Vec::new(),
        plans_by_constant: None,
    }
}

/// Returns the columns that are not known, in ascending order.
fn free_columns(known: &[usize], arity: usize) -> impl Iterator<Item = usize> {
    (0..arity).filter(move |column| known.binary_search(column).is_err())
}
