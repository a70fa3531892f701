//! Tests of the program as its users run it.

mod analysis;
mod arena;
mod bad_sheets;
mod bench;
mod circuits;
mod commands;
mod corpus;
mod document_pages;
#[cfg(unix)]
mod documents;
mod features;
mod gifl;
mod groundings;
mod knowledge;
mod laboratory;
mod learning;
mod machines;
mod matches;
mod network;
mod peer;
mod perf;
mod play;
mod player;
mod playthroughs;
mod remembering;
mod run;
mod soak;
mod solve;
mod traces;
#[cfg(unix)]
mod transcripts;
mod trees;
