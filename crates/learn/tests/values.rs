//! What afterstates are worth is learnt, and brought over to other games.

use circuit::CircuitMachine;
use game::{Machine, Role, State};
use learn::values::{
    Chance, Images, Learner, LookAhead, Opponent, Rule, Settings, Threat, Threats, Trained,
    Translated,
};

fn machine(name: &str) -> Box<dyn Machine> {
    let rules = library::find(name).expect("it is bundled").rules();
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("it has no errors");
    Box::new(CircuitMachine::new(&rules, &circuit::Limits::default()).expect("it is small"))
}

/// The mean of what the learner got in each of so many matches in a row, several times.
fn means(learner: &mut Learner, others: &mut dyn Opponent, name: &str, each: usize) -> Vec<f64> {
    let (mut random, start) = (game::random(1), machine(name).initial_state().unwrap());
    let mut mean = || {
        let goals = (0..each).map(|_| learner.play(&start, others, &mut random).unwrap().goal);
        goals.map(f64::from).sum::<f64>() / each as f64
    };
    (0..8).map(|_| mean()).collect()
}

#[test]
fn play_gets_better_by_learning() {
    for rule in [Rule::Sarsa, Rule::Best] {
        let settings = Settings { rule, ..Settings::default() };
        let mut learner = Learner::new(machine("tic-tac-toe"), Role(0), settings);
        let means = means(&mut learner, &mut Chance, "tic-tac-toe", 500);
        assert!(means[0] < 80.0 && means[7] > 85.0, "{rule:?}: {means:?}");
        assert!(learner.values().len() > 500);
    }
}

#[test]
fn values_become_what_states_are_worth() {
    let machine = machine("nim");
    let mut learner = Learner::new(machine.fork(), Role(0), Settings::default());
    means(&mut learner, &mut LookAhead(5), "nim", 200);
    // Who leaves three of five wins; who leaves four loses against one who sees that.
    let worth = |left: &str| {
        let facts = [format!("(num {left})"), "(control black)".to_owned()];
        let mut facts = facts.map(|text| machine.find_fact(&text).expect("it is a fact"));
        facts.sort_unstable();
        learner.values().get(&machine.state(&facts)).expect("it was met")
    };
    assert!(worth("3") > 90.0 && worth("4") < 20.0, "{} {}", worth("3"), worth("4"));
}

#[test]
fn who_looks_ahead_wins_and_prevents() {
    let mut machine = machine("tic-tac-toe");
    let mut random = game::random(1);
    let mut move_of = |role: Role, cells: &str, control: &str, depth: u32| {
        let state = board(&*machine, cells, control);
        let mut legal = Vec::new();
        machine.legal(&state, role, &mut legal).unwrap();
        let action = LookAhead(depth).choose(&mut *machine, &state, role, &legal, &mut random);
        machine.move_text(action.unwrap())
    };
    for _ in 0..10 {
        assert_eq!(move_of(Role(0), "xxboobbbb", "xplayer", 1), "(mark 1 3)");
        assert_eq!(move_of(Role(1), "xxboobbbb", "oplayer", 1), "(mark 2 3)");
        // Without a win of its own it prevents that of the other, if it sees so far.
        assert_eq!(move_of(Role(1), "xxbobbbbb", "oplayer", 2), "(mark 1 3)");
    }
}

/// A state of tic-tac-toe: nine cells, row by row, and who has the move.
fn board(machine: &dyn Machine, cells: &str, control: &str) -> State {
    let mut texts: Vec<String> = vec![format!("(control {control})")];
    for (place, cell) in cells.chars().enumerate() {
        texts.push(format!("(cell {} {} {cell})", 1 + place / 3, 1 + place % 3));
    }
    let mut facts: Vec<_> =
        texts.iter().map(|text| machine.find_fact(text).expect("it is a fact")).collect();
    facts.sort_unstable();
    machine.state(&facts)
}

