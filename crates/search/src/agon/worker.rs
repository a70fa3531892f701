//! A thread of the search: down the tree, a look at the leaves, and back.

use super::AgonSettings;
use super::habits::Habits;
use super::look::{Batch, Look};
use super::tree::{NodeId, Tree};
use super::way::{End, Selection, Way};
use crate::{Costs, Limit, Playouts};
use game::{Machine, Preference, Random, State, StopReason};
use rand::RngExt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What all threads work on.
pub struct Shared<'a> {
    tree: &'a mut Tree,
    habits: &'a mut Habits,
    root: NodeId,
    selection: Selection,
    done: Done,
    /// Simulations that somebody has begun.
    begun: u64,
    /// How many leaves are being looked at.
    taken: usize,
    /// Somebody could not go on.
    failed: bool,
}

/// What was done.
#[derive(Clone, Copy, Default)]
pub struct Done {
    /// Ways down the tree.
    pub simulations: u64,
    /// Games that were played to their end.
    pub playouts: u64,
}

impl<'a> Shared<'a> {
    /// Nothing is done yet.
    pub fn new(
        tree: &'a mut Tree,
        habits: &'a mut Habits,
        root: NodeId,
        selection: Selection,
    ) -> Shared<'a> {
        Shared {
            tree,
            habits,
            root,
            selection,
            done: Done::default(),
            begun: 0,
            taken: 0,
            failed: false,
        }
    }

    /// What was done.
    pub fn done(&self) -> Done {
        self.done
    }
}

/// What a thread needs.
pub struct Worker {
    machine: Box<dyn Machine>,
    playouts: Box<dyn Playouts>,
    random: Random,
    batch: Batch,
    /// How many joint moves are tried in a look, in the mean of late.
    breadth: f64,
    /// How many leaves share a batch at most.
    leaves: usize,
    /// How often each state is played out; 0 as long as that is not known.
    times: u32,
    /// How much time playouts may take, in comparison with all else.
    share: f64,
    /// How much the best move counts in the value of a leaf.
    best: f64,
    /// Whether playouts follow habits, and after how many looks they are looked up again.
    is_guided: bool,
    learn_at: u64,
}

/// A node to look at, or a state that the tree has no memory for.
struct Leaf {
    node: Option<NodeId>,
    state: State,
    way: Way,
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    /// A thread with a machine and lanes of its own.
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

    /// Makes preferred moves in playouts from now on, if they can.
    pub fn prefer(&mut self, preferences: &[Preference]) {
        if self.playouts.prefer(preferences).is_ok() {
            self.times = 0;
        }
    }

    /// Searches until the limit is reached, or there is nothing more to find out.
    pub fn search(&mut self, shared: &Mutex<Shared>, limit: &Limit) -> Result<(), StopReason> {
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

    /// Some ways down and back; whether to go on.
    fn turn(&mut self, shared: &Mutex<Shared>, limit: &Limit) -> Result<bool, StopReason> {
        let leaves = {
            let mut shared = lock(shared);
            let is_settled = shared.tree.node(shared.root).is_settled();
            if is_settled || shared.failed || limit.is_reached(shared.begun) {
                return Ok(false);
            }
            self.learn(shared.habits);
            if self.times == 0 {
                self.times = times(self.playouts.costs()?, self.share);
            }
            self.collect(&mut shared, limit)?
        };
        if leaves.is_empty() {
            std::thread::yield_now();
            return Ok(true);
        }
        self.batch.clear();
        for leaf in &leaves {
            self.batch.look_at(&leaf.state, &mut *self.machine, &mut self.random)?;
        }
        let seed = self.random.random();
        let playouts = self.batch.play_out(self.times, &mut *self.playouts, seed)?;
        self.breadth += (self.batch.breadth() - self.breadth) / 8.0;
        let mut shared = lock(shared);
        let shared = &mut *shared;
        for (leaf, look) in leaves.iter().zip(self.batch.looks.drain(..)) {
            shared.habits.learn(&look);
            let (mut value, changed) = enter(shared.tree, leaf.node, look, self.best);
            leaf.way.go_back(shared.tree, &mut value, changed);
        }
        shared.taken -= leaves.len();
        shared.done.simulations += leaves.len() as u64;
        shared.done.playouts += playouts;
        Ok(true)
    }

    /// Looks up habits, now and then.
    fn learn(&mut self, habits: &Habits) {
        let looks = habits.looks();
        if self.is_guided && looks >= self.learn_at {
            self.learn_at = looks + (looks / 8).max(16);
            self.playouts.weigh(&|role, action| habits.weight(role, action));
        }
    }

    /// Goes down to as many leaves as share a batch. Ways that end in what is settled are gone back at once.
    fn collect(&mut self, shared: &mut Shared, limit: &Limit) -> Result<Vec<Leaf>, StopReason> {
        let mut leaves = Vec::new();
        let fitting = BATCH / (f64::from(self.times) * self.breadth);
        let ready = 1 + shared.tree.node(shared.root).visits as usize;
        for _ in 0..(fitting as usize).clamp(1, self.leaves).min(ready) {
            if limit.simulations.is_some_and(|most| shared.begun >= most) {
                break;
            }
            let mut way = Way::default();
            let Shared { tree, root, selection, .. } = shared;
            match way.descend(tree, *root, selection, &mut *self.machine)? {
                End::Fresh(node) => {
                    let state = tree.node(node).state.clone();
                    leaves.push(Leaf { node: Some(node), state, way });
                }
                End::Outside(state) => leaves.push(Leaf { node: None, state, way }),
                End::Settled(node) => {
                    tree.node_mut(node).visits += 1;
                    let node = tree.node(node);
                    let mut value: Vec<f64> =
                        (0..tree.roles()).map(|role| node.settled_value(role)).collect();
                    way.go_back(tree, &mut value, true);
                    shared.done.simulations += 1;
                }
                End::Nowhere => {
                    way.forget(tree);
                    // If it is not for a node that is being looked at, it would come to nothing again and again.
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

/// How many playouts a batch should have: somewhat more than there are lanes, so that all have something to do.
const BATCH: f64 = 1024.0;
/// No state is played out more often at a time.
const MOST_TIMES: f64 = 64.0;

/// How often to play states out.
fn times(costs: Costs, share: f64) -> u32 {
    (share * costs.look / costs.playout).clamp(1.0, MOST_TIMES) as u32
}

/// Puts what was seen into the tree; the value of the leaf, and whether something is certain.
fn enter(tree: &mut Tree, node: Option<NodeId>, look: Look, best: f64) -> (Vec<f64>, bool) {
    if let Some(goals) = look.over {
        if let Some(node) = node {
            let node = tree.node_mut(node);
            node.close(&goals);
            node.visits += 1;
        }
        return (goals.iter().map(|&goal| f64::from(goal)).collect(), true);
    }
    let mut value = look.value(best);
    let Some(id) = node else { return (value, false) };
    let ends = if look.decider.is_some() { look.ends().collect() } else { Vec::new() };
    let children: Vec<(usize, NodeId)> = ends
        .into_iter()
        .map(|(joint, state, goals)| {
            let child = tree.enter(state.clone());
            tree.node_mut(child).close(goals);
            (joint[look.decider.unwrap_or(0)], child)
        })
        .collect();
    tree.open(id, look.options, look.decider);
    for (index, child) in children {
        tree.link_decider(id, index, child);
    }
    let changed = tree.bound(id);
    for (value, bounds) in value.iter_mut().zip(&tree.node(id).bounds) {
        *value = bounds.clamp(*value);
    }
    (value, changed)
}
