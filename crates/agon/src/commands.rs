//! The subcommands, one file each.

pub mod bench;
pub mod check;
pub mod circuit;
pub mod completions;
pub mod explain;
pub mod fmt;
pub mod games;
pub mod perf;
pub mod perft;
pub mod play;
pub mod playthrough;
pub mod show;
pub mod sim;
pub mod verify;
pub mod welcome;
