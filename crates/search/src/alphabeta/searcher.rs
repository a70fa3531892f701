//! Alpha-beta itself: one thread, one depth at a time.
//!
//! Every role is with us or against us (document 000, section 4.5): our side maximises what our role gets, the others minimise it
//! together. Where both sides choose at once, the others are taken to move at random, or both sides to mix their choices (`stage`).

use super::Outline;
use super::evaluation::Evaluation;
use super::history::History;
use super::memory::{Bound, COMPLETE, Known, Memory, key};
use super::node::{Group, Node, Turn};
use super::orbit::Orbit;
use super::stage::{MOST_ENTRIES, Others, equilibrium};
use super::value::{Range, Value, Window};
use game::{Machine, Move, Random, State, StopReason};
use rand::RngExt;
use rand::seq::SliceRandom;

/// What all threads of a search share.
pub struct Brief {
    pub outline: Outline,
    /// What was found out about states, if that is remembered.
    pub memory: Option<Memory>,
    /// Whether moves that were best elsewhere are tried first.
    pub history: bool,
    /// What the others are taken to do where both sides choose at once.
    pub others: Others,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best joint move; the part of those who do not choose with us is any.
    pub joint: Vec<Move>,
    pub value: Value,
    pub depth: u32,
    /// Whether the depth was searched to its end.
    pub is_full: bool,
    /// Whether nothing was estimated: the value is that of the game.
    pub is_proven: bool,
}

/// What a node is worth.
#[derive(Clone, Copy)]
struct Found {
    value: Value,
    /// Whether no estimate counts in it.
    is_proven: bool,
    /// The number of the best joint move.
    best: u32,
}

/// Asked with the number of nodes whether to stop.
pub type Stop<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Searches, and keeps the memory that it needs for it.
pub struct Searcher {
    machine: Box<dyn Machine>,
    evaluation: Box<dyn Evaluation>,
    history: History,
    random: Random,
    nodes: Vec<Node>,
    /// The order of the root's moves, the best so far first.
    first: Vec<u32>,
    /// After how many steps counters end the game at the earliest.
    left: u32,
    /// A state without counters.
    reduced: State,
    /// The keys of states that are the same under symmetries.
    orbit: Orbit,
    is_begun: bool,
    /// The best in this search so far, if there is a state to choose in.
    leading: Option<Answer>,
    /// Since the root is what it is.
    pub visited: u64,
}

impl Searcher {
    /// Has not searched yet.
    pub fn new(machine: Box<dyn Machine>, evaluation: Box<dyn Evaluation>, seed: u64) -> Searcher {
        Searcher {
            machine,
            evaluation,
            history: History::default(),
            random: game::random(seed),
            nodes: Vec::new(),
            first: Vec::new(),
            left: 0,
            reduced: State::default(),
            orbit: Orbit::default(),
            is_begun: false,
            leading: None,
            visited: 0,
        }
    }

    /// Judges states in another way from now on.
    pub fn judge_by(&mut self, evaluation: Box<dyn Evaluation>) {
        self.evaluation = evaluation;
    }

    /// Goes to the state that is to be searched. Its moves are tried in any order, so that one of several that are equally good
    /// is chosen at random.
    pub fn begin(&mut self, state: &State, brief: &Brief) -> Result<(), StopReason> {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let root = &mut self.nodes[0];
        root.state.clone_from(state);
        match root.open(&mut *self.machine, &brief.outline.sides)? {
            Turn::Ours | Turn::Theirs => {
                root.list(root.count(&brief.outline.sides, Group::Everybody))
            }
            Turn::Both => root.list(root.count(&brief.outline.sides, Group::Friends)),
            Turn::Stuck => root.list(0),
        }
        if !self.is_begun {
            self.orbit = Orbit::new(&brief.outline.symmetries);
            self.is_begun = true;
        }
        let counters = brief.outline.counters.as_ref();
        self.left = counters.map_or(0, |counters| counters.left(&*self.machine, state));
        self.first.clone_from(&root.order);
        self.first.shuffle(&mut self.random);
        self.history.fade();
        self.visited = 0;
        Ok(())
    }

