//! The reference machine: states as sorted lists of facts, and the questions of play asked of the solver.
//!
//! Nothing here knows how questions are answered.

use crate::compile::{CompileError, compile};
use crate::estimate::Survey;
use crate::limits::{Limits, MAX_SPLITS, Stop};
use crate::pool::{GroundTerm, Pool};
use crate::program::{CompiledRules, FluentKey, ProcedureId, StoreId};
use crate::solver::Solver;
use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason, Vocabulary};
use gdl::{Rules, TermId};
use hashbrown::HashMap;
use std::sync::Arc;
use term::{Term, TermTable};

/// Reason why no machine could be built for rules.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The rules use chance or hidden information.
    #[error("the rules use chance or hidden information (GDL-II), which cannot be played yet")]
    HiddenInformation,
    /// The disjunctions of the rules, where they wait for each other's variables, have more cases than this.
    #[error("a rule's disjunctions split into more than {0} cases")]
    Splits(usize),
    /// A limit was reached in deriving the initial state or in making the terms of the rules.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

impl BuildError {
    pub(crate) fn of(error: CompileError, limits: Limits) -> BuildError {
        match error {
            CompileError::Stop(stop) => BuildError::Stop(limits.reason(stop)),
            CompileError::Splits => BuildError::Splits(MAX_SPLITS),
        }
    }
}

/// The parts of a machine that all forks share.
pub(crate) struct SharedMachine {
    rules: Rules,
    pub(crate) program: CompiledRules,
    roles: Vec<String>,
    role_terms: Vec<GroundTerm>,
    /// The store of each fluent.
    fluents: HashMap<FluentKey, StoreId>,
    pub(crate) initial: State,
}

/// A machine that evaluates the rules directly, without grounding them.
#[derive(Clone)]
pub struct ReferenceMachine {
    pub(crate) shared: Arc<SharedMachine>,
    pub(crate) solver: Solver,
    /// The state whose facts are in the stores.
    loaded: Option<State>,
    answers: Vec<GroundTerm>,
}

impl ReferenceMachine {
    /// Builds a machine for these rules.
    pub fn new(rules: Rules, limits: Limits) -> Result<ReferenceMachine, BuildError> {
        if rules.has_hidden_information() {
            return Err(BuildError::HiddenInformation);
        }
        let pool = Pool::new(limits.terms);
        let mut draft = ReferenceMachine::build(rules, pool, limits, &Survey::default(), true)?;
        let mut survey = draft.survey(limits);
        let ReferenceMachine { shared, solver, .. } = draft;
        let rules = Arc::into_inner(shared).expect("the draft has no forks").rules;
        // The terms that the draft met in play are dropped with its pool.
        let mut pool = Pool::new(limits.terms);
        survey.move_to(&solver.pool, &mut pool).map_err(|stop| limits.reason(stop))?;
        ReferenceMachine::build(rules, pool, limits, &survey, false)
    }

    fn build(
        rules: Rules,
        mut pool: Pool,
        limits: Limits,
        survey: &Survey,
        is_for_survey: bool,
    ) -> Result<ReferenceMachine, BuildError> {
        let reason = |stop| limits.reason(stop);
        let compiled = compile(&rules, &mut pool, survey, is_for_survey)
            .map_err(|error| BuildError::of(error, limits))?;
        let role_terms = rules.roles().iter().map(|&role| ground(&rules, &mut pool, role));
        let role_terms = role_terms.collect::<Result<Vec<_>, _>>().map_err(reason)?;
        let roles =
            role_terms.iter().map(|&role| pool.term(rules.symbols(), role).to_string()).collect();
        let program = compiled.program;
        let fluents = program.fluents.iter().copied().collect();
        let mut solver = Solver::new(pool, compiled.stores, &program, limits);
        let mut answers = Vec::new();
        if let Some(init) = program.questions.init {
            solver.ask(&program, init, &[], &mut answers)?;
            sort(&mut answers);
        }
        let mut initial = State::default();
        write_state(&answers, &mut initial);
        let shared = SharedMachine { roles, role_terms, fluents, initial, rules, program };
        Ok(ReferenceMachine { shared: Arc::new(shared), solver, loaded: None, answers })
    }

    /// Returns the rules that the machine plays by.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// Puts the facts of a state into the stores, unless they are already there.
    pub(crate) fn load(&mut self, state: &State) {
        if self.loaded.as_ref() == Some(state) {
            return;
        }
        let SharedMachine { program, fluents, .. } = &*self.shared;
        let solver = &mut self.solver;
        solver.state_changed();
        for &(_, store) in &program.fluents {
            solver.stores[store].clear();
        }
        if let Some(all) = program.all_facts {
            solver.stores[all].clear();
        }
        for fact in state.words().iter().map(|&word| GroundTerm(word)) {
            solver.pool.ensure(fact);
            let arguments = solver.pool.arguments(fact);
            let fluent = FluentKey { symbol: solver.pool.symbol(fact), arity: arguments.len() };
            if let Some(&store) = fluents.get(&fluent) {
                solver.stores[store].push(arguments);
            }
            if let Some(all) = program.all_facts {
                solver.stores[all].push(&[fact]);
            }
        }
        self.loaded.get_or_insert_default().clone_from(state);
    }

