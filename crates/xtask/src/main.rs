//! Development tasks that need more than a shell: `cargo xtask TASK`. Each task has a file of its own.

mod bench_history;
mod catalogue;
mod check_layers;
mod contact_sheet;

use clap::{Parser, Subcommand};

/// Development tasks of the project
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    BenchHistory(bench_history::Options),
    Catalogue(catalogue::Options),
    CheckLayers(check_layers::Options),
    ContactSheet(contact_sheet::Options),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::BenchHistory(options) => bench_history::run(options),
        Task::Catalogue(options) => catalogue::run(options),
        Task::CheckLayers(options) => check_layers::run(options),
        Task::ContactSheet(options) => contact_sheet::run(options),
    }
}
