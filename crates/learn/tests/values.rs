//! Learning the values of afterstates, and their transfer to other games.

use agon_learn::values::{
    Agent, CachedPrior, GreedyAgent, LookAheadAgent, RandomAgent, SavedValues, StartStates,
    SymmetricStates, TacticalFeature, TacticalValues, TransferredValues, Turn, UpdateRule,
    ValueLearner, ValueSettings, Values, play_match,
};
use game::match_loop::Position;
use game::{Machine, MachineExt, Role, State};
use oracle::boxed_machine;

/// Plays eight groups of matches and returns the mean goal of the first role in each.
fn means(
    first: &mut dyn Agent,
    second: &mut dyn Agent,
    machine: &dyn Machine,
    each: usize,
) -> Vec<f64> {
    let (mut random, mut machine) = (game::random(1), machine.fork());
    let start = machine.initial_state().unwrap();
    let mut goal = || {
        let agents: &mut [&mut dyn Agent] = &mut [&mut *first, &mut *second];
        f64::from(play_match(&mut *machine, &start, agents, &mut random).unwrap().goals[0])
    };
    (0..8).map(|_| (0..each).map(|_| goal()).sum::<f64>() / each as f64).collect()
}

#[test]
fn play_improves_by_learning() {
    for rule in [UpdateRule::Sarsa, UpdateRule::QLearning] {
        let settings = ValueSettings { update: rule, ..ValueSettings::default() };
        let mut learner = ValueLearner::new(settings);
        let means = means(&mut learner, &mut RandomAgent, &*boxed_machine("tic-tac-toe"), 500);
        assert!(means[0] < 80.0 && means[7] > 85.0, "{rule:?}: {means:?}");
        assert!(learner.values().len() > 500);
    }
}

#[test]
fn values_converge_to_the_worth_of_states() {
    let machine = boxed_machine("nim");
    let mut learner = ValueLearner::new(ValueSettings::default());
    means(&mut learner, &mut LookAheadAgent(5), &*machine, 200);
    // Leaving three of five wins; leaving four loses against an opponent that sees this.
    let worth = |left: &str| {
        let facts = [format!("(num {left})"), "(control black)".to_owned()];
        let mut facts = facts.map(|text| machine.find_fact(&text).expect("it is a fact"));
        facts.sort_unstable();
        learner.values().get(&machine.state(&facts)).expect("it was met")
    };
    assert!(worth("3") > 90.0 && worth("4") < 20.0, "{} {}", worth("3"), worth("4"));
}

#[test]
fn looking_ahead_finds_wins_and_prevents_losses() {
    let mut machine = boxed_machine("tic-tac-toe");
    let mut random = game::random(1);
    let mut move_of = |role: Role, cells: &str, control: &str, depth: u32| {
        let state = board(&*machine, cells, control);
        let mut turn = Turn::default();
        assert!(turn.read(&mut *machine, &state).unwrap());
        assert_eq!(turn.role, Some(role));
        let mut position = Position {
            machine: &mut *machine,
            state: &state,
            legal: &[],
            length: 0,
            random: &mut random,
        };
        let action = LookAheadAgent(depth).choose(&mut position, &mut turn);
        machine.move_text(action.unwrap())
    };
    for _ in 0..10 {
        assert_eq!(move_of(Role(0), "xxboobbbb", "xplayer", 1), "(mark 1 3)");
        assert_eq!(move_of(Role(1), "xxboobbbb", "oplayer", 1), "(mark 2 3)");
        // Without a win of its own it prevents the win of the other role, if it looks far enough ahead.
        assert_eq!(move_of(Role(1), "xxbobbbbb", "oplayer", 2), "(mark 1 3)");
    }
}

/// Returns a state of tic-tac-toe from its nine cells, row by row, and the role that has the move.
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
fn tactical_features_are_recognised() {
    let mut machine = boxed_machine("tic-tac-toe");
    let mut is = |threat: TacticalFeature, before: &str, after: &str| {
        let before = board(&*machine, before, "xplayer");
        let after = board(&*machine, after, "oplayer");
        threat.matches(&mut *machine, Role(0), &before, &after).unwrap()
    };
    assert!(is(TacticalFeature::Win, "xxboobbbb", "xxxoobbbb"));
    assert!(!is(TacticalFeature::Win, "xxboobbbb", "xxboobxbb"));
    assert!(is(TacticalFeature::FailToBlock, "xxboobbbb", "xxboobxbb"));
    assert!(is(TacticalFeature::Block, "xbboobxbb", "xbbooxxbb"));
    assert!(!is(TacticalFeature::Block, "xbboobxbb", "xxboobxbb"));
    // Two ways to win, and none for the other role.
    assert!(is(TacticalFeature::Fork, "xbbbobobx", "xbxbobobx"));
    assert!(!is(TacticalFeature::Fork, "bbbbxbbbb", "xbbbxbbbb"));
}