    /// Searches so deep. If it is stopped, what it has found is given back unless that is nothing: the move that was best before
    /// is tried first, so that another one is better.
    pub fn search(
        &mut self,
        brief: &Brief,
        depth: u32,
        stop: Stop,
    ) -> Result<Option<Answer>, StopReason> {
        self.leading = None;
        let leaves_out = depth < self.left;
        let found = Run { brief, stop, leaves_out, searcher: self }.visit(
            0,
            depth,
            brief.outline.range.window(),
        );
        let mut leading = self.leading.take();
        match found {
            Ok(found) => {
                if let Some(answer) = &mut leading {
                    answer.is_full = true;
                    answer.is_proven = found.is_proven;
                    bring_forward(&mut self.first, found.best);
                }
                Ok(leading)
            }
            Err(StopReason::Interrupted) => Ok(leading),
            Err(reason) => Err(reason),
        }
    }

    /// The joint moves that are expected after the state that was searched, as far as they are remembered.
    pub fn line(&mut self, brief: &Brief, answer: &Answer) -> Result<Vec<Vec<Move>>, StopReason> {
        let Some(root) = self.nodes.first() else { return Ok(Vec::new()) };
        let mut node = Node::default();
        node.state.clone_from(&root.state);
        let leaves_out = answer.depth < self.left;
        let mut line = vec![answer.joint.clone()];
        // What is best is known for one of the images of a state, and not of which.
        let is_known = brief.outline.symmetries.is_empty();
        while is_known && line.len() < answer.depth as usize {
            let mut next = State::default();
            self.machine.next(&node.state, &line[line.len() - 1], &mut next)?;
            node.state = next;
            let keys =
                Run { brief, stop: &|_| false, leaves_out, searcher: self }.keys(&node.state);
            let find = |key| brief.memory.as_ref().and_then(|memory| memory.find(key));
            let Some(known) = keys.both().find_map(find) else { break };
            let turn = node.open(&mut *self.machine, &brief.outline.sides)?;
            if self.machine.terminal(&node.state)? || matches!(turn, Turn::Both | Turn::Stuck) {
                break;
            }
            node.choose(&brief.outline.sides, Group::Everybody, u64::from(known.best));
            line.push(node.joint.clone());
        }
        Ok(line)
    }
}

/// What a state is remembered by: what is proven about it holds for its images too, but with so many steps left only; what is
/// estimated holds for any number of steps, but for images only if they are judged alike.
struct Keys {
    proven: u64,
    estimated: u64,
}

impl Keys {
    /// First that for what is proven.
    fn both(&self) -> impl Iterator<Item = u64> + use<> {
        let other = (self.proven != self.estimated).then_some(self.estimated);
        [self.proven].into_iter().chain(other)
    }
}

/// Puts a number before all others, if it is there.
fn bring_forward(numbers: &mut [u32], first: u32) {
    if let Some(place) = numbers.iter().position(|&number| number == first) {
        numbers[..=place].rotate_right(1);
    }
}

/// A number, as likely as its share says; they add up to 1.
fn draw(shares: &[f64], random: &mut Random) -> usize {
    let mut left = random.random::<f64>();
    let is_it = |share: &f64| {
        left -= share;
        left < 0.0
    };
    let likeliest = || {
        let all = shares.iter().enumerate();
        all.max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(place, _)| place)
    };
    shares.iter().position(is_it).unwrap_or_else(likeliest)
}

/// One search.
struct Run<'a> {
    brief: &'a Brief,
    stop: Stop<'a>,
    /// Whether counters are left out of what is remembered.
    leaves_out: bool,
    searcher: &'a mut Searcher,
}

