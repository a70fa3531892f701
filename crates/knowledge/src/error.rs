//! Reasons why knowledge cannot be stored or found.
//!
//! Contains no handling of errors.

use std::path::PathBuf;

/// Reason why an operation on a file of knowledge failed.
#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    /// The file is not a database, or that of another program.
    #[error("{}: this is not a file of knowledge, and it is left as it is: {what}", path.display())]
    Foreign {
        /// Path of the file.
        path: PathBuf,
        /// Description of what it is instead.
        what: String,
    },
    /// The file is damaged.
    #[error("{}: the file is damaged, and it is left as it is: {what}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Description of the damage.
        what: String,
    },
    /// A later version of the program made the file.
    #[error("{}: a later version of this program made the file (its version is {found}, the latest known one is {known})", path.display())]
    Newer {
        /// Path of the file.
        path: PathBuf,
        /// Version of the file.
        found: u32,
        /// Latest version that this program knows.
        known: u32,
    },
    /// The file cannot be read or created.
    #[error("{}: {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// Another game has the name.
    #[error("there is another game with the name `{0}`")]
    NameTaken(String),
    /// No game has the name.
    #[error("no game with the name `{0}` is known")]
    Unknown(String),
    /// The rules of a game have errors.
    #[error("the rules of `{0}` have errors")]
    Rules(String),
    /// A game without an analysis cannot be compared with others.
    #[error("`{0}` has no analysis")]
    NoAnalysis(String),
    /// A line of an imported file is not valid.
    #[error("line {line}: {what}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the error.
        what: String,
    },
    /// Any other error of the database.
    #[error("error of the database: {0}")]
    Database(#[from] rusqlite::Error),
}
