//! `agon dev bench --graphs`: how long it takes to recognise a game in other words (kuhl, Table 5.1).

use super::short_name;
use crate::rulesheet::RuleSheet;
use analyze::rulegraph::RuleGraph;
use analyze::{Identity, Sentences};
use anyhow::{Context, ensure};
use std::fmt;
use std::time::Instant;

/// Size of the rule graph of a game, and the time to recognise the game.
#[derive(serde::Serialize)]
pub struct Row {
    game: String,
    rules: usize,
    vertices: usize,
    edges: usize,
    /// Time from the rules of the game and of a copy in other words to the correspondence of their names.
    seconds: f64,
}

/// Number of measurements, of which the fastest counts.
const TIMES: usize = 5;
/// The seed of the other words of the rules.
const SEED: u64 = 1;

impl Row {
    /// Measures the recognition of a game.
    pub fn measure(sheet: &RuleSheet) -> anyhow::Result<Row> {
        let [here, there] = [sheet.rules()?, sheet.scrambled(SEED).rules()?];
        let [here, there] = [Sentences::of(&here), Sentences::of(&there)];
        let mut seconds = f64::INFINITY;
        for _ in 0..TIMES {
            let begun = Instant::now();
            let [one, other] = [&here, &there].map(Identity::of);
            let (one, other) = one.zip(other).context("the search for its form takes too long")?;
            ensure!(one.names_in(&other).is_some(), "it was not recognised");
            seconds = seconds.min(begun.elapsed().as_secs_f64());
        }
        let graph = RuleGraph::new(&here);
        let graph = graph.labelled().graph();
        Ok(Row {
            game: short_name(sheet),
            rules: here.all.len(),
            vertices: graph.colours().len(),
            edges: graph.edges().len(),
            seconds,
        })
    }

    /// Returns the titles of the columns.
    pub fn header() -> String {
        format!(
            "{:<28} {:>6} {:>9} {:>9} {:>13}",
            "game", "rules", "vertices", "edges", "milliseconds"
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Row { game, rules, vertices, edges, seconds } = self;
        let milliseconds = 1000.0 * seconds;
        write!(f, "{game:<28} {rules:>6} {vertices:>9} {edges:>9} {milliseconds:>13.2}")
    }
}
