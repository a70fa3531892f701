//! A match that is played in the arena: who sits where, what has happened, and what is told to those who watch.
//!
//! A match runs on a thread of its own ([`runner`]); everybody else sees the [`Match`], whose frames are written once and handed to
//! all who watch.

mod course;
mod mind;
mod patience;
mod runner;
mod view;

use crate::games::Game;
use crate::key::Key;
use crate::slots::Slots;
use crate::{Limits, Problem};
pub use course::{Course, Moment, Status};
use game::Role;
pub use mind::Outlook;
use play::PlayerName;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::{oneshot, watch};
pub use view::PositionView;

/// Who plays a role.
#[derive(Clone)]
pub enum Chair {
    /// A person, who shows the key.
    Person(Key),
    /// A player.
    Player(PlayerName),
    /// Nobody: the role is called `random`, and so it is played.
    Chance,
    /// Somebody, in a match that was played before.
    Former(String),
}

impl Chair {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Chair::Person(_) => crate::players::PERSON,
            Chair::Player(player) => &player.kind,
            Chair::Chance => "chance",
            Chair::Former(name) => name,
        }
    }
}

/// How long players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Before the first move.
    pub start: Duration,
    /// For every move.
    pub play: Duration,
}

/// What is asked of a match.
pub enum Order {
    /// A person's move, in words, at this number of moves; whether it was taken.
    Move { role: Role, action: String, ply: usize, reply: oneshot::Sender<Result<(), Problem>> },
    /// What the player of a role knows after a line of joint moves.
    Explore { role: Role, line: Vec<Vec<String>>, reply: oneshot::Sender<Result<Outlook, Problem>> },
    /// To end.
    Stop,
}

/// What those who watch are told: JSON that is written once.
pub type Frame = Arc<str>;

/// A match, for all who ask about it.
pub struct Match {
    /// Its name.
    pub id: Key,
    /// The game.
    pub game: Arc<Game>,
    /// Who plays which role.
    pub chairs: Vec<Chair>,
    /// Whoever shows this key may end the match.
    pub steward: Key,
    /// How long players may think.
    pub clock: Clock,
    /// When it began.
    pub begun: SystemTime,
    course: Mutex<Course>,
    orders: Option<Sender<Order>>,
    position: watch::Sender<Frame>,
    mind: watch::Sender<Frame>,
}

impl Match {
    /// Begins a match, on a thread of its own.
    pub fn begin(
        (id, steward): (Key, Key),
        game: Arc<Game>,
        chairs: Vec<Chair>,
        clock: Clock,
        (limits, slots): (Limits, Arc<Slots>),
        over: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Arc<Match>> {
        let (sender, receiver) = channel();
        let course = Course::new(&game.initial);
        let table = Arc::new(Match::with((id, steward), game, chairs, clock, course, Some(sender)));
        let running = Arc::clone(&table);
        std::thread::Builder::new().name("match".to_owned()).spawn(move || {
            runner::run(&running, receiver, limits, &slots);
            over();
        })?;
        Ok(table)
    }

    /// A match that was played before.
    pub fn recorded(id: Key, game: Arc<Game>, chairs: Vec<Chair>, course: Course) -> Arc<Match> {
        let clock = Clock { start: Duration::ZERO, play: Duration::ZERO };
        let table = Match::with((id, id), game, chairs, clock, course, None);
        table.tell();
        Arc::new(table)
    }

    fn with(
        (id, steward): (Key, Key),
        game: Arc<Game>,
        chairs: Vec<Chair>,
        clock: Clock,
        course: Course,
        orders: Option<Sender<Order>>,
    ) -> Match {
        let (position, mind) =
            (watch::Sender::new(Arc::from("{}")), watch::Sender::new(Arc::from("{}")));
        let begun = SystemTime::now();
        let course = Mutex::new(course);
        let table =
            Match { id, game, chairs, steward, clock, begun, course, orders, position, mind };
        table.tell();
        table
    }

    /// What has happened.
    pub fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it goes on.
    pub fn is_running(&self) -> bool {
        self.course().status.is_running()
    }

    /// The role whose person shows this key.
    pub fn role_of(&self, key: Key) -> Option<Role> {
        let holds = |chair: &Chair| matches!(chair, Chair::Person(held) if *held == key);
        self.chairs.iter().position(holds).map(|role| Role(role as u32))
    }

    /// The role of this name.
    pub fn role_named(&self, name: &str) -> Option<Role> {
        let place = self.game.roles.names.iter().position(|role| role == name);
        place.map(|role| Role(role as u32))
    }

    /// Asks the match for something; a problem if it is over.
    pub fn order(&self, order: Order) -> Result<(), Problem> {
        let over = || Problem::Untimely("the match is over".to_owned());
        let orders = self.orders.as_ref().ok_or_else(over)?;
        orders.send(order).map_err(|_| over())
    }

    /// What is told of positions, from now on.
    pub fn positions(&self) -> watch::Receiver<Frame> {
        self.position.subscribe()
    }

    /// What is told of what players think, from now on.
    pub fn minds(&self) -> watch::Receiver<Frame> {
        self.mind.subscribe()
    }

    /// The last position, as it was told.
    pub fn now(&self) -> Frame {
        Arc::clone(&self.position.borrow())
    }

    /// Tells all who watch how the match stands.
    fn tell(&self) {
        let frame = {
            let course = self.course();
            let last = course.moments.len().saturating_sub(1);
            PositionView::of(self, &course, last).map(|view| json(&view))
        };
        if let Some(frame) = frame {
            self.position.send_replace(frame);
        }
    }

    /// Tells all who watch what players think.
    fn tell_minds(&self, minds: Frame) {
        self.mind.send_replace(minds);
    }
}

/// Text for those who watch.
fn json(value: &impl serde::Serialize) -> Frame {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()).into()
}

/// When something has to be done by.
fn within(time: Duration) -> impl Fn() -> bool + Sync {
    let begun = Instant::now();
    move || begun.elapsed() >= time
}
