//! Monte-Carlo tree search as CadiaPlayer does it (document 002): UCT in the tree, playouts that may follow what was learnt
//! about moves, one new node for each simulation.
//!
//! Every role has values of its own in every node and chooses for itself, without knowing what the others choose: with
//! simultaneous moves and with more than two roles this is decoupled UCT, and where roles take turns it is plain UCT in which
//! every role maximises what it gets itself. It finds no mixed strategies.
//!
//! States that are reached in different ways share a node. In a game of one role the best line that was ever played is kept and
//! followed.
//!
//! A search is one loop with policies as settings: `tree` holds the nodes, `selection` chooses in them (UCT and RAVE),
//! `playout` plays to the end (uniformly, or by MAST, FAST and GIFL). `critical` tells on which moves of a tree much depends, and
//! `estimator` plays single states out.

mod critical;
mod estimator;
mod fast;
mod inheritance;
mod line;
mod mast;
mod playout;
mod selection;
mod simulation;
mod tree;

use crate::alphabeta::Evaluation;
use crate::gifl::{Guide, Sayings, School};
use crate::player::Seat;
use crate::{Hint, Limit, Outlook, Player, Report, Valued};
pub use critical::Decision;
pub use estimator::Estimator;
pub use fast::FastSettings;
use game::{Machine, Move, Random, Role, State, StopReason};
use hashbrown::HashMap;
use inheritance::Inheritance;
pub use inheritance::InheritanceSettings;
use learn::values::Values;
use line::BestLine;
use playout::Playout;
pub use playout::Policy;
use selection::Selection;
use simulation::Simulation;
use tree::{NodeId, Stat, Tree, Tried};

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsSettings {
    /// How much moves that were seldom tried are preferred in the tree.
    pub exploration: f64,
    /// RAVE's equivalence parameter: after how many visits its estimate and the node's own count the same.
    pub rave: Option<f64>,
    /// What guides playouts.
    pub policy: Policy,
    /// The most nodes in memory. When there are so many, the tree does not grow until the next move.
    pub nodes: usize,
    /// A simulation that takes more moves is left.
    pub length: usize,
    /// Whether its own moves begin with what their afterstates are worth.
    pub inheritance: Option<InheritanceSettings>,
}

/// A player that searches.
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
    /// Where it learns features before its first move.
    school: Option<School>,
    /// What it learnt there, to tell people about it.
    sayings: Option<Sayings>,
    inheritance: Option<Inheritance>,
    /// Simulations since the last move of the match.
    simulations: u64,
}

impl Mcts {
    /// At the beginning of a match.
    pub fn new(
        seat: Seat,
        settings: MctsSettings,
        school: Option<School>,
    ) -> Result<Mcts, StopReason> {
        let mut machine = seat.machine;
        let roles = machine.roles().len();
        let mut tree = Tree::new(roles);
        let initial = machine.initial_state()?;
        let root = tree.add(&mut *machine, initial)?;
        let playout = Playout::new(&settings.policy, &mut *machine, seat.seed)?;
        let inheritance =
            settings.inheritance.map(|it| Inheritance::new(it, &seat.memory, seat.role));
        Ok(Mcts {
            selection: Selection {
                exploration: settings.exploration,
                rave: settings.rave,
                patience: 0,
            },
            playout,
            simulation: Simulation::new(roles),
            line: BestLine::new(roles),
            school,
            sayings: None,
            inheritance,
            random: game::random(seat.seed),
            role: seat.role,
            settings,
            machine,
            tree,
            root,
            simulations: 0,
        })
    }

    /// Lets every role make as much as it can of something in playouts.
    pub fn lean(&mut self, leanings: Vec<Box<dyn Evaluation>>) {
        self.playout.lean(leanings);
    }

    /// Lets every role judge states in the place of playing them out.
    pub fn judge_by(&mut self, judges: Vec<Box<dyn Evaluation>>) {
        self.playout.judge_by(judges);
    }

    /// Follows what was learnt so far from now on.
    fn leave_school(&mut self) {
        let Some(features) = self.school.as_mut().and_then(School::leave) else { return };
        if let Some(settings) = &self.settings.policy.gifl {
            self.selection.patience = if features.are_certain { settings.tree } else { 0 };
            self.playout.follow(Guide::new(&features, settings, self.role));
            self.sayings = Some(Sayings::new(&features, settings));
            self.playout.move_home(&*self.machine, self.tree.state(self.root));
        }
    }

