//! Our own player: tree search over playouts in lanes.
//!
//! Lanes play out hundreds of states in the time in which a machine for one state makes a few moves, so playouts are
//! cheap and paths down the tree are expensive. A simulation therefore does more than one playout: it expands the node
//! that it comes to (`expansion`), which means that it tries all moves there and plays out the states that follow many
//! times each, so that all moves have a value at once. Several leaves can share a batch. `node` and `tree` contain the
//! nodes, `path` goes down and back, `worker` is the loop of a thread, and `averages` guide playouts.
//!
//! Proven goals are kept apart from estimates (`bounds`): a node in which the game is over is proven, and so is one
//! whose role to move has a move that is proven to be the best. Proven nodes are not searched again, and moves that are
//! proven to be no better than another are omitted. This assumes that every role prefers more to less.
//!
//! All threads work on one tree, which is locked while they go down and back, but not while they expand and play out.
//!
//! In games of two roles that take turns it learns before its first move which moves win and which keep from losing
//! (`gifl`), and playouts make them.
//!
//! Where there are no lanes, in games of one role, in which the line of the best playout has to be known, and in games
//! in which roles mostly move at the same time, it searches like CadiaPlayer (`mcts`): there are too many joint moves
//! to try all of them, and RAVE values the moves of each role by themselves. In chinook, with 0.2 s for each move, the
//! search with lanes won 15 % of 10 matches against `cadia-2009`.

mod averages;
mod bounds;
mod expansion;
mod node;
mod path;
mod tree;
mod variance;
mod worker;

use crate::gifl::{Explanations, GiflLearning, GiflSettings, preferences};
use crate::players::PlayerError;
use crate::{
    Detail, DisplayedFeature, Limit, MoveValue, NodeStatistics, Player, Report, Seat, ThinkError,
};
use averages::MoveAverages;
use bounds::Bounds;
use game::playout::random_step;
use game::playouts::{PlayoutError, Playouts};
use game::{Machine, MachineExt, Move, Role, StopReason};
use node::{Edge, NodeId, NodeStage};
use path::SelectionSettings;
use std::sync::{Mutex, PoisonError};
use tree::Tree;
use worker::{Shared, Worker};

/// Settings of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct AgonSettings {
    /// Weight of exploration in the tree.
    pub exploration: f64,
    /// Largest number of leaves that share a batch of playouts.
    pub leaves: usize,
    /// Time for playouts, as a multiple of the time for expanding leaves; each state is played out once at least.
    pub share: f64,
    /// Weight of the best move in the value of a leaf; the rest is the mean of all moves.
    pub best: f64,
    /// Temperature of the choice in playouts; 0 for uniform playouts.
    pub temperature: f64,
    /// Number of threads; `None` for as many as the seat allows.
    pub threads: Option<usize>,
    /// Approximate limit of the memory of the tree, in MiB.
    pub megabytes: usize,
    /// Length at which a path down the tree is aborted.
    pub length: usize,
    /// Settings of the features that playouts follow; `None` for no features.
    pub gifl: Option<GiflSettings>,
}

/// Largest number of threads of a player.
pub(crate) const MAX_THREADS: usize = 256;

/// A player that searches a tree with playouts in lanes.
pub struct Agon {
    machine: Box<dyn Machine>,
    role: Role,
    tree: Tree,
    averages: MoveAverages,
    root: NodeId,
    workers: Vec<Worker>,
    selection: SelectionSettings,
    /// Learning of features before the first move, if features are used.
    learning: Option<GiflLearning>,
    /// The learnt features, for people.
    explanations: Option<Explanations>,
    settings: AgonSettings,
    /// Playouts without preferences, from which those of the workers are made.
    playouts: Box<dyn Playouts>,
    /// Simulations since the last move of the match, and their playouts.
    simulations: u64,
    playout_count: u64,
}

impl Agon {
    /// Creates the player at the beginning of a match. An error if the seat has no lanes.
    pub fn new(
        seat: Seat,
        settings: AgonSettings,
        learning: Option<GiflLearning>,
    ) -> Result<Agon, PlayerError> {
        let mut machine = seat.machine;
        let playouts = seat.playouts.ok_or(PlayoutError::Missing)?;
        let mut tree = Tree::new(machine.roles().len());
        let root = tree.enter(machine.initial_state()?);
        let threads = settings.threads.unwrap_or(seat.threads).clamp(1, MAX_THREADS);
        let worker = |number: usize| {
            let (machine, playouts) = (machine.fork(), playouts.fork());
            Worker::new(machine, playouts, seat.seed.wrapping_add(number as u64), &settings)
        };
        Ok(Agon {
            workers: (0..threads).map(worker).collect(),
            selection: SelectionSettings {
                exploration: settings.exploration,
                length: settings.length,
                bytes: settings.megabytes.saturating_mul(1 << 20),
            },
            role: seat.role,
            averages: MoveAverages::new(tree.roles(), settings.temperature),
            learning,
            explanations: None,
            settings,
            machine,
            tree,
            root,
            playouts,
            simulations: 0,
            playout_count: 0,
        })
    }

