//! The subcommands, one file each.

pub mod analyze;
pub mod bench;
pub mod check;
pub mod circuit;
pub mod completions;
pub mod explain;
pub mod fmt;
pub mod games;
pub mod gifl;
pub mod graph;
pub mod lab;
pub mod match_;
pub mod perf;
pub mod perft;
pub mod play;
pub mod player;
pub mod players;
pub mod playthrough;
pub mod referee;
pub mod show;
pub mod sim;
pub mod similar;
pub mod solve;
pub mod tournament;
pub mod verify;
pub mod welcome;
