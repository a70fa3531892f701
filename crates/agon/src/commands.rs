//! The commands of the program: one file and one row in the table below for each.
//!
//! The file of a command has a type `Options`, whose doc comments are the help texts, and a function `run`. A group of
//! commands is a file with a table of its own and a folder with the files of its commands. Names that commands had
//! before are in `old_names.rs`.

pub mod analyze;
pub mod check;
pub mod dev;
pub mod explain;
pub mod fmt;
pub mod games;
pub mod knowledge;
pub mod lab;
pub mod learn;
pub mod match_;
pub mod net;
pub mod play;
pub mod players;
pub mod serve;
pub mod show;
pub mod sim;
pub mod similar;
pub mod solve;
pub mod tournament;

/// Makes the type `Command` of a group from its rows `Name => module`, and its method `run`, which runs the command.
macro_rules! commands {
    ($($name:ident => $module:ident,)+) => {
        /// A command of this group, with its options.
        #[derive(clap::Subcommand)]
        pub enum Command {
            $($name($module::Options),)+
        }

        impl Command {
            /// Runs the command with its options.
            pub fn run(self) -> anyhow::Result<$crate::Outcome> {
                match self {
                    $(Command::$name(options) => $module::run(options),)+
                }
            }
        }
    };
}
use commands;

commands! {
    Play => play,
    Match => match_,
    Tournament => tournament,
    Serve => serve,
    Players => players,
    Games => games,
    Show => show,
    Check => check,
    Explain => explain,
    Fmt => fmt,
    Sim => sim,
    Analyze => analyze,
    Similar => similar,
    Solve => solve,
    Learn => learn,
    Knowledge => knowledge,
    Lab => lab,
    Net => net,
    Dev => dev,
}
