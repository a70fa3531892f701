//! How fast the players were, where they had the same time.

use super::table::Table;
use crate::tally::{Compared, Results};

/// A part of its own for the cells that were played by time; nothing if there are none.
pub(super) fn speed(results: &Results) -> Option<[String; 3]> {
    if !results.matches.has_clocks() {
        return None;
    }
    let legend = "What each player did in a second in which it thought: simulations are ways down its tree, playouts the games \
                  that it played to their end for them.";
    let titles = [
        "Cell",
        "simulations/s",
        "of the baseline",
        "playouts/s",
        "of the baseline",
        "playouts, times the baseline's",
    ];
    let mut table = Table::new(titles.map(str::to_owned).into_iter());
    let timed = results.cells.iter().filter(|compared| compared.cell.row.budget.is_clock());
    timed.for_each(|compared| table.row(row(compared).into_iter()));
    Some(["## Speed".to_owned(), legend.to_owned(), table.text])
}

fn row(Compared { cell, tally }: &Compared) -> [String; 6] {
    let both = [tally.effort, tally.baseline_effort];
    let simulations = both.map(|effort| effort.simulations_per_second());
    let playouts = both.map(|effort| effort.playouts_per_second());
    let ratio = playouts[0].zip(playouts[1].filter(|&speed| speed > 0.0));
    let ratio = ratio.map(|(ours, theirs)| ours / theirs);
    let [a, b] = simulations.map(|speed| shown(speed, 0));
    let [c, d] = playouts.map(|speed| shown(speed, 0));
    [format!("`{cell}`"), a, b, c, d, shown(ratio, 2)]
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.digits$}"))
}
