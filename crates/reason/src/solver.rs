//! The solver: answers questions by the plans of their procedures and stores the answers.
//!
//! `tabling` decides in which order questions are worked on and when they are complete, `join` runs the operations of
//! plans. States and ids of the contract do not appear here.

mod join;
mod tabling;

use crate::limits::{Limits, Stop};
use crate::memo::{AnswerRange, EntryId, Memo, Status};
use crate::open_question::{OpenId, OpenQuestion};
use crate::pool::{GroundTerm, Pool};
use crate::program::{
    ClausePlan, CompiledRules, PerValidity, Procedure, ProcedureId, Register, StoreId, Validity,
};
use crate::rows::Rows;
use game::StopReason;
use term::ById;

/// Binary logarithm of the number of ids in a MiB.
const IDS_PER_MIB_LOG2: u32 = 18;

/// The decision whether further solutions are needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Enough,
}

/// The place of a clause's registers: the index of the first one.
#[derive(Clone, Copy)]
struct RegisterFrame(usize);

/// The place of a key or an answer on top of the stack of keys: the index of its first term.
#[derive(Clone, Copy)]
struct KeyStart(usize);

/// The working memory of a machine.
#[derive(Clone)]
pub(crate) struct Solver {
    pub(crate) pool: Pool,
    pub(crate) stores: ById<StoreId, Rows>,
    memos: ById<ProcedureId, Memo>,
    /// The procedures with answers.
    used: PerValidity<Vec<ProcedureId>>,
    open: ById<OpenId, OpenQuestion>,
    /// Ids of questions that are no longer open.
    unused: Vec<OpenId>,
    /// The questions being worked on, each asked by the one below it.
    stack: Vec<OpenId>,
    /// Questions of incomplete cycles that are not on the stack.
    followers: Vec<OpenId>,
    /// The registers of all clauses being evaluated.
    registers: Vec<GroundTerm>,
    /// A stack of keys and answers being put together.
    keys: Vec<GroundTerm>,
    limits: Limits,
    /// Steps of inference of the current question of play.
    steps: u64,
    /// Number of operations that wait for each other.
    depth: usize,
    /// Number of ids in memo tables, for the memory limit.
    held: PerValidity<usize>,
    /// Number of ids in open questions, for the memory limit.
    unfinished: usize,
    /// Number of rounds begun; questions of cycles are worked on once in each.
    round: u64,
    /// Number of answers found. A round that does not change it has found no new answers.
    found: u64,
}

impl Solver {
    /// Creates the working memory for a program.
    pub(crate) fn new(
        pool: Pool,
        stores: ById<StoreId, Rows>,
        program: &CompiledRules,
        limits: Limits,
    ) -> Solver {
        let procedures = program.procedures.iter();
        Solver {
            pool,
            stores,
            memos: procedures.map(|procedure| Memo::new(procedure.key_width)).collect(),
            used: PerValidity::default(),
            open: ById::default(),
            unused: Vec::new(),
            stack: Vec::new(),
            followers: Vec::new(),
            registers: Vec::new(),
            keys: Vec::new(),
            limits,
            steps: 0,
            depth: 0,
            held: PerValidity::default(),
            unfinished: 0,
            round: 0,
            found: 0,
        }
    }

    /// Changes the limit of steps per question.
    pub(crate) fn allow_steps(&mut self, steps: u64) {
        self.limits.steps = steps;
    }

    /// Returns the steps that the last question took.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Discards answers that depend on the state or the moves.
    pub(crate) fn state_changed(&mut self) {
        self.moves_changed();
        self.forget(Validity::State);
    }

    /// Discards answers that depend on the moves.
    pub(crate) fn moves_changed(&mut self) {
        self.forget(Validity::Moves);
    }

    fn forget(&mut self, validity: Validity) {
        for procedure in self.used[validity].drain(..) {
            self.memos[procedure].clear();
        }
        self.held[validity] = 0;
    }

    /// Asks a procedure and appends the values of the answers, each answer once, to `out`.
    pub(crate) fn ask(
        &mut self,
        program: &CompiledRules,
        procedure: ProcedureId,
        key: &[GroundTerm],
        out: &mut Vec<GroundTerm>,
    ) -> Result<(), StopReason> {
        let answers = self.answers(program, procedure, key)?;
        let width = program.procedures[procedure].answer_width;
        out.extend_from_slice(self.memos[procedure].values(answers, width));
        Ok(())
    }

