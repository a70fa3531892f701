//! `agon knowledge`: shows and changes files of knowledge.

use crate::Outcome;
use crate::knowledge_file::game_name;
use crate::machine_choice::EngineOptions;
use crate::rulesheet::RuleSheet;
use analyze::{Analyst, Difference, Portrait};
use anyhow::Context;
use engine::prior_knowledge::examine;
use knowledge::{ImportOutcome, Item, Knowledge};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Show and change files of knowledge: what was found and learnt about games
///
/// Commands with `--knowledge FILE` use such a file. A game is recognised in other words, and so are its variants.
/// Several programs may use a file at the same time.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the games, and the kinds of knowledge about each
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
    /// Add games: their rules, structures and symmetries
    Add {
        /// The file of knowledge; it is created if it does not exist
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
    /// Remove a game and all knowledge about it
    Forget {
        /// The file of knowledge
        file: PathBuf,
        /// The name of the game
        name: String,
    },
    /// Write the whole file as text, a line of JSON for each game
    Export {
        /// The file of knowledge
        file: PathBuf,
        /// The file to write; without it, standard output
        out: Option<PathBuf>,
    },
    /// Add exported games, except those whose names are taken
    Import {
        /// The file of knowledge; it is created if it does not exist
        file: PathBuf,
        /// The exported text; `-` is standard input
        from: PathBuf,
    },
    /// Check the whole file for errors
    Check {
        /// The file of knowledge
        file: PathBuf,
    },
}

/// Analyses the game of a sheet; returns the knowledge about it, and the portrait by which it is recognised.
fn examined(sheet: &RuleSheet, engine: EngineOptions) -> anyhow::Result<(Vec<Item>, Portrait)> {
    let (analyst, mut machine) = (Analyst::new(sheet.rules()?), engine.machine_of(sheet)?);
    Ok(examine(&analyst, &mut *machine)?)
}

/// Runs the command on the file.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    match options.command {
        Command::List { file } => list(&existing(&file)?, &mut out)?,
        Command::Show { file, name } => show(&existing(&file)?, &name, &mut out)?,
        Command::Add { file, rules, engine } => {
            let mut knowledge = Knowledge::open(&file)?;
            for rules in &rules {
                let (sheet, name) = (RuleSheet::find(rules)?, game_name(rules));
                let text = String::from_utf8_lossy(&sheet.bytes);
                if knowledge.game(&name).is_ok_and(|game| game.rules == text) {
                    writeln!(out, "{name} is known already")?;
                    continue;
                }
                let (items, _) = examined(&sheet, engine)?;
                knowledge.add(&name, &text, &items)?;
                writeln!(out, "{name} is known now")?;
            }
        }
        Command::Find { file, rules, engine } => {
            let sheet = RuleSheet::find(&rules)?;
            let (_, portrait) = examined(&sheet, engine)?;
            let found = existing(&file)?.find(&portrait)?;
            for it in &found {
                let differences: Vec<String> =
                    it.likeness.differences.iter().map(Difference::to_string).collect();
                let differences = if differences.is_empty() {
                    "the same game".to_owned()
                } else {
                    differences.join("; ")
                };
                writeln!(out, "{}: {differences}", it.game.name)?;
            }
            return Ok(if found.is_empty() { Outcome::Found } else { Outcome::Fine });
        }
        Command::Forget { file, name } => existing(&file)?.remove(&name)?,
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
            let mut tell = |name: &str, imported: ImportOutcome| {
                let what = match imported {
                    ImportOutcome::Added => "is known now",
                    ImportOutcome::NameTaken => "is left out: there is a game of this name",
                };
                _ = writeln!(out, "{name} {what}").and_then(|()| out.flush());
            };
            if from.as_os_str() == "-" {
                knowledge.import(&mut std::io::stdin().lock(), &mut tell)?;
            } else {
                let text = File::open(&from).with_context(|| from.display().to_string())?;
                knowledge.import(&mut BufReader::new(text), &mut tell)?;
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

/// Opens a file of knowledge, which must exist.
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
