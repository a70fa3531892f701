//! Accuracy of playouts as estimates of the values of states: random ones, and those in which every role follows a
//! heuristic (`kuhl`, section 6.4.3).
//!
//! Tree searches propose states, with the best and the worst move of each. A separate search from the state after each
//! of the two evaluates them again. A state is *critical* if much depends on the move, and *calm* if little does. Both
//! kinds are played out in both ways, and the means can be compared with the value of the best move.
//!
//! DIVERGENCE: the document searches for a long time from the initial state. In games of a hundred moves hardly
//! anything is critical near the beginning: of 62 states of a tree of 20,000 simulations of checkers whose best and
//! worst move seemed 40 apart, 20 were sampled, and none was critical. So the search plays a match against itself, and
//! the trees of all its moves propose states.
//!
//! DIVERGENCE: the document takes all values from one tree. UCT tries bad moves so seldom that the worst of many looks
//! bad by chance alone, and just such states would be chosen; so they are evaluated a second time.

use crate::mcts::{Decision, Estimator, Mcts};
use crate::players::{PlayerError, plain_uct, role_heuristics};
use crate::{Limit, Player, Seat};
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchLoopError, MatchRules, MatchRunner, Obstacle, Participants,
    Position,
};
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use hashbrown::HashSet;
use rand::seq::SliceRandom;

/// Numbers of states and playouts, and limits of their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatePlan {
    /// Number of simulations for each move of the match.
    pub simulations: u64,
    /// Smallest mean number of visits of a move in a state that is proposed.
    pub min_visits: u32,
    /// Number of simulations of the second evaluation of each of the two moves.
    pub evaluation_simulations: u64,
    /// Smallest difference between the values of the best and the worst move of a critical state.
    pub min_critical_spread: f64,
    /// Largest difference between the values of the best and the worst move of a calm state.
    pub max_calm_spread: f64,
    /// Largest number of states of each kind that are played out.
    pub max_states: usize,
    /// Largest number of states of each kind that are evaluated to find these: those that are most certainly critical,
    /// and any others.
    pub max_evaluations: usize,
    /// Number of playouts of a state in each way.
    pub playouts: u32,
}

/// A state with its value and the means of its playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The state, with its best and its worst move by a tree.
    pub decision: Decision,
    /// Value of the best move for the role that chooses.
    pub value: f64,
    /// Difference to the value of the worst move; below zero if that turned out to be better.
    pub spread: f64,
    /// Mean goal of random playouts, for the role that chooses.
    pub random: f64,
    /// Mean goal of playouts in which every role follows its heuristic.
    pub guided: f64,
}

/// States of one kind, critical or calm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledStates {
    /// Number of states that the trees proposed.
    pub proposed: usize,
    /// Number of states that were evaluated.
    pub evaluated: usize,
    /// States that turned out to be of this kind.
    pub estimates: Vec<Estimate>,
}

/// Estimates of critical and of calm states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimates {
    /// States in which much depends on the move.
    pub critical: SampledStates,
    /// States in which little depends on the move; all states are proposed that do not seem critical.
    pub calm: SampledStates,
}

/// Checks that a game has these heuristics.
pub fn check(seat: &Seat, heuristics: &str) -> Result<(), PlayerError> {
    role_heuristics(seat, heuristics).map(|_| ())
}

/// Searches as `cadia-2007` does for each move of a match, evaluates states and plays them out. The heuristics are
/// named as for `uct-guided`. Returns `None` if it is stopped.
pub fn estimate(
    seat: Seat,
    heuristics: &str,
    plan: &EstimatePlan,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Estimates>, PlayerError> {
    let mut estimation = Estimation::new(seat, heuristics, plan, stop)?;
    let Some(mut decisions) = estimation.propose()? else { return Ok(None) };
    decisions.shuffle(&mut estimation.random);
    let (mut critical, calm): (Vec<Decision>, Vec<Decision>) =
        decisions.into_iter().partition(|decision| decision.spread >= plan.min_critical_spread);
    let sure = |decision: &Decision| decision.spread - decision.doubt;
    critical.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    let Some(critical) =
        estimation.sample(critical, |spread| spread >= plan.min_critical_spread)?
    else {
        return Ok(None);
    };
    let Some(calm) = estimation.sample(calm, |spread| spread.abs() <= plan.max_calm_spread)? else {
        return Ok(None);
    };
    Ok(Some(Estimates { critical, calm }))
}

/// Number of moves after which a match is aborted.
const MAX_MOVES: usize = 1000;

/// Rules of the match whose trees propose states.
const RULES: MatchRules = MatchRules { max_length: MAX_MOVES, on_failure: FailurePolicy::Error };

/// A match that a search plays against itself: in each state one search chooses the moves of all roles.
struct SelfPlay<'a> {
    plan: &'a EstimatePlan,
    stop: &'a (dyn Fn() -> bool + Sync),
    player: &'a mut Mcts,
    /// The joint move of this turn.
    joint: Vec<Move>,
    /// The states of the trees so far.
    found: Vec<Decision>,
    seen: HashSet<State>,
}

/// The search has found no way to the end of the game.
struct NoLine;

