//! The list of bundled games, and the page of a game with the form that begins a match.

use super::layout::with_code;
use super::{Section, or_error, page};
use crate::Arena;
use crate::api;
use crate::games::ArenaGame;
use crate::players::{self, PERSON};
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, html};
use std::sync::Arc;

/// The list of games at `/`, and the page of each game.
pub const SECTION: Section = Section {
    navigation: Some(("/", "Games")),
    routes: || Router::new().route("/", get(gallery)).route("/games/{game}", get(game)),
};

/// Returns the list of all bundled games with their pictures.
async fn gallery() -> Markup {
    page(
        "Games",
        "gallery",
        html! {
            div .head {
                h1 { "Games" }
                label .search { span { "Search" } input #find type="search" placeholder="name or description" autocomplete="off"; }
            }
            p .lead { "Play any of these games against any player, watch players play each other, or "
                a href="/rules" { "play a game of your own" } "." }
            ul #games .cards {
                @for game in library::games() {
                    @let about = game.about();
                    li data-words={ (game.name()) " " (about.title) " " (about.description) " " (about.kind.name()) } {
                        a .card href={ "/games/" (game.name()) } {
                            img src={ "/api/games/" (game.name()) "/picture.svg" } alt="" loading="lazy" width="200" height="160";
                            span .name { (about.title) }
                            span .sub { (roles(about.roles.len())) ", " (about.kind.name()) }
                        }
                    }
                }
            }
            p #none hidden { "No game matches." }
        },
    )
}

/// Returns a row of small pictures of bundled games.
pub fn strip<'a>(names: impl Iterator<Item = &'a str>) -> Markup {
    let games = names.filter_map(|name| library::find(name).ok());
    html! {
        ul .strip aria-label="The games" {
            @for game in games {
                li { a href={ "/games/" (game.name()) } title=(game.about().title) {
                    img src={ "/api/games/" (game.name()) "/picture.svg" } alt=(game.about().title) loading="lazy" width="96" height="80";
                } }
            }
        }
    }
}

fn roles(count: usize) -> String {
    if count == 1 { "1 role".to_owned() } else { format!("{count} roles") }
}

/// Returns the page of a game.
async fn game(State(arena): State<Arc<Arena>>, Path(id): Path<String>) -> Response {
    or_error(api::game(&arena, id).await.map(|game| game_page(&game)))
}

fn game_page(game: &ArenaGame) -> Markup {
    page(
        &game.title,
        "game",
        html! {
            h1 { (game.title) }
            div .columns {
                section {
                    figure .board { (maud::PreEscaped(game.picture().svg(&[]))) }
                    @if let Some(about) = &game.about { p { (about.description) } }
                }
                section {
                    h2 { "New match" }
                    (match_form(game))
                    details { summary { "Analysis of the rules" } pre { (game.analysis.to_string()) } }
                    details { summary { "Rules" } pre .rules { (game.rules) } }
                }
            }
        },
    )
}

/// Returns the form that begins a match. It suggests a person in the first role, and the player `agon` in all others.
fn match_form(game: &ArenaGame) -> Markup {
    let (seats, kinds) = (game.roles.names_with_player(), players::kinds_for(game));
    html! {
        form #begin data-game=(game.id) {
            @for (number, role) in seats.iter().enumerate() {
                label { span { (role) }
                    select name="player" {
                        option value=(PERSON) selected[number == 0] { "person" }
                        @for kind in &kinds {
                            option value=(kind.name) selected[number > 0 && kind.is_strongest] {
                                (kind.name) @if kind.is_strongest { " (strongest)" }
                            }
                        }
                    }
                }
            }
            label { span { "Seconds per move of a player" }
                input name="seconds" type="number" min="0.05" max="60" step="any" value="1" required; }
            label { span { "Seconds before the first move" }
                input name="start" type="number" min="0" max="60" step="any" value="2" required; }
            button type="submit" { "Start the match" }
            p .error role="alert" {}
            details { summary { "The players" }
                dl { @for kind in &kinds { dt { (kind.name) } dd { (with_code(kind.description)) } } }
            }
        }
    }
}
