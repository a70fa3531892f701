//! `agon bench --graphs`: how long it takes to recognise a game in other words (document 000, Table 5.1).

use super::short_name;
use crate::rulesheet::RuleSheet;
use analyze::rulegraph::RuleGraph;
use analyze::{Identity, Sentences};
use anyhow::{Context, ensure};
use std::fmt;
use std::time::Instant;

/// What it takes to recognise a game.
#[derive(serde::Serialize)]
pub struct Row {
    game: String,
    rules: usize,
    vertices: usize,
    edges: usize,
    /// From the rules of the game and of a copy in other words to the names of one for those of the other.
    seconds: f64,
}

/// The best of so many times is taken.
const TIMES: usize = 5;
/// The seed of the other words.
const SEED: u64 = 1;

impl Row {
    /// Measures a game.
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
        let graph = RuleGraph::new(&here).sketch.graph;
        Ok(Row {
            game: short_name(sheet),
            rules: here.all.len(),
            vertices: graph.colours().len(),
            edges: graph.edges().len(),
            seconds,
        })
    }

    /// What the columns are.
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
