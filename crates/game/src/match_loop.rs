//! The loop that plays a match: it asks the roles for their moves, makes the joint move and reports it, until the match
//! ends.
//!
//! All matches and learning episodes of the workspace are played by this loop. The [`Participants`] choose the moves; a
//! [`FailurePolicy`] says what happens when one of them fails or chooses an illegal move. Clocks, records, progress and
//! guards against panics belong to the participants.

use crate::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use rand::RngExt;
use std::convert::Infallible;

/// A position of a match in which the game is not over and every role has a legal move.
pub struct Position<'a> {
    /// The machine of the match.
    pub machine: &'a mut dyn Machine,
    /// The current state of the match.
    pub state: &'a State,
    /// Legal moves of each role, in ascending order.
    pub legal: &'a [Vec<Move>],
    /// Number of joint moves that led to the state.
    pub length: usize,
    /// The random numbers of the match.
    pub random: &'a mut Random,
}

impl Position<'_> {
    /// Returns the legal moves of a role.
    pub fn legal_of(&self, role: Role) -> &[Move] {
        &self.legal[role.0 as usize]
    }

    /// Returns a random legal move of a role.
    pub fn random_move(&mut self, role: Role) -> Move {
        let legal = &self.legal[role.0 as usize];
        legal[self.random.random_range(0..legal.len())]
    }
}

/// A joint move that was made.
pub struct MatchStep<'a> {
    /// The machine of the match.
    pub machine: &'a mut dyn Machine,
    /// The state in which the move was made.
    pub before: &'a State,
    /// The move of each role.
    pub joint: &'a [Move],
    /// The state that followed.
    pub after: &'a State,
    /// Number of joint moves so far, this one included.
    pub length: usize,
}

/// The reason why participants do not go on with a match. `F` is the reason why a participant fails, if any can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle<F = Infallible> {
    /// The participant of a role failed.
    Failed(Role, F),
    /// A machine did not answer a question. This ends the match whatever the policy is.
    Machine(StopReason),
    /// The match ends here, for example because the program was interrupted.
    Interrupted,
}

impl<F> From<StopReason> for Obstacle<F> {
    fn from(reason: StopReason) -> Obstacle<F> {
        Obstacle::Machine(reason)
    }
}

/// Interrupts a match as soon as `go_on` returns `false`: participants call it before they do what takes time, and
/// after a search, whose result means nothing if it was interrupted.
pub fn unless_interrupted<F>(go_on: &dyn Fn() -> bool) -> Result<(), Obstacle<F>> {
    if go_on() { Ok(()) } else { Err(Obstacle::Interrupted) }
}

/// The players of all roles, with everything that watches the match.
///
/// One object acts for all roles because they often share something: a learner with its opponents, a thread that waits
/// for people, a referee that asks all players at the same time.
pub trait Participants {
    /// The reason why a participant fails.
    type Failure;

    /// Prepares a turn. The loop calls this in every position, before it asks any role.
    fn begin_turn(&mut self, _position: &mut Position) -> Result<(), Obstacle<Self::Failure>> {
        Ok(())
    }

    /// Whether a role is asked only after all others have chosen, for example because a person plays it.
    fn is_asked_last(&self, _role: Role) -> bool {
        false
    }

    /// Chooses a legal move for a role.
    fn choose(
        &mut self,
        position: &mut Position,
        role: Role,
    ) -> Result<Move, Obstacle<Self::Failure>>;

    /// Takes note that a random move is made for a role that failed or chose an illegal move. The loop calls this only
    /// with [`FailurePolicy::RandomMove`].
    fn replaced(&mut self, _role: Role, _failure: MoveFailure<Self::Failure>) {}

    /// Follows the match after a joint move.
    fn observe(&mut self, _step: &mut MatchStep) -> Result<(), Obstacle<Self::Failure>> {
        Ok(())
    }
}

/// The reason why a role has no move of its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveFailure<F> {
    /// The participant failed to choose a move.
    #[error("{0}")]
    Failed(F),
    /// The participant chose this move, which is not legal.
    #[error("the chosen move is not legal")]
    IllegalMove(Move),
}

/// The consequence of a failure or of an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailurePolicy {
    /// A random legal move is made in its place. A failure outside of choosing a move is ignored.
    RandomMove,
    /// The role forfeits the match, which ends with [`MatchEnd::Forfeited`].
    Forfeit,
    /// The loop returns [`MatchLoopError::Participant`].
    Error,
}

/// The rules by which the loop plays a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// Largest number of joint moves.
    pub max_length: usize,
    /// The consequence of a failure.
    pub on_failure: FailurePolicy,
}

/// The way in which a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd<F> {
    /// The game is over.
    Terminal,
    /// The match reached its largest length.
    TooLong,
    /// This role has no legal move in a state that is not terminal: the rules are at fault.
    NoLegalMove(Role),
    /// The participants interrupted the match.
    Interrupted,
    /// A role forfeited the match.
    Forfeited(Role, MoveFailure<F>),
}

/// The reason why a match could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchLoopError<F> {
    /// The machine did not answer a question.
    #[error(transparent)]
    Machine(#[from] StopReason),
    /// A participant failed, and the policy is [`FailurePolicy::Error`].
    #[error("a participant failed: {1}")]
    Participant(Role, MoveFailure<F>),
}

