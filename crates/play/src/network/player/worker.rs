//! The thread that thinks about a match: it reads the rules, thinks during the start clock, chooses when a move is asked
//! for, and thinks on while the others do.

use super::course::Course;
use super::thinker::Thinker;
use super::{Log, PlayerOptions};
use crate::preparation;
use game::{Move, Role};
use search::Limit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the match is about.
pub struct Beginning {
    pub role: String,
    pub rules: String,
    pub seed: u64,
    /// When thinking during the start clock ends.
    pub planned: Instant,
    /// Reading the rules may take until then.
    pub readable_until: Instant,
    /// Without a message for so long, the match is given up.
    pub patience: Duration,
    /// Is told that all is ready, or why not.
    pub reply: Sender<Result<(), String>>,
}

/// What the worker is asked for.
pub enum Order {
    /// A move.
    Play(Turn),
    /// Whether the match is on.
    Again(Sender<Result<(), String>>),
    /// To end.
    Stop,
}

/// A move that is asked for.
pub struct Turn {
    /// What everybody did, unless it is the first move.
    pub joint: Option<Vec<Move>>,
    /// What can be chosen.
    pub legal: Vec<Move>,
    /// When thinking ends.
    pub planned: Instant,
    /// The best so far, to be used should thinking not end in time.
    pub best: Arc<Mutex<Move>>,
    /// Is told when the best is as good as it gets, and how many simulations that took.
    pub reply: Sender<u64>,
}

/// Where the match stands, for those who answer messages.
#[derive(Default)]
pub enum Board {
    /// The rules are being read.
    #[default]
    Preparing,
    /// The match is on.
    On(Course),
    /// The worker has ended.
    Gone,
}

/// The board, shared by the worker and those who answer messages.
#[derive(Default)]
pub struct SharedBoard(Mutex<Board>);

impl SharedBoard {
    /// The board, for as long as the guard lives.
    pub fn lock(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a worker needs.
pub struct Worker {
    pub options: Arc<PlayerOptions>,
    pub orders: Receiver<Order>,
    /// How many orders wait: thinking ends at once when there is one.
    pub waiting: Arc<AtomicUsize>,
    pub board: Arc<SharedBoard>,
    pub log: Log,
}

impl Worker {
    /// Plays the match.
    pub fn run(self, beginning: Beginning) {
        if catch_unwind(AssertUnwindSafe(|| self.work(&beginning))).is_err() {
            (self.log)("the match ended by a failure");
            let _ = beginning.reply.send(Err("a failure".to_owned()));
        }
        *self.board.lock() = Board::Gone;
    }

    fn work(&self, beginning: &Beginning) {
        let mut thinker = match self.prepare(beginning) {
            Ok(thinker) => thinker,
            Err(why) => {
                (self.log)(&format!("no match: {why}"));
                let _ = beginning.reply.send(Err(why));
                return;
            }
        };
        self.think_until(&mut thinker, beginning.planned);
        let _ = beginning.reply.send(Ok(()));
        while let Some(order) = self.next_order(&mut thinker, beginning.patience) {
            match order {
                Order::Again(reply) => drop(reply.send(Ok(()))),
                Order::Play(turn) => self.choose(&mut thinker, &turn),
                Order::Stop => return,
            }
        }
        (self.log)("nothing was heard for a long time: the match is given up");
    }

    /// Reads the rules, puts the match on the board and makes the player.
    fn prepare(&self, beginning: &Beginning) -> Result<Thinker, String> {
        let time = beginning.readable_until.saturating_duration_since(Instant::now());
        let reader = (self.options.reader)(time);
        let seats = reader.read(&beginning.rules).map_err(|error| error.to_string())?;
        let machine = seats.machine().map_err(|error| error.to_string())?;
        let role = find_role(machine.roles(), &beginning.role)?;
        let mut seat = seats.seat(role, beginning.seed).map_err(|error| error.to_string())?;
        let left = beginning.planned.saturating_duration_since(Instant::now());
        preparation::allow(&mut seat, left);
        // Ids mean something only to the player's machine and its forks.
        let machine = seat.machine.fork();
        let course = Course::new(machine, role, beginning.seed, Arc::clone(&self.log));
        let course = course.map_err(|reason| reason.to_string())?;
        let player = (self.options.agent)(seat).map_err(|error| error.to_string())?;
        *self.board.lock() = Board::On(course);
        Ok(Thinker::new(player, Arc::clone(&self.log)))
    }

    /// Thinks until there is an order; nothing if none comes.
    fn next_order(&self, thinker: &mut Thinker, patience: Duration) -> Option<Order> {
        let until = Instant::now() + patience;
        self.think_until(thinker, until);
        // What waits is taken even if the time is up.
        let left = until.saturating_duration_since(Instant::now());
        let order = self.orders.recv_timeout(left).ok()?;
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        Some(order)
    }

    /// Thinks until then, or until there is an order; less if the player sees no need.
    fn think_until(&self, thinker: &mut Thinker, until: Instant) {
        let waiting = &self.waiting;
        let stop = || waiting.load(Ordering::Acquire) > 0 || Instant::now() >= until;
        if !stop() {
            thinker.think(&Limit { simulations: None, stop: &stop });
        }
    }

    fn choose(&self, thinker: &mut Thinker, turn: &Turn) {
        if let Some(joint) = &turn.joint {
            thinker.advance(joint);
        }
        if turn.legal.len() > 1 {
            // Halfway there is something better to fall back on than a random move.
            let left = turn.planned.saturating_duration_since(Instant::now());
            self.think_until(thinker, Instant::now() + left / 2);
            note_best(thinker, turn);
            self.think_until(thinker, turn.planned);
            note_best(thinker, turn);
        }
        let _ = turn.reply.send(thinker.simulations());
    }
}

fn note_best(thinker: &mut Thinker, turn: &Turn) {
    if let Some(chosen) = thinker.choose(&turn.legal) {
        *turn.best.lock().unwrap_or_else(PoisonError::into_inner) = chosen;
    }
}

fn find_role(roles: &[String], wanted: &str) -> Result<Role, String> {
    let found = roles.iter().position(|role| role.eq_ignore_ascii_case(wanted));
    let unknown = || format!("there is no role `{wanted}`; the roles are {}", roles.join(", "));
    found.map(|index| Role(index as u32)).ok_or_else(unknown)
}
