//! Playing the matches of experiments.

use super::{Finding, Task};
use crate::budget::Budget;
use crate::error::TaskError;
use crate::kind::{Environment, Interruptible, Job, Perform};
use engine::OpenGame;
use play::PlayerName;
use play::matches::{Match, MatchError, Participant, PlayedMatch, Roles};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Largest number of moves of a match; a longer one is an error, as all games of the library end earlier.
const MAX_LENGTH: usize = 10_000;

/// The games and players of all matches.
pub struct Setup {
    games: BTreeMap<String, Game>,
    players: BTreeMap<String, PlayerName>,
}

/// An open game with the names of its roles.
struct Game {
    open: Arc<OpenGame>,
    roles: Vec<String>,
}

impl Perform for Setup {
    type Task = Task;
    type Finding = Finding;

    /// Opens the games; an error if there is no such game or player, or a game is not for that many players.
    fn set_up(jobs: &[Job<Task>], environment: &Environment) -> Interruptible<Setup> {
        let mut players = BTreeMap::new();
        for name in jobs.iter().flat_map(|job| &job.task.players) {
            if !players.contains_key(name) {
                players.insert(name.clone(), name.parse()?);
            }
        }
        let mut games = BTreeMap::new();
        for Job { cell, task, .. } in jobs {
            if !games.contains_key(&task.game) {
                let game = environment.games.get(&task.game);
                let game = game.and_then(|open| Game::new(open, task.players.len()));
                games.insert(task.game.clone(), game.map_err(|error| error.within(cell))?);
            }
        }
        Ok(Some(Setup { games, players }))
    }

    fn perform(&self, job: &Job<Task>, environment: &Environment) -> Interruptible<Finding> {
        let Task { game, players, budgets, ponder, .. } = &job.task;
        let absent = || TaskError::Other("the match was not prepared".to_owned());
        let game = self.games.get(game).ok_or_else(absent)?;
        let participant = |(name, budget): (&String, Budget)| {
            let player = self.players.get(name).ok_or_else(absent)?;
            Ok(Participant { player, budget: budget.into() })
        };
        let participants = players.iter().zip(budgets.iter().copied()).map(participant);
        let participants = participants.collect::<Result<Vec<_>, TaskError>>()?;
        let contest = Match {
            game: &*game.open,
            participants: &participants,
            seed: job.seed,
            ponder: *ponder,
            max_length: MAX_LENGTH,
        };
        match contest.play(environment.go_on) {
            Ok(played) => finding(game, played).map(Some),
            Err(MatchError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Game {
    /// Makes a game that this many players can play.
    fn new(open: Arc<OpenGame>, players: usize) -> Result<Game, TaskError> {
        let Roles { names, with_player } = Roles::of(&*open.fork());
        if names.len() == players && with_player.len() == players {
            return Ok(Game { open, roles: names });
        }
        let roles = names.join("`, `");
        let message = format!("the game has the roles `{roles}`, and there are {players} players");
        Err(TaskError::Other(message))
    }
}

/// Returns the result of a match. A match in which a player failed says nothing about it, so it is an error.
fn finding(game: &Game, played: PlayedMatch) -> Result<Finding, TaskError> {
    for (role, stats) in game.roles.iter().zip(&played.stats) {
        if let Some(error) = &stats.first_error {
            return Err(TaskError::Other(format!("the player of `{role}` failed: {error}")));
        }
    }
    let length = played.length() as u64;
    let stats = played.stats.iter();
    let simulated = stats.clone().map(|stats| stats.simulations).collect();
    let playouts = stats.clone().map(|stats| stats.playouts).collect();
    let thought = stats.clone().map(|stats| in_milliseconds(stats.seconds)).collect();
    let pace = stats.map(|stats| in_microseconds(stats.pace)).collect();
    let endless = || TaskError::Other(format!("the match was not over after {MAX_LENGTH} moves"));
    let goals = played.goals.ok_or_else(endless)?;
    let roles = game.roles.clone();
    Ok(Finding { roles, goals, length, simulated, playouts, thought, pace })
}

/// Returns seconds rounded to milliseconds, which keeps the lines short.
fn in_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Returns seconds as microseconds rounded to nanoseconds: a simulation may take less than a microsecond.
fn in_microseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1000.0
}
