//! Experiments: a question, the result of a document, if it is a document's question, and the work that answers it.

mod definition;
mod sheet;

pub use definition::DefinitionError;
pub(crate) use definition::{Definition, read_kind};
pub use sheet::{Sheet, SheetError};

use crate::dyn_kind::{DynKind, Plan, Recorded, RunRequest};
use crate::export::{self, Format};
use crate::journal::{JournalError, Source};
use crate::kind::{Kind, Report, Unit};
use crate::report::{self, Facts};
use crate::run::{Ended, RunError};
use crate::scale::Scale;
use crate::text_table::TextTable;
use library::Publication;
use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// Largest size of a definition in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// An experiment, as its file defines it.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The name: lower-case letters, digits and hyphens.
    pub id: String,
    /// The title of the report.
    pub title: String,
    /// The question that is asked.
    pub question: String,
    /// The document that asked it first, if one did.
    pub document: Option<Document>,
    /// The rule sheets of games that are not bundled.
    pub sheets: Vec<Sheet>,
    /// The discussion of the results, in Markdown; empty if none is written.
    pub notes: String,
    kind: Arc<dyn DynKind>,
}

/// The place in a document that an experiment follows.
#[derive(Clone, Debug)]
pub struct Document {
    /// The document that is followed.
    pub publication: &'static Publication,
    /// The table, figure or section.
    pub place: String,
    /// Its result, in a sentence.
    pub found: String,
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}, {}", self.publication.citation, self.place)
    }
}

impl Experiment {
    /// Reads a definition; the name of the file is for errors.
    pub fn read(file: &str, text: &str) -> Result<Experiment, DefinitionError> {
        definition::read(file, text)
    }

    /// Makes an experiment that no file defines.
    pub fn new(id: String, title: String, kind: impl Report) -> Experiment {
        let (question, notes) = (String::new(), String::new());
        let (document, sheets) = (None, Vec::new());
        Experiment { id, title, question, document, sheets, notes, kind: Arc::new(kind) }
    }

    /// Returns the experiment with a discussion of its results.
    pub fn with_notes(self, notes: &str) -> Experiment {
        Experiment { notes: notes.to_owned(), ..self }
    }

    /// Returns the name of its kind.
    pub fn kind(&self) -> &'static str {
        self.kind.name()
    }

    /// Returns the definition, if the experiment is of this kind.
    pub fn definition<K: Kind>(&self) -> Option<&K> {
        (&*self.kind as &dyn Any).downcast_ref()
    }

    /// Returns the words for one of its tasks and for several.
    pub fn unit(&self) -> Unit {
        self.kind.unit()
    }

    /// Returns the names of all cells, in the order of its table.
    pub fn cells(&self) -> Vec<String> {
        self.kind.cells()
    }

    /// Returns the names of all games, each once, in the order of the definition.
    pub fn games(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        self.kind.games().into_iter().filter(|game| seen.insert(*game)).collect()
    }

    /// Returns the number of tasks at a scale.
    pub fn count(&self, scale: Scale) -> usize {
        self.kind.count(scale)
    }

    /// Returns whether some task gives players time instead of simulations.
    pub fn has_clocks(&self) -> bool {
        self.kind.has_clocks()
    }

    /// Returns what all lines of its results have in common.
    pub fn source(&self) -> Source {
        let sheet = |sheet: &Sheet| (sheet.name.clone(), sheet.sha256.clone());
        Source { experiment: self.id.clone(), sheets: self.sheets.iter().map(sheet).collect() }
    }

    fn recorded<'a>(&self, scale: Scale, journal: &'a [u8]) -> Recorded<'a> {
        Recorded { source: self.source(), scale, journal }
    }

    /// Returns how many tasks are finished and missing, given the bytes of a file of results. `cells` are those to be
    /// run; if there is none, all are.
    pub fn plan(&self, scale: Scale, cells: &[String], bytes: &[u8]) -> Result<Plan, JournalError> {
        self.kind.plan(&self.recorded(scale, bytes), cells)
    }

    /// Performs the missing tasks and hands out a line of results for each.
    pub fn run(
        &self,
        request: &RunRequest,
        keep: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Ended, ExperimentError> {
        self.kind.run(self.source(), request, keep)
    }

    /// Returns the report of the results so far, in Markdown.
    pub fn report(
        &self,
        scale: Scale,
        bytes: &[u8],
        facts: &Facts,
    ) -> Result<String, JournalError> {
        let found = self.kind.examine(&self.recorded(scale, bytes))?;
        Ok(report::text(self, scale, &found, facts))
    }

    /// Returns the figure of the results so far in SVG, if the kind has one.
    pub fn figure(&self, scale: Scale, bytes: &[u8]) -> Result<Option<String>, JournalError> {
        Ok(self.kind.examine(&self.recorded(scale, bytes))?.figure)
    }

    /// Returns a table of the results so far for the terminal.
    pub fn summary(&self, scale: Scale, bytes: &[u8]) -> Result<TextTable, JournalError> {
        Ok(self.kind.examine(&self.recorded(scale, bytes))?.summary)
    }

    /// Returns the lines of the results so far for other programs.
    pub fn export(
        &self,
        scale: Scale,
        bytes: &[u8],
        format: Format,
    ) -> Result<String, JournalError> {
        Ok(export::text(&self.kind.lines(&self.recorded(scale, bytes))?, format))
    }
}

/// The reason why an experiment could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file of results cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A task could not be performed, or a line not be kept.
    #[error(transparent)]
    Run(#[from] RunError),
}
