//! One match in this process: its setup, the loop of turns, and the result.

use super::guarded_player::GuardedPlayer;
use super::{Budget, GoOn, PlayerStats, Roles, derived};
use crate::{PlayerName, preparation};
use engine::{Playable, Unplayable};
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchLoopError, MatchRules, MatchRunner, MatchStep, MoveFailure,
    Obstacle, Participants, Position, unless_interrupted,
};
use game::{Machine, MachineExt, Move, Role, State, StopReason};
use search::Limit;
use search::players::PlayerError;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The player of a role, with its budget.
#[derive(Clone, Copy, Debug)]
pub struct Participant<'a> {
    /// The name of the player, with its settings.
    pub player: &'a PlayerName,
    /// The limit on its thinking.
    pub budget: Budget,
}

/// The setup of a match: everything that it depends on.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// The game. All its machines are forks of each other: moves and states mean the same to them.
    pub game: &'a dyn Playable,
    /// The players, in the order of the roles that need one.
    pub participants: &'a [Participant<'a>],
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether players use their whole budget even when they have only one legal move.
    pub ponder: bool,
    /// Largest number of joint moves. A match that reaches it has no goals.
    pub max_length: usize,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// The goal of each role, or `None` if the match reached its largest length.
    pub goals: Option<Vec<u8>>,
    /// The joint moves, in KIF.
    pub moves: Vec<String>,
    /// The work and the errors of each player, in the order of the roles that need one.
    #[serde(rename = "conduct")]
    pub stats: Vec<PlayerStats>,
}

/// The reason why a match, or a session of a person with players, was not played or cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The game cannot be played.
    #[error(transparent)]
    Seat(#[from] Unplayable),
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The number of players is not the number of roles that need one.
    #[error("the game has {} for players (`{}`), and {given} {} given", roles_text(.roles.len()),
            .roles.join("`, `"), if *.given == 1 { "was" } else { "were" })]
    Players {
        /// Number of players given.
        given: usize,
        /// The roles that need a player.
        roles: Vec<String>,
    },
    /// The number of players in a session is neither 1 nor that of the roles that the person does not play.
    #[error("{given} players were named, and {} other roles need one (`{}`)", .roles.len(), .roles.join("`, `"))]
    Opponents {
        /// Number of players given.
        given: usize,
        /// The other roles that need a player.
        roles: Vec<String>,
    },
    /// A role has no legal move in a state that is not terminal: the rules are at fault.
    #[error("role `{role}` has no legal move in the state {state}, which is not terminal")]
    NoLegalMove {
        /// The role without a legal move.
        role: String,
        /// The facts of the state.
        state: String,
    },
    /// The move that was given for this role is not legal.
    #[error("the move of role `{0}` is not legal")]
    IllegalMove(String),
    /// A question about the rules was not answered.
    #[error("the rules could not be followed: {0}")]
    Rules(#[from] StopReason),
    /// `go_on` ended the match.
    #[error("interrupted")]
    Interrupted,
}

fn roles_text(count: usize) -> String {
    if count == 1 { "1 role".to_owned() } else { format!("{count} roles") }
}

impl PlayedMatch {
    /// Returns the number of joint moves.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// Returns the goal of a player, by the place of its role among those that need a player; `None` if there is none.
    pub fn goal(&self, seat: usize) -> Option<u8> {
        let role = self.stats.get(seat)?.role;
        self.goals.as_ref()?.get(role as usize).copied()
    }
}

