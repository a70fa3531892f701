//! A thread of the search: down the tree, expansion of the leaves, and back.

use super::AgonSettings;
use super::averages::MoveAverages;
use super::expansion::{Batch, Expansion};
use super::node::NodeId;
use super::path::{Path, PathEnd, SelectionSettings};
use super::tree::Tree;
use crate::{Limit, ThinkError};
use game::playouts::{PlayoutError, Playouts};
use game::{Machine, Random, State, StopReason};
use rand::RngExt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Everything that all threads work on.
pub struct Shared<'a> {
    tree: &'a mut Tree,
    averages: &'a mut MoveAverages,
    root: NodeId,
    selection: SelectionSettings,
    done: Counts,
    /// Number of simulations that were begun.
    begun: u64,
    /// Number of leaves that are being expanded.
    taken: usize,
    /// Whether a thread has failed.
    failed: bool,
}

/// Numbers of completed simulations and playouts.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// Paths down the tree and back.
    pub simulations: u64,
    /// Games that were played to their end.
    pub playouts: u64,
}

impl<'a> Shared<'a> {
    /// Creates the shared part of a search that has not begun.
    pub fn new(
        tree: &'a mut Tree,
        averages: &'a mut MoveAverages,
        root: NodeId,
        selection: SelectionSettings,
    ) -> Shared<'a> {
        Shared {
            tree,
            averages,
            root,
            selection,
            done: Counts::default(),
            begun: 0,
            taken: 0,
            failed: false,
        }
    }

    /// Returns the numbers of completed simulations and playouts.
    pub fn done(&self) -> Counts {
        self.done
    }
}

/// A thread of the search, with a machine and lanes of its own.
pub struct Worker {
    machine: Box<dyn Machine>,
    playouts: Box<dyn Playouts>,
    random: Random,
    batch: Batch,
    /// Number of joint moves that an expansion tries: a mean in which recent expansions count most.
    breadth: f64,
    /// Largest number of leaves that share a batch.
    leaves: usize,
    /// Number of playouts of each state; 0 as long as it has not been computed.
    times: u32,
    /// Time for playouts, as a multiple of the time for everything else.
    share: f64,
    /// Weight of the best move in the value of a leaf.
    best: f64,
    /// Whether playouts follow averages, and the number of expansions after which these are read again.
    is_guided: bool,
    learn_at: u64,
}

/// A node to expand, or a state for which the tree has no memory.
struct Leaf {
    node: Option<NodeId>,
    state: State,
    path: Path,
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    /// Creates a thread with a machine and lanes of its own.
    pub fn new(
        machine: Box<dyn Machine>,
        playouts: Box<dyn Playouts>,
        seed: u64,
        settings: &AgonSettings,
    ) -> Worker {
        Worker {
            machine,
            playouts,
            random: game::random(seed),
            batch: Batch::default(),
            breadth: 1.0,
            leaves: settings.leaves.max(1),
            times: 0,
            share: settings.share,
            best: settings.best,
            is_guided: settings.temperature > 0.0,
            learn_at: 0,
        }
    }

    /// Replaces the playouts of the worker.
    pub fn set_playouts(&mut self, playouts: Box<dyn Playouts>) {
        self.playouts = playouts;
        self.times = 0;
    }

