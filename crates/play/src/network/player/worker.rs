//! The thread that thinks about a match: it reads the rules, thinks during the start clock, chooses moves on request,
//! and goes on thinking between the requests.

use super::logged_player::LoggedPlayer;
use super::tracker::MatchTracker;
use super::{Log, PlayerOptions};
use crate::preparation;
use game::{Move, role_named};
use gdl::{Checked, Fault, Rules, Severity};
use search::Limit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The content of a START message, with the limits on time that follow from it.
pub struct MatchStart {
    pub role: String,
    pub rules: String,
    pub seed: u64,
    /// Planned end of thinking in the start clock.
    pub planned: Instant,
    /// Time for each move.
    pub play_clock: Duration,
    /// Time by which the rules must be read.
    pub readable_until: Instant,
    /// Time without a message after which the match is aborted.
    pub patience: Duration,
    /// Receives `Ok` when the player is ready, or the reason why it cannot play.
    pub reply: Sender<Result<(), String>>,
}

/// A command to the worker.
pub enum Command {
    /// Chooses a move.
    Play(MoveRequest),
    /// Confirms that this match is being played.
    Again(Sender<Result<(), String>>),
    /// Ends the match.
    Stop,
}

/// A request for a move.
pub struct MoveRequest {
    /// The last joint move; `None` at the first move.
    pub joint: Option<Vec<Move>>,
    /// The player's legal moves.
    pub legal: Vec<Move>,
    /// Planned end of thinking.
    pub planned: Instant,
    /// The best move so far, which is sent if thinking does not end in time.
    pub best: Arc<Mutex<Move>>,
    /// Receives the number of simulations when the worker has chosen its move.
    pub reply: Sender<u64>,
}

/// The phase of the match, for the threads that answer messages.
#[derive(Default)]
pub enum MatchPhase {
    /// The rules are being read.
    #[default]
    Preparing,
    /// The match is being played.
    On(MatchTracker),
    /// The worker has ended.
    Gone,
}

/// The phase, shared by the worker and the threads that answer messages.
#[derive(Default)]
pub struct SharedPhase(Mutex<MatchPhase>);

impl SharedPhase {
    /// Locks the phase and returns it.
    pub fn lock(&self) -> MutexGuard<'_, MatchPhase> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The worker of a match, with its connections to the other threads.
pub struct Worker {
    pub options: Arc<PlayerOptions>,
    pub commands: Receiver<Command>,
    /// Number of waiting commands: thinking ends at once when there is one.
    pub waiting: Arc<AtomicUsize>,
    pub phase: Arc<SharedPhase>,
    pub log: Log,
}

impl Worker {
    /// Plays the match from its start to its end.
    pub fn run(self, start: MatchStart) {
        if catch_unwind(AssertUnwindSafe(|| self.work(&start))).is_err() {
            (self.log)("the match was aborted by an internal error");
            let _ = start.reply.send(Err("a failure".to_owned()));
        }
        *self.phase.lock() = MatchPhase::Gone;
    }

    fn work(&self, start: &MatchStart) {
        let mut player = match self.prepare(start) {
            Ok(player) => player,
            Err(why) => {
                (self.log)(&format!("no match: {why}"));
                let _ = start.reply.send(Err(why));
                return;
            }
        };
        self.think_until(&mut player, start.planned);
        let _ = start.reply.send(Ok(()));
        while let Some(command) = self.next_command(&mut player, start.patience) {
            match command {
                Command::Again(reply) => drop(reply.send(Ok(()))),
                Command::Play(request) => self.choose(&mut player, &request),
                Command::Stop => return,
            }
        }
        (self.log)("no message for a long time: the match is aborted");
    }

    /// Reads the rules, makes the player and sets the phase.
    fn prepare(&self, start: &MatchStart) -> Result<LoggedPlayer, String> {
        let time = start.readable_until.saturating_duration_since(Instant::now());
        let rules = checked_rules(&start.rules)?;
        let seats = (self.options.opener)(time).open(rules).map_err(|error| error.to_string())?;
        let machine = seats.machine().map_err(|error| error.to_string())?;
        let role = role_named(machine.roles(), &start.role).map_err(|it| it.to_string())?;
        let mut seat = seats.seat(role, start.seed).map_err(|error| error.to_string())?;
        let left = start.planned.saturating_duration_since(Instant::now());
        preparation::allow(&mut seat, left, start.play_clock);
        // Ids mean something only to the player's machine and its forks.
        let machine = seat.machine.fork();
        let tracker = MatchTracker::new(machine, role, start.seed, Arc::clone(&self.log));
        let tracker = tracker.map_err(|reason| reason.to_string())?;
        let player = (self.options.make_player)(seat).map_err(|error| error.to_string())?;
        *self.phase.lock() = MatchPhase::On(tracker);
        Ok(LoggedPlayer::new(player, Arc::clone(&self.log)))
    }

    /// Thinks until a command arrives and returns it, or `None` if none arrives within `patience`.
    fn next_command(&self, player: &mut LoggedPlayer, patience: Duration) -> Option<Command> {
        let until = Instant::now() + patience;
        self.think_until(player, until);
        // What waits is taken even if the time is up.
        let left = until.saturating_duration_since(Instant::now());
        let command = self.commands.recv_timeout(left).ok()?;
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        Some(command)
    }

    /// Thinks until a time, until a command arrives, or until the player has finished.
    fn think_until(&self, player: &mut LoggedPlayer, until: Instant) {
        let waiting = &self.waiting;
        let stop = || waiting.load(Ordering::Acquire) > 0 || Instant::now() >= until;
        if !stop() {
            player.think(&Limit { simulations: None, stop: &stop });
        }
    }

    fn choose(&self, player: &mut LoggedPlayer, request: &MoveRequest) {
        if let Some(joint) = &request.joint {
            player.advance(joint);
        }
        if request.legal.len() > 1 {
            // Halfway there is something better to fall back on than a random move.
            let left = request.planned.saturating_duration_since(Instant::now());
            self.think_until(player, Instant::now() + left / 2);
            note_best(player, request);
            self.think_until(player, request.planned);
            note_best(player, request);
        }
        let _ = request.reply.send(player.simulations());
    }
}

fn note_best(player: &mut LoggedPlayer, request: &MoveRequest) {
    if let Some(chosen) = player.choose(&request.legal) {
        *request.best.lock().unwrap_or_else(PoisonError::into_inner) = chosen;
    }
}

/// Checks the rules of a match; the error describes the first fault.
fn checked_rules(text: &str) -> Result<Rules, String> {
    let Checked { rules, faults, .. } = gdl::check("rules", text.as_bytes());
    rules.ok_or_else(|| {
        let is_error = |fault: &&Fault| fault.kind.severity() == Severity::Error;
        let first = faults.kept().iter().find(is_error);
        let first = first.map(|it| format!("{}: {}", it.kind.name(), it.message));
        format!("the rules cannot be played: {}", first.as_deref().unwrap_or("they have errors"))
    })
}
