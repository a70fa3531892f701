//! Translation of states of a game to states of a variant of it (Kuhlmann 2010, section 6.3.2). If the board of the
//! variant is smaller, a state has several translations, one for each part of the board that is as large.

use super::portrait::{BoardAxis, FluentName, Portrait};
use super::{Difference, Likeness, Which};
use std::collections::BTreeMap;
use term::Term;

/// Translates states of a game, the first, to states of another one, the second.
#[derive(Clone, Debug)]
pub struct StateTranslation {
    names: BTreeMap<String, String>,
    boards: Vec<(FluentName, Vec<BoardDimension>)>,
    steps: Vec<(FluentName, [Vec<Term>; 2])>,
    /// Fluents of the first that the second lacks.
    lacking: Vec<String>,
    /// Fluents of the second that the first lacks.
    unknown: Vec<String>,
    /// The first position of each part of the boards, dimension by dimension.
    parts: Vec<Vec<usize>>,
}

/// A dimension of a board, with its values in the first game (`here`) and in the second (`there`).
#[derive(Clone, Debug)]
struct BoardDimension {
    argument: usize,
    here: Vec<Term>,
    there: Vec<Term>,
}

/// The image of a fact in the second game.
enum FactImage {
    /// A fact of the second game.
    Fact(Term),
    /// Nothing: the fact lies outside of the part of the board, or is about nothing in the second game.
    LeftOut,
}

/// Largest number of parts into which boards are divided.
const MOST_PARTS: usize = 256;

impl StateTranslation {
    /// Creates the translation from one game to another by the correspondence between them. `None` if the board of the
    /// second game is larger or missing.
    pub fn new(here: &Portrait, there: &Portrait, likeness: &Likeness) -> Option<StateTranslation> {
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
        Some(StateTranslation {
            names: likeness.names.clone(),
            parts: parts(&boards)?,
            boards,
            steps: if has_other_steps { steps(here, there, likeness) } else { Vec::new() },
            lacking: lacks(Which::Second).collect(),
            unknown: lacks(Which::First).collect(),
        })
    }

    /// Returns the translations of a state, given as its facts.
    pub fn states(&self, facts: &[Term]) -> Vec<Vec<Term>> {
        let state = |part: &Vec<usize>| -> Option<Vec<Term>> {
            let mut state = Vec::with_capacity(facts.len());
            for fact in facts {
                match self.image(fact, part)? {
                    FactImage::Fact(fact) => state.push(fact),
                    FactImage::LeftOut => {}
                }
            }
            Some(state)
        };
        self.parts.iter().filter_map(state).collect()
    }

    /// Whether a fact of the second game has no counterpart in the first.
    pub fn is_unknown(&self, fact: &Term) -> bool {
        self.unknown.iter().any(|unknown| unknown == fact.name())
    }

    /// Whether the second game has facts without a counterpart in the first.
    pub fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// Returns the image of a fact for one part of the board; `None` if the second game cannot express the fact.
    fn image(&self, fact: &Term, part: &[usize]) -> Option<FactImage> {
        let (name, arguments) = (fact.name(), fact.arguments().collect::<Vec<Term>>());
        if self.lacking.iter().any(|lacking| lacking == name) {
            return Some(FactImage::LeftOut);
        }
        let is_it = |fluent: &FluentName| fluent.0 == name && fluent.1 == arguments.len();
        let places = self.boards.iter().find(|(fluent, _)| is_it(fluent)).map(|(_, places)| places);
        let steps = self.steps.iter().find(|(fluent, _)| is_it(fluent)).map(|(_, steps)| steps);
        let mut said: Vec<Term> = arguments.iter().map(|argument| self.renamed(argument)).collect();
        if let Some([here, there]) = steps {
            let place = here.iter().position(|step| *step == arguments[0])?;
            said[0] = there.get(place)?.clone();
        }
        for (place, start) in places.into_iter().flatten().zip(part) {
            let BoardDimension { argument, here, there } = place;
            let number = here.iter().position(|value| *value == arguments[*argument])?;
            match number.checked_sub(*start).and_then(|number| there.get(number)) {
                Some(value) => said[*argument] = value.clone(),
                None => return Some(FactImage::LeftOut),
            }
        }
        Some(FactImage::Fact(Term::applied(self.name(name), &said)))
    }

    fn renamed(&self, term: &Term) -> Term {
        term.with_names(|name| self.name(name))
    }

    fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

/// Returns the boards of the first game with those of the second. `None` if the second has no such board.
fn boards(
    here: &Portrait,
    there: &Portrait,
    likeness: &Likeness,
) -> Option<Vec<(FluentName, Vec<BoardDimension>)>> {
    let board = |(fluent, axes): &(FluentName, Vec<BoardAxis>)| {
        let other = (likeness.name(&fluent.0).to_owned(), fluent.1);
        let (_, others) = there.boards.iter().find(|(fluent, _)| *fluent == other)?;
        let place = |(argument, here): &BoardAxis| {
            let (_, there) = others.iter().find(|(other, _)| other == argument)?;
            Some(BoardDimension { argument: *argument, here: here.clone(), there: there.clone() })
        };
        Some((fluent.clone(), axes.iter().map(place).collect::<Option<_>>()?))
    };
    here.boards.iter().map(board).collect()
}

/// Returns the first positions of the parts of boards that are as large as the boards of the second game. All boards
/// are divided alike, dimension by dimension.
fn parts(boards: &[(FluentName, Vec<BoardDimension>)]) -> Option<Vec<Vec<usize>>> {
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

/// Returns the step counters of the first game with the numbers of steps in both games, in order.
fn steps(
    here: &Portrait,
    there: &Portrait,
    likeness: &Likeness,
) -> Vec<(FluentName, [Vec<Term>; 2])> {
    let counter = |(fluent, chain): &(FluentName, Vec<Term>)| {
        let other = (likeness.name(&fluent.0).to_owned(), fluent.1);
        let (_, others) = there.steps.iter().find(|(fluent, _)| *fluent == other)?;
        Some((fluent.clone(), [chain.clone(), others.clone()]))
    };
    here.steps.iter().filter_map(counter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sampling, Sentences};
    use oracle::sheet;

    fn portrait(text: &str) -> Portrait {
        let rules = oracle::rules_of(text);
        let watch = Sampling::states(500, 1);
        let analysis = crate::analyze(&rules, &mut oracle::machine_of(&rules), &watch);
        Portrait::new(Sentences::of(&rules), &analysis.expect("it can be played"))
    }

    fn translation(here: &str, there: &str) -> Option<StateTranslation> {
        let [here, there] = [here, there].map(portrait);
        let likeness = here.likeness(&there).expect("the games are variants");
        StateTranslation::new(&here, &there, &likeness)
    }

    fn facts(texts: &[&str]) -> Vec<Term> {
        texts.iter().map(|text| fact(text)).collect()
    }

    fn fact(text: &str) -> Term {
        Term::read(text).expect("it is one term")
    }

    #[test]
    fn a_larger_board_is_seen_part_by_part() {
        let way = translation(sheet("minichess"), sheet("minichess-3x3"))
            .expect("the other board is smaller");
        let state = facts(&["(cell a 1 wk)", "(cell b 2 bk)", "(control black)", "(step 2)"]);
        let expected = [
            ["(cell a 1 wk)", "(cell b 2 bk)", "(control black)", "(step 2)"].as_slice(),
            &["(cell b 1 bk)", "(control black)", "(step 2)"],
            &["(cell a 2 bk)", "(control black)", "(step 2)"],
            &["(cell a 1 bk)", "(control black)", "(step 2)"],
        ];
        assert_eq!(way.states(&state), expected.map(facts));
        // A smaller one cannot be seen as a larger one.
        assert!(translation(sheet("minichess-3x3"), sheet("minichess")).is_none());
    }

    #[test]
    fn words_are_those_of_the_other_game() {
        let text = sheet("minichess-3x3");
        let scrambler = gdl::Scrambler::new(text, 5);
        let way = translation(sheet("minichess"), &scrambler.scramble(text))
            .expect("the other board is smaller");
        let states = way.states(&facts(&["(cell a 1 wk)", "(control black)"]));
        assert_eq!(states.len(), 4);
        let expected = ["(cell a 1 wk)", "(control black)"].map(|fact| scrambler.scramble(fact));
        assert_eq!(states[0], expected.map(|text| fact(&text)));
    }

    #[test]
    fn steps_are_counted_and_features_may_lack() {
        let (text, fewer) =
            (sheet("minichess"), &sheet("minichess").replace("(step 10)", "(step 8)"));
        let way = translation(text, fewer).expect("the board is the same");
        let state = facts(&["(cell a 1 wk)", "(step 3)"]);
        assert_eq!(way.states(&state), std::slice::from_ref(&state));
        let stepless = text
            .replace("(init (step 1))", "")
            .replace("(<= (next (step ?y))\n    (true (step ?x))\n    (succ ?x ?y))", "")
            .replace("(<= terminal\n    (true (step 10)))", "");
        let way = translation(text, &stepless).expect("the board is the same");
        assert_eq!(way.states(&state), [facts(&["(cell a 1 wk)"])]);
        assert!(!way.has_unknown());
        let way = translation(&stepless, text).expect("the board is the same");
        assert!(
            way.has_unknown()
                && way.is_unknown(&fact("(step 3)"))
                && !way.is_unknown(&fact("(cell a 1 wk)"))
        );
    }
}