    /// Searches until the limit is reached, or nothing is left to search.
    pub fn search(&mut self, shared: &Mutex<Shared>, limit: &Limit) -> Result<(), ThinkError> {
        loop {
            match self.turn(shared, limit) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(reason) => {
                    lock(shared).failed = true;
                    return Err(reason);
                }
            }
        }
    }

    /// Goes down to some leaves, expands them and goes back. Returns whether to go on.
    fn turn(&mut self, shared: &Mutex<Shared>, limit: &Limit) -> Result<bool, ThinkError> {
        let leaves = {
            let mut shared = lock(shared);
            let is_settled = shared.tree.node(shared.root).is_settled();
            if is_settled || shared.failed || limit.is_reached(shared.begun) {
                return Ok(false);
            }
            self.learn(shared.averages);
            if self.times == 0 {
                self.times = self.affordable_times()?;
            }
            self.collect(&mut shared, limit)?
        };
        if leaves.is_empty() {
            std::thread::yield_now();
            return Ok(true);
        }
        self.batch.clear();
        for leaf in &leaves {
            self.batch.expand(&leaf.state, &mut *self.machine, &mut self.random)?;
        }
        let seed = self.random.random();
        let playouts = self.batch.play_out(self.times, &mut *self.playouts, seed)?;
        self.breadth += (self.batch.breadth() - self.breadth) / 8.0;
        let mut shared = lock(shared);
        let shared = &mut *shared;
        for (leaf, expansion) in leaves.iter().zip(self.batch.expansions.drain(..)) {
            shared.averages.learn(&expansion);
            let (mut value, changed) = enter(shared.tree, leaf.node, expansion, self.best);
            leaf.path.go_back(shared.tree, &mut value, changed);
        }
        shared.taken -= leaves.len();
        shared.done.simulations += leaves.len() as u64;
        shared.done.playouts += playouts;
        Ok(true)
    }

    /// Returns the number of playouts of each state that fit into the share of time for playouts. It is 1 if the
    /// machine cannot tell its cost.
    fn affordable_times(&mut self) -> Result<u32, PlayoutError> {
        let expansion = self.machine.move_cost().unwrap_or(0.0);
        Ok((self.share * expansion / self.playouts.cost()?).clamp(1.0, MAX_TIMES) as u32)
    }

    /// Reads the averages from time to time, and gives them to the playouts.
    fn learn(&mut self, averages: &MoveAverages) {
        let expansions = averages.expansions();
        if self.is_guided && expansions >= self.learn_at {
            self.learn_at = expansions + (expansions / 8).max(16);
            self.playouts.set_weights(Some(&|role, action| averages.weight(role, action)));
        }
    }

    /// Goes down to as many leaves as share a batch. Paths that end in settled nodes are gone back at once.
    fn collect(&mut self, shared: &mut Shared, limit: &Limit) -> Result<Vec<Leaf>, StopReason> {
        let mut leaves = Vec::new();
        let fitting = BATCH / (f64::from(self.times) * self.breadth);
        let ready = 1 + shared.tree.node(shared.root).visits as usize;
        for _ in 0..(fitting as usize).clamp(1, self.leaves).min(ready) {
            if limit.simulations.is_some_and(|most| shared.begun >= most) {
                break;
            }
            let mut path = Path::default();
            let Shared { tree, root, selection, .. } = shared;
            match path.descend(tree, *root, selection, &mut *self.machine)? {
                PathEnd::New(node) => {
                    let state = tree.node(node).state.clone();
                    leaves.push(Leaf { node: Some(node), state, path });
                }
                PathEnd::Outside(state) => leaves.push(Leaf { node: None, state, path }),
                PathEnd::Settled(node) => {
                    tree.node_mut(node).visits += 1;
                    let node = tree.node(node);
                    let mut value: Vec<f64> =
                        (0..tree.roles()).map(|role| node.settled_value(role)).collect();
                    path.go_back(tree, &mut value, true);
                    shared.done.simulations += 1;
                }
                PathEnd::Nowhere => {
                    path.undo(tree);
                    // If no thread is expanding a node, the same path would fail again and again.
                    shared.begun += u64::from(leaves.is_empty() && shared.taken == 0);
                    break;
                }
            }
            shared.begun += 1;
        }
        shared.taken += leaves.len();
        Ok(leaves)
    }
}

/// Number of playouts that a batch should have: somewhat more than there are lanes, so that no lane is idle.
const BATCH: f64 = 1024.0;
/// Largest number of playouts of a state in a batch.
const MAX_TIMES: f64 = 64.0;

/// Adds an expansion to the tree. Returns the value of the leaf, and whether its bounds have changed.
fn enter(
    tree: &mut Tree,
    node: Option<NodeId>,
    expansion: Expansion,
    best: f64,
) -> (Vec<f64>, bool) {
    if let Some(goals) = expansion.over {
        if let Some(node) = node {
            let node = tree.node_mut(node);
            node.close(&goals);
            node.visits += 1;
        }
        return (goals.iter().map(|&goal| f64::from(goal)).collect(), true);
    }
    let mut value = expansion.value(best);
    let Some(id) = node else { return (value, false) };
    let ends = if expansion.decider.is_some() { expansion.ends().collect() } else { Vec::new() };
    let children: Vec<(usize, NodeId)> = ends
        .into_iter()
        .map(|(joint, state, goals)| {
            let child = tree.enter(state.clone());
            tree.node_mut(child).close(goals);
            (joint[expansion.decider.unwrap_or(0)], child)
        })
        .collect();
    tree.open(id, expansion.options, expansion.decider);
    for (index, child) in children {
        tree.link_decider(id, index, child);
    }
    let changed = tree.bound(id);
    for (value, bounds) in value.iter_mut().zip(&tree.node(id).bounds) {
        *value = bounds.clamp(*value);
    }
    (value, changed)
}
