//! Tests of the program as its users run it.

mod bad_sheets;
mod commands;
mod corpus;
mod documents;
mod playthroughs;
mod run;
mod traces;
