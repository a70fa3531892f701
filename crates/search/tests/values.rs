//! Values of states: as initial values of players, learnt by them, and estimated by playouts.

mod common;

use agon_search::estimates::{Estimate, EstimatePlan, Estimates, SampledStates, check, estimate};
use agon_search::{Detail, Limit, Player, PlayerSettings, PriorKnowledge, ValueTraining, players};
use common::{Game, game, play};
use game::{Machine, MachineExt, Role, State};
use learn::values::{Prior, Values};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn player(
    game: &Game,
    role: u32,
    name: &str,
    settings: &str,
    knowledge: &PriorKnowledge,
) -> Box<dyn Player> {
    let mut all = PlayerSettings::default();
    for setting in settings.split(',').filter(|text| !text.is_empty()) {
        all.add(setting).expect("it is a setting");
    }
    let seat = agon_search::Seat { knowledge: knowledge.clone(), ..game.seat(Role(role), 3) };
    players::build(name, &all, seat).expect("there is such a player")
}

/// Knows the value of one afterstate of the first role: what `(mark 1 1)` leads to in tic-tac-toe.
fn corner(game: &Game, value: f64) -> PriorKnowledge {
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
    let priors =
        move |role: Role| (role == Role(0)).then(|| Box::new(values.clone()) as Box<dyn Prior>);
    PriorKnowledge { priors: Some(Arc::new(priors)), ..PriorKnowledge::default() }
}

#[test]
fn moves_begin_with_what_their_afterstates_are_worth() {
    let game = game("tic-tac-toe");
    let first = |knowledge: &PriorKnowledge, visits: &str| {
        let settings = format!("values.visits={visits}");
        let mut player = player(&game, 0, "uct-values", &settings, knowledge);
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
        let mut player = player(&game, 0, "cadia-2007", "", &PriorKnowledge::default());
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
    let knowledge = PriorKnowledge::default();
    let (limit, cache) = (Limit::simulations(1), &*knowledge.learning);
    let mut machine = game.machine.clone();
    assert!(cache.values(Role(0), 300).is_none());
    let mut learnt = || {
        let mut training = ValueTraining::new(&mut machine, Role(0), 300).unwrap();
        let values = training.run(&mut machine, cache, &limit).unwrap().expect("nobody stopped it");
        (values, training.done())
    };
    let ((one, first), (other, second)) = (learnt(), learnt());
    assert!(Arc::ptr_eq(&one, &other) && one.len() > 100);
    assert_eq!((first, second), (300, 0), "the second training found the values of the first");
    let stop = Limit { simulations: None, stop: &|| true };
    let mut training = ValueTraining::new(&mut machine, Role(1), 300).unwrap();
    assert!(training.run(&mut machine, cache, &stop).unwrap().is_none());
    let mut player =
        player(&game, 1, "uct-values", "values.matches=300,values.visits=1", &knowledge);
    player.think(&Limit::simulations(20)).unwrap();
    assert!(!player.report().moves.is_empty());
}

#[test]
fn a_tree_tells_what_states_are_worth() {
    let game = game("tic-tac-toe");
    let values = players::tree_values(game.seat(Role(0), 1), Role(0), 500).unwrap();
    // The root, and a state for each simulation: its last one is counted too. A few come back to the end of a game that
    // is there already.
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
        let knowledge = PriorKnowledge::default();
        let own = number % 2;
        let mut both: Vec<Box<dyn Player>> = Vec::new();
        for role in 0..2 {
            let name = if role == own { "sarsa" } else { "random" };
            both.push(player(&game, role, name, "", &knowledge));
        }
        sum += u32::from(play(&game.machine, both, 200).1[own as usize]);
    }
    assert!(sum >= 20 * 80, "{sum}");
    let (name, knowledge) = ("sarsa", corner(&game, 100.0));
    let mut player = player(&game, 0, name, "sarsa.exploration=0", &knowledge);
    let best = player.choose().unwrap();
    assert_eq!(game.machine.move_text(best), "(mark 1 1)");
}

#[test]
fn a_solution_is_followed_as_long_as_it_fits() {
    let game = game("hanoi");
    let solution = |moves: &[&str]| PriorKnowledge {
        solution: Some(moves.iter().map(|text| (*text).to_owned()).collect()),
        ..PriorKnowledge::default()
    };
    let nonsense = solution(&["(fly)"]);
    let mut lost = player(&game, 0, "legal", "", &nonsense);
    let plain = player(&game, 0, "legal", "", &PriorKnowledge::default()).choose().unwrap();
    assert_eq!(lost.choose().unwrap(), plain);
    // The second legal move first, and then nothing more is known.
    let mut machine: Box<dyn Machine> = Box::new(game.machine.clone());
    let initial = machine.initial_state().unwrap();
    let mut legal = Vec::new();
    machine.legal(&initial, Role(0), &mut legal).unwrap();
    let text = machine.move_text(legal[1]);
    // Solutions may be written by people: neither case nor white space matters.
    for text in [text.clone(), text.to_uppercase(), format!(" {} ; first", text.replace(' ', "  "))]
    {
        let mut player = player(&game, 0, "legal", "", &solution(&[&text]));
        assert_eq!(player.choose().unwrap(), legal[1], "{text}");
        assert_eq!(player.report().details, [Detail::Solution { length: 1, made: 0 }]);
        player.advance(&[legal[1]]).unwrap();
        player.choose().unwrap();
    }
}

