//! `agon learn`: the ways to learn about a game by playing it.

pub mod features;
pub mod gifl;
pub mod heuristics;
pub mod td;
pub mod transfer;
pub mod trees;
pub mod values;

use crate::Outcome;

/// Learn about a game by playing it
///
/// values: the values of single states, for small games; kept in a file of knowledge, used by the players `sarsa` and
/// `uct-values`.
///
/// td: weights of features that are built from the rules, for larger games; kept in a file of their own, used by
/// `td-search` and `td-learner`.
///
/// gifl: patterns of facts that decide the ends of games; used by `gifl`, `gifl-2009`, `gifl-alphabeta` and `agon`.
///
/// heuristics: single numbers, such as the number of pieces, that make alpha-beta search stronger; used by `kuhl`.
///
/// features and trees show which features can be built from the rules and which of them matter; transfer measures
/// whether the values learnt in one game help in another.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

super::commands! {
    Values => values,
    Td => td,
    Gifl => gifl,
    Heuristics => heuristics,
    Features => features,
    Trees => trees,
    Transfer => transfer,
}

/// Runs the command of the group.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    options.command.run()
}
