//! A match of the arena: its participants, its progress, and the events that spectators receive.
//!
//! A match is played on a thread of its own ([`runner`]); requests and spectators use the [`LiveMatch`]. The text of an
//! event is written once and shared by all spectators.

mod deadline;
mod progress;
mod runner;
mod thinking;
mod view;

use crate::games::ArenaGame;
use crate::random_id::RandomId;
use crate::semaphore::FairSemaphore;
use crate::{ArenaLimits, RequestError};
use game::Role;
use play::PlayerName;
pub use progress::{MatchPosition, MatchProgress, MatchStatus};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
pub use thinking::TreeView;
use tokio::sync::{oneshot, watch};
pub use view::PositionView;

/// The person, the player or the chance that plays a role, or a name from a record.
#[derive(Clone)]
pub enum Participant {
    /// A person, who proves the right to move with this key.
    Person(RandomId),
    /// A player of Agon.
    Player(PlayerName),
    /// Chance: the role is called `random` and moves randomly.
    Chance,
    /// A participant of a match that was read from a record.
    Recorded(String),
}

impl Participant {
    /// Returns the name for display.
    pub fn name(&self) -> &str {
        match self {
            Participant::Person(_) => crate::players::PERSON,
            Participant::Player(player) => &player.kind,
            Participant::Chance => "chance",
            Participant::Recorded(name) => name,
        }
    }
}

/// The thinking times of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchClocks {
    /// Time before the first move.
    pub start: Duration,
    /// Time for each move.
    pub play: Duration,
}

/// A request to the thread of a match.
pub enum MatchRequest {
    /// Makes a person's move, given in KIF, after `ply` joint moves.
    Move {
        role: Role,
        action: String,
        ply: usize,
        reply: oneshot::Sender<Result<(), RequestError>>,
    },
    /// Returns a node of a player's search tree.
    Explore {
        role: Role,
        line: Vec<Vec<String>>,
        reply: oneshot::Sender<Result<TreeView, RequestError>>,
    },
    /// Stops the match before its end.
    Stop,
}

/// The data of an event: JSON, written once for all spectators.
pub type EventData = Arc<str>;

/// A match that spectators can follow: one that is being played, or one that was read from a record.
pub struct LiveMatch {
    /// Id of the match.
    pub id: RandomId,
    /// The game that is played.
    pub game: Arc<ArenaGame>,
    /// The participant of each role.
    pub participants: Vec<Participant>,
    /// Key of the organiser, who may stop the match.
    pub organiser: RandomId,
    /// Thinking times of the players.
    pub clock: MatchClocks,
    /// Time when the match began.
    pub begun: SystemTime,
    progress: Mutex<MatchProgress>,
    requests: Option<Sender<MatchRequest>>,
    position: watch::Sender<EventData>,
    thinking: watch::Sender<EventData>,
}

impl LiveMatch {
    /// Begins a match on a thread of its own; `over` is called when it has ended.
    pub fn begin(
        (id, organiser): (RandomId, RandomId),
        game: Arc<ArenaGame>,
        participants: Vec<Participant>,
        clock: MatchClocks,
        (limits, thinking_permits): (ArenaLimits, Arc<FairSemaphore>),
        over: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Arc<LiveMatch>> {
        let (sender, receiver) = channel();
        let progress = MatchProgress::new(&game.initial);
        let live_match = Arc::new(LiveMatch::with(
            (id, organiser),
            game,
            participants,
            clock,
            progress,
            Some(sender),
        ));
        let running = Arc::clone(&live_match);
        std::thread::Builder::new().name("match".to_owned()).spawn(move || {
            runner::run(&running, receiver, limits, &thinking_permits);
            over();
        })?;
        Ok(live_match)
    }

    /// Returns a match that was read from a record.
    pub fn recorded(
        id: RandomId,
        game: Arc<ArenaGame>,
        participants: Vec<Participant>,
        progress: MatchProgress,
    ) -> Arc<LiveMatch> {
        let clock = MatchClocks { start: Duration::ZERO, play: Duration::ZERO };
        let live_match = LiveMatch::with((id, id), game, participants, clock, progress, None);
        live_match.publish_position();
        Arc::new(live_match)
    }

    fn with(
        (id, organiser): (RandomId, RandomId),
        game: Arc<ArenaGame>,
        participants: Vec<Participant>,
        clock: MatchClocks,
        progress: MatchProgress,
        requests: Option<Sender<MatchRequest>>,
    ) -> LiveMatch {
        let (position, thinking) =
            (watch::Sender::new(Arc::from("{}")), watch::Sender::new(Arc::from("{}")));
        let begun = SystemTime::now();
        let progress = Mutex::new(progress);
        let live_match = LiveMatch {
            id,
            game,
            participants,
            organiser,
            clock,
            begun,
            progress,
            requests,
            position,
            thinking,
        };
        live_match.publish_position();
        live_match
    }

    /// Locks and returns the progress of the match.
    pub fn progress(&self) -> MutexGuard<'_, MatchProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the match has not ended yet.
    pub fn is_running(&self) -> bool {
        self.progress().status.is_running()
    }

    /// Returns the role of the person with this key.
    pub fn role_of(&self, key: RandomId) -> Option<Role> {
        let holds = |participant: &Participant| matches!(participant, Participant::Person(held) if *held == key);
        self.participants.iter().position(holds).map(|role| Role(role as u32))
    }

    /// Returns the role with this name.
    pub fn role_named(&self, name: &str) -> Option<Role> {
        let place = self.game.roles.names.iter().position(|role| role == name);
        place.map(|role| Role(role as u32))
    }

    /// Sends a request to the thread of the match; an error if the match is over.
    pub fn request(&self, request: MatchRequest) -> Result<(), RequestError> {
        let over = || RequestError::Conflict("the match is over".to_owned());
        let requests = self.requests.as_ref().ok_or_else(over)?;
        requests.send(request).map_err(|_| over())
    }

    /// Subscribes to the `position` events.
    pub fn positions(&self) -> watch::Receiver<EventData> {
        self.position.subscribe()
    }

    /// Subscribes to the `thinking` events, the search reports of players.
    pub fn thinking(&self) -> watch::Receiver<EventData> {
        self.thinking.subscribe()
    }

    /// Returns the data of the last `position` event.
    pub fn now(&self) -> EventData {
        Arc::clone(&self.position.borrow())
    }

    /// Sends the last position to all spectators.
    fn publish_position(&self) {
        let frame = {
            let progress = self.progress();
            let last = progress.positions.len().saturating_sub(1);
            PositionView::of(self, &progress, last).map(|view| json(&view))
        };
        if let Some(frame) = frame {
            self.position.send_replace(frame);
        }
    }

    /// Sends search reports of players to all spectators.
    fn publish_thinking(&self, views: EventData) {
        self.thinking.send_replace(views);
    }
}

/// Returns the data of an event as JSON.
fn json(value: &impl serde::Serialize) -> EventData {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()).into()
}

/// Returns a function that tells whether `time` has passed.
fn within(time: Duration) -> impl Fn() -> bool + Sync {
    let begun = Instant::now();
    move || begun.elapsed() >= time
}
