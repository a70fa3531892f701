//! A thread of the search: down the tree, a look at the leaves, and back.

use super::AgonSettings;
use super::bounds::Bounds;
use super::habits::Habits;
use super::look::{Look, Probe, play_out};
use super::tree::{Edge, NodeId, Tree};
use super::way::{End, Selection, Way};
use crate::{Limit, Playouts};
use game::{Machine, Random, State, StopReason};
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
        Shared { tree, habits, root, selection, done: Done::default(), begun: 0, failed: false }
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
    /// How many leaves share a batch.
    leaves: usize,
    /// How many playouts a batch has.
    most: usize,
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

fn lock<'a, T>(shared: &'a Mutex<T>) -> MutexGuard<'a, T> {
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
            leaves: settings.leaves.max(1),
            most: settings.playouts,
            best: settings.best,
            is_guided: settings.temperature > 0.0,
            learn_at: 16,
        }
    }

    /// Searches until the limit is reached, or there is nothing more to find out.
    pub fn search(&mut self, shared: &Mutex<Shared>, limit: &Limit) -> Result<(), StopReason> {
        loop {
            let ended = self.turn(shared, limit);
            match ended {
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
            if self.is_guided && shared.habits.looks >= self.learn_at {
                self.learn_at = shared.habits.looks + (shared.habits.looks / 8).max(16);
                let habits = &*shared.habits;
                self.playouts.weigh(&|role, action| habits.weight(role, action));
            }
            self.collect(&mut shared, limit)?
        };
        if leaves.is_empty() {
            std::thread::yield_now();
            return Ok(true);
        }
        let mut looks = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            looks.push(Look::at(&leaf.state, &mut *self.machine, &mut self.random)?);
        }
        let seed = self.random.random();
        let playouts = play_out(&mut looks, self.most, &mut *self.playouts, seed)?;
        let mut shared = lock(shared);
        let shared = &mut *shared;
        for (leaf, look) in leaves.iter().zip(looks) {
            shared.habits.learn(&look);
            let mut value = self.enter(shared.tree, leaf.node, look);
            leaf.way.go_back(shared.tree, &mut value);
        }
        shared.done.simulations += leaves.len() as u64;
        shared.done.playouts += playouts;
        Ok(true)
    }

    /// Goes down to as many leaves as share a batch. Ways that end in what is settled are gone back at once.
    fn collect(&mut self, shared: &mut Shared, limit: &Limit) -> Result<Vec<Leaf>, StopReason> {
        let mut leaves = Vec::new();
        for _ in 0..self.leaves {
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
                    let node = tree.node(node);
                    let mut value: Vec<f64> =
                        (0..tree.roles()).map(|role| node.settled_value(role)).collect();
                    way.go_back(tree, &mut value);
                    shared.done.simulations += 1;
                }
                End::Nowhere => {
                    way.forget(tree);
                    if leaves.is_empty() {
                        // Somebody else is about to look at it.
                        shared.begun += 1;
                    }
                    break;
                }
            }
            shared.begun += 1;
        }
        Ok(leaves)
    }

    /// Puts what was seen into the tree; the value of the leaf.
    fn enter(&self, tree: &mut Tree, node: Option<NodeId>, look: Look) -> Vec<f64> {
        if let Some(goals) = look.over {
            if let Some(node) = node {
                tree.node_mut(node).close(&goals);
            }
            return goals.iter().map(|&goal| f64::from(goal)).collect();
        }
        let value = self.value(&look);
        let Some(id) = node else { return value };
        tree.open(id, edges(&look));
        if tree.node(id).decider.is_some() {
            for Probe { joint, state, over, .. } in look.probes {
                if let Some(goals) = over {
                    let child = tree.enter(state);
                    tree.node_mut(child).close(&goals);
                    tree.link(id, &joint, child);
                }
            }
            tree.bound(id);
        }
        let bounds = &tree.node(id).bounds;
        value.iter().zip(bounds).map(|(&value, bounds)| bounds.clamp(value)).collect()
    }

    /// What the roles get from a leaf: between the mean of all moves that were tried, and the best for the role that decides.
    fn value(&self, look: &Look) -> Vec<f64> {
        let count = look.probes.len() as f64;
        let roles = look.options.len();
        let mean =
            |role: usize| look.probes.iter().map(|probe| probe.value[role]).sum::<f64>() / count;
        let mut deciders = (0..roles).filter(|&role| look.options[role].len() > 1);
        let best = match (deciders.next(), deciders.next()) {
            (Some(decider), None) => {
                look.probes.iter().max_by(|a, b| a.value[decider].total_cmp(&b.value[decider]))
            }
            _ => None,
        };
        let best_value = |role: usize| best.map_or_else(|| mean(role), |probe| probe.value[role]);
        (0..roles)
            .map(|role| self.best * best_value(role) + (1.0 - self.best) * mean(role))
            .collect()
    }
}

/// What the roles may do, with what was seen of it.
fn edges(look: &Look) -> Box<[Box<[Edge]>]> {
    let fresh = |&action| Edge { action, visits: 0, pending: 0, bounds: Bounds::OPEN, total: 0.0 };
    let mut options: Vec<Vec<Edge>> =
        look.options.iter().map(|legal| legal.iter().map(fresh).collect()).collect();
    let one_decides = look.options.iter().filter(|legal| legal.len() > 1).count() <= 1;
    for probe in &look.probes {
        for (role, (edges, &index)) in options.iter_mut().zip(&probe.joint).enumerate() {
            let edge = &mut edges[index];
            edge.visits += 1;
            edge.total += probe.value[role];
            if let Some(goals) = probe.over.as_ref().filter(|_| one_decides) {
                edge.bounds = Bounds::exactly(goals[role]);
            }
        }
    }
    // Several playouts of a move count as one.
    for edge in options.iter_mut().flatten() {
        edge.total /= f64::from(edge.visits.max(1));
        edge.visits = 1;
    }
    options.into_iter().map(Vec::into_boxed_slice).collect()
}
