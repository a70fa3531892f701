//! Where matches of a game get their seats: at one machine for all where the rules can be grounded.

use crate::engine::{self, Kind};
use crate::recall::{self, recall};
use crate::rulesheet::{RuleSheet, UsageError};
use crate::seats::GameSeats;
use anyhow::Context;
use gdl::Rules;
use play::contest::{Roles, Venue};
use play::{SeatError, Seats};
use search::Memory;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Grounding may take this long before the game is left to the reference machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where matches of a game get their seats.
pub struct GameVenue {
    rules: Rules,
    /// Nothing for the reference machine, whose forks number facts and moves in the order in which they meet them: with one for all
    /// matches, a match would depend on the others.
    shared: Option<Arc<GameSeats>>,
    /// What players are told about the game.
    memory: Memory,
}

impl GameVenue {
    /// The venue of a sheet's game, with what a file of knowledge tells about it.
    pub fn new(
        sheet: &RuleSheet,
        machine: Kind,
        knowledge: Option<&Path>,
    ) -> anyhow::Result<GameVenue> {
        let memory = match knowledge {
            Some(file) => {
                let rules = engine::playable(sheet)?;
                let mut machine = GameSeats::new(rules.clone(), Kind::Auto, PATIENCE)?.machine()?;
                let recalled = recall(file, &rules, &mut *machine, &recall::watch())?;
                recalled.announce();
                recalled.memory
            }
            None => Memory::default(),
        };
        GameVenue::knowing(sheet, machine, memory)
    }

    /// The venue of a sheet's game, for players who know this about it.
    pub fn knowing(sheet: &RuleSheet, machine: Kind, memory: Memory) -> anyhow::Result<GameVenue> {
        let rules = engine::playable(sheet)?;
        let seats = |kind| GameSeats::new(rules.clone(), kind, PATIENCE);
        let grounded = || {
            let seats = seats(Kind::Circuit)?.with_memory(memory.clone());
            anyhow::Ok(Arc::new(seats))
        };
        let shared = match machine {
            Kind::Reference => None,
            Kind::Auto => grounded().ok(),
            Kind::Circuit => Some(grounded().with_context(|| sheet.name.clone())?),
            Kind::Lanes => {
                let message =
                    "lanes only play whole random games: use --machine auto, circuit or reference";
                return Err(UsageError(message.to_owned()).into());
            }
        };
        Ok(GameVenue { shared, memory, rules })
    }

    /// The roles of the game.
    pub fn roles(&self) -> anyhow::Result<Roles> {
        Ok(Roles::of(&*self.seats()?.machine()?))
    }
}

impl Venue for GameVenue {
    fn seats(&self) -> Result<Arc<dyn Seats>, SeatError> {
        if let Some(shared) = &self.shared {
            return Ok(shared.clone());
        }
        let seats = GameSeats::new(self.rules.clone(), Kind::Reference, PATIENCE);
        let seats = seats.map_err(|error| SeatError(format!("{error:#}")))?;
        Ok(Arc::new(seats.with_memory(self.memory.clone())))
    }
}
