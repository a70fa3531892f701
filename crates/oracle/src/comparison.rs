//! Plays a game on a machine and on the naive evaluator at once, and compares full sets of their answers.

use crate::naive::{GroundTerm, Naive, NoModel};
use game::contract::{Answers, add_difference};
use game::{Machine, MachineExt, Random, State, StopReason, random};
use gdl::Rules;
use rand::RngExt;

const GAMES: usize = 3;
const LENGTH: usize = 6;
const NAMES: (&str, &str) = ("naive evaluation", "the machine");

/// Plays a few random games on both. Returns `false` if one of them reached its limits.
///
/// Illegal moves are made as well: with `moves_of_others` even moves that are only legal for other roles.
///
/// # Errors
/// A description of the first difference.
pub fn compare(
    rules: &Rules,
    machine: &mut dyn Machine,
    seed: u64,
    moves_of_others: bool,
) -> Result<bool, String> {
    let mut pair = Pair { naive: Naive::new(rules), machine, moves_of_others };
    match pair.play(&mut random(seed)) {
        Ok(()) => Ok(true),
        Err(Trouble::Limit) => Ok(false),
        Err(Trouble::Difference(text)) => Err(text),
    }
}

/// The reason why the games were not played to the end.
enum Trouble {
    Limit,
    Difference(String),
}

impl From<NoModel> for Trouble {
    fn from(reason: NoModel) -> Trouble {
        match reason {
            NoModel::TooBig => Trouble::Limit,
            NoModel::Ambiguous => {
                Trouble::Difference("checked rules have no two-valued meaning".to_owned())
            }
        }
    }
}

impl From<StopReason> for Trouble {
    fn from(reason: StopReason) -> Trouble {
        match reason {
            // Some games build ever larger terms, and some rules have very many disjunctions.
            StopReason::Memory(_) | StopReason::Terms(_) | StopReason::Steps(_) => Trouble::Limit,
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

    /// Returns the machine's state with these facts, all of which the machine has produced itself.
    fn state(&self, facts: &[GroundTerm]) -> Result<State, Trouble> {
        let known = facts.iter().map(|&fact| {
            let text = self.naive.text(fact);
            let found = self.machine.find_fact(&text);
            found.ok_or_else(|| Trouble::Difference(format!("the machine forgot {text}")))
        });
        Ok(self.machine.state(&known.collect::<Result<Vec<_>, _>>()?))
    }

    fn same_facts(&self, ours: &[GroundTerm], state: &State, what: &str) -> Result<(), Trouble> {
        let mut parts = Vec::new();
        let ours = self.naive.texts(ours);
        add_difference(&mut parts, what, &ours, &self.machine.state_texts(state), NAMES);
        if parts.is_empty() { Ok(()) } else { Err(Trouble::Difference(parts.join("\n"))) }
    }

    /// Compares all answers about a state; returns the legal moves of each role.
    fn same_position(
        &mut self,
        facts: &[GroundTerm],
        state: &State,
    ) -> Result<Vec<Vec<GroundTerm>>, Trouble> {
        let view = self.naive.view(facts)?;
        let ours = Answers {
            facts: self.naive.texts(facts),
            terminal: view.terminal,
            legal: view.legal.iter().map(|moves| self.naive.texts(moves)).collect(),
            goals: view.goals.iter().map(|goals| goals.to_string()).collect(),
        };
        let theirs = Answers::of(self.machine, state)?;
        match ours.difference(&theirs, NAMES) {
            None => Ok(view.legal),
            Some(text) => Err(Trouble::Difference(format!("{text}\nin {:?}", ours.facts))),
        }
    }

    fn same_next(
        &mut self,
        facts: &[GroundTerm],
        state: &State,
        joint: &[GroundTerm],
    ) -> Result<Vec<GroundTerm>, Trouble> {
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

/// Returns a joint move: for each role a legal move, or now and then, and always if it has none, a move that it had
/// before. `None` if a role never had a move.
fn choose(
    legal: &[Vec<GroundTerm>],
    seen: &[Vec<GroundTerm>],
    random: &mut Random,
) -> Option<Vec<GroundTerm>> {
    let one = |(moves, seen): (&Vec<GroundTerm>, &Vec<GroundTerm>)| {
        let from = if moves.is_empty() || random.random_ratio(1, 5) { seen } else { moves };
        (!from.is_empty()).then(|| from[random.random_range(0..from.len())])
    };
    legal.iter().zip(seen).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{reference_of, rules_of};

    #[test]
    fn a_machine_for_other_rules_differs() {
        let sheet = |goal: &str| {
            rules_of(format!("(role you) (legal you (go a)) (goal you {goal}) (<= terminal (or))"))
        };
        let (rules, others) = (sheet("1"), sheet("2"));
        let mut machine = reference_of(others.clone());
        assert!(compare(&rules, &mut machine, 1, false).is_err());
        assert_eq!(compare(&others, &mut machine, 1, false), Ok(true));
    }
}
