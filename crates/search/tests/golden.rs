//! Matches of all players that must not change: the moves, the simulations and the values of fixed seeds.
//!
//! A line of `golden.txt` is a match of a player against itself: the joint moves, the numbers of simulations and nodes
//! of all its searches together, and one number made of every move's visits and value in every report. A change of the
//! code that is not meant to change play leaves the file as it is. One that is meant to writes it anew with
//! `UPDATE_EXPECTED=1 cargo test -p agon-search --test golden`.

#![allow(clippy::disallowed_methods, reason = "a test that compares a committed file")]

mod common;

use agon_search::players;
use agon_search::{Limit, Player, PlayerSettings, Report, Seat};
use common::{Game, game};
use game::{Machine, MachineExt, Role, State};
use lanes::{Backend, Lanes};
use std::fmt::Write;
use std::sync::Arc;

/// The file of expected lines.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");

/// Games with turns, with simultaneous moves, of one role, of three roles, and with pieces on a board.
const GAMES: [&str; 5] = ["tic-tac-toe", "tic-tic-toe", "hanoi", "three-trails", "skirmish"];

/// Number of moves after which a match is cut off.
const MAX_MOVES: usize = 4;

/// Number of simulations before each move.
const SIMULATIONS: u64 = 12;

/// Players with less to learn than usual, and with settings that select other parts of the code. All other players are
/// added with their defaults.
const PLAYERS: &[&str] = &[
    "random",
    "legal",
    "greedy",
    "mc",
    "cadia-2007",
    "cadia-2008",
    "cadia-2009",
    "cadia-2010",
    "cadia-2010:rave.k=50,uct.c=20,gibbs.tau=5,fast.w=0.5,mast.unseen=50,fast.least=0",
    "gifl:gifl.runs=20,gifl.trials=20",
    "gifl:gifl.runs=20,gifl.trials=0,gifl.own=0.5,gifl.other=0.5,gifl.losing=true,gifl.tree=5",
    "gifl-2009:gifl.runs=20,gifl.trials=20",
    "gifl-alphabeta:gifl.runs=20,gifl.trials=20",
    "uct-values:values.matches=30",
    "uct-guided",
    "uct-guided:playout.heuristic=min.mobility",
    "sarsa",
    "sarsa:sarsa.rate=0.1,sarsa.exploration=0.3",
    "kuhl",
    "kuhl:workers=2,mobility=true,goal=true",
    "flux",
    "flux-1ply",
    "td-learner:td.matches=3",
    "td-search:td.matches=3",
    "td-search:td.matches=3,td.tree=true,td.beforehand=true",
    "exhaustive",
    "exhaustive:search.equilibrium=true,search.symmetries=true,search.history=false,memory.megabytes=1",
    "agon",
    "agon:search.c=10,search.leaves=4,search.best=0.9,search.tau=0,gifl.runs=20",
];

fn player(text: &str, game: &Game, role: u32) -> Box<dyn Player> {
    let (name, given) = text.split_once(':').unwrap_or((text, ""));
    let mut settings = PlayerSettings::default();
    given.split(',').filter(|it| !it.is_empty()).for_each(|it| settings.add(it).unwrap());
    let seat = game.seat(Role(role), 7 + u64::from(role));
    let model = Arc::clone(game.machine.model());
    let lanes = Lanes::new(model, Backend::Portable).expect("the game is small");
    let playouts = (name == "agon").then_some(Box::new(lanes) as _);
    players::build(name, &settings, Seat { playouts, ..seat }).unwrap()
}

/// Sums of everything that a player reported in a match.
#[derive(Default)]
struct Sums {
    simulations: u64,
    playouts: u64,
    nodes: u64,
    /// Combines all visits, all values with six decimals, and all expected lines (FNV-1a).
    hash: u64,
}

impl Sums {
    fn add(&mut self, report: &Report) {
        self.simulations += report.simulations;
        self.playouts += report.playouts;
        self.nodes += report.nodes;
        for valued in &report.moves {
            let value = (valued.value * 1e6).round() as i64 as u64;
            for number in [u64::from(valued.action.0), valued.visits, value] {
                self.mix(number);
            }
        }
        report.line.iter().flatten().for_each(|action| self.mix(u64::from(action.0)));
    }

    fn mix(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// Plays a match of a player against itself, as a line of the file.
fn line(name: &str, text: &str, game: &Game) -> String {
    let mut machine = game.machine.clone();
    let roles = 0..machine.roles().len() as u32;
    let mut players: Vec<_> = roles.map(|role| player(text, game, role)).collect();
    let mut sums = Sums { hash: 0xcbf2_9ce4_8422_2325, ..Sums::default() };
    let mut line = format!("{name} {text} |");
    let mut state = machine.initial_state().unwrap();
    for _ in 0..MAX_MOVES {
        if machine.terminal(&state).unwrap() {
            break;
        }
        let mut joint = Vec::new();
        for player in &mut players {
            player.think(&Limit::simulations(SIMULATIONS)).unwrap();
            joint.push(player.choose().unwrap());
            sums.add(&player.report());
        }
        write!(line, " {}", machine.joint_text(&joint)).unwrap();
        players.iter_mut().for_each(|player| player.advance(&joint).unwrap());
        let mut next = State::default();
        machine.next(&state, &joint, &mut next).unwrap();
        state = next;
    }
    let Sums { simulations, playouts, nodes, hash } = sums;
    write!(line, " | {simulations} {playouts} {nodes} {hash:016x}").unwrap();
    line
}

/// Returns all players to try, each with its settings.
fn texts() -> Vec<&'static str> {
    let is_listed = |name: &str| PLAYERS.iter().any(|text| text.split(':').next() == Some(name));
    let others = players::all().map(|kind| kind.name).filter(|name| !is_listed(name));
    PLAYERS.iter().copied().chain(others).collect()
}

#[test]
fn every_player_plays_as_it_always_did() {
    let mut played = String::new();
    for name in GAMES {
        let game = game(name);
        texts().iter().for_each(|text| writeln!(played, "{}", line(name, text, &game)).unwrap());
    }
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(FILE, &played).unwrap();
    }
    let expected = std::fs::read_to_string(FILE).unwrap();
    for (played, expected) in played.lines().zip(expected.lines()) {
        assert_eq!(played, expected);
    }
    assert_eq!(played.lines().count(), expected.lines().count());
}
