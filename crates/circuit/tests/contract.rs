//! The circuit machine keeps the contract of machines and says what the reference machine says: on the bundled
//! games, and on the public rule sheets where they are at hand.

use circuit::{CircuitMachine, Limits};
use game::contract::{self, Extent, Position, differ};
use game::{Machine, Move, Random, Role, State, StopReason, random};
use gdl::Rules;
use rand::RngExt;
use reason::ReferenceMachine;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const NAMES: (&str, &str) = ("the reference machine", "the circuit machine");

/// How much to play on a game.
#[derive(Clone, Copy)]
struct Amount {
    games: usize,
    max_length: usize,
    /// Arbitrary sets of facts, in each of which arbitrary moves are made.
    odd_states: usize,
}

const BUNDLED: Amount = Amount { games: 3, max_length: 60, odd_states: 40 };
const SMALL: Amount = Amount { games: 2, max_length: 6, odd_states: 8 };
const BIG: Amount = Amount { games: 1, max_length: 2, odd_states: 1 };

/// A sheet whose circuit has more edges than this is played little.
const BIG_EDGES: usize = 20_000;

/// The machines for a game, unless it is too big to be grounded in a test.
struct Pair {
    reference: ReferenceMachine,
    circuit: CircuitMachine,
}

impl Pair {
    fn new(rules: &Rules) -> Result<Pair, StopReason> {
        let limits =
            Limits { instances: 300_000, steps: 20_000_000, gates: 300_000, ..Limits::default() };
        let circuit = CircuitMachine::new(rules, &limits)?;
        let reference = ReferenceMachine::new(rules.clone(), reason::Limits::default());
        Ok(Pair { reference: reference.expect("the reference machine plays it"), circuit })
    }

    /// How the circuit machine goes wrong, if it does.
    fn judge(&mut self, amount: Amount, seed: u64) -> Result<(), String> {
        let Amount { games, max_length, odd_states } = amount;
        let extent = Extent { seed, games, max_length };
        contract::check(&mut self.circuit, extent).map_err(|violation| violation.to_string())?;
        let (reference, circuit) = (&mut self.reference, &mut self.circuit);
        contract::compare((NAMES.0, reference), (NAMES.1, circuit), extent)
            .map_err(|violation| violation.to_string())?;
        let seen = Seen::of(&mut self.reference, extent);
        let mut random = random(seed);
        for _ in 0..odd_states {
            self.compare_odd_state(&seen, &mut random)?;
        }
        Ok(())
    }

    /// Compares what is said about an arbitrary set of facts, and about what follows from moves that each role
    /// had in some state, but maybe not in this one.
    fn compare_odd_state(&mut self, seen: &Seen, random: &mut Random) -> Result<(), String> {
        let share = random.random_range(0.05..0.95);
        let facts: Vec<&String> = seen.facts.iter().filter(|_| random.random_bool(share)).collect();
        let moves: Option<Vec<&String>> =
            seen.moves.iter().map(|moves| pick(moves, random)).collect();
        let (reference, circuit): (&mut dyn Machine, &mut dyn Machine) =
            (&mut self.reference, &mut self.circuit);
        let states = [state(reference, &facts)?, state(circuit, &facts)?];
        // Some sheets have no end of conclusions where facts contradict each other.
        let Ok(expected) = Position::of(reference, &states[0]) else { return Ok(()) };
        let found = Position::of(circuit, &states[1]).map_err(|reason| reason.to_string())?;
        let context = |text: String| format!("{text}\nwith facts {facts:?}");
        if let Some(text) = expected.difference(&found, NAMES) {
            return Err(context(text));
        }
        let Some(moves) = moves else { return Ok(()) };
        let Ok(expected) = successor(reference, &states[0], &moves) else { return Ok(()) };
        let found = successor(circuit, &states[1], &moves)?;
        let mut parts = Vec::new();
        differ(&mut parts, &format!("facts after {moves:?}"), &expected, &found, NAMES);
        if parts.is_empty() { Ok(()) } else { Err(context(parts.join("\n"))) }
    }
}

/// What random play came across, in KIF.
struct Seen {
    facts: Vec<String>,
    /// The moves of each role.
    moves: Vec<Vec<String>>,
}

impl Seen {
    fn of(machine: &mut dyn Machine, extent: Extent) -> Seen {
        let mut random = random(extent.seed + 1);
        let mut facts = BTreeSet::new();
        let mut moves = vec![BTreeSet::new(); machine.roles().len()];
        for _ in 0..extent.games {
            let mut state = machine.initial_state().expect("there is one");
            for _ in 0..extent.max_length {
                facts.extend(machine.state_texts(&state));
                let Some(joint) = note_moves(machine, &state, &mut moves, &mut random) else {
                    break;
                };
                let mut next = State::default();
                machine.next(&state, &joint, &mut next).expect("legal moves can be made");
                state = next;
            }
        }
        let moves = moves.into_iter().map(|moves| moves.into_iter().collect()).collect();
        Seen { facts: facts.into_iter().collect(), moves }
    }
}

