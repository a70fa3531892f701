//! `agon net`: matches over the network.

pub mod player;
pub mod referee;

use crate::Outcome;

/// Play matches over the network, by the protocol of general game playing (GGP)
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

super::commands! {
    Player => player,
    Referee => referee,
}

/// Runs the command of the group.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    options.command.run()
}
