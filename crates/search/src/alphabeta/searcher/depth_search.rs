//! The recursion of alpha-beta to one depth.
//!
//! Every role is on the own side or on the other (`kuhl`, section 4.5): the own side maximises the goal of the role
//! that searches, the other minimises it. Where both sides choose at the same time, the other side is assumed to move
//! at random, or both sides to mix their choices (`simultaneous`).

use super::super::game_model::GameModel;
use super::super::node::{Group, PlyNode, SideToMove};
use super::super::simultaneous::{MAX_ENTRIES, OpponentModel, equilibrium};
use super::super::transposition_table::{Bound, COMPLETE, Entry, key};
use super::super::value::{Range, Value, Window};
use super::search_end::SearchEnd;
use super::{Answer, SearchConfig, Searcher, Stop, bring_forward};
use game::{Random, State};
use rand::RngExt;

/// Result of the search of a node.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub value: Value,
    /// Whether the value does not depend on any estimate.
    pub is_proven: bool,
    /// Number of the best joint move.
    pub best: u32,
}

/// Keys of a state in the transposition table. A proven value holds for images of the state too, but only with the same
/// number of steps left; an estimate holds for any number of steps, but for images only if the evaluation is symmetric.
pub(super) struct Keys {
    proven: u64,
    estimated: u64,
}

impl Keys {
    /// Returns both keys, that of proven values first.
    pub fn both(&self) -> impl Iterator<Item = u64> + use<> {
        let other = (self.proven != self.estimated).then_some(self.estimated);
        [self.proven].into_iter().chain(other)
    }
}

/// Draws an index with these probabilities, which add up to 1.
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

/// A search of the root to one depth.
pub(super) struct DepthSearch<'a> {
    pub config: &'a SearchConfig,
    pub stop: Stop<'a>,
    /// Whether step counters are left out of the keys of estimates.
    pub omits_counters: bool,
    pub searcher: &'a mut Searcher,
}

