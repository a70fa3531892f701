//! `agon circuit`: the circuit of a game, what the passes make of it, and what the lanes make of that.

use crate::Outcome;
use crate::engine::{playable, within_limits};
use crate::rulesheet::{RuleSheet, UsageError};
use anyhow::Context;
use circuit::lanes::code::Backend;
use circuit::lanes::playout::{Cycle, Length, Part};
use circuit::lanes::step::{Plan, Refill};
use circuit::phases::Phases;
use circuit::{Built, Circuit, CircuitMachine, Names, PASSES, build, optimise, text};
use game::Fact;
use std::io::{BufWriter, Write};

/// Show the circuit of a game, and what the passes and the lanes make of it
///
/// Without --dump, a summary: ground rules, gates and operands after each pass, what is known in each phase, and the
/// lanes' programs.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The circuit itself
    #[arg(long, value_enum, value_name = "FORM")]
    dump: Option<Form>,
    /// Leave out these passes, with commas between them
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    without: Vec<String>,
    /// Leave out all passes: the circuit as the ground rules give it
    #[arg(long, conflicts_with = "without")]
    raw: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Form {
    /// A line for each gate and output, with the names of facts and moves
    Text,
    /// The same with numbers only, as tests of passes read it
    Plain,
    /// A graph for Graphviz
    Dot,
}

/// Shows the circuit.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let without = left_out(&options)?;
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = playable(&sheet)?;
    let built = within_limits(|limits| build(&rules, limits).map_err(|stop| limits.reason(stop)))
        .context("the rules cannot be grounded")
        .with_context(|| sheet.name.clone())?;
    let circuit = optimise(built.circuit.clone(), &without);
    let mut out = BufWriter::new(std::io::stdout().lock());
    match options.dump {
        Some(Form::Text) => write!(out, "{}", text::named(&circuit, &built.names))?,
        Some(Form::Plain) => write!(out, "{}", circuit.to_text())?,
        Some(Form::Dot) => write!(out, "{}", text::dot(&circuit, &built.names))?,
        None => Subject::new(built, circuit).summary(&mut out, &sheet.name, &without)?,
    }
    out.flush()?;
    Ok(Outcome::Fine)
}

/// The passes that are not to run.
fn left_out(options: &Options) -> anyhow::Result<Vec<String>> {
    let all = || PASSES.iter().map(|pass| pass.name);
    if options.raw {
        return Ok(all().map(str::to_owned).collect());
    }
    let unknown = options.without.iter().find(|name| !all().any(|pass| pass == *name));
    if let Some(name) = unknown {
        let passes = all().collect::<Vec<_>>().join(", ");
        return Err(
            UsageError(format!("there is no pass `{name}`; the passes are {passes}")).into()
        );
    }
    Ok(options.without.clone())
}

/// A game's circuit before and after the passes.
struct Subject {
    before: Circuit,
    after: Circuit,
    /// Plays the game; its circuit is another one if passes were left out.
    machine: CircuitMachine,
}

impl Subject {
    fn new(built: Built, after: Circuit) -> Subject {
        let before = built.circuit.clone();
        Subject { before, after, machine: CircuitMachine::from_built(built) }
    }

    fn summary(&self, out: &mut dyn Write, name: &str, without: &[String]) -> anyhow::Result<()> {
        let names = self.machine.names();
        writeln!(
            out,
            "{name}: {} roles, {} facts, {} moves, {} ground rules\n",
            names.roles.len(),
            names.facts(),
            names.moves(),
            self.machine.instances()
        )?;
        self.passes(out, without)?;
        let phases = Phases::find(&self.after, &self.machine.initial_facts());
        write_phases(out, &phases, names)?;
        self.lanes(out, &phases)
    }

    /// The sizes after each pass, and after all of them have run until nothing changes.
    fn passes(&self, out: &mut dyn Write, without: &[String]) -> std::io::Result<()> {
        writeln!(out, "{:<14} {:>9} {:>9}", "pass", "gates", "operands")?;
        write_sizes(out, "none", &self.before)?;
        let mut circuit = self.before.clone();
        for pass in PASSES.iter().filter(|pass| !without.iter().any(|name| name == pass.name)) {
            circuit = optimise(circuit, &all_but(pass.name));
            write_sizes(out, pass.name, &circuit)?;
        }
        write_sizes(out, "all, repeated", &self.after)
    }

    fn lanes(&self, out: &mut dyn Write, phases: &Phases) -> anyhow::Result<()> {
        if self.after.edges() > MAX_OPERANDS {
            writeln!(out, "\nlanes: not compiled, with more than {MAX_OPERANDS} operands")?;
            return Ok(());
        }
        let initial = self.machine.initial_facts();
        let (refill, weight_bits) = (Refill::Initial, 1);
        let plan = Plan { circuit: &self.after, initial: &initial, phases, refill, weight_bits };
        let (length, _) = Length::of(&mut self.machine.clone())?;
        let backend = Backend::best();
        let cycle = Cycle::new(&plan, length, backend)?;
        writeln!(out, "\nlanes on {backend}, for games of {:.1} moves in the mean", length.mean)?;
        for (part, phase) in cycle.steps.iter().zip(0..) {
            write_part(out, &format!("phase {phase}"), part)?;
        }
        if let Some(finish) = &cycle.finish {
            write_part(out, &format!("goals, every {} rounds", cycle.patience), finish)?;
        }
        Ok(())
    }
}

/// Circuits with more operands would take minutes to compile.
const MAX_OPERANDS: usize = 800_000;

/// The names of all passes but one.
fn all_but(kept: &str) -> Vec<String> {
    let names = PASSES.iter().map(|pass| pass.name);
    names.filter(|name| *name != kept).map(str::to_owned).collect()
}

fn write_sizes(out: &mut dyn Write, pass: &str, circuit: &Circuit) -> std::io::Result<()> {
    writeln!(out, "{pass:<14} {:>9} {:>9}", circuit.ands().len(), circuit.edges())
}

/// So many facts of a kind are named.
const NAMED: usize = 8;

fn write_phases(out: &mut dyn Write, phases: &Phases, names: &Names) -> std::io::Result<()> {
    writeln!(out)?;
    for (facts, phase) in phases.facts.iter().zip(0..) {
        let with = |known: Option<bool>| {
            let facts = (0..).zip(facts).filter(move |(_, other)| **other == known);
            facts.map(|(fact, _)| Fact(fact))
        };
        let on: Vec<Fact> = with(Some(true)).collect();
        let mut named: Vec<String> =
            on.iter().take(NAMED).map(|&fact| names.fact_text(fact)).collect();
        if on.len() > NAMED {
            named.push("…".to_owned());
        }
        let colon = if on.is_empty() { "" } else { ": " };
        writeln!(
            out,
            "phase {phase}: {} facts unknown, {} off, {} on{colon}{}",
            with(None).count(),
            with(Some(false)).count(),
            on.len(),
            named.join(" ")
        )?;
    }
    Ok(())
}

fn write_part(out: &mut dyn Write, name: &str, part: &Part) -> std::io::Result<()> {
    let code = part.code.statistics();
    writeln!(
        out,
        "{name}: {} gates, {} instructions, {} spills, {} bytes of code",
        part.step.program.gates.len(),
        code.instructions,
        code.spills,
        code.code_bytes
    )
}
