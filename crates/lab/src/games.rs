//! The games of experiments, each opened once: bundled ones by name, and rule sheets that the experiment names with
//! their content.

use crate::error::TaskError;
use engine::{MachineKind, OpenGame, Resources};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The games of an experiment by name, opened when they are first needed.
pub struct Games {
    sheets: BTreeMap<String, Vec<u8>>,
    is_stopped: fn() -> bool,
    slots: Mutex<BTreeMap<String, Slot>>,
}

/// A game, once it is open.
type Slot = Arc<Mutex<Option<Arc<OpenGame>>>>;

/// Time for grounding. Another machine may list moves in another order, and then the same seed gives another match; so
/// this is much more than any game needs, and the machine does not depend on how fast the computer is.
const PATIENCE: Duration = Duration::from_secs(600);

impl Games {
    /// Makes the games of an experiment: bundled ones. `is_stopped` ends the opening of a game.
    pub fn new(is_stopped: fn() -> bool) -> Games {
        Games { sheets: BTreeMap::new(), is_stopped, slots: Mutex::default() }
    }

    /// Adds a game with this rule sheet, which takes the place of a bundled game of the same name.
    pub fn with_sheet(mut self, name: String, text: Vec<u8>) -> Games {
        self.sheets.insert(name, text);
        self
    }

    /// Adds a game that is open already, with the text of its rules.
    pub fn with_open(mut self, name: String, text: Vec<u8>, game: Arc<OpenGame>) -> Games {
        let slots = self.slots.get_mut().unwrap_or_else(PoisonError::into_inner);
        slots.insert(name.clone(), Arc::new(Mutex::new(Some(game))));
        self.with_sheet(name, text)
    }

    /// Returns a game. Threads that need a game which another one is opening wait for it.
    pub fn get(&self, name: &str) -> Result<Arc<OpenGame>, TaskError> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = Arc::clone(slots.entry(name.to_owned()).or_default());
        drop(slots);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = &*slot {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(self.open(name)?);
        *slot = Some(Arc::clone(&game));
        Ok(game)
    }

    /// Returns the text of a game's rules.
    pub fn text(&self, name: &str) -> Result<Vec<u8>, TaskError> {
        if let Some(text) = self.sheets.get(name) {
            return Ok(text.clone());
        }
        match library::find(name) {
            Ok(game) => Ok(game.rules().into()),
            Err(unknown) => Err(TaskError::Other(unknown.to_string())),
        }
    }

    fn open(&self, name: &str) -> Result<OpenGame, TaskError> {
        let checked = gdl::check(name, &self.text(name)?);
        let Some(rules) = checked.rules else {
            let errors = checked.faults.kept().iter();
            let mut errors = errors.filter(|it| it.kind.severity() == gdl::Severity::Error);
            let first = errors.next().map(|fault| gdl::render(&checked.sheet.source, fault));
            let message = format!("the rules have errors:\n{}", first.unwrap_or_default());
            return Err(TaskError::Other(message).within(name));
        };
        let resources = Resources { is_stopped: self.is_stopped, ..Resources::within(PATIENCE) };
        OpenGame::open(rules, MachineKind::Auto, resources)
            .map_err(|error| TaskError::from(error).within(name))
    }
}
