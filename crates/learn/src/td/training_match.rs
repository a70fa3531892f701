//! Matches of learners of weights, for games in which several roles may choose at once.
//!
//! Follows `guenther`, section 5.1. Contains no update of weights (`td_learner`).

use super::opponents::{OpponentPolicy, best_move};
use super::td_learner::TdLearner;
use game::match_loop::{
    FailurePolicy, MatchLoopError, MatchRules, MatchRunner, MatchStep, Obstacle, Participants,
    Position,
};
use game::{Machine, MachineExt, Move, Random, Role, StopReason};
use rand::RngExt;
use std::convert::Infallible;

/// Rules of learning matches. In one that reaches the largest length the roles get the goals of the last state.
const RULES: MatchRules = MatchRules { max_length: 1_000, on_failure: FailurePolicy::Error };

/// Plays a match in which a learner learns; the other roles are played by opponents, one for each role. Returns the
/// goals of the roles.
pub fn play_training_match(
    machine: &mut dyn Machine,
    learner: &mut TdLearner,
    opponents: &mut [Box<dyn OpponentPolicy>],
    random: &mut Random,
) -> Result<Vec<u8>, StopReason> {
    learner.clear_traces();
    run(machine, &mut TrainingMatch { learner, opponents, explores: false }, random)
}

/// Plays a match between opponents, one for each role. Returns the goals of the roles.
pub fn play_match(
    machine: &mut dyn Machine,
    opponents: &mut [Box<dyn OpponentPolicy>],
    random: &mut Random,
) -> Result<Vec<u8>, StopReason> {
    run(machine, &mut OpponentMatch(opponents), random)
}

/// Plays from the initial state to the end.
fn run<P: Participants<Failure = Infallible>>(
    machine: &mut dyn Machine,
    participants: &mut P,
    random: &mut Random,
) -> Result<Vec<u8>, StopReason> {
    let (mut runner, start) = (MatchRunner::default(), machine.initial_state()?);
    let end = runner.play(machine, &start, RULES, participants, random);
    end.map_err(MatchLoopError::stop_reason)?;
    let state = runner.state();
    machine.role_ids().map(|role| Ok(machine.goal(state, role)?.value())).collect()
}

/// Participants who do not learn.
struct OpponentMatch<'a>(&'a mut [Box<dyn OpponentPolicy>]);

impl Participants for OpponentMatch<'_> {
    type Failure = Infallible;

    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, Obstacle> {
        Ok(self.0[role.0 as usize].choose(position, role)?)
    }
}

/// A learner and its opponents.
struct TrainingMatch<'a> {
    learner: &'a mut TdLearner,
    opponents: &'a mut [Box<dyn OpponentPolicy>],
    /// Whether the learner makes a random move in this turn.
    explores: bool,
}

impl Participants for TrainingMatch<'_> {
    type Failure = Infallible;

    fn begin_turn(&mut self, position: &mut Position) -> Result<(), Obstacle> {
        let exploration = self.learner.settings.exploration.clamp(0.0, 1.0);
        self.explores = position.random.random_bool(exploration);
        Ok(())
    }

    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, Obstacle> {
        if role != self.learner.role {
            return Ok(self.opponents[role.0 as usize].choose(position, role)?);
        }
        if self.explores {
            return Ok(position.random_move(role));
        }
        Ok(best_move(position, role, self.learner)?)
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle> {
        if self.explores {
            self.learner.clear_traces();
        } else {
            self.learner.learn(&mut *step.machine, step.before, step.after)?;
        }
        Ok(())
    }
}
