//! `agon knowledge`: what is remembered between matches.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::recall::{examined, name_of};
use crate::rulesheet::RuleSheet;
use analyze::Difference;
use anyhow::Context;
use knowledge::{Imported, Knowledge};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Look at what is remembered between matches, and change it
///
/// A file of knowledge holds games with what was found out about them and what was learnt. Games are found again in other words, and so are their
/// variants. Several programs may use a file at once.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the games, and how much is known about each
    List {
        /// The file of knowledge
        file: PathBuf,
    },
    /// Print what is known about a game
    Show {
        /// The file of knowledge
        file: PathBuf,
        /// The name of the game
        name: String,
    },
    /// Remember games: their rules, what they are made of, and their symmetries
    Add {
        /// The file of knowledge; it is made if it does not exist
        file: PathBuf,
        /// Rule sheets or names of bundled games
        #[arg(required = true)]
        rules: Vec<String>,
        #[command(flatten)]
        engine: EngineOptions,
    },
    /// Find a game in other words, or games that are variants of it
    Find {
        /// The file of knowledge
        file: PathBuf,
        /// A rule sheet or the name of a bundled game
        rules: String,
        #[command(flatten)]
        engine: EngineOptions,
    },
    /// Forget a game and all that is known about it
    Forget {
        /// The file of knowledge
        file: PathBuf,
        /// The name of the game
        name: String,
    },
    /// Write everything as text, a line of JSON for each game
    Export {
        /// The file of knowledge
        file: PathBuf,
        /// The file to write; without it, standard output
        out: Option<PathBuf>,
    },
    /// Add what was exported, but for games whose names are taken
    Import {
        /// The file of knowledge; it is made if it does not exist
        file: PathBuf,
        /// What was exported; `-` is standard input
        from: PathBuf,
    },
    /// Look through the whole file for faults
    Check {
        /// The file of knowledge
        file: PathBuf,
    },
}

/// Does what is asked.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    match options.command {
        Command::List { file } => list(&existing(&file)?, &mut out)?,
        Command::Show { file, name } => show(&existing(&file)?, &name, &mut out)?,
        Command::Add { file, rules, engine } => {
            let mut knowledge = Knowledge::open(&file)?;
            for rules in &rules {
                let (sheet, name) = (RuleSheet::find(rules)?, name_of(rules));
                let text = String::from_utf8_lossy(&sheet.bytes);
                if knowledge.game(&name).is_ok_and(|game| game.rules == text) {
                    writeln!(out, "{name} is known already")?;
                    continue;
                }
                let (items, _) = examined(&sheet, &mut *engine.machine_of(&sheet)?)?;
                knowledge.add(&name, &text, &items)?;
                writeln!(out, "{name} is known now")?;
            }
        }
        Command::Find { file, rules, engine } => {
            let sheet = RuleSheet::find(&rules)?;
            let (_, portrait) = examined(&sheet, &mut *engine.machine_of(&sheet)?)?;
            let found = existing(&file)?.find(&portrait)?;
            for it in &found {
                let differences: Vec<String> =
                    it.likeness.differences.iter().map(Difference::to_string).collect();
                let differences = match differences.is_empty() {
                    true => "the same game".to_owned(),
                    false => differences.join("; "),
                };
                writeln!(out, "{}: {differences}", it.game.name)?;
            }
            return Ok(if found.is_empty() { Outcome::Found } else { Outcome::Fine });
        }
        Command::Forget { file, name } => existing(&file)?.forget(&name)?,
        Command::Export { file, out: path } => {
            let knowledge = existing(&file)?;
            match path {
                Some(path) => {
                    let made = File::create(&path).with_context(|| path.display().to_string())?;
                    let mut to = BufWriter::new(made);
                    knowledge.export(&mut to)?;
                    to.flush()?;
                }
                None => drop(knowledge.export(&mut out)?),
            }
        }
        Command::Import { file, from } => {
            let mut knowledge = Knowledge::open(&file)?;
            // Told at once, for those who count on what is told.
            let mut tell = |name: &str, imported: Imported| {
                let what = match imported {
                    Imported::Added => "is known now",
                    Imported::LeftOut => "is left out: there is a game of this name",
                };
                _ = writeln!(out, "{name} {what}").and_then(|()| out.flush());
            };
            match from.as_os_str() == "-" {
                true => knowledge.import(&mut std::io::stdin().lock(), &mut tell)?,
                false => {
                    let text = File::open(&from).with_context(|| from.display().to_string())?;
                    knowledge.import(&mut BufReader::new(text), &mut tell)?;
                }
            }
        }
        Command::Check { file } => {
            let faults = existing(&file)?.check()?;
            faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
            if !faults.is_empty() {
                return Ok(Outcome::Found);
            }
            writeln!(out, "all is well")?;
        }
    }
    Ok(Outcome::Fine)
}

/// A file that must be there already.
fn existing(file: &Path) -> anyhow::Result<Knowledge> {
    std::fs::metadata(file).with_context(|| file.display().to_string())?;
    Ok(Knowledge::open(file)?)
}

fn list(knowledge: &Knowledge, out: &mut dyn Write) -> anyhow::Result<()> {
    for game in knowledge.games()? {
        let items = knowledge.items(game.id)?;
        let kinds: Vec<&str> = items.iter().map(|item| item.kind.name()).collect();
        writeln!(out, "{}: {}", game.name, kinds.join(", "))?;
    }
    Ok(())
}

fn show(knowledge: &Knowledge, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = knowledge.game(name)?;
    writeln!(out, "{}: {} lines of rules", game.name, game.rules.lines().count())?;
    for item in knowledge.items(game.id)? {
        let role = item.role.map_or(String::new(), |role| format!(" of {role}"));
        writeln!(out, "\n{}{role} {}", item.kind.name(), item.name)?;
        writeln!(out, "{:#}", item.value)?;
    }
    Ok(())
}
