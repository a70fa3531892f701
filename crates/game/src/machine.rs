//! The trait that every machine implements, its ids, and the reasons why a question can stay unanswered.
//!
//! Nothing here depends on an implementation; errors of building a machine belong to the crates that build.

use crate::goal::GoalSet;
use crate::state::State;
use crate::vocabulary::Vocabulary;
use term::Term;

/// A role, counted from 0 in the order in which the rules declare the roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Role(pub u32);

/// A fact that can be true in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fact(pub u32);

/// A move that a role can make. The same move of two roles has one id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub u32);

/// Reason why a machine stopped before it had answered a question. The machine stays usable.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The question needed more steps of inference than allowed.
    #[error("answering took more than {0} steps of inference")]
    Steps(u64),
    /// The question needed more memory than allowed, in MiB.
    #[error("answering needed more than {0} MiB of memory")]
    Memory(usize),
    /// Play produced more distinct terms than allowed.
    #[error("play produced more than {0} different terms")]
    Terms(usize),
    /// The conditions of rules led to each other over more levels than allowed.
    #[error("rules call each other more than {0} levels deep")]
    Depth(usize),
    /// A term is nested more deeply than allowed: a function was applied to its own results again and again.
    #[error("a term is nested more than {0} levels deep")]
    TermDepth(usize),
    /// A term has more words than allowed: functions of several arguments were applied to each other's results.
    #[error("a term has more than {0} words")]
    TermSize(usize),
    /// The caller asked the machine to stop, for example by a deadline. A program that ends its own work early uses
    /// an error of its own, so that the two are told apart.
    #[error("it took too long")]
    Interrupted,
    /// A condition depends on its own negation.
    #[error("a condition depends on its own failure")]
    Unstratified,
}

/// A machine that knows the rules of one game and answers questions about it.
///
/// A machine is used by one thread at a time, because it keeps scratch memory; [`Machine::fork`] makes
/// another one for another thread. Ids and states may be exchanged freely between a machine and its
/// forks, and mean nothing to any other machine.
///
/// The answers depend on the arguments alone, never on earlier questions. Any set of known facts
/// is a legitimate state, whether or not play can reach it. [`MachineExt`] adds methods that are built on these.
pub trait Machine: Send {
    /// Returns the names of the roles, in the order of their ids.
    fn roles(&self) -> &[String];

    /// Writes the initial state into `out`.
    fn initial(&mut self, out: &mut State) -> Result<(), StopReason>;

    /// Replaces `out` by the legal moves of the role, in ascending order, each once.
    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason>;

    /// Writes the state that follows into `out` when every role makes its move of `joint` (in the order of the roles).
    /// The moves need not be legal in this state; a move that the role cannot make in any state may be taken to do
    /// nothing.
    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason>;

    /// Whether the game is over in this state.
    fn terminal(&mut self, state: &State) -> Result<bool, StopReason>;

    /// Returns the goal values of the role in this state, terminal or not.
    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason>;

    /// Returns the facts that are true in a state, in ascending order, each once.
    fn facts(&self, state: &State) -> Vec<Fact>;

    /// Replaces `out` by the facts in which two states differ, in ascending order, each with its truth in `after`.
    fn changes(&self, before: &State, after: &State, out: &mut Vec<(Fact, bool)>) {
        let (before, after) = (self.facts(before), self.facts(after));
        let gone = before.iter().filter(|fact| after.binary_search(fact).is_err());
        let come = after.iter().filter(|fact| before.binary_search(fact).is_err());
        out.clear();
        out.extend(gone.map(|&fact| (fact, false)).chain(come.map(|&fact| (fact, true))));
        out.sort_unstable();
    }

    /// Returns the state in which these facts are true and no others.
    fn state(&self, facts: &[Fact]) -> State;

    /// Writes the state of those facts into `out` that are true in `state` and not in `other`.
    fn subtract(&self, state: &State, other: &State, out: &mut State) {
        let other = self.facts(other);
        let mut facts = self.facts(state);
        facts.retain(|fact| other.binary_search(fact).is_err());
        *out = self.state(&facts);
    }

    /// Returns the terms of the facts and moves.
    fn vocabulary(&self) -> &dyn Vocabulary;

    /// Returns a fact in KIF.
    fn fact_text(&self, fact: Fact) -> String {
        self.vocabulary().fact_term(fact).as_str().to_owned()
    }

    /// Returns a move in KIF.
    fn move_text(&self, action: Move) -> String {
        self.vocabulary().move_term(action).as_str().to_owned()
    }

    /// Returns the fact with this text (KIF; case and white space do not matter), or `None` if there is none.
    fn find_fact(&self, text: &str) -> Option<Fact> {
        self.vocabulary().find_fact(&Term::read(text)?)
    }

    /// Returns the move with this text (KIF; case and white space do not matter), or `None` if there is none.
    fn find_move(&self, text: &str) -> Option<Move> {
        self.vocabulary().find_move(&Term::read(text)?)
    }

    /// Returns the estimated time in which the state after a move is found, in microseconds, or `None` if the machine
    /// cannot tell. It depends on the game alone, not on the computer, so that decisions that are based on it can be
    /// repeated.
    fn move_cost(&mut self) -> Option<f64> {
        None
    }

    /// Returns another machine for the same game with the same ids, for another thread.
    fn fork(&self) -> Box<dyn Machine>;
}

/// Methods of every machine that are built on those of [`Machine`].
pub trait MachineExt: Machine {
    /// Returns the ids of the roles, in ascending order.
    fn role_ids(&self) -> impl Iterator<Item = Role> + use<Self> {
        (0..self.roles().len() as u32).map(Role)
    }

    /// Returns the initial state as a new value.
    fn initial_state(&mut self) -> Result<State, StopReason> {
        let mut state = State::default();
        self.initial(&mut state)?;
        Ok(state)
    }

    /// Returns the terms of the facts of a state, sorted by their text.
    fn state_terms(&self, state: &State) -> Vec<Term> {
        let vocabulary = self.vocabulary();
        let mut terms: Vec<Term> =
            self.facts(state).into_iter().map(|fact| vocabulary.fact_term(fact)).collect();
        terms.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
        terms
    }

    /// Returns the facts of a state in KIF, sorted by their text.
    fn state_texts(&self, state: &State) -> Vec<String> {
        self.state_terms(state).iter().map(Term::to_string).collect()
    }

    /// Returns a joint move in KIF: the moves in the order of the roles, between parentheses.
    fn joint_text(&self, joint: &[Move]) -> String {
        let texts: Vec<String> = joint.iter().map(|&action| self.move_text(action)).collect();
        format!("({})", texts.join(" "))
    }
}

impl<M: Machine + ?Sized> MachineExt for M {}
