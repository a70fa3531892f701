//! The report of estimates, and the table that is printed after a run.

use super::{EstimateRow, Estimates, GameEstimates, Row, StateKind};
use crate::kind::Report;
use crate::report::table::MarkdownTable;
use crate::report::{Sections, mean, mean_difference, or_none};
use crate::results::Results;
use crate::text_table::TextTable;
use std::cmp::Ordering;

impl Report for Estimates {
    fn sections(&self, results: &Results<Self>) -> Sections {
        let all = GameEstimates::all(self, results);
        Sections::new(vec![LEGEND.to_owned(), comparison(&all)], method(self, results), self.seed)
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        let titles = ["game", "kind", "states", "error of random", "error of guided"];
        let mut table = TextTable::new(&titles);
        let number = |mean: Option<f64>| or_none(mean, |mean| format!("{mean:.1}"));
        let all = GameEstimates::all(self, results);
        for (game, kind) in all.iter().flat_map(|it| StateKind::ALL.map(|kind| (it, kind))) {
            let accuracy = game.accuracy(kind);
            let [random, guided] = [accuracy.random, accuracy.guided].map(|it| number(it.mean()));
            let (name, states) = (game.row.game.clone(), accuracy.states.to_string());
            table.row([name, kind.name().to_owned(), states, random, guided]);
        }
        table
    }
}

const LEGEND: &str = "The mean error of playouts in comparison with the values of tree searches, from 0 to 100, with 95 % intervals over \
                      trials; less is better. In critical states the best move is worth much more than the worst one, in calm ones about as much. ▲ and ▼ mark \
                      where guided playouts are more or less accurate than random ones with p < 0.05 (paired t-test over trials with two sides).";

fn comparison(all: &[GameEstimates]) -> String {
    let mut table = MarkdownTable::new([
        "Game",
        "kind of state",
        "trials",
        "proposed",
        "searched again",
        "played out",
        "value",
        "error of random playouts",
        "error of guided playouts",
        "gain of guided playouts",
    ]);
    for (game, kind) in all.iter().flat_map(|it| StateKind::ALL.map(|kind| (it, kind))) {
        let accuracy = game.accuracy(kind);
        let mark = match accuracy.verdict() {
            Some(Ordering::Greater) => " ▲",
            Some(Ordering::Less) => " ▼",
            Some(Ordering::Equal) | None => "",
        };
        table.row([
            game.row.title.clone(),
            kind.name().to_owned(),
            accuracy.gain.count().to_string(),
            accuracy.proposed.to_string(),
            accuracy.searched.to_string(),
            accuracy.states.to_string(),
            mean(&accuracy.reference),
            mean(&accuracy.random),
            mean(&accuracy.guided),
            format!("{}{mark}", mean_difference(&accuracy.gain)),
        ]);
    }
    table.text()
}

fn method(estimates: &Estimates, results: &Results<Estimates>) -> Vec<String> {
    let scale = results.scale;
    let row = |row: &Row| {
        let EstimateRow { heuristic, simulations } = &row.rest;
        let simulations = simulations.of(scale);
        format!("`{}` {simulations} simulations per move, `{heuristic}`", row.game)
    };
    let rows: Vec<String> = estimates.rows.iter().map(row).collect();
    let Estimates { playouts, visits, look, critical, calm, .. } = estimates;
    let trials = estimates.trials.of(scale);
    let (states, looks) = (estimates.states.of(scale), estimates.looks.of(scale));
    vec![
        format!(
            "**Matches.** `cadia-2007` plays a match against itself in each trial, and its trees propose states; in guided playouts every role follows its heuristic: {}.",
            rows.join("; ")
        ),
        format!(
            "**States.** A state is proposed if one role alone has a choice in it and each of its moves was visited, in the mean at least {visits} times. It \
             seems critical if the means of the most visited move and of the worst one are at least {critical} apart, and calm otherwise. At \
             most {looks} states of each kind are searched again in a trial, until {states} are played out: critical ones in the order of the certainty of \
             the tree, by the standard error, and others in any order. UCT abandons bad moves, and those that seem bad by chance, after a few visits; so both \
             moves are evaluated again, each by a search of its own with {look} simulations. A state is critical if they are still {critical} apart, calm if they are \
             at most {calm} apart, and left out otherwise."
        ),
        format!(
            "**Estimates.** The value of a state for the role that chooses is that of the search from its best move. It is compared with the mean of \
             {playouts} random playouts from the state, and with that of {playouts} guided ones."
        ),
        format!("**Settings.** {}", estimates.settings),
        format!(
            "**Trials.** {trials} of each game. States of the same match are not independent of each other, so each trial counts once, with the mean of its \
             states."
        ),
    ]
}