    /// Uses the features that were learnt so far from now on. If they are too many for the playouts, these stay as they
    /// are.
    fn use_features(&mut self) {
        let Some(features) = self.learning.as_mut().and_then(GiflLearning::take_features) else {
            return;
        };
        if let Some(settings) = self.settings.gifl.as_ref().filter(|_| features.are_certain) {
            let settings = &settings.guidance;
            let preferences = preferences(&features, settings);
            // Compiled once: the forks of the workers share the code.
            if let Ok(playouts) = self.playouts.preferring(&preferences) {
                self.workers.iter_mut().for_each(|worker| worker.set_playouts(playouts.fork()));
            }
            self.explanations = Some(Explanations::new(&features, settings));
        }
    }

    /// Drops the tree, because some of its leaves are marked as being searched by a thread that has failed.
    fn forget(&mut self) {
        let state = self.tree.node(self.root).state.clone();
        self.tree.clear();
        self.root = self.tree.enter(state);
    }

    /// Returns the statistics of the player's own moves; none before the first simulation.
    fn own_edges(&self) -> &[Edge] {
        self.tree.node(self.root).options.get(self.role.0 as usize).map_or(&[], |edges| edges)
    }

    /// Returns the number of moves to the end after a move, where that is proven.
    fn distance(&self, index: usize) -> u32 {
        let root = self.tree.node(self.root);
        root.child_of_decider(index).map_or(0, |child| self.tree.node(child).distance)
    }

    /// Returns the indexes of the player's own moves, the best first.
    fn own_moves(&self) -> Vec<usize> {
        let edges = self.own_edges();
        let root = self.tree.node(self.root);
        let decides = root.decider == Some(self.role.0 as usize);
        if !(decides && root.is_settled()) {
            return most_promising(edges);
        }
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by(|&a, &b| {
            let (one, other) = (&edges[a], &edges[b]);
            let (near, far) = (self.distance(a), self.distance(b));
            // Good results are wanted soon, bad ones late.
            let sooner = if one.bounds.least >= 50 {
                near.cmp(&far)
            } else {
                far.cmp(&near).then(other.visits.cmp(&one.visits))
            };
            other.bounds.least.cmp(&one.bounds.least).then(sooner)
        });
        order
    }
}

/// Returns whether the search suits a game: several roles play, and mostly take turns.
pub fn suits(machine: &mut dyn Machine, seed: u64) -> Result<bool, StopReason> {
    if machine.roles().len() < 2 {
        return Ok(false);
    }
    let mut random = game::random(seed);
    let (mut legal, mut alone, mut together) = (Vec::new(), 0, 0);
    for _ in 0..SAMPLED_GAMES {
        let mut state = machine.initial_state()?;
        for _ in 0..SAMPLED_MOVES {
            let mut choosing = 0;
            for role in machine.role_ids() {
                machine.legal(&state, role, &mut legal)?;
                choosing += usize::from(legal.len() > 1);
            }
            alone += usize::from(choosing == 1);
            together += usize::from(choosing > 1);
            match random_step(machine, &state, &mut random)? {
                Some(next) => state = next,
                None => break,
            }
        }
    }
    Ok(alone >= together)
}

/// Number of random games that show whether roles take turns, and number of moves of each.
const SAMPLED_GAMES: usize = 5;
const SAMPLED_MOVES: usize = 50;

/// Returns the indexes of moves, the best first, which are those with the most visits. Visits say nothing about a move
/// whose goal is proven: it comes before the others if its goal is at least the mean of the most visited one, and
/// otherwise last.
fn most_promising(edges: &[Edge]) -> Vec<usize> {
    let open = edges.iter().filter(|edge| !edge.bounds.is_exact());
    let favourite = open.max_by_key(|edge| edge.visits).map(Edge::mean);
    let is_good = |edge: &Edge| favourite.is_none_or(|mean| f64::from(edge.bounds.least) >= mean);
    let rank = |edge: &Edge| {
        if !edge.bounds.is_exact() {
            1
        } else if is_good(edge) {
            0
        } else {
            2
        }
    };
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&a, &b| {
        let (one, other) = (&edges[a], &edges[b]);
        let better = other.mean().total_cmp(&one.mean());
        rank(one).cmp(&rank(other)).then(match rank(one) {
            1 => other.visits.cmp(&one.visits).then(better),
            _ => better,
        })
    });
    order
}

