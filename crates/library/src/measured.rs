//! How long and how broad random games are, as written by `cargo xtask catalogue` into `games/measured.toml`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The means of some random games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Joint moves in a game.
    pub length: f64,
    /// Legal moves of a role, where it has more than one.
    pub branching: f64,
}

/// What was measured of a game.
pub fn of(name: &str) -> Option<Measured> {
    static ALL: OnceLock<BTreeMap<String, Measured>> = OnceLock::new();
    let text = include_str!("../../../games/measured.toml");
    ALL.get_or_init(|| toml::from_str(text).expect("a test reads it")).get(name).copied()
}
