//! `agon` without arguments: greets a newcomer with what to try.

use crate::Outcome;
use std::io::Write;

/// Prints the greeting.
pub fn run() -> anyhow::Result<Outcome> {
    writeln!(
        std::io::stdout(),
        "\
Agon plays any game whose rules it is given in GDL, the Game Description Language.

Try:
  agon games                           the games that come with it
  agon play tic-tac-toe --as xplayer   play one in the terminal
  agon show breakthrough               roles, initial state, sizes
  agon sim connect-four                a thousand random games, with statistics
  agon check my-rules.kif              what is wrong with a rule sheet, and how to mend it
  agon explain unsafe-variable         a fault, why it matters, an example and its correction

`agon help` lists all commands; `agon help COMMAND` explains one.
From the source folder, `cargo run --release --` stands for `agon`."
    )?;
    Ok(Outcome::Fine)
}
