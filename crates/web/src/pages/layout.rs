//! What all pages have in common.

use maud::{DOCTYPE, Markup, html};

/// A page; `kind` tells the script what to do with it.
pub fn page(title: &str, kind: &str, body: Markup) -> Markup {
    let entries = [
        ("/", "Games"),
        ("/rules", "Your rules"),
        ("/matches", "Matches"),
        ("/records", "Open a record"),
        ("/lab", "Laboratory"),
        ("/programs", "API"),
    ];
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
                a .skip href="#main" { "To the content" }
                header {
                    a .brand href="/" { "Agon" }
                    nav aria-label="Pages" {
                        @for (address, name) in entries {
                            a href=(address) { (name) }
                        }
                    }
                }
                main #main { (body) }
            }
        }
    }
}
