//! Scales: the thoroughness of a run.

use serde::Deserialize;
use std::fmt;

/// The thoroughness of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// About ten minutes, to see whether everything works.
    Small,
    /// As many tasks as in the document, or more.
    Full,
}

impl Scale {
    /// Both scales, the smaller first.
    pub const ALL: [Scale; 2] = [Scale::Small, Scale::Full];

    /// Returns the word for the scale.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Small => "small",
            Scale::Full => "full",
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A number for each scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerScale {
    /// The number for [`Scale::Small`].
    pub small: u64,
    /// The number for [`Scale::Full`].
    pub full: u64,
}

impl PerScale {
    /// Returns the number for a scale.
    pub fn of(self, scale: Scale) -> u64 {
        match scale {
            Scale::Small => self.small,
            Scale::Full => self.full,
        }
    }
}
