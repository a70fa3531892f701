//! RULES on the command line: a path, `-` for standard input, or the name of a bundled game.

use anyhow::{Context, bail};
use gdl::{Checked, Rules, Scrambler, TermTable};
use library::About;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The error of a command line that cannot be carried out.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// The text of a rule sheet and its name.
pub struct RuleSheet {
    /// A path or the name of a bundled game.
    pub name: String,
    /// The text of the sheet.
    pub bytes: Vec<u8>,
    /// The bundled game, if it is one.
    pub bundled: Option<library::BundledGame>,
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
                Err(UsageError(format!("the folder `{argument}` has no `rules.kif`")).into())
            }
            Err(unknown) => Err(unknown.into()),
        }
    }

    /// Returns the sheet of a bundled game.
    pub fn bundled(game: library::BundledGame) -> RuleSheet {
        let (name, bytes) = (game.name().to_owned(), game.rules().into());
        RuleSheet { name, bytes, bundled: Some(game), folder: None }
    }

    /// Returns the description of the game, if it is a bundled one or has a `game.toml` beside its `rules.kif`.
    pub fn about(&self) -> anyhow::Result<Option<About>> {
        match (self.bundled, self.beside("game.toml")?) {
            (Some(game), _) => Ok(Some(game.about())),
            (None, Some(text)) => About::read(&text).map(Some).context("game.toml"),
            (None, None) => Ok(None),
        }
    }

    /// Returns the lines of play in which roles win, with their names: those of a bundled game, or the files `win-ROLE`
    /// beside `rules.kif`.
    pub fn wins(&self, rules: &Rules) -> anyhow::Result<Vec<(String, String)>> {
        if let Some(game) = self.bundled {
            let wins = game.wins().iter();
            return Ok(wins.map(|(role, line)| (role.to_string(), line.to_string())).collect());
        }
        let mut wins = Vec::new();
        for &role in rules.roles() {
            let role = rules.symbols().name(rules.terms().symbol(role)).to_owned();
            if let Some(line) = self.beside(&format!("win-{role}"))? {
                wins.push((role, line));
            }
        }
        Ok(wins)
    }

    /// Returns the text of a file beside the rules.
    fn beside(&self, name: &str) -> anyhow::Result<Option<String>> {
        let path = self.folder.as_ref().map(|folder| folder.join(name));
        let Some(path) = path.filter(|path| path.is_file()) else { return Ok(None) };
        let bytes = File::open(&path).and_then(read_limited);
        let text = bytes.and_then(|bytes| {
            String::from_utf8(bytes).map_err(|error| std::io::Error::other(error.utf8_error()))
        });
        text.map(Some).with_context(|| path.display().to_string())
    }

    /// Returns the same rules in other words, without the description of the game, which no longer fits.
    pub fn scrambled(&self, seed: u64) -> RuleSheet {
        let text = String::from_utf8_lossy(&self.bytes);
        let bytes = Scrambler::new(&text, seed).scramble(&text).into();
        RuleSheet { name: format!("{}, scrambled", self.name), bytes, bundled: None, folder: None }
    }

    /// Reads and checks the sheet.
    pub fn check(&self) -> Checked {
        gdl::check(&self.name, &self.bytes)
    }

    /// Returns the rules; an error after printing their faults.
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

/// Reads at most one byte more than a rule sheet may have, so that longer ones are noticed and memory is bounded.
pub fn read_limited(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(gdl::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
