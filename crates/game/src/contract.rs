//! What every machine must satisfy, checked on random play: answers depend on the arguments alone,
//! ids and texts fit together, forks agree, partial states are accepted. And the comparison of two
//! machines, in full sets, with the shortest line of play that shows a difference.

use crate::machine::{Fact, Machine, Move, StopReason};
use crate::playout::random_joint;
use crate::state::State;
use crate::{Random, Role, random};
use rand::RngExt;
use std::collections::BTreeSet;
use std::fmt;

/// How a machine broke the contract, and where.
#[derive(Debug, thiserror::Error)]
pub struct Violation {
    /// What is wrong.
    pub what: String,
    /// The joint moves from the initial state that led there, in KIF.
    pub line: Vec<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}\nafter {} moves:", self.what, self.line.len())?;
        for joint in &self.line {
            write!(f, "\n  {joint}")?;
        }
        Ok(())
    }
}

/// How much random play to check.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The seed of the random moves.
    pub seed: u64,
    /// How many games to play.
    pub games: usize,
    /// After how many joint moves a game is left.
    pub max_length: usize,
}

/// Everything the five questions tell about one state, as text: comparable between machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The facts, sorted.
    pub facts: Vec<String>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The legal moves of each role, sorted.
    pub legal: Vec<Vec<String>>,
    /// The goals of each role.
    pub goals: Vec<String>,
}

impl Position {
    /// Asks a machine all about a state.
    pub fn of(machine: &mut dyn Machine, state: &State) -> Result<Position, StopReason> {
        let mut moves = Vec::new();
        let mut position = Position {
            facts: lower_sorted(machine.state_texts(state)),
            terminal: machine.terminal(state)?,
            legal: Vec::new(),
            goals: Vec::new(),
        };
        for role in machine.role_ids() {
            machine.legal(state, role, &mut moves)?;
            let texts = moves.iter().map(|&action| machine.move_text(action)).collect();
            position.legal.push(lower_sorted(texts));
            position.goals.push(machine.goal(state, role)?.to_string());
        }
        Ok(position)
    }

    /// The first difference to what another machine says, in words.
    pub fn difference(&self, other: &Position, names: (&str, &str)) -> Option<String> {
        let mut parts = Vec::new();
        differ(&mut parts, "facts", &self.facts, &other.facts, names);
        if self.terminal != other.terminal {
            parts.push(format!(
                "terminal: {} says {}, {} says {}",
                names.0, self.terminal, names.1, other.terminal
            ));
        }
        for (role, (a, b)) in self.legal.iter().zip(&other.legal).enumerate() {
            differ(&mut parts, &format!("legal moves of role {role}"), a, b, names);
        }
        for (role, (a, b)) in self.goals.iter().zip(&other.goals).enumerate() {
            if a != b {
                parts.push(format!(
                    "goal of role {role}: {} says {a}, {} says {b}",
                    names.0, names.1
                ));
            }
        }
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

fn lower_sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.iter_mut().for_each(|text| text.make_ascii_lowercase());
    texts.sort_unstable();
    texts
}

/// Adds what is in one list and not in the other.
pub fn differ(
    parts: &mut Vec<String>,
    what: &str,
    a: &[String],
    b: &[String],
    names: (&str, &str),
) {
    let (left, right): (BTreeSet<_>, BTreeSet<_>) = (a.iter().collect(), b.iter().collect());
    for (name, only) in [
        (names.0, left.difference(&right).collect::<Vec<_>>()),
        (names.1, right.difference(&left).collect::<Vec<_>>()),
    ] {
        if !only.is_empty() {
            let list: Vec<&str> = only.iter().map(|text| text.as_str()).collect();
            parts.push(format!("{what}: only {name} has {}", list.join(" ")));
        }
    }
}

/// Checks the contract on random play and returns the number of states visited.
pub fn check(machine: &mut dyn Machine, extent: Extent) -> Result<usize, Violation> {
    let mut line = Line::default();
    let mut random = random(extent.seed);
    let mut states = 0;
    for _ in 0..extent.games {
        line.joints.clear();
        let mut state = line.ask(machine.initial_state())?;
        let again = line.ask(machine.initial_state())?;
        line.demand(state == again, "the initial state differs when asked for twice")?;
        for _ in 0..extent.max_length {
            states += 1;
            check_state(machine, &line, &state, &mut random)?;
            let Some(next) = step(machine, &mut line, &state, &mut random)? else {
                break;
            };
            state = next;
        }
    }
    Ok(states)
}

/// Plays the same random games on two machines and compares everything they say about every state.
/// Returns the number of states compared.
pub fn compare(
    first: (&str, &mut dyn Machine),
    second: (&str, &mut dyn Machine),
    extent: Extent,
) -> Result<usize, Violation> {
    let names = (first.0, second.0);
    let (a, b) = (first.1, second.1);
    let mut line = Line::default();
    let mut random = random(extent.seed);
    let mut states = 0;
    for _ in 0..extent.games {
        line.joints.clear();
        let (mut state_a, mut state_b) =
            (line.ask(a.initial_state())?, line.ask(b.initial_state())?);
        for _ in 0..extent.max_length {
            states += 1;
            let (left, right) =
                (line.ask(Position::of(a, &state_a))?, line.ask(Position::of(b, &state_b))?);
            if let Some(difference) = left.difference(&right, names) {
                return Err(line.violation(difference));
            }
            let Some(joint) = choose(a, &line, &state_a, &mut random)? else {
                break;
            };
            let translated: Option<Vec<Move>> =
                joint.iter().map(|&action| b.find_move(&a.move_text(action))).collect();
            let Some(translated) = translated else {
                return Err(line.violation(format!("{} does not know a legal move", names.1)));
            };
            line.joints.push(a.joint_text(&joint));
            let mut next = State::default();
            line.ask(a.next(&state_a, &joint, &mut next))?;
            state_a = std::mem::take(&mut next);
            line.ask(b.next(&state_b, &translated, &mut next))?;
            state_b = next;
        }
    }
    Ok(states)
}

/// The moves made so far, for reports.
#[derive(Default)]
struct Line {
    joints: Vec<String>,
}

impl Line {
    fn violation(&self, what: String) -> Violation {
        Violation { what, line: self.joints.clone() }
    }

