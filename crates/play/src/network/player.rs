//! The side that plays: answers the messages of a referee, one match at a time.
//!
//! Connections have threads of their own (`http`); the match has another one (`worker`), which thinks all the time and is
//! told what to do by messages. The desk between them knows which match is on. A move is answered before its deadline by a
//! `margin` that is measured; if the worker should not be ready then, the best answer so far goes out.

mod course;
mod margin;
#[cfg(test)]
mod tests;
mod thinker;
mod worker;

use super::http::{Delivery, Reply, Request, Service};
use super::message::Message;
use crate::GameReader;
use game::{Move, StopReason};
use margin::Margin;
use search::players::PlayerError;
use search::{Player, Seat};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use worker::{Beginning, Board, Order, SharedBoard, Turn, Worker};

/// Takes lines for people who want to know what happens.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// Makes the player that plays.
pub type Agent = Box<dyn Fn(Seat) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>;

/// Gives a reader of rules that has so much time.
pub type ReaderFor = Box<dyn Fn(Duration) -> Box<dyn GameReader> + Send + Sync>;

/// Who plays, and how.
pub struct PlayerOptions {
    /// The name to be shown.
    pub name: String,
    /// Makes a player for each match.
    pub agent: Agent,
    /// Reads the rules.
    pub reader: ReaderFor,
    /// The seed of the first match; the next ones count on.
    pub seed: u64,
    /// A match of which nothing is heard is given up after four of its clocks and this.
    pub patience: Duration,
    /// Told what happens.
    pub log: Log,
}

/// Plays over the network.
pub struct NetworkPlayer {
    options: Arc<PlayerOptions>,
    margin: Margin,
    desk: Mutex<Desk>,
}

#[derive(Default)]
struct Desk {
    sitting: Option<Sitting>,
    /// The last worker, which may still be tidying up.
    previous: Option<JoinHandle<()>>,
    matches: u64,
}

/// The match that is on.
#[derive(Clone)]
struct Sitting {
    id: String,
    play_clock: Duration,
    orders: Sender<Order>,
    waiting: Arc<AtomicUsize>,
    board: Arc<SharedBoard>,
}

/// Of the start clock, this share may be spent on reading the rules.
const READING_SHARE: u32 = 3;
/// A silent match is given up after so many of its clocks, and the patience of the options.
const SILENT_CLOCKS: u32 = 4;
/// How often it is looked whether something is there yet.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// What is answered when there is no legal move: the rules are at fault, or the game is over.
const NO_MOVE: &str = "nil";
/// A match that has just ended may take so long to go.
const LEAVING: Duration = Duration::from_millis(500);

impl NetworkPlayer {
    /// Nothing is being played yet.
    pub fn new(options: PlayerOptions) -> NetworkPlayer {
        NetworkPlayer {
            options: Arc::new(options),
            margin: Margin::default(),
            desk: Mutex::new(Desk::default()),
        }
    }

    fn reply_to(&self, message: Message, received: Instant) -> Answer {
        match message {
            Message::Info => plain(&self.info()),
            Message::Ping => plain("ready"),
            Message::Preview { .. } => plain(if self.desk().is_busy() { "busy" } else { "ready" }),
            Message::Start { id, role, rules, start_clock, play_clock } => {
                let start = Start { id, role, rules, start_clock, play_clock, received };
                self.start(start)
            }
            Message::Play { id, moves } => self.play(&id, moves, received),
            Message::Stop { id, moves } => plain(self.end(&id, moves, "done")),
            Message::Abort { id } => plain(self.end(&id, None, "aborted")),
        }
    }

    fn info(&self) -> String {
        let status = if self.desk().is_busy() { "busy" } else { "available" };
        format!("((name {}) (status {status}) (species program))", self.options.name)
    }

