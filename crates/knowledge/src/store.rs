//! The contents of a file of knowledge: games and what is known about them.
//!
//! Creating and opening the file itself is in `database_file`. Writes of several processes wait for each other; what a
//! write reports as done is on the disk (WAL, synchronous).

use crate::database_file::{
    MIGRATIONS, check_header, connect, explained, header, make, migrate, quick_check, version,
};
use crate::find::portrait;
use crate::{Item, KnowledgeError, KnowledgeKind};
use analyze::PartialIdentity;
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A file of knowledge that is open.
pub struct Knowledge {
    pub(crate) connection: Connection,
    path: PathBuf,
}

/// A game in a file of knowledge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// Id of the game in the file.
    pub id: i64,
    /// Name of the game.
    pub name: String,
    /// Rules of the game, as text.
    pub rules: String,
}

impl Knowledge {
    /// Opens a file, or creates it if it does not exist. A file that is damaged or of another kind is left as it is.
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

    /// Brings the file's tables up to date.
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

    /// Runs a transaction: either all of its changes are made or none.
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

    /// Returns all games, ordered by name.
    pub fn games(&self) -> Result<Vec<KnownGame>, KnowledgeError> {
        let mut query =
            self.connection.prepare("SELECT id, name, rules FROM games ORDER BY name")?;
        let games = query.query_map([], known)?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the game with an id. `None` if it was removed.
    pub(crate) fn game_by_id(&self, id: i64) -> Result<Option<KnownGame>, KnowledgeError> {
        let mut query =
            self.connection.prepare("SELECT id, name, rules FROM games WHERE id = ?1")?;
        Ok(query.query_row([id], known).optional()?)
    }

    /// Returns the game with a name.
    pub fn game(&self, name: &str) -> Result<KnownGame, KnowledgeError> {
        let mut query =
            self.connection.prepare("SELECT id, name, rules FROM games WHERE name = ?1")?;
        let game = query.query_row([name], known).optional()?;
        game.ok_or_else(|| KnowledgeError::Unknown(name.to_owned()))
    }

    /// Stores a game and what is known about it, which must include its analysis.
    pub fn add(
        &mut self,
        name: &str,
        rules: &str,
        items: &[Item],
    ) -> Result<KnownGame, KnowledgeError> {
        let looks = portrait(name, rules, items)?.looks();
        let id = self.write(|transaction| {
            let mut insert = transaction.prepare("INSERT INTO games (name, rules) VALUES (?1, ?2)")?;
            let id = insert.insert(params![name, rules])?;
            let mut insert = transaction.prepare(
                "INSERT INTO looks (game, blur, inverted, without, key) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for look in &looks {
                let PartialIdentity { disregarded, is_inverted, without, key } = look;
                insert.execute(params![id, disregarded, is_inverted, without, key.cast_signed()])?;
            }
            items.iter().try_for_each(|item| put(transaction, id, item))?;
            Ok(id)
        });
        match id {
            Ok(id) => Ok(KnownGame { id, name: name.to_owned(), rules: rules.to_owned() }),
            Err(KnowledgeError::Database(error))
                if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) =>
            {
                Err(KnowledgeError::NameTaken(name.to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// Removes a game and everything that is known about it.
    pub fn remove(&mut self, name: &str) -> Result<(), KnowledgeError> {
        let delete = |transaction: &Transaction| {
            transaction.execute("DELETE FROM games WHERE name = ?1", [name])
        };
        if self.write(delete)? == 0 {
            return Err(KnowledgeError::Unknown(name.to_owned()));
        }
        Ok(())
    }

    /// Stores something about a game, replacing what was stored under the same kind, role and name.
    pub fn set_item(&mut self, game: i64, item: &Item) -> Result<(), KnowledgeError> {
        self.write(|transaction| put(transaction, game, item))
    }

    /// Returns everything that is known about a game.
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
            let kind =
                KnowledgeKind::ALL.into_iter().find(|it| it.name() == kind).ok_or_else(damaged)?;
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

    /// Checks the whole file and returns a description of each fault.
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
            faults.push(format!("a row of the table `{}` does not belong to a game", table?));
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

/// Reads a game from a row.
fn known(row: &rusqlite::Row) -> rusqlite::Result<KnownGame> {
    Ok(KnownGame { id: row.get(0)?, name: row.get(1)?, rules: row.get(2)? })
}

/// Writes an item, replacing the one with the same kind, role and name.
fn put(transaction: &Transaction, game: i64, item: &Item) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare(
        "INSERT OR REPLACE INTO items (game, kind, role, name, value) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let role = item.role.as_deref().unwrap_or_default();
    insert.execute(params![game, item.kind.name(), role, item.name, item.value.to_string()])?;
    Ok(())
}
