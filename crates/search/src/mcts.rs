//! Monte-Carlo tree search as CadiaPlayer does it (`cadia`): UCT in the tree, playouts that may be guided by learnt
//! values of moves, one new node for each simulation.
//!
//! Every role has values of its own in every node and chooses for itself, without knowing the moves of the others: with
//! simultaneous moves and with more than two roles this is decoupled UCT, and where roles take turns it is plain UCT in
//! which every role maximises its own goal. It finds no mixed strategies.
//!
//! States that are reached in different ways share a node. In a game of one role the best line that was ever played is
//! kept and followed.
//!
//! A search is one loop with policies as settings: `tree` contains the nodes, `selection` chooses in them (UCT and
//! RAVE), `playout` plays to the end (uniformly, or by MAST, FAST and GIFL), `initial_values` gives new nodes learnt
//! values, `line` is the best line of a game of one role. `critical` finds the moves of a tree on which much depends,
//! and `estimator` plays out single states.

mod critical;
mod estimator;
mod fast;
mod initial_values;
mod line;
mod mast;
mod playout;
mod selection;
mod simulation;
mod tree;

use crate::alphabeta::Evaluation;
use crate::gifl::{Explanations, FeatureMatcher, GiflLearning};
use crate::{DisplayedFeature, Limit, MoveValue, NodeStatistics, Player, Report, Seat, ThinkError};
pub use critical::Decision;
pub use estimator::Estimator;
pub use fast::FastSettings;
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use hashbrown::HashMap;
pub use initial_values::InitialValueSettings;
use initial_values::InitialValues;
use learn::values::Values;
use line::BestLine;
use playout::Playout;
pub use playout::Policy;
use selection::Selection;
use simulation::Simulation;
use tree::{MoveStatistics, NodeId, RankedMove, Tree};

/// Settings of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsSettings {
    /// Weight of exploration (C of UCT).
    pub exploration: f64,
    /// RAVE's equivalence parameter: the number of visits at which its estimate and the node's own mean have equal
    /// weights; `None` for no RAVE.
    pub rave: Option<f64>,
    /// Policy by which playouts choose moves.
    pub policy: Policy,
    /// Largest number of nodes in memory. A full tree does not grow until the next move.
    pub nodes: usize,
    /// Number of moves after which a simulation is aborted.
    pub length: usize,
    /// Initial values of the own moves in new nodes, if there are any.
    pub initial_values: Option<InitialValueSettings>,
}

/// A player that searches a tree by simulations.
pub struct Mcts {
    settings: MctsSettings,
    machine: Box<dyn Machine>,
    role: Role,
    random: Random,
    tree: Tree,
    root: NodeId,
    selection: Selection,
    playout: Playout,
    simulation: Simulation,
    line: BestLine,
    /// Learning of features before the first move, if features are used.
    learning: Option<GiflLearning>,
    /// The learnt features, for people.
    explanations: Option<Explanations>,
    initial_values: Option<InitialValues>,
    /// Simulations since the last move of the match.
    simulations: u64,
}

impl Mcts {
    /// Creates the player at the beginning of a match.
    pub fn new(
        seat: Seat,
        settings: MctsSettings,
        learning: Option<GiflLearning>,
    ) -> Result<Mcts, StopReason> {
        let mut machine = seat.machine;
        let roles = machine.roles().len();
        let mut tree = Tree::new(roles);
        let initial = machine.initial_state()?;
        let root = tree.add(&mut *machine, initial)?;
        let playout = Playout::new(&settings.policy, &mut *machine, seat.seed)?;
        let initial_values =
            settings.initial_values.map(|it| InitialValues::new(it, &seat.knowledge, seat.role));
        Ok(Mcts {
            selection: Selection {
                exploration: settings.exploration,
                rave: settings.rave,
                patience: 0,
            },
            playout,
            simulation: Simulation::new(roles),
            line: BestLine::new(roles),
            learning,
            explanations: None,
            initial_values,
            random: game::random(seat.seed),
            role: seat.role,
            settings,
            machine,
            tree,
            root,
            simulations: 0,
        })
    }

    /// Lets every role maximise a heuristic in playouts.
    pub fn follow_heuristics(&mut self, role_heuristics: Vec<Box<dyn Evaluation>>) {
        self.playout.follow_heuristics(role_heuristics);
    }

    /// Evaluates states for every role instead of playing them out.
    pub fn evaluate_with(&mut self, evaluations: Vec<Box<dyn Evaluation>>) {
        self.playout.evaluate_with(evaluations);
    }

