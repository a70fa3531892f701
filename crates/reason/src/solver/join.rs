//! The operations of join plans: nested loops over rows, depth first.
//!
//! Nothing here decides when a question is complete.

use super::{Flow, KeyStart, RegisterFrame, Solver};
use crate::limits::{STACK_GROWTH, STACK_RESERVE, Stop};
use crate::memo::Status;
use crate::open_question::OpenId;
use crate::pool::GroundTerm;
use crate::program::{
    ColumnPattern, CompiledRules, JoinOperation, OperationId, ProcedureId, RowCondition, RowSource,
    StoreId, Template,
};
use crate::rows::{IndexId, RowId};
use gdl::Symbol;
use term::{Id, TermTable};

/// Number of nested operations after which the remaining stack is checked.
const STACK_CHECK_INTERVAL: usize = 16;

/// A place among the rows of a condition.
#[derive(Clone, Copy)]
enum Cursor {
    /// The next row of a store, by its index.
    Store { store: StoreId, row: usize },
    /// The next row of a chain of an index.
    Index { store: StoreId, index: IndexId, row: Option<RowId> },
    /// The next answer of a complete question: the index of its first value in the memo table.
    Complete { procedure: ProcedureId, value: usize, remaining: u32, width: usize },
    /// The next answer of an open question, by its number.
    Open { question: OpenId, number: usize },
}

/// The result of the search for a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowSearch {
    Yes,
    No,
    /// No row has been found so far, but the question is not complete.
    NotYet,
}

