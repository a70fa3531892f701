//! Play on both sides, with full sets compared.

use super::naive::{Ground, Naive, TooMuch};
use game::contract::{Position, differ};
use game::{Machine, Random, State, StopReason, random};
use gdl::Rules;
use rand::RngExt;

const GAMES: usize = 3;
const LENGTH: usize = 6;
const NAMES: (&str, &str) = ("naive evaluation", "the machine");

/// Plays a few random games on both and describes the first difference; false if one gave up.
/// Illegal moves are made as well, on request even such as are only ever legal for other roles.
pub fn compare(
    rules: &Rules,
    machine: &mut dyn Machine,
    seed: u64,
    moves_of_others: bool,
) -> Result<bool, String> {
    let mut pair = Pair { naive: Naive::new(rules), machine, moves_of_others };
    match pair.play(&mut random(seed)) {
        Ok(()) => Ok(true),
        Err(Trouble::TooMuch) => Ok(false),
        Err(Trouble::Difference(text)) => Err(text),
    }
}

enum Trouble {
    TooMuch,
    Difference(String),
}

impl From<TooMuch> for Trouble {
    fn from(too_much: TooMuch) -> Trouble {
        match too_much {
            TooMuch::Work => Trouble::TooMuch,
            TooMuch::Ambiguity => {
                Trouble::Difference("checked rules have no two-valued meaning".to_owned())
            }
        }
    }
}

impl From<StopReason> for Trouble {
    fn from(reason: StopReason) -> Trouble {
        match reason {
            // Some games make pairs of all they have, move after move; some have heaps of disjunctions.
            StopReason::Memory(_) | StopReason::Terms(_) | StopReason::Steps(_) => Trouble::TooMuch,
            _ => Trouble::Difference(format!("the machine stopped: {reason}")),
        }
    }
}

struct Pair<'r, 'm> {
    naive: Naive<'r>,
    machine: &'m mut dyn Machine,
    moves_of_others: bool,
}

impl Pair<'_, '_> {
    fn play(&mut self, random: &mut Random) -> Result<(), Trouble> {
        let initial = self.naive.initial()?;
        let theirs = self.machine.initial_state()?;
        self.same_facts(&initial, &theirs, "initial state")?;
        let mut facts_seen = initial.clone();
        let mut moves_seen = vec![Vec::new(); self.machine.roles().len()];
        for _ in 0..GAMES {
            let mut facts = initial.clone();
            for _ in 0..LENGTH {
                let state = self.state(&facts)?;
                let legal = self.same_position(&facts, &state)?;
                for (role, seen) in moves_seen.iter_mut().enumerate() {
                    let all = legal.iter().flatten();
                    seen.extend(if self.moves_of_others {
                        all
                    } else {
                        legal[role..=role].iter().flatten()
                    });
                }
                let Some(joint) = choose(&legal, &moves_seen, random) else {
                    break;
                };
                facts = self.same_next(&facts, &state, &joint)?;
                facts_seen.extend(&facts);
                facts_seen.sort_unstable();
                facts_seen.dedup();
                if random.random_ratio(1, 3) {
                    facts = facts_seen.clone();
                    facts.retain(|_| random.random_bool(0.5));
                }
            }
        }
        Ok(())
    }

    /// The machine's state with these facts, all of which it has produced itself.
    fn state(&self, facts: &[Ground]) -> Result<State, Trouble> {
        let known = facts.iter().map(|&fact| {
            let text = self.naive.text(fact);
            let found = self.machine.find_fact(&text);
            found.ok_or_else(|| Trouble::Difference(format!("the machine forgot {text}")))
        });
        Ok(self.machine.state(&known.collect::<Result<Vec<_>, _>>()?))
    }

    fn same_facts(&self, ours: &[Ground], state: &State, what: &str) -> Result<(), Trouble> {
        let mut parts = Vec::new();
        let ours = self.naive.texts(ours);
        differ(&mut parts, what, &ours, &self.machine.state_texts(state), NAMES);
        if parts.is_empty() { Ok(()) } else { Err(Trouble::Difference(parts.join("\n"))) }
    }

    /// Compares all answers about a state; returns the legal moves of each role.
    fn same_position(
        &mut self,
        facts: &[Ground],
        state: &State,
    ) -> Result<Vec<Vec<Ground>>, Trouble> {
        let view = self.naive.view(facts)?;
        let ours = Position {
            facts: self.naive.texts(facts),
            terminal: view.terminal,
            legal: view.legal.iter().map(|moves| self.naive.texts(moves)).collect(),
            goals: view.goals.iter().map(|goals| goals.to_string()).collect(),
        };
        let theirs = Position::of(self.machine, state)?;
        match ours.difference(&theirs, NAMES) {
            None => Ok(view.legal),
            Some(text) => Err(Trouble::Difference(format!("{text}\nin {:?}", ours.facts))),
        }
    }

    fn same_next(
        &mut self,
        facts: &[Ground],
        state: &State,
        joint: &[Ground],
    ) -> Result<Vec<Ground>, Trouble> {
        let texts: Vec<String> = joint.iter().map(|&action| self.naive.text(action)).collect();
        let moves = texts.iter().map(|text| self.machine.find_move(text));
        let moves: Option<Vec<_>> = moves.collect();
        let Some(moves) = moves else {
            return Err(Trouble::Difference(format!("the machine forgot one of {texts:?}")));
        };
        let ours = self.naive.next(facts, joint)?;
        let mut next = State::default();
        self.machine.next(state, &moves, &mut next)?;
        let what = format!("facts after {texts:?} in {:?}", self.naive.texts(facts));
        self.same_facts(&ours, &next, &what)?;
        Ok(ours)
    }
}

/// A legal move for each role; now and then, or if there is none, any of the moves that it was seen to have.
fn choose(legal: &[Vec<Ground>], seen: &[Vec<Ground>], random: &mut Random) -> Option<Vec<Ground>> {
    let one = |(moves, seen): (&Vec<Ground>, &Vec<Ground>)| {
        let from = if moves.is_empty() || random.random_ratio(1, 5) { seen } else { moves };
        (!from.is_empty()).then(|| from[random.random_range(0..from.len())])
    };
    legal.iter().zip(seen).map(one).collect()
}

#[test]
fn a_machine_for_other_rules_is_found_out() {
    let sheet = |goal: &str| {
        let text = format!("(role you) (legal you (go a)) (goal you {goal}) (<= terminal (or))");
        gdl::check("test.kif", text.as_bytes()).rules.expect("there is no error")
    };
    let (rules, others) = (sheet("1"), sheet("2"));
    let machine = (super::CANDIDATE.build)(&others).expect("there is no fault");
    let mut machine = machine.expect("it can be played");
    assert!(compare(&rules, &mut *machine, 1, false).is_err());
    assert_eq!(compare(&others, &mut *machine, 1, false), Ok(true));
}
