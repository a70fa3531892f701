//! Mean lengths and branching factors of random playouts, read from `games/measured.toml`, which
//! `cargo xtask catalogue` writes. Nothing is measured here.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Mean length and branching factor of the random playouts of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomPlayoutMeans {
    /// Mean number of joint moves of a playout.
    pub length: f64,
    /// Mean number of legal moves of a role where it has more than one.
    pub branching: f64,
}

/// Returns the means of the game with this name; `None` if it was not measured.
pub fn of(name: &str) -> Option<RandomPlayoutMeans> {
    static ALL: OnceLock<BTreeMap<String, RandomPlayoutMeans>> = OnceLock::new();
    let text = include_str!("../games/measured.toml");
    ALL.get_or_init(|| toml::from_str(text).expect("tests read the bundled file"))
        .get(name)
        .copied()
}
