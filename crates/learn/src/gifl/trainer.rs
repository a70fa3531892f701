//! Training: a survey of the game by random games, then one random game for each training run.
//!
//! Follows `gifl`, figure 7. The analysis of one game is in `game_analysis`.
//!
//! DIVERGENCE: in a game without terminal predicates the document takes all facts of the last state. Features that need
//! a whole state hardly ever match again. So by default the deciding move is looked for: the winner's last move after
//! which its goal was greater than before (a capture, where pieces are counted). Its feature needs the facts that make
//! the move legal. [`GiflTraining::deciding_moves`] selects between the two.

use super::feature::GiflFeatures;
use super::game_analysis::GameAnalysis;
use super::probe::{KeepGoing, Probe};
use super::random_game::{GameEnd, GameGenerator, RandomGame};
use super::saved_features::{SavedFeature, SavedFeatures};
use super::state_condition::{Outcome, StateCondition};
use super::train_error::TrainError;
use super::usefulness::UsefulnessTest;
use super::win_reasons::TerminalSurvey;
use game::{Machine, Random, Role};
use std::cmp::Reverse;

/// Settings of the training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiflTraining {
    /// Largest number of 2-ply trees analysed in a game.
    pub levels: u32,
    /// Whether games are used in which the loser makes the last move.
    pub losing: bool,
    /// Whether the deciding move is looked for where facts of the last state do not explain a win. Otherwise all these
    /// facts count.
    pub deciding_moves: bool,
    /// Number of moves after which a game is abandoned.
    pub max_moves: usize,
}

impl Default for GiflTraining {
    /// The settings of the document, except for `deciding_moves`.
    fn default() -> GiflTraining {
        GiflTraining { levels: 3, losing: false, deciding_moves: true, max_moves: 1000 }
    }
}

/// Number of random games of the survey.
const SURVEYED_GAMES: usize = 30;

/// Finds features, one random game after the other.
pub struct GiflTrainer {
    machine: Box<dyn Machine>,
    random: Random,
    training: GiflTraining,
    games: GameGenerator,
    survey: TerminalSurvey,
    features: GiflFeatures,
    runs: u64,
    usefulness: UsefulnessTest,
}

impl GiflTrainer {
    /// Creates a trainer without features. Its first runs only survey the game.
    pub fn new(
        machine: Box<dyn Machine>,
        training: GiflTraining,
        seed: u64,
    ) -> Result<GiflTrainer, TrainError> {
        let roles = machine.roles().len();
        if roles != 2 {
            return Err(TrainError::Roles(roles));
        }
        Ok(GiflTrainer {
            machine,
            random: game::random(seed),
            training,
            games: GameGenerator::default(),
            survey: TerminalSurvey::default(),
            features: GiflFeatures::default(),
            runs: 0,
            usefulness: UsefulnessTest::default(),
        })
    }

    /// Returns all features found so far.
    pub fn features(&self) -> &GiflFeatures {
        &self.features
    }

    /// Returns the features found so far without those that the trial games showed to be useless, if there were trial
    /// games.
    pub fn helpful(&self) -> GiflFeatures {
        if self.usefulness.games() == 0 {
            return self.features.clone();
        }
        self.usefulness.helpful(&self.features)
    }

    /// Returns the number of trial games.
    pub fn trial_games(&self) -> u64 {
        self.usefulness.games()
    }

    /// Returns the number of training runs, without the survey.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the helpful features in the words of the game.
    pub fn saved_features(&self, game: &str) -> SavedFeatures {
        let saved = |(feature, count)| SavedFeature::new(&*self.machine, feature, count);
        let mut features: Vec<SavedFeature> = self.helpful().iter().map(saved).collect();
        features.sort_by_key(|saved| (saved.level, saved.kind, Reverse(saved.count)));
        SavedFeatures {
            game: game.to_owned(),
            runs: self.runs,
            levels: self.training.levels,
            terminal_facts: self.survey.has_terminal_facts(),
            features,
        }
    }

    /// Plays training runs, and then trial games, until there are this many of each. Calls `done` with the number of both
    /// after each game that was learnt from. Returns whether that was completed before `go_on` returned `false`; if not,
    /// another call continues.
    pub fn train(
        &mut self,
        runs: u64,
        trials: u64,
        go_on: KeepGoing,
        done: &mut dyn FnMut(u64),
    ) -> Result<bool, TrainError> {
        while self.runs < runs || self.trial_games() < trials {
            if !go_on() {
                return Ok(false);
            }
            let played = if self.runs < runs { self.run(go_on) } else { self.run_trial(go_on) };
            match played {
                Err(TrainError::Stopped) => return Ok(false),
                other => other?,
            }
            done(self.runs + self.trial_games());
        }
        Ok(true)
    }