    /// Uses the features that were learnt so far from now on.
    fn use_features(&mut self) {
        let Some(features) = self.learning.as_mut().and_then(GiflLearning::take_features) else {
            return;
        };
        if let Some(settings) = &self.settings.policy.gifl {
            let settings = &settings.guidance;
            self.selection.patience = if features.are_certain { settings.tree } else { 0 };
            self.playout.follow(FeatureMatcher::new(&features, settings, self.role));
            self.explanations = Some(Explanations::new(&features, settings));
            self.playout.set_snapshot(&*self.machine, self.tree.state(self.root));
        }
    }

    /// Makes one simulation: down the tree, a new node, to the end of the game, and back.
    fn simulate(&mut self) -> Result<(), StopReason> {
        self.simulation.begin();
        let Some(leaf) = self.descend()? else { return Ok(()) };
        let (state, most) = match leaf {
            Leaf::Over(node) => {
                // A node that was just added is counted with the path that led to it.
                if self.simulation.leaf.is_none() {
                    self.tree.visit(node);
                }
                let goals = self.tree.goals(node).unwrap_or_default();
                self.simulation.goals.extend(goals.iter().map(|&goal| f64::from(goal)));
                if self.playout.wants_states() {
                    self.simulation.states.push(self.tree.state(node).clone());
                }
                self.back_up();
                return Ok(());
            }
            Leaf::Open(state) => (state, self.settings.length - self.simulation.steps.len()),
        };
        let machine = &mut *self.machine;
        if self.playout.play(machine, state, most, &mut self.random, &mut self.simulation)? {
            self.back_up();
        }
        Ok(())
    }

    /// Goes down from the root to a state that is not in the tree, which is added. Returns `None` if the path is too
    /// long or a role has no move.
    fn descend(&mut self) -> Result<Option<Leaf>, StopReason> {
        let mut node = self.root;
        while self.simulation.steps.len() < self.settings.length {
            if self.tree.goals(node).is_some() {
                return Ok(Some(Leaf::Over(node)));
            }
            self.simulation.enter(node);
            if self.playout.wants_states() {
                self.simulation.states.push(self.tree.state(node).clone());
            }
            for role in 0..self.tree.roles() {
                let options = self.tree.options(node, role);
                if options.moves().is_empty() {
                    return Ok(None);
                }
                let visits = self.tree.visits(node);
                let chosen = self.selection.choose(options, visits, &mut self.random);
                self.simulation.choose(chosen, options.moves()[chosen]);
            }
            let (indexes, joint) = self.simulation.last();
            if let Some(child) = self.tree.child(node, indexes) {
                node = child;
                continue;
            }
            let mut state = Default::default();
            self.machine.next(self.tree.state(node), joint, &mut state)?;
            if let Some(child) = self.tree.find(&state) {
                self.tree.link(node, self.simulation.last().0, child);
                node = child;
                continue;
            }
            if self.tree.len() >= self.settings.nodes {
                return Ok(Some(Leaf::Open(state)));
            }
            let child = self.tree.add(&mut *self.machine, state)?;
            self.tree.link(node, self.simulation.last().0, child);
            self.prioritise(child);
            self.initialise(child)?;
            self.simulation.leaf = Some(child);
            return Ok(Some(match self.tree.goals(child) {
                Some(_) => Leaf::Over(child),
                None => Leaf::Open(self.tree.state(child).clone()),
            }));
        }
        Ok(None)
    }

    /// Marks the moves of a new node that win or prevent a loss according to the features of GIFL. Only these are tried
    /// in its first visits.
    fn prioritise(&mut self, node: NodeId) {
        if self.selection.patience == 0 || self.tree.goals(node).is_some() {
            return;
        }
        let mut wanted = Vec::new();
        for role in 0..self.tree.roles() {
            let (state, moves) = (self.tree.state(node), self.tree.options(node, role).moves());
            if moves.len() > 1 {
                let role = Role(role as u32);
                self.playout.priority_moves(&*self.machine, state, role, moves, &mut wanted);
                self.tree.options_mut(node, role.0 as usize).prioritise(&wanted);
            }
        }
    }

    /// Gives the own moves of a new node their initial values.
    fn initialise(&mut self, node: NodeId) -> Result<(), StopReason> {
        match &mut self.initial_values {
            Some(initial_values) => {
                initial_values.initialise(&mut *self.machine, &mut self.tree, node)
            }
            None => Ok(()),
        }
    }

    /// Returns the values of the states of the tree for a role, learnt by this number of simulations: its goal where
    /// the game is over, otherwise its mean goal in all simulations that passed through the state.
    pub fn learn_values(&mut self, role: Role, simulations: u64) -> Result<Values, StopReason> {
        let mut sums: HashMap<NodeId, (f64, u32)> = HashMap::new();
        for _ in 0..simulations {
            self.simulate()?;
            let Simulation { steps, leaf, goals, .. } = &self.simulation;
            // An aborted simulation has no goals.
            let Some(goal) = goals.get(role.0 as usize) else { continue };
            for &node in steps.iter().chain(leaf) {
                let (sum, visits) = sums.entry(node).or_default();
                *sum += goal;
                *visits += 1;
            }
        }
        let mut values = Values::default();
        for (node, (sum, visits)) in sums {
            values.set(self.tree.state(node), sum / f64::from(visits));
        }
        Ok(values)
    }

