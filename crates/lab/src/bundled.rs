//! The experiments that come with Agon: the files of `lab/`, built into the program so that it finds them wherever it
//! runs.

use crate::experiment::Experiment;
use term::did_you_mean;

struct Files {
    name: &'static str,
    text: &'static str,
    notes: &'static str,
}

const FILES: &[Files] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// There is no experiment of this name.
#[derive(Debug, thiserror::Error)]
#[error("there is no file and no experiment `{0}`; {hint}", hint = known_experiments(.0))]
pub struct UnknownExperiment(pub String);

/// Returns the end of a message about an unknown experiment: those that may be meant, or else all of them.
fn known_experiments(unknown: &str) -> String {
    let names = || FILES.iter().map(|files| files.name);
    did_you_mean(unknown, names())
        .unwrap_or_else(|| format!("there are `{}`", names().collect::<Vec<_>>().join("`, `")))
}

impl Files {
    /// Returns the experiment of these files.
    ///
    /// # Panics
    /// If the definition is broken; a test walks all of them.
    fn experiment(&self) -> Experiment {
        match Experiment::read(&format!("lab/{}.toml", self.name), self.text) {
            Ok(experiment) => experiment.with_notes(self.notes),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Returns all experiments that come with Agon, in the order of their names.
///
/// # Panics
/// If a definition is broken; a test walks all of them.
pub fn experiments() -> impl Iterator<Item = Experiment> {
    FILES.iter().map(Files::experiment)
}

/// Returns the experiment of this name.
///
/// # Panics
/// If its definition is broken; a test walks all of them.
pub fn find(name: &str) -> Result<Experiment, UnknownExperiment> {
    let found = FILES.iter().find(|files| files.name == name);
    found.map(Files::experiment).ok_or_else(|| UnknownExperiment(name.to_owned()))
}