/// Adds the legal moves of each role and chooses a joint move, unless a role has none. Does not care whether the
/// game is over.
fn note_moves(
    machine: &mut dyn Machine,
    state: &State,
    moves: &mut [BTreeSet<String>],
    random: &mut Random,
) -> Option<Vec<Move>> {
    let mut legal = Vec::new();
    let mut joint = Vec::new();
    for (role, texts) in moves.iter_mut().enumerate() {
        machine.legal(state, Role(role as u32), &mut legal).ok()?;
        texts.extend(legal.iter().map(|&action| machine.move_text(action)));
        joint.extend(pick(&legal, random));
    }
    (joint.len() == moves.len()).then_some(joint)
}

fn pick<'a, T>(from: &'a [T], random: &mut Random) -> Option<&'a T> {
    (!from.is_empty()).then(|| &from[random.random_range(0..from.len())])
}

fn state(machine: &dyn Machine, facts: &[&String]) -> Result<State, String> {
    let known = facts
        .iter()
        .map(|text| machine.find_fact(text).ok_or_else(|| format!("the fact {text} is not known")));
    Ok(machine.state(&known.collect::<Result<Vec<_>, _>>()?))
}

fn successor(
    machine: &mut dyn Machine,
    state: &State,
    moves: &[&String],
) -> Result<Vec<String>, String> {
    let known = moves
        .iter()
        .map(|text| machine.find_move(text).ok_or_else(|| format!("the move {text} is not known")));
    let joint = known.collect::<Result<Vec<_>, _>>()?;
    let mut next = State::default();
    machine.next(state, &joint, &mut next).map_err(|reason| reason.to_string())?;
    Ok(machine.state_texts(&next).iter().map(|text| text.to_ascii_lowercase()).collect())
}

fn rules(name: &str, text: &[u8]) -> Rules {
    gdl::check(name, text).rules.unwrap_or_else(|| panic!("{name} has an error"))
}

#[test]
fn bundled_games() {
    for game in library::games() {
        let rules = rules(game.name(), game.rules().as_bytes());
        let mut pair = Pair::new(&rules).expect("bundled games can be grounded");
        if let Err(difference) = pair.judge(BUNDLED, 5) {
            panic!("{}: {difference}", game.name());
        }
    }
}

#[test]
fn a_machine_for_another_game_is_found_out() {
    let pair = |name| {
        let game = library::find(name).expect("it is bundled");
        Pair::new(&rules(name, game.rules().as_bytes())).expect("bundled games can be grounded")
    };
    let (one, other) = (pair("tic-tac-toe"), pair("nim"));
    let mut mixed = Pair { reference: one.reference, circuit: other.circuit };
    assert!(mixed.judge(SMALL, 1).is_err());
}

#[test]
fn public_sheets() {
    let Some(sheets) = corpus() else { return };
    let total = sheets.len();
    let (queue, too_big, faults) = (Mutex::new(sheets), Mutex::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = { queue.lock().expect("no panic").pop() } {
            match judge_sheet(&path) {
                Ok(true) => {}
                Ok(false) => *too_big.lock().expect("no panic") += 1,
                Err(text) => faults.lock().expect("no panic").push(format!("{path:?}: {text}")),
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    let too_big = too_big.into_inner().expect("no panic");
    assert!(10 * too_big < total, "{too_big} of {total} sheets are too big");
}

/// Whether the sheet could be grounded; how the machine goes wrong on it, if it does.
fn judge_sheet(path: &Path) -> Result<bool, String> {
    let text = std::fs::read(path).expect("the sheet is readable");
    let Ok(mut pair) = Pair::new(&rules(&path.display().to_string(), &text)) else {
        return Ok(false);
    };
    let big = pair.circuit.circuit().edges() > BIG_EDGES;
    pair.judge(if big { BIG } else { SMALL }, 5)?;
    Ok(true)
}

/// The public rule sheets; `None`, with a message, where they are absent.
fn corpus() -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        // Not by `eprintln`, which the test runner keeps to itself.
        let _ = writeln!(std::io::stderr(), "skipped: there is no folder ../shared/corpus");
        return None;
    };
    let paths = entries.map(|entry| entry.expect("the folder is readable").path());
    let mut sheets: Vec<PathBuf> =
        paths.filter(|path| path.extension() == Some("kif".as_ref())).collect();
    sheets.sort();
    assert!(sheets.len() > 200, "only {} sheets", sheets.len());
    Some(sheets)
}