    /// Returns the states of the tree in which one role alone has a choice and each move was tried at least this often
    /// in the mean.
    pub fn decisions(&self, least: u32) -> impl Iterator<Item = Decision> {
        self.tree.decisions(least)
    }

    /// Returns the value of a state for a role by a search from there with an empty tree; `None` if no simulation was
    /// completed.
    pub fn search_value(
        &mut self,
        state: State,
        role: Role,
        limit: &Limit,
    ) -> Result<Option<f64>, StopReason> {
        self.tree.clear();
        self.root = self.tree.add(&mut *self.machine, state)?;
        self.search(limit)?;
        Ok(self.tree.value(self.root, role.0 as usize))
    }

    /// Returns the moves of the player's role that were tried in the present state, the best first. RAVE's estimates
    /// count here as in the tree, because RAVE keeps some moves from being tried a second time, and the goal of a
    /// single simulation says little.
    fn own_moves(&self) -> Vec<RankedMove> {
        let visits = self.tree.visits(self.root);
        let options = self.tree.options(self.root, self.role.0 as usize);
        options.best_first(|stat| self.selection.value(stat, visits))
    }

    /// Adds the result of a simulation to the tree and the policies.
    fn back_up(&mut self) {
        self.playout.learn(&*self.machine, &self.simulation);
        self.line.offer(&self.simulation);
        if self.settings.rave.is_some() {
            self.simulation.back_up_rave(&mut self.tree);
        }
        self.simulation.back_up(&mut self.tree);
    }
}

/// End of a path down the tree.
enum Leaf {
    /// A node in which the game is over.
    Over(NodeId),
    /// A state that is played out.
    Open(game::State),
}

impl Mcts {
    /// Searches the present state until the limit is reached.
    fn search(&mut self, limit: &Limit) -> Result<(), StopReason> {
        if self.tree.goals(self.root).is_some() {
            return Ok(());
        }
        if let Some(learning) = &mut self.learning {
            if !learning.train(limit)? {
                return Ok(());
            }
            self.use_features();
        }
        if let Some(initial_values) = &mut self.initial_values {
            if !initial_values.learn(&mut *self.machine, limit)? {
                return Ok(());
            }
            self.initialise(self.root)?;
        }
        let mut done = 0;
        while !limit.is_reached(done) {
            self.simulate()?;
            done += 1;
            self.simulations += 1;
        }
        Ok(())
    }
}

impl Player for Mcts {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        Ok(self.search(limit)?)
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        if let Some(action) = self.line.next() {
            return Ok(action);
        }
        let first = self.tree.options(self.root, self.role.0 as usize).moves()[0];
        Ok(self.own_moves().first().map_or(first, |best| best.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.simulations = 0;
        self.line.advance(joint);
        let mut state = Default::default();
        self.machine.next(self.tree.state(self.root), joint, &mut state)?;
        self.root = match self.tree.find(&state) {
            Some(node) => self.tree.keep_from(node),
            None => {
                self.tree.clear();
                self.tree.add(&mut *self.machine, state)?
            }
        };
        self.playout.set_snapshot(&*self.machine, self.tree.state(self.root));
        Ok(())
    }

    fn report(&self) -> Report {
        let valued = |tried: RankedMove| {
            let RankedMove { action, visits, value, .. } = tried;
            MoveValue { action, visits: u64::from(visits), value }
        };
        let value = |stat: &MoveStatistics, visits: u32| self.selection.value(stat, visits);
        let features = self.learning.as_ref().and_then(GiflLearning::detail);
        let values = self.initial_values.as_ref().and_then(InitialValues::detail);
        Report {
            simulations: self.simulations,
            playouts: self.simulations,
            nodes: self.tree.len() as u64,
            moves: self.own_moves().into_iter().map(valued).collect(),
            line: self.tree.expected_line(self.root, value),
            details: features.into_iter().chain(values).chain(self.playout.details()).collect(),
        }
    }

    fn explore(&self, line: &[Vec<Move>]) -> Option<NodeStatistics> {
        self.tree.follow(self.root, line).map(|node| self.tree.statistics(node))
    }

    fn active_features(&mut self) -> Vec<DisplayedFeature> {
        let (machine, state) = (&mut *self.machine, self.tree.state(self.root));
        let hints = match &self.explanations {
            Some(explanations) => explanations.active(machine, state),
            None => self.playout.active_features(machine, state, self.role),
        };
        hints.unwrap_or_default()
    }
}