    fn start(&self, start: Start) -> Answer {
        let (reply, answer) = mpsc::channel();
        let margin = self.margin.of(start.start_clock);
        let deadline = start.received + start.start_clock;
        let planned = deadline.checked_sub(margin).unwrap_or(deadline);
        let id = start.id.clone();
        if let Err(refusal) = self.begin(start, planned, reply) {
            return plain(refusal);
        }
        let emergency = deadline.checked_sub(margin / 3).unwrap_or(deadline);
        let text = match answer.recv_timeout(until(emergency)) {
            Ok(Ok(())) => "ready",
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                self.end(&id, None, "");
                "busy"
            }
            // There may be time for the rest until the first move is due. It says nothing about delays.
            Err(RecvTimeoutError::Timeout) => {
                (self.options.log)(
                    "preparing takes longer than the start clock: ready all the same",
                );
                return plain("ready");
            }
        };
        Answer { text: text.to_owned(), planned: Some(planned), simulations: None }
    }

    /// Starts a worker, or asks the one that plays this match already.
    fn begin(
        &self,
        start: Start,
        planned: Instant,
        reply: Sender<Result<(), String>>,
    ) -> Result<(), &'static str> {
        let mut desk = self.desk();
        if desk.is_busy() {
            let sitting = desk.find(&start.id).ok_or("busy")?;
            return if sitting.give(Order::Again(reply)) { Ok(()) } else { Err("busy") };
        }
        // Two matches must not be in memory together.
        if !desk.previous_is_gone() {
            (self.options.log)("the last match has not ended yet");
            return Err("busy");
        }
        let (orders, receiver) = mpsc::channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let board = Arc::new(SharedBoard::default());
        let Start { id, role, rules, start_clock, play_clock, received } = start;
        let worker = Worker {
            options: Arc::clone(&self.options),
            orders: receiver,
            waiting: Arc::clone(&waiting),
            board: Arc::clone(&board),
            log: Arc::clone(&self.options.log),
        };
        let beginning = Beginning {
            role,
            rules,
            seed: self.options.seed.wrapping_add(desk.matches),
            planned,
            readable_until: received + start_clock / READING_SHARE,
            patience: SILENT_CLOCKS * start_clock.max(play_clock) + self.options.patience,
            reply,
        };
        let thread = std::thread::Builder::new().name("match".to_owned());
        let handle = thread.spawn(move || worker.run(beginning)).map_err(|_| "busy")?;
        desk.matches += 1;
        desk.previous = Some(handle);
        desk.sitting = Some(Sitting { id, play_clock, orders, waiting, board });
        Ok(())
    }

    fn play(&self, id: &str, moves: Option<Vec<String>>, received: Instant) -> Answer {
        let Some(sitting) = self.desk().find(id) else { return plain("busy") };
        let clock = sitting.play_clock;
        let margin = self.margin.of(clock);
        let deadline = received + clock;
        let planned = deadline.checked_sub(margin).unwrap_or(deadline);
        let (reply, answer) = mpsc::channel();
        let best = match self.give_turn(&sitting, moves, planned, reply) {
            Ok(best) => best,
            Err(answer) => return plain(answer),
        };
        let emergency = deadline.checked_sub(margin / 3).unwrap_or(deadline);
        let simulations = answer.recv_timeout(until(emergency)).ok();
        if simulations.is_none() {
            (self.options.log)("thinking did not end in time: the best move so far is made");
        }
        let best = *best.lock().unwrap_or_else(PoisonError::into_inner);
        match &*sitting.board.lock() {
            Board::On(course) => {
                Answer { text: course.text(best), planned: Some(planned), simulations }
            }
            Board::Preparing | Board::Gone => plain("busy"),
        }
    }

    /// Follows the match and has the worker think about the next move; the best move, as far as it is known, or else what to
    /// answer.
    fn give_turn(
        &self,
        sitting: &Sitting,
        moves: Option<Vec<String>>,
        planned: Instant,
        reply: Sender<u64>,
    ) -> Result<Arc<Mutex<Move>>, &'static str> {
        let mut board = sitting.prepared_board(planned);
        let Board::On(course) = &mut *board else { return Err("busy") };
        let failed = |reason: StopReason| {
            (self.options.log)(&format!("the match cannot be followed: {reason}"));
            NO_MOVE
        };
        // Without moves it is the first move, for which we may be asked twice.
        let joint = moves.map(|moves| course.advance(&moves)).transpose().map_err(failed)?;
        let legal = course.legal().map_err(failed)?;
        let any = course.any(&legal).ok_or(NO_MOVE)?;
        let best = Arc::new(Mutex::new(any));
        if legal.len() == 1 {
            // There is nothing to wait for; the player follows and thinks on.
            let _ = reply.send(0);
        }
        let turn = Turn { joint, legal, planned, best: Arc::clone(&best), reply };
        // While the board is locked, no other turn can come in between. A worker that takes no orders leaves us with `any`.
        sitting.give(Order::Play(turn));
        Ok(best)
    }

    fn end(&self, id: &str, moves: Option<Vec<String>>, done: &'static str) -> &'static str {
        let mut desk = self.desk();
        let Some(sitting) = desk.find(id) else { return "busy" };
        desk.sitting = None;
        drop(desk);
        if let Board::On(course) = &mut *sitting.board.lock() {
            // It is over anyway; whether the last moves can be followed does not matter.
            let _ = moves.map(|moves| course.advance(&moves));
            (self.options.log)(&course.summary());
        }
        sitting.give(Order::Stop);
        done
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        // A match that could not begin, or was given up, leaves the desk by itself.
        if desk.previous.as_ref().is_none_or(JoinHandle::is_finished) {
            desk.sitting = None;
        }
        desk
    }
}

