//! The contract that every machine must satisfy, checked on random games: answers depend on the arguments alone,
//! ids and texts correspond, forks agree, partial states are accepted. Also the comparison of two machines in full
//! sets, never in counts, which reports the line of play that led to a difference.
//!
//! Nothing here knows an implementation or its limits.

use crate::machine::{Fact, Machine, MachineExt, Move, StopReason};
use crate::playout::{JointMove, random_joint};
use crate::state::State;
use crate::{Random, Role, random};
use rand::RngExt;
use std::collections::BTreeSet;

/// A violation of the contract, and the line of play that shows it: the joint moves from the initial state, in KIF.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// A machine stopped instead of answering. Machines with limits may do that; all others break the contract.
    #[error("the machine stopped: {reason}{}", after(.line))]
    Stopped {
        /// The reason that the machine gave.
        reason: StopReason,
        /// The moves that lead to the state it was asked about.
        line: Vec<String>,
    },
    /// The answers of a machine contradict each other, or those of another machine.
    #[error("{message}{}", after(.line))]
    Broken {
        /// A description of the contradiction.
        message: String,
        /// The moves that lead to the state that shows it.
        line: Vec<String>,
    },
}

/// Describes a line of play at the end of a message.
fn after(line: &[String]) -> String {
    let joints: String = line.iter().map(|joint| format!("\n  {joint}")).collect();
    format!("\nafter {} moves:{joints}", line.len())
}

/// Number and seed of the random games to check.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// The seed of the random moves.
    pub seed: u64,
    /// Number of games to play.
    pub games: usize,
    /// Number of joint moves after which a game is aborted.
    pub max_length: usize,
}

/// All answers of a machine about one state, as text in lower case, so that machines can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The facts of the state, sorted.
    pub facts: Vec<String>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The legal moves of each role, sorted.
    pub legal: Vec<Vec<String>>,
    /// The goal values of each role.
    pub goals: Vec<String>,
}

