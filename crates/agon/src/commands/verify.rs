//! `agon verify`: replays an independent engine's record and compares everything.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::progress::Progress;
use crate::trace::{Record, Trace};
use anyhow::{Context, ensure};
use game::contract::differ;
use game::{Machine, Move, State};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Compare a machine with the recorded play of another engine
///
/// Every state's facts, legal moves, end and goals are compared as full sets. Exits with 1 at the first
/// divergence, which is printed in full.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Traces: JSON lines, gzip'd or plain
    #[arg(long, required = true, num_args = 1..)]
    trace: Vec<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Verifies.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = options.engine.machine(&options.rules)?;
    for path in &options.trace {
        let name = path.display();
        match verify(&mut *machine, path).with_context(|| name.to_string())? {
            Verdict::Agrees { states, games } => {
                writeln!(std::io::stdout(), "{name}: {states} states of {games} games agree")?;
            }
            Verdict::Diverges(report) => {
                writeln!(std::io::stdout(), "{name}: diverges\n{report}")?;
                return Ok(Outcome::Found);
            }
        }
    }
    Ok(Outcome::Fine)
}

enum Verdict {
    Agrees { states: usize, games: usize },
    Diverges(String),
}

fn verify(machine: &mut dyn Machine, path: &Path) -> anyhow::Result<Verdict> {
    let mut trace = Trace::open(path)?;
    let (ours, theirs) = (lower(machine.roles()), lower(&trace.roles));
    if ours != theirs {
        let (ours, theirs) = (ours.join(" "), theirs.join(" "));
        return Ok(Verdict::Diverges(format!("roles: the machine has {ours}, the trace {theirs}")));
    }
    let (mut states, mut games) = (0, 0);
    let mut line: Vec<String> = Vec::new();
    let mut state = State::default();
    let mut over = true;
    let mut progress = Progress::counting("states");
    while let Some(record) = trace.next_record()? {
        ensure!(
            (record.step == 0) == over,
            "line {}: a game must begin with step 0 and go on until it is over",
            trace.line
        );
        over = record.terminal;
        if record.step == 0 {
            games += 1;
            line.clear();
            machine.initial(&mut state)?;
        }
        ensure!(
            record.step as usize == line.len(),
            "line {}: step {} follows step {}",
            trace.line,
            record.step,
            line.len() as i64 - 1
        );
        states += 1;
        progress.at(states as u64);
        let parts = compare(machine, &state, &record)?;
        if !parts.is_empty() {
            let facts = super::show::columns(&machine.state_texts(&state));
            return Ok(Verdict::Diverges(format!(
                "game {}, step {} (line {})\n{}\nmoves so far: {}\nstate according to the machine:\n{facts}",
                record.game,
                record.step,
                trace.line,
                parts.join("\n"),
                if line.is_empty() { "none".to_owned() } else { line.join(" ") },
            )));
        }
        if !record.terminal {
            let joint = legal_joint(machine, &record)
                .with_context(|| format!("line {}: the move is not a legal one", trace.line))?;
            line.push(format!("({})", record.joint.join(" ")));
            let mut next = State::default();
            machine.next(&state, &joint, &mut next)?;
            state = next;
        }
    }
    ensure!(states > 0, "the trace records no state (it ended with: {})", trace.end);
    Ok(Verdict::Agrees { states, games })
}

/// The joint move of a record, if each role's move is among its legal ones.
fn legal_joint(machine: &dyn Machine, record: &Record) -> Option<Vec<Move>> {
    let moves = record.joint.iter().zip(&record.legal);
    moves
        .map(|(action, legal)| {
            let listed = legal.iter().any(|other| other.eq_ignore_ascii_case(action));
            listed.then(|| machine.find_move(action)).flatten()
        })
        .collect()
}

const NAMES: (&str, &str) = ("the machine", "the trace");

/// What the machine and the trace say differently about a state.
fn compare(
    machine: &mut dyn Machine,
    state: &State,
    record: &Record,
) -> anyhow::Result<Vec<String>> {
    let mut parts = Vec::new();
    let facts = lower(&machine.state_texts(state));
    differ(&mut parts, "facts", &facts, &lower(&record.state), NAMES);
    let terminal = machine.terminal(state)?;
    if terminal != record.terminal {
        parts.push(format!("terminal: the machine says {terminal}, the trace {}", record.terminal));
    }
    for (role, expected) in machine.role_ids().zip(&record.legal) {
        let mut moves = Vec::new();
        machine.legal(state, role, &mut moves)?;
        let texts: Vec<String> = moves.iter().map(|&action| machine.move_text(action)).collect();
        let what = format!("legal moves of {}", machine.roles()[role.0 as usize]);
        differ(&mut parts, &what, &lower(&texts), &lower(expected), NAMES);
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
