//! How well playouts tell what states are worth: random ones, and those in which every role follows a heuristic (document 000, section
//! 6.4.3).
//!
//! Tree searches propose states, with the best and the worst move of each. Then a search of its own from where each of the two leads
//! says what they are worth. A state is *critical* if much depends on the move, and *calm* if little does. Both kinds are played out in
//! both ways, and the means can be compared with what the best move is worth.
//!
//! DIVERGENCE: the document searches for a long time from the initial state. In games of a hundred moves hardly anything is critical near
//! the beginning: of 62 states of a tree of 20,000 simulations of checkers whose best and worst move seemed 40 apart, none of the 20 that were drawn was. So the
//! search plays a match against itself, and the trees of all its moves propose states.
//!
//! DIVERGENCE: the document takes all values from one tree. UCT tries bad moves so seldom that the worst of many looks bad by chance alone,
//! and it is just such states that would be chosen; so they are looked at a second time.

use crate::mcts::{Decision, Estimator, Mcts};
use crate::players::{PlayerError, leanings, plain_uct};
use crate::{Limit, Player, Seat};
use game::{Machine, Move, Random, Role, State, StopReason};
use hashbrown::HashSet;
use rand::seq::SliceRandom;

/// Which states are played out, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The simulations for each move of the match.
    pub simulations: u64,
    /// States are proposed in which moves were tried at least so often, in the mean.
    pub visits: u32,
    /// The simulations of the searches that look a second time, for each of the two moves.
    pub look: u64,
    /// A state is critical if the best move is worth at least so much more than the worst one …
    pub critical: f64,
    /// … and calm if it is worth no more than so much more, or less.
    pub calm: f64,
    /// At most so many states of each kind are played out …
    pub states: usize,
    /// … and at most so many are looked at to find them: those of which it is most certain that they are critical, and any others.
    pub looks: usize,
    /// So often a state is played out in each way.
    pub playouts: u32,
}

/// A state, what it is worth, and what playouts say.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The state, and what a tree says of it.
    pub decision: Decision,
    /// What the best move is worth for the role that chooses.
    pub value: f64,
    /// How much more this is than what the worst one is worth; less than zero if that turned out to be better.
    pub spread: f64,
    /// The mean of random playouts, for the role that chooses.
    pub random: f64,
    /// The mean of playouts in which every role follows its heuristic.
    pub guided: f64,
}

/// The states of a kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// How many the trees proposed.
    pub proposed: usize,
    /// How many were looked at.
    pub looked: usize,
    /// Those that turned out to be of this kind.
    pub estimates: Vec<Estimate>,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimates {
    /// States in which much depends on the move.
    pub critical: Drawn,
    /// States in which little does; proposed are all that do not seem critical.
    pub calm: Drawn,
}

/// Sees whether a game has these heuristics, before anything begins.
pub fn check(seat: &Seat, heuristics: &str) -> Result<(), PlayerError> {
    leanings(seat, heuristics).map(|_| ())
}

