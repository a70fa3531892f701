//! Runs join plans: answers a question by the clauses of its procedure, remembers the answers, and
//! finds the least fixpoint where rules call each other in circles.
//!
//! Questions that are being answered form a stack. A question that meets itself again further down
//! reads the answers found so far; the lowest question of such a circle is worked on again and again
//! until a round brings nothing new, and only then all questions of the circle are complete. (This is
//! known as linear tabling.) A negation needs a complete answer; checked rules guarantee that it gets
//! one.

use crate::growing::Growing;
use crate::memo::{EntryId, Memo, Status};
use crate::pool::{Ground, Pool};
use crate::program::{
    Build, Match, Operation, OperationId, Procedure, ProcedureId, Program, Source, Validity,
};
use crate::rows::Rows;
use game::StopReason;
use gdl::Symbol;
use smallvec::SmallVec;

/// How much work and memory a question may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps of inference (rows looked at) per question.
    pub steps: u64,
    /// Memory for answers, in MiB.
    pub memory: usize,
    /// How many operations may wait for each other.
    pub depth: usize,
    /// How many different terms play may produce.
    pub terms: usize,
}

impl Default for Limits {
    /// Far beyond what any game we know needs; a hostile one is stopped within a minute.
    fn default() -> Limits {
        Limits { steps: 1_000_000_000, memory: 1024, depth: 200_000, terms: 20_000_000 }
    }
}

/// A MiB holds two to this power of ids.
const IDS_PER_MIB: u32 = 18;

/// Short rows live on the stack.
type Row = SmallVec<[Ground; 8]>;

/// Whether to look for further solutions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoOn,
    Enough,
}

/// The working memory of a machine.
#[derive(Clone)]
pub(crate) struct Solver {
    pub(crate) pool: Pool,
    pub(crate) stores: Vec<Rows>,
    memos: Vec<Memo>,
    /// The procedures with answers, by their validity.
    used: [Vec<ProcedureId>; 3],
    growing: Vec<Growing>,
    unused: Vec<u32>,
    stack: Vec<u32>,
    /// Questions of unfinished circles that are not on the stack.
    followers: Vec<u32>,
    slots: Vec<Ground>,
    limits: Limits,
    steps: u64,
    depth: usize,
    /// Ids held by memos, by their validity, for the memory limit.
    held: [usize; 3],
    round: u64,
    news: u64,
}

impl Solver {
    pub(crate) fn new(pool: Pool, stores: Vec<Rows>, program: &Program, limits: Limits) -> Solver {
        Solver {
            pool,
            stores,
            memos: program
                .procedures
                .iter()
                .map(|procedure| Memo::new(procedure.key_width))
                .collect(),
            used: Default::default(),
            growing: Vec::new(),
            unused: Vec::new(),
            stack: Vec::new(),
            followers: Vec::new(),
            slots: Vec::new(),
            limits,
            steps: 0,
            depth: 0,
            held: [0; 3],
            round: 0,
            news: 0,
        }
    }

    /// Allows so many steps per question from here on.
    pub(crate) fn allow_steps(&mut self, steps: u64) {
        self.limits.steps = steps;
    }

    /// The steps that the last question took.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Forgets what depends on the state (and so on the moves).
    pub(crate) fn state_changed(&mut self) {
        self.moves_changed();
        self.forget(Validity::State);
    }

    /// Forgets what depends on the moves.
    pub(crate) fn moves_changed(&mut self) {
        self.forget(Validity::Moves);
    }

    fn forget(&mut self, validity: Validity) {
        for procedure in self.used[validity as usize].drain(..) {
            self.memos[procedure as usize].clear();
        }
        self.held[validity as usize] = 0;
    }

