//! How well playouts tell what states are worth: random ones, and those in which every role follows a heuristic (document 000, section
//! 6.4.3).
//!
//! A tree search from the initial state proposes states, with the best and the worst move of each. Then a search of its own from where
//! each of the two leads says what they are worth. A state is *critical* if much depends on the move, and *calm* if little does. Both
//! kinds are played out in both ways, and the means can be compared with what the best move is worth.
//!
//! DIVERGENCE: the document takes all values from one tree. UCT tries bad moves so seldom that the worst of many looks bad by chance alone,
//! and it is just such states that would be chosen; so they are looked at a second time.

use crate::mcts::{Decision, Estimator, Mcts};
use crate::players::{PlayerError, leanings, plain_uct};
use crate::{Limit, Player, Seat};
use game::{Machine, Move, Random, State, StopReason};
use rand::seq::SliceRandom;

/// Which states are played out, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The simulations of the tree search from the initial state.
    pub simulations: u64,
    /// States are proposed in which moves were tried at least so often, in the mean.
    pub visits: u32,
    /// The simulations of the searches that look a second time, for each of the two moves.
    pub look: u64,
    /// A state is critical if the best move is worth at least so much more than the worst one …
    pub critical: f64,
    /// … and calm if it is worth no more than so much more, or less.
    pub calm: f64,
    /// At most so many states of each kind are drawn.
    pub states: usize,
    /// So often a state is played out in each way.
    pub playouts: u32,
}

/// A state, what it is worth, and what playouts say.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The state, and what the tree proposed.
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
    /// How many the tree proposed.
    pub proposed: usize,
    /// Those that were drawn and turned out to be of this kind.
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

/// Searches as `cadia-2007` does, draws states and plays them out. The heuristics are named as for `uct-guided`. Nothing if it was
/// stopped before the end.
pub fn estimate(
    seat: Seat,
    heuristics: &str,
    plan: &Plan,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Estimates>, PlayerError> {
    let Some(mut survey) = Survey::begin(seat, heuristics, plan, stop)? else { return Ok(None) };
    let decisions = survey.player.decisions(plan.visits);
    let (critical, calm) = decisions.partition(|decision| decision.spread >= plan.critical);
    let Some(critical) = survey.draw(critical, |spread| spread >= plan.critical)? else {
        return Ok(None);
    };
    let Some(calm) = survey.draw(calm, |spread| spread.abs() <= plan.calm)? else {
        return Ok(None);
    };
    Ok(Some(Estimates { critical, calm }))
}

/// Draws states, looks at them and plays them out.
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
    /// With the tree of a search from the initial state; nothing if it was stopped.
    fn begin(
        seat: Seat,
        heuristics: &str,
        plan: &'a Plan,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Option<Survey<'a>>, PlayerError> {
        let settings = plain_uct()?;
        let guides = leanings(&seat, heuristics)?;
        let estimator =
            |leanings| Estimator::new(seat.machine.fork(), &settings, leanings, seat.seed);
        let (by_chance, guided) = (estimator(Vec::new())?, estimator(guides)?);
        // The tree has the random numbers of the seed itself.
        let (machine, random) = (seat.machine.fork(), game::random(!seat.seed));
        let mut player = Mcts::new(seat, settings, None)?;
        player.think(&Limit { simulations: Some(plan.simulations), stop })?;
        let survey = Survey { plan, machine, player, by_chance, guided, random, stop };
        Ok((!stop()).then_some(survey))
    }

    /// Draws from states and plays out those whose spread is as it should be; nothing if it was stopped.
    fn draw(
        &mut self,
        mut decisions: Vec<Decision>,
        is_kind: impl Fn(f64) -> bool,
    ) -> Result<Option<Drawn>, StopReason> {
        let proposed = decisions.len();
        decisions.shuffle(&mut self.random);
        decisions.truncate(self.plan.states);
        let mut estimates = Vec::new();
        for decision in decisions {
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
                estimates.push(Estimate { decision, value, spread, random, guided });
            }
        }
        Ok(Some(Drawn { proposed, estimates }))
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
