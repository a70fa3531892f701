//! The files of experiments: definitions, notes, rule sheets and results.

use crate::interrupt::interrupted;
use crate::rulesheet::{UsageError, read_limited};
use anyhow::Context;
use lab::{Experiment, Games, Scale};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The default folder of results.
pub const RESULTS: &str = "lab/results";

/// Finds an experiment: a file of this name, otherwise a bundled experiment.
pub fn find(name: &str) -> anyhow::Result<Experiment> {
    let path = Path::new(name);
    if !path.is_file() {
        return lab::find(name).map_err(|unknown| UsageError(unknown.to_string()).into());
    }
    let experiment = Experiment::read(name, &read_text(path)?)?;
    let notes = path.with_extension("notes.md");
    if notes.is_file() {
        return Ok(experiment.with_notes(&read_text(&notes)?));
    }
    Ok(experiment)
}

/// Reads a text that a person wrote.
fn read_text(path: &Path) -> anyhow::Result<String> {
    let name = || path.display().to_string();
    let mut text = String::new();
    let file = File::open(path).with_context(name)?;
    file.take(lab::MAX_BYTES + 1).read_to_string(&mut text).with_context(name)?;
    let max = lab::MAX_BYTES;
    anyhow::ensure!(text.len() as u64 <= max, "{}: it has more than {max} bytes", name());
    Ok(text)
}

/// Returns the games of an experiment, whose rule sheets are found from the folder of its file and must have the
/// content that the experiment names.
pub fn games(name: &str, experiment: &Experiment) -> anyhow::Result<Games> {
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let mut games = Games::new(interrupted);
    for sheet in &experiment.sheets {
        let path = folder.join(&sheet.path);
        let bytes = File::open(&path).and_then(read_limited);
        let bytes = bytes.with_context(|| format!("{name}: {}", path.display()))?;
        sheet.check(&bytes).with_context(|| name.to_owned())?;
        games = games.with_sheet(sheet.name.clone(), bytes);
    }
    Ok(games)
}

/// Returns the path of an experiment's results, report or figure.
pub fn path(folder: &Path, experiment: &Experiment, scale: Scale, ending: &str) -> PathBuf {
    folder.join(format!("{}-{scale}.{ending}", experiment.id))
}

/// Returns the wanted scale, or all, as far as there are results; an error if there are none.
pub fn scales_with_results(
    experiment: &Experiment,
    folder: &Path,
    wanted: Option<Scale>,
    name: &str,
) -> anyhow::Result<Vec<Scale>> {
    let exists = |scale: &Scale| path(folder, experiment, *scale, "jsonl").is_file();
    let is_wanted = |scale: &Scale| wanted.is_none_or(|wanted| wanted == *scale);
    let scales: Vec<Scale> = Scale::ALL.into_iter().filter(is_wanted).filter(exists).collect();
    let folder = folder.display();
    let (at, scale) = match wanted {
        Some(scale) => (format!(" at the scale {scale}"), format!(" --scale {scale}")),
        None => Default::default(),
    };
    anyhow::ensure!(
        !scales.is_empty(),
        "there are no results of {}{at} in {folder}; `agon lab run {name}{scale} --results {folder}` makes some",
        experiment.id,
    );
    Ok(scales)
}

/// Reads the results of an experiment.
pub fn results(
    folder: &Path,
    experiment: &Experiment,
    scale: Scale,
) -> anyhow::Result<(PathBuf, Vec<u8>)> {
    let path = path(folder, experiment, scale, "jsonl");
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    Ok((path, bytes))
}
