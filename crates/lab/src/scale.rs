//! How thoroughly an experiment is run.

use serde::Deserialize;
use std::fmt;

/// How thoroughly an experiment is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// In about ten minutes, to see whether everything works.
    Small,
    /// As in the document, or more.
    Full,
}

impl Scale {
    /// All of them.
    pub const ALL: [Scale; 2] = [Scale::Small, Scale::Full];

    /// The word for it.
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
    /// The number for a scale.
    pub fn of(self, scale: Scale) -> u64 {
        match scale {
            Scale::Small => self.small,
            Scale::Full => self.full,
        }
    }
}
