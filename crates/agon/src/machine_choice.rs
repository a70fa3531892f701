//! `--machine`: the machine that plays a game, as an option of commands, and the opening of games with it.
//!
//! Games are opened by `engine::OpenGame`, which also chooses the machine; this file is about limits, messages and what
//! a command can use.

use crate::errors;
use crate::interrupt::interrupted;
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError};
use crate::verbosity;
use anyhow::Context;
use circuit::Model;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::prior_knowledge::{find_knowledge, usual_sampling};
use engine::{MachineKind, OpenError, OpenGame, RandomPlay, Resources};
use game::Machine;
use gdl::Rules;
use play::random_games::{self, RandomGameStats, RandomGames};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The machine to use, as an option of a command.
#[derive(clap::Args, Clone, Copy)]
pub struct EngineOptions {
    /// The machine that evaluates the rules
    #[arg(long, value_parser = machine_kinds(), default_value = "auto", value_name = "MACHINE")]
    pub machine: MachineKind,
}

fn machine_kinds() -> impl TypedValueParser<Value = MachineKind> {
    let value = |kind: MachineKind| PossibleValue::new(kind.name()).help(help(kind));
    PossibleValuesParser::new(MachineKind::ALL.map(value))
        .map(|name| MachineKind::find(&name).unwrap_or(MachineKind::Auto))
}

fn help(kind: MachineKind) -> &'static str {
    match kind {
        MachineKind::Auto => {
            "The fastest that can do it; the reference machine if the rules cannot be grounded in 60 s and 4 GB"
        }
        MachineKind::Reference => "Evaluates the rules directly",
        MachineKind::Circuit => "Plays through a circuit of the ground rules, one state at a time",
        MachineKind::Lanes => {
            "Plays hundreds of whole random games at once through the circuit (only in sim, dev bench and dev perf)"
        }
    }
}

/// Time limit for grounding, after which the reference machine plays the game.
const PATIENCE: Duration = Duration::from_secs(60);

/// The reason against lanes in commands that ask about single states.
const SINGLE_STATES: &str = "this command asks about single states";

impl EngineOptions {
    /// Returns the machine for RULES on the command line, for questions about single states.
    pub fn machine(self, rules: &str) -> anyhow::Result<Box<dyn Machine>> {
        self.machine_of(&RuleSheet::find(rules)?)
    }

    /// Returns the machine for a sheet, for questions about single states.
    pub fn machine_of(self, sheet: &RuleSheet) -> anyhow::Result<Box<dyn Machine>> {
        if self.machine == MachineKind::Lanes {
            let message = format!(
                "lanes only play whole random games (agon sim, dev bench and dev perf), and {SINGLE_STATES}: use \
                 --machine auto, circuit or reference"
            );
            return Err(UsageError(message).into());
        }
        Ok(self.random_games(sheet, Some(SINGLE_STATES))?.machine)
    }

    /// Opens the game of a sheet and returns the machine or the lanes that play its random games; `-v` explains the
    /// choice. If `unfit` gives a reason why the command cannot use lanes, `auto` chooses a machine for single states.
    pub fn random_games(
        self,
        sheet: &RuleSheet,
        unfit: Option<&str>,
    ) -> anyhow::Result<RandomPlay> {
        let game = self.open(sheet)?;
        let play = game.random_games(unfit).with_context(|| sheet.name.clone())?;
        play.explanation.iter().for_each(|explanation| verbosity::say(explanation));
        Ok(play)
    }

    /// Opens the game of a sheet for matches, with what a file of knowledge tells about it, which is also printed.
    pub fn open_for_matches(
        self,
        sheet: &RuleSheet,
        knowledge: Option<&Path>,
    ) -> anyhow::Result<Arc<OpenGame>> {
        Ok(Arc::new(self.open_with_knowledge(sheet, knowledge)?))
    }

    /// Opens the game of a sheet as [`EngineOptions::open_for_matches`] does, for players that may use all processors.
    pub fn open_for_players(
        self,
        sheet: &RuleSheet,
        knowledge: Option<&Path>,
    ) -> anyhow::Result<Arc<OpenGame>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Arc::new(self.open_with_knowledge(sheet, knowledge)?.with_threads(threads)))
    }

    fn open_with_knowledge(
        self,
        sheet: &RuleSheet,
        knowledge: Option<&Path>,
    ) -> anyhow::Result<OpenGame> {
        if self.machine == MachineKind::Lanes {
            let message =
                "lanes only play whole random games: use --machine auto, circuit or reference";
            return Err(UsageError(message.to_owned()).into());
        }
        let game = self.open(sheet)?;
        let Some(file) = knowledge else { return Ok(game) };
        let found = find_knowledge(file, game.analyst(), &mut *game.fork(), &usual_sampling())?;
        found.origins.iter().for_each(|(_, origin)| eprintln!("known: {origin}"));
        Ok(game.with_knowledge(found.knowledge))
    }

    fn open(self, sheet: &RuleSheet) -> anyhow::Result<OpenGame> {
        let opened = OpenGame::open(playable(sheet)?, self.machine, resources());
        opened.map_err(with_hint).with_context(|| sheet.name.clone())
    }
}

/// Returns the error with a hint what else can be done.
fn with_hint(error: OpenError) -> anyhow::Error {
    let hint = "the rules cannot be grounded (--machine reference plays without that)";
    match error {
        OpenError::Compile(reason) => anyhow::Error::from(reason).context(hint),
        other => other.into(),
    }
}

/// Plays random games, as long as Ctrl-C is not pressed.
pub fn play_random_games(
    play: &mut RandomPlay,
    setup: &RandomGames,
) -> anyhow::Result<RandomGameStats> {
    let progress = RefCell::new(match setup.games {
        u64::MAX => Progress::counting("games"),
        games => Progress::new(games, "games"),
    });
    let go_on = |games: u64| {
        progress.borrow_mut().at(games);
        !interrupted()
    };
    let played = random_games::play(play, setup, &go_on);
    drop(progress);
    played.map_err(errors::of_random_games)
}

/// Returns the rules of a sheet, if there are machines for them.
pub fn playable(sheet: &RuleSheet) -> anyhow::Result<Rules> {
    let rules = sheet.rules()?;
    if rules.has_hidden_information() {
        let error = reason::BuildError::HiddenInformation;
        return Err(error).with_context(|| sheet.name.clone());
    }
    Ok(rules)
}

/// Returns the compiled game, if grounding and building stay within the limits.
pub fn model(rules: &Rules) -> anyhow::Result<Arc<Model>> {
    Ok(engine::compile(rules, resources())?)
}

/// Returns the limits on opening a game: a time, unless the program is interrupted before.
fn resources() -> Resources {
    Resources { is_stopped: interrupted, ..Resources::within(PATIENCE) }
}

/// Opens the game of a sheet with the fastest machine that can play it; grounding may take a minute.
pub fn open(sheet: &RuleSheet) -> anyhow::Result<OpenGame> {
    open_as(sheet, MachineKind::Auto)
}

/// Opens the game of a sheet with the circuit machine; an error if the rules cannot be grounded within a minute.
pub fn open_compiled(sheet: &RuleSheet) -> anyhow::Result<OpenGame> {
    open_as(sheet, MachineKind::Circuit)
}

fn open_as(sheet: &RuleSheet, kind: MachineKind) -> anyhow::Result<OpenGame> {
    let opened = OpenGame::open(playable(sheet)?, kind, resources());
    opened.with_context(|| sheet.name.clone())
}
