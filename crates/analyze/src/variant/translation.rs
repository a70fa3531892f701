//! States of a game as states of another one that is alike (document 000, section 6.3.2): by the names of the other, and where its board is
//! smaller, part by part.

use super::blur::{Axis, Fluent, Portrait};
use super::{Difference, Likeness, Which};
use crate::words::split;
use std::collections::BTreeMap;

/// How states of a game, the first, are seen as states of another one, the second.
#[derive(Clone, Debug)]
pub struct Translation {
    names: BTreeMap<String, String>,
    boards: Vec<(Fluent, Vec<Place>)>,
    steps: Vec<(Fluent, [Vec<String>; 2])>,
    /// Fluents of the first that the second lacks.
    lacking: Vec<String>,
    /// Fluents of the second that the first lacks.
    unknown: Vec<String>,
    /// Where the parts of boards begin, dimension by dimension.
    parts: Vec<Vec<usize>>,
}

/// A dimension of a board, here and there.
#[derive(Clone, Debug)]
struct Place {
    argument: usize,
    here: Vec<String>,
    there: Vec<String>,
}

/// No more parts of boards are looked at.
const MOST_PARTS: usize = 256;

impl Translation {
    /// From one game to another one, by how they are alike. There is none to a game whose board is greater.
    pub fn new(here: &Portrait, there: &Portrait, likeness: &Likeness) -> Option<Translation> {
        let is_other_board = likeness.differences.iter().any(|difference| {
            use Difference::{BoardShape, BoardSize, Cylinder, Torus};
            matches!(difference, BoardSize(..) | BoardShape | Cylinder(_) | Torus(_))
        });
        let boards = match is_other_board {
            true => boards(here, there, likeness)?,
            false => Vec::new(),
        };
        let lacks = |which| {
            likeness.differences.iter().filter_map(move |difference| match difference {
                Difference::Lack(lacking, name) if *lacking == which => Some(name.clone()),
                _ => None,
            })
        };
        let has_other_steps = likeness.differences.contains(&Difference::Steps);
        Some(Translation {
            names: likeness.names.clone(),
            parts: parts(&boards)?,
            boards,
            steps: if has_other_steps { steps(here, there, likeness) } else { Vec::new() },
            lacking: lacks(Which::Second).collect(),
            unknown: lacks(Which::First).collect(),
        })
    }

