//! What states are worth, as a start for players and from them.

mod common;

use common::{Game, game, play};
use game::{Machine, Role};
use learn::values::{Prior, Values};
use search::{Limit, Memory, Player, Settings, players};
use std::sync::Arc;

fn player(game: &Game, role: u32, name: &str, settings: &str, memory: &Memory) -> Box<dyn Player> {
    let mut all = Settings::default();
    for setting in settings.split(',').filter(|text| !text.is_empty()) {
        all.add(setting).expect("it is a setting");
    }
    let seat = search::Seat { memory: memory.clone(), ..game.seat(Role(role), 3) };
    players::build(name, &all, seat).expect("there is such a player")
}

/// Knows the value of one afterstate of the first role: what `(mark 1 1)` leads to in tic-tac-toe.
fn corner(game: &Game, value: f64) -> Memory {
    let mut machine: Box<dyn Machine> = Box::new(game.machine.clone());
    let initial = machine.initial_state().unwrap();
    let mut joint = Vec::new();
    for role in machine.role_ids() {
        let mut legal = Vec::new();
        machine.legal(&initial, role, &mut legal).unwrap();
        let corner = legal.iter().find(|&&it| machine.move_text(it) == "(mark 1 1)");
        joint.push(corner.copied().unwrap_or(legal[0]));
    }
    let mut after = Default::default();
    machine.next(&initial, &joint, &mut after).unwrap();
    let mut values = Values::default();
    values.set(&after, value);
    let opinions =
        move |role: Role| (role == Role(0)).then(|| Box::new(values.clone()) as Box<dyn Prior>);
    Memory { opinions: Some(Arc::new(opinions)), ..Memory::default() }
}

#[test]
fn moves_begin_with_what_their_afterstates_are_worth() {
    let game = game("tic-tac-toe");
    let first = |memory: &Memory, visits: &str| {
        let settings = format!("values.visits={visits}");
        let mut player = player(&game, 0, "uct-values", &settings, memory);
        player.think(&Limit::simulations(50)).unwrap();
        let report = player.report();
        let of = |text: &str| {
            let found = report.moves.iter().find(|it| game.machine.move_text(it.action) == text);
            found.map_or((0, 0.0), |it| (it.visits, it.value))
        };
        (of("(mark 1 1)"), report.moves[0].action)
    };
    // A corner that is said to be lost is left alone, and one that is said to be won is not tried against the odds.
    let ((visits, value), _) = first(&corner(&game, 0.0), "100");
    assert_eq!((visits, value), (100, 0.0));
    let ((visits, value), best) = first(&corner(&game, 100.0), "1000");
    assert!(visits >= 1000 && value > 90.0, "{visits} {value}");
    assert_eq!(game.machine.move_text(best), "(mark 1 1)");
    // What counts nothing changes nothing.
    let plain = {
        let mut player = player(&game, 0, "cadia-2007", "", &Memory::default());
        player.think(&Limit::simulations(50)).unwrap();
        player.report()
    };
    let mut other = player(&game, 0, "uct-values", "values.visits=0", &corner(&game, 100.0));
    other.think(&Limit::simulations(50)).unwrap();
    assert_eq!(other.report().moves, plain.moves);
}

#[test]
fn values_are_learnt_once_for_all_matches() {
    let game = game("tic-tac-toe");
    let memory = Memory::default();
    let limit = Limit::simulations(1);
    let mut machine = game.machine.clone();
    let mut learnt = || {
        let values = memory.lessons.values(&mut machine, Role(0), 300, &limit).unwrap();
        values.expect("nobody stopped it")
    };
    let (one, other) = (learnt(), learnt());
    assert!(Arc::ptr_eq(&one, &other) && one.len() > 100);
    let stop = Limit { simulations: None, stop: &|| true };
    assert!(memory.lessons.values(&mut machine, Role(1), 300, &stop).unwrap().is_none());
    let mut player = player(&game, 1, "uct-values", "values.matches=300,values.visits=1", &memory);
    player.think(&Limit::simulations(20)).unwrap();
    assert!(!player.report().moves.is_empty());
}

#[test]
fn a_tree_tells_what_states_are_worth() {
    let game = game("tic-tac-toe");
    let values = players::tree_values(game.seat(Role(0), 1), Role(0), 500).unwrap();
    // The root, and a state for each simulation: its last one is counted too. A few come back to the end of a game that is there already.
    assert!((450..=501).contains(&values.len()), "{}", values.len());
    assert!(values.iter().all(|(_, value)| (0.0..=100.0).contains(&value)));
    let mut machine: Box<dyn Machine> = Box::new(game.machine.clone());
    let initial = machine.initial_state().unwrap();
    let whole = values.get(&initial).expect("the root");
    assert!((50.0..100.0).contains(&whole), "{whole}");
}

#[test]
fn sarsa_learns_while_it_plays() {
    let game = game("tic-tac-toe");
    let mut sum = 0;
    for number in 0..20 {
        let memory = Memory::default();
        let own = number % 2;
        let mut both: Vec<Box<dyn Player>> = Vec::new();
        for role in 0..2 {
            let name = if role == own { "sarsa" } else { "random" };
            both.push(player(&game, role, name, "", &memory));
        }
        sum += u32::from(play(&game.machine, both, 200).1[own as usize]);
    }
    assert!(sum >= 20 * 80, "{sum}");
    let (name, memory) = ("sarsa", corner(&game, 100.0));
    let mut player = player(&game, 0, name, "sarsa.exploration=0", &memory);
    let best = player.choose().unwrap();
    assert_eq!(game.machine.move_text(best), "(mark 1 1)");
}

#[test]
fn a_solution_is_followed_as_long_as_it_fits() {
    let game = game("hanoi");
    let solution = |moves: &[&str]| Memory {
        solution: Some(moves.iter().map(|text| (*text).to_owned()).collect()),
        ..Memory::default()
    };
    let nonsense = solution(&["(fly)"]);
    let mut lost = player(&game, 0, "legal", "", &nonsense);
    let plain = player(&game, 0, "legal", "", &Memory::default()).choose().unwrap();
    assert_eq!(lost.choose().unwrap(), plain);
    // The second legal move first, and then nothing more is known.
    let mut machine: Box<dyn Machine> = Box::new(game.machine.clone());
    let initial = machine.initial_state().unwrap();
    let mut legal = Vec::new();
    machine.legal(&initial, Role(0), &mut legal).unwrap();
    let text = machine.move_text(legal[1]);
    let mut player = player(&game, 0, "legal", "", &solution(&[&text]));
    assert_eq!(player.choose().unwrap(), legal[1]);
    assert!(player.report().notes[0].contains("a solution of 1 moves"));
    player.advance(&[legal[1]]).unwrap();
    player.choose().unwrap();
}
