//! The page that checks rules sent by a user.

use super::{Section, page};
use axum::Router;
use axum::routing::get;
use maud::{Markup, html};

/// The page at `/rules`.
pub const SECTION: Section = Section {
    navigation: Some(("/rules", "Your rules")),
    routes: || Router::new().route("/rules", get(check)),
};

/// Rules shown at first: a complete game that is short enough to read.
const EXAMPLE: &str = include_str!("../assets/example.kif");

/// Returns the page that checks rules.
async fn check() -> Markup {
    page(
        "Your rules",
        "rules",
        html! {
            h1 { "Your rules" }
            p .lead { "Paste the rules of a game in GDL (Game Description Language), or open a file. Errors and warnings are shown at their lines; rules without errors can be played at once." }
            form #bring {
                label .file { span { "Open a file" } input #file type="file" accept=".kif,.gdl,.txt,text/plain"; }
                div .editor {
                    pre #gutter aria-hidden="true" {}
                    textarea #rules spellcheck="false" autocapitalize="off" autocomplete="off" aria-label="Rules" rows="24" { (EXAMPLE) }
                }
                button type="submit" { "Check the rules" }
                p .error role="alert" {}
            }
            section #diagnosis aria-live="polite" {}
        },
    )
}