impl Solver {
    /// Runs an operation and all that follow it.
    pub(super) fn run(
        &mut self,
        program: &CompiledRules,
        operation: OperationId,
        frame: RegisterFrame,
    ) -> Result<Flow, Stop> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Stop::Depth);
        }
        // Rules may call each other deeper than the thread's stack reaches.
        let flow = if self.depth.is_multiple_of(STACK_CHECK_INTERVAL) {
            stacker::maybe_grow(STACK_RESERVE, STACK_GROWTH, || {
                self.operate(program, operation, frame)
            })
        } else {
            self.operate(program, operation, frame)
        };
        self.depth -= 1;
        flow
    }

    fn operate(
        &mut self,
        program: &CompiledRules,
        mut operation: OperationId,
        frame: RegisterFrame,
    ) -> Result<Flow, Stop> {
        loop {
            self.step()?;
            let (holds, then) = match &program.operations[operation] {
                JoinOperation::Exists(condition, then) => {
                    (self.exists(program, condition, frame)? == RowSearch::Yes, then)
                }
                JoinOperation::Fails(condition, then) => {
                    match self.exists(program, condition, frame)? {
                        RowSearch::Yes => (false, then),
                        RowSearch::No => (true, then),
                        RowSearch::NotYet => return Err(Stop::Unstratified),
                    }
                }
                JoinOperation::Compare { left, right, equal, then } => {
                    let same = self.build(left, frame)? == self.build(right, frame)?;
                    (same == *equal, then)
                }
                JoinOperation::Each(condition, then) => {
                    return self.each(program, condition, *then, frame);
                }
                JoinOperation::Any(branches) => return self.any(program, branches, frame),
                JoinOperation::Emit(values) => return self.emit(values, frame),
            };
            if !holds {
                return Ok(Flow::Continue);
            }
            operation = *then;
        }
    }

    fn each(
        &mut self,
        program: &CompiledRules,
        condition: &RowCondition,
        then: OperationId,
        frame: RegisterFrame,
    ) -> Result<Flow, Stop> {
        let key = self.push_key(&condition.key, frame)?;
        let mut cursor = self.open(program, condition.from, key)?;
        let mut flow = Flow::Continue;
        while flow == Flow::Continue
            && self.find_row(&mut cursor, key, &condition.columns, frame)?
        {
            flow = self.run(program, then, frame)?;
        }
        self.keys.truncate(key.0);
        Ok(flow)
    }

    fn any(
        &mut self,
        program: &CompiledRules,
        branches: &[OperationId],
        frame: RegisterFrame,
    ) -> Result<Flow, Stop> {
        for &branch in branches {
            if self.run(program, branch, frame)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::Continue)
    }

    /// Adds an answer to the question on top of the stack.
    fn emit(&mut self, values: &[Template], frame: RegisterFrame) -> Result<Flow, Stop> {
        let answer = self.push_key(values, frame)?;
        let question = *self.stack.last().expect("plans run for a question");
        let question = &mut self.open[question];
        let flow = if question.is_test() { Flow::Enough } else { Flow::Continue };
        if question.add(&self.keys[answer.0..]) {
            self.found += 1;
            self.unfinished += values.len();
            self.check_memory()?;
        }
        self.keys.truncate(answer.0);
        Ok(flow)
    }

    /// Looks for a row that matches.
    fn exists(
        &mut self,
        program: &CompiledRules,
        condition: &RowCondition,
        frame: RegisterFrame,
    ) -> Result<RowSearch, Stop> {
        let key = self.push_key(&condition.key, frame)?;
        let mut cursor = self.open(program, condition.from, key)?;
        let found = self.find_row(&mut cursor, key, &condition.columns, frame)?;
        self.keys.truncate(key.0);
        Ok(match cursor {
            _ if found => RowSearch::Yes,
            Cursor::Open { .. } => RowSearch::NotYet,
            Cursor::Store { .. } | Cursor::Index { .. } | Cursor::Complete { .. } => RowSearch::No,
        })
    }

    /// Returns a cursor before the rows for a key; if they are answers, the question is worked on first.
    #[inline]
    fn open(
        &mut self,
        program: &CompiledRules,
        from: RowSource,
        key: KeyStart,
    ) -> Result<Cursor, Stop> {
        Ok(match from {
            RowSource::Store(store) => Cursor::Store { store, row: 0 },
            RowSource::Index(store, index) => {
                let row = self.stores[store].first(index, &self.keys[key.0..]);
                Cursor::Index { store, index, row }
            }
            RowSource::Procedure(procedure) => {
                let entry = self.question(program, procedure, key)?;
                match self.memos[procedure].status(entry) {
                    Status::Open(question) => Cursor::Open { question, number: 0 },
                    Status::Abandoned => unreachable!("the question has just been worked on"),
                    Status::Complete(answers) => Cursor::Complete {
                        procedure,
                        value: answers.first as usize,
                        remaining: answers.count,
                        width: program.procedures[procedure].answer_width,
                    },
                }
            }
        })
    }

    /// Moves on to the next row that matches and binds its variables; returns `false` if there is none.
    #[inline]
    fn find_row(
        &mut self,
        cursor: &mut Cursor,
        key: KeyStart,
        columns: &[(usize, ColumnPattern)],
        frame: RegisterFrame,
    ) -> Result<bool, Stop> {
        match cursor {
            Cursor::Store { store, row } => {
                while *row < self.stores[*store].count() {
                    self.step()?;
                    let here = RowId::from_index(*row);
                    *row += 1;
                    let value = |solver: &Solver, column| solver.stores[*store].value(here, column);
                    if self.row_matches(columns, frame, value)? {
                        return Ok(true);
                    }
                }
            }
            Cursor::Index { store, index, row } => {
                while let Some(here) = *row {
                    self.step()?;
                    let rows = &self.stores[*store];
                    *row = rows.following(*index, here);
                    let value = |solver: &Solver, column| solver.stores[*store].value(here, column);
                    if rows.has_key(*index, here, &self.keys[key.0..])
                        && self.row_matches(columns, frame, value)?
                    {
                        return Ok(true);
                    }
                }
            }
            Cursor::Complete { procedure, value, remaining, width } => {
                while *remaining > 0 {
                    self.step()?;
                    let here = *value;
                    *value += *width;
                    *remaining -= 1;
                    let value =
                        |solver: &Solver, column| solver.memos[*procedure].value(here + column);
                    if self.row_matches(columns, frame, value)? {
                        return Ok(true);
                    }
                }
            }
            // The list may grow while it is read; new answers are read too.
            Cursor::Open { question, number } => {
                while *number < self.open[*question].count {
                    self.step()?;
                    let here = *number;
                    *number += 1;
                    let value =
                        |solver: &Solver, column| solver.open[*question].value(here, column);
                    if self.row_matches(columns, frame, value)? {
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
        columns: &[(usize, ColumnPattern)],
        frame: RegisterFrame,
        value: impl Fn(&Solver, usize) -> GroundTerm,
    ) -> Result<bool, Stop> {
        for (column, pattern) in columns {
            let value = value(self, *column);
            if !self.matches(pattern, value, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Counts a step of inference.
    #[inline]
    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Stop::Steps);
        }
        Ok(())
    }

    /// Whether a term matches a pattern; binds the variables of the pattern.
    #[inline]
    pub(super) fn matches(
        &mut self,
        pattern: &ColumnPattern,
        value: GroundTerm,
        frame: RegisterFrame,
    ) -> Result<bool, Stop> {
        match pattern {
            ColumnPattern::Ignore => Ok(true),
            ColumnPattern::Bind(register) => {
                self.set_register(frame, *register, value);
                Ok(true)
            }
            ColumnPattern::Equal(template) => Ok(self.build(template, frame)? == value),
            ColumnPattern::Compound(symbol, inner) => {
                self.matches_compound(*symbol, inner, value, frame)
            }
        }
    }

    fn matches_compound(
        &mut self,
        symbol: Symbol,
        inner: &[ColumnPattern],
        value: GroundTerm,
        frame: RegisterFrame,
    ) -> Result<bool, Stop> {
        if self.pool.symbol(value) != symbol || self.pool.arguments(value).len() != inner.len() {
            return Ok(false);
        }
        for (place, pattern) in inner.iter().enumerate() {
            let argument = self.pool.arguments(value)[place];
            if !self.matches(pattern, argument, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Builds terms on top of the stack of keys and returns the place of the first one.
    #[inline]
    fn push_key(&mut self, templates: &[Template], frame: RegisterFrame) -> Result<KeyStart, Stop> {
        let start = KeyStart(self.keys.len());
        for template in templates {
            let term = self.build(template, frame)?;
            self.keys.push(term);
        }
        Ok(start)
    }

    /// Returns the term of a template. Always inlined: where the compiler decides otherwise, play takes 8 % more
    /// instructions.
    #[inline(always)]
    fn build(&mut self, template: &Template, frame: RegisterFrame) -> Result<GroundTerm, Stop> {
        match template {
            Template::Constant(ground) => Ok(*ground),
            Template::Variable(register) => Ok(self.register(frame, *register)),
            Template::Compound(symbol, arguments) => self.build_compound(*symbol, arguments, frame),
        }
    }

    fn build_compound(
        &mut self,
        symbol: Symbol,
        arguments: &[Template],
        frame: RegisterFrame,
    ) -> Result<GroundTerm, Stop> {
        let start = self.push_key(arguments, frame)?;
        let term = self.pool.intern(symbol, &self.keys[start.0..]);
        self.keys.truncate(start.0);
        term
    }
}
