//! The player's side of the protocol: answers the messages of a referee, one match at a time.
//!
//! Connections have threads of their own (`http`). The match has another thread (`worker`), which thinks all the time
//! and receives commands. The `PlayerState` between them knows the current match. A move is answered before its
//! deadline by a `reply_margin`, which is measured; if the worker is not ready then, the best move so far is sent.

mod logged_player;
mod reply_margin;
#[cfg(test)]
mod tests;
mod tracker;
mod worker;

use super::http::{Delivery, Reply, Request, Service};
use super::message::Message;
use engine::GameOpener;
use game::{Move, StopReason};
use reply_margin::ReplyMargin;
use search::players::PlayerError;
use search::{Player, Seat};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use worker::{Command, MatchPhase, MatchStart, MoveRequest, SharedPhase, Worker};

/// Receives lines about events, for people.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// Makes the player of a match.
pub type PlayerFactory = Box<dyn Fn(Seat) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>;

/// Returns a [`GameOpener`] that stops after a time limit.
pub type OpenerFor = Box<dyn Fn(Duration) -> Box<dyn GameOpener> + Send + Sync>;

/// The options of a network player.
pub struct PlayerOptions {
    /// The name that the player reports to referees.
    pub name: String,
    /// Makes a player for each match.
    pub make_player: PlayerFactory,
    /// Opens the game of a match.
    pub opener: OpenerFor,
    /// The seed of the first match; each further match adds 1.
    pub seed: u64,
    /// A match is aborted if no message about it arrives for this time and four times the longer of its clocks.
    pub patience: Duration,
    /// Receives a line for each event.
    pub log: Log,
}

/// A player of matches over the network.
pub struct NetworkPlayer {
    options: Arc<PlayerOptions>,
    margin: ReplyMargin,
    state: Mutex<PlayerState>,
}

/// The matches of a player: the current one, the last one and their number.
#[derive(Default)]
struct PlayerState {
    current: Option<CurrentMatch>,
    /// The thread of the last match, which may not have ended yet.
    previous: Option<JoinHandle<()>>,
    matches: u64,
}

/// The match that is being played.
#[derive(Clone)]
struct CurrentMatch {
    id: String,
    play_clock: Duration,
    commands: Sender<Command>,
    waiting: Arc<AtomicUsize>,
    phase: Arc<SharedPhase>,
}

/// Reading the rules may take the start clock divided by this number.
const READING_SHARE: u32 = 3;
/// Number of clocks without a message after which a match is aborted, in addition to the patience of the options.
const SILENT_CLOCKS: u32 = 4;
/// Time between two checks of a condition that other threads change.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// The answer if there is no legal move, because the rules are at fault or the game is over.
const NO_MOVE: &str = "nil";
/// Longest time to wait for the thread of the last match to end.
const LEAVING: Duration = Duration::from_millis(500);

impl NetworkPlayer {
    /// Creates a player that has no match yet.
    pub fn new(options: PlayerOptions) -> NetworkPlayer {
        NetworkPlayer {
            options: Arc::new(options),
            margin: ReplyMargin::default(),
            state: Mutex::new(PlayerState::default()),
        }
    }

