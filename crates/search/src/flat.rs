//! Flat Monte Carlo: every move is tried equally often, and played out at random.

use crate::player::Table;
use crate::simple::joint_with;
use crate::{Limit, Player, Report, Seat, Valued};
use game::playout::random_step;
use game::{Move, Random, State, StopReason};

/// A player that plays out all its moves in turn.
pub struct FlatPlayer {
    table: Table,
    random: Random,
    tried: Vec<Tried>,
    simulations: u64,
    /// A playout that takes more moves is left.
    length: usize,
}

/// What came of a move.
struct Tried {
    action: Move,
    visits: u64,
    total: f64,
}

impl FlatPlayer {
    /// At the beginning of a match.
    pub fn new(seat: Seat, length: usize) -> Result<FlatPlayer, StopReason> {
        let random = game::random(seat.seed);
        let table = Table::new(seat.machine, seat.role)?;
        let mut player = FlatPlayer { table, random, tried: Vec::new(), simulations: 0, length };
        player.begin()?;
        Ok(player)
    }

    /// Forgets what was tried: the state is another one.
    fn begin(&mut self) -> Result<(), StopReason> {
        let legal = self.table.legal()?;
        let fresh = legal.into_iter().map(|action| Tried { action, visits: 0, total: 0.0 });
        self.tried = fresh.collect();
        self.simulations = 0;
        Ok(())
    }

    /// Plays out the move whose turn it is; what the player gets.
    fn simulate(&mut self, action: Move) -> Result<Option<f64>, StopReason> {
        let Table { machine, role, state } = &mut self.table;
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
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
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
        let legal = self.table.legal()?;
        Ok(self.report().moves.first().map_or(legal[0], |best| best.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.table.advance(joint)?;
        self.begin()
    }

    fn report(&self) -> Report {
        let tried = self.tried.iter().filter(|tried| tried.visits > 0);
        let mut moves: Vec<Valued> = tried
            .map(|tried| Valued {
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