    /// Asks a procedure whether there is an answer.
    pub(crate) fn test(
        &mut self,
        program: &CompiledRules,
        procedure: ProcedureId,
        key: &[GroundTerm],
    ) -> Result<bool, StopReason> {
        Ok(self.answers(program, procedure, key)?.count > 0)
    }

    /// Answers a question of play.
    fn answers(
        &mut self,
        program: &CompiledRules,
        procedure: ProcedureId,
        key: &[GroundTerm],
    ) -> Result<AnswerRange, StopReason> {
        self.steps = 0;
        if self.held[Validity::Always] > self.limits.memory << (IDS_PER_MIB_LOG2 - 1) {
            self.forget_everything();
        }
        self.keys.extend_from_slice(key);
        let asked = self.question(program, procedure, KeyStart(0));
        self.keys.clear();
        let entry = asked.map_err(|stop| {
            self.forget_everything();
            self.limits.reason(stop)
        })?;
        match self.memos[procedure].status(entry) {
            Status::Complete(answers) => Ok(answers),
            Status::Open(_) | Status::Abandoned => {
                unreachable!("a question of play is not part of an incomplete cycle")
            }
        }
    }

    /// Discards all answers. After a question was aborted, incomplete answers must not stay.
    fn forget_everything(&mut self) {
        for validity in Validity::ALL {
            self.forget(validity);
        }
        self.open.clear();
        self.unused.clear();
        self.stack.clear();
        self.followers.clear();
        self.registers.clear();
        self.keys.clear();
        self.unfinished = 0;
        self.depth = 0;
    }

    /// Accounts for ids that a memo table holds.
    fn hold(
        &mut self,
        program: &CompiledRules,
        procedure: ProcedureId,
        ids: usize,
    ) -> Result<(), Stop> {
        self.held[program.procedures[procedure].validity] += ids;
        self.check_memory()
    }

    fn check_memory(&self) -> Result<(), Stop> {
        let ids = self.held.iter().sum::<usize>() + self.unfinished;
        if ids > self.limits.memory << IDS_PER_MIB_LOG2 { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Runs the plans of a question once.
    fn run_plans(&mut self, program: &CompiledRules, question: OpenId) -> Result<(), Stop> {
        let OpenQuestion { procedure, entry, .. } = self.open[question];
        let Procedure { plans, plans_by_constant, .. } = &program.procedures[procedure];
        if let Some(by_constant) = plans_by_constant {
            let value = self.memos[procedure].key(entry)[by_constant.place];
            if let Some(plans) = by_constant.plans.get(&value)
                && self.run_all(program, plans, procedure, entry)? == Flow::Enough
            {
                return Ok(());
            }
        }
        self.run_all(program, plans, procedure, entry).map(drop)
    }

    #[inline]
    fn run_all(
        &mut self,
        program: &CompiledRules,
        plans: &[ClausePlan],
        procedure: ProcedureId,
        entry: EntryId,
    ) -> Result<Flow, Stop> {
        let frame = RegisterFrame(self.registers.len());
        let mut flow = Flow::Continue;
        for plan in plans {
            self.registers.resize(frame.0 + plan.registers, GroundTerm::default());
            if self.head_matches(plan, procedure, entry, frame)? {
                flow = self.run(program, plan.start, frame)?;
            }
            if flow == Flow::Enough {
                break;
            }
        }
        self.registers.truncate(frame.0);
        Ok(flow)
    }

    /// Whether the key of a question matches the head of a plan; binds the variables of the head.
    #[inline]
    fn head_matches(
        &mut self,
        plan: &ClausePlan,
        procedure: ProcedureId,
        entry: EntryId,
        frame: RegisterFrame,
    ) -> Result<bool, Stop> {
        for (place, pattern) in plan.head.iter().enumerate() {
            let value = self.memos[procedure].key(entry)[place];
            if !self.matches(pattern, value, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn register(&self, frame: RegisterFrame, register: Register) -> GroundTerm {
        self.registers[frame.0 + register.0 as usize]
    }

    #[inline]
    fn set_register(&mut self, frame: RegisterFrame, register: Register, value: GroundTerm) {
        self.registers[frame.0 + register.0 as usize] = value;
    }
}
