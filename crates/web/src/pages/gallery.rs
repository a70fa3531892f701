//! The games of the library, and the page of a game, on which a match begins.

use super::{or_problem, page};
use crate::Arena;
use crate::api;
use crate::games::Game;
use crate::players::{self, PERSON};
use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, html};
use std::sync::Arc;

/// All games, with pictures.
pub async fn gallery() -> Markup {
    page(
        "Games",
        "gallery",
        html! {
            div .head {
                h1 { "Games" }
                label .search { span { "Find" } input #find type="search" placeholder="a name, or a word" autocomplete="off"; }
            }
            p .lead { "Play any of these against any player, let players play each other, or "
                a href="/rules" { "bring the rules of another game" } "." }
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
            p #none hidden { "No game has such words." }
        },
    )
}

/// Games of the library beside each other, small.
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

/// A game.
pub async fn game(State(arena): State<Arc<Arena>>, Path(id): Path<String>) -> Response {
    or_problem(api::game(&arena, id).await.map(|game| game_page(&game)))
}

fn game_page(game: &Game) -> Markup {
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
                    h2 { "A match" }
                    (match_form(game))
                    details { summary { "What the rules say" } pre { (game.analysis.to_string()) } }
                    details { summary { "The rules" } pre .rules { (game.rules) } }
                }
            }
        },
    )
}

/// A person in the first role against our own player, unless somebody wants something else.
fn match_form(game: &Game) -> Markup {
    let seats = game.roles.seated_names();
    html! {
        form #begin data-game=(game.id) {
            @for (number, role) in seats.iter().enumerate() {
                label { span { (role) }
                    select name="player" {
                        option value=(PERSON) selected[number == 0] { "a person" }
                        @for kind in players::kinds() {
                            option value=(kind.name) selected[number > 0 && kind.name == "agon"] title=(kind.about) { (kind.name) }
                        }
                    }
                }
            }
            label { span { "Seconds for each move of a player" }
                input name="seconds" type="number" min="0.05" max="60" step="any" value="1" required; }
            label { span { "Seconds before its first move" }
                input name="start" type="number" min="0" max="60" step="any" value="2" required; }
            button type="submit" { "Begin" }
            p .error role="alert" {}
        }
    }
}
