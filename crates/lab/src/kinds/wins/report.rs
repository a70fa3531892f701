//! The report of counted wins, and the table that is printed after a run.

use super::{Count, GameCounts, Reported, Row, Wins};
use crate::kind::Report;
use crate::report::table::MarkdownTable;
use crate::report::{NONE, Sections, or_none};
use crate::results::Results;
use crate::text_table::TextTable;

impl Report for Wins {
    fn sections(&self, results: &Results<Self>) -> Sections {
        Sections::new(
            vec![LEGEND.to_owned(), comparison(&GameCounts::all(self, results))],
            method(self, results),
            self.seed,
        )
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        let mut table = TextTable::new(&["game", "won", "random play", "document"]);
        for counts in GameCounts::all(self, results) {
            let Reported { won, matches, .. } = counts.row.reported;
            let [ours, theirs] = [counts.player, counts.chance].map(shown);
            table.row([counts.row.game.clone(), ours, theirs, format!("{won} of {matches}")]);
        }
        table
    }
}

const LEGEND: &str = "Matches that the player won, of all; p is the probability that a player which wins as often as random play does as \
                      well; the last columns are the percentages that random play and the player won.";

fn comparison(all: &[GameCounts]) -> String {
    let mut table = MarkdownTable::new([
        "Game",
        "document",
        "its p",
        "ours",
        "our p",
        "random play wins, %",
        "the player wins, %",
    ]);
    for counts in all {
        let Reported { won, matches, p } = counts.row.reported;
        let percent = |count: Count| match count.matches {
            0 => NONE.to_owned(),
            matches => format!("{:.1}", 100.0 * count.won as f64 / matches as f64),
        };
        table.row([
            counts.row.title.clone(),
            format!("{won} of {matches}"),
            probability(p),
            shown(counts.player),
            or_none(counts.p(), probability),
            percent(counts.chance),
            percent(counts.player),
        ]);
    }
    table.text()
}

fn shown(count: Count) -> String {
    format!("{} of {}", count.won, count.matches)
}

/// Returns the text of a probability, of a small one its power of ten.
fn probability(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.0e}") }
}

fn method(wins: &Wins, results: &Results<Wins>) -> Vec<String> {
    let row = |row: &Row| {
        let Row { title, player, others, simulations, .. } = row;
        let matches = row.matches.of(results.scale);
        format!("{title}: `{player}` against `{others}`, {matches} matches, {simulations} per move")
    };
    let rows: Vec<String> = wins.rows.iter().map(row).collect();
    let chance = wins.chance.of(results.scale);
    vec![
        format!("**Players.** {}. The player under test takes all roles in turn.", rows.join("; ")),
        format!("**Thinking.** {}", wins.budget),
        format!(
            "**Random play.** All players move at random, in {chance} matches of each game. A match is won by every role that gets 100. p is \
             that of the binomial distribution, with the share that random play won."
        ),
    ]
}
