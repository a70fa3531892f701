//! Games that were met before: the same in other words, or variants.

use crate::{Item, Kind, Knowledge, KnowledgeError, Known};
use analyze::{Analysis, Likeness, Portrait, Sentences};
use rusqlite::params;
use serde::Deserialize;
use std::collections::BTreeSet;

/// A game that was met before.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub game: Known,
    /// How it and the one that it is compared with are alike; names are those of the latter for those of the former.
    pub likeness: Likeness,
}

impl Knowledge {
    /// The games that are the same as this one, or variants of it; those that differ least come first. If some are the same, variants are not
    /// looked for.
    pub fn find(&self, portrait: &Portrait) -> Result<Vec<Match>, KnowledgeError> {
        let mut found = Vec::new();
        if let Some(key) = portrait.key() {
            let same = self.games_of(
                "SELECT DISTINCT game FROM looks
                 WHERE key = ?1 AND blur = 0 AND inverted = 0 AND without IS NULL",
                params![key.cast_signed()],
            )?;
            self.compare(portrait, same, &mut found)?;
        }
        if !found.iter().any(|it| it.likeness.differences.is_empty()) {
            let mut candidates = BTreeSet::new();
            for look in portrait.looks().iter().filter(|look| !look.is_inverted) {
                candidates.extend(self.games_of(
                    "SELECT DISTINCT game FROM looks
                     WHERE key = ?1 AND blur = ?2 AND (without IS NULL OR ?3)",
                    params![look.key.cast_signed(), look.blur, look.without.is_none()],
                )?);
            }
            found.clear();
            self.compare(portrait, candidates, &mut found)?;
        }
        found.sort_by_key(|it| (it.likeness.differences.len(), it.game.id));
        Ok(found)
    }

    fn games_of(
        &self,
        query: &str,
        parameters: &[&dyn rusqlite::ToSql],
    ) -> Result<BTreeSet<i64>, KnowledgeError> {
        let mut query = self.connection.prepare(query)?;
        let games = query.query_map(parameters, |row| row.get(0))?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    /// Looks closely at games whose keys are the same: that may be chance.
    fn compare(
        &self,
        wanted: &Portrait,
        candidates: BTreeSet<i64>,
        found: &mut Vec<Match>,
    ) -> Result<(), KnowledgeError> {
        for id in candidates {
            // Somebody may have forgotten it in the meantime.
            let Some(game) = self.numbered(id)? else { continue };
            let there = self::portrait(&game.name, &game.rules, &self.items(id)?)?;
            found.extend(there.likeness(wanted).map(|likeness| Match { game, likeness }));
        }
        Ok(())
    }
}

/// What a game looks like.
pub(crate) fn portrait(
    name: &str,
    rules: &str,
    items: &[Item],
) -> Result<Portrait, KnowledgeError> {
    let checked = gdl::check(name, rules.as_bytes());
    let rules = checked.rules.ok_or_else(|| KnowledgeError::Rules(name.to_owned()))?;
    let analysis = items.iter().find(|item| item.kind == Kind::Analysis);
    let analysis = analysis.and_then(|item| Analysis::deserialize(&item.value).ok());
    let analysis = analysis.ok_or_else(|| KnowledgeError::NoAnalysis(name.to_owned()))?;
    Ok(Portrait::new(Sentences::of(&rules), &analysis))
}
