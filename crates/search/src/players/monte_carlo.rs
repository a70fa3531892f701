//! Flat Monte Carlo: `mc` tries all its moves equally often, each with a random game after it.

use super::cadia::simulation_length;
use super::simple::joint_with;
use super::{PlayerKind, constructor};
use crate::Limit;
use crate::{MatchState, MoveValue, Player, Report, Seat, ThinkError};
use game::playout::random_step;
use game::{Move, Random, State, StopReason};

pub(super) const PLAYERS: &[PlayerKind] = &[PlayerKind {
    name: "mc",
    description: "flat Monte Carlo: tries all its moves equally often, each with a random \
        game after it",
    configure: |reader| {
        let length = simulation_length(reader)?;
        constructor(move |seat| FlatPlayer::new(seat, length))
    },
    ..PlayerKind::PLAIN
}];

/// A player that plays random games after each of its moves in turn.
struct FlatPlayer {
    current: MatchState,
    random: Random,
    tried: Vec<MoveTotal>,
    simulations: u64,
    /// Number of moves after which a playout is aborted.
    length: usize,
}

/// A move of the player, with the sum of the goals of the playouts after it.
struct MoveTotal {
    action: Move,
    visits: u64,
    total: f64,
}

impl FlatPlayer {
    fn new(seat: Seat, length: usize) -> Result<FlatPlayer, StopReason> {
        let random = game::random(seat.seed);
        let current = MatchState::new(seat.machine, seat.role)?;
        let mut player = FlatPlayer { current, random, tried: Vec::new(), simulations: 0, length };
        player.restart()?;
        Ok(player)
    }

    /// Forgets all playouts, because the state of the match has changed.
    fn restart(&mut self) -> Result<(), StopReason> {
        let legal = self.current.legal()?;
        let untried = legal.into_iter().map(|action| MoveTotal { action, visits: 0, total: 0.0 });
        self.tried = untried.collect();
        self.simulations = 0;
        Ok(())
    }

    /// Plays a random game after a move. Returns the player's goal; `None` if the game was aborted.
    fn simulate(&mut self, action: Move) -> Result<Option<f64>, StopReason> {
        let MatchState { machine, role, state } = &mut self.current;
        let (mut joint, mut now) = (Vec::new(), State::default());
        joint_with(&mut **machine, state, (*role, action), &mut self.random, &mut joint)?;
        machine.next(state, &joint, &mut now)?;
        for _ in 0..self.length {
            match random_step(&mut **machine, &now, &mut self.random)? {
                Some(next) => now = next,
                None if machine.terminal(&now)? => {
                    return Ok(Some(f64::from(machine.goal(&now, *role)?.value())));
                }
                None => return Ok(None),
            }
        }
        Ok(None)
    }
}

impl Player for FlatPlayer {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        let mut done = 0;
        while !self.tried.is_empty() && !limit.is_reached(done) {
            let turn = (self.simulations % self.tried.len() as u64) as usize;
            if let Some(goal) = self.simulate(self.tried[turn].action)? {
                self.tried[turn].visits += 1;
                self.tried[turn].total += goal;
            }
            done += 1;
            self.simulations += 1;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.current.legal()?;
        Ok(self.report().moves.first().map_or(legal[0], |best| best.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.current.advance(joint)?;
        self.restart()
    }

    fn report(&self) -> Report {
        let tried = self.tried.iter().filter(|tried| tried.visits > 0);
        let mut moves: Vec<MoveValue> = tried
            .map(|tried| MoveValue {
                action: tried.action,
                visits: tried.visits,
                value: tried.total / tried.visits as f64,
            })
            .collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        Report {
            simulations: self.simulations,
            playouts: self.simulations,
            moves,
            ..Report::default()
        }
    }
}
