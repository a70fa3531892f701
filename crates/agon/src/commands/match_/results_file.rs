//! Files of results: lines of JSON to which one process at a time adds.

use anyhow::bail;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of results, locked so that no other program writes to it.
pub struct ResultsFile {
    file: File,
}

impl ResultsFile {
    /// Opens a file, or begins one, and reads it; an error if another process is adding to it.
    pub fn open(path: &Path) -> anyhow::Result<(ResultsFile, Vec<u8>)> {
        let mut open = OpenOptions::new();
        let mut file = open.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            // Not every file system can tell; most users have one that can.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) => bail!(
                "another run is adding its results to this file; wait until it has ended, or choose another place with --out"
            ),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok((ResultsFile { file }, bytes))
    }

    /// Leaves only the first bytes: half a line at the end, which a killed run leaves, goes away.
    pub fn cut(&mut self, whole: usize) -> std::io::Result<()> {
        self.file.set_len(whole as u64)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Adds a line in a single write, so that at most the last line is incomplete if the run is killed.
    pub fn add(&mut self, line: &str) -> std::io::Result<()> {
        self.file.write_all(line.as_bytes())
    }
}
