//! Experiments in which features are counted.

use crate::common::{
    experiment, figure, goes_on_from_anywhere, is_of_another, is_refused, is_whole_at_any_time,
    is_wrong, lines, report,
};
use agon_lab::kinds::feature_counts::{FeatureCounts, Finding, RestrictionLevel, Task};
use agon_lab::{Experiment, Job, Scale};

const FEATURES: &str = "id = 'f'\ntitle = 'F'\nquestion = 'How many?'\ndocument = 'guenther'\nplace = 'T'\nfound = 'Many.'\nkind = 'feature-counts'
    [feature-counts]
    seed = 3
    settings = 'None.'
    expanded = { small = 10, full = 20 }
    enough = 5
    verified = { small = 1, full = 2 }
    shows = 'counts'
    restrictions = ['document', 'loosened']
    rows = [
      { game = 'nim', title = 'Nim', reported = [100.0, 50.0, 7.0, 1.25] },
      { game = 'hex', title = 'Hex' },
    ]";

/// The same counts of all games, and a little more with restrictions that are loosened.
fn made_up(job: &Job<Task>) -> Finding {
    let more = u64::from(job.task.restrictions == RestrictionLevel::Loosened);
    Finding {
        made: [("start".to_owned(), 4), ("remove-conjunct".to_owned(), 80)].into(),
        unique: 30 + more,
        is_complete: job.task.restrictions == RestrictionLevel::Document,
        tried: 20,
        selected: 10 + more,
        generating: 0.25,
        selecting: 0.5,
        evaluating: 1.5,
        verified: job.task.verified,
    }
}

fn features(shows: &str) -> Experiment {
    experiment(&FEATURES.replace("'counts'", &format!("'{shows}'")))
}

#[test]
fn counts_stand_beside_those_of_the_document() {
    let counts = features("counts");
    let cells = ["nim/document", "nim/loosened", "hex/document", "hex/loosened"];
    assert_eq!(counts.cells(), cells);
    let text = lines::<FeatureCounts>(&counts, Scale::Full, 1, &made_up);
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
        let experiment = features(shows);
        let report = report(&experiment, &text);
        assert!(report.contains(expected), "{report}");
    }
    let few = FEATURES.replace("[100.0, 50.0, 7.0, 1.25]", "[9.0, 8.0]");
    for (shows, expected) in [
        ("times", "| Nim | 9.00 | 0.25 | 8.00 | 0.50 |"),
        ("transformations", "| Nim | 9 | 80 | 8 | 0 | – | 0 | – | 0 | – | 0 |"),
    ] {
        let text_of = few.replace("'counts'", &format!("'{shows}'"));
        let experiment = experiment(&text_of);
        let report = report(&experiment, &text);
        assert!(report.contains(expected), "{report}");
        assert_eq!(figure(&experiment, &text), None);
    }
    is_whole_at_any_time(&counts, &text, &[0, 1, 3]);
}

#[test]
fn counts_that_were_killed_anywhere_go_on_to_the_same_end() {
    goes_on_from_anywhere::<FeatureCounts>(&features("counts"), &made_up);
}

#[test]
fn counts_that_do_not_fit_are_refused() {
    let experiment = features("counts");
    let text = lines::<FeatureCounts>(&experiment, Scale::Full, 1, &made_up);
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
fn everything_that_makes_no_sense_is_reported() {
    let broken = FEATURES
        .replace("expanded = { small = 10", "expanded = { small = 0")
        .replace("full = 2 }", "full = 2000000 }")
        .replace("game = 'hex'", "game = 'nim'")
        .replace("'loosened'", "'document'")
        .replace("1.25]", "1.25, 6.0]");
    is_wrong(
        &broken,
        &[
            "feature-counts.rows: `nim` is there twice",
            "feature-counts.restrictions: each level is there once",
            "feature-counts.expanded: 0 is not",
            "feature-counts.verified: 2000000 is not",
            "feature-counts.rows.nim.reported: it takes at most 4 numbers",
        ],
    );
    let homeless = FEATURES.replace("document = 'guenther'\nplace = 'T'\nfound = 'Many.'\n", "");
    is_wrong(&homeless, &["document: it is missing"]);
}
