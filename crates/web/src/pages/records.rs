//! The page that opens a record, a file with a match that was played before.

use super::{Section, page};
use axum::Router;
use axum::routing::get;
use maud::{Markup, html};

/// The page at `/records`.
pub const SECTION: Section = Section {
    navigation: Some(("/records", "Open a record")),
    routes: || Router::new().route("/records", get(open)),
};

/// Returns the form that opens a record.
async fn open() -> Markup {
    page(
        "Open a record",
        "records",
        html! {
            h1 { "Open a record" }
            p .lead { "Step through a match that was saved here or by another program, in the JSON format of ggp.org. Its moves are replayed, and must be legal." }
            form #open {
                label { span { "Record file" } input #file type="file" accept=".json,application/json" required; }
                label { span { "Game" }
                    select name="game" {
                        option value="" { "as named in the record" }
                        @for game in library::games() { option value=(game.name()) { (game.about().title) } }
                    }
                }
                button type="submit" { "Open" }
                p .error role="alert" {}
            }
        },
    )
}
