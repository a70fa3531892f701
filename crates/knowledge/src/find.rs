//! Finding games that are known: the same game in other words, or variants of it.
//!
//! Keys narrow down the candidates; `analyze` compares them. Does not compare rules itself.

use crate::{Item, Knowledge, KnowledgeError, KnowledgeKind, KnownGame};
use analyze::{Analysis, Likeness, Portrait, Sentences};
use rusqlite::params;
use serde::Deserialize;
use std::collections::BTreeSet;

/// A known game that is the same as the wanted one or a variant of it.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The game that is known.
    pub game: KnownGame,
    /// Differences between the games, and the names of the wanted game for those of the known one.
    pub likeness: Likeness,
}

impl Knowledge {
    /// Returns the games that are the same as the wanted one or variants of it, those with the fewest differences
    /// first. Variants are only searched for if no game is the same.
    pub fn find(&self, portrait: &Portrait) -> Result<Vec<FoundGame>, KnowledgeError> {
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
                    params![look.key.cast_signed(), look.disregarded, look.without.is_none()],
                )?);
            }
            found.clear();
            self.compare(portrait, candidates, &mut found)?;
        }
        found.sort_by_key(|it| (it.likeness.differences.len(), it.game.id));
        Ok(found)
    }

    /// Returns the ids of the games that a query selects.
    fn games_of(
        &self,
        query: &str,
        parameters: &[&dyn rusqlite::ToSql],
    ) -> Result<BTreeSet<i64>, KnowledgeError> {
        let mut query = self.connection.prepare(query)?;
        let games = query.query_map(parameters, |row| row.get(0))?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    /// Compares the wanted game with candidates: equal keys may be a coincidence.
    fn compare(
        &self,
        wanted: &Portrait,
        candidates: BTreeSet<i64>,
        found: &mut Vec<FoundGame>,
    ) -> Result<(), KnowledgeError> {
        for id in candidates {
            // Another process may have removed it in the meantime.
            let Some(game) = self.game_by_id(id)? else { continue };
            let there = portrait(&game.name, &game.rules, &self.items(id)?)?;
            found.extend(there.likeness(wanted).map(|likeness| FoundGame { game, likeness }));
        }
        Ok(())
    }
}

/// Returns the canonical form of a game's rules.
pub(crate) fn portrait(
    name: &str,
    rules: &str,
    items: &[Item],
) -> Result<Portrait, KnowledgeError> {
    let checked = gdl::check(name, rules.as_bytes());
    let rules = checked.rules.ok_or_else(|| KnowledgeError::Rules(name.to_owned()))?;
    let analysis = items.iter().find(|item| item.kind == KnowledgeKind::Analysis);
    let analysis = analysis.and_then(|item| Analysis::deserialize(&item.value).ok());
    let analysis = analysis.ok_or_else(|| KnowledgeError::NoAnalysis(name.to_owned()))?;
    Ok(Portrait::new(Sentences::of(&rules), &analysis))
}
