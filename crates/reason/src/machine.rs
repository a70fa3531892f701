//! The reference machine: states as sorted lists of facts, and the five questions asked of the solver.

use crate::compile::compile;
use crate::estimate::Survey;
use crate::limits::{Limits, STACK_LEFT, STACK_MORE, Stop};
use crate::pool::{Ground, Pool};
use crate::program::{ProcedureId, Program};
use crate::solver::Solver;
use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason};
use gdl::{Node, NodeId, Rules, Symbol, Term};
use hashbrown::HashMap;
use std::sync::Arc;

/// Why rules cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// They use chance or hidden information.
    #[error("the rules use chance or hidden information (GDL-II), which cannot be played yet")]
    HiddenInformation,
    /// Compiling them, or finding the initial state, hit a limit.
    #[error("the rules cannot be played: {0}")]
    Stop(#[from] StopReason),
}

/// What all forks share.
pub(crate) struct Shared {
    rules: Rules,
    pub(crate) program: Program,
    roles: Vec<String>,
    role_terms: Vec<Ground>,
    /// The store of each fluent.
    fluents: HashMap<(Symbol, usize), u32>,
    pub(crate) initial: State,
}

/// A machine that evaluates the rules as they are.
#[derive(Clone)]
pub struct ReferenceMachine {
    pub(crate) shared: Arc<Shared>,
    pub(crate) solver: Solver,
    /// The state whose facts are in the stores.
    loaded: Option<State>,
    answers: Vec<Ground>,
}

impl ReferenceMachine {
    /// A machine for these rules.
    pub fn new(rules: Rules, limits: Limits) -> Result<ReferenceMachine, BuildError> {
        if rules.has_hidden_information() {
            return Err(BuildError::HiddenInformation);
        }
        let pool = Pool::new(limits.terms);
        let mut draft = ReferenceMachine::build(rules, pool, limits, &Survey::default(), true)?;
        let mut survey = draft.survey(limits);
        let ReferenceMachine { shared, solver, .. } = draft;
        let rules = Arc::into_inner(shared).expect("the draft has no forks").rules;
        // The terms that the draft has met in play are left behind with its pool.
        let mut pool = Pool::new(limits.terms);
        survey.move_to(&solver.pool, &mut pool).map_err(|stop| limits.reason(stop))?;
        Ok(ReferenceMachine::build(rules, pool, limits, &survey, false)?)
    }

    fn build(
        rules: Rules,
        mut pool: Pool,
        limits: Limits,
        survey: &Survey,
        surveying: bool,
    ) -> Result<ReferenceMachine, StopReason> {
        let reason = |stop| limits.reason(stop);
        let compiled = compile(&rules, &mut pool, survey, surveying).map_err(reason)?;
        let role_terms = rules.roles().iter().map(|&role| ground(&rules, &mut pool, role));
        let role_terms = role_terms.collect::<Result<Vec<_>, _>>().map_err(reason)?;
        let roles = role_terms.iter().map(|&role| pool.text(rules.symbols(), role)).collect();
        let program = compiled.program;
        let fluents = program.fluents.iter().map(|&(name, arity, store)| ((name, arity), store));
        let mut solver = Solver::new(pool, compiled.stores, &program, limits);
        let mut initial = State::default();
        if let Some(init) = program.questions.init {
            solver.ask(&program, init, &[], initial.words_mut())?;
            sort(initial.words_mut());
        }
        let shared =
            Shared { roles, role_terms, fluents: fluents.collect(), initial, rules, program };
        Ok(ReferenceMachine { shared: Arc::new(shared), solver, loaded: None, answers: Vec::new() })
    }

    /// The rules that are played.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// Puts the facts of a state into the stores, unless they are there.
    pub(crate) fn load(&mut self, state: &State) {
        if self.loaded.as_ref() == Some(state) {
            return;
        }
        let Shared { program, fluents, .. } = &*self.shared;
        let solver = &mut self.solver;
        solver.state_changed();
        for &(_, _, store) in &program.fluents {
            solver.stores[store as usize].clear();
        }
        if let Some(all) = program.all_facts {
            solver.stores[all as usize].clear();
        }
        for &fact in state.words() {
            solver.pool.ensure(fact);
            let arguments = solver.pool.arguments(fact);
            if let Some(&store) = fluents.get(&(solver.pool.symbol(fact), arguments.len())) {
                solver.stores[store as usize].push(arguments);
            }
            if let Some(all) = program.all_facts {
                solver.stores[all as usize].push(&[fact]);
            }
        }
        self.loaded.get_or_insert_default().clone_from(state);
    }