    /// One simulation: down the tree, a new node, to the end of the game, and back.
    fn simulate(&mut self) -> Result<(), StopReason> {
        self.simulation.begin();
        let Some(leaf) = self.descend()? else { return Ok(()) };
        let (state, most) = match leaf {
            Leaf::Over(node) => {
                // One that was just added is counted with the way that led to it.
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

    /// From the root to a state that is not in the tree, which is added; nothing if the way is too long or a role has no move.
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
            self.urge(child);
            self.endow(child)?;
            self.simulation.leaf = Some(child);
            return Ok(Some(match self.tree.goals(child) {
                Some(_) => Leaf::Over(child),
                None => Leaf::Open(self.tree.state(child).clone()),
            }));
        }
        Ok(None)
    }

    /// Notes which moves of a new node features say are to be made now.
    fn urge(&mut self, node: NodeId) {
        if self.selection.patience == 0 || self.tree.goals(node).is_some() {
            return;
        }
        let mut urgent = Vec::new();
        for role in 0..self.tree.roles() {
            let (state, moves) = (self.tree.state(node), self.tree.options(node, role).moves());
            if moves.len() > 1 {
                let role = Role(role as u32);
                self.playout.urgent(&*self.machine, state, role, moves, &mut urgent);
                self.tree.options_mut(node, role.0 as usize).urge(&urgent);
            }
        }
    }

    /// Lets the own moves of a new node begin with what their afterstates are worth.
    fn endow(&mut self, node: NodeId) -> Result<(), StopReason> {
        match &mut self.inheritance {
            Some(inheritance) => inheritance.endow(&mut *self.machine, &mut self.tree, node),
            None => Ok(()),
        }
    }

    /// What the states of the tree are worth for a role after so many simulations: what it gets there, or got in the mean of all simulations that came by.
    pub fn learn_values(&mut self, role: Role, simulations: u64) -> Result<Values, StopReason> {
        let mut sums: HashMap<NodeId, (f64, u32)> = HashMap::new();
        for _ in 0..simulations {
            self.simulate()?;
            let Simulation { steps, leaf, goals, .. } = &self.simulation;
            // A simulation that was left has none.
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

    /// The states of the tree in which one role alone has a choice and moves were tried at least so often in the mean.
    pub fn decisions(&self, least: u32) -> impl Iterator<Item = Decision> {
        self.tree.decisions(least)
    }

    /// What a state is worth for a role by a search of its own, in which nothing of the tree is kept; nothing if no simulation came to an end.
    pub fn judge(
        &mut self,
        state: State,
        role: Role,
        limit: &Limit,
    ) -> Result<Option<f64>, StopReason> {
        self.tree.clear();
        self.root = self.tree.add(&mut *self.machine, state)?;
        self.think(limit)?;
        Ok(self.tree.worth(self.root, role.0 as usize))
    }

    /// The moves of the player's role that were tried in the present state, the best first. With RAVE its estimates count
    /// here as in the tree: moves that it kept from being tried more than once are not judged by that once.
    fn own_moves(&self) -> Vec<Tried> {
        let visits = self.tree.visits(self.root);
        let options = self.tree.options(self.root, self.role.0 as usize);
        options.best_first(|stat| self.selection.worth(stat, visits))
    }

    /// Tells the tree and the policies how a simulation ended.
    fn back_up(&mut self) {
        self.playout.learn(&*self.machine, &self.simulation);
        self.line.offer(&self.simulation);
        if self.settings.rave.is_some() {
            self.simulation.back_up_rave(&mut self.tree);
        }
        self.simulation.back_up(&mut self.tree);
    }
}

/// Where a way down the tree ends.
enum Leaf {
    /// In a node in which the game is over.
    Over(NodeId),
    /// In a state from which it is played out.
    Open(game::State),
}

impl Player for Mcts {
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
        if self.tree.goals(self.root).is_some() {
            return Ok(());
        }
        if let Some(school) = &mut self.school {
            if !school.train(limit)? {
                return Ok(());
            }
            self.leave_school();
        }
        if let Some(inheritance) = &mut self.inheritance {
            if !inheritance.learn(&mut *self.machine, limit)? {
                return Ok(());
            }
            self.endow(self.root)?;
        }
        let mut done = 0;
        while !limit.is_reached(done) {
            self.simulate()?;
            done += 1;
            self.simulations += 1;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        self.leave_school();
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
        self.playout.move_home(&*self.machine, self.tree.state(self.root));
        Ok(())
    }

    fn report(&self) -> Report {
        let valued = |tried: Tried| {
            let Tried { action, visits, worth, .. } = tried;
            Valued { action, visits: u64::from(visits), value: worth }
        };
        let worth = |stat: &Stat, visits: u32| self.selection.worth(stat, visits);
        let learnt = self.school.as_ref().and_then(School::note);
        Report {
            simulations: self.simulations,
            playouts: self.simulations,
            nodes: self.tree.len() as u64,
            moves: self.own_moves().into_iter().map(valued).collect(),
            line: self.tree.expected_line(self.root, worth),
            notes: learnt.into_iter().chain(self.playout.notes()).collect(),
        }
    }

    fn explore(&self, line: &[Vec<Move>]) -> Option<Outlook> {
        self.tree.follow(self.root, line).map(|node| self.tree.outlook(node))
    }

    fn active(&mut self) -> Vec<Hint> {
        let (machine, state) = (&mut *self.machine, self.tree.state(self.root));
        let hints = match &self.sayings {
            Some(sayings) => sayings.hints(machine, state),
            None => self.playout.hints(machine, state, self.role),
        };
        hints.unwrap_or_default()
    }
}
