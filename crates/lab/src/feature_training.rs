//! Training of the weights of features, role by role (Günther 2008, section 5): expert matches first, then matches against
//! an opponent, with a learning curve.
//!
//! Weights come from a file and go into one, so that training can be continued later. The file itself is not read or
//! written here.

use crate::error::TaskError;
use crate::feature_game::{ExpertMatches, FeatureGame};
use crate::means_by_part::MeansByPart;
use game::{MachineExt, Role};
use learn::td::{
    self, GreedyOpponent, LinearModel, NegatedValue, OpponentPolicy, RandomOpponent, RoleWeights,
    TdFile, TdLearner,
};
use play::matches::GoOn;

/// The opponent of a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingOpponent {
    /// Looks one move ahead for the state with the best fuzzy goal.
    FuzzyGoals,
    /// Moves at random.
    Random,
    /// An earlier version of the learner, which is replaced whenever the learner wins clearly.
    Itself,
}

/// Everything that the training of a role depends on, besides the game and the weights to begin with.
#[derive(Clone, Copy, Debug)]
pub struct FeatureTraining {
    /// The opponent in all roles that do not learn.
    pub opponent: TrainingOpponent,
    /// Matches of a strong player to learn from before all others.
    pub experts: ExpertMatches,
    /// Number of matches to learn from, including those of earlier training.
    pub matches: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Progress of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrainingProgress {
    /// This number of expert matches has been learnt from.
    Experts(u64),
    /// This number of matches has been learnt from, including those of earlier training.
    Matches(u64),
    /// A part of the learning curve is complete.
    Part {
        /// Number of matches so far.
        matches: u64,
        /// Mean goal of the learner in the matches of the part.
        mean: f64,
    },
}

/// Number of matches for each point of the learning curve.
const PART: u64 = 100;
/// Mean goal above which the learner goes on against its current version.
const CLEARLY: f64 = 60.0;

impl FeatureTraining {
    /// Trains a role of a game and returns its weights. Training begins with the weights of the role in `file`, if there
    /// are some, and ends early if `go_on` says so. Calls `report` after each match and each part of the curve.
    pub fn train(
        &self,
        game: &FeatureGame,
        role: Role,
        file: &TdFile,
        go_on: GoOn,
        report: &mut dyn FnMut(TrainingProgress),
    ) -> Result<RoleWeights, TaskError> {
        let mut machine = game.machine();
        let name = machine.roles()[role.0 as usize].clone();
        let before = file.role(&name).cloned();
        let (mut played, mut curve) = before.map_or((0, Vec::new()), |it| (it.matches, it.curve));
        // What comes now is not what came before, and not what another role meets.
        let mut random = game::random(self.seed ^ played << 16 ^ u64::from(role.0) << 56);
        let fresh = || LinearModel::new(file.maxima(), &mut game::random(self.seed));
        let mut learner = game.learner(file.model(&name).unwrap_or_else(fresh), role)?;
        // Strong players are for the beginning.
        if played == 0 {
            let done = &mut |number| report(TrainingProgress::Experts(number));
            game.learn_from_experts(&mut learner, self.experts, self.seed, go_on, done)?;
        }
        let mut opponents = self.opponents(game, &learner)?;
        let mut means = MeansByPart::of_parts(PART);
        while played < self.matches && go_on() {
            let (machine, opponents_now) = (&mut *machine, &mut opponents);
            let goals = td::play_training_match(machine, &mut learner, opponents_now, &mut random)?;
            played += 1;
            report(TrainingProgress::Matches(played));
            let Some(mean) = means.add(goals[role.0 as usize]) else { continue };
            curve.push(mean);
            report(TrainingProgress::Part { matches: played, mean });
            if self.opponent == TrainingOpponent::Itself && mean > CLEARLY {
                opponents = self.opponents(game, &learner)?;
            }
        }
        Ok(RoleWeights { role: name, matches: played, curve, weights: learner.model.weights })
    }

    /// Returns the opponents of a learner, one for each role.
    fn opponents(
        &self,
        game: &FeatureGame,
        learner: &TdLearner,
    ) -> Result<Vec<Box<dyn OpponentPolicy>>, TaskError> {
        let opponent = |role: Role| -> Box<dyn OpponentPolicy> {
            match self.opponent {
                TrainingOpponent::Itself if role != learner.role => {
                    Box::new(GreedyOpponent(NegatedValue(learner.clone())))
                }
                _ => Box::new(RandomOpponent),
            }
        };
        match self.opponent {
            TrainingOpponent::FuzzyGoals => game.greedy_opponents(),
            TrainingOpponent::Random | TrainingOpponent::Itself => {
                Ok(game.machine().role_ids().map(opponent).collect())
            }
        }
    }
}