impl DepthSearch<'_> {
    /// Searches the state of a ply to a depth. An error if the search ends before.
    pub fn visit(&mut self, ply: usize, depth: u32, window: Window) -> Result<Found, SearchEnd> {
        self.searcher.visited += 1;
        if (self.stop)(self.searcher.visited) {
            return Err(SearchEnd::Stopped);
        }
        if self.searcher.nodes.len() < ply + 2 {
            self.searcher.nodes.push(PlyNode::default());
        }
        let mut node = std::mem::take(&mut self.searcher.nodes[ply]);
        let found = self.search(&mut node, ply, depth, window);
        self.searcher.nodes[ply] = node;
        found
    }

    fn search(
        &mut self,
        node: &mut PlyNode,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Result<Found, SearchEnd> {
        let SearchConfig { game: GameModel { sides, .. }, table, .. } = self.config;
        let machine = &mut *self.searcher.machine;
        if machine.terminal(&node.state)? {
            let goal = machine.goal(&node.state, sides.role)?.value();
            return Ok(Found { value: Range::result(goal), is_proven: true, best: 0 });
        }
        let place = table.as_ref().map(|table| (table, self.keys(&node.state)));
        let mut hint = None;
        for key in place.iter().flat_map(|(_, keys)| keys.both()) {
            let Some(known) = place.as_ref().and_then(|(table, _)| table.find(key)) else {
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
            SideToMove::Ours | SideToMove::Theirs => {
                (self.alternate(node, turn, ply, depth, window, hint)?, window)
            }
            SideToMove::Both => (self.together(node, ply, depth)?, Window(Value::MIN, Value::MAX)),
            SideToMove::Stuck => return self.estimate(node),
        };
        if let Some((table, keys)) = place {
            let Window(alpha, beta) = window;
            let bound = match found.value {
                value if value <= alpha => Bound::Upper,
                value if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let (key, depth) =
                if found.is_proven { (keys.proven, COMPLETE) } else { (keys.estimated, depth) };
            table.insert(key, Entry { value: found.value, bound, depth, best: found.best });
        }
        Ok(found)
    }

    /// Returns the keys of a state in the transposition table.
    pub fn keys(&mut self, state: &State) -> Keys {
        let Searcher { machine, evaluation, reduced, orbit, .. } = &mut *self.searcher;
        let machine = &**machine;
        let proven = orbit.key(machine, state).unwrap_or_else(|| key(state));
        let counters = self.config.game.counters.as_ref().filter(|_| self.omits_counters);
        let state = match counters {
            Some(counters) => {
                counters.remove(machine, state, reduced);
                &*reduced
            }
            None => state,
        };
        let estimated = if evaluation.is_symmetric() {
            orbit.key(machine, state).unwrap_or_else(|| key(state))
        } else {
            key(state)
        };
        Keys { proven, estimated }
    }

    fn estimate(&mut self, node: &PlyNode) -> Result<Found, SearchEnd> {
        let Searcher { machine, evaluation, .. } = &mut *self.searcher;
        let share = evaluation.estimate(&mut **machine, &node.state)?;
        Ok(Found { value: self.config.game.range.estimate(share), is_proven: false, best: 0 })
    }

    /// Searches the state after the joint move of a node.
    fn follow(
        &mut self,
        node: &PlyNode,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Result<Found, SearchEnd> {
        let range = self.config.game.range;
        let Searcher { machine, nodes, .. } = &mut *self.searcher;
        machine.next(&node.state, &node.joint, &mut nodes[ply + 1].state)?;
        let found = self.visit(ply + 1, depth - 1, range.after(window))?;
        Ok(Found { value: range.before(found.value), ..found })
    }

    /// Searches a node in which one side has a choice, or none.
    fn alternate(
        &mut self,
        node: &mut PlyNode,
        turn: SideToMove,
        ply: usize,
        depth: u32,
        window: Window,
        hint: Option<u32>,
    ) -> Result<Found, SearchEnd> {
        let config = self.config;
        let Window(mut alpha, mut beta) = window;
        let count = node.count(&config.game.sides, Group::Everybody);
        self.arrange(node, count, ply, hint);
        let mut best: Option<Found> = None;
        let (mut all_proven, mut choice) = (true, 0);
        for place in 0..count {
            let number = node.at(place);
            node.choose(&config.game.sides, Group::Everybody, number);
            let found = self.follow(node, ply, depth, Window(alpha, beta))?;
            all_proven &= found.is_proven;
            let is_better = best.is_none_or(|best| match turn {
                SideToMove::Theirs => found.value < best.value,
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
                SideToMove::Theirs => {
                    beta = beta.min(found.value);
                    found.value <= alpha
                }
                _ => {
                    alpha = alpha.max(found.value);
                    found.value >= beta
                }
            };
            if is_enough {
                // The proof of this move is enough, whatever the values of the others are.
                all_proven = found.is_proven;
                break;
            }
        }
        let Some(best) = best else { return self.estimate(node) };
        // No estimate is so good or so bad, and a result that is farther away than the search cannot come sooner.
        let is_proven = all_proven || config.game.range.is_proven(best.value);
        if config.history && count > 1 {
            node.choose(&config.game.sides, Group::Everybody, choice);
            for role in node.choosers() {
                self.searcher.history.reward(role, node.joint[role], depth);
            }
        }
        Ok(Found { is_proven, ..best })
    }

    /// Sorts the joint moves of a node: the most promising first.
    fn arrange(&mut self, node: &mut PlyNode, count: u64, ply: usize, hint: Option<u32>) {
        if ply == 0 {
            node.order.clone_from(&self.searcher.root_order);
            return;
        }
        node.list(count);
        if self.config.history && count > 1 {
            self.searcher.history.sort(node, &self.config.game.sides);
        }
        if let Some(hint) = hint {
            bring_forward(&mut node.order, hint);
        }
    }

    /// Searches a node in which both sides choose at the same time.
    fn together(&mut self, node: &mut PlyNode, ply: usize, depth: u32) -> Result<Found, SearchEnd> {
        let SearchConfig { game: GameModel { sides, range, .. }, opponents, .. } = self.config;
        let answers = node.count(sides, Group::Others);
        let count = node.count(sides, Group::Friends);
        if ply == 0 {
            node.order.clone_from(&self.searcher.root_order);
        } else {
            node.list(count);
        }
        let is_mixed = *opponents == OpponentModel::Equilibrium
            && count.saturating_mul(answers) <= MAX_ENTRIES;
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
            let place = draw(&mix.probabilities, &mut self.searcher.random);
            best = (mix.value as Value, node.at(place as u64));
            if ply == 0 {
                node.choose(sides, Group::Friends, best.1);
                self.lead(node, depth, best.0);
            }
        }
        let (value, number) = best;
        Ok(Found { value, is_proven: all_proven, best: u32::try_from(number).unwrap_or(0) })
    }

    /// Notes the joint move of the root as the best so far.
    fn lead(&mut self, node: &PlyNode, depth: u32, value: Value) {
        let joint = node.joint.clone();
        self.searcher.leading =
            Some(Answer { joint, value, depth, is_full: false, is_proven: false });
    }
}
