//! Answers questions: by the plans of the procedure ([`join`] runs them), remembering the answers, with
//! the least fixpoint where rules call each other in circles.
//!
//! Questions that are being answered form a stack. A question that meets itself again further down
//! reads the answers found so far; the lowest question of such a circle is worked on again and again
//! until a round brings nothing new, and only then all questions of the circle are complete. (This is
//! known as linear tabling.) A negation needs a complete answer; checked rules guarantee that it gets
//! one.

mod join;

use crate::growing::Growing;
use crate::limits::{Limits, Stop};
use crate::memo::{EntryId, Memo, Status};
use crate::pool::{Ground, Pool};
use crate::program::{Plan, Procedure, ProcedureId, Program, Validity};
use crate::rows::Rows;
use game::StopReason;

/// A MiB holds two to this power of ids.
const IDS_PER_MIB: u32 = 18;

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
    /// Keys and rows being put together, the last one on top.
    keys: Vec<Ground>,
    limits: Limits,
    steps: u64,
    depth: usize,
    /// Ids held by memos, by their validity, for the memory limit.
    held: [usize; 3],
    /// Ids in growing lists, likewise.
    unfinished: usize,
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
            keys: Vec::new(),
            limits,
            steps: 0,
            depth: 0,
            held: [0; 3],
            unfinished: 0,
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
        self.keys.extend_from_slice(key);
        let asked = self.question(program, procedure, 0);
        self.keys.clear();
        let entry = asked.map_err(|stop| {
            self.forget_everything();
            self.limits.reason(stop)
        })?;
        match self.memos[procedure as usize].status(entry) {
            Status::Complete { first, count } => Ok(read(self, first as usize, count as usize)),
            Status::Growing(_) | Status::Abandoned => {
                unreachable!("a question asked from outside is complete")
            }
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
        self.keys.clear();
        self.unfinished = 0;
        self.depth = 0;
    }

    /// Answers the question whose key is on top of `keys`, from `key` on: completely, unless it is part of
    /// an unfinished circle.
    #[inline]
    fn question(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        key: usize,
    ) -> Result<EntryId, Stop> {
        let memo = &mut self.memos[procedure as usize];
        let Some(entry) = memo.find(&self.keys[key..]) else {
            if memo.is_empty() {
                let validity = program.procedures[procedure as usize].validity;
                self.used[validity as usize].push(procedure);
            }
            let entry = memo.insert(&self.keys[key..], Status::Abandoned);
            self.hold(program, procedure, self.keys.len() - key + 2)?;
            return self.begin(program, procedure, entry);
        };
        match memo.status(entry) {
            Status::Complete { .. } => Ok(entry),
            Status::Growing(number) => self.meet(program, number).map(|()| entry),
            Status::Abandoned => self.begin(program, procedure, entry),
        }
    }

    /// Begins to work on a question.
    fn begin(
        &mut self,
        program: &Program,
        procedure: ProcedureId,
        entry: EntryId,
    ) -> Result<EntryId, Stop> {
        let number = self.unused.pop().unwrap_or_else(|| {
            self.growing.push(Growing::default());
            self.growing.len() as u32 - 1
        });
        let width = program.procedures[procedure as usize].answer_width;
        self.growing[number as usize].reset(procedure, entry, width);
        self.memos[procedure as usize].set_status(entry, Status::Growing(number));
        self.answer(program, number)?;
        Ok(entry)
    }

    /// Meets a question whose answers are not complete: reads them as they are, after working on it
    /// once more if that has not been done in this round.
    fn meet(&mut self, program: &Program, number: u32) -> Result<(), Stop> {
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
    fn answer(&mut self, program: &Program, number: u32) -> Result<(), Stop> {
        let place = self.stack.len();
        let first_follower = self.followers.len();
        self.stack.push(number);
        let last_round = loop {
            let (news, began) = (self.news, self.round);
            self.growing[number as usize].round = began;
            self.run_plans(program, number)?;
            let growing = &self.growing[number as usize];
            let lowest = growing.lowest;
            // A yes is final, whatever the circle still brings, if nobody has relied on a no.
            let decided = growing.is_test()
                && growing.count > 0
                && !growing.follower
                && !self.relied_upon(place, first_follower);
            if decided || lowest > place {
                break None;
            }
            if lowest < place {
                self.follow(number, first_follower);
                return Ok(());
            }
            if news == self.news {
                break Some(began);
            }
            self.round += 1;
        };
        self.stack.pop();
        self.complete(program, number)?;
        self.finish_followers(program, place, first_follower, last_round)
    }

    /// Whether a question of an unfinished circle has used the answers of the one at this place.
    fn relied_upon(&self, place: usize, first_follower: usize) -> bool {
        let since = &self.followers[first_follower..];
        since.iter().any(|&follower| self.growing[follower as usize].lowest >= place)
    }

    /// The question on top of the stack waits for the circle that it is part of, and so do the questions
    /// that wait for it.
    fn follow(&mut self, number: u32, first_follower: usize) {
        self.stack.pop();
        let growing = &mut self.growing[number as usize];
        growing.active = false;
        let lowest = growing.lowest;
        if !std::mem::replace(&mut growing.follower, true) {
            self.followers.push(number);
        }
        for &follower in &self.followers[first_follower..] {
            let follower = &mut self.growing[follower as usize];
            follower.lowest = follower.lowest.min(lowest);
        }
        self.depend_on(lowest);
    }

    /// The question at this place is complete. If it was part of a circle, the last round brought nothing
    /// new, so the questions that were met in it are complete too. Others have used its answers before
    /// they were complete (a test met them, and could do without them): they are abandoned.
    fn finish_followers(
        &mut self,
        program: &Program,
        place: usize,
        first_follower: usize,
        last_round: Option<u64>,
    ) -> Result<(), Stop> {
        let mut kept = first_follower;
        for index in first_follower..self.followers.len() {
            let follower = self.followers[index];
            let growing = &self.growing[follower as usize];
            if growing.lowest < place {
                self.followers[kept] = follower;
                kept += 1;
            } else if last_round.is_some_and(|last| growing.round >= last) {
                self.complete(program, follower)?;
            } else {
                self.abandon(follower);
            }
        }
        self.followers.truncate(kept);
        Ok(())
    }

    fn abandon(&mut self, number: u32) {
        let growing = &self.growing[number as usize];
        self.memos[growing.procedure as usize].set_status(growing.entry, Status::Abandoned);
        self.unfinished -= growing.answers().len();
        self.unused.push(number);
    }

    fn complete(&mut self, program: &Program, number: u32) -> Result<(), Stop> {
        let growing = &self.growing[number as usize];
        let (procedure, ids) = (growing.procedure, growing.answers().len());
        let memo = &mut self.memos[procedure as usize];
        memo.complete(growing.entry, growing.count, growing.answers());
        self.unused.push(number);
        self.unfinished -= ids;
        self.hold(program, procedure, ids)
    }

    /// Accounts for ids that a memo holds.
    fn hold(&mut self, program: &Program, procedure: ProcedureId, ids: usize) -> Result<(), Stop> {
        self.held[program.procedures[procedure as usize].validity as usize] += ids;
        self.check_memory()
    }

    fn check_memory(&self) -> Result<(), Stop> {
        let ids = self.held.iter().sum::<usize>() + self.unfinished;
        if ids > self.limits.memory << IDS_PER_MIB { Err(Stop::Memory) } else { Ok(()) }
    }

    fn run_plans(&mut self, program: &Program, number: u32) -> Result<(), Stop> {
        let Growing { procedure, entry, .. } = self.growing[number as usize];
        let Procedure { plans, special, .. } = &program.procedures[procedure as usize];
        if let Some(special) = special {
            let value = self.memos[procedure as usize].key(entry)[special.place];
            if let Some(plans) = special.plans.get(&value)
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
        program: &Program,
        plans: &[Plan],
        procedure: ProcedureId,
        entry: EntryId,
    ) -> Result<Flow, Stop> {
        let base = self.slots.len();
        let mut flow = Flow::GoOn;
        for plan in plans {
            self.slots.resize(base + plan.slots, 0);
            if self.head_matches(plan, procedure, entry, base)? {
                flow = self.run(program, plan.start, base)?;
            }
            if flow == Flow::Enough {
                break;
            }
        }
        self.slots.truncate(base);
        Ok(flow)
    }

    #[inline]
    fn head_matches(
        &mut self,
        plan: &Plan,
        procedure: ProcedureId,
        entry: EntryId,
        base: usize,
    ) -> Result<bool, Stop> {
        for (place, pattern) in plan.head.iter().enumerate() {
            let value = self.memos[procedure as usize].key(entry)[place];
            if !self.matches(pattern, value, base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
