//! The search of one thread: a state is searched to one depth at a time (`depth_search`).

mod depth_search;
mod search_end;

use super::evaluation::Evaluation;
use super::game_model::GameModel;
use super::history::History;
use super::node::{Group, PlyNode, SideToMove};
use super::orbit::Orbit;
use super::simultaneous::OpponentModel;
use super::transposition_table::TranspositionTable;
use super::value::Value;
use depth_search::DepthSearch;
use game::{Machine, Move, Random, State, StopReason};
use rand::seq::SliceRandom;
use search_end::SearchEnd;

/// Everything that all threads of a search share.
pub struct SearchConfig {
    /// The game, for the role that searches.
    pub game: GameModel,
    /// The transposition table, if there is one.
    pub table: Option<TranspositionTable>,
    /// Whether moves that were best elsewhere are tried first.
    pub history: bool,
    /// Behaviour of the other side where both sides choose at the same time.
    pub opponents: OpponentModel,
}

/// Result of a search of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best joint move; the moves of the other side in it are any.
    pub joint: Vec<Move>,
    /// Value of the root for the own side.
    pub value: Value,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Whether the search of this depth was completed.
    pub is_full: bool,
    /// Whether nothing was estimated, so that the value is that of the game.
    pub is_proven: bool,
}

/// Returns whether to stop after this number of visited nodes.
pub type Stop<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// The search of one thread, with its scratch memory.
pub struct Searcher {
    machine: Box<dyn Machine>,
    evaluation: Box<dyn Evaluation>,
    history: History,
    random: Random,
    nodes: Vec<PlyNode>,
    /// Order of the joint moves of the root, the best so far first.
    root_order: Vec<u32>,
    /// Number of steps after which step counters end the game at the earliest.
    left: u32,
    /// Scratch memory for a state without step counters.
    reduced: State,
    /// Keys that are equal for images of a state under symmetries.
    orbit: Orbit,
    is_begun: bool,
    /// The best answer of the present search so far.
    leading: Option<Answer>,
    /// Nodes that were visited since the root was set.
    pub visited: u64,
}

impl Searcher {
    /// Creates a search that has no root yet.
    pub fn new(machine: Box<dyn Machine>, evaluation: Box<dyn Evaluation>, seed: u64) -> Searcher {
        Searcher {
            machine,
            evaluation,
            history: History::default(),
            random: game::random(seed),
            nodes: Vec::new(),
            root_order: Vec::new(),
            left: 0,
            reduced: State::default(),
            orbit: Orbit::default(),
            is_begun: false,
            leading: None,
            visited: 0,
        }
    }

    /// Estimates states by another evaluation from now on.
    pub fn evaluate_with(&mut self, evaluation: Box<dyn Evaluation>) {
        self.evaluation = evaluation;
    }

    /// Sets the root of the next searches. Its moves are tried in random order at first, so that of several equally
    /// good moves a random one is chosen.
    pub fn begin(&mut self, state: &State, config: &SearchConfig) -> Result<(), StopReason> {
        if self.nodes.is_empty() {
            self.nodes.push(PlyNode::default());
        }
        let root = &mut self.nodes[0];
        root.state.clone_from(state);
        match root.open(&mut *self.machine, &config.game.sides)? {
            SideToMove::Ours | SideToMove::Theirs => {
                root.list(root.count(&config.game.sides, Group::Everybody))
            }
            SideToMove::Both => root.list(root.count(&config.game.sides, Group::Friends)),
            SideToMove::Stuck => root.list(0),
        }
        if !self.is_begun {
            self.orbit = Orbit::new(&config.game.symmetries);
            self.is_begun = true;
        }
        let counters = config.game.counters.as_ref();
        self.left = counters.map_or(0, |counters| counters.left(&*self.machine, state));
        self.root_order.clone_from(&root.order);
        self.root_order.shuffle(&mut self.random);
        self.history.fade();
        self.visited = 0;
        Ok(())
    }

    /// Searches the root to a depth. If `stop` ends the search, the best answer so far is returned, or `None` if there
    /// is none: the move that was best before is tried first, so that another move is better. An error if the machine
    /// did not answer, whatever the reason is.
    pub fn search(
        &mut self,
        config: &SearchConfig,
        depth: u32,
        stop: Stop,
    ) -> Result<Option<Answer>, StopReason> {
        self.leading = None;
        let omits_counters = depth < self.left;
        let found = DepthSearch { config, stop, omits_counters, searcher: self }.visit(
            0,
            depth,
            config.game.range.window(),
        );
        let mut leading = self.leading.take();
        match found {
            Ok(found) => {
                if let Some(answer) = &mut leading {
                    answer.is_full = true;
                    answer.is_proven = found.is_proven;
                    bring_forward(&mut self.root_order, found.best);
                }
                Ok(leading)
            }
            Err(SearchEnd::Stopped) => Ok(leading),
            Err(SearchEnd::Machine(reason)) => Err(reason),
        }
    }

    /// Returns the principal variation: the joint moves that are expected from the root on, as far as the transposition
    /// table has them.
    pub fn line(
        &mut self,
        config: &SearchConfig,
        answer: &Answer,
    ) -> Result<Vec<Vec<Move>>, StopReason> {
        let Some(root) = self.nodes.first() else { return Ok(Vec::new()) };
        let mut node = PlyNode::default();
        node.state.clone_from(&root.state);
        let omits_counters = answer.depth < self.left;
        let mut line = vec![answer.joint.clone()];
        // With symmetries, the table has the best move of one of the images of a state, and not of which.
        let is_known = config.game.symmetries.is_empty();
        while is_known && line.len() < answer.depth as usize {
            let mut next = State::default();
            self.machine.next(&node.state, &line[line.len() - 1], &mut next)?;
            node.state = next;
            let keys = DepthSearch { config, stop: &|_| false, omits_counters, searcher: self }
                .keys(&node.state);
            let find = |key| config.table.as_ref().and_then(|memory| memory.find(key));
            let Some(known) = keys.both().find_map(find) else { break };
            let turn = node.open(&mut *self.machine, &config.game.sides)?;
            if self.machine.terminal(&node.state)?
                || matches!(turn, SideToMove::Both | SideToMove::Stuck)
            {
                break;
            }
            node.choose(&config.game.sides, Group::Everybody, u64::from(known.best));
            line.push(node.joint.clone());
        }
        Ok(line)
    }
}

/// Moves a number to the front, if it is in the list.
fn bring_forward(numbers: &mut [u32], first: u32) {
    if let Some(place) = numbers.iter().position(|&number| number == first) {
        numbers[..=place].rotate_right(1);
    }
}