    /// Plays a random game and learns from it, or surveys it if it is one of the first. Stops with an error when `go_on`
    /// returns `false`; the next run then plays the same game again, so that games that take long are not left out.
    pub fn run(&mut self, go_on: KeepGoing) -> Result<(), TrainError> {
        let is_surveyed = self.survey.games >= SURVEYED_GAMES;
        let mut found = GiflFeatures::default();
        self.play_game(go_on, &mut |trainer, game| {
            let Some(winner) = game.winner() else { return Ok(()) };
            if !is_surveyed {
                return trainer.survey(game, winner, go_on);
            }
            trainer.features.are_certain = trainer.survey.has_terminal_facts();
            trainer.learn(game, winner, &mut found, go_on)
        })?;
        if is_surveyed {
            self.runs += 1;
            found.iter().for_each(|(feature, count)| self.features.add(feature.clone(), count));
        } else {
            self.survey.games += 1;
        }
        Ok(())
    }

    /// Plays a random game to test the features found so far. Stops with an error when `go_on` returns `false`; the next
    /// trial then plays the same game again. There must be no training run after the first trial game.
    pub fn run_trial(&mut self, go_on: KeepGoing) -> Result<(), TrainError> {
        let mut is_watched = false;
        self.play_game(go_on, &mut |trainer, game| {
            is_watched = true;
            Ok(trainer.usefulness.watch(&mut *trainer.machine, &trainer.features, game)?)
        })?;
        if !is_watched {
            self.usefulness.pass();
        }
        Ok(())
    }

    /// Plays a random game and calls `examine` with it, unless the game is abandoned. After an error the next call plays
    /// the same game.
    fn play_game(
        &mut self,
        go_on: KeepGoing,
        examine: &mut dyn FnMut(&mut GiflTrainer, &RandomGame) -> Result<(), TrainError>,
    ) -> Result<(), TrainError> {
        let before = (self.random.clone(), self.games.clone());
        let (machine, random) = (&mut *self.machine, &mut self.random);
        let played = self.games.play(machine, random, self.training.max_moves, go_on);
        let examined = played.and_then(|end| match end {
            GameEnd::Over(game) => examine(self, &game),
            GameEnd::Abandoned => Ok(()),
            GameEnd::Simultaneous => Err(TrainError::Simultaneous),
        });
        if examined.is_err() {
            (self.random, self.games) = before;
        }
        examined
    }

    /// Counts a surveyed game, and whether facts of its last state explain the win.
    fn survey(
        &mut self,
        game: &RandomGame,
        winner: Role,
        go_on: KeepGoing,
    ) -> Result<(), TrainError> {
        let probe = Probe::new(&mut *self.machine, go_on);
        let mut analysis = GameAnalysis { probe, game, features: &mut self.features };
        let facts = analysis.terminal_facts(winner)?;
        let is_explained = !facts.is_empty() && !analysis.would_have_been_won_anyway(winner)?;
        self.survey.won += 1;
        self.survey.explained += usize::from(is_explained);
        Ok(())
    }

    /// Learns from a game: adds what it shows to `found`.
    fn learn(
        &mut self,
        game: &RandomGame,
        winner: Role,
        found: &mut GiflFeatures,
        go_on: KeepGoing,
    ) -> Result<(), TrainError> {
        let Some(&(last, _)) = game.moves.last() else { return Ok(()) };
        let probe = Probe::new(&mut *self.machine, go_on);
        let mut analysis = GameAnalysis { probe, game, features: found };
        let has_terminal_facts = self.survey.has_terminal_facts();
        if !has_terminal_facts && self.training.deciding_moves {
            let Some(middle) = analysis.deciding_state(winner)? else { return Ok(()) };
            let anything = StateCondition { facts: Vec::new(), outcome: Outcome::Any };
            return analysis.learn(winner, anything, middle, self.training.levels);
        }
        if last != winner && !self.training.losing {
            return Ok(());
        }
        let end = game.moves.len();
        let facts = if has_terminal_facts {
            analysis.terminal_facts(winner)?
        } else {
            analysis.probe.machine.facts(&game.states[end])
        };
        if facts.is_empty() {
            return Ok(());
        }
        let won = StateCondition { facts, outcome: Outcome::GameOver(winner, game.goal(winner)) };
        if last != winner {
            return analysis.learn_to_avoid(last, won);
        }
        match analysis.middle(winner, &won, end)? {
            Some(middle) => analysis.learn(winner, won, middle, self.training.levels),
            None => Ok(()),
        }
    }
}
