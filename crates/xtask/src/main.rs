//! Chores of the project that need more than a shell: `cargo xtask CHORE`. One file per chore.

mod bench_history;
mod catalogue;
mod contact_sheet;

use clap::{Parser, Subcommand};

/// Chores of the project
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    BenchHistory(bench_history::Options),
    Catalogue(catalogue::Options),
    ContactSheet(contact_sheet::Options),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().chore {
        Chore::BenchHistory(options) => bench_history::run(options),
        Chore::Catalogue(options) => catalogue::run(options),
        Chore::ContactSheet(options) => contact_sheet::run(options),
    }
}
