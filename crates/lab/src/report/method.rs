//! How an experiment was done: the last part of its report.

use super::Facts;
use crate::budget::Budget;
use crate::matches::{Column, Matches, Row};
use crate::scale::Scale;
use crate::tally::Results;

/// A list of what matters to whoever wants to judge the results, or to have them again.
pub(super) fn method(scale: Scale, document: bool, results: &Results, facts: &Facts) -> String {
    let clocks = results.matches.has_clocks();
    let (seed, name) = (results.matches.seed, &facts.name);
    let items = [
        players(results.matches),
        format!(
            "**Matches.** {} The higher goal wins and equal goals are a draw, also in games whose goals are \
             graded.",
            games(results.matches, scale)
        ),
        thinking(results.matches),
        format!(
            "**Seeds.** Each match has its own, derived from {seed}, the cell and the match's number; it stands in the results.{}",
            if clocks { NOT_AGAIN } else { "" }
        ),
        format!(
            "**Intervals.** By Student's t; with fewer than 30 matches, or where all ended alike, the wider side of Wilson's \
             interval. The interval of an average follows from those of its cells{}.",
            if document { ", also that of the document, which gives none" } else { "" }
        ),
        program(results, facts),
        format!(
            "**Again.** `agon lab run {name} --scale {scale}`, and then `agon lab report {name}`."
        ),
    ];
    items.map(|item| format!("- {item}")).join("\n")
}

/// What seeds cannot do where players think against the clock.
const NOT_AGAIN: &str = " Where players have seconds, not simulations, the same seed does not give the same match again: how far \
                         they get in a second depends on the computer and on what else it does.";

fn games(matches: &Matches, scale: Scale) -> String {
    let others = matches.rows.iter().filter(|row| row.games.is_some());
    let other = |row: &Row| format!("{} in those of `{}`", matches.games_of(row, scale), row.game);
    let all = std::iter::once(format!("{} in each cell", matches.games.of(scale)));
    all.chain(others.map(other)).collect::<Vec<_>>().join(", ") + "."
}

fn players(matches: &Matches) -> String {
    let column = |column: &Column| format!("`{}` is {}", column.name, played(matches, column));
    let columns: Vec<String> = matches.columns.iter().map(column).collect();
    let roles = match matches.swap {
        true => "takes the two roles in turn",
        false => "always has the first role",
    };
    let (columns, baseline) = (columns.join(", "), &matches.baseline);
    format!("**Players.** {columns}; the baseline is `{baseline}`. The player under test {roles}.")
}

/// Who plays for a column: in games that name their own player, and in all others.
fn played(matches: &Matches, column: &Column) -> String {
    let (own, others): (Vec<&Row>, Vec<&Row>) =
        matches.rows.iter().partition(|row| row.players.contains_key(&column.name));
    let own = own.iter().map(|row| format!("`{}` in `{}`", row.player_of(column), row.game));
    let mut own: Vec<String> = own.collect();
    match (own.is_empty(), others.is_empty()) {
        (true, _) => return format!("`{}`", column.player),
        (false, true) => {}
        (false, false) => own.push(format!("`{}` elsewhere", column.player)),
    }
    own.join(" and ")
}

fn thinking(matches: &Matches) -> String {
    let [mut simulations, mut seconds, mut clocks] = [const { Vec::new() }; 3];
    for row in &matches.rows {
        match row.budget {
            Budget::Simulations(count) => simulations.push(counts(row, count, matches)),
            Budget::Clock(clock) => seconds.push(format!("`{}` {clock}", row.game)),
            Budget::Clocks { start, play } => {
                clocks.push(format!("`{}` {play}, {start}", row.game))
            }
        }
    }
    let kinds = [
        ("Simulations per move", simulations),
        ("Seconds per move and before the first", seconds),
        ("Seconds per move, and before the first", clocks),
    ];
    let kinds = kinds.into_iter().filter(|(_, rows)| !rows.is_empty());
    let kinds: Vec<String> =
        kinds.map(|(kind, rows)| format!("{kind}: {}.", rows.join(", "))).collect();
    let ponder = match matches.ponder {
        true => "Players think, as much as ever, when they have only one legal move.",
        false => "A player with only one legal move makes it without thinking.",
    };
    format!("**Thinking.** {} {ponder} {}", kinds.join(" "), matches.budget)
}

/// A game and its simulations: the baseline's, and those of columns that have another number.
fn counts(row: &Row, baseline: u64, matches: &Matches) -> String {
    let others = matches.columns.iter().filter_map(|column| match row.budget_of(column) {
        Budget::Simulations(count) if count != baseline => {
            Some(format!("`{}` {count}", column.name))
        }
        _ => None,
    });
    let others: Vec<String> = others.collect();
    let others =
        if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
    format!("`{}` {baseline}{others}", row.game)
}

fn program(results: &Results, facts: &Facts) -> String {
    let tallies = || results.cells.iter().map(|compared| &compared.tally);
    let efforts = tallies().flat_map(|tally| [tally.effort, tally.baseline_effort]);
    let simulated: u64 = efforts.map(|effort| effort.simulations).sum();
    let hours = tallies().map(|tally| tally.seconds).sum::<f64>() / 3600.0;
    format!(
        "**Program.** {}. The matches took {simulated} simulations and {hours:.2} hours of one core{}.",
        version(facts),
        at_a_time(results)
    )
}

/// Where the numbers of trials come from, and how to have them again.
pub(super) fn of_trials(facts: &Facts, scale: Scale, seed: u64, hours: f64) -> [String; 3] {
    let name = &facts.name;
    [
        format!(
            "**Seeds.** Each trial has its own, derived from {seed}, the cell and the trial's number; it stands in the results."
        ),
        format!("**Program.** {}. The trials took {hours:.2} hours of one core.", version(facts)),
        format!(
            "**Again.** `agon lab run {name} --scale {scale}`, and then `agon lab report {name}`."
        ),
    ]
}

/// The program and its commit.
pub(super) fn version(facts: &Facts) -> String {
    let commit = match &facts.commit {
        Some(commit) => format!("commit {commit}"),
        None => "commit not recorded".to_owned(),
    };
    format!("{}, {commit}", facts.version)
}

/// How many matches shared the computer, where that matters.
fn at_a_time(results: &Results) -> String {
    match results.at_a_time.filter(|_| results.matches.has_clocks()) {
        None => String::new(),
        Some((least, most)) if least == most => format!("; {most} at a time"),
        Some((least, most)) => format!("; {least} to {most} at a time"),
    }
}
