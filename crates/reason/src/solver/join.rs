//! Runs the operations of join plans: nested loops over rows, depth first.

use super::{Flow, Solver};
use crate::limits::{STACK_LEFT, STACK_MORE, Stop};
use crate::memo::Status;
use crate::pool::Ground;
use crate::program::{
    Build, Condition, Match, Operation, OperationId, ProcedureId, Program, Source, StoreId,
};
use gdl::Symbol;

/// Every so many operations deep it is looked whether the stack still reaches that far.
const STACK_CHECK: usize = 16;

/// A place among the rows of a condition.
#[derive(Clone, Copy)]
enum Cursor {
    Store { store: StoreId, row: usize },
    Index { store: StoreId, index: usize, row: Option<usize> },
    Complete { procedure: ProcedureId, place: usize, left: u32, width: usize },
    Growing { number: u32, row: usize },
}

/// Whether there is a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Yes,
    No,
    /// There is none, but the question is not answered completely.
    NotYet,
}

impl Solver {
    /// Runs an operation and all that follows it.
    pub(super) fn run(
        &mut self,
        program: &Program,
        operation: OperationId,
        base: usize,
    ) -> Result<Flow, Stop> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Stop::Depth);
        }
        // Rules may call each other deeper than the thread's stack reaches.
        let flow = if self.depth.is_multiple_of(STACK_CHECK) {
            stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.operate(program, operation, base))
        } else {
            self.operate(program, operation, base)
        };
        self.depth -= 1;
        flow
    }

    fn operate(
        &mut self,
        program: &Program,
        mut operation: OperationId,
        base: usize,
    ) -> Result<Flow, Stop> {
        loop {
            self.step()?;
            let (holds, then) = match &program.operations[operation as usize] {
                Operation::Exists(condition, then) => {
                    (self.exists(program, condition, base)? == Found::Yes, then)
                }
                Operation::Fails(condition, then) => {
                    match self.exists(program, condition, base)? {
                        Found::Yes => (false, then),
                        Found::No => (true, then),
                        Found::NotYet => return Err(Stop::Unstratified),
                    }
                }
                Operation::Compare { left, right, equal, then } => {
                    let same = self.build(left, base)? == self.build(right, base)?;
                    (same == *equal, then)
                }
                Operation::Each(condition, then) => {
                    return self.each(program, condition, *then, base);
                }
                Operation::Any(branches) => return self.any(program, branches, base),
                Operation::Emit(values) => return self.emit(values, base),
            };
            if !holds {
                return Ok(Flow::GoOn);
            }
            operation = *then;
        }
    }

    fn each(
        &mut self,
        program: &Program,
        condition: &Condition,
        then: OperationId,
        base: usize,
    ) -> Result<Flow, Stop> {
        let key = self.push_key(&condition.key, base)?;
        let mut cursor = self.open(program, condition.from, key)?;
        let mut flow = Flow::GoOn;
        while flow == Flow::GoOn && self.find_row(&mut cursor, key, &condition.columns, base)? {
            flow = self.run(program, then, base)?;
        }
        self.keys.truncate(key);
        Ok(flow)
    }

    fn any(
        &mut self,
        program: &Program,
        branches: &[OperationId],
        base: usize,
    ) -> Result<Flow, Stop> {
        for &branch in branches {
            if self.run(program, branch, base)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::GoOn)
    }

    fn emit(&mut self, values: &[Build], base: usize) -> Result<Flow, Stop> {
        let answer = self.push_key(values, base)?;
        let number = *self.stack.last().expect("a question is being answered");
        let growing = &mut self.growing[number as usize];
        let flow = if growing.is_test() { Flow::Enough } else { Flow::GoOn };
        if growing.add(&self.keys[answer..]) {
            self.news += 1;
            self.unfinished += values.len();
            self.check_memory()?;
        }
        self.keys.truncate(answer);
        Ok(flow)
    }

    fn exists(
        &mut self,
        program: &Program,
        condition: &Condition,
        base: usize,
    ) -> Result<Found, Stop> {
        let key = self.push_key(&condition.key, base)?;
        let mut cursor = self.open(program, condition.from, key)?;
        let found = self.find_row(&mut cursor, key, &condition.columns, base)?;
        self.keys.truncate(key);
        Ok(match cursor {
            _ if found => Found::Yes,
            Cursor::Growing { .. } => Found::NotYet,
            Cursor::Store { .. } | Cursor::Index { .. } | Cursor::Complete { .. } => Found::No,
        })
    }

    /// Goes to the rows for a key; a question is answered for them first.
    #[inline]
    fn open(&mut self, program: &Program, from: Source, key: usize) -> Result<Cursor, Stop> {
        Ok(match from {
            Source::Store(store) => Cursor::Store { store, row: 0 },
            Source::Index(store, index) => {
                let row = self.stores[store as usize].first(index, &self.keys[key..]);
                Cursor::Index { store, index, row }
            }
            Source::Procedure(procedure) => {
                let entry = self.question(program, procedure, key)?;
                match self.memos[procedure as usize].status(entry) {
                    Status::Growing(number) => Cursor::Growing { number, row: 0 },
                    Status::Abandoned => unreachable!("the question has just been worked on"),
                    Status::Complete { first, count } => {
                        let width = program.procedures[procedure as usize].answer_width;
                        Cursor::Complete { procedure, place: first as usize, left: count, width }
                    }
                }
            }
        })
    }

    /// Goes on to the next row that matches, and binds what it has; false if there is none.
    #[inline]
    fn find_row(
        &mut self,
        cursor: &mut Cursor,
        key: usize,
        columns: &[(usize, Match)],
        base: usize,
    ) -> Result<bool, Stop> {
        match cursor {
            Cursor::Store { store, row } => {
                while *row < self.stores[*store as usize].count() {
                    self.step()?;
                    let here = *row;
                    *row += 1;
                    let value = |solver: &Solver, column| {
                        solver.stores[*store as usize].value(here, column)
                    };
                    if self.row_matches(columns, base, value)? {
                        return Ok(true);
                    }
                }
            }
            Cursor::Index { store, index, row } => {
                while let Some(here) = *row {
                    self.step()?;
                    let rows = &self.stores[*store as usize];
                    *row = rows.following(*index, here);
                    let value = |solver: &Solver, column| {
                        solver.stores[*store as usize].value(here, column)
                    };
                    if rows.has_key(*index, here, &self.keys[key..])
                        && self.row_matches(columns, base, value)?
                    {
                        return Ok(true);
                    }
                }
            }
            Cursor::Complete { procedure, place, left, width } => {
                while *left > 0 {
                    self.step()?;
                    let here = *place;
                    *place += *width;
                    *left -= 1;
                    let value = |solver: &Solver, column| {
                        solver.memos[*procedure as usize].answer(here + column)
                    };
                    if self.row_matches(columns, base, value)? {
                        return Ok(true);
                    }
                }
            }
            // The list may grow while it is read; what is added is read too.
            Cursor::Growing { number, row } => {
                while *row < self.growing[*number as usize].count {
                    self.step()?;
                    let here = *row;
                    *row += 1;
                    let value = |solver: &Solver, column| {
                        solver.growing[*number as usize].answer(here, column)
                    };
                    if self.row_matches(columns, base, value)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    #[inline]
    fn row_matches(
        &mut self,
        columns: &[(usize, Match)],
        base: usize,
        value: impl Fn(&Solver, usize) -> Ground,
    ) -> Result<bool, Stop> {
        for (column, pattern) in columns {
            let value = value(self, *column);
            if !self.matches(pattern, value, base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Stop::Steps);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn matches(
        &mut self,
        pattern: &Match,
        value: Ground,
        base: usize,
    ) -> Result<bool, Stop> {
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
    ) -> Result<bool, Stop> {
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

    /// Puts terms on top of `keys` and returns where they begin.
    #[inline]
    fn push_key(&mut self, builds: &[Build], base: usize) -> Result<usize, Stop> {
        let start = self.keys.len();
        for build in builds {
            let term = self.build(build, base)?;
            self.keys.push(term);
        }
        Ok(start)
    }

    /// Always inlined: where the compiler decides otherwise, play takes 8 % more instructions.
    #[inline(always)]
    fn build(&mut self, build: &Build, base: usize) -> Result<Ground, Stop> {
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
    ) -> Result<Ground, Stop> {
        let start = self.push_key(arguments, base)?;
        let term = self.pool.intern(symbol, &self.keys[start..]);
        self.keys.truncate(start);
        term
    }
}
