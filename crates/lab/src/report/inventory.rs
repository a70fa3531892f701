//! The report of an inventory.

use super::method::of_trials;
use super::table::Table;
use super::{Facts, discussion, head};
use crate::experiment::Experiment;
use crate::inventory::{Counted, Inventory, InventoryResult, Shows, Tallied, Way};
use crate::journal::{Journal, JournalError};
use crate::scale::Scale;

/// The report of what was counted so far.
pub(super) fn report(
    experiment: &Experiment,
    inventory: &Inventory,
    scale: Scale,
    journal: &Journal<Tallied>,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = inventory.results(&experiment.id, scale, journal)?;
    let made: usize = results.iter().map(|it| it.counted.len()).sum();
    let ordered = inventory.stocks(&experiment.id, scale).len() as u64;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "inventories", made as u64, ordered),
        "## Results".to_owned(),
        legend(inventory.shows).to_owned(),
        comparison(inventory.shows, &results),
    ];
    parts.extend(discussion(experiment));
    parts.extend(["## How it was done".to_owned(), method(inventory, scale, &results, facts)]);
    Ok(parts.join("\n\n") + "\n")
}

fn legend(shows: Shows) -> &'static str {
    match shows {
        Shows::Counts => {
            "How many features were made, how many of them are different, how many were selected, and how long all selected ones take in a state: in \
             the document milliseconds, ours microseconds. The last columns are with restrictions that are loosened until there are enough, \
             and with everything that goes beyond the document. + marks where there are more: generating them was stopped."
        }
        Shows::Times => "How many seconds generating and selecting features took.",
        Shows::Transformations => {
            "How many features each transformation made, with the document's restrictions; first the document's numbers, then ours."
        }
    }
}

/// The transformations of the document's table, in its order.
const TRANSFORMATIONS: [&str; 5] = [
    "remove-conjunct",
    "split-indep-conjunctions",
    "expand-predicate",
    "regress-formula",
    "expand-to-base-case",
];

fn comparison(shows: Shows, results: &[InventoryResult]) -> String {
    let titles: Vec<String> = match shows {
        Shows::Counts => [
            "Game",
            "made: document",
            "ours",
            "different: document",
            "ours",
            "selected: document",
            "ours",
            "ms: document",
            "µs: ours",
            "loosened: different",
            "selected",
            "µs",
            "extended: different",
            "selected",
            "µs",
            "s",
        ]
        .map(str::to_owned)
        .to_vec(),
        Shows::Times => ["Game", "generating: document", "ours", "selecting: document", "ours"]
            .map(str::to_owned)
            .to_vec(),
        Shows::Transformations => {
            let both = TRANSFORMATIONS
                .iter()
                .flat_map(|name| [format!("{name}: document"), "ours".to_owned()]);
            ["Game".to_owned()].into_iter().chain(both).collect()
        }
    };
    let mut table = Table::new(titles.into_iter());
    for result in results {
        let cells = match shows {
            Shows::Counts => counts(result),
            Shows::Times => times(result),
            Shows::Transformations => transformations(result),
        };
        table.row([result.row.title.clone()].into_iter().chain(cells));
    }
    table.text
}

const NONE: &str = "–";

/// A number of the document.
fn reported(result: &InventoryResult, place: usize, digits: usize) -> String {
    let number = result.row.reported.get(place);
    number.map_or(NONE.to_owned(), |number| format!("{number:.digits$}"))
}

fn ours(counted: Option<&Counted>, text: impl Fn(&Counted) -> String) -> String {
    counted.map_or(NONE.to_owned(), text)
}

/// A number, and whether there are more.
fn more(number: u64, counted: &Counted) -> String {
    format!("{number}{}", if counted.is_complete { "" } else { "+" })
}

fn counts(result: &InventoryResult) -> Vec<String> {
    let document = result.of(Way::Document);
    let (loosened, extended) = (result.of(Way::Loosened), result.of(Way::Extended));
    let seconds = |it: &Counted| format!("{:.1}", it.generating + it.selecting);
    let mut cells = vec![
        reported(result, 0, 0),
        ours(document, |it| more(it.made(), it)),
        reported(result, 1, 0),
        ours(document, |it| more(it.unique, it)),
        reported(result, 2, 0),
        ours(document, |it| it.selected.to_string()),
        reported(result, 3, 2),
        ours(document, |it| format!("{:.2}", it.evaluating)),
    ];
    for way in [loosened, extended] {
        cells.extend([
            ours(way, |it| more(it.unique, it)),
            ours(way, |it| it.selected.to_string()),
            ours(way, |it| format!("{:.2}", it.evaluating)),
        ]);
    }
    cells.push(ours(extended, seconds));
    cells
}

fn times(result: &InventoryResult) -> Vec<String> {
    let document = result.of(Way::Document);
    vec![
        reported(result, 0, 2),
        ours(document, |it| format!("{:.2}", it.generating)),
        reported(result, 1, 2),
        ours(document, |it| format!("{:.2}", it.selecting)),
    ]
}

fn transformations(result: &InventoryResult) -> Vec<String> {
    let cells = TRANSFORMATIONS.iter().enumerate().flat_map(|(place, name)| {
        let made = |it: &Counted| it.made.get(*name).copied().unwrap_or(0).to_string();
        [reported(result, place, 0), ours(result.of(Way::Document), made)]
    });
    cells.collect()
}

fn method(
    inventory: &Inventory,
    scale: Scale,
    results: &[InventoryResult],
    facts: &Facts,
) -> String {
    let all: Vec<&Counted> =
        results.iter().flat_map(|it| it.counted.iter().map(|(_, counted)| *counted)).collect();
    let hours = all.iter().map(|it| it.generating + it.selecting).sum::<f64>() / 3600.0;
    let expanded = inventory.expanded.of(scale);
    let verified: u64 = all.iter().map(|it| it.verified).sum();
    let items = [
        format!("**Settings.** {}", inventory.settings),
        format!("**Limits.** No more than {expanded} features are expanded."),
        format!(
            "**Agreement.** The reference machine counted the same as the circuit in {verified} states of all games together."
        ),
        format!(
            "**Evaluation.** In the median game, all selected features take {:.2} µs in a state, of those games that have at least 100 {:.2} µs.",
            median(all.iter().map(|it| it.evaluating).collect()),
            median(all.iter().filter(|it| it.selected >= 100).map(|it| it.evaluating).collect()),
        ),
    ];
    let items = items.into_iter().chain(of_trials(facts, scale, inventory.seed, hours));
    items.map(|item| format!("- {item}")).collect::<Vec<String>>().join("\n")
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
