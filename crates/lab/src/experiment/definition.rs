//! Reading the file of an experiment: the part that all kinds have, and the section of its kind.

use super::sheet::SheetText;
use super::{Document, Experiment, Sheet};
use crate::checks::is_plain;
use crate::dyn_kind::DynKind;
use crate::kind::{Kind, Report};
use crate::kinds::{self, Row};
use library::{PUBLICATIONS, publication};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

/// The reason why a definition cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// The file is not TOML, or it has unknown, missing or misshapen keys.
    #[error("{file}: {error}")]
    Syntax {
        /// The name of the file.
        file: String,
        /// The error with its place.
        error: toml::de::Error,
    },
    /// Values do not make sense.
    #[error("{file}: {}", .faults.join("\n  and "))]
    Faults {
        /// The name of the file.
        file: String,
        /// All faults, each with its key.
        faults: Vec<String>,
    },
}

/// The contents of a file, with the section of its kind.
pub(crate) struct Definition {
    head: Head,
    /// The name of the kind.
    name: &'static str,
    kind: Option<Arc<dyn DynKind>>,
}

/// The part that all kinds have.
#[derive(Default)]
struct Head {
    id: Option<String>,
    title: Option<String>,
    question: Option<String>,
    document: Option<String>,
    place: Option<String>,
    found: Option<String>,
    sheets: BTreeMap<String, SheetText>,
}

/// Reads a definition; the name of the file is for errors.
pub(super) fn read(file: &str, text: &str) -> Result<Experiment, DefinitionError> {
    let file = file.to_owned();
    let read = || (toml::from_str::<KindOnly>(text)?.kind.0.read)(text);
    match read() {
        Ok(definition) => {
            definition.experiment().map_err(|faults| DefinitionError::Faults { file, faults })
        }
        Err(error) => Err(DefinitionError::Syntax { file, error }),
    }
}

/// Reads the file of an experiment of this kind.
pub(crate) fn read_kind<K: Report>(text: &str) -> Result<Definition, toml::de::Error> {
    let Whole { head, section } = toml::from_str::<Whole<K>>(text)?;
    let kind = section.map(|kind| Arc::new(kind) as Arc<dyn DynKind>);
    Ok(Definition { head, name: K::NAME, kind })
}

/// The kind of a file whose other keys are not looked at.
#[derive(Deserialize)]
struct KindOnly {
    kind: KindName,
}

/// The name of a kind, as its row in the registry.
struct KindName(&'static Row);

impl<'de> Deserialize<'de> for KindName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KindName, D::Error> {
        static NAMES: LazyLock<Vec<&str>> =
            LazyLock::new(|| kinds::KINDS.iter().map(|row| row.name).collect());
        let name = String::deserialize(deserializer)?;
        let row = kinds::KINDS.iter().find(|row| row.name == name);
        row.map(KindName).ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
    }
}

/// A file with the section of a kind.
struct Whole<K> {
    head: Head,
    section: Option<K>,
}

/// The keys of a file of a kind.
trait Keys: Kind {
    const KEYS: &'static [&'static str] =
        &["id", "title", "question", "document", "place", "found", "kind", "sheets", Self::NAME];
}

impl<K: Kind> Keys for K {}

/// A key of a file of a kind.
struct Key<K>(String, PhantomData<K>);

impl<'de, K: Kind> Deserialize<'de> for Key<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key<K>, D::Error> {
        let key = String::deserialize(deserializer)?;
        if K::KEYS.contains(&key.as_str()) {
            Ok(Key(key, PhantomData))
        } else {
            Err(D::Error::unknown_field(&key, K::KEYS))
        }
    }
}

impl<'de, K: Kind> Deserialize<'de> for Whole<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole<K>, D::Error> {
        deserializer.deserialize_map(WholeVisitor(PhantomData))
    }
}

struct WholeVisitor<K>(PhantomData<K>);

impl<'de, K: Kind> Visitor<'de> for WholeVisitor<K> {
    type Value = Whole<K>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an experiment")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Whole<K>, A::Error> {
        let (mut head, mut section) = (Head::default(), None);
        while let Some(Key(key, _)) = map.next_key::<Key<K>>()? {
            match key.as_str() {
                "id" => head.id = Some(map.next_value()?),
                "title" => head.title = Some(map.next_value()?),
                "question" => head.question = Some(map.next_value()?),
                "document" => head.document = Some(map.next_value()?),
                "place" => head.place = Some(map.next_value()?),
                "found" => head.found = Some(map.next_value()?),
                "sheets" => head.sheets = map.next_value()?,
                "kind" => drop(map.next_value::<IgnoredAny>()?),
                _ => section = Some(map.next_value()?),
            }
        }
        for (key, value) in [("id", &head.id), ("title", &head.title), ("question", &head.question)]
        {
            if value.is_none() {
                return Err(A::Error::missing_field(key));
            }
        }
        Ok(Whole { head, section })
    }
}

impl Definition {
    /// Returns the experiment, or everything that makes no sense.
    fn experiment(self) -> Result<Experiment, Vec<String>> {
        let Definition { mut head, name, kind } = self;
        let mut faults = Vec::new();
        let id = head.id.take().unwrap_or_default();
        if !is_plain(&id) {
            faults.push(format!("id: `{id}` has more than lower-case letters, digits and hyphens"));
        }
        let document = head.document(&mut faults);
        let sheet = |(name, text): (&String, &SheetText)| Sheet {
            name: name.clone(),
            path: text.path.clone(),
            sha256: text.sha256.clone(),
        };
        let sheets: Vec<Sheet> = head.sheets.iter().map(sheet).collect();
        sheets.iter().for_each(|sheet| sheet.check_definition(&mut faults));
        let Some(kind) = kind else {
            faults.push(format!("kind: the file needs the section [{name}]"));
            return Err(faults);
        };
        kind.check(&mut faults);
        for sheet in sheets.iter().filter(|sheet| !kind.games().contains(&sheet.name.as_str())) {
            faults.push(format!("sheets.{}: no row has this game", sheet.name));
        }
        if kind.has_reported() && document.is_none() {
            faults.push("document: it is missing, and there are figures of one".to_owned());
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let (title, question) = (head.title.unwrap_or_default(), head.question.unwrap_or_default());
        Ok(Experiment { id, title, question, document, sheets, notes: String::new(), kind })
    }
}

impl Head {
    /// Takes the place in a document, if there is one.
    fn document(&mut self, faults: &mut Vec<String>) -> Option<Document> {
        match (self.document.take(), self.place.take(), self.found.take()) {
            (Some(key), Some(place), Some(found)) => match publication(&key) {
                Some(publication) => Some(Document { publication, place, found }),
                None => {
                    let keys: Vec<&str> = PUBLICATIONS.iter().map(|it| it.key).collect();
                    let known = keys.join("`, `");
                    faults.push(format!("document: there is no `{key}`; there are `{known}`"));
                    None
                }
            },
            (None, None, None) => None,
            _ => {
                let fault = "document: it goes with `place` and `found`, all three or none";
                faults.push(fault.to_owned());
                None
            }
        }
    }
}