    /// Asks about a state; the answers are in `self.answers`, in ascending order, each once.
    fn ask(&mut self, procedure: Option<ProcedureId>, key: &[Ground]) -> Result<(), StopReason> {
        self.answers.clear();
        if let Some(procedure) = procedure {
            let shared = Arc::clone(&self.shared);
            self.solver.ask(&shared.program, procedure, key, &mut self.answers)?;
            sort(&mut self.answers);
        }
        Ok(())
    }

    /// The number that a term is, if it is one of 0 to 255 as numbers are written (not `+5`, not `05`).
    fn number(&self, term: Ground) -> Option<u8> {
        let name = self.shared.rules.symbols().name(self.solver.pool.symbol(term));
        let number: u8 = name.parse().ok()?;
        let plain = self.solver.pool.arguments(term).is_empty() && name == number.to_string();
        plain.then_some(number)
    }

    /// Reads a term; `None` if it is not well formed or not known.
    fn find(&self, text: &str) -> Option<Ground> {
        let text = gdl::Text::read(text);
        self.find_node(&text, text.single()?)
    }

    /// The term at a node. Terms may be deep: the thread's stack need not reach that far.
    fn find_node(&self, text: &gdl::Text, node: NodeId) -> Option<Ground> {
        stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.find_term(text, node))
    }

    fn find_term(&self, text: &gdl::Text, node: NodeId) -> Option<Ground> {
        let symbols = self.shared.rules.symbols();
        let word = |node| match text.syntax.node(node) {
            Node::Word(word) => Some(text.symbols.name(word)),
            Node::List(_) => None,
        };
        if let Some(name) = word(node) {
            return self.solver.pool.find(symbols.find(name)?, &[]);
        }
        let mut children = text.syntax.children(node);
        let name = word(children.next()?)?;
        let arguments: Vec<Ground> =
            children.map(|child| self.find_node(text, child)).collect::<Option<_>>()?;
        let symbol = if arguments.is_empty() {
            symbols.find(&format!("({name})"))?
        } else {
            symbols.find(name)?
        };
        self.solver.pool.find(symbol, &arguments)
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
        out.extend(self.answers.iter().map(|&action| Move(action)));
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.load(state);
        self.solver.moves_changed();
        let moves = &mut self.solver.stores[self.shared.program.moves as usize];
        moves.clear();
        for (&role, action) in self.shared.role_terms.iter().zip(joint) {
            self.solver.pool.ensure(action.0);
            moves.push(&[role, action.0]);
        }
        self.ask(self.shared.program.questions.next, &[])?;
        out.words_mut().clone_from(&self.answers);
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
                None => goals.insert_strange(),
            }
        }
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        state.words().iter().map(|&fact| Fact(fact)).collect()
    }

    fn state(&self, facts: &[Fact]) -> State {
        let mut words: Vec<u32> = facts.iter().map(|fact| fact.0).collect();
        sort(&mut words);
        State::from_words(words)
    }

    fn fact_text(&self, fact: Fact) -> String {
        self.solver.pool.text(self.shared.rules.symbols(), fact.0)
    }

    fn move_text(&self, action: Move) -> String {
        self.solver.pool.text(self.shared.rules.symbols(), action.0)
    }

    fn find_fact(&self, text: &str) -> Option<Fact> {
        self.find(text).map(Fact)
    }

    fn find_move(&self, text: &str) -> Option<Move> {
        self.find(text).map(Move)
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}

fn sort(ids: &mut Vec<Ground>) {
    ids.sort_unstable();
    ids.dedup();
}

/// A role as a ground term.
fn ground(rules: &Rules, pool: &mut Pool, term: Term) -> Result<Ground, Stop> {
    let terms = rules.terms();
    let arguments = terms.arguments(term).iter().map(|&argument| ground(rules, pool, argument));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    pool.intern(terms.symbol(term), &arguments)
}
