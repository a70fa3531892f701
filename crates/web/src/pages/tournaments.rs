//! The page of a tournament: its report, and its matches.

use super::gallery::strip;
use super::{Section, or_error, page};
use crate::{Arena, api, reports};
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use play::tournament::{self, Tournament, TournamentRecord, TournamentResults};
use std::sync::Arc;

/// The pages of tournaments, which the page of the laboratory lists.
pub const SECTION: Section = Section { navigation: None, routes };

fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/tournaments/{name}", get(show))
}

/// Largest number of matches that are listed.
const MAX_MATCHES: usize = 1000;

/// Returns the page of a tournament.
async fn show(State(arena): State<Arc<Arena>>, Path(name): Path<String>) -> Response {
    let found = api::tournament(&arena, name.clone()).await;
    or_error(found.map(|(tournament, results)| tournament_page(&name, &tournament, &results)))
}

fn tournament_page(name: &str, tournament: &Tournament, results: &TournamentResults) -> Markup {
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
                tbody { @for (index, record) in records.iter().take(MAX_MATCHES).enumerate() { (row(index, record)) } }
            }
            @if records.len() > MAX_MATCHES { p .quiet { "and " (records.len() - MAX_MATCHES) " more" } }
        },
    )
}

fn row(index: usize, record: &TournamentRecord) -> Markup {
    let goals = match &record.played.goals {
        Some(goals) => goals.iter().map(u8::to_string).collect::<Vec<_>>().join(" – "),
        None => "aborted".to_owned(),
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