impl Match<'_> {
    /// Plays to the end, or until `go_on` returns `false`.
    pub fn play(&self, go_on: GoOn) -> Result<PlayedMatch, MatchError> {
        let mut machine = self.game.machine()?;
        let roles = Roles::of(&*machine);
        roles.check(self.participants.len())?;
        let players = self.players(&roles)?;
        let seats = seats(&roles);
        let moves = Vec::new();
        let mut players = MatchPlayers { setup: self, players, seats, moves, go_on };
        let start = machine.initial_state()?;
        players.prepare();
        let mut random = game::random(derived(self.seed, "referee"));
        let rules =
            MatchRules { max_length: self.max_length, on_failure: FailurePolicy::RandomMove };
        let mut runner = MatchRunner::default();
        let end = runner.play(&mut *machine, &start, rules, &mut players, &mut random);
        let goals = match end {
            Ok(MatchEnd::Terminal) => Some(goals(&mut *machine, runner.state())?),
            // With this policy nobody forfeits, and no failure ends the match.
            Ok(MatchEnd::TooLong | MatchEnd::Forfeited(..))
            | Err(MatchLoopError::Participant(..)) => None,
            Ok(MatchEnd::Interrupted) => return Err(MatchError::Interrupted),
            Err(MatchLoopError::Machine(reason)) => return Err(reason.into()),
            Ok(MatchEnd::NoLegalMove(role)) => {
                let role = roles.names[role.0 as usize].clone();
                let state = machine.state_texts(runner.state()).join(" ");
                return Err(MatchError::NoLegalMove { role, state });
            }
        };
        let stats = players.players.into_iter().map(|player| player.stats).collect();
        Ok(PlayedMatch { goals, moves: players.moves, stats })
    }

    /// Makes the players, in the order of the roles that need one.
    fn players(&self, roles: &Roles) -> Result<Vec<GuardedPlayer>, MatchError> {
        let mut players = Vec::new();
        for (&role, participant) in roles.with_player.iter().zip(self.participants) {
            let mut seat = self.game.seat(role, derived(self.seed, &format!("role {}", role.0)))?;
            if let Budget::Clocks { start, play } = participant.budget {
                preparation::allow(&mut seat, start, play);
            }
            players.push(GuardedPlayer::new(role, || participant.player.build(seat))?);
        }
        Ok(players)
    }
}

/// Returns for each role the number of its player, or `None` if it needs none.
fn seats(roles: &Roles) -> Vec<Option<usize>> {
    let all = (0..roles.names.len() as u32).map(Role);
    all.map(|role| roles.with_player.iter().position(|&other| other == role)).collect()
}

fn goals(machine: &mut dyn Machine, state: &State) -> Result<Vec<u8>, StopReason> {
    machine.role_ids().map(|role| Ok(machine.goal(state, role)?.value())).collect()
}

/// Calls a function with a limit that is reached after some time, or when `go_on` returns `false`.
fn within<T>(time: Duration, go_on: GoOn, act: impl FnOnce(&Limit) -> T) -> T {
    let begun = Instant::now();
    let stop = || begun.elapsed() >= time || !go_on();
    act(&Limit { simulations: None, stop: &stop })
}

/// The players of a match, with its moves so far.
pub(super) struct MatchPlayers<'a> {
    pub setup: &'a Match<'a>,
    /// The players, in the order of the roles that need one.
    pub players: Vec<GuardedPlayer>,
    /// For each role, the number of its player.
    pub seats: Vec<Option<usize>>,
    /// The joint moves as text.
    pub moves: Vec<String>,
    pub go_on: GoOn<'a>,
}

impl MatchPlayers<'_> {
    /// Lets the players think before the first move, one after the other.
    fn prepare(&mut self) {
        for (player, participant) in self.players.iter_mut().zip(self.setup.participants) {
            if let Budget::Clocks { start, .. } = participant.budget {
                let left = start.saturating_sub(player.construction);
                within(left, self.go_on, |limit| player.prepare(limit));
            }
        }
    }
}

impl Participants for MatchPlayers<'_> {
    type Failure = String;

    fn begin_turn(&mut self, _: &mut Position) -> Result<(), Obstacle<String>> {
        unless_interrupted(self.go_on)
    }

    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, Obstacle<String>> {
        let Some(number) = self.seats[role.0 as usize] else {
            return Ok(position.random_move(role));
        };
        if let [only] = position.legal_of(role)
            && !self.setup.ponder
        {
            return Ok(*only);
        }
        let (player, go_on) = (&mut self.players[number], self.go_on);
        let chosen = match self.setup.participants[number].budget {
            Budget::Simulations(count) => {
                let stop = || !go_on();
                player.choose(&Limit { simulations: Some(count), stop: &stop })
            }
            Budget::Clocks { play, .. } => within(play, go_on, |limit| player.choose(limit)),
        };
        unless_interrupted(self.go_on)?;
        chosen.map_err(|error| Obstacle::Failed(role, error))
    }

    fn replaced(&mut self, role: Role, failure: MoveFailure<String>) {
        let Some(number) = self.seats[role.0 as usize] else { return };
        self.players[number].count_error(match failure {
            MoveFailure::Failed(error) => error,
            MoveFailure::IllegalMove(_) => "it chose a move that is not legal".to_owned(),
        });
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle<String>> {
        self.moves.push(step.machine.joint_text(step.joint));
        self.players.iter_mut().for_each(|player| player.advance(step.joint));
        Ok(())
    }
}
