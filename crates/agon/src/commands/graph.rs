//! `agon graph`: the graph of rules.

use crate::Outcome;
use crate::rulesheet::RuleSheet;
use analyze::Sentences;
use analyze::rulegraph::{FreeGraph, RuleGraph, dot, svg};
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// Draw the graph of rules: what is left of them if words mean nothing
///
/// Games are the same if their graphs are. Without a file, prints how large the graph is, and `--dot -` prints the graph.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Write it in the language of Graphviz; `-` is standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write it as a picture (SVG); `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Forget the order of arguments too, as the search for symmetries does
    #[arg(long)]
    free: bool,
}

/// Draws it.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = sheet.rules()?;
    let sketch = match options.free {
        true => FreeGraph::of(&rules).sketch,
        false => RuleGraph::new(&Sentences::of(&rules)).sketch,
    };
    let wanted = [(&options.dot, dot as fn(&_) -> String), (&options.svg, svg)];
    for (path, draw) in wanted {
        let Some(path) = path else { continue };
        match path.as_os_str() == "-" {
            true => std::io::stdout().lock().write_all(draw(&sketch).as_bytes())?,
            false => {
                std::fs::write(path, draw(&sketch)).with_context(|| path.display().to_string())?
            }
        }
    }
    if options.dot.is_none() && options.svg.is_none() {
        let (vertices, edges) = (sketch.graph.colours().len(), sketch.graph.edges().len());
        writeln!(std::io::stdout(), "{vertices} vertices, {edges} edges")?;
    }
    Ok(Outcome::Fine)
}
