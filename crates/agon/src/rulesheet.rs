//! RULES on the command line: a path, `-` for standard input, or the name of a bundled game.

use anyhow::{Context, bail};
use gdl::{Checked, Rules, Scrambler};
use library::About;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The command line asks for something that makes no sense.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// The text of a rule sheet and what to call it.
pub struct RuleSheet {
    /// A path or the name of a bundled game.
    pub name: String,
    /// The text.
    pub bytes: Vec<u8>,
    /// The bundled game, if it is one.
    pub bundled: Option<library::Game>,
    /// The folder with the rules and what belongs to them.
    folder: Option<PathBuf>,
}

impl RuleSheet {
    /// Finds the sheet: a file of this name, else a bundled game.
    pub fn find(argument: &str) -> anyhow::Result<RuleSheet> {
        if argument == "-" {
            let bytes = read_limited(std::io::stdin()).context("standard input")?;
            let name = "standard input".to_owned();
            return Ok(RuleSheet { name, bytes, bundled: None, folder: None });
        }
        let path = Path::new(argument);
        let file = if path.is_dir() { path.join("rules.kif") } else { path.to_owned() };
        if file.exists() && !file.is_dir() {
            let bytes =
                File::open(&file).and_then(read_limited).with_context(|| argument.to_owned())?;
            let folder = file.parent().filter(|_| file.ends_with("rules.kif"));
            let (name, folder) = (file.display().to_string(), folder.map(Path::to_owned));
            return Ok(RuleSheet { name, bytes, bundled: None, folder });
        }
        match library::find(argument) {
            Ok(game) => Ok(RuleSheet::bundled(game)),
            Err(_) if path.is_dir() => {
                Err(UsageError(format!("`{argument}` is a folder, not a rule sheet")).into())
            }
            Err(unknown) => Err(unknown.into()),
        }
    }

    /// The sheet of a bundled game.
    pub fn bundled(game: library::Game) -> RuleSheet {
        let (name, bytes) = (game.name().to_owned(), game.rules().into());
        RuleSheet { name, bytes, bundled: Some(game), folder: None }
    }

    /// What is said about the game, if it is a bundled one or has a `game.toml` beside its `rules.kif`.
    pub fn about(&self) -> anyhow::Result<Option<About>> {
        match (self.bundled, self.beside("game.toml")?) {
            (Some(game), _) => Ok(Some(game.about())),
            (None, Some(text)) => About::read(&text).map(Some).context("game.toml"),
            (None, None) => Ok(None),
        }
    }

    /// The line of play in which a role wins, if it is a bundled game or has a `win-ROLE` beside its `rules.kif`.
    pub fn win(&self, role: &str) -> anyhow::Result<Option<String>> {
        match self.bundled {
            Some(game) => {
                let wins = game.wins().iter().find(|(winner, _)| *winner == role);
                Ok(wins.map(|(_, line)| (*line).to_owned()))
            }
            None => self.beside(&format!("win-{role}")),
        }
    }

    /// The text of a file beside the rules.
    fn beside(&self, name: &str) -> anyhow::Result<Option<String>> {
        let path = self.folder.as_ref().map(|folder| folder.join(name));
        let Some(path) = path.filter(|path| path.is_file()) else { return Ok(None) };
        let bytes = File::open(&path).and_then(read_limited);
        let text = bytes.and_then(|bytes| {
            String::from_utf8(bytes).map_err(|error| std::io::Error::other(error.utf8_error()))
        });
        text.map(Some).with_context(|| path.display().to_string())
    }

    /// The same rules in other words; what is said about the game no longer fits.
    pub fn scrambled(&self, seed: u64) -> RuleSheet {
        let text = String::from_utf8_lossy(&self.bytes);
        let bytes = Scrambler::new(&text, seed).scramble(&text).into();
        RuleSheet { name: format!("{}, scrambled", self.name), bytes, bundled: None, folder: None }
    }

    /// Reads and checks the sheet.
    pub fn check(&self) -> Checked {
        gdl::check(&self.name, &self.bytes)
    }

    /// The rules, or an error that shows what is wrong with them.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let checked = self.check();
        if let Some(rules) = checked.rules {
            return Ok(rules);
        }
        for fault in checked.faults.kept() {
            if fault.kind.severity() == gdl::Severity::Error {
                eprintln!("{}", gdl::render(&checked.sheet.source, fault));
            }
        }
        bail!("{} cannot be played: it has errors ({})", self.name, checked.faults.errors());
    }
}

/// Reads what a rule sheet may have, and a byte more, so that too much is noticed and memory bounded.
pub fn read_limited(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(gdl::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