    /// Asks a procedure; the answers, each once, are appended to `out`.
    pub(crate) fn ask(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        key: &[Ground],
        out: &mut Vec<Ground>,
    ) -> Result<(), StopReason> {
        self.asked(program, procedure, key, |solver, first, count| {
            let memo = &solver.memos[procedure as usize];
            let width = program.procedures[procedure as usize].answer_width;
            out.extend((first..first + count * width).map(|place| memo.answer(place)));
        })
    }

    /// Asks a procedure whether there is an answer.
    pub(crate) fn test(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        key: &[Ground],
    ) -> Result<bool, StopReason> {
        self.asked(program, procedure, key, |_, _, count| count > 0)
    }

    fn asked<T>(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        key: &[Ground],
        read: impl FnOnce(&Solver, usize, usize) -> T,
    ) -> Result<T, StopReason> {
        self.steps = 0;
        if self.held[Validity::Always as usize] > self.limits.memory << (IDS_PER_MIB - 1) {
            self.forget_everything();
        }
        let entry =
            self.question(program, procedure, key).inspect_err(|_| self.forget_everything())?;
        match self.memos[procedure as usize].status(entry) {
            Status::Complete { first, count } => Ok(read(self, first as usize, count as usize)),
            Status::Growing(_) => unreachable!("a question asked from outside is complete"),
        }
    }

    /// After a question was given up, half-finished answers must not stay.
    fn forget_everything(&mut self) {
        for validity in [Validity::Always, Validity::State, Validity::Moves] {
            self.forget(validity);
        }
        self.growing.clear();
        self.unused.clear();
        self.stack.clear();
        self.followers.clear();
        self.slots.clear();
        self.depth = 0;
    }

    /// Answers a question as far as possible: completely, unless it is part of an unfinished circle.
    fn question(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        key: &[Ground],
    ) -> Result<EntryId, StopReason> {
        let memo = &self.memos[procedure as usize];
        let Some(entry) = memo.find(key) else {
            return self.new_question(program, procedure, key);
        };
        if let Status::Growing(number) = memo.status(entry) {
            self.meet(program, number)?;
        }
        Ok(entry)
    }

    fn new_question(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        key: &[Ground],
    ) -> Result<EntryId, StopReason> {
        let Procedure { answer_width, validity, .. } = &program.procedures[procedure as usize];
        let number = self.unused.pop().unwrap_or_else(|| {
            self.growing.push(Growing::default());
            self.growing.len() as u32 - 1
        });
        let memo = &mut self.memos[procedure as usize];
        if memo.is_empty() {
            self.used[*validity as usize].push(procedure);
        }
        let entry = memo.insert(key, Status::Growing(number));
        self.growing[number as usize].reset(procedure, entry, *answer_width);
        self.hold(program, procedure, key.len() + 2)?;
        self.answer(program, number)?;
        Ok(entry)
    }

    /// Meets a question whose answers are not complete: reads them as they are, after working on it
    /// once more if that has not been done in this round.
    fn meet(&mut self, program: &Program, number: u32) -> Result<(), StopReason> {
        let growing = &mut self.growing[number as usize];
        if !growing.active && growing.round != self.round {
            growing.active = true;
            return self.answer(program, number);
        }
        let lowest = if growing.active { self.place_on_stack(number) } else { growing.lowest };
        self.depend_on(lowest);
        Ok(())
    }

    fn place_on_stack(&self, number: u32) -> usize {
        let place = self.stack.iter().rposition(|&other| other == number);
        place.expect("what is active is on the stack")
    }

    fn depend_on(&mut self, lowest: usize) {
        if let Some(&top) = self.stack.last() {
            let top = &mut self.growing[top as usize];
            top.lowest = top.lowest.min(lowest);
        }
    }

