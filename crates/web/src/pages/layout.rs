//! The frame that all pages share: head, navigation and script.

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
