//! What can go wrong.

use std::path::PathBuf;

/// Why something is not remembered, or not found.
#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    /// The file is no database, or that of another program.
    #[error("{}: this is not a file of ours, and it stays as it is: {what}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: String,
    },
    /// The file is damaged.
    #[error("{}: the file is damaged, and it stays as it is: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A later version of the program made the file.
    #[error("{}: a later version of this program made the file (its version is {found}, and we know {known})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The last one that is known.
        known: u32,
    },
    /// The file cannot be read or made.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Another game has the name.
    #[error("there is another game with the name `{0}`")]
    NameTaken(String),
    /// There is no such game.
    #[error("no game with the name `{0}` is known")]
    Unknown(String),
    /// The rules of a game have errors.
    #[error("the rules of `{0}` have errors")]
    Rules(String),
    /// A game without an analysis cannot be compared.
    #[error("nothing is said about what `{0}` is made of")]
    NoAnalysis(String),
    /// What was to be read is not what was written.
    #[error("line {line}: {what}")]
    Line {
        /// The line of what is imported, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Something else about the database.
    #[error("the database says: {0}")]
    Database(#[from] rusqlite::Error),
}
