//! Where the matches of experiments are played: in this process.

use crate::engine::{self, Kind};
use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use crate::seats::GameSeats;
use anyhow::{Context, ensure};
use lab::{Arena, ArenaError, Budget, Order, Outcome};
use play::contest::{Entrant, Match, MatchError, Played, Roles};
use play::{PlayerName, Seats};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Longer matches are an error; all games of the library end earlier.
const MAX_LENGTH: usize = 10_000;

/// Grounding may take this long. Another machine may list moves in another order, and then the same seed gives another match;
/// so this is much more than any game needs, and the machine does not depend on how fast the computer is.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Everything that matches need, made before the first begins.
pub struct Hall {
    games: BTreeMap<String, Game>,
    players: BTreeMap<String, PlayerName>,
}

struct Game {
    seats: GameSeats,
    roles: Vec<String>,
}

impl Hall {
    /// The hall for these matches; an error if there is no such player, or a game that so many cannot play.
    pub fn new(orders: &[Order]) -> anyhow::Result<Hall> {
        let mut players = BTreeMap::new();
        for name in orders.iter().flat_map(|order| &order.players) {
            if !players.contains_key(name) {
                players.insert(name.clone(), name.parse()?);
            }
        }
        let mut games = BTreeMap::new();
        for order in orders {
            if !games.contains_key(&order.game) {
                let game = Game::new(&order.game, order.players.len())
                    .with_context(|| order.cell.clone())?;
                games.insert(order.game.clone(), game);
            }
        }
        Ok(Hall { games, players })
    }
}

impl Game {
    /// A bundled game: experiments have to mean the same everywhere.
    fn new(name: &str, players: usize) -> anyhow::Result<Game> {
        let sheet = RuleSheet::bundled(library::find(name)?);
        let seats = GameSeats::new(engine::playable(&sheet)?, Kind::Auto, PATIENCE)?;
        let Roles { names, seated } = Roles::of(&*seats.machine()?);
        let fits = names.len() == players && seated.len() == players;
        let roles = names.join("`, `");
        ensure!(fits, "the game has the roles `{roles}`, and there are {players} players");
        Ok(Game { seats, roles: names })
    }
}

impl Arena for Hall {
    fn play(&self, order: &Order) -> Result<Option<Outcome>, ArenaError> {
        let absent = || ArenaError("the hall was not made for this match".to_owned());
        let game = self.games.get(&order.game).ok_or_else(absent)?;
        let entrant = |(name, budget): (&String, Budget)| {
            let player = self.players.get(name).ok_or_else(absent)?;
            Ok(Entrant { player, budget: budget.into() })
        };
        let entrants = order.players.iter().zip(order.budgets.iter().copied()).map(entrant);
        let wish = Match {
            seats: &game.seats,
            entrants: &entrants.collect::<Result<Vec<_>, _>>()?,
            seed: order.seed,
            ponder: order.ponder,
            max_length: MAX_LENGTH,
        };
        let begun = Instant::now();
        match wish.play(&|| !interrupted()) {
            Ok(played) => outcome(game, played, begun.elapsed().as_secs_f64()).map(Some),
            Err(MatchError::Interrupted) => Ok(None),
            Err(error) => Err(ArenaError(error.to_string())),
        }
    }
}

/// How the match ended. One in which a player failed says nothing about it, so it is an error.
fn outcome(game: &Game, played: Played, seconds: f64) -> Result<Outcome, ArenaError> {
    for (role, conduct) in game.roles.iter().zip(&played.conduct) {
        if let Some(error) = &conduct.first_error {
            return Err(ArenaError(format!("the player of `{role}` failed: {error}")));
        }
    }
    let length = played.length() as u64;
    let conduct = played.conduct.iter();
    let simulated = conduct.clone().map(|conduct| conduct.simulations).collect();
    let playouts = conduct.clone().map(|conduct| conduct.playouts).collect();
    let thought = conduct.clone().map(|conduct| conduct.seconds).collect();
    let pace = conduct.map(|conduct| conduct.pace).collect();
    let endless = || ArenaError(format!("it was not over after {MAX_LENGTH} moves"));
    let goals = played.goals.ok_or_else(endless)?;
    let roles = game.roles.clone();
    Ok(Outcome { roles, goals, length, simulated, playouts, thought, pace, seconds })
}
