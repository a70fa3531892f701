//! The list of matches, and the page of a match.

use super::{Section, or_error, page};
use crate::Arena;
use crate::live_match::{LiveMatch, Participant};
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// The pages under `/matches`.
pub const SECTION: Section = Section {
    navigation: Some(("/matches", "Matches")),
    routes: || Router::new().route("/matches", get(list)).route("/matches/{id}", get(show)),
};

/// Returns the list of all matches.
async fn list(State(arena): State<Arc<Arena>>) -> Markup {
    let all = arena.matches.all();
    page(
        "Matches",
        "plain",
        html! {
            h1 { "Matches" }
            @if all.is_empty() { p { "There are no matches yet. " a href="/" { "Choose a game" } " to start one." } }
            @else {
                table .list {
                    thead { tr { th { "Game" } th { "Players" } th { "Moves" } th { "Status" } } }
                    tbody { @for live_match in &all { (row(live_match)) } }
                }
            }
        },
    )
}

fn row(live_match: &LiveMatch) -> Markup {
    let progress = live_match.progress();
    let players: Vec<&str> = live_match.participants.iter().map(Participant::name).collect();
    html! {
        tr {
            td { a href={ "/matches/" (live_match.id) } { (live_match.game.title) } }
            td { (players.join(" – ")) }
            td { (progress.ply()) }
            td { (progress.status.name()) }
        }
    }
}

/// Returns the page of a match.
async fn show(State(arena): State<Arc<Arena>>, Path(id): Path<String>) -> Response {
    or_error(arena.matches.find(&id).map(|live_match| match_page(&live_match)))
}

fn match_page(live_match: &LiveMatch) -> Markup {
    let game = &live_match.game;
    let facts = live_match.progress().positions.last().map(|position| Arc::clone(&position.facts));
    let picture = game.plan.picture(&facts.unwrap_or_default());
    let waits: Vec<&str> =
        game.analysis.roles.roles.iter().flat_map(|role| &role.waits).map(String::as_str).collect();
    page(
        &game.title,
        "match",
        html! {
            h1 { a href={ "/games/" (game.id) } { (game.title) } }
            div #match .columns data-id=(live_match.id) data-roles=(game.roles.names.join("\n")) data-waits=(waits.join("\n")) {
                section .play {
                    p #status role="status" aria-live="polite" {}
                    figure #board .board { (PreEscaped(picture.svg(&[]))) }
                    div .steps role="group" aria-label="Positions of the match" {
                        button #first title="First position (Home)" { "|◀" }
                        button #back title="Back (←)" { "◀" }
                        output #ply {}
                        button #forth title="Forward (→)" { "▶" }
                        button #last title="Last position (End)" { "▶|" }
                    }
                    div #choices {}
                    p .error role="alert" {}
                    details #facts { summary { "Other facts" } pre {} }
                    div #links {}
                }
                section .search-reports {
                    h2 { "What the players think" }
                    svg #graph viewBox="0 0 300 110" role="img" aria-label="Goal that each player expected, move by move" {}
                    p #legend .legend {}
                    div #reports { p .quiet { "No player has searched yet." } }
                    details #tree { summary { "Explore the search tree" } div {} }
                    details #moves open { summary { "Moves" } ol {} }
                    details { summary { "Analysis of the rules" } pre { (game.analysis.to_string()) } }
                }
            }
        },
    )
}
