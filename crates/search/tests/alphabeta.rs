//! Alpha-beta finds the values of an exhaustive comparison of all states, with and without its tables, and solves small games.

mod common;

use agon_search::{Limit, Player, PlayerSettings, Seat, players};
use analyze::WrittenSymmetries;
use common::{Game, game};
use game::{Machine, MachineExt, Move, Role, State, playout::random_step};
use hashbrown::HashMap;
use propnet::CircuitMachine;
use std::sync::Arc;

fn player(game: &Game, role: Role, threads: usize, texts: &[&str]) -> Box<dyn Player> {
    let seat = Seat { threads, ..game.seat(role, 1) };
    let mut settings = PlayerSettings::default();
    texts.iter().for_each(|text| settings.add(text).unwrap());
    players::build("exhaustive", &settings, seat).unwrap()
}

/// Computes the value of a game with turns for a role from all its states: the role maximises it, all others minimise it.
struct Judge {
    machine: Box<dyn Machine>,
    role: Role,
    known: HashMap<State, u8>,
}

impl Judge {
    fn new(machine: &CircuitMachine, role: Role) -> Judge {
        Judge { machine: machine.fork(), role, known: HashMap::new() }
    }

    fn value(&mut self, state: &State) -> u8 {
        if let Some(&value) = self.known.get(state) {
            return value;
        }
        let value = if self.machine.terminal(state).unwrap() {
            self.machine.goal(state, self.role).unwrap().value()
        } else {
            let ours = self.legal(state, self.role).len() > 1;
            let values = self.successors(state).into_iter().map(|next| self.value(&next));
            let values: Vec<u8> = values.collect();
            *if ours { values.iter().max() } else { values.iter().min() }.unwrap()
        };
        self.known.insert(state.clone(), value);
        value
    }

    fn legal(&mut self, state: &State, role: Role) -> Vec<Move> {
        let mut legal = Vec::new();
        self.machine.legal(state, role, &mut legal).unwrap();
        legal
    }

    fn successors(&mut self, state: &State) -> Vec<State> {
        let mut joints = vec![Vec::new()];
        for role in self.machine.role_ids() {
            let legal = self.legal(state, role);
            let longer = |joint: &Vec<Move>| {
                let longer = |&action| joint.iter().copied().chain([action]).collect();
                legal.iter().map(longer).collect::<Vec<Vec<Move>>>()
            };
            joints = joints.iter().flat_map(longer).collect();
        }
        let next = |joint: Vec<Move>| {
            let mut next = State::default();
            self.machine.next(state, &joint, &mut next).unwrap();
            next
        };
        joints.into_iter().map(next).collect()
    }
}

/// Returns the value that a player finds in its current state, which must be proven.
fn solved(player: &mut dyn Player) -> f64 {
    player.think(&Limit::simulations(50_000_000)).unwrap();
    let report = player.report();
    assert!(report.is_solved(), "{report:?}");
    report.moves[0].value
}

#[test]
fn values_equal_those_of_an_exhaustive_comparison() {
    for (name, value) in [
        ("tic-tac-toe", 50),
        ("tic-tac-toe-inverted", 50),
        ("nim", 100),
        ("connect-three-3x3", 50),
        ("connect-three-4x4", 100),
        ("capture-go-3x3", 100),
    ] {
        let game = game(name);
        for (role, value) in [(Role(0), value), (Role(1), 100 - value)] {
            let mut judge = Judge::new(&game.machine, role);
            let initial = judge.machine.initial_state().unwrap();
            assert_eq!(judge.value(&initial), value, "{name}");
            for texts in [&[][..], &["search.history=false"]] {
                let found = solved(&mut *player(&game, role, 1, texts));
                assert_eq!(found.round(), f64::from(value), "{name} {role:?} {texts:?}");
            }
        }
    }
    // Looking at each of its 4,642,753 states gives the same, but takes too long here.
    let found = solved(&mut *player(&game("mini-checkers-4"), Role(0), 1, &[]));
    assert_eq!(found.round(), 0.0);
}

#[test]
fn aids_and_threads_change_no_value() {
    let game = game("tic-tac-toe-inverted");
    for texts in [
        &["memory.megabytes=0"][..],
        &["memory.megabytes=0", "search.history=false"],
        &["memory.megabytes=1"],
    ] {
        let found = solved(&mut *player(&game, Role(0), 1, texts));
        assert_eq!(found.round(), 50.0, "{texts:?}");
    }
    let mut several = player(&game, Role(0), 3, &[]);
    several.think(&Limit { simulations: None, stop: &|| false }).unwrap();
    assert_eq!(several.report().moves[0].value.round(), 50.0);
    assert_eq!(several.report().line.len(), 9, "{:?}", several.report());
}

#[test]
fn symmetries_change_no_value_and_save_nodes() {
    for (name, share) in [("capture-go-3x3", 0.5), ("connect-three-4x4", 0.9), ("tic-tac-toe", 0.5)]
    {
        let game = game(name);
        let [plain, turned] = ["false", "true"].map(|whether| {
            let text = format!("search.symmetries={whether}");
            let mut player = player(&game, Role(0), 1, &[&text]);
            (solved(&mut *player).round(), player.report().simulations)
        });
        assert_eq!(plain.0, turned.0, "{name}");
        assert!((turned.1 as f64) < share * plain.1 as f64, "{name}: {} {}", plain.1, turned.1);
    }
}

