//! Traces of play; `compare` compares them with a machine. A trace is the record of the games that an engine played, in
//! lines of JSON, compressed by gzip or not: the first line names the roles, each further one describes a state, the
//! last one tells how the recording ended.

mod compare;

pub use compare::{TraceComparison, compare};

use flate2::read::MultiGzDecoder;
use game::StopReason;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The reason why a trace cannot be read or compared.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// A line of the file cannot be read.
    #[error("line {line}: {error}")]
    Read {
        /// Number of the line, from 1.
        line: usize,
        /// The error of reading the line.
        error: std::io::Error,
    },
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] std::io::Error),
    /// The file has no first line.
    #[error("the trace is empty")]
    Empty,
    /// The first line does not name the roles.
    #[error("line 1 is not a trace's header: {0}")]
    Header(serde_json::Error),
    /// A line is not the JSON of a state.
    #[error("line {line} is not a recorded state: {error}")]
    Record {
        /// Number of the line, from 1.
        line: usize,
        /// The error of the JSON parser.
        error: serde_json::Error,
    },
    /// A line has another error.
    #[error("line {line}{problem}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// The end of the error text, after the number of the line.
        problem: String,
    },
    /// No state was recorded.
    #[error("the trace records no state (it ended with: {0})")]
    NoState(String),
    /// The rules could not be followed.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

impl TraceError {
    fn line(line: usize, problem: impl Into<String>) -> TraceError {
        TraceError::Line { line, problem: problem.into() }
    }
}

/// Largest size of a line in bytes, as a protection against corrupt files.
const MAX_LINE: u64 = 64 << 20;

/// The first line of a trace.
#[derive(Deserialize, Debug)]
struct Header {
    roles: Vec<String>,
}

/// A recorded state of a trace.
#[derive(Deserialize, Debug)]
pub struct TraceRecord {
    /// Number of the game in the trace.
    #[serde(rename = "g")]
    pub game: u64,
    /// Number of joint moves made before.
    pub step: u64,
    /// The facts of the state.
    pub state: Vec<String>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The legal moves of each role.
    #[serde(default)]
    pub legal: Vec<Vec<String>>,
    /// The joint move that was made; none in a terminal state.
    #[serde(rename = "move", default)]
    pub joint: Vec<String>,
    /// The goal of each role, where there was exactly one value.
    #[serde(default)]
    pub goals: Vec<Option<i64>>,
}

/// A trace that is being read.
pub struct Trace {
    lines: BufReader<Box<dyn Read>>,
    /// Number of the line that was read last, from 1.
    pub line: usize,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The end of the recording, as the closing line describes it; empty before that line is read.
    pub end: String,
}

impl Trace {
    /// Opens a trace, compressed by gzip or not, and reads its first line.
    pub fn open(path: &Path) -> Result<Trace, TraceError> {
        let mut file = BufReader::new(File::open(path)?);
        let gzip = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let read: Box<dyn Read> =
            if gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        let mut trace =
            Trace { lines: BufReader::new(read), line: 0, roles: Vec::new(), end: String::new() };
        let first = trace.read_line()?.ok_or(TraceError::Empty)?;
        let header: Header = serde_json::from_str(&first).map_err(TraceError::Header)?;
        trace.roles = header.roles;
        Ok(trace)
    }

    /// Returns the next state, or `None` after the last one; an error if the closing line is missing.
    pub fn next_record(&mut self) -> Result<Option<TraceRecord>, TraceError> {
        let Some(text) = self.read_line()? else {
            let problem = ": the trace is cut off: its closing line is missing";
            return Err(TraceError::line(self.line + 1, problem));
        };
        let line = self.line;
        let wrong = |error| TraceError::Record { line, error };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(wrong)?;
        if let Some(end) = value.get("end") {
            self.end = end.as_str().unwrap_or("unknown").to_owned();
            return Ok(None);
        }
        let record: TraceRecord = serde_json::from_value(value).map_err(wrong)?;
        let roles = self.roles.len();
        let fits = |length: usize| length == if record.terminal { 0 } else { roles };
        if !fits(record.legal.len()) || !fits(record.joint.len()) {
            let problem = format!(
                ": legal moves and move must be given for all {roles} roles, unless it is terminal"
            );
            return Err(TraceError::line(line, problem));
        }
        if record.goals.len() != if record.terminal { roles } else { 0 } {
            let problem = format!(
                ": goals must be given for all {roles} roles in a terminal state, and only there"
            );
            return Err(TraceError::line(line, problem));
        }
        Ok(Some(record))
    }

    fn read_line(&mut self) -> Result<Option<String>, TraceError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let place = self.line + 1;
            let mut limited = (&mut self.lines).take(MAX_LINE);
            let read = limited.read_until(b'\n', &mut bytes);
            read.map_err(|error| TraceError::Read { line: place, error })?;
            if bytes.len() as u64 >= MAX_LINE {
                return Err(TraceError::line(place, format!(" is longer than {MAX_LINE} bytes")));
            }
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            if !bytes.trim_ascii().is_empty() {
                break;
            }
        }
        let text = String::from_utf8(bytes);
        text.map(Some)
            .map_err(|error| TraceError::line(self.line, format!(" is not UTF-8: {error}")))
    }
}
