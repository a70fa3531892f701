//! How fast the players were, where they had the same time.

use super::table::Table;
use crate::tally::{Compared, Results};

/// A part of its own for the cells that were played by time; nothing if there are none.
pub(super) fn speed(results: &Results) -> Option<[String; 3]> {
    if !results.matches.has_clocks() {
        return None;
    }
    let legend = "What each player did in a second in which it thought about a move: simulations are ways down its tree, \
                  playouts the games that it played to their end for them.";
    let mut titles = vec![
        "Cell",
        "simulations/s",
        "of the baseline",
        "playouts/s",
        "of the baseline",
        "playouts, times the baseline's",
    ];
    let timed = results.cells.iter().filter(|compared| compared.cell.row.budget.is_clock());
    let is_paced = timed.clone().any(|compared| compared.tally.effort.microseconds().is_some());
    let mut legend = legend.to_owned();
    if is_paced {
        legend += PACE;
        titles.extend(["µs a simulation", "of the baseline", "simulations, % of the baseline's"]);
    }
    let document = results.matches.has_reported_simulations();
    if document {
        titles.push("document");
    }
    let mut table = Table::new(titles.into_iter().map(str::to_owned));
    timed.for_each(|compared| table.row(row(compared, is_paced, document).into_iter()));
    Some(["## Speed".to_owned(), legend, table.text])
}

/// What the columns say in which moves count alike.
const PACE: &str = " In the last columns every move counts alike, as if as many simulations had been made for each: near the end of a \
                    game, where the tree has all there is to see, simulations take next to no time, and a few such moves would outweigh \
                    all others.";

fn row(Compared { cell, tally }: &Compared, is_paced: bool, document: bool) -> Vec<String> {
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
        let reported = cell.row.reported_simulations.get(&cell.column.name).copied();
        row.push(shown(reported, 0));
    }
    row
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.digits$}"))
}
