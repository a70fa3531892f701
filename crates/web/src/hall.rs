//! All matches of the arena.

use crate::budget::Budget;
use crate::games::Game;
use crate::key::Key;
use crate::players::{self, PERSON};
use crate::slots::Slots;
use crate::table::{Chair, Clock, Course, Match, Order};
use crate::{Limits, Problem};
use game::Role;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The matches, those that began last at the end.
pub struct Hall {
    limits: Limits,
    slots: Arc<Slots>,
    budget: Arc<Budget>,
    running: Arc<AtomicUsize>,
    matches: Mutex<VecDeque<Arc<Match>>>,
}

fn failed(error: impl std::fmt::Display) -> Problem {
    Problem::Failed(error.to_string())
}

impl Hall {
    /// Nothing is played yet.
    pub fn new(limits: Limits) -> Hall {
        Hall {
            limits,
            slots: Arc::new(Slots::new(limits.thinkers)),
            budget: Budget::new(limits.memory),
            running: Arc::default(),
            matches: Mutex::default(),
        }
    }

    fn matches(&self) -> MutexGuard<'_, VecDeque<Arc<Match>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a match of those who are named, one for each role that needs a player.
    pub fn begin(
        &self,
        game: Arc<Game>,
        names: &[String],
        clock: Clock,
    ) -> Result<Arc<Match>, Problem> {
        let share = self.budget.take();
        let chairs = chairs(&game, names, share.megabytes)?;
        if clock.start.max(clock.play) > self.limits.longest_clock {
            let most = self.limits.longest_clock.as_secs();
            return Err(Problem::Senseless(format!("players may think for {most} s at the most")));
        }
        let taken = self.running.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |running| {
            (running < self.limits.running).then_some(running + 1)
        });
        if taken.is_err() {
            let most = self.limits.running;
            return Err(Problem::Full(format!(
                "{most} matches are being played; wait for one to end"
            )));
        }
        let running = Arc::clone(&self.running);
        let over = move || {
            drop(share);
            running.fetch_sub(1, Ordering::SeqCst);
        };
        let keys = || Ok((Key::new()?, Key::new()?));
        let begun = keys().map_err(|error: getrandom::Error| failed(error)).and_then(|keys| {
            let means = (self.limits, Arc::clone(&self.slots));
            Match::begin(keys, game, chairs, clock, means, over).map_err(failed)
        });
        if begun.is_err() {
            self.running.fetch_sub(1, Ordering::SeqCst);
        }
        let begun = begun?;
        self.keep(Arc::clone(&begun));
        Ok(begun)
    }

    /// Keeps a match that was played elsewhere.
    pub fn keep_record(
        &self,
        game: Arc<Game>,
        players: &[String],
        course: Course,
    ) -> Result<Arc<Match>, Problem> {
        let chairs = former_chairs(&game, players);
        let record = Match::recorded(Key::new().map_err(failed)?, game, chairs, course);
        self.keep(Arc::clone(&record));
        Ok(record)
    }

    /// Keeps a match; of too many, those are forgotten that have been over for longest.
    fn keep(&self, table: Arc<Match>) {
        let mut matches = self.matches();
        matches.push_back(table);
        while matches.len() > self.limits.matches {
            match matches.iter().position(|table| !table.is_running()) {
                Some(place) => drop(matches.remove(place)),
                None => break,
            }
        }
    }

    /// The match of this name.
    pub fn find(&self, id: &str) -> Result<Arc<Match>, Problem> {
        let absent = Problem::Absent("match of this name");
        let Ok(key) = id.parse::<Key>() else { return Err(absent) };
        self.matches().iter().find(|table| table.id == key).cloned().ok_or(absent)
    }

    /// All matches, those that began last first.
    pub fn all(&self) -> Vec<Arc<Match>> {
        self.matches().iter().rev().cloned().collect()
    }

    /// Ends all matches.
    pub fn close(&self) {
        for table in self.all() {
            // Those that are over need not be told.
            let _ = table.order(Order::Stop);
        }
    }
}

/// Who sat where in a record: it names those who play the roles that need a player, or all roles.
fn former_chairs(game: &Game, players: &[String]) -> Vec<Chair> {
    let has_all = players.len() == game.roles.names.len();
    let mut names = players.iter();
    let chair = |role: u32| match has_all || game.roles.seated.contains(&Role(role)) {
        true => Chair::Former(names.next().cloned().unwrap_or_else(|| "somebody".to_owned())),
        false => Chair::Chance,
    };
    (0..game.roles.names.len() as u32).map(chair).collect()
}

/// Who sits where.
fn chairs(game: &Game, names: &[String], megabytes: usize) -> Result<Vec<Chair>, Problem> {
    let check = game.roles.check(names.len());
    check.map_err(|error| Problem::Senseless(error.to_string()))?;
    let players = names.iter().filter(|name| *name != PERSON).count();
    let each = megabytes / players.max(1);
    let mut names = names.iter();
    let chair = |role: u32| {
        if !game.roles.seated.contains(&Role(role)) {
            return Ok(Chair::Chance);
        }
        match names.next().map(String::as_str) {
            Some(PERSON) => Key::new().map(Chair::Person).map_err(failed),
            name => {
                let player = name.and_then(|name| players::find(name, each)).map(Chair::Player);
                player.ok_or_else(|| Problem::Senseless("there is no such player".to_owned()))
            }
        }
    };
    (0..game.roles.names.len() as u32).map(chair).collect()
}