#[test]
fn threats_are_what_people_take_them_for() {
    let mut machine = machine("tic-tac-toe");
    let mut is = |threat: Threat, before: &str, after: &str| {
        let before = board(&*machine, before, "xplayer");
        let after = board(&*machine, after, "oplayer");
        threat.fits(&mut *machine, Role(0), &before, &after).unwrap()
    };
    assert!(is(Threat::Win, "xxboobbbb", "xxxoobbbb"));
    assert!(!is(Threat::Win, "xxboobbbb", "xxboobxbb"));
    assert!(is(Threat::Blunder, "xxboobbbb", "xxboobxbb"));
    assert!(is(Threat::Block, "xbboobxbb", "xbbooxxbb"));
    assert!(!is(Threat::Block, "xbboobxbb", "xxboobxbb"));
    // Two ways to win, and none for the other.
    assert!(is(Threat::Fork, "xbbbobobx", "xbxbobobx"));
    assert!(!is(Threat::Fork, "bbbbxbbbb", "xbbbxbbbb"));
}

#[test]
fn threats_are_worth_the_same_in_other_games() {
    let mut source = machine("tic-tac-toe");
    let mut learner = Learner::new(source.fork(), Role(0), Settings::default());
    means(&mut learner, &mut LookAhead(2), "tic-tac-toe", 1000);
    let mut random = game::random(2);
    let learnt =
        Threats::learnt(&mut *source, Role(0), learner.values(), 300, &mut random).unwrap();
    let [win, blunder] = [Threat::Win, Threat::Blunder].map(|it| learnt.value_of(it).unwrap());
    assert!(win > 60.0 && blunder < 45.0 && win > blunder + 20.0, "{learnt:?}");
    // Who knows what a win is wins sooner.
    let name = "connect-three-4x4";
    let scratch = || Learner::new(machine(name), Role(0), Settings::default());
    let without = means(&mut scratch(), &mut LookAhead(2), name, 50);
    let with = means(&mut scratch().with_prior(Box::new(learnt)), &mut LookAhead(2), name, 50);
    assert!(with[0] > without[0] + 20.0, "{with:?} {without:?}");
}

#[test]
fn what_was_learnt_can_be_used_and_brought_over() {
    let source = machine("tic-tac-toe");
    let mut learner = Learner::new(source.fork(), Role(0), Settings::default());
    means(&mut learner, &mut Chance, "tic-tac-toe", 500);
    let values = learner.values().clone();
    // As an opponent of somebody who knows nothing: it has the first role, and wins most.
    let mut other =
        Learner::new(source.fork(), Role(1), Settings { exploration: 1.0, ..Settings::default() });
    let goals = means(&mut other, &mut Trained(&values), "tic-tac-toe", 100);
    assert!(goals.iter().sum::<f64>() / 8.0 < 15.0, "{goals:?}");
    // And in the same game: at once as good as at the end.
    let same =
        Translated::new(source.fork(), values, Box::new(|facts| vec![facts.to_vec()]), false);
    let mut heir =
        Learner::new(source.fork(), Role(0), Settings::default()).with_prior(Box::new(same));
    let means = means(&mut heir, &mut Chance, "tic-tac-toe", 100);
    assert!(means[0] > 85.0, "{means:?}");
    assert!(heir.hits().known * 2 > heir.hits().met, "{:?}", heir.hits());
}

/// A state of connect three on 3 by 3 cells, seen from the other side.
fn turned(machine: &dyn Machine, state: &State) -> State {
    let texts = machine.state_texts(state).into_iter().map(|text| {
        let text = text.replace("(cell 1 ", "(cell left ").replace("(cell 3 ", "(cell 1 ");
        text.replace("(cell left ", "(cell 3 ")
    });
    let facts = texts.map(|text| machine.find_fact(&text).expect("it is a fact"));
    let mut facts: Vec<_> = facts.collect();
    facts.sort_unstable();
    machine.state(&facts)
}

#[test]
fn what_is_learnt_of_a_state_is_learnt_of_its_images() {
    let name = "connect-three-3x3";
    let machine = machine(name);
    let images: Images =
        Box::new(|machine, state, out: &mut Vec<State>| out.push(turned(machine, state)));
    let mut learner =
        Learner::new(machine.fork(), Role(0), Settings::default()).with_images(images);
    means(&mut learner, &mut Chance, name, 20);
    let mut learnt = 0;
    for (state, value) in learner.values().iter() {
        let image = turned(&*machine, state);
        // What was met and never learnt about is worth what everything is.
        let there = learner.values().get(&image).unwrap_or(50.0);
        assert!((value - there).abs() < 1e-9, "{value} and {there}");
        learnt += usize::from(value != 50.0 && image != *state);
    }
    assert!(learnt > 10, "{learnt}");
}