    /// Asks about the loaded state and replaces `self.answers` by the answers, in ascending order, each once.
    fn ask(
        &mut self,
        procedure: Option<ProcedureId>,
        key: &[GroundTerm],
    ) -> Result<(), StopReason> {
        self.answers.clear();
        if let Some(procedure) = procedure {
            let shared = Arc::clone(&self.shared);
            self.solver.ask(&shared.program, procedure, key, &mut self.answers)?;
            sort(&mut self.answers);
        }
        Ok(())
    }

    /// Returns the number from 0 to 255 that a term is, without sign and leading zeros (not `+5`, not `05`).
    fn number(&self, term: GroundTerm) -> Option<u8> {
        let name = self.shared.rules.symbols().name(self.solver.pool.symbol(term));
        let number: u8 = name.parse().ok()?;
        let plain = self.solver.pool.arguments(term).is_empty() && name == number.to_string();
        plain.then_some(number)
    }
}

impl Machine for ReferenceMachine {
    fn roles(&self) -> &[String] {
        &self.shared.roles
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        out.clone_from(&self.shared.initial);
        Ok(())
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.load(state);
        let key = [self.shared.role_terms[role.0 as usize]];
        self.ask(self.shared.program.questions.legal, &key)?;
        out.clear();
        out.extend(self.answers.iter().map(|action| Move(action.0)));
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.load(state);
        self.solver.moves_changed();
        let moves = &mut self.solver.stores[self.shared.program.moves];
        moves.clear();
        for (&role, action) in self.shared.role_terms.iter().zip(joint) {
            let action = GroundTerm(action.0);
            self.solver.pool.ensure(action);
            moves.push(&[role, action]);
        }
        self.ask(self.shared.program.questions.next, &[])?;
        write_state(&self.answers, out);
        Ok(())
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        self.load(state);
        let Some(terminal) = self.shared.program.questions.terminal else {
            return Ok(false);
        };
        let shared = Arc::clone(&self.shared);
        self.solver.test(&shared.program, terminal, &[])
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        self.load(state);
        let key = [self.shared.role_terms[role.0 as usize]];
        self.ask(self.shared.program.questions.goal, &key)?;
        let mut goals = GoalSet::default();
        for &value in &self.answers {
            match self.number(value) {
                Some(number) => goals.insert(number),
                None => goals.insert_improper(),
            }
        }
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        state.words().iter().map(|&fact| Fact(fact)).collect()
    }

    fn state(&self, facts: &[Fact]) -> State {
        let mut terms: Vec<GroundTerm> = facts.iter().map(|fact| GroundTerm(fact.0)).collect();
        sort(&mut terms);
        State::from_words(terms.iter().map(|term| term.0).collect())
    }

    fn vocabulary(&self) -> &dyn Vocabulary {
        self
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}

impl Vocabulary for ReferenceMachine {
    fn fact_term(&self, fact: Fact) -> Term {
        self.solver.pool.term(self.shared.rules.symbols(), GroundTerm(fact.0))
    }

    fn move_term(&self, action: Move) -> Term {
        self.solver.pool.term(self.shared.rules.symbols(), GroundTerm(action.0))
    }

    fn find_fact(&self, term: &Term) -> Option<Fact> {
        let found = self.solver.pool.find_term(self.shared.rules.symbols(), term);
        found.map(|term| Fact(term.0))
    }

    fn find_move(&self, term: &Term) -> Option<Move> {
        let found = self.solver.pool.find_term(self.shared.rules.symbols(), term);
        found.map(|term| Move(term.0))
    }
}

fn sort(terms: &mut Vec<GroundTerm>) {
    terms.sort_unstable();
    terms.dedup();
}

/// Writes the state with these facts, which are sorted.
fn write_state(facts: &[GroundTerm], out: &mut State) {
    let words = out.words_mut();
    words.clear();
    words.extend(facts.iter().map(|fact| fact.0));
}

/// Adds a ground term of the rules to the pool and returns its id there.
fn ground(rules: &Rules, pool: &mut Pool, term: TermId) -> Result<GroundTerm, Stop> {
    let terms = rules.terms();
    let arguments = terms.arguments(term).iter().map(|&argument| ground(rules, pool, argument));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    pool.intern(terms.symbol(term), &arguments)
}