    fn reply_to(&self, message: Message, received: Instant) -> Answer {
        match message {
            Message::Info => plain(&self.info()),
            Message::Ping => plain("ready"),
            Message::Preview { .. } => plain(if self.state().is_busy() { "busy" } else { "ready" }),
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
        let status = if self.state().is_busy() { "busy" } else { "available" };
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
                    "preparing takes longer than the start clock: answered `ready` before its end",
                );
                return plain("ready");
            }
        };
        Answer { text: text.to_owned(), planned: Some(planned), simulations: None }
    }

    /// Starts a worker for a match, or asks the worker that already plays this match whether it is ready.
    fn begin(
        &self,
        start: Start,
        planned: Instant,
        reply: Sender<Result<(), String>>,
    ) -> Result<(), &'static str> {
        let mut state = self.state();
        if state.is_busy() {
            let current = state.find(&start.id).ok_or("busy")?;
            return if current.give(Command::Again(reply)) { Ok(()) } else { Err("busy") };
        }
        // Two matches must not be in memory together.
        if !state.previous_is_gone() {
            (self.options.log)("the last match has not ended yet");
            return Err("busy");
        }
        let (commands, receiver) = mpsc::channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let phase = Arc::new(SharedPhase::default());
        let Start { id, role, rules, start_clock, play_clock, received } = start;
        let worker = Worker {
            options: Arc::clone(&self.options),
            commands: receiver,
            waiting: Arc::clone(&waiting),
            phase: Arc::clone(&phase),
            log: Arc::clone(&self.options.log),
        };
        let start = MatchStart {
            role,
            rules,
            seed: self.options.seed.wrapping_add(state.matches),
            planned,
            play_clock,
            readable_until: received + start_clock / READING_SHARE,
            patience: SILENT_CLOCKS * start_clock.max(play_clock) + self.options.patience,
            reply,
        };
        let thread = std::thread::Builder::new().name("match".to_owned());
        let handle = thread.spawn(move || worker.run(start)).map_err(|_| "busy")?;
        state.matches += 1;
        state.previous = Some(handle);
        state.current = Some(CurrentMatch { id, play_clock, commands, waiting, phase });
        Ok(())
    }

    fn play(&self, id: &str, moves: Option<Vec<String>>, received: Instant) -> Answer {
        let Some(current) = self.state().find(id) else { return plain("busy") };
        let clock = current.play_clock;
        let margin = self.margin.of(clock);
        let deadline = received + clock;
        let planned = deadline.checked_sub(margin).unwrap_or(deadline);
        let (reply, answer) = mpsc::channel();
        let best = match self.request_move(&current, moves, planned, reply) {
            Ok(best) => best,
            Err(answer) => return plain(answer),
        };
        let emergency = deadline.checked_sub(margin / 3).unwrap_or(deadline);
        let simulations = answer.recv_timeout(until(emergency)).ok();
        if simulations.is_none() {
            (self.options.log)("thinking did not end in time: the best move so far is made");
        }
        let best = *best.lock().unwrap_or_else(PoisonError::into_inner);
        match &*current.phase.lock() {
            MatchPhase::On(tracker) => {
                Answer { text: tracker.text(best), planned: Some(planned), simulations }
            }
            MatchPhase::Preparing | MatchPhase::Gone => plain("busy"),
        }
    }

    /// Follows the match and makes the worker think about the next move. Returns the best move known so far, which the
    /// worker updates, or the answer to send if there is no move.
    fn request_move(
        &self,
        current: &CurrentMatch,
        moves: Option<Vec<String>>,
        planned: Instant,
        reply: Sender<u64>,
    ) -> Result<Arc<Mutex<Move>>, &'static str> {
        let mut phase = current.prepared_phase(planned);
        let MatchPhase::On(tracker) = &mut *phase else { return Err("busy") };
        let failed = |reason: StopReason| {
            (self.options.log)(&format!("the match cannot be followed: {reason}"));
            NO_MOVE
        };
        // Without moves it is the first move, for which we may be asked twice.
        let joint = moves.map(|moves| tracker.advance(&moves)).transpose().map_err(failed)?;
        let legal = tracker.legal().map_err(failed)?;
        let any = tracker.any(&legal).ok_or(NO_MOVE)?;
        let best = Arc::new(Mutex::new(any));
        if legal.len() == 1 {
            // There is nothing to wait for; the player follows and thinks on.
            let _ = reply.send(0);
        }
        let request = MoveRequest { joint, legal, planned, best: Arc::clone(&best), reply };
        // While the phase is locked, no other request can come in between. A worker that takes no commands leaves us
        // with `any`.
        current.give(Command::Play(request));
        Ok(best)
    }

    fn end(&self, id: &str, moves: Option<Vec<String>>, done: &'static str) -> &'static str {
        let mut state = self.state();
        let Some(current) = state.find(id) else { return "busy" };
        state.current = None;
        drop(state);
        if let MatchPhase::On(tracker) = &mut *current.phase.lock() {
            // It is over anyway; whether the last moves can be followed does not matter.
            let _ = moves.map(|moves| tracker.advance(&moves));
            (self.options.log)(&tracker.summary());
        }
        current.give(Command::Stop);
        done
    }

    fn state(&self) -> MutexGuard<'_, PlayerState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A match that could not begin, or was aborted, is not current any longer.
        if state.previous.as_ref().is_none_or(JoinHandle::is_finished) {
            state.current = None;
        }
        state
    }
}

/// The content of a START message and its time of arrival.
struct Start {
    id: String,
    role: String,
    rules: String,
    start_clock: Duration,
    play_clock: Duration,
    received: Instant,
}

impl PlayerState {
    fn is_busy(&self) -> bool {
        self.current.is_some()
    }

    fn find(&self, id: &str) -> Option<CurrentMatch> {
        let current = self.current.as_ref()?;
        current.id.eq_ignore_ascii_case(id).then(|| current.clone())
    }

    /// Waits a moment for the last worker to end; returns whether it has ended.
    fn previous_is_gone(&mut self) -> bool {
        let begun = Instant::now();
        let is_there =
            |state: &PlayerState| state.previous.as_ref().is_some_and(|it| !it.is_finished());
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

impl CurrentMatch {
    /// Returns the phase as soon as the rules are read, or at the planned time.
    fn prepared_phase(&self, planned: Instant) -> MutexGuard<'_, MatchPhase> {
        loop {
            let phase = self.phase.lock();
            if !matches!(*phase, MatchPhase::Preparing) || Instant::now() >= planned {
                return phase;
            }
            drop(phase);
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// Sends a command to the worker; returns `false` if the worker has ended.
    fn give(&self, command: Command) -> bool {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        self.commands.send(command).is_ok()
    }
}

fn until(moment: Instant) -> Duration {
    moment.saturating_duration_since(Instant::now())
}

/// The answer to a valid message.
struct Answer {
    text: String,
    /// Planned end of thinking; `None` if no thinking was needed.
    planned: Option<Instant>,
    /// Number of simulations for the answer; `None` if the player did not think.
    simulations: Option<u64>,
}

fn plain(text: &str) -> Answer {
    Answer { text: text.to_owned(), planned: None, simulations: None }
}

impl Service for NetworkPlayer {
    fn answer(&self, request: Request) -> Reply {
        let read = if request.text.trim().is_empty() {
            // A browser that looks at the player.
            Ok(Message::Info)
        } else {
            Message::read(&request.text)
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
