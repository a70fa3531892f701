//! Comparison of a machine with a trace: at every state the facts, the legal moves, the end and the goals.

use super::{Trace, TraceError, TraceRecord};
use game::contract::add_difference;
use game::{Machine, MachineExt, Move, State};

/// The result of comparing a machine with a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceComparison {
    /// Machine and trace agree.
    Agrees {
        /// Number of states that were compared.
        states: usize,
        /// Number of games in the trace.
        games: usize,
    },
    /// Machine and trace have different roles.
    OtherRoles {
        /// Roles of the machine.
        machine: Vec<String>,
        /// Roles of the trace.
        trace: Vec<String>,
    },
    /// Machine and trace differ in a state.
    Differs {
        /// Number of the game in the trace.
        game: u64,
        /// Number of joint moves made before.
        step: u64,
        /// Line of the trace, from 1.
        line: usize,
        /// Descriptions of all differences in this state.
        differences: Vec<String>,
        /// The joint moves made before.
        moves: Vec<String>,
        /// The facts of the state, according to the machine.
        facts: Vec<String>,
    },
}

/// Compares a machine with a trace until the first difference. `at` is called with the number of states so far.
pub fn compare(
    machine: &mut dyn Machine,
    trace: &mut Trace,
    at: &mut dyn FnMut(u64),
) -> Result<TraceComparison, TraceError> {
    let (ours, theirs) = (lower(machine.roles()), lower(&trace.roles));
    if ours != theirs {
        return Ok(TraceComparison::OtherRoles { machine: ours, trace: theirs });
    }
    let (mut states, mut games) = (0, 0);
    let mut moves: Vec<String> = Vec::new();
    let mut state = State::default();
    let mut is_over = true;
    while let Some(record) = trace.next_record()? {
        let line = trace.line;
        if (record.step == 0) != is_over {
            let problem = ": a game must begin with step 0 and go on until it is over";
            return Err(TraceError::line(line, problem));
        }
        is_over = record.terminal;
        if record.step == 0 {
            games += 1;
            moves.clear();
            machine.initial(&mut state)?;
        }
        if record.step as usize != moves.len() {
            let before = moves.len() as i64 - 1;
            let problem = format!(": step {} follows step {before}", record.step);
            return Err(TraceError::line(line, problem));
        }
        states += 1;
        at(states as u64);
        let differences = differences(machine, &state, &record)?;
        if !differences.is_empty() {
            let facts = machine.state_texts(&state);
            let TraceRecord { game, step, .. } = record;
            return Ok(TraceComparison::Differs { game, step, line, differences, moves, facts });
        }
        if !record.terminal {
            let joint = legal_joint(machine, &record);
            let joint =
                joint.ok_or_else(|| TraceError::line(line, ": the move is not a legal one"))?;
            moves.push(format!("({})", record.joint.join(" ")));
            let mut next = State::default();
            machine.next(&state, &joint, &mut next)?;
            state = next;
        }
    }
    if states == 0 {
        return Err(TraceError::NoState(trace.end.clone()));
    }
    Ok(TraceComparison::Agrees { states, games })
}

/// Returns the joint move of a record, if each role's move is among its legal ones.
fn legal_joint(machine: &dyn Machine, record: &TraceRecord) -> Option<Vec<Move>> {
    let moves = record.joint.iter().zip(&record.legal);
    moves
        .map(|(action, legal)| {
            let listed = legal.iter().any(|other| other.eq_ignore_ascii_case(action));
            listed.then(|| machine.find_move(action)).flatten()
        })
        .collect()
}

const NAMES: (&str, &str) = ("the machine", "the trace");

/// Returns the differences between the machine and the trace in a state.
fn differences(
    machine: &mut dyn Machine,
    state: &State,
    record: &TraceRecord,
) -> Result<Vec<String>, TraceError> {
    let mut parts = Vec::new();
    let facts = lower(&machine.state_texts(state));
    add_difference(&mut parts, "facts", &facts, &lower(&record.state), NAMES);
    let terminal = machine.terminal(state)?;
    if terminal != record.terminal {
        parts.push(format!("terminal: the machine says {terminal}, the trace {}", record.terminal));
    }
    for (role, expected) in machine.role_ids().zip(&record.legal) {
        let mut moves = Vec::new();
        machine.legal(state, role, &mut moves)?;
        let texts: Vec<String> = moves.iter().map(|&action| machine.move_text(action)).collect();
        let what = format!("legal moves of {}", machine.roles()[role.0 as usize]);
        add_difference(&mut parts, &what, &lower(&texts), &lower(expected), NAMES);
    }
    for (role, &expected) in machine.role_ids().zip(&record.goals) {
        let goals = machine.goal(state, role)?;
        if goals.unique().map(i64::from) != expected {
            let role = &machine.roles()[role.0 as usize];
            let expected =
                expected.map_or("not exactly one value".to_owned(), |goal| goal.to_string());
            parts.push(format!("goal of {role}: the machine says {goals}, the trace {expected}"));
        }
    }
    Ok(parts)
}

fn lower(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text.to_ascii_lowercase()).collect()
}