#[test]
fn tactical_values_help_in_other_games() {
    let mut source = boxed_machine("tic-tac-toe");
    let mut learner = ValueLearner::new(ValueSettings::default());
    means(&mut learner, &mut LookAheadAgent(2), &*source, 1000);
    let mut random = game::random(2);
    let learnt =
        TacticalValues::learnt(&mut *source, Role(0), learner.values(), 300, &mut random).unwrap();
    let [win, blunder] =
        [TacticalFeature::Win, TacticalFeature::FailToBlock].map(|it| learnt.value_of(it).unwrap());
    assert!(win > 60.0 && blunder < 45.0 && win > blunder + 20.0, "{learnt:?}");
    // Knowing the value of a win helps from the start.
    let target = boxed_machine("connect-three-4x4");
    let scratch = || ValueLearner::new(ValueSettings::default());
    let without = means(&mut scratch(), &mut LookAheadAgent(2), &*target, 50);
    let mut heir = scratch().with_prior(Box::new(CachedPrior::new(learnt)));
    let with = means(&mut heir, &mut LookAheadAgent(2), &*target, 50);
    assert!(with[0] > without[0] + 20.0, "{with:?} {without:?}");
}

#[test]
fn learnt_values_can_be_used_and_transferred() {
    let source = boxed_machine("tic-tac-toe");
    let mut learner = ValueLearner::new(ValueSettings::default());
    means(&mut learner, &mut RandomAgent, &*source, 500);
    let values = learner.values().clone();
    // As an agent against random moves: the first role wins most matches.
    let goals = means(&mut GreedyAgent(&values), &mut RandomAgent, &*source, 100);
    assert!(goals.iter().sum::<f64>() / 8.0 > 85.0, "{goals:?}");
    // As a prior in the same game: as good at the start as at the end.
    let same = TransferredValues::new(
        source.fork(),
        values,
        Box::new(|facts| vec![facts.to_vec()]),
        false,
    );
    let mut heir = ValueLearner::new(ValueSettings::default()).with_prior(Box::new(same));
    let means = means(&mut heir, &mut RandomAgent, &*source, 100);
    assert!(means[0] > 85.0, "{means:?}");
    assert!(heir.prior_hits().known * 2 > heir.prior_hits().new_states, "{:?}", heir.prior_hits());
}

/// Mirrors a state of connect three on 3 by 3 cells.
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
fn symmetric_states_are_learnt_together() {
    let name = "connect-three-3x3";
    let machine = boxed_machine(name);
    let images: SymmetricStates =
        Box::new(|machine, state, out: &mut Vec<State>| out.push(turned(machine, state)));
    let mut learner = ValueLearner::new(ValueSettings::default()).with_symmetric_states(images);
    means(&mut learner, &mut RandomAgent, &*machine, 20);
    let mut learnt = 0;
    for (state, value) in learner.values().iter() {
        let image = turned(&*machine, state);
        // A state that was met and never updated has the default value.
        let there = learner.values().get(&image).unwrap_or(50.0);
        assert!((value - there).abs() < 1e-9, "{value} and {there}");
        learnt += usize::from(value != 50.0 && image != *state);
    }
    assert!(learnt > 10, "{learnt}");
}

#[test]
fn both_roles_can_learn_at_once() {
    let machine = boxed_machine("tic-tac-toe");
    let settings = ValueSettings { exploration: 0.2, ..ValueSettings::default() };
    let (mut first, mut second) = (ValueLearner::new(settings), ValueLearner::new(settings));
    means(&mut first, &mut second, &*machine, 1000);
    let [first, second] = [first, second].map(|learner| learner.values().clone());
    // Each does better against random moves than random moves do.
    let ours = means(&mut GreedyAgent(&first), &mut RandomAgent, &*machine, 100);
    let theirs = means(&mut RandomAgent, &mut GreedyAgent(&second), &*machine, 100);
    assert!(ours.iter().sum::<f64>() / 8.0 > 80.0, "{ours:?}");
    assert!(theirs.iter().sum::<f64>() / 8.0 < 35.0, "{theirs:?}");
}

#[test]
fn matches_can_start_in_any_state_of_a_random_game() {
    let mut machine = boxed_machine("tic-tac-toe");
    let mut random = game::random(1);
    let initial = machine.initial_state().unwrap();
    assert_eq!(StartStates::Initial.state(&mut *machine, &mut random).unwrap(), initial);
    let mut free = [0; 10];
    for _ in 0..1000 {
        let state = StartStates::Random.state(&mut *machine, &mut random).unwrap();
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
fn states_that_become_the_same_without_some_facts_get_the_mean_value() {
    let machine = boxed_machine("tic-tac-toe");
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
fn values_can_be_written_and_read_with_other_names() {
    let machine = boxed_machine("nim");
    let mut learner = ValueLearner::new(ValueSettings::default());
    means(&mut learner, &mut RandomAgent, &*machine, 20);
    let written = SavedValues::new(learner.values(), &*machine);
    let read = written.values(&*machine);
    assert_eq!(read.len(), learner.values().len());
    for (state, value) in learner.values().iter() {
        assert!((read.get(state).unwrap() - value).abs() < 0.001);
    }
    let text = serde_json::to_string(&written).unwrap();
    assert_eq!(serde_json::from_str::<SavedValues>(&text).unwrap(), written);
    let other = written.clone().renamed(&|fact| fact.replace("num", "heap"));
    assert!(other.facts.iter().any(|fact| fact.starts_with("(heap ")), "{:?}", other.facts);
    assert!(other.values(&*machine).is_empty());
    let earlier = r#"{"facts": ["(num 3)", "(control black)"], "states": [[[0, 1], 97.5]]}"#;
    let earlier: SavedValues = serde_json::from_str(earlier).unwrap();
    assert_eq!(earlier.values(&*machine).iter().next().map(|(_, value)| value), Some(97.5));
    // States with invalid indexes of facts are left out.
    let broken = SavedValues { states: vec![(vec![99], 1.0)], ..written };
    assert!(broken.values(&*machine).is_empty());
}
