//! Which machine plays a game: `--machine`, and the choice where it is left to us.

use crate::rulesheet::RuleSheet;
use anyhow::Context;
use circuit::CircuitMachine;
use game::Machine;
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
    /// The circuit if the rules can be grounded within 60 seconds and 4 GB, else the reference machine
    Auto,
    /// Evaluates the rules directly
    Reference,
    /// Plays through a circuit of the ground rules
    Circuit,
}

/// Grounding may take this long before the game is left to the reference machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl EngineOptions {
    /// The machine for RULES on the command line.
    pub fn machine(self, rules: &str) -> anyhow::Result<Box<dyn Machine>> {
        self.machine_for(&RuleSheet::find(rules)?)
    }

    /// The machine for a sheet.
    pub fn machine_for(self, sheet: &RuleSheet) -> anyhow::Result<Box<dyn Machine>> {
        let rules = sheet.rules()?;
        let name = || sheet.name.clone();
        match self.machine {
            Kind::Reference => Ok(Box::new(reference(rules).with_context(name)?)),
            Kind::Circuit => Ok(Box::new(circuit(&rules).with_context(name)?)),
            Kind::Auto => match circuit(&rules) {
                Ok(machine) => {
                    self.say(&format!(
                        "circuit machine: {} facts, {} moves, {} gates",
                        machine.names().facts(),
                        machine.names().moves(),
                        machine.circuit().gates()
                    ));
                    Ok(Box::new(machine))
                }
                Err(reason) => {
                    self.say(&format!(
                        "reference machine, because the rules cannot be grounded: {reason}"
                    ));
                    Ok(Box::new(reference(rules).with_context(name)?))
                }
            },
        }
    }

    fn say(self, what: &str) {
        if self.verbose {
            eprintln!("{what}");
        }
    }
}

/// The reference machine.
pub fn reference(rules: Rules) -> anyhow::Result<ReferenceMachine> {
    Ok(ReferenceMachine::new(rules, reason::Limits::default())?)
}

/// The circuit machine, if grounding and building stay within the limits.
pub fn circuit(rules: &Rules) -> anyhow::Result<CircuitMachine> {
    if rules.has_hidden_information() {
        return Err(reason::BuildError::HiddenInformation.into());
    }
    let begun = Instant::now();
    let go_on = || begun.elapsed() < PATIENCE && !crate::interrupt::interrupted();
    let limits = circuit::Limits { go_on: &go_on, ..Default::default() };
    Ok(CircuitMachine::new(rules, &limits)?)
}
