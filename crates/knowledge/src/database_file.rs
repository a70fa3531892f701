//! The database file: how it is created, recognised, opened and migrated.
//!
//! A new file is created under a temporary name and then linked to its own, so that no process ever sees half of one.
//! Does not read or write games (`store`).

use crate::KnowledgeError;
use rusqlite::{Connection, ErrorCode, Transaction};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

/// The application id of our files: "agon" in ASCII.
const APPLICATION: u32 = u32::from_be_bytes(*b"agon");

/// Statements that lead from each version of the tables to the next, beginning with an empty file.
pub(super) const MIGRATIONS: &[&str] = &["
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        rules TEXT NOT NULL
    ) STRICT;
    CREATE TABLE looks (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        blur INTEGER NOT NULL,
        inverted INTEGER NOT NULL,
        without TEXT,
        key INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX looks_by_key ON looks (key);
    CREATE INDEX looks_by_game ON looks (game);
    CREATE TABLE items (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        role TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (game, kind, role, name)
    ) STRICT, WITHOUT ROWID;
"];

/// Longest time to wait for other processes that write to the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);

/// Opens the database with the settings that all connections need.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

/// Checks the structure of the database. Returns `ok` or a description of the first fault.
pub(super) fn quick_check(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
}

/// Returns the version of the tables.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings the tables up to date.
pub(super) fn migrate(transaction: &Transaction) -> rusqlite::Result<()> {
    // Somebody else may have done it in the meantime.
    let found = version(transaction)? as usize;
    for step in MIGRATIONS.iter().skip(found) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)
}

/// Converts an error of the database; a damaged file causes many different ones.
pub(super) fn explained(path: &Path, error: rusqlite::Error) -> KnowledgeError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            KnowledgeError::Damaged { path: path.to_owned(), what: error.to_string() }
        }
        _ => error.into(),
    }
}

/// The bytes that every SQLite file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Offset of the application id in the file.
const APPLICATION_PLACE: usize = 68;
/// Length of the header of a file.
const HEADER: usize = 100;

/// Reads the header of a file, or all of it if it is shorter.
pub(super) fn header(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut header = Vec::new();
    File::open(path)?.take(HEADER as u64).read_to_end(&mut header)?;
    Ok(header)
}

/// Checks that a header is that of a file of knowledge.
pub(super) fn check_header(path: &Path, header: &[u8]) -> Result<(), KnowledgeError> {
    let foreign =
        |what: &str| KnowledgeError::Foreign { path: path.to_owned(), what: what.to_owned() };
    if header.is_empty() {
        return Err(foreign("it is empty"));
    }
    if header.len() < HEADER || !header.starts_with(MAGIC) {
        return Err(foreign("it is not an SQLite database"));
    }
    if header[APPLICATION_PLACE..][..4] == APPLICATION.to_be_bytes() {
        Ok(())
    } else {
        Err(foreign("it is the database of another program"))
    }
}

/// Creates a file, unless another process does so at the same time.
pub(super) fn make(path: &Path) -> Result<(), KnowledgeError> {
    let io = |error| KnowledgeError::Io { path: path.to_owned(), error };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    // What a process of the same number left when it was killed.
    _ = std::fs::remove_file(&new);
    let made = fill(&new).map_err(|error| explained(path, error));
    let named = made.and_then(|()| match std::fs::hard_link(&new, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        other => other.map_err(io),
    });
    _ = std::fs::remove_file(&new);
    named
}

/// Creates the tables in a new file.
fn fill(path: &Path) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    let transaction = connection.transaction()?;
    migrate(&transaction)?;
    transaction.commit()?;
    connection.pragma_update(None, "journal_mode", "WAL")
}
