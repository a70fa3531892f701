//! Symmetries that a `game.toml` declares: renamings under which a game stays the same, such as a mirrored board.
//! Nothing is searched or checked here.

use serde::Deserialize;
use std::collections::BTreeMap;
use term::{Pattern, Term};

/// A renaming of facts and moves that maps the game to itself. The image of a state has the images of its legal moves
/// as legal moves, the images of its successors as successors, and the same goal values; renamed roles change places.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "SymmetryToml")]
pub struct DeclaredSymmetry {
    /// Name of the symmetry.
    pub name: String,
    /// Images of names, by the names in lower-case letters; all other names stay the same.
    names: BTreeMap<String, String>,
    /// Patterns of facts and moves with their images. If there are none, names are replaced in every term.
    map: Vec<(Pattern, Term)>,
}

/// A symmetry as written in `game.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SymmetryToml {
    name: String,
    exchange: Vec<String>,
    #[serde(default)]
    map: Vec<String>,
}

impl TryFrom<SymmetryToml> for DeclaredSymmetry {
    type Error = String;

    fn try_from(written: SymmetryToml) -> Result<DeclaredSymmetry, String> {
        let mut names = BTreeMap::new();
        for cycle in &written.exchange {
            let words: Vec<&str> = cycle.split_whitespace().collect();
            let following = words.iter().cycle().skip(1);
            for (from, to) in words.iter().zip(following) {
                if names.insert(from.to_ascii_lowercase(), (*to).to_owned()).is_some() {
                    return Err(format!("`{from}` is exchanged twice"));
                }
            }
        }
        let map = written.map.iter().map(|line| {
            let (from, to) = line.split_once("=>").ok_or(format!("`{line}` has no `=>`"))?;
            let from = Pattern::read(from).ok_or(format!("`{from}` is not a term"))?;
            let to = Term::read(to).ok_or(format!("`{to}` is not a term"))?;
            Ok((from, to))
        });
        let map = map.collect::<Result<_, String>>()?;
        Ok(DeclaredSymmetry { name: written.name, names, map })
    }
}

impl DeclaredSymmetry {
    /// Returns the image of a name, whose case does not matter.
    pub fn image_of_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(&name.to_ascii_lowercase()).map_or(name, |image| image)
    }

    /// Returns the image of a fact or a move in KIF; `None` if the text is not a term.
    ///
    /// ```
    /// let about = agon_library::find("tic-tac-toe").unwrap().about();
    /// let turned = about.symmetry[0].image("(mark 1 2)").unwrap();
    /// assert_eq!(about.symmetry[0].image(&turned).unwrap(), "(mark 1 2)");
    /// ```
    pub fn image(&self, text: &str) -> Option<String> {
        let term = Term::read(text)?;
        if self.map.is_empty() {
            return Some(self.exchanged(&term).to_string());
        }
        for (from, to) in &self.map {
            if let Some(bound) = from.matches(&term) {
                let image = to.with_variables(|name| match name.strip_suffix('\'') {
                    Some(plain) => bound.get(plain).map(|term| self.exchanged(term)),
                    None => bound.get(name).cloned(),
                });
                return Some(image.to_string());
            }
        }
        Some(term.to_string())
    }

    /// Returns a term with every name replaced by its image.
    fn exchanged(&self, term: &Term) -> Term {
        term.with_names(|name| self.image_of_name(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<DeclaredSymmetry, toml::de::Error> {
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
    fn the_case_of_names_does_not_matter() {
        let turn = read("name = 'turn'\nexchange = ['red Green']").unwrap();
        assert_eq!(turn.image("(cell RED green)").unwrap(), "(cell Green red)");
        assert_eq!(turn.image_of_name("Red"), "Green");
        assert!(read("name = 'turn'\nexchange = ['red green', 'Red blue']").is_err());
        let map = "name = 'm'\nexchange = ['a B']\nmap = [\"(on ?x) => (on ?x')\"]";
        assert_eq!(read(map).unwrap().image("(ON b)").unwrap(), "(on a)");
    }

    #[test]
    fn a_map_restricts_the_exchange() {
        let mirror =
            "name = 'm'\nexchange = ['1 3']\nmap = ['(cell ?x ?y ?p) => (cell ?y ?x\' ?p)']";
        let mirror = read(&mirror.replace("['(cell", "[\"(cell").replace("?p)']", "?p)\"]"));
        let mirror = mirror.unwrap();
        assert_eq!(mirror.image("(cell 1 2 1)").unwrap(), "(cell 2 3 1)");
        assert_eq!(mirror.image("(step 1)").unwrap(), "(step 1)");
    }

    #[test]
    fn invalid_symmetries_are_refused() {
        assert!(read("name = 'm'\nexchange = ['1 2', '2 3']").is_err());
        assert!(read("name = 'm'\nexchange = ['1 2']\nmap = ['(a ?x)']").is_err());
        assert!(read("name = 'm'\nexchange = ['1 2']\nmap = ['(a ?x => (b ?x)']").is_err());
    }
}