impl Player for Agon {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        if let Some(learning) = &mut self.learning {
            if !learning.train(limit)? {
                return Ok(());
            }
            self.use_features();
        }
        let Agon { tree, averages, root, selection, .. } = self;
        let shared = Mutex::new(Shared::new(tree, averages, *root, *selection));
        let (first, others) = self.workers.split_at_mut(1);
        let ended = std::thread::scope(|scope| {
            let shared = &shared;
            let others: Vec<_> = others
                .iter_mut()
                .map(|worker| scope.spawn(move || worker.search(shared, limit)))
                .collect();
            let mut ended = first[0].search(shared, limit);
            for other in others {
                ended = ended
                    .and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            ended
        });
        let done = shared.into_inner().unwrap_or_else(PoisonError::into_inner).done();
        self.simulations += done.simulations;
        self.playout_count += done.playouts;
        if ended.is_err() {
            self.forget();
        }
        ended
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        if let Some(&best) = self.own_moves().first() {
            return Ok(self.own_edges()[best].action);
        }
        let mut legal = Vec::new();
        self.machine.legal(&self.tree.node(self.root).state, self.role, &mut legal)?;
        Ok(legal[0])
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        (self.simulations, self.playout_count) = (0, 0);
        let mut state = Default::default();
        self.machine.next(&self.tree.node(self.root).state, joint, &mut state)?;
        self.root = match self.tree.find(&state) {
            Some(node) => self.tree.keep_from(node),
            None => {
                self.tree.clear();
                self.tree.enter(state)
            }
        };
        Ok(())
    }

    fn report(&self) -> Report {
        let edges = self.own_edges();
        let valued = |&index: &usize| {
            let Edge { action, visits, .. } = edges[index];
            MoveValue { action, visits: u64::from(visits), value: edges[index].mean() }
        };
        Report {
            simulations: self.simulations,
            playouts: self.playout_count,
            nodes: self.tree.len() as u64,
            moves: self.own_moves().iter().map(valued).collect(),
            line: expected_line(&self.tree, self.root),
            details: self.details(),
        }
    }

    fn explore(&self, line: &[Vec<Move>]) -> Option<NodeStatistics> {
        self.tree.follow(self.root, line).map(|node| self.tree.statistics(node))
    }

    fn active_features(&mut self) -> Vec<DisplayedFeature> {
        let state = &self.tree.node(self.root).state;
        let active = self.explanations.as_ref().map(|it| it.active(&mut *self.machine, state));
        active.and_then(Result::ok).unwrap_or_default()
    }
}

impl Agon {
    /// Returns the details of learning, and the proven goal.
    fn details(&self) -> Vec<Detail> {
        let learnt = self.learning.as_ref().and_then(GiflLearning::detail);
        let mut details: Vec<Detail> = learnt.into_iter().collect();
        let root = self.tree.node(self.root);
        if !root.is_settled() || root.stage == NodeStage::Terminal {
            return details;
        }
        let Bounds { least, most } = root.bounds[self.role.0 as usize];
        details.push(Detail::Proven { least, most, moves: root.distance });
        details
    }
}

/// Returns the principal variation: the joint moves that follow if every role makes its most visited move.
fn expected_line(tree: &Tree, root: NodeId) -> Vec<Vec<Move>> {
    let (mut line, mut node) = (Vec::new(), tree.node(root));
    while node.stage == NodeStage::Expanded && line.len() < tree.len() {
        let best = node.options.iter().map(|edges| {
            let tried = edges.iter().map(|edge| edge.visits).enumerate();
            tried.max_by_key(|&(_, visits)| visits).map_or(0, |(index, _)| index)
        });
        let joint: Vec<usize> = best.collect();
        let moves = joint.iter().zip(&node.options).map(|(&index, edges)| edges[index].action);
        line.push(moves.collect());
        match node.child(&joint) {
            Some(child) => node = tree.node(child),
            None => break,
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_moves_are_compared_with_the_most_visited_one() {
        let edge = |visits: u32, mean: f64, bounds| Edge {
            visits,
            bounds,
            total: mean * f64::from(visits),
            ..Edge::new(Move(0))
        };
        let lost = edge(1000, 60.0, Bounds::exactly(0));
        let drawn = edge(10, 20.0, Bounds::exactly(50));
        let (good, bad) = (edge(300, 55.0, Bounds::OPEN), edge(300, 30.0, Bounds::OPEN));
        let seldom = edge(5, 90.0, Bounds::OPEN);
        assert_eq!(most_promising(&[lost, good, seldom, drawn]), [1, 2, 3, 0]);
        assert_eq!(most_promising(&[lost, bad, seldom, drawn]), [3, 1, 2, 0]);
        assert_eq!(most_promising(&[lost, drawn]), [1, 0]);
    }
}
