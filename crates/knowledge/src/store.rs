//! The file: how it is made, opened, read and written.
//!
//! A new file is made under another name and then given its own, so that nobody ever sees half of one. Writes wait for each other; what a
//! write reports as done is on the disk (WAL, synchronous).

use crate::find::portrait;
use crate::{Item, Kind, KnowledgeError};
use analyze::Look;
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tells our files from others: "agon" in letters.
const APPLICATION: u32 = u32::from_be_bytes(*b"agon");

/// How to get from each version of the tables to the next, from an empty file on.
const MIGRATIONS: &[&str] = &["
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

/// Others may hold the file so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is remembered.
pub struct Knowledge {
    pub(crate) connection: Connection,
    path: PathBuf,
}

/// A game that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its number in the file.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its rules.
    pub rules: String,
}

impl Knowledge {
    /// Opens a file, or makes one. A file that is damaged or not ours is left as it is.
    pub fn open(path: &Path) -> Result<Knowledge, KnowledgeError> {
        match header(path) {
            Ok(header) => check_header(path, &header)?,
            Err(error) if error.kind() == ErrorKind::NotFound => make(path)?,
            Err(error) => return Err(KnowledgeError::Io { path: path.to_owned(), error }),
        }
        let connection = connect(path).map_err(|error| explained(path, error))?;
        let found = quick_check(&connection).map_err(|error| explained(path, error))?;
        if found != "ok" {
            return Err(KnowledgeError::Damaged { path: path.to_owned(), what: found });
        }
        let mut knowledge = Knowledge { connection, path: path.to_owned() };
        knowledge.migrate()?;
        Ok(knowledge)
    }

    fn migrate(&mut self) -> Result<(), KnowledgeError> {
        let known = MIGRATIONS.len() as u32;
        let found = version(&self.connection)?;
        if found > known {
            return Err(KnowledgeError::Newer { path: self.path.clone(), found, known });
        }
        if found < known {
            self.write(migrate)?;
        }
        Ok(())
    }