impl Participants for SelfPlay<'_> {
    type Failure = NoLine;

    fn begin_turn(&mut self, position: &mut Position) -> Result<(), Obstacle<NoLine>> {
        let limit = Limit { simulations: Some(self.plan.simulations), stop: self.stop };
        self.player.search_value(position.state.clone(), Role(0), &limit)?;
        if (self.stop)() {
            return Err(Obstacle::Interrupted);
        }
        let fresh = self.player.decisions(self.plan.min_visits);
        self.found.extend(fresh.filter(|decision| self.seen.insert(decision.state.clone())));
        let line = self.player.report().line;
        self.joint = line.into_iter().next().ok_or(Obstacle::Failed(Role(0), NoLine))?;
        Ok(())
    }

    fn choose(&mut self, _: &mut Position, role: Role) -> Result<Move, Obstacle<NoLine>> {
        Ok(self.joint[role.0 as usize])
    }
}

/// Proposes states, evaluates them and plays them out.
struct Estimation<'a> {
    plan: &'a EstimatePlan,
    machine: Box<dyn Machine>,
    player: Mcts,
    by_chance: Estimator,
    guided: Estimator,
    random: Random,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Estimation<'a> {
    fn new(
        seat: Seat,
        heuristics: &str,
        plan: &'a EstimatePlan,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Estimation<'a>, PlayerError> {
        let settings = plain_uct()?;
        let guides = role_heuristics(&seat, heuristics)?;
        let estimator = |role_heuristics| {
            Estimator::new(seat.machine.fork(), &settings, role_heuristics, seat.seed)
        };
        let (by_chance, guided) = (estimator(Vec::new())?, estimator(guides)?);
        // The trees have the random numbers of the seed itself.
        let (machine, random) = (seat.machine.fork(), game::random(!seat.seed));
        let player = Mcts::new(seat, settings, None)?;
        Ok(Estimation { plan, machine, player, by_chance, guided, random, stop })
    }

    /// Returns all states of the trees of a match that the search plays against itself; `None` if it was stopped.
    fn propose(&mut self) -> Result<Option<Vec<Decision>>, StopReason> {
        let (plan, stop, player) = (self.plan, self.stop, &mut self.player);
        let mut match_ = SelfPlay {
            plan,
            stop,
            player,
            joint: Vec::new(),
            found: Vec::new(),
            seen: HashSet::new(),
        };
        let start = self.machine.initial_state()?;
        // The search decides by its own random numbers.
        let unused = &mut game::random(0);
        let mut runner = MatchRunner::default();
        match runner.play(&mut *self.machine, &start, RULES, &mut match_, unused) {
            Ok(MatchEnd::Interrupted) => Ok(None),
            Err(MatchLoopError::Machine(reason)) => Err(reason),
            // The match ends where the search finds no way to go on.
            Ok(_) | Err(MatchLoopError::Participant(..)) => Ok(Some(match_.found)),
        }
    }

    /// Evaluates one state after the other, and plays out those whose spread is that of the kind, until there are
    /// enough. Returns `None` if it is stopped.
    fn sample(
        &mut self,
        decisions: Vec<Decision>,
        is_kind: impl Fn(f64) -> bool,
    ) -> Result<Option<SampledStates>, StopReason> {
        let proposed = decisions.len();
        let mut sampled = SampledStates { proposed, ..SampledStates::default() };
        for decision in decisions.into_iter().take(self.plan.max_evaluations) {
            if sampled.estimates.len() >= self.plan.max_states {
                break;
            }
            sampled.evaluated += 1;
            let values = [
                self.evaluate(&decision, decision.best)?,
                self.evaluate(&decision, decision.worst)?,
            ];
            if (self.stop)() {
                return Ok(None);
            }
            let [Some(value), Some(least)] = values else { continue };
            let spread = value - least;
            if !is_kind(spread) {
                continue;
            }
            let Some([random, guided]) = self.play_out(&decision)? else { return Ok(None) };
            if let Some((random, guided)) = random.value().zip(guided.value()) {
                sampled.estimates.push(Estimate { decision, value, spread, random, guided });
            }
        }
        Ok(Some(sampled))
    }

    /// Returns the value of a move, by a search from the state after it.
    fn evaluate(&mut self, decision: &Decision, action: Move) -> Result<Option<f64>, StopReason> {
        let Decision { state, role, .. } = decision;
        let (mut joint, mut legal, mut after) = (Vec::new(), Vec::new(), State::default());
        for other in self.machine.role_ids() {
            self.machine.legal(state, other, &mut legal)?;
            // All others have one move.
            joint.push(if other == *role { action } else { legal[0] });
        }
        self.machine.next(state, &joint, &mut after)?;
        let limit = Limit { simulations: Some(self.plan.evaluation_simulations), stop: self.stop };
        self.player.search_value(after, *role, &limit)
    }

    /// Plays out a state in both ways. Returns `None` if it is stopped.
    fn play_out(&mut self, decision: &Decision) -> Result<Option<[Mean; 2]>, StopReason> {
        let mut means = [Mean::default(), Mean::default()];
        for (estimator, mean) in [&mut self.by_chance, &mut self.guided].into_iter().zip(&mut means)
        {
            for _ in 0..self.plan.playouts {
                if (self.stop)() {
                    return Ok(None);
                }
                let goal = estimator.goal(&decision.state, decision.role, &mut self.random)?;
                goal.into_iter().for_each(|goal| mean.add(goal));
            }
        }
        Ok(Some(means))
    }
}

/// Mean goal of a role in completed playouts.
#[derive(Default)]
struct Mean {
    count: u32,
    sum: f64,
}

impl Mean {
    fn add(&mut self, goal: f64) {
        self.count += 1;
        self.sum += goal;
    }

    fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}
