//! Renamings under which a game stays the same, such as a mirrored board.

use crate::term::{Pattern, Term};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A renaming of facts and moves. The image of a state has the images of its legal moves, which lead to the images of
/// its next states, and the same end and goals; where roles are renamed, they change places.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Written")]
pub struct Symmetry {
    /// What it is called.
    pub name: String,
    names: BTreeMap<String, String>,
    /// For facts and moves of a form, what becomes of them; without any, all names are exchanged everywhere.
    map: Vec<(Pattern, Term)>,
}

/// As in `game.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    exchange: Vec<String>,
    #[serde(default)]
    map: Vec<String>,
}

impl TryFrom<Written> for Symmetry {
    type Error = String;

    fn try_from(written: Written) -> Result<Symmetry, String> {
        let mut names = BTreeMap::new();
        for cycle in &written.exchange {
            let words: Vec<&str> = cycle.split_whitespace().collect();
            let following = words.iter().cycle().skip(1);
            for (from, to) in words.iter().zip(following) {
                if names.insert((*from).to_owned(), (*to).to_owned()).is_some() {
                    return Err(format!("`{from}` is exchanged twice"));
                }
            }
        }
        let map = written.map.iter().map(|line| {
            let (from, to) = line.split_once("=>").ok_or(format!("`{line}` has no `=>`"))?;
            let from = Pattern::read(from).ok_or(format!("`{from}` is no term"))?;
            let to = Term::read(to).ok_or(format!("`{to}` is no term"))?;
            Ok((from, to))
        });
        let map = map.collect::<Result<_, String>>()?;
        Ok(Symmetry { name: written.name, names, map })
    }
}

impl Symmetry {
    /// The image of a name.
    pub fn image_of_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, |image| image)
    }

    /// The image of the text of a fact or move; `None` if it is no term.
    ///
    /// ```
    /// let about = library::find("tic-tac-toe").unwrap().about();
    /// let turned = about.symmetry[0].image("(mark 1 2)").unwrap();
    /// assert_eq!(about.symmetry[0].image(&turned).unwrap(), "(mark 1 2)");
    /// ```
    pub fn image(&self, text: &str) -> Option<String> {
        let term = Term::read(text)?;
        let exchanged =
            |term: &Term| term.map(&|name| Term::Word(self.image_of_name(name).to_owned()));
        if self.map.is_empty() {
            return Some(exchanged(&term).to_string());
        }
        for (from, to) in &self.map {
            if let Some(bound) = from.matches(&term) {
                let image = to.map(&|name| {
                    let plain = name.strip_suffix('\'');
                    match (bound.get(plain.unwrap_or(name)), plain) {
                        (Some(term), Some(_)) => exchanged(term),
                        (Some(term), None) => term.clone(),
                        (None, _) => Term::Word(name.to_owned()),
                    }
                });
                return Some(image.to_string());
            }
        }
        Some(term.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Symmetry, toml::de::Error> {
        toml::from_str(text)
    }

    #[test]
    fn names_are_exchanged_everywhere_without_a_map() {
        let turn = read("name = 'turn'\nexchange = ['red green blue', '1 3']").unwrap();
        assert_eq!(turn.image("(cell 1 2 red)").unwrap(), "(cell 3 2 green)");
        assert_eq!(turn.image("(cell 3 2 blue)").unwrap(), "(cell 1 2 red)");
        assert_eq!(turn.image("noop").unwrap(), "noop");
    }

    #[test]
    fn a_map_says_where() {
        let mirror =
            "name = 'm'\nexchange = ['1 3']\nmap = ['(cell ?x ?y ?p) => (cell ?y ?x\' ?p)']";
        let mirror = read(&mirror.replace("['(cell", "[\"(cell").replace("?p)']", "?p)\"]"));
        let mirror = mirror.unwrap();
        assert_eq!(mirror.image("(cell 1 2 1)").unwrap(), "(cell 2 3 1)");
        assert_eq!(mirror.image("(step 1)").unwrap(), "(step 1)");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(read("name = 'm'\nexchange = ['1 2', '2 3']").is_err());
        assert!(read("name = 'm'\nexchange = ['1 2']\nmap = ['(a ?x)']").is_err());
        assert!(read("name = 'm'\nexchange = ['1 2']\nmap = ['(a ?x => (b ?x)']").is_err());
    }
}
