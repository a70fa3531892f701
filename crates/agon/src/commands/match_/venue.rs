//! Where matches of a game get their seats: at one machine for all where the rules can be grounded.

use crate::engine::{self, Kind};
use crate::rulesheet::{RuleSheet, UsageError};
use crate::seats::GameSeats;
use anyhow::Context;
use gdl::Rules;
use play::contest::{Roles, Venue};
use play::{SeatError, Seats};
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
}

impl GameVenue {
    /// The venue of a sheet's game.
    pub fn new(sheet: &RuleSheet, machine: Kind) -> anyhow::Result<GameVenue> {
        let rules = engine::playable(sheet)?;
        let grounded = || GameSeats::new(rules.clone(), Kind::Circuit, PATIENCE).map(Arc::new);
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
        Ok(GameVenue { rules, shared })
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
        Ok(Arc::new(seats.map_err(|error| SeatError(format!("{error:#}")))?))
    }
}
