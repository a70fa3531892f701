//! The circuit machine keeps the contract of machines and gives the same answers as the reference machine: on the
//! bundled games, and on the public rule sheets where they are available.

#![allow(clippy::disallowed_methods, reason = "tests read rule sheets from files")]

use agon_propnet::CircuitMachine;
use circuit::{BuildError, Limits};
use game::contract::{self, Answers, RandomGames, add_difference};
use game::{Machine, MachineExt, Move, Random, Role, State, random};
use gdl::Rules;
use oracle::corpus;
use rand::RngExt;
use reason::ReferenceMachine;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

const NAMES: (&str, &str) = ("the reference machine", "the circuit machine");

/// The extent of the comparison for one game.
#[derive(Clone, Copy)]
struct Amount {
    games: usize,
    max_length: usize,
    /// Number of arbitrary sets of facts, in each of which arbitrary moves are made.
    arbitrary_states: usize,
}

const BUNDLED: Amount = Amount { games: 3, max_length: 60, arbitrary_states: 40 };
const SMALL: Amount = Amount { games: 2, max_length: 6, arbitrary_states: 8 };
const BIG: Amount = Amount { games: 1, max_length: 2, arbitrary_states: 1 };

/// Number of operands of a circuit above which a sheet is compared to the extent [`BIG`] only.
const BIG_OPERANDS: usize = 20_000;

/// The two machines for a game.
struct Pair {
    reference: ReferenceMachine,
    circuit: CircuitMachine,
}

impl Pair {
    /// Builds both machines. An error means that the game is too big to be grounded in a test.
    fn new(rules: &Rules) -> Result<Pair, BuildError> {
        let ground = ground::Limits { instances: 300_000, steps: 20_000_000, ..Default::default() };
        let limits = Limits { ground, gates: 300_000 };
        let circuit = CircuitMachine::from_rules(rules, &limits)?;
        Ok(Pair { reference: oracle::reference_of(rules.clone()), circuit })
    }

    /// Checks the contract and compares the machines. An error describes how the circuit machine is wrong.
    fn judge(&mut self, amount: Amount, seed: u64) -> Result<(), String> {
        let Amount { games, max_length, arbitrary_states } = amount;
        let extent = RandomGames { seed, games, max_length };
        contract::check(&mut self.circuit, extent).map_err(|violation| violation.to_string())?;
        let (reference, circuit) = (&mut self.reference, &mut self.circuit);
        contract::compare((NAMES.0, reference), (NAMES.1, circuit), extent)
            .map_err(|violation| violation.to_string())?;
        let seen = Seen::of(&mut self.reference, extent);
        let mut random = random(seed);
        for _ in 0..arbitrary_states {
            self.compare_arbitrary_state(&seen, &mut random)?;
        }
        Ok(())
    }

    /// Compares the answers about an arbitrary set of facts, and the state after moves that each role had in some
    /// state, but not necessarily in this one.
    fn compare_arbitrary_state(&mut self, seen: &Seen, random: &mut Random) -> Result<(), String> {
        let share = random.random_range(0.05..0.95);
        let facts: Vec<&String> = seen.facts.iter().filter(|_| random.random_bool(share)).collect();
        let moves: Option<Vec<&String>> =
            seen.moves.iter().map(|moves| pick(moves, random)).collect();
        let (reference, circuit): (&mut dyn Machine, &mut dyn Machine) =
            (&mut self.reference, &mut self.circuit);
        let states = [state(reference, &facts)?, state(circuit, &facts)?];
        // In some games, facts that contradict each other lead to conclusions without end.
        let Ok(expected) = Answers::of(reference, &states[0]) else { return Ok(()) };
        let found = Answers::of(circuit, &states[1]).map_err(|reason| reason.to_string())?;
        let context = |text: String| format!("{text}\nwith facts {facts:?}");
        if let Some(text) = expected.difference(&found, NAMES) {
            return Err(context(text));
        }
        let Some(moves) = moves else { return Ok(()) };
        let Ok(expected) = successor(reference, &states[0], &moves) else { return Ok(()) };
        let found = successor(circuit, &states[1], &moves)?;
        let mut parts = Vec::new();
        add_difference(&mut parts, &format!("facts after {moves:?}"), &expected, &found, NAMES);
        if parts.is_empty() { Ok(()) } else { Err(context(parts.join("\n"))) }
    }
}

/// Facts and moves that occurred in random play, in KIF.
struct Seen {
    facts: Vec<String>,
    /// The moves of each role.
    moves: Vec<Vec<String>>,
}

impl Seen {
    fn of(machine: &mut dyn Machine, extent: RandomGames) -> Seen {
        let mut random = random(extent.seed + 1);
        let mut facts = BTreeSet::new();
        let mut moves = vec![BTreeSet::new(); machine.roles().len()];
        for _ in 0..extent.games {
            let mut state = machine.initial_state().expect("there is an initial state");
            for _ in 0..extent.max_length {
                facts.extend(machine.state_texts(&state));
                let Some(joint) = note_moves(machine, &state, &mut moves, &mut random) else {
                    break;
                };
                let mut next = State::default();
                machine.next(&state, &joint, &mut next).expect("the machine reaches no limit");
                state = next;
            }
        }
        let moves = moves.into_iter().map(|moves| moves.into_iter().collect()).collect();
        Seen { facts: facts.into_iter().collect(), moves }
    }
}

/// Adds the legal moves of each role and returns a random joint move, even if the game is over; `None` if a role has no
/// legal move.
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

#[test]
fn bundled_games() {
    for game in library::games() {
        let mut pair =
            Pair::new(&oracle::rules(game.name())).expect("bundled games can be grounded");
        if let Err(difference) = pair.judge(BUNDLED, 5) {
            panic!("{}: {difference}", game.name());
        }
    }
}

#[test]
fn a_machine_for_another_game_differs() {
    let pair = |name| Pair::new(&oracle::rules(name)).expect("bundled games can be grounded");
    let (one, other) = (pair("tic-tac-toe"), pair("nim"));
    let mut mixed = Pair { reference: one.reference, circuit: other.circuit };
    assert!(mixed.judge(SMALL, 1).is_err());
}

#[test]
fn public_sheets() {
    let Some(sheets) = corpus::sheets() else { return };
    assert!(sheets.len() > 200, "only {} sheets", sheets.len());
    let total = sheets.len();
    let (queue, too_big, faults) = (Mutex::new(sheets), Mutex::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = { queue.lock().expect("no thread panics").pop() } {
            match judge_sheet(&path) {
                Ok(true) => {}
                Ok(false) => *too_big.lock().expect("no thread panics") += 1,
                Err(text) => {
                    faults.lock().expect("no thread panics").push(format!("{path:?}: {text}"))
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let faults = faults.into_inner().expect("no thread panics");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    let too_big = too_big.into_inner().expect("no thread panics");
    corpus::report("propnet, contract", total - too_big, total, "public sheets");
    assert!(10 * too_big < total, "{too_big} of {total} sheets are too big");
}

/// Compares the machines on a sheet. Returns whether it could be grounded; an error describes how the circuit machine
/// is wrong.
fn judge_sheet(path: &Path) -> Result<bool, String> {
    let text = std::fs::read(path).expect("the sheet is readable");
    let Ok(mut pair) = Pair::new(&oracle::checked(&path.display().to_string(), &text)) else {
        return Ok(false);
    };
    let big = pair.circuit.model().circuit().operand_count() > BIG_OPERANDS;
    pair.judge(if big { BIG } else { SMALL }, 5)?;
    Ok(true)
}