    fn demand(&self, holds: bool, otherwise: &str) -> Result<(), Violation> {
        if holds { Ok(()) } else { Err(self.violation(otherwise.to_owned())) }
    }

    fn ask<T>(&self, answer: Result<T, StopReason>) -> Result<T, Violation> {
        answer.map_err(|reason| self.violation(format!("the machine stopped: {reason}")))
    }
}

fn check_state(
    machine: &mut dyn Machine,
    line: &Line,
    state: &State,
    random: &mut Random,
) -> Result<(), Violation> {
    let facts = machine.facts(state);
    line.demand(
        facts.is_sorted_by(|a, b| a < b),
        "the facts are not in ascending order, each once",
    )?;
    line.demand(
        machine.state(&facts) == *state,
        "a state rebuilt from its facts is another state",
    )?;
    for &fact in &facts {
        let text = machine.fact_text(fact);
        line.demand(machine.find_fact(&text) == Some(fact), "a fact is not found by its text")?;
    }
    for role in machine.role_ids() {
        check_legal(machine, line, state, role)?;
    }
    let before = line.ask(Position::of(machine, state))?;
    if !facts.is_empty() {
        check_partial(machine, line, &facts, random)?;
    }
    let after = line.ask(Position::of(machine, state))?;
    line.demand(before == after, "answers change after questions about another state")?;
    let forked = line.ask(Position::of(&mut *machine.fork(), state))?;
    line.demand(before == forked, "a fork gives other answers")
}

fn check_legal(
    machine: &mut dyn Machine,
    line: &Line,
    state: &State,
    role: Role,
) -> Result<(), Violation> {
    let mut moves = Vec::new();
    line.ask(machine.legal(state, role, &mut moves))?;
    line.demand(
        moves.is_sorted_by(|a, b| a < b),
        "legal moves are not in ascending order, each once",
    )?;
    for &action in &moves {
        let text = machine.move_text(action);
        line.demand(machine.find_move(&text) == Some(action), "a move is not found by its text")?;
    }
    Ok(())
}

/// Any set of known facts is a legitimate state: leave one out and ask everything.
fn check_partial(
    machine: &mut dyn Machine,
    line: &Line,
    facts: &[Fact],
    random: &mut Random,
) -> Result<(), Violation> {
    let mut fewer = facts.to_vec();
    fewer.remove(random.random_range(0..facts.len()));
    let state = machine.state(&fewer);
    line.demand(machine.facts(&state) == fewer, "a partial state has other facts than given")?;
    line.ask(Position::of(machine, &state)).map(drop)
}

/// The facts in which two states differ lead from the one to the other.
fn check_changes(
    machine: &dyn Machine,
    line: &Line,
    before: &State,
    after: &State,
) -> Result<(), Violation> {
    let mut changes = vec![(Fact(0), true)];
    machine.changes(before, after, &mut changes);
    let mut facts: BTreeSet<Fact> = machine.facts(before).into_iter().collect();
    let new = changes.iter().all(|&(fact, is_true)| match is_true {
        true => facts.insert(fact),
        false => facts.remove(&fact),
    });
    let leads = new && facts.into_iter().eq(machine.facts(after));
    line.demand(leads, "the changes between two states do not lead from one to the other")?;
    let sorted = changes.is_sorted_by(|a, b| a.0 < b.0);
    line.demand(sorted, "the changes between two states are not in ascending order, each once")?;
    let mut rest = State::default();
    machine.subtract(after, before, &mut rest);
    let come = changes.iter().filter(|(_, is_true)| *is_true).map(|&(fact, _)| fact);
    line.demand(
        come.eq(machine.facts(&rest)),
        "what is left of a state without another one is not what has come",
    )
}

fn step(
    machine: &mut dyn Machine,
    line: &mut Line,
    state: &State,
    random: &mut Random,
) -> Result<Option<State>, Violation> {
    let Some(joint) = choose(machine, line, state, random)? else {
        return Ok(None);
    };
    line.joints.push(machine.joint_text(&joint));
    let (mut next, mut again) = (State::default(), State::default());
    line.ask(machine.next(state, &joint, &mut next))?;
    line.ask(machine.fork().next(state, &joint, &mut again))?;
    line.demand(next == again, "a fork gives another next state")?;
    check_changes(machine, line, state, &next)?;
    Ok(Some(next))
}

/// A random joint move, or nothing where the game is over or a role has no move.
fn choose(
    machine: &mut dyn Machine,
    line: &Line,
    state: &State,
    random: &mut Random,
) -> Result<Option<Vec<Move>>, Violation> {
    if line.ask(machine.terminal(state))? {
        return Ok(None);
    }
    let (mut legal, mut joint) = (Vec::new(), Vec::new());
    let chosen = line.ask(random_joint(machine, state, random, &mut legal, &mut joint))?;
    Ok(chosen.is_ok().then_some(joint))
}
