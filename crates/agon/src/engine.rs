//! Which machine plays a game: `--machine`, and the choice where it is left to us.

use crate::interrupt::interrupted;
use crate::rulesheet::{RuleSheet, UsageError};
use anyhow::{Context, anyhow};
use circuit::CircuitMachine;
use circuit::lanes::code::Backend;
use circuit::lanes::{Lanes, LanesError};
use game::{Machine, StopReason};
use gdl::Rules;
use reason::ReferenceMachine;
use std::time::{Duration, Instant};

/// The machine to use, as an option of a command.
#[derive(clap::Args, Clone, Copy)]
pub struct EngineOptions {
    /// The machine that knows the rules
    #[arg(long, value_enum, default_value = "auto", value_name = "MACHINE")]
    pub machine: Kind,
    /// Say which machine was chosen, and why
    #[arg(short, long)]
    pub verbose: bool,
}

/// The machines there are.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// The fastest that can do it; the reference machine if the rules cannot be grounded in 60 s and 4 GB
    Auto,
    /// Evaluates the rules directly
    Reference,
    /// Plays through a circuit of the ground rules, one state at a time
    Circuit,
    /// Plays hundreds of whole random games at once through the circuit (sim, perf and bench only)
    Lanes,
}

impl Kind {
    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Auto => "auto",
            Kind::Reference => "reference",
            Kind::Circuit => "circuit",
            Kind::Lanes => "lanes",
        }
    }
}

/// What plays random games.
pub enum Engine {
    /// One state at a time.
    Single(Box<dyn Machine>, Kind),
    /// Many games at once.
    Lanes(Box<Lanes>),
}

impl Engine {
    /// The machine's name.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Single(_, kind) => kind.name(),
            Engine::Lanes(_) => Kind::Lanes.name(),
        }
    }

    /// The names of the roles.
    pub fn roles(&self) -> &[String] {
        match self {
            Engine::Single(machine, _) => machine.roles(),
            Engine::Lanes(lanes) => lanes.machine().roles(),
        }
    }
}

/// Grounding may take this long before the game is left to the reference machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl EngineOptions {
    /// The machine for RULES on the command line, for questions about single states.
    pub fn machine(self, rules: &str) -> anyhow::Result<Box<dyn Machine>> {
        self.machine_of(&RuleSheet::find(rules)?)
    }

    /// The machine for a sheet, for questions about single states.
    pub fn machine_of(self, sheet: &RuleSheet) -> anyhow::Result<Box<dyn Machine>> {
        if self.machine == Kind::Lanes {
            let message = "lanes only play whole random games (sim, perf and bench), and this command asks about \
                           single states: use --machine auto, circuit or reference";
            return Err(UsageError(message.to_owned()).into());
        }
        match self.engine(sheet, Some("this command asks about single states"))? {
            Engine::Single(machine, _) => Ok(machine),
            Engine::Lanes(_) => unreachable!("lanes were said to be unfit"),
        }
    }

    /// What plays random games of a sheet. Where the choice is ours, lanes are not chosen if something speaks
    /// against them.
    pub fn engine(self, sheet: &RuleSheet, unfit: Option<&str>) -> anyhow::Result<Engine> {
        let rules = playable(sheet)?;
        self.choose(rules, unfit).with_context(|| sheet.name.clone())
    }

    fn choose(self, rules: Rules, unfit: Option<&str>) -> anyhow::Result<Engine> {
        match self.machine {
            Kind::Reference => Ok(Engine::Single(Box::new(reference(rules)?), Kind::Reference)),
            Kind::Circuit => Ok(Engine::Single(Box::new(grounded(&rules)?), Kind::Circuit)),
            Kind::Lanes => {
                let machine = grounded(&rules)?;
                Ok(Engine::Lanes(Box::new(lanes(&machine, Backend::best())?)))
            }
            Kind::Auto => match circuit(&rules) {
                Ok(machine) => Ok(self.faster(machine, unfit)),
                Err(reason) => {
                    self.say(&format!(
                        "reference machine, because the rules cannot be grounded: {reason}"
                    ));
                    Ok(Engine::Single(Box::new(reference(rules)?), Kind::Reference))
                }
            },
        }
    }

    /// Lanes if they can be had and nothing speaks against them, else the machine itself.
    fn faster(self, machine: CircuitMachine, unfit: Option<&str>) -> Engine {
        let lanes = match unfit {
            Some(reason) => Err(reason.to_owned()),
            None => lanes(&machine, Backend::best())
                .map_err(|error| format!("the lanes cannot be compiled: {error}")),
        };
        let sizes = sizes(&machine);
        match lanes {
            Ok(lanes) => {
                let (phases, backend) = (lanes.phases().count(), lanes.backend());
                let plural = if phases == 1 { "" } else { "s" };
                self.say(&format!(
                    "lanes, because the game can be compiled: {sizes}, {phases} phase{plural}, {backend}"
                ));
                Engine::Lanes(Box::new(lanes))
            }
            Err(reason) => {
                self.say(&format!("circuit machine, because {reason}: {sizes}"));
                Engine::Single(Box::new(machine), Kind::Circuit)
            }
        }
    }

    /// Says something to those who want to know.
    pub fn say(self, what: &str) {
        if self.verbose {
            eprintln!("{what}");
        }
    }
}

fn sizes(machine: &CircuitMachine) -> String {
    let names = machine.names();
    let gates = machine.circuit().ands().len();
    format!("{} facts, {} moves, {gates} gates", names.facts(), names.moves())
}

/// The rules of a sheet, if there are machines for them.
pub fn playable(sheet: &RuleSheet) -> anyhow::Result<Rules> {
    let rules = sheet.rules()?;
    if rules.has_hidden_information() {
        let error = reason::BuildError::HiddenInformation;
        return Err(error).with_context(|| sheet.name.clone());
    }
    Ok(rules)
}

/// The reference machine.
pub fn reference(rules: Rules) -> anyhow::Result<ReferenceMachine> {
    Ok(ReferenceMachine::new(rules, reason::Limits::default())?)
}

/// The circuit machine where it was asked for: its absence is an error that says what to do.
fn grounded(rules: &Rules) -> anyhow::Result<CircuitMachine> {
    circuit(rules).context("the rules cannot be grounded (--machine reference plays without that)")
}

/// The circuit machine, if grounding and building stay within the limits.
pub fn circuit(rules: &Rules) -> anyhow::Result<CircuitMachine> {
    within_limits(|limits| CircuitMachine::new(rules, limits))
}

/// Grounds something within the limits.
pub fn within_limits<T>(
    work: impl FnOnce(&circuit::Limits) -> Result<T, StopReason>,
) -> anyhow::Result<T> {
    let begun = Instant::now();
    let go_on = || begun.elapsed() < PATIENCE && !interrupted();
    let limits = circuit::Limits { go_on: &go_on, ..Default::default() };
    work(&limits).map_err(|stop| match stop {
        StopReason::Interrupted if interrupted() => anyhow!("interrupted"),
        StopReason::Interrupted => anyhow!("it took more than {} seconds", PATIENCE.as_secs()),
        stop => stop.into(),
    })
}

/// Lanes with everything compiled that random games from the initial state need.
pub fn lanes(machine: &CircuitMachine, backend: Backend) -> Result<Lanes, LanesError> {
    let mut lanes = Lanes::new(machine, backend)?;
    lanes.from_start()?;
    Ok(lanes)
}