#[test]
fn symmetries_that_are_known_are_not_searched_for_but_tried() {
    let game = game("capture-go-3x3");
    let nodes = |written: Option<WrittenSymmetries>| {
        let mut seat = game.seat(Role(0), 1);
        seat.knowledge.symmetries = written.map(Arc::new);
        let mut settings = PlayerSettings::default();
        settings.add("search.symmetries=true").unwrap();
        let mut player = players::build("exhaustive", &settings, seat).unwrap();
        assert_eq!(solved(&mut *player).round(), 100.0);
        player.report().simulations
    };
    let fresh = nodes(None);
    let written = |text: &str| serde_json::from_str::<WrittenSymmetries>(text).unwrap();
    let board = r#""boards": {"fluents": [["stone", 3, [0, 1]]], "values": [["1", "2", "3"], ["1", "2", "3"]]}"#;
    // Somebody says that there are none, or a single one.
    let none = nodes(Some(WrittenSymmetries::default()));
    let one = written(&format!(r#"{{"turns": ["-x y"], {board}, "renamings": []}}"#));
    assert!(fresh < nodes(Some(one.clone())) && nodes(Some(one)) < none, "{fresh} {none}");
    // What is refuted is searched for.
    let wrong = board.replace(r#"["1", "2", "3"], "#, r#"["2", "1", "3"], "#);
    let wrong = written(&format!(r#"{{"turns": ["-x y"], {wrong}, "renamings": []}}"#));
    assert_eq!(nodes(Some(wrong)), fresh);
}

#[test]
fn every_state_on_the_way_is_solved_too() {
    let mut random = game::random(5);
    for name in ["tic-tac-toe", "connect-three-3x3", "nim"] {
        let game = game(name);
        let mut judge = Judge::new(&game.machine, Role(0));
        for _ in 0..10 {
            // By one player, with what it remembers.
            let mut player = player(&game, Role(0), 1, &[]);
            let mut state = judge.machine.initial_state().unwrap();
            while !judge.machine.terminal(&state).unwrap() {
                let expected = f64::from(judge.value(&state));
                assert_eq!(solved(&mut *player).round(), expected, "{name}");
                let next = random_step(&mut *judge.machine, &state, &mut random).unwrap().unwrap();
                let joint = joint_between(&mut judge, &state, &next);
                player.advance(&joint).unwrap();
                state = next;
            }
        }
    }
}

/// Returns the joint move that leads from one state to another.
fn joint_between(judge: &mut Judge, state: &State, next: &State) -> Vec<Move> {
    let (one, other) = (judge.legal(state, Role(0)), judge.legal(state, Role(1)));
    let joints = one.iter().flat_map(|&one| other.iter().map(move |&other| [one, other]));
    let leads = |joint: &[Move; 2]| {
        let mut reached = State::default();
        judge.machine.next(state, joint, &mut reached).unwrap();
        reached == *next
    };
    joints.into_iter().find(leads).unwrap().to_vec()
}

#[test]
fn wins_come_soon_and_losses_late() {
    let game = game("tic-tac-toe");
    let mark = |text: &str| game.machine.find_move(text).unwrap();
    let noop = mark("noop");
    let line = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"];
    for (role, expected) in [(0, "(mark 1 3)"), (1, "(mark 1 3)")] {
        let mut player = player(&game, Role(role), 1, &[]);
        for (turn, text) in line.iter().enumerate().take(4 - role as usize) {
            let joint = if turn % 2 == 0 { [mark(text), noop] } else { [noop, mark(text)] };
            player.advance(&joint).unwrap();
        }
        player.think(&Limit::simulations(100_000)).unwrap();
        // The one wins at once; the other, who is lost or not, does not let it happen at once.
        assert_eq!(player.choose().unwrap(), mark(expected), "{role}");
    }
}

#[test]
fn in_simultaneous_moves_the_others_are_assumed_to_move_at_random() {
    let game = game("prisoners-dilemma");
    let mut player = player(&game, Role(0), 1, &[]);
    // Who defects gets one point or five in each of ten rounds, and each is worth two.
    assert_eq!(solved(&mut *player).round(), 60.0);
    assert_eq!(game.machine.move_text(player.choose().unwrap()), "defect");
}

#[test]
fn or_to_play_an_equilibrium() {
    // Nobody can be better at it than by chance.
    let game = game("roshambo");
    let mut player = player(&game, Role(0), 1, &["search.equilibrium=true"]);
    assert_eq!(solved(&mut *player).round(), 50.0);
}

#[test]
fn proven_values_are_reached_in_play() {
    for (name, goals) in [("connect-three-4x4", [100, 0]), ("connect-three-3x3", [50, 50])] {
        let game = game(name);
        let players = [Role(0), Role(1)].map(|role| player(&game, role, 1, &[]));
        let (_, reached) = common::play(&game.machine, players.into(), 1_000_000);
        assert_eq!(reached, goals, "{name}");
    }
}