    /// Writes all of something or nothing.
    pub(crate) fn write<T>(
        &mut self,
        act: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T, KnowledgeError> {
        let behavior = TransactionBehavior::Immediate;
        let result = self.connection.transaction_with_behavior(behavior).and_then(|transaction| {
            let result = act(&transaction)?;
            transaction.commit()?;
            Ok(result)
        });
        result.map_err(|error| explained(&self.path, error))
    }

    /// All games, by name.
    pub fn games(&self) -> Result<Vec<Known>, KnowledgeError> {
        let mut query =
            self.connection.prepare("SELECT id, name, rules FROM games ORDER BY name")?;
        let games = query.query_map([], known)?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    /// A game by its number.
    pub(crate) fn numbered(&self, id: i64) -> Result<Option<Known>, KnowledgeError> {
        let mut query =
            self.connection.prepare("SELECT id, name, rules FROM games WHERE id = ?1")?;
        Ok(query.query_row([id], known).optional()?)
    }

    /// A game by its name.
    pub fn game(&self, name: &str) -> Result<Known, KnowledgeError> {
        let mut query =
            self.connection.prepare("SELECT id, name, rules FROM games WHERE name = ?1")?;
        let game = query.query_row([name], known).optional()?;
        game.ok_or_else(|| KnowledgeError::Unknown(name.to_owned()))
    }

    /// Remembers a game with what is known about it, which is at least its analysis.
    pub fn add(
        &mut self,
        name: &str,
        rules: &str,
        items: &[Item],
    ) -> Result<Known, KnowledgeError> {
        let looks = portrait(name, rules, items)?.looks();
        let id = self.write(|transaction| {
            let mut insert = transaction.prepare("INSERT INTO games (name, rules) VALUES (?1, ?2)")?;
            let id = insert.insert(params![name, rules])?;
            let mut insert = transaction.prepare(
                "INSERT INTO looks (game, blur, inverted, without, key) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for look in &looks {
                let Look { blur, is_inverted, without, key } = look;
                insert.execute(params![id, blur, is_inverted, without, key.cast_signed()])?;
            }
            items.iter().try_for_each(|item| put(transaction, id, item))?;
            Ok(id)
        });
        match id {
            Ok(id) => Ok(Known { id, name: name.to_owned(), rules: rules.to_owned() }),
            Err(KnowledgeError::Database(error))
                if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) =>
            {
                Err(KnowledgeError::NameTaken(name.to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// Forgets a game and all that is known about it.
    pub fn forget(&mut self, name: &str) -> Result<(), KnowledgeError> {
        match self
            .write(|transaction| transaction.execute("DELETE FROM games WHERE name = ?1", [name]))?
        {
            0 => Err(KnowledgeError::Unknown(name.to_owned())),
            _ => Ok(()),
        }
    }

    /// Remembers something about a game, in the place of what was known before.
    pub fn remember(&mut self, game: i64, item: &Item) -> Result<(), KnowledgeError> {
        self.write(|transaction| put(transaction, game, item))
    }

    /// All that is known about a game.
    pub fn items(&self, game: i64) -> Result<Vec<Item>, KnowledgeError> {
        let mut query = self.connection.prepare(
            "SELECT kind, role, name, value FROM items WHERE game = ?1 ORDER BY kind, role, name",
        )?;
        let rows = query.query_map([game], |row| {
            Ok([row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
        })?;
        let mut items = Vec::new();
        for row in rows {
            let [kind, role, name, value] = row?;
            let what = || format!("what is known as {kind} `{name}` cannot be read");
            let damaged = || KnowledgeError::Damaged { path: self.path.clone(), what: what() };
            let kind = Kind::ALL.into_iter().find(|it| it.name() == kind).ok_or_else(damaged)?;
            let value = serde_json::from_str(&value).map_err(|_| damaged())?;
            items.push(Item {
                kind,
                role: Some(role).filter(|role| !role.is_empty()),
                name,
                value,
            });
        }
        Ok(items)
    }

    /// Looks through all of the file; what is wrong with it.
    pub fn check(&self) -> Result<Vec<String>, KnowledgeError> {
        let mut faults = Vec::new();
        let mut query = self.connection.prepare("PRAGMA integrity_check")?;
        let lines = query.query_map([], |row| row.get::<_, String>(0))?;
        faults.extend(
            lines.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().filter(|it| it != "ok"),
        );
        let mut query = self.connection.prepare("PRAGMA foreign_key_check")?;
        let orphans = query.query_map([], |row| row.get::<_, String>(0))?;
        for table in orphans {
            faults.push(format!("something in `{}` belongs to no game", table?));
        }
        for game in self.games()? {
            if gdl::check(&game.name, game.rules.as_bytes()).rules.is_none() {
                faults.push(format!("the rules of `{}` have errors", game.name));
            }
            if let Err(error) = self.items(game.id) {
                faults.push(format!("`{}`: {error}", game.name));
            }
        }
        Ok(faults)
    }
}

fn known(row: &rusqlite::Row) -> rusqlite::Result<Known> {
    Ok(Known { id: row.get(0)?, name: row.get(1)?, rules: row.get(2)? })
}

fn put(transaction: &Transaction, game: i64, item: &Item) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare(
        "INSERT OR REPLACE INTO items (game, kind, role, name, value) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let role = item.role.as_deref().unwrap_or_default();
    insert.execute(params![game, item.kind.name(), role, item.name, item.value.to_string()])?;
    Ok(())
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

fn quick_check(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings the tables up to date.
fn migrate(transaction: &Transaction) -> rusqlite::Result<()> {
    // Somebody else may have done it in the meantime.
    let found = version(transaction)? as usize;
    for step in MIGRATIONS.iter().skip(found) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)
}

/// A damaged file gives many errors.
fn explained(path: &Path, error: rusqlite::Error) -> KnowledgeError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            KnowledgeError::Damaged { path: path.to_owned(), what: error.to_string() }
        }
        _ => error.into(),
    }
}

/// What every file of SQLite begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Where the number of the application stands in it.
const APPLICATION_PLACE: usize = 68;
const HEADER: usize = 100;

/// The beginning of a file, as far as there is one.
fn header(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut header = Vec::new();
    File::open(path)?.take(HEADER as u64).read_to_end(&mut header)?;
    Ok(header)
}

fn check_header(path: &Path, header: &[u8]) -> Result<(), KnowledgeError> {
    let foreign =
        |what: &str| KnowledgeError::Foreign { path: path.to_owned(), what: what.to_owned() };
    if header.is_empty() {
        return Err(foreign("it is empty"));
    }
    if header.len() < HEADER || !header.starts_with(MAGIC) {
        return Err(foreign("it is no SQLite database"));
    }
    match header[APPLICATION_PLACE..][..4] == APPLICATION.to_be_bytes() {
        true => Ok(()),
        false => Err(foreign("it is the database of another program")),
    }
}

/// Makes a file, unless somebody else does so at the same time.
fn make(path: &Path) -> Result<(), KnowledgeError> {
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

fn fill(path: &Path) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    let transaction = connection.transaction()?;
    migrate(&transaction)?;
    transaction.commit()?;
    connection.pragma_update(None, "journal_mode", "WAL")
}