impl Run<'_> {
    /// Searches the state of a ply.
    fn visit(&mut self, ply: usize, depth: u32, window: Window) -> Result<Found, StopReason> {
        self.searcher.visited += 1;
        if (self.stop)(self.searcher.visited) {
            return Err(StopReason::Interrupted);
        }
        if self.searcher.nodes.len() < ply + 2 {
            self.searcher.nodes.push(Node::default());
        }
        let mut node = std::mem::take(&mut self.searcher.nodes[ply]);
        let found = self.judge(&mut node, ply, depth, window);
        self.searcher.nodes[ply] = node;
        found
    }

    fn judge(
        &mut self,
        node: &mut Node,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Result<Found, StopReason> {
        let Brief { outline: Outline { sides, .. }, memory, .. } = self.brief;
        let machine = &mut *self.searcher.machine;
        if machine.terminal(&node.state)? {
            let goal = machine.goal(&node.state, sides.role)?.value();
            return Ok(Found { value: Range::result(goal), is_proven: true, best: 0 });
        }
        let place = memory.as_ref().map(|memory| (memory, self.keys(&node.state)));
        let mut hint = None;
        for key in place.iter().flat_map(|(_, keys)| keys.both()) {
            let Some(known) = place.as_ref().and_then(|(memory, _)| memory.find(key)) else {
                continue;
            };
            if ply > 0 && known.answers(depth, window) {
                let is_proven = known.depth == COMPLETE;
                return Ok(Found { value: known.value, is_proven, best: known.best });
            }
            hint = Some(known.best);
        }
        if depth == 0 {
            return self.estimate(node);
        }
        let turn = node.open(&mut *self.searcher.machine, sides)?;
        let (found, window) = match turn {
            Turn::Ours | Turn::Theirs => {
                (self.alternate(node, turn, ply, depth, window, hint)?, window)
            }
            Turn::Both => (self.together(node, ply, depth)?, Window(Value::MIN, Value::MAX)),
            Turn::Stuck => return self.estimate(node),
        };
        if let Some((memory, keys)) = place {
            let Window(alpha, beta) = window;
            let bound = match found.value {
                value if value <= alpha => Bound::Upper,
                value if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let (key, depth) = match found.is_proven {
                true => (keys.proven, COMPLETE),
                false => (keys.estimated, depth),
            };
            memory.insert(key, Known { value: found.value, bound, depth, best: found.best });
        }
        Ok(found)
    }

    /// What a state is remembered by.
    fn keys(&mut self, state: &State) -> Keys {
        let Searcher { machine, evaluation, reduced, orbit, .. } = &mut *self.searcher;
        let machine = &**machine;
        let proven = orbit.key(machine, state).unwrap_or_else(|| key(state));
        let counters = self.brief.outline.counters.as_ref().filter(|_| self.leaves_out);
        let state = match counters {
            Some(counters) => {
                counters.leave_out(machine, state, reduced);
                &*reduced
            }
            None => state,
        };
        let estimated = match evaluation.is_symmetric() {
            true => orbit.key(machine, state).unwrap_or_else(|| key(state)),
            false => key(state),
        };
        Keys { proven, estimated }
    }

    fn estimate(&mut self, node: &Node) -> Result<Found, StopReason> {
        let Searcher { machine, evaluation, .. } = &mut *self.searcher;
        let share = evaluation.estimate(&mut **machine, &node.state)?;
        Ok(Found { value: self.brief.outline.range.estimate(share), is_proven: false, best: 0 })
    }

    /// The state after the joint move of a node.
    fn follow(
        &mut self,
        node: &Node,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Result<Found, StopReason> {
        let range = self.brief.outline.range;
        let Searcher { machine, nodes, .. } = &mut *self.searcher;
        machine.next(&node.state, &node.joint, &mut nodes[ply + 1].state)?;
        let found = self.visit(ply + 1, depth - 1, range.after(window))?;
        Ok(Found { value: range.before(found.value), ..found })
    }

    /// One side chooses, or nobody.
    fn alternate(
        &mut self,
        node: &mut Node,
        turn: Turn,
        ply: usize,
        depth: u32,
        window: Window,
        hint: Option<u32>,
    ) -> Result<Found, StopReason> {
        let brief = self.brief;
        let Window(mut alpha, mut beta) = window;
        let count = node.count(&brief.outline.sides, Group::Everybody);
        self.arrange(node, count, ply, hint);
        let mut best: Option<Found> = None;
        let (mut all_proven, mut choice) = (true, 0);
        for place in 0..count {
            let number = node.at(place);
            node.choose(&brief.outline.sides, Group::Everybody, number);
            let found = self.follow(node, ply, depth, Window(alpha, beta))?;
            all_proven &= found.is_proven;
            let is_better = best.is_none_or(|best| match turn {
                Turn::Theirs => found.value < best.value,
                _ => found.value > best.value,
            });
            if !is_better {
                continue;
            }
            choice = number;
            best = Some(Found { best: u32::try_from(number).unwrap_or(0), ..found });
            if ply == 0 {
                self.lead(node, depth, found.value);
            }
            let is_enough = match turn {
                Turn::Theirs => {
                    beta = beta.min(found.value);
                    found.value <= alpha
                }
                _ => {
                    alpha = alpha.max(found.value);
                    found.value >= beta
                }
            };
            if is_enough {
                // What is proven about this move is enough, whatever the others are.
                all_proven = found.is_proven;
                break;
            }
        }
        let Some(best) = best else { return self.estimate(node) };
        // No estimate is so good or so bad; and what is further away than was searched does not come sooner.
        let is_proven = all_proven || brief.outline.range.is_proven(best.value);
        if brief.history && count > 1 {
            node.choose(&brief.outline.sides, Group::Everybody, choice);
            for role in node.choosers() {
                self.searcher.history.praise(role, node.joint[role], depth);
            }
        }
        Ok(Found { is_proven, ..best })
    }

    /// Puts the joint moves into the order in which they are tried.
    fn arrange(&mut self, node: &mut Node, count: u64, ply: usize, hint: Option<u32>) {
        if ply == 0 {
            node.order.clone_from(&self.searcher.first);
            return;
        }
        node.list(count);
        if self.brief.history && count > 1 {
            self.searcher.history.sort(node, &self.brief.outline.sides);
        }
        if let Some(hint) = hint {
            bring_forward(&mut node.order, hint);
        }
    }

    /// Both sides choose at once.
    fn together(&mut self, node: &mut Node, ply: usize, depth: u32) -> Result<Found, StopReason> {
        let Brief { outline: Outline { sides, range, .. }, others, .. } = self.brief;
        let answers = node.count(sides, Group::Others);
        let count = node.count(sides, Group::Friends);
        if ply == 0 {
            node.order.clone_from(&self.searcher.first);
        } else {
            node.list(count);
        }
        let is_mixed =
            *others == Others::Equilibrium && count.saturating_mul(answers) <= MOST_ENTRIES;
        let (mut rows, mut best, mut all_proven) = (Vec::new(), (Value::MIN, 0), true);
        for place in 0..count {
            let number = node.at(place);
            let (mut row, mut sum) = (Vec::new(), 0);
            for answer in 0..answers {
                node.choose(sides, Group::Friends, number);
                node.choose(sides, Group::Others, answer);
                let found = self.follow(node, ply, depth, range.window())?;
                all_proven &= found.is_proven;
                sum += i64::from(found.value);
                row.extend(is_mixed.then_some(found.value));
            }
            let mean = (sum / answers as i64) as Value;
            if mean > best.0 {
                best = (mean, number);
                if ply == 0 {
                    self.lead(node, depth, mean);
                }
            }
            rows.extend(is_mixed.then_some(row));
        }
        if let Some(mix) = is_mixed.then(|| equilibrium(&rows)).flatten() {
            let place = draw(&mix.shares, &mut self.searcher.random);
            best = (mix.value as Value, node.at(place as u64));
            if ply == 0 {
                node.choose(sides, Group::Friends, best.1);
                self.lead(node, depth, best.0);
            }
        }
        let (value, number) = best;
        Ok(Found { value, is_proven: all_proven, best: u32::try_from(number).unwrap_or(0) })
    }

    /// The joint move of the root is the best so far.
    fn lead(&mut self, node: &Node, depth: u32, value: Value) {
        let joint = node.joint.clone();
        self.searcher.leading =
            Some(Answer { joint, value, depth, is_full: false, is_proven: false });
    }
}
