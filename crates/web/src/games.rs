//! The games of the arena: bundled games, opened when they are first requested, and games sent by users.

use crate::diagnostics::CheckReport;
use crate::key_locks::KeyLocks;
use crate::random_id::RandomId;
use crate::semaphore::FairSemaphore;
use crate::{ArenaLimits, RequestError};
use analyze::{Analysis, Sampling};
use draw::{DrawingPlan, Picture};
use engine::{GameOpener, Playable};
use game::MachineExt;
use library::About;
use play::matches::Roles;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use term::Term;

/// An open game with its analysis and its pictures.
pub struct ArenaGame {
    /// Name of a bundled game, or a random id for a game sent by a user.
    pub id: String,
    /// Title of the game for display.
    pub title: String,
    /// Description of a bundled game; `None` for a game sent by a user.
    pub about: Option<About>,
    /// Text of the rules.
    pub rules: String,
    /// Roles, and those among them that need a player.
    pub roles: Roles,
    /// Facts of the initial state.
    pub initial: Vec<Term>,
    /// Provides machines and players for each role.
    pub seats: Arc<dyn Playable>,
    /// Structures found in the rules.
    pub analysis: Analysis,
    /// Plan of the pictures of its states.
    pub plan: DrawingPlan,
}

/// Number of states of random games that the analysis looks at.
const ANALYSED_STATES: usize = 300;
const SEED: u64 = 1;
/// Number of games that are opened at the same time: grounding may take much memory.
const OPENING_GAMES: usize = 2;

impl ArenaGame {
    /// Opens a game, which includes grounding its rules and analysing them.
    fn read(
        (id, title): (String, String),
        about: Option<About>,
        text: &str,
        rules: gdl::Rules,
        opener: &dyn GameOpener,
    ) -> Result<ArenaGame, RequestError> {
        let opened = opener.open(rules);
        let seats = opened.map_err(|error| RequestError::Invalid(error.to_string()))?;
        let refused = |why: game::StopReason| RequestError::Invalid(why.to_string());
        let mut machine =
            seats.machine().map_err(|error| RequestError::Invalid(error.to_string()))?;
        let state = machine.initial_state().map_err(refused)?;
        let initial = machine.state_terms(&state);
        let roles = Roles::of(&*machine);
        let watch = Sampling::states(ANALYSED_STATES, SEED);
        let analyst = seats.analyst();
        let analysis = analyst.analyze(&mut *machine, &watch).map_err(refused)?;
        let described = about.as_ref().map(|about| &about.board).filter(|it| !it.is_empty());
        let plan = match described {
            Some(boards) => DrawingPlan::from_description(boards, analyst.rules(), &roles.names),
            None => DrawingPlan::from_analysis(&analysis, analyst, &roles.names, &initial),
        };
        let rules = text.to_owned();
        Ok(ArenaGame { id, title, about, rules, roles, initial, seats, analysis, plan })
    }

    /// Returns the picture of the initial state.
    pub fn picture(&self) -> Picture {
        self.plan.picture(&self.initial)
    }
}

/// All games of the arena.
pub struct ArenaGames {
    opener: Arc<dyn GameOpener>,
    limits: ArenaLimits,
    library: BTreeMap<&'static str, OnceLock<Arc<ArenaGame>>>,
    /// Games sent by users, the newest at the end.
    submitted: Mutex<VecDeque<Arc<ArenaGame>>>,
    /// The names of bundled games and the texts of other games that threads are opening.
    opening: KeyLocks,
    readers: FairSemaphore,
}

/// Title of games sent by users.
const SUBMITTED_TITLE: &str = "Pasted rules";

impl ArenaGames {
    /// Creates the collection without opening any game.
    pub fn new(opener: Arc<dyn GameOpener>, limits: ArenaLimits) -> ArenaGames {
        let library = library::games().map(|game| (game.name(), OnceLock::new())).collect();
        let submitted = Mutex::new(VecDeque::new());
        ArenaGames {
            opener,
            limits,
            library,
            submitted,
            opening: KeyLocks::default(),
            readers: FairSemaphore::new(OPENING_GAMES),
        }
    }

    /// Returns the game with this name or id. A bundled game is opened when it is requested for the first time.
    pub fn find(&self, id: &str) -> Result<Arc<ArenaGame>, RequestError> {
        match self.library.get(id) {
            Some(cell) => self.of_library(id, cell),
            None => {
                let submitted = self.submitted();
                let found = submitted.iter().find(|game| game.id == id);
                found.cloned().ok_or(RequestError::NotFound("game of this name"))
            }
        }
    }

