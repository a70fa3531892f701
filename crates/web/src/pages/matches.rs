//! Matches: all of them, one of them, and those that come as files.

use super::{or_problem, page};
use crate::Arena;
use crate::table::{Chair, Match};
use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// All matches.
pub async fn list(State(arena): State<Arc<Arena>>) -> Markup {
    let all = arena.hall.all();
    page(
        "Matches",
        "plain",
        html! {
            h1 { "Matches" }
            @if all.is_empty() { p { "Nothing has been played yet. " a href="/" { "Choose a game." } } }
            @else {
                table .list {
                    thead { tr { th { "Game" } th { "Players" } th { "Moves" } th { "" } } }
                    tbody { @for table in &all { (row(table)) } }
                }
            }
        },
    )
}

fn row(table: &Match) -> Markup {
    let course = table.course();
    let players: Vec<&str> = table.chairs.iter().map(Chair::name).collect();
    html! {
        tr {
            td { a href={ "/matches/" (table.id) } { (table.game.title) } }
            td { (players.join(" – ")) }
            td { (course.ply()) }
            td { (course.status.name()) }
        }
    }
}

/// A match.
pub async fn show(State(arena): State<Arc<Arena>>, Path(id): Path<String>) -> Response {
    or_problem(arena.hall.find(&id).map(|table| match_page(&table)))
}

fn match_page(table: &Match) -> Markup {
    let game = &table.game;
    let facts = table.course().moments.last().map(|moment| Arc::clone(&moment.facts));
    let picture = game.plan.picture(&facts.unwrap_or_default());
    let waits: Vec<&str> =
        game.analysis.roles.roles.iter().flat_map(|role| &role.waits).map(String::as_str).collect();
    page(
        &game.title,
        "match",
        html! {
            h1 { a href={ "/games/" (game.id) } { (game.title) } }
            div #match .columns data-id=(table.id) data-roles=(game.roles.names.join("\n")) data-waits=(waits.join("\n")) {
                section .play {
                    p #status role="status" aria-live="polite" {}
                    figure #board .board { (PreEscaped(picture.svg(&[]))) }
                        div .steps role="group" aria-label="Moves of the match" {
                        button #first title="To the beginning (Home)" { "|◀" }
                        button #back title="Back (←)" { "◀" }
                        output #ply {}
                        button #forth title="On (→)" { "▶" }
                        button #last title="To the end (End)" { "▶|" }
                    }
                    div #choices {}
                    p .error role="alert" {}
                    details #facts { summary { "Other facts" } pre {} }
                    div #links {}
                }
                section .mind {
                    h2 { "What the players think" }
                    svg #graph viewBox="0 0 300 110" role="img" aria-label="What players expected, move by move" {}
                p #legend .legend {}
                    div #minds { p .quiet { "Nobody has thought yet." } }
                    details #tree { summary { "Explore a tree" } div {} }
                    details #moves open { summary { "Moves" } ol {} }
                    details { summary { "What the rules say" } pre { (game.analysis.to_string()) } }
                }
            }
        },
    )
}

/// Where a record is opened.
pub async fn open() -> Markup {
    page(
        "Open a record",
        "records",
        html! {
            h1 { "Open a record" }
            p .lead { "Step through a match that was saved here, or by another program in the format of ggp.org. Its moves are made again by the rules." }
            form #open {
                label { span { "The record" } input #file type="file" accept=".json,application/json" required; }
                label { span { "The game" }
                    select name="game" {
                        option value="" { "as the record says" }
                        @for game in library::games() { option value=(game.name()) { (game.about().title) } }
                    }
                }
                button type="submit" { "Open" }
                p .error role="alert" {}
            }
        },
    )
}
