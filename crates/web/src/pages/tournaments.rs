//! Tournaments: what came of them, and their matches.

use super::gallery::strip;
use super::{or_problem, page};
use crate::{Arena, api, reports};
use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use play::tournament::{self, Record, Results, Tournament};
use std::sync::Arc;

/// More matches are not listed.
const MOST_MATCHES: usize = 1000;

/// A tournament.
pub async fn show(State(arena): State<Arc<Arena>>, Path(name): Path<String>) -> Response {
    let found = api::tournament(&arena, name.clone()).await;
    or_problem(found.map(|(tournament, results)| tournament_page(&name, &tournament, &results)))
}

fn tournament_page(name: &str, tournament: &Tournament, results: &Results) -> Markup {
    let (report, records) = (tournament::report(tournament, results), results.records());
    page(
        name,
        "tournament",
        html! {
            (strip(tournament.games.iter().map(String::as_str)))
            article .report { (PreEscaped(reports::html(&report))) }
            h2 { "Matches" }
            p .error role="alert" {}
            table #matches .list data-tournament=(name) {
                thead { tr { th { "Game" } th { "Players" } th { "Goals" } th { "Moves" } th { "" } } }
                tbody { @for (index, record) in records.iter().take(MOST_MATCHES).enumerate() { (row(index, record)) } }
            }
            @if records.len() > MOST_MATCHES { p .quiet { "and " (records.len() - MOST_MATCHES) " more" } }
        },
    )
}

fn row(index: usize, record: &Record) -> Markup {
    let goals = match &record.played.goals {
        Some(goals) => goals.iter().map(u8::to_string).collect::<Vec<_>>().join(" – "),
        None => "left".to_owned(),
    };
    html! {
        tr {
            td { (record.game) }
            td { (record.players.join(" – ")) }
            td { (goals) }
            td { (record.played.moves.len()) }
            td { @if library::find(&record.game).is_ok() { button type="button" data-index=(index) { "Step through" } } }
        }
    }
}
