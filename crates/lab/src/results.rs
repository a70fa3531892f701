//! The finished tasks of an experiment beside those that it is made of: what reports are written from.

use crate::journal::{Journal, JournalError, LineOf, Provenance, Source};
use crate::kind::{FindingIn, JobOf, Kind};
use crate::scale::Scale;

/// The tasks of an experiment at a scale, each with its line of results if it is finished.
pub struct Results<'a, K: Kind> {
    /// The scale of the run.
    pub scale: Scale,
    /// All tasks of the experiment.
    pub jobs: Vec<JobOf<K>>,
    lines: Vec<Option<&'a LineOf<K>>>,
}

/// The results of a row of a table.
pub struct RowResults<'a, K: Kind, R, C> {
    /// The row.
    pub row: R,
    /// The columns, each with the lines of its cell.
    pub cells: Vec<(C, Vec<&'a LineOf<K>>)>,
}

impl<'a, K: Kind, R, C> RowResults<'a, K, R, C> {
    /// Returns the columns, each with the findings of its cell.
    pub fn findings(self) -> impl Iterator<Item = (C, Vec<&'a FindingIn<K>>)> {
        let findings = |lines: Vec<&'a LineOf<K>>| lines.into_iter().map(|line| &line.finding);
        self.cells.into_iter().map(move |(column, lines)| (column, findings(lines).collect()))
    }

    /// Returns the columns whose cells have a finding, each with the first one.
    pub fn first_findings(self) -> impl Iterator<Item = (C, &'a FindingIn<K>)> {
        self.findings().filter_map(|(column, found)| Some((column, *found.first()?)))
    }
}

impl<'a, K: Kind> Results<'a, K> {
    /// Finds the lines of an experiment's tasks; an error if a task was performed otherwise than the experiment says.
    pub fn new(
        kind: &K,
        source: &Source,
        scale: Scale,
        journal: &'a Journal<K>,
    ) -> Result<Results<'a, K>, JournalError> {
        let jobs = kind.jobs(scale);
        let lines = journal.answers(source, &jobs)?;
        Ok(Results { scale, jobs, lines })
    }

    /// Makes the results of lines that are not read from a file.
    pub fn of_lines(kind: &K, scale: Scale, all: &'a [LineOf<K>]) -> Results<'a, K> {
        let jobs = kind.jobs(scale);
        let line = |job: &JobOf<K>| {
            all.iter().find(|line| line.cell == job.cell && line.number == job.number)
        };
        let lines = jobs.iter().map(line).collect();
        Results { scale, jobs, lines }
    }

    /// Returns the lines of finished tasks, in the order of the tasks.
    pub fn lines(&self) -> impl Iterator<Item = &'a LineOf<K>> + '_ {
        self.lines.iter().filter_map(|line| *line)
    }

    /// Returns the lines of a cell.
    pub fn of_cell<'b>(&'b self, cell: &'b str) -> impl Iterator<Item = &'a LineOf<K>> + 'b {
        self.lines().filter(move |line| line.cell == cell)
    }

    /// Returns the lines of a table, row by row. `cells` returns the columns of a row with the names of their cells.
    pub fn by_row<R: Copy, C, I: IntoIterator<Item = (C, String)>>(
        &self,
        rows: impl IntoIterator<Item = R>,
        cells: impl Fn(R) -> I,
    ) -> impl Iterator<Item = RowResults<'a, K, R, C>> {
        rows.into_iter().map(move |row| {
            let of_cell = |(column, name): (C, String)| (column, self.of_cell(&name).collect());
            let cells = cells(row).into_iter().map(of_cell).collect();
            RowResults { row, cells }
        })
    }

    /// Returns the number of finished tasks.
    pub fn done(&self) -> usize {
        self.lines().count()
    }

    /// Returns the hours that all finished tasks took together.
    pub fn hours(&self) -> f64 {
        self.lines().map(|line| line.seconds).sum::<f64>() / 3600.0
    }

    /// Returns each program and machine that performed tasks, with the number of these.
    pub fn provenances(&self) -> Vec<(Provenance, usize)> {
        let mut found: Vec<(Provenance, usize)> = Vec::new();
        for line in self.lines() {
            let provenance = line.provenance();
            match found.iter_mut().find(|(other, _)| *other == provenance) {
                Some((_, count)) => *count += 1,
                None => found.push((provenance, 1)),
            }
        }
        found
    }
}
