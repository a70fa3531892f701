//! The trait that every machine implements, and the ids it speaks in.

use crate::goal::GoalSet;
use crate::state::State;

/// A role, counted from 0 in the order in which the rules declare the roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Role(pub u32);

/// A fact that can be true in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fact(pub u32);

/// Something a role can do. The same move of two roles has one id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub u32);

/// Why a machine gave up on a question. The rules may be at fault, or the limits too tight; the
/// machine stays usable.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The question took too many steps of inference.
    #[error("answering took more than {0} steps of inference")]
    Steps(u64),
    /// Answering needed too much memory.
    #[error("answering needed more than {0} MiB of memory")]
    Memory(usize),
    /// Play produced too many different terms.
    #[error("play produced more than {0} different terms")]
    Terms(usize),
    /// A rule has too many disjunctions that wait for each other.
    #[error("a rule's disjunctions split into more than {0} cases")]
    Splits(usize),
    /// Rules called each other too deeply.
    #[error("rules call each other more than {0} levels deep")]
    Depth(usize),
    /// A term grew too deep: functions wrapped around functions.
    #[error("a term is nested more than {0} levels deep")]
    TermDepth(usize),
    /// A term grew too long: functions of many arguments wrapped around each other.
    #[error("a term has more than {0} words")]
    TermSize(usize),
    /// Grounding the rules gave too many instances.
    #[error("the rules have more than {0} ground instances")]
    Instances(usize),
    /// The ground rules make too big a circuit.
    #[error("the circuit has more than {0} gates")]
    Gates(usize),
    /// Whoever asked did not want to wait any longer.
    #[error("it took too long")]
    Interrupted,
    /// Something depends on its own failure.
    #[error("a condition depends on its own failure")]
    Unstratified,
}

/// Knows the rules of one game and answers questions about it.
///
/// A machine is used by one thread at a time, because it keeps scratch memory; [`Machine::fork`] makes
/// another one for another thread. Ids and states may be exchanged freely between a machine and its
/// forks, and mean nothing to any other machine.
///
/// The answers depend on the arguments alone, never on what was asked before. Any set of known facts
/// is a legitimate state, whether or not play can reach it.
pub trait Machine: Send {
    /// The names of the roles, in the order of their ids.
    fn roles(&self) -> &[String];

    /// Writes the state in which the game begins into `out`.
    fn initial(&mut self, out: &mut State) -> Result<(), StopReason>;

    /// Replaces `out` by the moves that the role may make, in ascending order, each once.
    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason>;

    /// Writes the state that follows when every role makes its move of `joint` into `out`. The moves
    /// need not be legal in this state; a move that the role cannot make in any state may be taken to do nothing.
    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason>;

    /// Whether the game is over.
    fn terminal(&mut self, state: &State) -> Result<bool, StopReason>;

    /// What the role gets in this state, terminal or not.
    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason>;

    /// The facts that are true in a state, in ascending order of their ids.
    fn facts(&self, state: &State) -> Vec<Fact>;

    /// Replaces `out` by the facts in which two states differ, in ascending order, each with whether it is true in the second.
    fn changes(&self, before: &State, after: &State, out: &mut Vec<(Fact, bool)>) {
        let (before, after) = (self.facts(before), self.facts(after));
        let gone = before.iter().filter(|fact| after.binary_search(fact).is_err());
        let come = after.iter().filter(|fact| before.binary_search(fact).is_err());
        out.clear();
        out.extend(gone.map(|&fact| (fact, false)).chain(come.map(|&fact| (fact, true))));
        out.sort_unstable();
    }

    /// The state in which these facts are true and no others.
    fn state(&self, facts: &[Fact]) -> State;

    /// Writes the state of those facts of one that are not in another into `out`.
    fn subtract(&self, state: &State, other: &State, out: &mut State) {
        let other = self.facts(other);
        let mut facts = self.facts(state);
        facts.retain(|fact| other.binary_search(fact).is_err());
        *out = self.state(&facts);
    }

    /// A fact in KIF.
    fn fact_text(&self, fact: Fact) -> String;

    /// A move in KIF.
    fn move_text(&self, action: Move) -> String;

    /// The fact with this text (KIF; case and white space do not matter), if it is known.
    fn find_fact(&self, text: &str) -> Option<Fact>;

    /// The move with this text (KIF; case and white space do not matter), if it is known.
    fn find_move(&self, text: &str) -> Option<Move>;

    /// A machine for the same game with the same ids, for another thread.
    fn fork(&self) -> Box<dyn Machine>;
}

impl dyn Machine + '_ {
    /// The roles' ids.
    pub fn role_ids(&self) -> impl Iterator<Item = Role> + use<> {
        (0..self.roles().len() as u32).map(Role)
    }

    /// The state in which the game begins, as a new value.
    pub fn initial_state(&mut self) -> Result<State, StopReason> {
        let mut state = State::default();
        self.initial(&mut state)?;
        Ok(state)
    }

    /// The facts of a state in KIF, sorted by their text.
    pub fn state_texts(&self, state: &State) -> Vec<String> {
        let mut texts: Vec<String> =
            self.facts(state).into_iter().map(|fact| self.fact_text(fact)).collect();
        texts.sort_unstable();
        texts
    }

    /// A joint move in KIF, in the order of the roles.
    pub fn joint_text(&self, joint: &[Move]) -> String {
        let texts: Vec<String> = joint.iter().map(|&action| self.move_text(action)).collect();
        format!("({})", texts.join(" "))
    }
}
