//! What pages share: the frame, with head, navigation and script, and code within texts.

use super::SECTIONS;
use maud::{DOCTYPE, Markup, html};

/// Returns a page. `kind` selects the function of `arena.js` that runs on it; `plain` is for pages without one.
pub fn page(title: &str, kind: &str, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Agon" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/arena.css";
                script type="module" src="/assets/arena.js" {}
            }
            body data-page=(kind) {
                a .skip href="#main" { "Skip to content" }
                header {
                    a .brand href="/" { "Agon" }
                    nav aria-label="Pages" {
                        @for (address, title) in SECTIONS.iter().filter_map(|section| section.navigation) {
                            a href=(address) { (title) }
                        }
                    }
                }
                main #main { (body) }
            }
        }
    }
}

/// Returns a text in which parts between backquotes are shown as code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