    fn of_library(
        &self,
        name: &str,
        cell: &OnceLock<Arc<ArenaGame>>,
    ) -> Result<Arc<ArenaGame>, RequestError> {
        if let Some(game) = cell.get() {
            return Ok(Arc::clone(game));
        }
        let _opening = self.opening.take(name);
        if let Some(game) = cell.get() {
            return Ok(Arc::clone(game));
        }
        let _reader = self.readers.take();
        let found = library::find(name).map_err(|_| RequestError::NotFound("game of this name"))?;
        let about = found.about();
        let (names, text) = ((name.to_owned(), about.title.clone()), found.rules());
        let checked = gdl::check(name, text.as_bytes());
        let rules = checked.rules.ok_or(RequestError::NotFound("game of this name"))?;
        let game = Arc::new(ArenaGame::read(names, Some(about), text, rules, &*self.opener)?);
        Ok(Arc::clone(cell.get_or_init(|| game)))
    }

    /// Checks rules sent by a user, and keeps the game if it can be played. If there are too many, the oldest is
    /// forgotten.
    pub fn submit(
        &self,
        text: &str,
    ) -> Result<(CheckReport, Option<Arc<ArenaGame>>), RequestError> {
        if text.len() > self.limits.request_bytes {
            let most = self.limits.request_bytes >> 10;
            return Err(RequestError::Invalid(format!("rules may have {most} KiB")));
        }
        let checked = gdl::check("rules", text.as_bytes());
        let report = CheckReport::of(&checked);
        let Some(rules) = checked.rules else { return Ok((report, None)) };
        let _opening = self.opening.take(text);
        if let Some(known) = self.submitted().iter().find(|game| game.rules == text) {
            return Ok((report, Some(Arc::clone(known))));
        }
        let key = RandomId::new().map_err(|error| RequestError::Internal(error.to_string()))?;
        let _reader = self.readers.take();
        let names = (key.to_string(), SUBMITTED_TITLE.to_owned());
        let game = Arc::new(ArenaGame::read(names, None, text, rules, &*self.opener)?);
        let mut submitted = self.submitted();
        submitted.push_back(Arc::clone(&game));
        while submitted.len() > self.limits.kept_games {
            submitted.pop_front();
        }
        Ok((report, Some(game)))
    }

    fn submitted(&self) -> MutexGuard<'_, VecDeque<Arc<ArenaGame>>> {
        self.submitted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{MachineKind, OpenGame, Resources, Unplayable};
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Counts the games that it opens, and takes its time for each.
    struct SlowOpener(Arc<AtomicUsize>);

    impl GameOpener for SlowOpener {
        fn open(&self, rules: gdl::Rules) -> Result<Arc<dyn Playable>, Unplayable> {
            self.0.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(200));
            Ok(Arc::new(OpenGame::open(rules, MachineKind::Reference, Resources::default())?))
        }
    }

    /// Lets threads open a game at the same moment. Returns the games and the number of times that one was opened.
    fn opened(open: impl Fn(&ArenaGames) -> Arc<ArenaGame> + Sync) -> (Vec<Arc<ArenaGame>>, usize) {
        const THREADS: usize = 4;
        let count = Arc::new(AtomicUsize::new(0));
        let opener = Arc::new(SlowOpener(Arc::clone(&count)));
        let (games, barrier) =
            (ArenaGames::new(opener, ArenaLimits::default()), Barrier::new(THREADS));
        let opened = std::thread::scope(|scope| {
            let open = || {
                barrier.wait();
                open(&games)
            };
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(open)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it opens the game")).collect()
        });
        (opened, count.load(Ordering::SeqCst))
    }

    #[test]
    fn threads_that_request_the_same_game_open_it_once() {
        let text = oracle::bundled("nim").rules();
        let submit = |games: &ArenaGames| {
            let (_, game) = games.submit(text).expect("it can be opened");
            game.expect("the rules have no errors")
        };
        let find = |games: &ArenaGames| games.find("nim").expect("it can be opened");
        for (games, count) in [opened(submit), opened(find)] {
            assert_eq!(count, 1);
            assert!(games.iter().all(|game| Arc::ptr_eq(game, &games[0])));
        }
    }
}
