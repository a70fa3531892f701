//! Rows of the tables of experiments: each begins with a game and its title, and goes on with keys of its kind.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A game of an experiment, with the keys that its kind has besides.
#[derive(Clone, Debug)]
pub struct GameRow<R> {
    /// The name of a bundled game or of one of the experiment's sheets.
    pub game: String,
    /// The title in the report, as the document has it.
    pub title: String,
    /// The keys of the kind.
    pub rest: R,
}

/// Returns the names of the games of rows, in their order.
pub fn games<R>(rows: &[GameRow<R>]) -> Vec<&str> {
    rows.iter().map(|row| row.game.as_str()).collect()
}

/// Reads the keys of the row and those of its kind from the same table. Serde's `flatten` would do so too, but without
/// refusing unknown keys and without their places.
impl<'de, R: Deserialize<'de>> Deserialize<'de> for GameRow<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameRow<R>, D::Error> {
        deserializer.deserialize_map(RowVisitor(PhantomData))
    }
}

struct RowVisitor<R>(PhantomData<R>);

impl<'de, R: Deserialize<'de>> Visitor<'de> for RowVisitor<R> {
    type Value = GameRow<R>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a row with a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GameRow<R>, A::Error> {
        let (mut game, mut title) = (None, None);
        let others = OtherKeys { map, game: &mut game, title: &mut title };
        let rest = R::deserialize(MapAccessDeserializer::new(others))?;
        let game = game.ok_or_else(|| A::Error::missing_field("game"))?;
        let title = title.ok_or_else(|| A::Error::missing_field("title"))?;
        Ok(GameRow { game, title, rest })
    }
}

/// The keys of a table without those of the row, which are kept apart.
struct OtherKeys<'a, A> {
    map: A,
    game: &'a mut Option<String>,
    title: &'a mut Option<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OtherKeys<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        mut seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        loop {
            match self.map.next_key_seed(KeySeed(seed))? {
                None => return Ok(None),
                Some(Key::Other(key)) => return Ok(Some(key)),
                Some(Key::Game(unused)) => {
                    *self.game = Some(self.map.next_value()?);
                    seed = unused;
                }
                Some(Key::Title(unused)) => {
                    *self.title = Some(self.map.next_value()?);
                    seed = unused;
                }
            }
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// A key of a row. The first two carry the seed that was not needed.
enum Key<S, K> {
    Game(S),
    Title(S),
    Other(K),
}

/// Reads a key, and those of the kind by another seed: errors about them have the place of the key.
struct KeySeed<S>(S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<S> {
    type Value = Key<S, S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for KeySeed<S> {
    type Value = Key<S, S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        match key {
            "game" => Ok(Key::Game(self.0)),
            "title" => Ok(Key::Title(self.0)),
            other => {
                let other: StrDeserializer<E> = other.into_deserializer();
                self.0.deserialize(other).map(Key::Other)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of a kind.
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rest {
        roles: u64,
    }

    fn read(text: &str) -> Result<GameRow<Rest>, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn keys_of_the_row_and_of_the_kind_stand_in_any_order() {
        let row = read("roles = 2\ntitle = 'Nim'\ngame = 'nim'").expect("it is right");
        assert_eq!((&row.game[..], &row.title[..], row.rest), ("nim", "Nim", Rest { roles: 2 }));
    }

    #[test]
    fn errors_name_the_key_and_its_place() {
        for (text, said) in [
            ("game = 'nim'\ntitle = 'Nim'\nrules = 2", "line 3, column 1"),
            ("game = 'nim'\ntitle = 'Nim'\nrules = 2", "unknown field `rules`"),
            ("game = 'nim'\nroles = 2", "missing field `title`"),
            ("title = 'Nim'\nroles = 2", "missing field `game`"),
            ("game = 'nim'\ntitle = 'Nim'", "missing field `roles`"),
            ("game = 1\ntitle = 'Nim'\nroles = 2", "line 1, column 8"),
        ] {
            let error = read(text).expect_err("it is wrong");
            assert!(error.contains(said), "{error}");
        }
    }
}
