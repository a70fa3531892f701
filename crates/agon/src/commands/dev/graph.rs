//! `agon dev graph`: the graph of rules.

use crate::Outcome;
use crate::rulesheet::RuleSheet;
use analyze::Sentences;
use analyze::rulegraph::{RuleGraph, UnorderedRuleGraph, dot, svg};
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// Draw the rule graph: the structure of the rules without their words
///
/// Games with equal graphs are the same game in other words. Without a file, the size of the graph is printed.
///
/// Example: agon dev graph nim --svg nim.svg
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The file to which the graph is written in the language of Graphviz; `-` is standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// The file to which the graph is written as a picture (SVG); `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Ignore the order of arguments, too, as the search for symmetries does
    #[arg(long)]
    free: bool,
}

/// Prints the graph of a rule sheet.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = sheet.rules()?;
    let graph = if options.free {
        UnorderedRuleGraph::of(&rules).labelled().clone()
    } else {
        RuleGraph::new(&Sentences::of(&rules)).labelled().clone()
    };
    let wanted = [(&options.dot, dot as fn(&_) -> String), (&options.svg, svg)];
    for (path, draw) in wanted {
        let Some(path) = path else { continue };
        if path.as_os_str() == "-" {
            std::io::stdout().lock().write_all(draw(&graph).as_bytes())?;
        } else {
            std::fs::write(path, draw(&graph)).with_context(|| path.display().to_string())?;
        }
    }
    if options.dot.is_none() && options.svg.is_none() {
        let (vertices, edges) = (graph.graph().colours().len(), graph.graph().edges().len());
        writeln!(std::io::stdout(), "{vertices} vertices, {edges} edges")?;
    }
    Ok(Outcome::Fine)
}
