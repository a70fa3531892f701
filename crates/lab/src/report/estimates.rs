//! The report of estimates.

use super::curves::mean;
use super::method::of_trials;
use super::table::Table;
use super::{Facts, discussion, head};
use crate::estimates::{Estimates, EstimatesResult, EstimatesRow, Reading, Urgency};
use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError};
use crate::scale::Scale;
use std::cmp::Ordering;

/// The report of the trials so far.
pub(super) fn report(
    experiment: &Experiment,
    estimates: &Estimates,
    scale: Scale,
    journal: &Journal<Reading>,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = estimates.results(&experiment.id, scale, journal)?;
    let made: usize = results.iter().map(|result| result.readings.len()).sum();
    let ordered = estimates.surveys(&experiment.id, scale).len() as u64;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "trials", made as u64, ordered),
        "## Results".to_owned(),
        LEGEND.to_owned(),
        comparison(&results),
    ];
    parts.extend(discussion(experiment));
    parts.extend(["## How it was done".to_owned(), method(estimates, scale, &results, facts)]);
    Ok(parts.join("\n\n") + "\n")
}

const LEGEND: &str = "How far the means of playouts are off from what tree searches say that states are worth, from 0 to 100, with 95 % intervals over \
                      trials; less is better. In critical states the best move is worth much more than the worst one, in calm ones about as much. ▲ and ▼ mark \
                      where guided playouts are more or less accurate than random ones with p < 0.05 (paired t-test over trials with two sides).";

fn comparison(results: &[EstimatesResult]) -> String {
    let titles = [
        "Game",
        "kind of state",
        "trials",
        "proposed",
        "looked at",
        "played out",
        "worth",
        "random playouts are off by",
        "guided ones by",
        "guided gain",
    ];
    let mut table = Table::new(titles.map(str::to_owned).into_iter());
    for (result, kind) in results.iter().flat_map(|it| Urgency::ALL.map(|kind| (it, kind))) {
        let accuracy = result.accuracy(kind);
        let mark = match accuracy.verdict() {
            Some(Ordering::Greater) => " ▲",
            Some(Ordering::Less) => " ▼",
            Some(Ordering::Equal) | None => "",
        };
        let cells = [
            result.row.title.clone(),
            kind.name().to_owned(),
            accuracy.gain.count().to_string(),
            accuracy.proposed.to_string(),
            accuracy.looked.to_string(),
            accuracy.states.to_string(),
            mean(&accuracy.reference),
            mean(&accuracy.random),
            mean(&accuracy.guided),
            format!("{}{mark}", mean(&accuracy.gain)),
        ];
        table.row(cells.into_iter());
    }
    table.text
}

fn method(
    estimates: &Estimates,
    scale: Scale,
    results: &[EstimatesResult],
    facts: &Facts,
) -> String {
    let row = |row: &EstimatesRow| {
        let simulations = row.simulations.of(scale);
        format!("`{}` {simulations} simulations per move, `{}`", row.game, row.heuristic)
    };
    let rows: Vec<String> = estimates.rows.iter().map(row).collect();
    let readings = results.iter().flat_map(|result| &result.readings);
    let hours = readings.map(|reading| reading.seconds).sum::<f64>() / 3600.0;
    let Estimates { seed, playouts, visits, look, critical, calm, .. } = estimates;
    let trials = estimates.trials.of(scale);
    let (states, looks) = (estimates.states.of(scale), estimates.looks.of(scale));
    let items = [
        format!(
            "**Matches.** `cadia-2007` plays one against itself in each trial, and its trees propose states; in guided playouts every role follows its heuristic: {}.",
            rows.join("; ")
        ),
        format!(
            "**States.** Proposed are those in which one role alone has a choice, each of its moves was tried, and at least {visits} times in the mean. If \
             the means of the move that was tried most often and of the worst one are at least {critical} apart, the state seems critical, and else calm. At \
             most {looks} of each kind are looked at in a trial, until {states} are played out: of the critical ones those first of which the tree is most certain, by \
             the standard error, and of the others any. UCT leaves bad moves, and those that are so by chance, after a few tries; so both moves are \
             looked at again, each by a search of its own with {look} simulations. A state is critical if they are still {critical} apart, calm if they are no more \
             than {calm} apart, and is else left out."
        ),
        format!(
            "**Estimates.** What a state is worth for the role that chooses is what the search from its best move says. It is compared with the mean of \
             {playouts} random playouts from the state, and with that of {playouts} guided ones."
        ),
        format!("**Settings.** {}", estimates.settings),
        format!(
            "**Trials.** {trials} of each game. States of the same match are not independent of each other, so each trial counts once, with the mean of its \
             states."
        ),
    ];
    let items = items.into_iter().chain(of_trials(facts, scale, *seed, hours));
    items.map(|item| format!("- {item}")).collect::<Vec<String>>().join("\n")
}
