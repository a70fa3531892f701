//! Our own player: tree search over playouts in lanes.
//!
//! Lanes play out hundreds of states in the time in which a machine for one state makes a few moves, so playouts are cheap and
//! ways down the tree are dear. A simulation therefore does more than one playout: in the node that it comes to (`look`) it
//! tries all moves and plays the states that follow out, many times each, so that all moves have a value at once. Several
//! leaves can share a batch.
//!
//! What is certain is kept apart from what is estimated (`bounds`): a node in which the game is over is certain, and so is
//! one whose role to move has a move that is certain to be the best. Certain nodes are not searched again, and moves that
//! are certain to be no better than another are left out. This takes it that every role prefers more to less.
//!
//! All threads work on one tree, which is locked while they go down and back, but not while they look and play out.
//!
//! In games of two roles that take turns it learns before its first move which moves win and which keep from losing (GIFL), and
//! playouts make them.
//!
//! Where there are no lanes, in games of one role, in which the line of the best playout has to be known, and in games in which
//! roles mostly move at the same time, it searches like CadiaPlayer (`mcts`): there are too many joint moves to try all of them, and
//! RAVE judges the moves of each role by themselves. In chinook, with 0.2 s for each move, the search with lanes won 15 % of 10 matches
//! against `cadia-2009`.

mod bounds;
mod habits;
mod look;
mod tree;
mod way;
mod worker;

use crate::gifl::{GiflSettings, Sayings, School, preferences};
use crate::{Hint, Limit, Outlook, Player, Report, Seat, Valued};
use game::playout::random_step;
use game::{Machine, Move, Role, StopReason};
use habits::Habits;
use std::sync::{Mutex, PoisonError};
use tree::{Edge, NodeId, Stage, Tree};
use way::Selection;
use worker::{Shared, Worker};

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct AgonSettings {
    /// How much moves that were seldom tried are preferred in the tree.
    pub exploration: f64,
    /// How many leaves share a batch of playouts at most.
    pub leaves: usize,
    /// How much time playouts may take, in comparison with looking at what follows moves; each is played out once at least.
    pub share: f64,
    /// How much the best move counts in the value of a leaf; the rest is the mean of all.
    pub best: f64,
    /// The temperature of the choice in playouts; 0 if they are not guided.
    pub temperature: f64,
    /// How many threads search; as many as the seat has, if nothing is said.
    pub threads: Option<usize>,
    /// About how much memory the tree may take, in MiB.
    pub megabytes: usize,
    /// Ways down the tree that are longer are left.
    pub length: usize,
    /// How to learn features and use them in playouts, if at all.
    pub gifl: Option<GiflSettings>,
}

/// No player uses more threads.
const MOST_THREADS: usize = 256;

/// A player that searches with lanes.
pub struct Agon {
    machine: Box<dyn Machine>,
    role: Role,
    tree: Tree,
    habits: Habits,
    root: NodeId,
    workers: Vec<Worker>,
    selection: Selection,
    /// Where it learns features before its first move.
    school: Option<School>,
    /// What it learnt there, to tell people about it.
    sayings: Option<Sayings>,
    settings: AgonSettings,
    /// Simulations and playouts since the last move of the match.
    simulations: u64,
    playouts: u64,
}

impl Agon {
    /// At the beginning of a match, if there are lanes.
    pub fn new(
        seat: Seat,
        settings: AgonSettings,
        school: Option<School>,
    ) -> Result<Agon, StopReason> {
        let mut machine = seat.machine;
        let playouts = seat.playouts.ok_or(StopReason::Gates(0))?;
        let mut tree = Tree::new(machine.roles().len());
        let root = tree.enter(machine.initial_state()?);
        let threads = settings.threads.unwrap_or(seat.threads).clamp(1, MOST_THREADS);
        let worker = |number: usize| {
            let (machine, playouts) = (machine.fork(), playouts.fork());
            Worker::new(machine, playouts, seat.seed.wrapping_add(number as u64), &settings)
        };
        Ok(Agon {
            workers: (0..threads).map(worker).collect(),
            selection: Selection {
                exploration: settings.exploration,
                length: settings.length,
                bytes: settings.megabytes.saturating_mul(1 << 20),
            },
            role: seat.role,
            habits: Habits::new(tree.roles(), settings.temperature),
            school,
            sayings: None,
            settings,
            machine,
            tree,
            root,
            simulations: 0,
            playouts: 0,
        })
    }

    /// Follows what was learnt so far from now on. Where the playouts cannot, because there is too much of it, they stay as they
    /// are.
    fn leave_school(&mut self) {
        let Some(features) = self.school.as_mut().and_then(School::leave) else { return };
        if let Some(settings) = self.settings.gifl.as_ref().filter(|_| features.are_certain) {
            let preferences = preferences(&features, settings);
            self.workers.iter_mut().for_each(|worker| worker.prefer(&preferences));
            self.sayings = Some(Sayings::new(&features, settings));
        }
    }

