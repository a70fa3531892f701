//! The matches of the arena: those that are being played, and those that have ended or were opened from records.

use crate::games::ArenaGame;
use crate::live_match::{LiveMatch, MatchClocks, MatchProgress, MatchRequest, Participant};
use crate::memory_pool::MemoryPool;
use crate::players::{self, PERSON};
use crate::random_id::RandomId;
use crate::semaphore::FairSemaphore;
use crate::{ArenaLimits, RequestError};
use game::Role;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The matches that the arena keeps, in the order in which they began.
pub struct LiveMatches {
    limits: ArenaLimits,
    thinking_permits: Arc<FairSemaphore>,
    memory_pool: Arc<MemoryPool>,
    running: Arc<AtomicUsize>,
    matches: Mutex<VecDeque<Arc<LiveMatch>>>,
}

/// Returns the error for a failure of the arena itself.
fn failed(error: impl std::fmt::Display) -> RequestError {
    RequestError::Internal(error.to_string())
}

impl LiveMatches {
    /// Creates an empty list of matches.
    pub fn new(limits: ArenaLimits) -> LiveMatches {
        LiveMatches {
            limits,
            thinking_permits: Arc::new(FairSemaphore::new(limits.thinking_players)),
            memory_pool: MemoryPool::new(limits.memory),
            running: Arc::default(),
            matches: Mutex::default(),
        }
    }

    fn matches(&self) -> MutexGuard<'_, VecDeque<Arc<LiveMatch>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a match. `names` are the players, one for each role that needs one; [`PERSON`] stands for a person.
    pub fn begin(
        &self,
        game: Arc<ArenaGame>,
        names: &[String],
        clock: MatchClocks,
    ) -> Result<Arc<LiveMatch>, RequestError> {
        let share = self.memory_pool.take();
        let participants = participants(&game, names, share.megabytes)?;
        if clock.start.max(clock.play) > self.limits.longest_clock {
            let most = self.limits.longest_clock.as_secs();
            return Err(RequestError::Invalid(format!("players may think for at most {most} s")));
        }
        let taken = self.running.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |running| {
            (running < self.limits.running_matches).then_some(running + 1)
        });
        if taken.is_err() {
            let most = self.limits.running_matches;
            return Err(RequestError::Busy(format!(
                "{most} matches are being played; wait for one to end"
            )));
        }
        let running = Arc::clone(&self.running);
        let over = move || {
            drop(share);
            running.fetch_sub(1, Ordering::SeqCst);
        };
        let keys = || Ok((RandomId::new()?, RandomId::new()?));
        let begun = keys().map_err(|error: getrandom::Error| failed(error)).and_then(|keys| {
            let means = (self.limits, Arc::clone(&self.thinking_permits));
            LiveMatch::begin(keys, game, participants, clock, means, over).map_err(failed)
        });
        if begun.is_err() {
            self.running.fetch_sub(1, Ordering::SeqCst);
        }
        let begun = begun?;
        self.keep(Arc::clone(&begun));
        Ok(begun)
    }

    /// Adds a match that was read from a record.
    pub fn keep_record(
        &self,
        game: Arc<ArenaGame>,
        players: &[String],
        progress: MatchProgress,
    ) -> Result<Arc<LiveMatch>, RequestError> {
        let participants = recorded_participants(&game, players);
        let record =
            LiveMatch::recorded(RandomId::new().map_err(failed)?, game, participants, progress);
        self.keep(Arc::clone(&record));
        Ok(record)
    }

    /// Adds a match. If there are too many, the oldest matches that have ended are forgotten.
    fn keep(&self, live_match: Arc<LiveMatch>) {
        let mut matches = self.matches();
        matches.push_back(live_match);
        while matches.len() > self.limits.kept_matches {
            match matches.iter().position(|live_match| !live_match.is_running()) {
                Some(place) => drop(matches.remove(place)),
                None => break,
            }
        }
    }

    /// Returns the match with this id.
    pub fn find(&self, id: &str) -> Result<Arc<LiveMatch>, RequestError> {
        let absent = RequestError::NotFound("match of this name");
        let Ok(key) = id.parse::<RandomId>() else { return Err(absent) };
        self.matches().iter().find(|live_match| live_match.id == key).cloned().ok_or(absent)
    }

    /// Returns all matches, the one that began last first.
    pub fn all(&self) -> Vec<Arc<LiveMatch>> {
        self.matches().iter().rev().cloned().collect()
    }

    /// Stops all matches that are being played.
    pub fn close(&self) {
        for live_match in self.all() {
            // A match that has ended refuses the request.
            let _ = live_match.request(MatchRequest::Stop);
        }
    }
}

/// Returns the participants of a recorded match. The record names the players of all roles, or only of those that need
/// one.
fn recorded_participants(game: &ArenaGame, players: &[String]) -> Vec<Participant> {
    let has_all = players.len() == game.roles.names.len();
    let mut names = players.iter();
    let participant = |role: u32| {
        if has_all || game.roles.with_player.contains(&Role(role)) {
            Participant::Recorded(names.next().cloned().unwrap_or_else(|| "unknown".to_owned()))
        } else {
            Participant::Chance
        }
    };
    (0..game.roles.names.len() as u32).map(participant).collect()
}

/// Returns the participants of a new match, or an error if a player does not exist or the number of players is wrong.
fn participants(
    game: &ArenaGame,
    names: &[String],
    megabytes: usize,
) -> Result<Vec<Participant>, RequestError> {
    let check = game.roles.check(names.len());
    check.map_err(|error| RequestError::Invalid(error.to_string()))?;
    let players = names.iter().filter(|name| *name != PERSON).count();
    let each = megabytes / players.max(1);
    let mut names = names.iter();
    let participant = |role: u32| {
        if !game.roles.with_player.contains(&Role(role)) {
            return Ok(Participant::Chance);
        }
        match names.next().map(String::as_str) {
            Some(PERSON) => RandomId::new().map(Participant::Person).map_err(failed),
            name => {
                let player =
                    name.and_then(|name| players::find(name, each)).map(Participant::Player);
                player.ok_or_else(|| RequestError::Invalid("there is no such player".to_owned()))
            }
        }
    };
    (0..game.roles.names.len() as u32).map(participant).collect()
}
