//! Matches from which a learner of values learns, against an opponent.

use super::{ValueGame, ValueOpponent};
use crate::error::TaskError;
use crate::means_by_part::MeansByPart;
use game::{Machine, MachineExt, Random, Role};
use learn::values::{
    Agent, GreedyAgent, LookAheadAgent, RandomAgent, StartStates, ValueLearner, play_match,
};

/// Matches of a learner against an opponent.
pub struct LearningMatches<'a> {
    machine: Box<dyn Machine>,
    role: Role,
    opponents: Vec<Box<dyn Agent + 'a>>,
    starts: StartStates,
    random: Random,
}

impl<'a> LearningMatches<'a> {
    /// Makes matches of a learner in this role of a game.
    pub fn new(
        game: &ValueGame,
        role: Role,
        opponent: &'a ValueOpponent,
        starts: StartStates,
        seed: u64,
    ) -> LearningMatches<'a> {
        let machine = game.machine();
        let actor = |role: Role| -> Box<dyn Agent + 'a> {
            match opponent {
                ValueOpponent::Random => Box::new(RandomAgent),
                ValueOpponent::LookAhead(depth) => Box::new(LookAheadAgent(*depth)),
                ValueOpponent::Trained(values) => Box::new(GreedyAgent(&values[role.0 as usize])),
            }
        };
        let opponents = machine.role_ids().map(actor).collect();
        LearningMatches { machine, role, opponents, starts, random: game::random(seed) }
    }

    /// Plays a match and returns the learner's goal.
    pub fn play(&mut self, learner: &mut ValueLearner) -> Result<u8, TaskError> {
        let start = self.starts.state(&mut *self.machine, &mut self.random)?;
        let mut actors: Vec<&mut dyn Agent> =
            self.opponents.iter_mut().map(|other| &mut **other as &mut dyn Agent).collect();
        let place = self.role.0 as usize;
        actors[place] = learner;
        Ok(play_match(&mut *self.machine, &start, &mut actors, &mut self.random)?.goals[place])
    }

    /// Plays a number of matches and returns their number. Calls `goes_on` after each match, and ends early if it returns
    /// `false`.
    pub fn play_all(
        &mut self,
        learner: &mut ValueLearner,
        matches: u64,
        goes_on: &mut dyn FnMut(ValueProgress) -> bool,
    ) -> Result<u64, TaskError> {
        let mut means = MeansByPart::new(matches);
        while means.goes_on() {
            let mean = means.add(self.play(learner)?);
            let (matches, states) = (means.played(), learner.values().len());
            if !goes_on(ValueProgress { matches, states, mean }) {
                break;
            }
        }
        Ok(means.played())
    }
}

/// Progress of a learner after a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueProgress {
    /// Number of matches so far.
    pub matches: u64,
    /// Number of states whose values are known.
    pub states: usize,
    /// The learner's mean goal in a tenth of the matches, if the match was the last of them.
    pub mean: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use learn::values::ValueSettings;

    #[test]
    fn progress_has_the_mean_of_every_tenth_part() {
        let game = Games::new(|| false).get("nim").expect("it is bundled");
        let game = ValueGame::new("nim".to_owned(), game);
        let opponent = ValueOpponent::Random;
        let play = |matches: u64, last: u64| {
            let starts = StartStates::Initial;
            let mut learning = LearningMatches::new(&game, Role(0), &opponent, starts, 1);
            let mut learner = ValueLearner::new(ValueSettings::default());
            let mut parts = Vec::new();
            let played = learning.play_all(&mut learner, matches, &mut |done| {
                assert!(done.states > 0);
                parts.extend(done.mean.map(|_| done.matches));
                done.matches < last
            });
            (played.expect("nim can be played"), parts)
        };
        assert_eq!(play(30, 30), (30, (1..=10).map(|part| 3 * part).collect()));
        assert_eq!(play(30, 7), (7, vec![3, 6]), "it ends early");
        assert_eq!(play(0, 1), (0, Vec::new()));
    }
}
