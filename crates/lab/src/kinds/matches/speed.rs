//! The speeds of players, where they had the same time.

use super::{Comparison, MatchTable};
use crate::kind::Kind;
use crate::report::or_none;
use crate::report::table::MarkdownTable;

/// Returns a section about the cells that were played by time; `None` if there are none.
pub fn speed(results: &MatchTable) -> Option<[String; 3]> {
    if !results.matches.has_clocks() {
        return None;
    }
    let legend = "Simulations and playouts of each player in a second of thinking about a move: a simulation is one descent of \
                  its tree, a playout a random game that it plays to the end for it.";
    let mut titles = vec![
        "Cell",
        "simulations/s",
        "of the baseline",
        "playouts/s",
        "of the baseline",
        "playouts, times the baseline's",
    ];
    let timed =
        results.cells.iter().filter(|comparison| comparison.cell.row.rest.budget.is_clock());
    let is_paced = timed.clone().any(|comparison| comparison.tally.effort.microseconds().is_some());
    let mut legend = legend.to_owned();
    if is_paced {
        legend += PACE;
        titles.extend(["µs a simulation", "of the baseline", "simulations, % of the baseline's"]);
    }
    let document = results.matches.has_reported_simulations();
    if document {
        titles.push("document");
    }
    let mut table = MarkdownTable::new(titles);
    timed.for_each(|comparison| table.row(row(comparison, is_paced, document)));
    Some(["## Speed".to_owned(), legend, table.text()])
}

/// The explanation of the columns in which all moves count the same.
const PACE: &str = " In the last columns all moves count the same, as if each had the same number of simulations: near the end of a \
                    game, where the whole game is in the tree, simulations take hardly any time, and a few such moves would outweigh \
                    all others.";

fn row(Comparison { cell, tally }: &Comparison, is_paced: bool, document: bool) -> Vec<String> {
    let both = [tally.effort, tally.baseline_effort];
    let simulations = both.map(|effort| effort.simulations_per_second());
    let playouts = both.map(|effort| effort.playouts_per_second());
    let ratio = |[ours, theirs]: [Option<f64>; 2]| {
        ours.zip(theirs.filter(|&speed| speed > 0.0)).map(|(ours, theirs)| ours / theirs)
    };
    let [a, b] = simulations.map(|speed| shown(speed, 0));
    let [c, d] = playouts.map(|speed| shown(speed, 0));
    let mut row = vec![format!("`{cell}`"), a, b, c, d, shown(ratio(playouts), 2)];
    if is_paced {
        let [ours, theirs] = both.map(|effort| effort.microseconds());
        let share = ratio([theirs, ours]).map(|ratio| 100.0 * ratio);
        row.extend([shown(ours, 2), shown(theirs, 2), shown(share, 1)]);
    }
    if document {
        let reported = cell.row.rest.reported_simulations.get(&cell.column.name).copied();
        row.push(shown(reported, 0));
    }
    row
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    or_none(figure, |figure| format!("{figure:.digits$}"))
}
