//! The report of a tournament, in Markdown.

use super::{Tournament, TournamentRecord, TournamentResults};
use crate::matches::{PlayerStanding, Standings};
use crate::statistics::{Percentage, Ratings, Score};
use std::fmt::Write;

/// Returns ratings over all games, and a table for each game. Matches of games and players that are no longer in the
/// tournament are left out.
pub fn report(tournament: &Tournament, results: &TournamentResults) -> String {
    let matches = tournament.seated(results);
    let mut text = format!(
        "# Tournament\n\nPlayed: {}, with {}. Intervals are 95 % intervals. A verdict is `better` or `worse` if the \
         interval of the matches won lies above or below 50 %.\n",
        plural(matches.len() as u64, "match", "matches"),
        tournament.conditions_text()
    );
    write_ratings(&mut text, tournament, &matches);
    for game in &tournament.games {
        let of_game = matches.iter().filter(|one| one.record.game == *game);
        write_game(&mut text, tournament, game, &of_game.collect::<Vec<_>>());
    }
    text
}

/// A match with the numbers of its players.
struct Seated<'a> {
    record: &'a TournamentRecord,
    players: Vec<usize>,
}

impl Tournament {
    /// Returns the matches that belong to the tournament.
    fn seated<'a>(&self, results: &'a TournamentResults) -> Vec<Seated<'a>> {
        let names: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let number = |name: &String| names.iter().position(|known| known == name);
        let seated = results.records().iter().filter_map(|record| {
            let players: Vec<usize> = record.players.iter().map(number).collect::<Option<_>>()?;
            let fits = self.games.contains(&record.game) && record.number < self.matches;
            // A file that somebody wrote by hand may tell of fewer players than it names.
            let whole = players.len() == record.played.stats.len();
            (fits && whole).then_some(Seated { record, players })
        });
        seated.collect()
    }
}

impl Seated<'_> {
    /// Returns a comparison for each pair of players of a match, weighted so that those of one player add up to 1.
    fn scores(&self) -> Vec<Score> {
        let count = self.players.len();
        let mut scores = Vec::new();
        for first in 0..count {
            for second in first + 1..count {
                let goals = self.record.played.goal(first).zip(self.record.played.goal(second));
                let Some((mine, yours)) = goals else { continue };
                let weight = 1.0 / (count - 1) as f64;
                let share = match mine.cmp(&yours) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                let (first, second) = (self.players[first], self.players[second]);
                scores.push(Score { first, second, won: share * weight, weight });
            }
        }
        scores
    }
}

fn write_ratings(text: &mut String, tournament: &Tournament, matches: &[Seated]) {
    let scores: Vec<Score> = matches.iter().flat_map(Seated::scores).collect();
    if scores.is_empty() {
        return;
    }
    let ratings = Ratings::new(tournament.players.len(), &scores).ratings();
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].points.total_cmp(&ratings[a].points));
    text.push_str("\n## Ratings\n\n| player | rating | interval |\n| --- | ---: | ---: |\n");
    for player in order {
        let (name, rating) = (&tournament.players[player], ratings[player]);
        let _ = writeln!(text, "| {name} | {:+.0} | ± {:.0} |", rating.points, rating.margin);
    }
    text.push_str(
        "\nPoints of Elo above the mean of these players, over all games of two players or more.\n",
    );
}

fn write_game(text: &mut String, tournament: &Tournament, game: &str, matches: &[&Seated]) {
    let _ = write!(text, "\n## {game}\n\n");
    let roles = matches.iter().map(|one| one.players.len()).max().unwrap_or(0);
    let mut standings = Standings::new(tournament.players.len(), roles);
    matches.iter().for_each(|one| standings.add(&one.players, &one.record.played));
    if standings.matches == 0 {
        text.push_str("No match was played yet.\n");
        return;
    }
    let _ = write!(text, "{}", plural(standings.matches, "match", "matches"));
    if let Some(length) = standings.length.length_text() {
        let _ = write!(text, ", {length} moves long");
    }
    if standings.unfinished > 0 {
        let _ = write!(text, ", {} left because they were too long", standings.unfinished);
    }
    text.push_str(".\n\n");
    write_table(text, tournament, &standings, roles == 2);
    if let [first, second] = &tournament.players[..]
        && let Some(verdict) = standings.verdict_text(&first.to_string(), &second.to_string())
    {
        let _ = write!(text, "\nVerdict: {verdict}.\n");
    }
    for (name, standing) in tournament.players.iter().zip(&standings.players) {
        if let Some(first) = &standing.first_error {
            let errors = plural(standing.errors, "error", "errors");
            let _ = write!(text, "\n`{name}` made {errors}; the first: {first}\n");
        }
    }
}

fn write_table(text: &mut String, tournament: &Tournament, standings: &Standings, duel: bool) {
    let won = if duel { " won | drawn | lost | win % | interval | verdict |" } else { "" };
    let _ = writeln!(text, "| player | matches |{won} goal | simulations/s | errors |");
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(if duel { 10 } else { 4 }));
    for (name, standing) in tournament.players.iter().zip(&standings.players) {
        let _ = write!(text, "| {name} | {} |", standing.matches);
        if duel {
            let PlayerStanding { won, drawn, lost, .. } = standing;
            let _ = write!(text, " {won} | {drawn} | {lost} | {} |", share(standing));
        }
        let speed = standing.simulations_per_second().map(|speed| format!("{speed:.0}"));
        let (goal, speed) =
            (standing.goal.goal_text().unwrap_or_default(), speed.unwrap_or_default());
        let _ = writeln!(text, " {goal} | {speed} | {} |", standing.errors);
    }
}

/// Returns the share of matches won, its interval and the verdict as three cells.
fn share(standing: &PlayerStanding) -> String {
    match standing.share_won() {
        None => " |  | ".to_owned(),
        Some(share) => {
            let Percentage { percent, interval } = share.percentage();
            format!("{percent:.1} | {interval:.1} | {}", share.verdict())
        }
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
