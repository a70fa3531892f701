//! `agon dev circuit`: the circuit of a game, what the passes make of it, and what the lanes make of that.

use crate::Outcome;
use crate::machine_choice::{model, playable};
use crate::rulesheet::{RuleSheet, UsageError};
use anyhow::Context;
use circuit::phases::Phases;
use circuit::{Circuit, Model, Names, PASSES, optimise, text};
use game::{Fact, Vocabulary};
use lanes::{Backend, CircuitStatistics, MAX_OPERANDS, ProgramStatistics};
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// Show the logic circuit that the rules of a game are compiled to
///
/// Grounding replaces each rule by its instances without variables; gates are ANDs of facts, moves and other gates.
/// Without --dump, a summary is printed: ground rules, gates and operands after each optimisation pass, the facts known
/// in each phase, and the programs of the lanes, which play 512 random games side by side.
///
/// Example: agon dev circuit nim --dump text
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Print the circuit itself in this form
    #[arg(long, value_enum, value_name = "FORM")]
    dump: Option<Form>,
    /// Leave out these passes (names with commas between them)
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

/// Prints a summary of the circuit, or the circuit itself.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let without = left_out(&options)?;
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = playable(&sheet)?;
    let model = model(&rules)
        .context("the rules cannot be grounded")
        .with_context(|| sheet.name.clone())?;
    let circuit = optimise(model.raw_circuit().clone(), &without);
    let mut out = BufWriter::new(std::io::stdout().lock());
    match options.dump {
        Some(Form::Text) => write!(out, "{}", text::named(&circuit, model.names()))?,
        Some(Form::Plain) => write!(out, "{}", circuit.to_text())?,
        Some(Form::Dot) => write!(out, "{}", text::dot(&circuit, model.names()))?,
        None => Subject { model, after: circuit }.summary(&mut out, &sheet.name, &without)?,
    }
    out.flush()?;
    Ok(Outcome::Fine)
}

/// Returns the names of the passes that are left out.
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

/// A compiled game, and its circuit after some passes.
struct Subject {
    model: Arc<Model>,
    after: Circuit,
}

impl Subject {
    fn summary(&self, out: &mut dyn Write, name: &str, without: &[String]) -> anyhow::Result<()> {
        let names = self.model.names();
        writeln!(
            out,
            "{name}: {} roles, {} facts, {} moves, {} ground rules\n",
            names.role_names().len(),
            names.fact_count(),
            names.move_count(),
            self.model.instances()
        )?;
        self.passes(out, without)?;
        let phases = Phases::find(&self.after, self.model.initial_facts());
        write_phases(out, &phases, names)?;
        self.lanes(out, &phases)
    }

    /// Writes the sizes after each pass, and after all of them have run until nothing changes.
    fn passes(&self, out: &mut dyn Write, without: &[String]) -> std::io::Result<()> {
        writeln!(out, "{:<14} {:>9} {:>9}", "pass", "gates", "operands")?;
        write_sizes(out, "none", self.model.raw_circuit())?;
        let mut circuit = self.model.raw_circuit().clone();
        for pass in PASSES.iter().filter(|pass| !without.iter().any(|name| name == pass.name)) {
            circuit = optimise(circuit, &all_but(pass.name));
            write_sizes(out, pass.name, &circuit)?;
        }
        write_sizes(out, "all, repeated", &self.after)
    }

    fn lanes(&self, out: &mut dyn Write, phases: &Phases) -> anyhow::Result<()> {
        if self.after.operand_count() > MAX_OPERANDS {
            writeln!(out, "\nlanes: not compiled, with more than {MAX_OPERANDS} operands")?;
            return Ok(());
        }
        let (initial, length, backend) =
            (self.model.initial_facts(), self.model.length(), Backend::best());
        let sizes = CircuitStatistics::of(&self.after, initial, phases, length, backend)?;
        writeln!(out, "\nlanes on {backend}, for games of {:.1} moves in the mean", length.mean)?;
        for (step, phase) in sizes.steps.iter().zip(0..) {
            write_program(out, &format!("phase {phase}"), step)?;
        }
        if let Some((goal_search, patience)) = &sizes.goal_search {
            write_program(out, &format!("goals, every {patience} rounds"), goal_search)?;
        }
        Ok(())
    }
}

/// Returns the names of all passes except one.
fn all_but(kept: &str) -> Vec<String> {
    let names = PASSES.iter().map(|pass| pass.name);
    names.filter(|name| *name != kept).map(str::to_owned).collect()
}

fn write_sizes(out: &mut dyn Write, pass: &str, circuit: &Circuit) -> std::io::Result<()> {
    writeln!(out, "{pass:<14} {:>9} {:>9}", circuit.ands().len(), circuit.operand_count())
}

/// Largest number of known facts of a phase that are named.
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
            on.iter().take(NAMED).map(|&fact| names.fact_term(fact).to_string()).collect();
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

fn write_program(
    out: &mut dyn Write,
    name: &str,
    ProgramStatistics { gates, code }: &ProgramStatistics,
) -> std::io::Result<()> {
    writeln!(
        out,
        "{name}: {gates} gates, {} instructions, {} spills, {} bytes of code",
        code.instructions, code.spills, code.code_bytes
    )
}
