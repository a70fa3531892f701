//! The order in which questions are worked on: each is answered once, with the least fixpoint where rules call each
//! other in cycles.
//!
//! Questions that are being answered form a stack. A question that meets itself again further up
//! reads the answers found so far; the lowest question of such a cycle (the leader) is worked on again and again
//! until a round finds nothing new, and only then all questions of the cycle (its followers) are complete. This is
//! known as linear tabling. A negation needs a complete answer; checked rules guarantee that it gets one.
//!
//! Nothing here looks at terms or rows.

use super::{KeyStart, Solver};
use crate::limits::Stop;
use crate::memo::{EntryId, Status};
use crate::open_question::{OpenId, OpenQuestion, StackPlace};
use crate::program::{CompiledRules, ProcedureId};

impl Solver {
    /// Answers the question whose key is on top of the stack of keys: completely, unless it is part of
    /// an incomplete cycle.
    #[inline]
    pub(super) fn question(
        &mut self,
        program: &CompiledRules,
        procedure: ProcedureId,
        key: KeyStart,
    ) -> Result<EntryId, Stop> {
        let memo = &mut self.memos[procedure];
        let Some(entry) = memo.find(&self.keys[key.0..]) else {
            if memo.is_empty() {
                self.used[program.procedures[procedure].validity].push(procedure);
            }
            let entry = memo.insert(&self.keys[key.0..], Status::Abandoned);
            self.hold(program, procedure, self.keys.len() - key.0 + 2)?;
            return self.begin(program, procedure, entry);
        };
        match memo.status(entry) {
            Status::Complete(_) => Ok(entry),
            Status::Open(question) => self.meet(program, question).map(|()| entry),
            Status::Abandoned => self.begin(program, procedure, entry),
        }
    }

    /// Begins to work on a question.
    fn begin(
        &mut self,
        program: &CompiledRules,
        procedure: ProcedureId,
        entry: EntryId,
    ) -> Result<EntryId, Stop> {
        let question = self.unused.pop().unwrap_or_else(|| self.open.push(OpenQuestion::default()));
        let width = program.procedures[procedure].answer_width;
        self.open[question].reset(procedure, entry, width);
        self.memos[procedure].set_status(entry, Status::Open(question));
        self.answer(program, question)?;
        Ok(entry)
    }

    /// Handles a question whose answers are not complete: works on it once in each round, after which the answers found
    /// so far are read.
    fn meet(&mut self, program: &CompiledRules, question: OpenId) -> Result<(), Stop> {
        let met = &mut self.open[question];
        if !met.is_active && met.round != self.round {
            met.is_active = true;
            return self.answer(program, question);
        }
        let lowest = if met.is_active { self.place_on_stack(question) } else { met.lowest };
        self.depend_on(lowest);
        Ok(())
    }

    fn place_on_stack(&self, question: OpenId) -> StackPlace {
        let place = self.stack.iter().rposition(|&other| other == question);
        StackPlace(place.expect("active questions are on the stack"))
    }

    /// Notes that the question on top of the stack has used incomplete answers of the one at this place.
    fn depend_on(&mut self, lowest: StackPlace) {
        if let Some(&top) = self.stack.last() {
            let top = &mut self.open[top];
            top.lowest = top.lowest.min(lowest);
        }
    }

    /// Works on a question until it is complete or known to be part of a cycle that began before it.
    fn answer(&mut self, program: &CompiledRules, question: OpenId) -> Result<(), Stop> {
        let place = StackPlace(self.stack.len());
        let first_follower = self.followers.len();
        self.stack.push(question);
        let last_round = loop {
            let (found, began) = (self.found, self.round);
            self.open[question].round = began;
            self.run_plans(program, question)?;
            let open = &self.open[question];
            let lowest = open.lowest;
            // A yes is final, whatever the cycle still finds, if nobody has relied on a no.
            let is_decided = open.is_test()
                && open.count > 0
                && !open.is_follower
                && !self.is_relied_upon(place, first_follower);
            if is_decided || lowest > place {
                break None;
            }
            if lowest < place {
                self.follow(question, first_follower);
                return Ok(());
            }
            if found == self.found {
                break Some(began);
            }
            self.round += 1;
        };
        self.stack.pop();
        self.complete(program, question)?;
        self.finish_followers(program, place, first_follower, last_round)
    }

    /// Whether a question of an incomplete cycle has used the answers of the one at this place.
    fn is_relied_upon(&self, place: StackPlace, first_follower: usize) -> bool {
        let since = &self.followers[first_follower..];
        since.iter().any(|&follower| self.open[follower].lowest >= place)
    }

    /// Makes the question on top of the stack wait for the cycle of which it is a part, together with the questions
    /// that wait for it.
    fn follow(&mut self, question: OpenId, first_follower: usize) {
        self.stack.pop();
        let open = &mut self.open[question];
        open.is_active = false;
        let lowest = open.lowest;
        if !std::mem::replace(&mut open.is_follower, true) {
            self.followers.push(question);
        }
        for &follower in &self.followers[first_follower..] {
            let follower = &mut self.open[follower];
            follower.lowest = follower.lowest.min(lowest);
        }
        self.depend_on(lowest);
    }

    /// Finishes the followers of a question that is complete. If it led a cycle, the last round found nothing
    /// new, so the questions met in it are complete too. Others used its answers before
    /// they were complete (a test met them, and was decided without them): they are abandoned.
    fn finish_followers(
        &mut self,
        program: &CompiledRules,
        place: StackPlace,
        first_follower: usize,
        last_round: Option<u64>,
    ) -> Result<(), Stop> {
        let mut kept = first_follower;
        for index in first_follower..self.followers.len() {
            let follower = self.followers[index];
            let open = &self.open[follower];
            if open.lowest < place {
                self.followers[kept] = follower;
                kept += 1;
            } else if last_round.is_some_and(|last| open.round >= last) {
                self.complete(program, follower)?;
            } else {
                self.abandon(follower);
            }
        }
        self.followers.truncate(kept);
        Ok(())
    }

    fn abandon(&mut self, question: OpenId) {
        let open = &self.open[question];
        self.memos[open.procedure].set_status(open.entry, Status::Abandoned);
        self.unfinished -= open.values().len();
        self.unused.push(question);
    }

    /// Moves the answers of a question to the memo table of its procedure.
    fn complete(&mut self, program: &CompiledRules, question: OpenId) -> Result<(), Stop> {
        let open = &self.open[question];
        let (procedure, ids) = (open.procedure, open.values().len());
        self.memos[procedure].complete(open.entry, open.count, open.values());
        self.unused.push(question);
        self.unfinished -= ids;
        self.hold(program, procedure, ids)
    }
}