/// What a START says, and when it came.
struct Start {
    id: String,
    role: String,
    rules: String,
    start_clock: Duration,
    play_clock: Duration,
    received: Instant,
}

impl Desk {
    fn is_busy(&self) -> bool {
        self.sitting.is_some()
    }

    fn find(&self, id: &str) -> Option<Sitting> {
        let sitting = self.sitting.as_ref()?;
        sitting.id.eq_ignore_ascii_case(id).then(|| sitting.clone())
    }

    /// Waits a moment for the last worker to end.
    fn previous_is_gone(&mut self) -> bool {
        let begun = Instant::now();
        let is_there = |desk: &Desk| desk.previous.as_ref().is_some_and(|it| !it.is_finished());
        while is_there(self) && begun.elapsed() < LEAVING {
            std::thread::sleep(LOOK_EVERY);
        }
        let gone = !is_there(self);
        if gone && let Some(previous) = self.previous.take() {
            let _ = previous.join();
        }
        gone
    }
}

impl Sitting {
    /// The board, once the rules are read; that may take a little longer than planned.
    fn prepared_board(&self, planned: Instant) -> MutexGuard<'_, Board> {
        loop {
            let board = self.board.lock();
            if !matches!(*board, Board::Preparing) || Instant::now() >= planned {
                return board;
            }
            drop(board);
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// Hands an order to the worker; whether it takes it.
    fn give(&self, order: Order) -> bool {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        self.orders.send(order).is_ok()
    }
}

fn until(moment: Instant) -> Duration {
    moment.saturating_duration_since(Instant::now())
}

/// What is answered to a message that was understood.
struct Answer {
    text: String,
    /// When thinking was to end, if there was any.
    planned: Option<Instant>,
    /// What the player did for it, if it was asked.
    simulations: Option<u64>,
}

fn plain(text: &str) -> Answer {
    Answer { text: text.to_owned(), planned: None, simulations: None }
}

impl Service for NetworkPlayer {
    fn answer(&self, request: Request) -> Reply {
        let read = match request.text.trim().is_empty() {
            // A browser that looks at the player.
            true => Ok(Message::Info),
            false => Message::read(&request.text),
        };
        let message = match read {
            Ok(message) => message,
            Err(error) => {
                self.refused(request.peer, &error.to_string());
                return Reply { text: error.to_string(), bad: true, planned: None };
            }
        };
        let summary = message.summary();
        let Answer { text, planned, simulations } = self.reply_to(message, request.received);
        let took = request.received.elapsed().as_millis();
        let delay = self.margin.delay().as_millis();
        let work = simulations.map_or(String::new(), |count| format!(", {count} simulations"));
        let notes = format!("{took} ms, greatest delay {delay} ms{work}");
        (self.options.log)(&format!("{}: {summary} -> {text} ({notes})", request.peer));
        Reply { text, bad: false, planned }
    }

    fn delivered(&self, reply: &Reply, delivery: Delivery) {
        let Some(planned) = reply.planned else { return };
        let arrived = delivery.closed.unwrap_or(delivery.written);
        // An answer that did not take all its time says nothing about delays.
        if let Some(delay) = arrived.checked_duration_since(planned) {
            self.margin.learn(delay);
        }
    }

    fn refused(&self, peer: SocketAddr, why: &str) {
        (self.options.log)(&format!("{peer}: refused: {why}"));
    }
}
