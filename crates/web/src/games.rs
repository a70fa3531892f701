//! Games as the arena knows them: those of the library, read when somebody first asks for them, and those that people bring.

use crate::diagnostics::Diagnosis;
use crate::key::Key;
use crate::slots::Slots;
use crate::{Limits, Problem};
use analyze::{Analysis, Watch, analyze};
use draw::{Picture, Plan};
use game::Machine;
use library::About;
use play::contest::Roles;
use play::{GameReader, Seats};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A game that can be played.
pub struct Game {
    /// The name of a game of the library, or the key of one that somebody brought.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What is said about it, if it is of the library.
    pub about: Option<About>,
    /// Its rules.
    pub rules: String,
    /// Its roles.
    pub roles: Roles,
    /// The facts of the initial state.
    pub initial: Vec<String>,
    /// Where players sit.
    pub seats: Box<dyn Seats>,
    /// What the rules say.
    pub analysis: Analysis,
    /// How it is drawn.
    pub plan: Plan,
}

/// So many states of random games are looked at to find out what the rules say.
const WATCHED_STATES: usize = 300;
const SEED: u64 = 1;
/// So many games are read at a time: grounding may take much memory.
const READERS: usize = 2;

impl Game {
    /// Reads rules that have no errors. It takes as long as grounding them does.
    fn read(
        (id, title): (String, String),
        about: Option<About>,
        text: &str,
        rules: &gdl::Rules,
        reader: &dyn GameReader,
    ) -> Result<Game, Problem> {
        let seats = reader.read(text).map_err(|error| Problem::Senseless(error.to_string()))?;
        let refused = |why: game::StopReason| Problem::Senseless(why.to_string());
        let mut machine = seats.machine().map_err(|error| Problem::Senseless(error.to_string()))?;
        let machine: &mut dyn Machine = &mut *machine;
        let state = machine.initial_state().map_err(refused)?;
        let initial = machine.state_texts(&state);
        let roles = Roles::of(machine);
        let watch = Watch::states(WATCHED_STATES, SEED);
        let analysis = analyze(rules, machine, &watch).map_err(refused)?;
        let described = about.as_ref().map(|about| &about.board).filter(|it| !it.is_empty());
        let plan = match described {
            Some(boards) => Plan::described(boards, rules, &roles.names),
            None => Plan::found(&analysis, rules, &roles.names, &initial),
        };
        let rules = text.to_owned();
        Ok(Game { id, title, about, rules, roles, initial, seats, analysis, plan })
    }

    /// The picture of the initial state.
    pub fn picture(&self) -> Picture {
        self.plan.picture(&self.initial)
    }
}

/// All games.
pub struct Games {
    reader: Arc<dyn GameReader>,
    limits: Limits,
    library: BTreeMap<&'static str, OnceLock<Arc<Game>>>,
    /// Those that people brought, the last ones at the end.
    brought: Mutex<VecDeque<Arc<Game>>>,
    readers: Slots,
}

/// What people call a game that they brought.
const BROUGHT: &str = "Pasted rules";

impl Games {
    /// None has been read yet.
    pub fn new(reader: Arc<dyn GameReader>, limits: Limits) -> Games {
        let library = library::games().map(|game| (game.name(), OnceLock::new())).collect();
        let brought = Mutex::new(VecDeque::new());
        Games { reader, limits, library, brought, readers: Slots::new(READERS) }
    }

    /// The game of this name. Reading it takes a while the first time.
    pub fn find(&self, id: &str) -> Result<Arc<Game>, Problem> {
        match self.library.get(id) {
            Some(cell) => self.of_library(id, cell),
            None => {
                let brought = self.brought();
                let found = brought.iter().find(|game| game.id == id);
                found.cloned().ok_or(Problem::Absent("game of this name"))
            }
        }
    }

    fn of_library(&self, name: &str, cell: &OnceLock<Arc<Game>>) -> Result<Arc<Game>, Problem> {
        if let Some(game) = cell.get() {
            return Ok(Arc::clone(game));
        }
        let _reader = self.readers.take();
        if let Some(game) = cell.get() {
            return Ok(Arc::clone(game));
        }
        let found = library::find(name).map_err(|_| Problem::Absent("game of this name"))?;
        let about = found.about();
        let (names, text) = ((name.to_owned(), about.title.clone()), found.rules());
        let checked = gdl::check(name, text.as_bytes());
        let rules = checked.rules.ok_or(Problem::Absent("game of this name"))?;
        let game = Arc::new(Game::read(names, Some(about), text, &rules, &*self.reader)?);
        Ok(Arc::clone(cell.get_or_init(|| game)))
    }

    /// Checks rules that somebody brought, and keeps the game if they can be played; the oldest is forgotten when there are too many.
    pub fn bring(&self, text: &str) -> Result<(Diagnosis, Option<Arc<Game>>), Problem> {
        if text.len() > self.limits.bytes {
            let most = self.limits.bytes >> 10;
            return Err(Problem::Senseless(format!("rules may have {most} KiB")));
        }
        let checked = gdl::check("rules", text.as_bytes());
        let diagnosis = Diagnosis::of(&checked);
        let Some(rules) = checked.rules else { return Ok((diagnosis, None)) };
        if let Some(known) = self.brought().iter().find(|game| game.rules == text) {
            return Ok((diagnosis, Some(Arc::clone(known))));
        }
        let key = Key::new().map_err(|error| Problem::Failed(error.to_string()))?;
        let _reader = self.readers.take();
        let names = (key.to_string(), BROUGHT.to_owned());
        let game = Arc::new(Game::read(names, None, text, &rules, &*self.reader)?);
        let mut brought = self.brought();
        brought.push_back(Arc::clone(&game));
        while brought.len() > self.limits.games {
            brought.pop_front();
        }
        Ok((diagnosis, Some(game)))
    }

    fn brought(&self) -> MutexGuard<'_, VecDeque<Arc<Game>>> {
        self.brought.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
