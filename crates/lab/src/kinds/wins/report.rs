//! The report of counted wins, and the table that is printed after a run.

use super::{Count, GameCounts, Reported, Row, Wins, WinsRow};
use crate::differences::{Difference, mark};
use crate::kind::Report;
use crate::report::table::MarkdownTable;
use crate::report::{Sections, or_none, probability};
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
            let Reported { won, matches, .. } = counts.row.rest.reported;
            let [ours, theirs] = [counts.player, counts.chance].map(shown);
            table.row([counts.row.game.clone(), ours, theirs, format!("{won} of {matches}")]);
        }
        table
    }
}

const LEGEND: &str = "Matches that the player won, of all; p is the probability that a player which wins as often as random play does as \
                      well. The difference is our percentage minus the document's, with the p-value of the test of both, also adjusted for \
                      the number of games; ▲ and ▼ mark our figures that are higher or lower with adjusted p < 0.05. The last columns are \
                      the percentages that random play and the player won.";

fn comparison(all: &[GameCounts]) -> String {
    let mut table = MarkdownTable::new([
        "Game",
        "document",
        "its p",
        "ours",
        "our p",
        "difference, points",
        "p of the difference",
        "adjusted p",
        "random play wins, %",
        "the player wins, %",
    ]);
    let tests: Vec<_> = all.iter().map(GameCounts::difference).collect();
    for (counts, difference) in all.iter().zip(Difference::adjusted(&tests)) {
        let Reported { won, matches, p } = counts.row.rest.reported;
        let percent =
            |count: Count| or_none(count.share(), |share| format!("{:.1}", 100.0 * share));
        table.row([
            counts.row.title.clone(),
            format!("{won} of {matches}"),
            probability(p),
            format!("{}{}", shown(counts.player), mark(difference)),
            or_none(counts.p(), probability),
            or_none(difference, |it| format!("{:+.1}", it.points)),
            or_none(difference, |it| probability(it.p)),
            or_none(difference, |it| probability(it.adjusted)),
            percent(counts.chance),
            percent(counts.player),
        ]);
    }
    table.text()
}

fn shown(count: Count) -> String {
    format!("{} of {}", count.won, count.matches)
}

/// The method of tests against figures of a document.
const DIFFERENCES: &str = "**Differences.** Our numbers of won matches and the document's are compared by Fisher's exact test with two sides. The \
                           p-values of all games are adjusted by Holm's method: that this report calls any difference significant by chance \
                           alone has a probability of 5 % at most.";

fn method(wins: &Wins, results: &Results<Wins>) -> Vec<String> {
    let row = |row: &Row| {
        let WinsRow { player, others, simulations, matches, .. } = &row.rest;
        let (title, matches) = (&row.title, matches.of(results.scale));
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
        DIFFERENCES.to_owned(),
    ]
}