impl MatchLoopError<Infallible> {
    /// Returns the reason of the machine, for participants that cannot fail.
    ///
    /// # Panics
    ///
    /// If a participant chose an illegal move: such participants are part of the program, and this is a fault in it.
    pub fn stop_reason(self) -> StopReason {
        match self {
            MatchLoopError::Machine(reason) => reason,
            MatchLoopError::Participant(_, MoveFailure::Failed(never)) => match never {},
            MatchLoopError::Participant(role, MoveFailure::IllegalMove(action)) => {
                panic!("role {} chose move {}, which is not legal", role.0, action.0)
            }
        }
    }
}

/// Plays matches one after another and keeps its memory between them.
#[derive(Default)]
pub struct MatchRunner {
    state: State,
    following: State,
    legal: Vec<Vec<Move>>,
    joint: Vec<Move>,
    length: usize,
}

/// The reason why the loop leaves a turn.
enum Leave<F> {
    End(MatchEnd<F>),
    Error(MatchLoopError<F>),
}

impl<F> From<StopReason> for Leave<F> {
    fn from(reason: StopReason) -> Leave<F> {
        Leave::Error(reason.into())
    }
}

impl MatchRunner {
    /// Returns the state in which the last match ended.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the number of joint moves of the last match.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Plays a match from a state.
    pub fn play<P: Participants + ?Sized>(
        &mut self,
        machine: &mut dyn Machine,
        start: &State,
        rules: MatchRules,
        participants: &mut P,
        random: &mut Random,
    ) -> Result<MatchEnd<P::Failure>, MatchLoopError<P::Failure>> {
        self.state.clone_from(start);
        self.length = 0;
        self.legal.resize_with(machine.roles().len(), Vec::new);
        loop {
            match self.turn(machine, rules, participants, random) {
                Ok(()) => {}
                Err(Leave::End(end)) => return Ok(end),
                Err(Leave::Error(error)) => return Err(error),
            }
        }
    }

    fn turn<P: Participants + ?Sized>(
        &mut self,
        machine: &mut dyn Machine,
        rules: MatchRules,
        participants: &mut P,
        random: &mut Random,
    ) -> Result<(), Leave<P::Failure>> {
        if machine.terminal(&self.state)? {
            return Err(Leave::End(MatchEnd::Terminal));
        }
        if self.length >= rules.max_length {
            return Err(Leave::End(MatchEnd::TooLong));
        }
        self.read_legal_moves(machine)?;
        let MatchRunner { state, following, legal, joint, length } = self;
        let position = &mut Position { machine, state, legal, length: *length, random };
        let policy = rules.on_failure;
        participants.begin_turn(position).or_else(|obstacle| leave(obstacle, policy))?;
        joint.clear();
        joint.extend(legal.iter().map(|legal| legal[0]));
        for asked_last in [false, true] {
            for role in (0..legal.len() as u32).map(Role) {
                if participants.is_asked_last(role) == asked_last {
                    joint[role.0 as usize] = chosen(participants, position, role, policy)?;
                }
            }
        }
        let machine = &mut *position.machine;
        machine.next(state, joint, following)?;
        *length += 1;
        let step =
            &mut MatchStep { machine, before: state, joint, after: following, length: *length };
        let observed = participants.observe(step);
        std::mem::swap(state, following);
        observed.or_else(|obstacle| leave(obstacle, policy))
    }

    fn read_legal_moves<F>(&mut self, machine: &mut dyn Machine) -> Result<(), Leave<F>> {
        for (role, legal) in machine.role_ids().zip(&mut self.legal) {
            machine.legal(&self.state, role, legal)?;
            if legal.is_empty() {
                return Err(Leave::End(MatchEnd::NoLegalMove(role)));
            }
        }
        Ok(())
    }
}

/// Asks a role for its move and applies the policy if it has none.
fn chosen<P: Participants + ?Sized>(
    participants: &mut P,
    position: &mut Position,
    role: Role,
    policy: FailurePolicy,
) -> Result<Move, Leave<P::Failure>> {
    let (role, failure) = match participants.choose(position, role) {
        Ok(action) if position.legal_of(role).contains(&action) => return Ok(action),
        Ok(action) => (role, MoveFailure::IllegalMove(action)),
        Err(obstacle) => failure_of(obstacle)?,
    };
    if policy == FailurePolicy::RandomMove {
        participants.replaced(role, failure);
        return Ok(position.random_move(role));
    }
    Err(consequence(role, failure, policy))
}

/// Applies the policy to an obstacle outside of choosing a move.
fn leave<F>(obstacle: Obstacle<F>, policy: FailurePolicy) -> Result<(), Leave<F>> {
    let (role, failure) = failure_of(obstacle)?;
    if policy == FailurePolicy::RandomMove {
        Ok(())
    } else {
        Err(consequence(role, failure, policy))
    }
}

/// Returns the failure that the policy is about; other obstacles end the match in any case.
fn failure_of<F>(obstacle: Obstacle<F>) -> Result<(Role, MoveFailure<F>), Leave<F>> {
    match obstacle {
        Obstacle::Failed(role, failure) => Ok((role, MoveFailure::Failed(failure))),
        Obstacle::Machine(reason) => Err(reason.into()),
        Obstacle::Interrupted => Err(Leave::End(MatchEnd::Interrupted)),
    }
}

/// Returns the end of a match in which a role failed and gets no other move.
fn consequence<F>(role: Role, failure: MoveFailure<F>, policy: FailurePolicy) -> Leave<F> {
    match policy {
        FailurePolicy::Forfeit => Leave::End(MatchEnd::Forfeited(role, failure)),
        FailurePolicy::Error | FailurePolicy::RandomMove => {
            Leave::Error(MatchLoopError::Participant(role, failure))
        }
    }
}