impl Answers {
    /// Asks a machine all questions about a state.
    pub fn of(machine: &mut dyn Machine, state: &State) -> Result<Answers, StopReason> {
        let mut moves = Vec::new();
        let mut position = Answers {
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

    /// Describes the differences from the answers of another machine, one per line; `None` if there are none. `names`
    /// are those of the two machines.
    pub fn difference(&self, other: &Answers, names: (&str, &str)) -> Option<String> {
        let mut parts = Vec::new();
        add_difference(&mut parts, "facts", &self.facts, &other.facts, names);
        if self.terminal != other.terminal {
            parts.push(format!(
                "terminal: {} says {}, {} says {}",
                names.0, self.terminal, names.1, other.terminal
            ));
        }
        for (role, (a, b)) in self.legal.iter().zip(&other.legal).enumerate() {
            add_difference(&mut parts, &format!("legal moves of role {role}"), a, b, names);
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

/// Appends a description of the elements that only one of two lists has, if there are any. `subject` names the
/// elements, `names` the owners of the lists.
pub fn add_difference(
    parts: &mut Vec<String>,
    subject: &str,
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
            parts.push(format!("{subject}: only {name} has {}", list.join(" ")));
        }
    }
}

/// Checks the contract on random games and returns the number of states visited.
///
/// # Errors
/// The first violation; [`Violation::Stopped`] if the machine did not answer a question.
pub fn check(machine: &mut dyn Machine, games: RandomGames) -> Result<usize, Violation> {
    let mut line = MoveLog::default();
    let mut random = random(games.seed);
    let mut states = 0;
    for _ in 0..games.games {
        line.joints.clear();
        let mut state = line.ask(machine.initial_state())?;
        let again = line.ask(machine.initial_state())?;
        line.demand(state == again, "the initial state differs when asked for twice")?;
        for _ in 0..games.max_length {
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

/// Plays the same random games on two named machines and compares all their answers about every state. Returns the
/// number of states compared.
///
/// # Errors
/// The first difference; [`Violation::Stopped`] if one of the machines did not answer a question.
pub fn compare(
    first: (&str, &mut dyn Machine),
    second: (&str, &mut dyn Machine),
    games: RandomGames,
) -> Result<usize, Violation> {
    let names = (first.0, second.0);
    let (a, b) = (first.1, second.1);
    let mut line = MoveLog::default();
    let mut random = random(games.seed);
    let mut states = 0;
    for _ in 0..games.games {
        line.joints.clear();
        let (mut state_a, mut state_b) =
            (line.ask(a.initial_state())?, line.ask(b.initial_state())?);
        for _ in 0..games.max_length {
            states += 1;
            let (left, right) =
                (line.ask(Answers::of(a, &state_a))?, line.ask(Answers::of(b, &state_b))?);
            if let Some(difference) = left.difference(&right, names) {
                return Err(line.violation(difference));
            }
            let Some(joint) = random_move(a, &line, &state_a, &mut random)? else {
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

/// The joint moves made so far in a game, for reports.
#[derive(Default)]
struct MoveLog {
    joints: Vec<String>,
}

impl MoveLog {
    fn violation(&self, message: String) -> Violation {
        Violation::Broken { message, line: self.joints.clone() }
    }

    /// Returns a violation with this message unless the condition holds.
    fn demand(&self, holds: bool, otherwise: &str) -> Result<(), Violation> {
        if holds { Ok(()) } else { Err(self.violation(otherwise.to_owned())) }
    }

    /// Turns a question that was not answered into a violation.
    fn ask<T>(&self, answer: Result<T, StopReason>) -> Result<T, Violation> {
        answer.map_err(|reason| Violation::Stopped { reason, line: self.joints.clone() })
    }
}

/// Checks the answers about one state: ids and texts, partial states, repeated questions and forks.
fn check_state(
    machine: &mut dyn Machine,
    line: &MoveLog,
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
    let before = line.ask(Answers::of(machine, state))?;
    if !facts.is_empty() {
        check_partial(machine, line, &facts, random)?;
    }
    let after = line.ask(Answers::of(machine, state))?;
    line.demand(before == after, "answers change after questions about another state")?;
    let forked = line.ask(Answers::of(&mut *machine.fork(), state))?;
    line.demand(before == forked, "a fork gives other answers")
}

/// Checks that the legal moves of a role are sorted and are found by their texts.
fn check_legal(
    machine: &mut dyn Machine,
    line: &MoveLog,
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

/// Checks that the state without one random fact is accepted: any set of known facts is a legitimate state.
fn check_partial(
    machine: &mut dyn Machine,
    line: &MoveLog,
    facts: &[Fact],
    random: &mut Random,
) -> Result<(), Violation> {
    let mut fewer = facts.to_vec();
    fewer.remove(random.random_range(0..facts.len()));
    let state = machine.state(&fewer);
    line.demand(machine.facts(&state) == fewer, "a partial state has other facts than given")?;
    line.ask(Answers::of(machine, &state)).map(drop)
}

/// Checks that the changes between two states lead from the first to the second.
fn check_changes(
    machine: &dyn Machine,
    line: &MoveLog,
    before: &State,
    after: &State,
) -> Result<(), Violation> {
    let mut changes = vec![(Fact(0), true)];
    machine.changes(before, after, &mut changes);
    let mut facts: BTreeSet<Fact> = machine.facts(before).into_iter().collect();
    let are_new = changes
        .iter()
        .all(|&(fact, is_true)| if is_true { facts.insert(fact) } else { facts.remove(&fact) });
    let leads = are_new && facts.into_iter().eq(machine.facts(after));
    line.demand(leads, "the changes between two states do not lead from one to the other")?;
    let sorted = changes.is_sorted_by(|a, b| a.0 < b.0);
    line.demand(sorted, "the changes between two states are not in ascending order, each once")?;
    let mut rest = State::default();
    machine.subtract(after, before, &mut rest);
    let come = changes.iter().filter(|(_, is_true)| *is_true).map(|&(fact, _)| fact);
    line.demand(
        come.eq(machine.facts(&rest)),
        "subtracting the state before from the state after does not give the facts that became true",
    )
}

/// Makes a random joint move and checks it; `None` if there is none to make.
fn step(
    machine: &mut dyn Machine,
    line: &mut MoveLog,
    state: &State,
    random: &mut Random,
) -> Result<Option<State>, Violation> {
    let Some(joint) = random_move(machine, line, state, random)? else {
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

/// Returns a random joint move, or `None` if the game is over or a role has no legal move.
fn random_move(
    machine: &mut dyn Machine,
    line: &MoveLog,
    state: &State,
    random: &mut Random,
) -> Result<Option<Vec<Move>>, Violation> {
    if line.ask(machine.terminal(state))? {
        return Ok(None);
    }
    let (mut legal, mut joint) = (Vec::new(), Vec::new());
    let chosen = line.ask(random_joint(machine, state, random, &mut legal, &mut joint))?;
    Ok((chosen == JointMove::Chosen).then_some(joint))
}