    /// Forgets what was searched: some of it is still waited for, and will not come.
    fn forget(&mut self) {
        let state = self.tree.node(self.root).state.clone();
        self.tree.clear();
        self.root = self.tree.enter(state);
    }

    /// What came of the player's own moves; nothing before the first simulation.
    fn own_edges(&self) -> &[Edge] {
        self.tree.node(self.root).options.get(self.role.0 as usize).map_or(&[], |edges| edges)
    }

    /// How far the end is after a move, where that is known.
    fn distance(&self, index: usize) -> u32 {
        let root = self.tree.node(self.root);
        root.child_of_decider(index).map_or(0, |child| self.tree.node(child).distance)
    }

    /// The indexes of the player's own moves, the best first.
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
            other.bounds.least.cmp(&one.bounds.least).then(match one.bounds.least >= 50 {
                true => near.cmp(&far),
                false => far.cmp(&near).then(other.visits.cmp(&one.visits)),
            })
        });
        order
    }
}

/// Whether the search is made for a game: several roles play, and mostly take turns.
pub fn suits(machine: &mut dyn Machine, seed: u64) -> Result<bool, StopReason> {
    if machine.roles().len() < 2 {
        return Ok(false);
    }
    let mut random = game::random(seed);
    let (mut legal, mut alone, mut together) = (Vec::new(), 0, 0);
    for _ in 0..TRIES {
        let mut state = machine.initial_state()?;
        for _ in 0..TRIED_MOVES {
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

/// How many random games show whether roles take turns, and how many moves of each.
const TRIES: usize = 5;
const TRIED_MOVES: usize = 50;

/// The indexes of moves, the best first: those that were tried most often. How often a move was tried says nothing once its goal
/// is certain: it comes before the others if that is as good as what the one that was tried most often gives, and else after them.
fn most_promising(edges: &[Edge]) -> Vec<usize> {
    let open = edges.iter().filter(|edge| !edge.bounds.is_exact());
    let favourite = open.max_by_key(|edge| edge.visits).map(Edge::mean);
    let rank = |edge: &Edge| match edge.bounds.is_exact() {
        false => 1,
        true if favourite.is_none_or(|mean| f64::from(edge.bounds.least) >= mean) => 0,
        true => 2,
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
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
        if let Some(school) = &mut self.school {
            if !school.train(limit)? {
                return Ok(());
            }
            self.leave_school();
        }
        let Agon { tree, habits, root, selection, .. } = self;
        let shared = Mutex::new(Shared::new(tree, habits, *root, *selection));
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
        self.playouts += done.playouts;
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
        (self.simulations, self.playouts) = (0, 0);
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
            Valued { action, visits: u64::from(visits), value: edges[index].mean() }
        };
        Report {
            simulations: self.simulations,
            playouts: self.playouts,
            nodes: self.tree.len() as u64,
            moves: self.own_moves().iter().map(valued).collect(),
            line: expected_line(&self.tree, self.root),
            notes: self.notes(),
        }
    }

    fn explore(&self, line: &[Vec<Move>]) -> Option<Outlook> {
        self.tree.follow(self.root, line).map(|node| self.tree.outlook(node))
    }

    fn active(&mut self) -> Vec<Hint> {
        let state = &self.tree.node(self.root).state;
        let hints = self.sayings.as_ref().map(|it| it.hints(&mut *self.machine, state));
        hints.and_then(Result::ok).unwrap_or_default()
    }
}

impl Agon {
    /// What it could not learn or need not, and what is certain.
    fn notes(&self) -> Vec<String> {
        let learnt = self.school.as_ref().and_then(School::note);
        let mut notes: Vec<String> = learnt.into_iter().collect();
        let root = self.tree.node(self.root);
        if !root.is_settled() || root.stage == Stage::Over {
            return notes;
        }
        let goal = root.bounds[self.role.0 as usize];
        let goal = match goal.is_exact() {
            true => goal.least.to_string(),
            false => format!("{} to {}", goal.least, goal.most),
        };
        notes.push(format!("certain: {goal}, in {} moves", root.distance));
        notes
    }
}

/// The joint moves that follow if every role makes the move that it tried most.
fn expected_line(tree: &Tree, root: NodeId) -> Vec<Vec<Move>> {
    let (mut line, mut node) = (Vec::new(), tree.node(root));
    while node.stage == Stage::Open && line.len() < tree.len() {
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
    use bounds::Bounds;

    #[test]
    fn what_is_certain_is_weighed_against_what_was_tried_most() {
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
