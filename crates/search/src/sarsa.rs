//! A player that learns by playing against itself from the present state on (document 000, section 6.3): Sarsa on afterstates, for every role
//! at once. What it knows of the game from elsewhere is where it begins.

use crate::player::Table;
use crate::{Limit, Player, Report, Seat, Valued};
use game::{Move, Random, StopReason};
use learn::values::{Actor, Learner, Once, Settings, play};

/// Learns in the place of searching: a simulation is a match from the present state.
pub struct SarsaPlayer {
    table: Table,
    learners: Vec<Learner>,
    random: Random,
    /// Matches since the last move.
    matches: u64,
    /// What was thought of its moves when it last chose.
    valued: Vec<Valued>,
}

impl SarsaPlayer {
    /// At the beginning of a match.
    pub fn new(seat: Seat, settings: Settings) -> Result<SarsaPlayer, StopReason> {
        let learner = |role| {
            let opinions = seat.memory.opinions.as_ref().and_then(|opinions| opinions(role));
            match opinions {
                Some(prior) => Learner::new(settings).with_prior(Box::new(Once::new(prior))),
                None => Learner::new(settings),
            }
        };
        Ok(SarsaPlayer {
            learners: seat.machine.role_ids().map(learner).collect(),
            random: game::random(seat.seed),
            table: Table::new(seat.machine, seat.role)?,
            matches: 0,
            valued: Vec::new(),
        })
    }
}

impl Player for SarsaPlayer {
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
        if self.table.machine.terminal(&self.table.state)? {
            return Ok(());
        }
        let mut done = 0;
        while !limit.is_reached(done) {
            let mut actors: Vec<&mut dyn Actor> =
                self.learners.iter_mut().map(|learner| learner as &mut dyn Actor).collect();
            let Table { machine, state, .. } = &mut self.table;
            play(&mut **machine, state, &mut actors, &mut self.random)?;
            done += 1;
            self.matches += 1;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.table.legal()?;
        let Table { machine, role, state } = &mut self.table;
        let learner = &mut self.learners[role.0 as usize];
        let judged = learner.judge(&mut **machine, state, *role, &legal)?;
        let valued = |(&action, value)| Valued { action, visits: 0, value };
        self.valued = legal.iter().zip(judged).map(valued).collect();
        self.valued.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(self.valued.first().map_or(legal[0], |best| best.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        (self.matches, self.valued) = (0, Vec::new());
        self.table.advance(joint)
    }

    fn report(&self) -> Report {
        let own = &self.learners[self.table.role.0 as usize];
        let (hits, values) = (own.hits(), own.values().len());
        let known = format!("{} of {} afterstates were known from elsewhere", hits.known, hits.met);
        Report {
            simulations: self.matches,
            playouts: self.matches,
            nodes: values as u64,
            moves: self.valued.clone(),
            line: Vec::new(),
            notes: if hits.known > 0 { vec![known] } else { Vec::new() },
        }
    }
}
