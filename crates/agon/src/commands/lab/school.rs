//! Where the trials of experiments are made: in this process.

use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use crate::subject::{Lesson, Rival, Subject};
use anyhow::Context;
use game::Role;
use lab::{ArenaError, Learnt, Opponent, RuleName, School, StartsName, Task, Transfer, Trial};
use learn::values::{Learner, Once, Rule, Settings, Starts};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Grounding may take this long: much more than any game of the library needs.
const PATIENCE: Duration = Duration::from_secs(600);

/// The goal of those who win.
const WON: u64 = 100;

/// Everything that trials need, made before the first begins.
pub struct Rooms {
    games: BTreeMap<String, Subject>,
    /// By game, start and opponent.
    rivals: BTreeMap<String, Rival>,
}

impl Rooms {
    /// For these trials, with the rules that a name stands for; nothing if it was interrupted.
    pub fn new(
        trials: &[Trial],
        rules: &dyn Fn(&str) -> anyhow::Result<RuleSheet>,
    ) -> anyhow::Result<Option<Rooms>> {
        let mut rooms = Rooms { games: BTreeMap::new(), rivals: BTreeMap::new() };
        for trial in trials {
            let source = trial.task.transfer.as_ref().and_then(Transfer::game);
            for name in [Some(trial.task.game.as_str()), source].into_iter().flatten() {
                let made =
                    rooms.add(name, &trial.task, rules).with_context(|| trial.cell.clone())?;
                if !made {
                    return Ok(None);
                }
            }
        }
        Ok(Some(rooms))
    }

    /// Adds a game and who is played against in it; whether that could be done before an interrupt.
    fn add(
        &mut self,
        name: &str,
        task: &Task,
        rules: &dyn Fn(&str) -> anyhow::Result<RuleSheet>,
    ) -> anyhow::Result<bool> {
        if !self.games.contains_key(name) {
            self.games.insert(name.to_owned(), Subject::new(&rules(name)?, PATIENCE)?);
        }
        let game = &self.games[name];
        let key = key(name, task);
        if self.rivals.contains_key(&key) {
            return Ok(true);
        }
        let rival = match task.opponent {
            Opponent::Random => Rival::Random,
            Opponent::LookAhead(depth) => Rival::LookAhead(depth),
            Opponent::Trained(matches) => {
                let go_on = || !interrupted();
                let settings = Settings { rule: rule(task), ..Settings::default() };
                match game.self_taught(matches, settings, &starts(game, task)?, &go_on)? {
                    Some(values) => Rival::Trained(values),
                    None => return Ok(false),
                }
            }
        };
        self.rivals.insert(key, rival);
        Ok(true)
    }

    /// A learner after so many matches of a game, or nothing if it was interrupted.
    fn taught(
        &self,
        task: &Task,
        name: &str,
        role: Role,
        matches: u64,
        seed: u64,
    ) -> anyhow::Result<Option<Learner>> {
        let mut learner = Learner::new(settings(task));
        let rival = &self.rivals[&key(name, task)];
        let game = &self.games[name];
        let mut lesson = Lesson::new(game, role, rival, starts(game, task)?, seed);
        for _ in 0..matches {
            if interrupted() {
                return Ok(None);
            }
            lesson.play(&mut learner)?;
        }
        Ok(Some(learner))
    }

    /// A learner with what it brings along, or nothing if it was interrupted.
    fn pupil(&self, task: &Task, role: Role, seed: u64) -> anyhow::Result<Option<Learner>> {
        let (game, learner) = (&self.games[&task.game], Learner::new(settings(task)));
        Ok(Some(match &task.transfer {
            None => learner,
            Some(Transfer::Values { game: name, matches }) => {
                let source = &self.games[name];
                let there = game.role_in(source, role)?;
                let Some(taught) = self.taught(task, name, there, *matches, seed)? else {
                    return Ok(None);
                };
                learner.with_prior(game.opinion(source, taught.values().clone())?)
            }
            Some(Transfer::Threats { game: name, matches }) => {
                let Some(taught) = self.taught(task, name, role, *matches, seed)? else {
                    return Ok(None);
                };
                let mut random = game::random(seed);
                let threats = self.games[name].threats(role, taught.values(), &mut random)?;
                learner.with_prior(Box::new(Once::new(threats)))
            }
            Some(Transfer::Symmetries { game: name }) => {
                learner.with_images(game.images(&self.games[name])?)
            }
            Some(Transfer::Uct { simulations }) => {
                learner.with_prior(Box::new(game.tree_values(role, *simulations, seed)?))
            }
        }))
    }

    fn course(&self, trial: &Trial) -> anyhow::Result<Option<Learnt>> {
        let (task, begun) = (&trial.task, Instant::now());
        let game = &self.games[&task.game];
        let role = game.role(task.role)?;
        let Some(mut learner) = self.pupil(task, role, trial.seed)? else { return Ok(None) };
        let rival = &self.rivals[&key(&task.game, task)];
        // The learner's matches here are others than those that it learnt from before.
        let mut lesson = Lesson::new(game, role, rival, starts(game, task)?, !trial.seed);
        let (steps, wide) = (task.matches / task.step, (task.window / task.step) as usize);
        let mut sums: Vec<u64> = Vec::new();
        for _ in 0..steps {
            let mut sum = 0;
            for _ in 0..task.step {
                if interrupted() {
                    return Ok(None);
                }
                sum += u64::from(lesson.play(&mut learner)?);
            }
            sums.push(sum);
            // Every step is one match where it is asked how many were won.
            let window = sums.len().checked_sub(wide).map_or(&[][..], |first| &sums[first..]);
            let won = window.iter().filter(|&&goal| goal == WON).count() as f64;
            if !window.is_empty() && task.until.is_some_and(|it| 100.0 * won >= it * wide as f64) {
                break;
            }
        }
        let hits = learner.hits();
        let seconds = begun.elapsed().as_secs_f64();
        Ok(Some(Learnt { sums, met: hits.met, known: hits.known, seconds }))
    }
}

impl School for Rooms {
    fn teach(&self, trial: &Trial) -> Result<Option<Learnt>, ArenaError> {
        self.course(trial).map_err(|error| ArenaError(format!("{error:#}")))
    }
}

fn key(game: &str, task: &Task) -> String {
    format!("{game} {:?} {:?} {:?}", task.opponent, task.starts, task.rule)
}

fn rule(task: &Task) -> Rule {
    match task.rule {
        RuleName::Sarsa => Rule::Sarsa,
        RuleName::QLearning => Rule::Best,
    }
}

fn starts(game: &Subject, task: &Task) -> anyhow::Result<Starts> {
    Ok(match task.starts {
        StartsName::Initial => Starts::Initial,
        StartsName::Random => Starts::Random,
        StartsName::Shuffled => game.shuffled()?,
    })
}

fn settings(task: &Task) -> Settings {
    Settings { rule: rule(task), exploration: task.exploration, ..Settings::default() }
}