/// Searches as `cadia-2007` does for each move of a match, looks at states and plays them out. The heuristics are named as for `uct-guided`. Nothing if it was
/// stopped before the end.
pub fn estimate(
    seat: Seat,
    heuristics: &str,
    plan: &Plan,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Estimates>, PlayerError> {
    let mut survey = Survey::new(seat, heuristics, plan, stop)?;
    let Some(mut decisions) = survey.propose()? else { return Ok(None) };
    decisions.shuffle(&mut survey.random);
    let (mut critical, calm): (Vec<Decision>, Vec<Decision>) =
        decisions.into_iter().partition(|decision| decision.spread >= plan.critical);
    let sure = |decision: &Decision| decision.spread - decision.doubt;
    critical.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    let Some(critical) = survey.draw(critical, |spread| spread >= plan.critical)? else {
        return Ok(None);
    };
    let Some(calm) = survey.draw(calm, |spread| spread.abs() <= plan.calm)? else {
        return Ok(None);
    };
    Ok(Some(Estimates { critical, calm }))
}

/// A match that takes more moves is left.
const MOST_MOVES: usize = 1000;

/// Proposes states, looks at them and plays them out.
struct Survey<'a> {
    plan: &'a Plan,
    machine: Box<dyn Machine>,
    player: Mcts,
    by_chance: Estimator,
    guided: Estimator,
    random: Random,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Survey<'a> {
    fn new(
        seat: Seat,
        heuristics: &str,
        plan: &'a Plan,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Survey<'a>, PlayerError> {
        let settings = plain_uct()?;
        let guides = leanings(&seat, heuristics)?;
        let estimator =
            |leanings| Estimator::new(seat.machine.fork(), &settings, leanings, seat.seed);
        let (by_chance, guided) = (estimator(Vec::new())?, estimator(guides)?);
        // The trees have the random numbers of the seed itself.
        let (machine, random) = (seat.machine.fork(), game::random(!seat.seed));
        let player = Mcts::new(seat, settings, None)?;
        Ok(Survey { plan, machine, player, by_chance, guided, random, stop })
    }

    /// All states of the trees of a match that the search plays against itself; nothing if it was stopped.
    fn propose(&mut self) -> Result<Option<Vec<Decision>>, StopReason> {
        let limit = Limit { simulations: Some(self.plan.simulations), stop: self.stop };
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let (mut state, mut next) = (self.machine.initial_state()?, State::default());
        for _ in 0..MOST_MOVES {
            self.player.judge(state.clone(), Role(0), &limit)?;
            if (self.stop)() {
                return Ok(None);
            }
            let fresh = self.player.decisions(self.plan.visits);
            found.extend(fresh.filter(|decision| seen.insert(decision.state.clone())));
            // Nobody has a move when the match is over.
            let line = self.player.report().line;
            let Some(joint) = line.first() else { break };
            self.machine.next(&state, joint, &mut next)?;
            std::mem::swap(&mut state, &mut next);
        }
        Ok(Some(found))
    }

    /// Looks at one state after the other, and plays out those whose spread is as it should be, until there are enough; nothing if it was
    /// stopped.
    fn draw(
        &mut self,
        decisions: Vec<Decision>,
        is_kind: impl Fn(f64) -> bool,
    ) -> Result<Option<Drawn>, StopReason> {
        let proposed = decisions.len();
        let mut drawn = Drawn { proposed, ..Drawn::default() };
        for decision in decisions.into_iter().take(self.plan.looks) {
            if drawn.estimates.len() >= self.plan.states {
                break;
            }
            drawn.looked += 1;
            let worth =
                [self.look(&decision, decision.best)?, self.look(&decision, decision.worst)?];
            if (self.stop)() {
                return Ok(None);
            }
            let [Some(value), Some(least)] = worth else { continue };
            let spread = value - least;
            if !is_kind(spread) {
                continue;
            }
            let Some([random, guided]) = self.play_out(&decision)? else { return Ok(None) };
            if let Some((random, guided)) = random.value().zip(guided.value()) {
                drawn.estimates.push(Estimate { decision, value, spread, random, guided });
            }
        }
        Ok(Some(drawn))
    }

    /// What a move is worth, by a search from the state that it leads to.
    fn look(&mut self, decision: &Decision, action: Move) -> Result<Option<f64>, StopReason> {
        let Decision { state, role, .. } = decision;
        let (mut joint, mut legal, mut after) = (Vec::new(), Vec::new(), State::default());
        for other in self.machine.role_ids() {
            self.machine.legal(state, other, &mut legal)?;
            // All others have one move.
            joint.push(if other == *role { action } else { legal[0] });
        }
        self.machine.next(state, &joint, &mut after)?;
        let limit = Limit { simulations: Some(self.plan.look), stop: self.stop };
        self.player.judge(after, *role, &limit)
    }

    /// Plays a state out in both ways; nothing if it was stopped.
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

/// What a role got in playouts that came to an end.
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
