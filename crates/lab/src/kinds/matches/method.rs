//! The description of how matches were played: the last part of their report.

use super::{Cell, Column, MatchTable, Matches, Row};
use crate::budget::Budget;
use crate::kind::Kind;

/// Returns the items that somebody needs who judges the results or wants to have them again.
pub fn items(table: &MatchTable) -> Vec<String> {
    let matches = table.matches;
    let mut items = vec![
        players(matches),
        format!(
            "**Matches.** {} The higher goal wins and equal goals are a draw, also in games with graded goals.",
            numbers(table)
        ),
        thinking(matches),
        INTERVALS.to_owned(),
    ];
    items.extend(differences(matches));
    items
}

/// Returns how our figures are compared with the document's, if it has percentages.
fn differences(matches: &Matches) -> Option<String> {
    let (tested, untested): (Vec<Cell>, Vec<Cell>) = matches
        .cells()
        .filter(|cell| cell.reported().is_some())
        .partition(|cell| matches.reported_share(cell).is_some());
    let names = untested.iter().map(|cell| format!("`{cell}`")).collect::<Vec<_>>().join(", ");
    let unknown = format!(
        "How many matches the document's figures of {names} come from is not known, so these are not tested."
    );
    match (tested.is_empty(), untested.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("**Differences.** {unknown}")),
        (false, true) => Some(DIFFERENCES.to_owned()),
        (false, false) => Some(format!("{DIFFERENCES} {unknown}")),
    }
}

/// The method of tests against figures of a document.
const DIFFERENCES: &str = "**Differences.** Our percentage and the document's are compared by a two-sample z-test with two sides, with the variance of \
                           the matches of both together and a draw as half a match won; with draws p is rather too large than too small. \
                           An average is tested by the mean of the differences of its cells. The p-values of all cells and averages that can be tested \
                           are adjusted by Holm's method: that this report calls any difference significant by chance alone has a probability \
                           of 5 % at most.";

/// The method of intervals.
const INTERVALS: &str = "**Intervals.** 95 %, by Wilson's method with a draw as half a match won, as in `agon match`: they stay between 0 and \
                         100, and with draws they are rather too wide than too narrow. Each side of the interval of an average follows \
                         from the same side of those of its cells (the method of variance estimates recovery).";

/// The limit of seeds where players think by the clock.
pub const NOT_REPEATABLE: &str = " Where players have seconds instead of simulations, the same seed does not give the same match again: \
                                  the number of simulations in a second depends on the computer and on its other work.";

/// Returns the numbers of matches in cells.
fn numbers(table: &MatchTable) -> String {
    let MatchTable { matches, scale, .. } = *table;
    let others = matches.rows.iter().filter(|row| row.rest.games.is_some());
    let other = |row: &Row| format!("{} in those of `{}`", matches.games_of(row, scale), row.game);
    let all = std::iter::once(format!("{} in each cell", matches.games.of(scale)));
    all.chain(others.map(other)).collect::<Vec<_>>().join(", ") + "."
}

fn players(matches: &Matches) -> String {
    let columns = matches.columns.iter().map(|column| named(matches, column));
    let columns: Vec<String> = columns.collect();
    let roles =
        if matches.swap { "alternates between the two roles" } else { "always has the first role" };
    let (columns, baseline) = (columns.join(", "), &matches.baseline);
    format!(
        "**Players.** Under test: {columns}. Baseline: `{baseline}`. The player under test {roles}."
    )
}

/// Returns the name of a column, with its player unless that is called the same.
fn named(matches: &Matches, column: &Column) -> String {
    let player = player(matches, column);
    let name = format!("`{}`", column.name);
    if player == name { name } else { format!("{name} ({player})") }
}

/// Returns the player of a column: that of games with a player of their own, and that of all others.
fn player(matches: &Matches, column: &Column) -> String {
    let (own, others): (Vec<&Row>, Vec<&Row>) =
        matches.rows.iter().partition(|row| row.rest.players.contains_key(&column.name));
    let own = own.iter().map(|row| format!("`{}` in `{}`", row.rest.player_of(column), row.game));
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
        match row.rest.budget {
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
    let ponder = if matches.ponder {
        "Players also think when they have only one legal move."
    } else {
        "A player with only one legal move makes it without thinking."
    };
    format!("**Thinking.** {} {ponder} {}", kinds.join(" "), matches.budget)
}

/// Returns a game with the baseline's simulations and those of columns that have another number.
fn counts(row: &Row, baseline: u64, matches: &Matches) -> String {
    let others = matches.columns.iter().filter_map(|column| match row.rest.budget_of(column) {
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

/// Returns the effort of all matches in a sentence.
pub fn effort(table: &MatchTable) -> String {
    let tallies = || table.cells.iter().map(|comparison| &comparison.tally);
    let efforts = tallies().flat_map(|tally| [tally.effort, tally.baseline_effort]);
    let simulated: u64 = efforts.map(|effort| effort.simulations).sum();
    let hours = tallies().map(|tally| tally.seconds).sum::<f64>() / 3600.0;
    format!(
        "The matches took {simulated} simulations and {hours:.2} hours of one core{}.",
        at_once(table)
    )
}

/// Returns how many matches shared the computer, where that matters.
fn at_once(table: &MatchTable) -> String {
    match table.at_once.filter(|_| table.matches.has_clocks()) {
        None => String::new(),
        Some((least, most)) if least == most => format!("; {most} at once"),
        Some((least, most)) => format!("; {least} to {most} at once"),
    }
}