    /// The states of the second game that a state of the first is seen as; each a list of facts.
    pub fn states(&self, facts: &[String]) -> Vec<Vec<String>> {
        let state = |part: &Vec<usize>| -> Option<Vec<String>> {
            let facts = facts.iter().map(|fact| self.fact(fact, part));
            Some(facts.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        };
        self.parts.iter().filter_map(state).collect()
    }

    /// Whether a fact of the second game says something that no state of the first tells.
    pub fn is_unknown(&self, fact: &str) -> bool {
        let parts = split(fact);
        parts.first().is_some_and(|name| self.unknown.iter().any(|unknown| unknown == name))
    }

    /// Whether there are such facts.
    pub fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// What a fact is in the second game if this part of the board is looked at: nothing, as a success, if it is left out there, and as a
    /// failure if it cannot be said.
    fn fact(&self, fact: &str, part: &[usize]) -> Option<Option<String>> {
        let words = split(fact);
        let (name, count) = (*words.first()?, words.len() - 1);
        if self.lacking.iter().any(|lacking| lacking == name) {
            return Some(None);
        }
        let is_it = |fluent: &Fluent| fluent.0 == name && fluent.1 == count;
        let places = self.boards.iter().find(|(fluent, _)| is_it(fluent)).map(|(_, places)| places);
        let steps = self.steps.iter().find(|(fluent, _)| is_it(fluent)).map(|(_, steps)| steps);
        let mut said: Vec<String> = words.iter().map(|word| renamed(word, &self.names)).collect();
        if let Some([here, there]) = steps {
            let place = here.iter().position(|step| step == words[1])?;
            said[1] = there.get(place)?.clone();
        }
        for (place, start) in places.into_iter().flatten().zip(part) {
            let Place { argument, here, there } = place;
            let number = here.iter().position(|value| value == words[1 + argument])?;
            match number.checked_sub(*start).and_then(|number| there.get(number)) {
                Some(value) => said[1 + argument] = value.clone(),
                None => return Some(None),
            }
        }
        Some(Some(match said.len() {
            1 => said.swap_remove(0),
            _ => format!("({})", said.join(" ")),
        }))
    }
}

/// A term in other words.
pub(super) fn renamed(term: &str, names: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut rest = term;
    while let Some(start) = rest.find(|letter| !" ()".contains(letter)) {
        let length = rest[start..].find([' ', '(', ')']).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        text.push_str(&rest[..start]);
        text.push_str(names.get(word).map_or(word, String::as_str));
        rest = &rest[start + length..];
    }
    text + rest
}

/// The boards of the first game with those of the second; nothing if the second has no such board.
fn boards(
    here: &Portrait,
    there: &Portrait,
    likeness: &Likeness,
) -> Option<Vec<(Fluent, Vec<Place>)>> {
    let board = |(fluent, axes): &(Fluent, Vec<Axis>)| {
        let other = (likeness.name(&fluent.0).to_owned(), fluent.1);
        let (_, others) = there.boards.iter().find(|(fluent, _)| *fluent == other)?;
        let place = |(argument, here): &Axis| {
            let (_, there) = others.iter().find(|(other, _)| other == argument)?;
            Some(Place { argument: *argument, here: here.clone(), there: there.clone() })
        };
        Some((fluent.clone(), axes.iter().map(place).collect::<Option<_>>()?))
    };
    here.boards.iter().map(board).collect()
}

/// Where the parts of boards begin that are as large as those of the second game. Boards are looked at together, dimension by dimension.
fn parts(boards: &[(Fluent, Vec<Place>)]) -> Option<Vec<Vec<usize>>> {
    let dimensions = boards.iter().map(|(_, places)| places.len()).max().unwrap_or(0);
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    for dimension in 0..dimensions {
        let places = boards.iter().filter_map(|(_, places)| places.get(dimension));
        let room = places.map(|place| place.here.len().checked_sub(place.there.len()));
        let room = room.collect::<Option<Vec<usize>>>()?.into_iter().min()?;
        let longer = |part: &Vec<usize>| -> Vec<Vec<usize>> {
            let longer = |start| part.iter().copied().chain([start]).collect();
            (0..=room).map(longer).collect()
        };
        parts = parts.iter().flat_map(longer).take(MOST_PARTS).collect();
    }
    Some(parts)
}

/// The counters of steps of both games, with the numbers that they go along.
fn steps(
    here: &Portrait,
    there: &Portrait,
    likeness: &Likeness,
) -> Vec<(Fluent, [Vec<String>; 2])> {
    let counter = |(fluent, chain): &(Fluent, Vec<String>)| {
        let other = (likeness.name(&fluent.0).to_owned(), fluent.1);
        let (_, others) = there.steps.iter().find(|(fluent, _)| *fluent == other)?;
        Some((fluent.clone(), [chain.clone(), others.clone()]))
    };
    here.steps.iter().filter_map(counter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sentences, Watch};
    use circuit::CircuitMachine;

    fn portrait(text: &str) -> Portrait {
        let rules = gdl::check("a game", text.as_bytes()).rules.expect("the rules have no errors");
        let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
        let watch = Watch::states(500, 1);
        let analysis = crate::analyze(&rules, &mut machine.expect("it is small"), &watch);
        Portrait::new(Sentences::of(&rules), &analysis.expect("it can be played"))
    }

    fn rules(name: &str) -> String {
        library::find(name).expect("it is bundled").rules().to_owned()
    }

    fn translation(here: &str, there: &str) -> Option<Translation> {
        let [here, there] = [here, there].map(portrait);
        let likeness = here.likeness(&there).expect("they are alike");
        Translation::new(&here, &there, &likeness)
    }

    fn facts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_larger_board_is_seen_part_by_part() {
        let way = translation(&rules("minichess"), &rules("minichess-3x3")).expect("it is smaller");
        let state = facts(&["(cell a 1 wk)", "(cell b 2 bk)", "(control black)", "(step 2)"]);
        let expected = [
            ["(cell a 1 wk)", "(cell b 2 bk)", "(control black)", "(step 2)"].as_slice(),
            &["(cell b 1 bk)", "(control black)", "(step 2)"],
            &["(cell a 2 bk)", "(control black)", "(step 2)"],
            &["(cell a 1 bk)", "(control black)", "(step 2)"],
        ];
        assert_eq!(way.states(&state), expected.map(facts));
        // A smaller one cannot be seen as a larger one.
        assert!(translation(&rules("minichess-3x3"), &rules("minichess")).is_none());
    }

    #[test]
    fn words_are_those_of_the_other_game() {
        let text = rules("minichess-3x3");
        let scrambler = gdl::Scrambler::new(&text, 5);
        let way =
            translation(&rules("minichess"), &scrambler.scramble(&text)).expect("it is smaller");
        let states = way.states(&facts(&["(cell a 1 wk)", "(control black)"]));
        assert_eq!(states.len(), 4);
        let expected = ["(cell a 1 wk)", "(control black)"].map(|fact| scrambler.scramble(fact));
        let trimmed: Vec<String> = expected.iter().map(|fact| fact.trim().to_owned()).collect();
        assert_eq!(states[0], trimmed);
    }

    #[test]
    fn steps_are_counted_and_features_may_lack() {
        let (text, fewer) =
            (rules("minichess"), rules("minichess").replace("(step 10)", "(step 8)"));
        let way = translation(&text, &fewer).expect("the board is the same");
        let state = facts(&["(cell a 1 wk)", "(step 3)"]);
        assert_eq!(way.states(&state), std::slice::from_ref(&state));
        let stepless = text
            .replace("(init (step 1))", "")
            .replace("(<= (next (step ?y))\n    (true (step ?x))\n    (succ ?x ?y))", "")
            .replace("(<= terminal\n    (true (step 10)))", "");
        let way = translation(&text, &stepless).expect("the board is the same");
        assert_eq!(way.states(&state), [facts(&["(cell a 1 wk)"])]);
        assert!(!way.has_unknown());
        let way = translation(&stepless, &text).expect("the board is the same");
        assert!(
            way.has_unknown() && way.is_unknown("(step 3)") && !way.is_unknown("(cell a 1 wk)")
        );
    }
}
