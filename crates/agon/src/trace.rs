//! Traces: an engine's record of play, JSON lines, gzip'd or plain. The first line names the game and its roles,
//! each further one describes a state, the last one says how the recording ended.

use anyhow::{Context, anyhow, bail, ensure};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// No honest state takes more than this many bytes; a corrupt file could claim any number.
const MAX_LINE: u64 = 64 << 20;

/// The first line.
#[derive(Deserialize, Debug)]
struct Header {
    roles: Vec<String>,
}

/// A recorded state.
#[derive(Deserialize, Debug)]
pub struct Record {
    /// Which game of the trace it belongs to.
    #[serde(rename = "g")]
    pub game: u64,
    /// The joint moves made before.
    pub step: u64,
    /// The facts.
    pub state: Vec<String>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The legal moves of each role.
    #[serde(default)]
    pub legal: Vec<Vec<String>>,
    /// The joint move that was made; none in a terminal state.
    #[serde(rename = "move", default)]
    pub joint: Vec<String>,
    /// What each role got, where there was exactly one value.
    #[serde(default)]
    pub goals: Vec<Option<i64>>,
}

/// A trace being read.
pub struct Trace {
    lines: BufReader<Box<dyn Read>>,
    /// The line that was read last, from 1.
    pub line: usize,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// How the recording ended, according to the closing line.
    pub end: String,
}

impl Trace {
    /// Opens a trace, gzip'd or plain, and reads its first line.
    pub fn open(path: &Path) -> anyhow::Result<Trace> {
        let mut file = BufReader::new(File::open(path)?);
        let gzip = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let read: Box<dyn Read> =
            if gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        let mut trace =
            Trace { lines: BufReader::new(read), line: 0, roles: Vec::new(), end: String::new() };
        let first = trace.read_line()?.ok_or_else(|| anyhow!("the trace is empty"))?;
        let header: Header =
            serde_json::from_str(&first).context("line 1 is not a trace's header")?;
        trace.roles = header.roles;
        Ok(trace)
    }

    /// The next state, or nothing after the last one. A trace without its closing line is cut off.
    pub fn next_record(&mut self) -> anyhow::Result<Option<Record>> {
        let Some(text) = self.read_line()? else {
            bail!("line {}: the trace is cut off: its closing line is missing", self.line + 1);
        };
        let place = || format!("line {} is not a recorded state", self.line);
        let value: serde_json::Value = serde_json::from_str(&text).with_context(place)?;
        if let Some(end) = value.get("end") {
            self.end = end.as_str().unwrap_or("unknown").to_owned();
            return Ok(None);
        }
        let record: Record = serde_json::from_value(value).with_context(place)?;
        let roles = self.roles.len();
        let fits = |length: usize| length == if record.terminal { 0 } else { roles };
        ensure!(
            fits(record.legal.len()) && fits(record.joint.len()),
            "line {}: legal moves and move must be given for all {roles} roles, unless it is terminal",
            self.line
        );
        ensure!(
            record.goals.len() == if record.terminal { roles } else { 0 },
            "line {}: goals must be given for all {roles} roles in a terminal state, and only there",
            self.line
        );
        Ok(Some(record))
    }

    fn read_line(&mut self) -> anyhow::Result<Option<String>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let place = self.line + 1;
            let mut limited = (&mut self.lines).take(MAX_LINE);
            limited.read_until(b'\n', &mut bytes).with_context(|| format!("line {place}"))?;
            ensure!(
                (bytes.len() as u64) < MAX_LINE,
                "line {place} is longer than {MAX_LINE} bytes"
            );
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            if !bytes.trim_ascii().is_empty() {
                break;
            }
        }
        let text = String::from_utf8(bytes);
        Ok(Some(text.with_context(|| format!("line {} is not UTF-8", self.line))?))
    }
}
