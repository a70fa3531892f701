//! Rules that somebody brings, and how programs ask.

use super::page;
use maud::{Markup, html};

/// What stands in the field at first: a whole game, small enough to read.
const EXAMPLE: &str = include_str!("../assets/example.kif");

/// Where rules are pasted.
pub async fn paste() -> Markup {
    page(
        "Your rules",
        "rules",
        html! {
            h1 { "Your rules" }
            p .lead { "Paste the rules of a game in GDL, or open a file. What is wrong with them is shown at its line; if nothing is, you can play at once." }
            form #bring {
                label .file { span { "A file" } input #file type="file" accept=".kif,.gdl,.txt,text/plain"; }
                div .editor {
                    pre #gutter aria-hidden="true" {}
                    textarea #rules spellcheck="false" autocapitalize="off" autocomplete="off" aria-label="Rules" rows="24" { (EXAMPLE) }
                }
                button type="submit" { "Check and play" }
                p .error role="alert" {}
            }
            section #diagnosis aria-live="polite" {}
        },
    )
}

/// How programs ask.
pub async fn programs() -> Markup {
    page(
        "API",
        "plain",
        html! {
            h1 { "For programs" }
            p { "Everything that these pages do can be asked for in JSON under " code { "/api" } "; "
                a href="/api/openapi.json" { "its description" } " is an OpenAPI document. For example:" }
            pre { "curl -s localhost:8080/api/games\n\
                curl -s localhost:8080/api/matches -H 'Content-Type: application/json' \\\n\
                \u{20}    -d '{\"game\": \"connect-four\", \"players\": [\"agon\", \"cadia-2010\"], \"seconds\": 0.5}'\n\
                curl -sN localhost:8080/api/matches/ID/events" }
        },
    )
}