const PLAN: EstimatePlan = EstimatePlan {
    simulations: 20_000,
    min_visits: 10,
    evaluation_simulations: 200,
    min_critical_spread: 30.0,
    max_calm_spread: 10.0,
    max_states: 1000,
    max_evaluations: 1000,
    playouts: 5,
};

fn survey(game: &Game, plan: &EstimatePlan, seed: u64) -> Estimates {
    let seat = game.seat(Role(0), seed);
    estimate(seat, "max.mobility", plan, &|| false).unwrap().expect("nobody stopped it")
}

/// Returns the state of tic-tac-toe after some moves in turn.
fn after(game: &Game, moves: &[&str]) -> State {
    let mut machine = game.machine.clone();
    let mut state = machine.initial_state().unwrap();
    let noop = game.machine.find_move("noop").unwrap();
    for (turn, text) in moves.iter().enumerate() {
        let mut joint = [game.machine.find_move(text).unwrap(), noop];
        joint.rotate_right(turn % 2);
        let mut next = State::default();
        machine.next(&state, &joint, &mut next).unwrap();
        state = next;
    }
    state
}

fn has(drawn: &SampledStates, state: &State) -> bool {
    drawn.estimates.iter().any(|estimate| estimate.decision.state == *state)
}

#[test]
fn a_state_in_which_a_role_must_block_is_critical() {
    let game = game("tic-tac-toe");
    let found = survey(&game, &PLAN, 1);
    // Whoever does not block loses at once.
    let block = after(&game, &["(mark 1 1)", "(mark 2 2)", "(mark 1 2)"]);
    let critical = found.critical.estimates.iter().find(|it| it.decision.state == block);
    let critical = critical.expect("it is critical");
    assert_eq!(critical.decision.role, Role(1));
    assert_eq!(game.machine.move_text(critical.decision.best), "(mark 1 3)");
    assert!((20.0..70.0).contains(&critical.value), "{critical:?}");
    assert!(!has(&found.calm, &block));
    // In the beginning all moves are good for about as much.
    assert!(!has(&found.critical, &after(&game, &[])));
    assert!(!found.calm.estimates.is_empty());
    for (drawn, range) in [(&found.critical, 30.0..=100.0), (&found.calm, -10.0..=10.0)] {
        assert!(drawn.estimates.len() <= drawn.evaluated && drawn.evaluated <= drawn.proposed);
        for estimate in &drawn.estimates {
            assert!(range.contains(&estimate.spread), "{estimate:?}");
            for value in [estimate.value, estimate.random, estimate.guided] {
                assert!((0.0..=100.0).contains(&value), "{estimate:?}");
            }
        }
    }
}

#[test]
fn the_same_seed_draws_the_same_states_and_no_more_than_wanted() {
    let game = game("tic-tac-toe");
    let all = survey(&game, &PLAN, 1);
    let some = EstimatePlan { max_states: 3, ..PLAN };
    let first = survey(&game, &some, 1);
    assert_eq!(first, survey(&game, &some, 1));
    assert_ne!(first.critical, survey(&game, &some, 2).critical);
    for (some, all) in [(&first.critical, &all.critical), (&first.calm, &all.calm)] {
        assert!(some.estimates.len() == 3 && some.evaluated < all.evaluated, "{some:?}");
        assert_eq!(some.proposed, all.proposed);
    }
}

#[test]
fn no_more_states_are_looked_at_than_allowed() {
    let game = game("tic-tac-toe");
    let found = survey(&game, &EstimatePlan { max_evaluations: 2, ..PLAN }, 1);
    for drawn in [&found.critical, &found.calm] {
        assert!(drawn.evaluated == 2 && drawn.estimates.len() <= 2, "{drawn:?}");
    }
}

#[test]
fn playouts_that_see_the_goal_value_won_states_better() {
    let game = game("tic-tac-toe");
    let plan = EstimatePlan { min_visits: 1, playouts: 20, ..PLAN };
    let found = estimate(game.seat(Role(0), 1), "max.goal", &plan, &|| false).unwrap().unwrap();
    let won: Vec<&Estimate> =
        found.critical.estimates.iter().filter(|estimate| estimate.value == 100.0).collect();
    assert!(won.len() > 10, "{}", won.len());
    let lost =
        |value: fn(&Estimate) -> f64| -> f64 { won.iter().map(|it| 100.0 - value(it)).sum() };
    let [random, guided] = [lost(|it| it.random), lost(|it| it.guided)];
    assert!(4.0 * guided < random, "{guided} and {random}");
}

#[test]
fn estimation_stops_when_told_and_reports_errors() {
    let game = game("tic-tac-toe");
    for most in [0, 100, 20_100, 100_000] {
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= most;
        let found = estimate(game.seat(Role(0), 1), "max.mobility", &PLAN, &stop).unwrap();
        assert_eq!(found, None, "{most}");
    }
    let error = check(&game.seat(Role(0), 1), "max.beauty").unwrap_err().to_string();
    assert!(error.starts_with("there is no heuristic `max.beauty`; there are `max."), "{error}");
    assert!(check(&game.seat(Role(0), 1), "max.mobility|min.mobility").is_ok());
}
