//! What afterstates are worth is learnt, and brought over to other games.

use circuit::CircuitMachine;
use game::{Machine, Role, State};
use learn::values::{
    Actor, Chance, Images, Learner, LookAhead, Once, Rule, Settings, Starts, Threat, Threats,
    Trained, Translated, Turn, Values, Written, play,
};

fn machine(name: &str) -> Box<dyn Machine> {
    let rules = library::find(name).expect("it is bundled").rules();
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("it has no errors");
    Box::new(CircuitMachine::new(&rules, &circuit::Limits::default()).expect("it is small"))
}

/// The mean of what the first role got in each of so many matches in a row, several times.
fn means(
    first: &mut dyn Actor,
    second: &mut dyn Actor,
    machine: &dyn Machine,
    each: usize,
) -> Vec<f64> {
    let (mut random, mut machine) = (game::random(1), machine.fork());
    let start = machine.initial_state().unwrap();
    let mut goal = || {
        let actors: &mut [&mut dyn Actor] = &mut [&mut *first, &mut *second];
        f64::from(play(&mut *machine, &start, actors, &mut random).unwrap().goals[0])
    };
    (0..8).map(|_| (0..each).map(|_| goal()).sum::<f64>() / each as f64).collect()
}

#[test]
fn play_gets_better_by_learning() {
    for rule in [Rule::Sarsa, Rule::Best] {
        let settings = Settings { rule, ..Settings::default() };
        let mut learner = Learner::new(settings);
        let means = means(&mut learner, &mut Chance, &*machine("tic-tac-toe"), 500);
        assert!(means[0] < 80.0 && means[7] > 85.0, "{rule:?}: {means:?}");
        assert!(learner.values().len() > 500);
    }
}

#[test]
fn values_become_what_states_are_worth() {
    let machine = machine("nim");
    let mut learner = Learner::new(Settings::default());
    means(&mut learner, &mut LookAhead(5), &*machine, 200);
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
        let mut turn = Turn::default();
        assert!(turn.look(&mut *machine, &state).unwrap());
        assert_eq!(turn.role, Some(role));
        let action = LookAhead(depth).choose(&mut *machine, &state, &mut turn, &mut random);
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
    let mut learner = Learner::new(Settings::default());
    means(&mut learner, &mut LookAhead(2), &*source, 1000);
    let mut random = game::random(2);
    let learnt =
        Threats::learnt(&mut *source, Role(0), learner.values(), 300, &mut random).unwrap();
    let [win, blunder] = [Threat::Win, Threat::Blunder].map(|it| learnt.value_of(it).unwrap());
    assert!(win > 60.0 && blunder < 45.0 && win > blunder + 20.0, "{learnt:?}");
    // Who knows what a win is wins sooner.
    let target = machine("connect-three-4x4");
    let scratch = || Learner::new(Settings::default());
    let without = means(&mut scratch(), &mut LookAhead(2), &*target, 50);
    let mut heir = scratch().with_prior(Box::new(Once::new(learnt)));
    let with = means(&mut heir, &mut LookAhead(2), &*target, 50);
    assert!(with[0] > without[0] + 20.0, "{with:?} {without:?}");
}

#[test]
fn what_was_learnt_can_be_used_and_brought_over() {
    let source = machine("tic-tac-toe");
    let mut learner = Learner::new(Settings::default());
    means(&mut learner, &mut Chance, &*source, 500);
    let values = learner.values().clone();
    // As an opponent of somebody who knows nothing: it has the first role, and wins most.
    let goals = means(&mut Trained(&values), &mut Chance, &*source, 100);
    assert!(goals.iter().sum::<f64>() / 8.0 > 85.0, "{goals:?}");
    // And in the same game: at once as good as at the end.
    let same =
        Translated::new(source.fork(), values, Box::new(|facts| vec![facts.to_vec()]), false);
    let mut heir = Learner::new(Settings::default()).with_prior(Box::new(same));
    let means = means(&mut heir, &mut Chance, &*source, 100);
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
    let mut learner = Learner::new(Settings::default()).with_images(images);
    means(&mut learner, &mut Chance, &*machine, 20);
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

#[test]
fn both_sides_can_learn_at_once() {
    let machine = machine("tic-tac-toe");
    let settings = Settings { exploration: 0.2, ..Settings::default() };
    let (mut first, mut second) = (Learner::new(settings), Learner::new(settings));
    means(&mut first, &mut second, &*machine, 1000);
    let [first, second] = [first, second].map(|learner| learner.values().clone());
    // Each does better against chance than chance does.
    let ours = means(&mut Trained(&first), &mut Chance, &*machine, 100);
    let theirs = means(&mut Chance, &mut Trained(&second), &*machine, 100);
    assert!(ours.iter().sum::<f64>() / 8.0 > 80.0, "{ours:?}");
    assert!(theirs.iter().sum::<f64>() / 8.0 < 35.0, "{theirs:?}");
}

#[test]
fn matches_may_start_in_any_state_that_is_not_over() {
    let mut machine = machine("tic-tac-toe");
    let mut random = game::random(1);
    let initial = machine.initial_state().unwrap();
    assert_eq!(Starts::Initial.state(&mut *machine, &mut random).unwrap(), initial);
    let mut free = [0; 10];
    for _ in 0..1000 {
        let state = Starts::Random.state(&mut *machine, &mut random).unwrap();
        assert!(!machine.terminal(&state).unwrap());
        let texts = machine.state_texts(&state);
        free[texts.iter().filter(|text| text.ends_with(" b)")).count()] += 1;
    }
    // From nine free cells to one; random games have 5 to 9 moves, so the last are rarer.
    assert_eq!(free[0], 0);
    assert!(free[5..].iter().all(|&count| count > 80), "{free:?}");
    assert!(free[1..5].iter().all(|&count| count > 0), "{free:?}");
}

#[test]
fn values_of_states_that_differ_in_what_is_left_out_are_averaged() {
    let machine = machine("tic-tac-toe");
    let mut values = Values::default();
    values.set(&board(&*machine, "xbbbbbbbb", "xplayer"), 40.0);
    values.set(&board(&*machine, "xbbbbbbbb", "oplayer"), 80.0);
    values.set(&board(&*machine, "bxbbbbbbb", "oplayer"), 10.0);
    let left_out =
        ["xplayer", "oplayer"].map(|role| machine.find_fact(&format!("(control {role})")).unwrap());
    let means = values.without(&*machine, &|fact| left_out.contains(&fact));
    let mut found: Vec<f64> = means.iter().map(|(_, value)| value).collect();
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [10.0, 60.0]);
}

#[test]
fn values_can_be_written_and_read_in_other_words() {
    let machine = machine("nim");
    let mut learner = Learner::new(Settings::default());
    means(&mut learner, &mut Chance, &*machine, 20);
    let written = Written::new(learner.values(), &*machine);
    let read = written.values(&*machine);
    assert_eq!(read.len(), learner.values().len());
    for (state, value) in learner.values().iter() {
        assert!((read.get(state).unwrap() - value).abs() < 0.001);
    }
    let text = serde_json::to_string(&written).unwrap();
    assert_eq!(serde_json::from_str::<Written>(&text).unwrap(), written);
    let other = written.clone().in_words(&|fact| fact.replace("num", "heap"));
    assert!(other.facts.iter().any(|fact| fact.starts_with("(heap ")), "{:?}", other.facts);
    assert!(other.values(&*machine).is_empty());
    // Numbers of facts that there are not belong to nothing.
    let broken = Written { states: vec![(vec![99], 1.0)], ..written };
    assert!(broken.values(&*machine).is_empty());
}
