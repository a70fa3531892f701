//! Opens games whose rules come from elsewhere, with the knowledge about them in a file.

use crate::prior_knowledge::find_knowledge;
use crate::{GameOpener, MachineKind, OpenGame, Playable, Resources, Unplayable};
use analyze::Sampling;
use gdl::Rules;
use search::PriorKnowledge;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Opens games for players on the network and in the arena.
pub struct FileOpener {
    /// The machine to use.
    pub kind: MachineKind,
    /// Limits on what opening a game may take.
    pub resources: Resources,
    /// Number of threads that a player may use.
    pub threads: usize,
    /// A file of knowledge.
    pub knowledge: Option<PathBuf>,
    /// Receives messages about files of knowledge that cannot be used.
    pub log: fn(&str),
}

/// Share of the time for grounding that looking for a game in a file of knowledge may take.
const SHARE_OF_SEARCH: f64 = 0.1;
/// Smallest number of states of random games that are sampled for it.
const MIN_STATES: usize = 50;

impl FileOpener {
    /// Returns the knowledge about a game. Whatever is wrong with the file, the match can be played.
    fn prior_knowledge(&self, game: &OpenGame) -> PriorKnowledge {
        let Some(file) = &self.knowledge else { return PriorKnowledge::default() };
        let most = self.resources.patience.mul_f64(SHARE_OF_SEARCH);
        let begun = Instant::now();
        let go_on = || begun.elapsed() < most;
        let sampling = Sampling { states: MIN_STATES, go_on: &go_on, seed: 1 };
        match find_knowledge(file, game.analyst(), &mut *game.fork(), &sampling) {
            Ok(found) => found.knowledge,
            Err(error) => {
                (self.log)(&format!("{}: {error}", file.display()));
                PriorKnowledge::default()
            }
        }
    }
}

impl GameOpener for FileOpener {
    fn open(&self, rules: Rules) -> Result<Arc<dyn Playable>, Unplayable> {
        let game = OpenGame::open(rules, self.kind, self.resources)?;
        let knowledge = self.prior_knowledge(&game);
        Ok(Arc::new(game.with_threads(self.threads).with_knowledge(knowledge)))
    }
}