    /// Works on a question until it is complete or part of a circle that began before it.
    fn answer(&mut self, program: &Program, number: u32) -> Result<(), StopReason> {
        let place = self.stack.len();
        let first_follower = self.followers.len();
        self.stack.push(number);
        loop {
            let news = self.news;
            self.growing[number as usize].round = self.round;
            self.run_plans(program, number)?;
            let growing = &self.growing[number as usize];
            let lowest = growing.lowest;
            // A yes is final, whatever the circle still brings, if nobody has relied on a no.
            let decided = growing.is_test()
                && growing.count > 0
                && !growing.follower
                && !self.relied_upon(place, first_follower);
            if decided || (lowest >= place && (lowest > place || news == self.news)) {
                break;
            }
            if lowest < place {
                return self.follow(number);
            }
            self.round += 1;
        }
        self.stack.pop();
        self.complete(program, number)?;
        self.complete_followers(program, place, first_follower)
    }

    /// Whether a question of an unfinished circle has used the answers of the one at this place.
    fn relied_upon(&self, place: usize, first_follower: usize) -> bool {
        let since = &self.followers[first_follower..];
        since.iter().any(|&follower| self.growing[follower as usize].lowest >= place)
    }

    /// The question on top of the stack waits for the circle that it is part of.
    fn follow(&mut self, number: u32) -> Result<(), StopReason> {
        self.stack.pop();
        let growing = &mut self.growing[number as usize];
        growing.active = false;
        let lowest = growing.lowest;
        if !std::mem::replace(&mut growing.follower, true) {
            self.followers.push(number);
        }
        self.depend_on(lowest);
        Ok(())
    }

    /// Completes the circle that began at this place.
    fn complete_followers(
        &mut self,
        program: &Program,
        place: usize,
        first_follower: usize,
    ) -> Result<(), StopReason> {
        let mut kept = first_follower;
        for index in first_follower..self.followers.len() {
            let follower = self.followers[index];
            if self.growing[follower as usize].lowest >= place {
                self.complete(program, follower)?;
            } else {
                self.followers[kept] = follower;
                kept += 1;
            }
        }
        self.followers.truncate(kept);
        Ok(())
    }

    fn complete(&mut self, program: &Program, number: u32) -> Result<(), StopReason> {
        let growing = &self.growing[number as usize];
        let (procedure, held) = (growing.procedure, growing.answers().len());
        let memo = &mut self.memos[procedure as usize];
        memo.complete(growing.entry, growing.count, growing.answers());
        self.unused.push(number);
        self.hold(program, procedure, held)
    }

    /// Accounts for ids that a memo holds.
    fn hold(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        ids: usize,
    ) -> Result<(), StopReason> {
        self.held[program.procedures[procedure as usize].validity as usize] += ids;
        if self.held.iter().sum::<usize>() > self.limits.memory << IDS_PER_MIB {
            return Err(StopReason::Memory(self.limits.memory));
        }
        Ok(())
    }

    fn run_plans(&mut self, program: &Program, number: u32) -> Result<(), StopReason> {
        let Growing { procedure, entry, .. } = self.growing[number as usize];
        let key: Row = self.memos[procedure as usize].key(entry).into();
        let base = self.slots.len();
        for plan in &program.procedures[procedure as usize].plans {
            self.slots.resize(base + plan.slots, 0);
            let mut fits = true;
            for (pattern, &value) in plan.head.iter().zip(&key) {
                fits = fits && self.matches(pattern, value, base)?;
            }
            let flow = if fits { self.run(program, plan.start, base)? } else { Flow::GoOn };
            if flow == Flow::Enough {
                break;
            }
        }
        self.slots.truncate(base);
        Ok(())
    }

