//! Experiments in which features are counted.

use crate::common::{figure, is_of_another, is_refused, is_said, report};
use lab::{
    ArenaError, Counted, Ended, Entry, Experiment, Journal, Kind, Scale, Stock, Stocktaker,
    Tallied, Way,
};

const FEATURES: &str = "id = 'f'\ntitle = 'F'\nquestion = 'How many?'\ndocument = '001'\nplace = 'T'\nfound = 'Many.'\nkind = 'inventory'
    [inventory]
    seed = 3
    settings = 'None.'
    expanded = { small = 10, full = 20 }
    enough = 5
    verified = { small = 1, full = 2 }
    shows = 'counts'
    ways = ['document', 'loosened']
    rows = [
      { game = 'nim', title = 'Nim', reported = [100.0, 50.0, 7.0, 1.25] },
      { game = 'hex', title = 'Hex' },
    ]";

/// Counts the same of all games, and a little more with restrictions that loosen.
struct Clerk;

impl Stocktaker for Clerk {
    fn take(&self, stock: &Stock) -> Result<Option<Counted>, ArenaError> {
        let more = u64::from(stock.task.way == Way::Loosened);
        Ok(Some(Counted {
            made: [("start".to_owned(), 4), ("remove-conjunct".to_owned(), 80)].into(),
            unique: 30 + more,
            is_complete: stock.task.way == Way::Document,
            tried: 20,
            selected: 10 + more,
            generating: 0.25,
            selecting: 0.5,
            evaluating: 1.5,
            verified: stock.task.verified,
        }))
    }
}

fn experiment(shows: &str) -> Experiment {
    let text = FEATURES.replace("'counts'", &format!("'{shows}'"));
    Experiment::read("f.toml", &text).expect("it is right")
}

fn taken(stocks: &[Stock]) -> String {
    let mut text = String::new();
    let ended = lab::take_stock(stocks, &Clerk, 1, &|| false, &mut |tallied| {
        text += &tallied.line();
        Ok(())
    });
    assert!(matches!(ended, Ok(Ended::Done)));
    text
}

#[test]
fn features_are_told_beside_those_of_the_document() {
    let counts = experiment("counts");
    let Kind::Inventory(inventory) = &counts.kind else { panic!("it is an inventory") };
    assert_eq!(
        counts.kind.cells(),
        ["nim/document", "nim/loosened", "hex/document", "hex/loosened"]
    );
    let stocks = inventory.stocks("f", Scale::Full);
    let text = taken(&stocks);
    for (shows, expected) in [
        (
            "counts",
            "| Nim | 100 | 84 | 50 | 30 | 7 | 10 | 1.25 | 1.50 | 31+ | 11 | 1.50 | – | – | – | – |",
        ),
        (
            "counts",
            "| Hex | – | 84 | – | 30 | – | 10 | – | 1.50 | 31+ | 11 | 1.50 | – | – | – | – |",
        ),
    ] {
        let experiment = experiment(shows);
        let report = report(&experiment, &text);
        assert!(report.contains(expected), "{report}");
    }
    let few = FEATURES.replace("[100.0, 50.0, 7.0, 1.25]", "[9.0, 8.0]");
    for (shows, expected) in [
        ("times", "| Nim | 9.00 | 0.25 | 8.00 | 0.50 |"),
        ("transformations", "| Nim | 9 | 80 | 8 | 0 | – | 0 | – | 0 | – | 0 |"),
    ] {
        let text_of = few.replace("'counts'", &format!("'{shows}'"));
        let experiment = Experiment::read("f.toml", &text_of).expect("it is right");
        let report = report(&experiment, &text);
        assert!(report.contains(expected), "{report}");
        assert_eq!(figure(&experiment, &text), None);
    }
}

#[test]
fn inventories_that_were_killed_anywhere_go_on_to_the_same_end() {
    let experiment = experiment("counts");
    let Kind::Inventory(inventory) = &experiment.kind else { panic!("it is an inventory") };
    let stocks = inventory.stocks("f", Scale::Small);
    let all = taken(&stocks);
    for length in 0..=all.len() {
        let journal = Journal::<Tallied>::read(&all.as_bytes()[..length]).expect("it is whole");
        let missing = journal.missing(stocks.clone()).expect("it is the same experiment");
        assert_eq!(format!("{}{}", &all[..journal.whole()], taken(&missing)), all, "{length}");
    }
}

#[test]
fn inventories_that_do_not_fit_are_refused() {
    let experiment = experiment("counts");
    let Kind::Inventory(inventory) = &experiment.kind else { panic!("it is an inventory") };
    let text = taken(&inventory.stocks("f", Scale::Full));
    for (from, to, said) in [
        ("\"selected\":10", "\"selected\":21", "numbers do not fit together"),
        ("\"tried\":20", "\"tried\":31", "numbers do not fit together"),
        ("\"unique\":30", "\"unique\":85", "numbers do not fit together"),
        ("\"generating\":0.25", "\"generating\":-1.0", "numbers do not fit together"),
        ("\"tried\":20", "\"tired\":20", "unknown field `tired`"),
    ] {
        is_refused(&experiment, &text, (from, to), said);
    }
    is_of_another(&experiment, &text, ("\"enough\":5", "\"enough\":6"));
}

#[test]
fn what_makes_no_sense_in_an_inventory_is_said() {
    let broken = FEATURES
        .replace("expanded = { small = 10", "expanded = { small = 0")
        .replace("full = 2 }", "full = 2000000 }")
        .replace("game = 'hex'", "game = 'nim'")
        .replace("'loosened'", "'document'")
        .replace("1.25]", "1.25, 6.0]");
    is_said(
        &broken,
        &[
            "inventory.rows: `nim` is there twice",
            "inventory.ways: each way is there once",
            "inventory.expanded: 0 is not",
            "inventory.verified: 2000000 is not",
            "inventory.rows.nim.reported: it takes at most 4 numbers",
        ],
    );
    let homeless = FEATURES.replace("document = '001'\nplace = 'T'\nfound = 'Many.'\n", "");
    is_said(&homeless, &["document: it is missing"]);
}
