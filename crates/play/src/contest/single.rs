//! One match.

use super::guard::{Guarded, any};
use super::{Budget, Conduct, Roles, derived};
use crate::{PlayerName, SeatError, Seats, preparation};
use game::{Machine, Move, Random, Role, State, StopReason};
use search::Limit;
use search::players::PlayerError;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Who plays a role, and how much it may think.
#[derive(Clone, Copy, Debug)]
pub struct Entrant<'a> {
    /// The player.
    pub player: &'a PlayerName,
    /// How much it may think.
    pub budget: Budget,
}

/// Everything that a match depends on.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// The game. All its machines are forks of each other: moves and states mean the same to them.
    pub seats: &'a dyn Seats,
    /// One for each role that needs a player, in the order of the roles.
    pub entrants: &'a [Entrant<'a>],
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether players think, as much as ever, when they have only one legal move.
    pub ponder: bool,
    /// It is left after so many joint moves.
    pub max_length: usize,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// What each role got; nothing, if the match was left because it was too long.
    pub goals: Option<Vec<u8>>,
    /// The joint moves.
    pub moves: Vec<String>,
    /// How each player behaved, in the order of their roles.
    pub conduct: Vec<Conduct>,
}

/// Why a match was not played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// There is no seat.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// There is no player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The number of players is not that of the roles.
    #[error("the game has {} for players (`{}`), and {given} {} given", roles_text(.roles.len()),
            .roles.join("`, `"), if *.given == 1 { "was" } else { "were" })]
    Players {
        /// How many there were.
        given: usize,
        /// The roles that need a player.
        roles: Vec<String>,
    },
    /// Play cannot go on, and the rules are at fault.
    #[error("role `{role}` has no legal move in the state {state}, which is not terminal")]
    NoLegalMove {
        /// The role that has none.
        role: String,
        /// The facts of the state.
        state: String,
    },
    /// A question about the rules was not answered.
    #[error("the rules could not be followed: {0}")]
    Rules(#[from] StopReason),
    /// Whoever wanted the match did not want to wait any longer.
    #[error("interrupted")]
    Interrupted,
}

fn roles_text(count: usize) -> String {
    if count == 1 { "1 role".to_owned() } else { format!("{count} roles") }
}

impl Played {
    /// How many joint moves were made.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// What a player got, by the place of its role among those that have a player.
    pub fn goal(&self, seat: usize) -> Option<u8> {
        let role = self.conduct.get(seat)?.role;
        self.goals.as_ref()?.get(role as usize).copied()
    }
}

impl Match<'_> {
    /// Plays to the end, as long as `go_on` says so.
    pub fn play(&self, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Played, MatchError> {
        let mut table = Table::new(self)?;
        for (player, entrant) in table.players.iter_mut().zip(self.entrants) {
            if let Budget::Clocks { start, .. } = entrant.budget {
                let left = start.saturating_sub(player.seated);
                within(left, go_on, |limit| player.prepare(limit));
            }
        }
        for _ in 0..self.max_length {
            if table.machine.terminal(&table.state)? {
                break;
            }
            table.turn(self, go_on)?;
        }
        table.finish()
    }
}

/// Calls with a limit that is reached after so long, or when nobody wants to go on.
fn within(time: Duration, go_on: &(dyn Fn() -> bool + Sync), act: impl FnOnce(&Limit)) {
    let begun = Instant::now();
    let stop = || begun.elapsed() >= time || !go_on();
    act(&Limit { simulations: None, stop: &stop });
}

/// A match that is being played.
struct Table {
    machine: Box<dyn Machine>,
    roles: Roles,
    state: State,
    /// In the order of the roles that need one.
    players: Vec<Guarded>,
    moves: Vec<String>,
    /// For roles called `random`, and in the place of players that fail.
    random: Random,
}

impl Table {
    fn new(wish: &Match) -> Result<Table, MatchError> {
        let mut machine = wish.seats.machine()?;
        let roles = Roles::of(&*machine);
        roles.check(wish.entrants.len())?;
        let mut players = Vec::new();
        for (&role, entrant) in roles.seated.iter().zip(wish.entrants) {
            let mut seat =
                wish.seats.seat(role, derived(wish.seed, &format!("role {}", role.0)))?;
            if let Budget::Clocks { start, .. } = entrant.budget {
                preparation::allow(&mut seat, start);
            }
            players.push(Guarded::sit(role, || entrant.player.build(seat))?);
        }
        let state = machine.initial_state()?;
        let random = game::random(derived(wish.seed, "referee"));
        Ok(Table { machine, roles, state, players, moves: Vec::new(), random })
    }

    /// Every role makes a move.
    fn turn(&mut self, wish: &Match, go_on: &(dyn Fn() -> bool + Sync)) -> Result<(), MatchError> {
        let joint = self.joint(wish, go_on)?;
        if !go_on() {
            return Err(MatchError::Interrupted);
        }
        let mut next = State::default();
        self.machine.next(&self.state, &joint, &mut next)?;
        self.state = next;
        self.moves.push(self.machine.joint_text(&joint));
        self.players.iter_mut().for_each(|player| player.advance(&joint));
        Ok(())
    }

    fn joint(
        &mut self,
        wish: &Match,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Move>, MatchError> {
        let mut joint = Vec::new();
        let mut legal = Vec::new();
        for role in self.machine.role_ids() {
            self.machine.legal(&self.state, role, &mut legal)?;
            if legal.is_empty() {
                return Err(self.no_legal_move(role));
            }
            joint.push(self.decide(role, &legal, wish, go_on));
        }
        Ok(joint)
    }

    fn decide(
        &mut self,
        role: Role,
        legal: &[Move],
        wish: &Match,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Move {
        let seat = self.roles.seated.iter().position(|&seated| seated == role);
        let Some((player, entrant)) =
            seat.map(|seat| (&mut self.players[seat], wish.entrants[seat]))
        else {
            return any(legal, &mut self.random);
        };
        if legal.len() == 1 && !wish.ponder {
            return legal[0];
        }
        let random = &mut self.random;
        match entrant.budget {
            Budget::Simulations(count) => {
                let stop = || !go_on();
                player.decide(legal, &Limit { simulations: Some(count), stop: &stop }, random)
            }
            Budget::Clocks { play, .. } => {
                let mut chosen = legal[0];
                within(play, go_on, |limit| chosen = player.decide(legal, limit, random));
                chosen
            }
        }
    }

    fn no_legal_move(&self, role: Role) -> MatchError {
        let role = self.roles.names[role.0 as usize].clone();
        let state = self.machine.state_texts(&self.state).join(" ");
        MatchError::NoLegalMove { role, state }
    }

    fn finish(mut self) -> Result<Played, MatchError> {
        let ended = self.machine.terminal(&self.state)?;
        let machine = &mut *self.machine;
        let mut goal = |role| machine.goal(&self.state, role).map(game::GoalSet::value);
        let roles = 0..self.roles.names.len() as u32;
        let goals: Vec<u8> = roles.map(|role| goal(Role(role))).collect::<Result<_, _>>()?;
        let conduct = self.players.into_iter().map(|player| player.conduct).collect();
        Ok(Played { goals: ended.then_some(goals), moves: self.moves, conduct })
    }
}