    /// Runs an operation and all that follows it.
    fn run(
        &mut self,
        program: &Program,
        operation: OperationId,
        base: usize,
    ) -> Result<Flow, StopReason> {
        self.step()?;
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(StopReason::Depth(self.limits.depth));
        }
        // Rules may call each other deeper than the thread's stack reaches.
        let flow = if self.depth.is_multiple_of(16) {
            stacker::maybe_grow(128 << 10, 4 << 20, || self.operate(program, operation, base))
        } else {
            self.operate(program, operation, base)
        };
        self.depth -= 1;
        flow
    }

    fn operate(
        &mut self,
        program: &Program,
        operation: OperationId,
        base: usize,
    ) -> Result<Flow, StopReason> {
        match &program.operations[operation as usize] {
            Operation::Each { from, key, columns, then } => {
                self.each_row(program, *from, key, columns, base, |solver| {
                    solver.run(program, *then, base)
                })
            }
            Operation::Exists { from, key, columns, then } => {
                if self.has_row(program, *from, key, columns, base, false)? {
                    self.run(program, *then, base)
                } else {
                    Ok(Flow::GoOn)
                }
            }
            Operation::Fails { from, key, columns, then } => {
                if self.has_row(program, *from, key, columns, base, true)? {
                    Ok(Flow::GoOn)
                } else {
                    self.run(program, *then, base)
                }
            }
            Operation::Compare { left, right, equal, then } => {
                let same = self.build(left, base)? == self.build(right, base)?;
                if same == *equal { self.run(program, *then, base) } else { Ok(Flow::GoOn) }
            }
            Operation::Any(branches) => {
                for &branch in branches {
                    if self.run(program, branch, base)? == Flow::Enough {
                        return Ok(Flow::Enough);
                    }
                }
                Ok(Flow::GoOn)
            }
            Operation::Emit(values) => self.emit(values, base),
        }
    }

    fn emit(&mut self, values: &[Build], base: usize) -> Result<Flow, StopReason> {
        let answer = self.key(values, base)?;
        let number = *self.stack.last().expect("a question is being answered");
        let growing = &mut self.growing[number as usize];
        if growing.add(&answer) {
            self.news += 1;
            self.steps += 1;
            if growing.answers().len() > self.limits.memory << IDS_PER_MIB {
                return Err(StopReason::Memory(self.limits.memory));
            }
        }
        Ok(if growing.is_test() { Flow::Enough } else { Flow::GoOn })
    }

    /// Whether a row fits; a negation (`finally`) must be sure that there will be none.
    fn has_row(
        &mut self,
        program: &Program,
        from: Source,
        key: &[Build],
        columns: &[(usize, Match)],
        base: usize,
        finally: bool,
    ) -> Result<bool, StopReason> {
        let flow = self.each_row(program, from, key, columns, base, |_| Ok(Flow::Enough))?;
        if flow == Flow::GoOn
            && finally
            && let Source::Procedure(procedure) = from
        {
            self.demand_complete(procedure, key, base)?;
        }
        Ok(flow == Flow::Enough)
    }

    fn demand_complete(
        &mut self,
        procedure: ProcedureId,
        key: &[Build],
        base: usize,
    ) -> Result<(), StopReason> {
        let key = self.key(key, base)?;
        let memo = &self.memos[procedure as usize];
        let entry = memo.find(&key).expect("the question has just been asked");
        match memo.status(entry) {
            Status::Complete { .. } => Ok(()),
            Status::Growing(_) => Err(StopReason::Unstratified),
        }
    }

    /// Written out rather than collected: `collect` on results took a third of the time.
    #[inline]
    fn key(&mut self, builds: &[Build], base: usize) -> Result<Row, StopReason> {
        let mut row = Row::new();
        for build in builds {
            row.push(self.build(build, base)?);
        }
        Ok(row)
    }

    /// Calls `visit` for every row that fits, with its values bound, until that is enough.
    fn each_row(
        &mut self,
        program: &Program,
        from: Source,
        key: &[Build],
        columns: &[(usize, Match)],
        base: usize,
        mut visit: impl FnMut(&mut Solver) -> Result<Flow, StopReason>,
    ) -> Result<Flow, StopReason> {
        match from {
            Source::Store(store) => {
                for row in 0..self.stores[store as usize].count() {
                    self.step()?;
                    let fits = self.row_fits(columns, base, |solver, column| {
                        solver.stores[store as usize].value(row, column)
                    })?;
                    if fits && visit(self)? == Flow::Enough {
                        return Ok(Flow::Enough);
                    }
                }
            }
            Source::Index(store, index) => {
                let key = self.key(key, base)?;
                let mut next = self.stores[store as usize].first(index, &key);
                while let Some(row) = next {
                    self.step()?;
                    let rows = &self.stores[store as usize];
                    next = rows.following(index, row);
                    let fits = rows.has_key(index, row, &key)
                        && self.row_fits(columns, base, |solver, column| {
                            solver.stores[store as usize].value(row, column)
                        })?;
                    if fits && visit(self)? == Flow::Enough {
                        return Ok(Flow::Enough);
                    }
                }
            }
            Source::Procedure(procedure) => {
                let key = self.key(key, base)?;
                let entry = self.question(program, procedure, &key)?;
                let width = program.procedures[procedure as usize].answer_width;
                match self.memos[procedure as usize].status(entry) {
                    Status::Complete { first, count } => {
                        for number in 0..count as usize {
                            self.step()?;
                            let place = first as usize + number * width;
                            let fits = self.row_fits(columns, base, |solver, column| {
                                solver.memos[procedure as usize].answer(place + column)
                            })?;
                            if fits && visit(self)? == Flow::Enough {
                                return Ok(Flow::Enough);
                            }
                        }
                    }
                    // The list may grow while it is read; what is added is read too.
                    Status::Growing(growing) => {
                        let mut number = 0;
                        while number < self.growing[growing as usize].count {
                            self.step()?;
                            let fits = self.row_fits(columns, base, |solver, column| {
                                solver.growing[growing as usize].answer(number, column)
                            })?;
                            if fits && visit(self)? == Flow::Enough {
                                return Ok(Flow::Enough);
                            }
                            number += 1;
                        }
                    }
                }
            }
        }
        Ok(Flow::GoOn)
    }

    #[inline]
    fn step(&mut self) -> Result<(), StopReason> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(StopReason::Steps(self.limits.steps));
        }
        Ok(())
    }

    #[inline]
    fn row_fits(
        &mut self,
        columns: &[(usize, Match)],
        base: usize,
        value: impl Fn(&Solver, usize) -> Ground,
    ) -> Result<bool, StopReason> {
        for (column, pattern) in columns {
            let value = value(self, *column);
            if !self.matches(pattern, value, base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn matches(&mut self, pattern: &Match, value: Ground, base: usize) -> Result<bool, StopReason> {
        match pattern {
            Match::Ignore => Ok(true),
            Match::Bind(slot) => {
                self.slots[base + *slot as usize] = value;
                Ok(true)
            }
            Match::Equal(build) => Ok(self.build(build, base)? == value),
            Match::Compound(symbol, inner) => self.matches_compound(*symbol, inner, value, base),
        }
    }

    fn matches_compound(
        &mut self,
        symbol: Symbol,
        inner: &[Match],
        value: Ground,
        base: usize,
    ) -> Result<bool, StopReason> {
        if self.pool.symbol(value) != symbol || self.pool.arguments(value).len() != inner.len() {
            return Ok(false);
        }
        for (place, pattern) in inner.iter().enumerate() {
            let argument = self.pool.arguments(value)[place];
            if !self.matches(pattern, argument, base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn build(&mut self, build: &Build, base: usize) -> Result<Ground, StopReason> {
        match build {
            Build::Constant(ground) => Ok(*ground),
            Build::Variable(slot) => Ok(self.slots[base + *slot as usize]),
            Build::Compound(symbol, arguments) => self.build_compound(*symbol, arguments, base),
        }
    }

    fn build_compound(
        &mut self,
        symbol: Symbol,
        arguments: &[Build],
        base: usize,
    ) -> Result<Ground, StopReason> {
        let arguments = self.key(arguments, base)?;
        self.pool.intern(symbol, &arguments)
    }
}
