//! The lanes against the machine that plays one state at a time: lengths and goals agree in the mean, weights and
//! preferences are followed, batches are complete, and all backends play the same games.

use agon_lanes::{Backend, LANES, Lanes};
use game::playout::{End, PlayoutRunner, random_step};
use game::playouts::{PlayoutOptions, Playouts, Totals};
use game::{Machine, Move, Role, State};
use oracle::random_play::{preferring, some_preferences, states_by_phase};
use propnet::CircuitMachine;
use std::sync::Arc;

fn options(seed: u64, max_length: u64) -> PlayoutOptions {
    PlayoutOptions { seed, max_length }
}

/// Returns lanes that play the same game as a machine.
fn lanes_of(machine: &CircuitMachine) -> Lanes {
    Lanes::new(Arc::clone(machine.model()), Backend::best()).unwrap()
}

const SIMULTANEOUS: &[u8] = include_bytes!("simultaneous.kif");

fn goals(machine: &mut CircuitMachine, state: &State) -> Vec<u8> {
    let roles = 0..machine.roles().len() as u32;
    roles.map(|role| machine.goal(state, Role(role)).unwrap().value()).collect()
}

/// Returns mean and standard error of length and goals over games that the machine plays one state at a time.
fn play_singly(machine: &mut CircuitMachine, games: u32) -> Vec<(f64, f64)> {
    let (mut player, mut random) = (PlayoutRunner::default(), game::random(21));
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); 1 + machine.roles().len()];
    for _ in 0..games {
        let playout = player.play(machine, &mut random, 100_000).unwrap();
        let End::Terminal(goals) = playout.end else { panic!("the games end") };
        samples[0].push(playout.length as f64);
        for (sample, goal) in samples[1..].iter_mut().zip(goals) {
            sample.push(goal.value().into());
        }
    }
    let summary = samples.iter().map(|sample| {
        let mean = sample.iter().sum::<f64>() / sample.len() as f64;
        let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, (squares / (sample.len() as f64 - 1.0) / sample.len() as f64).sqrt())
    });
    summary.collect()
}

#[test]
fn mean_length_and_goals_agree_with_play_one_state_at_a_time() {
    let mut machines: Vec<CircuitMachine> =
        library::games().map(|game| oracle::machine_of_sheet(game.rules().as_bytes())).collect();
    machines.push(oracle::machine_of_sheet(SIMULTANEOUS));
    for machine in &mut machines {
        let mut lanes = lanes_of(machine);
        compare_means(machine, &mut lanes);
    }
}

/// Checks that lengths and goals of the lanes' games agree with those of the machine that plays one state at a time.
fn compare_means(machine: &mut CircuitMachine, lanes: &mut dyn Playouts) {
    let singly = play_singly(machine, 4000);
    let totals = lanes
        .play_from_start(options(9, 100_000), &mut |totals| totals.finished < 400_000)
        .unwrap();
    assert_eq!((totals.stuck, totals.unfinished), (0, 0));
    let mut means = vec![totals.mean_length()];
    means.extend((0..machine.roles().len() as u32).map(|role| totals.mean_goal(Role(role))));
    for ((mean, error), in_lanes) in singly.iter().zip(means) {
        // A tenth more, for events that are too rare to occur in a few thousand games: a puzzle solved by chance.
        let allowed = 4.9 * error + 0.1;
        assert!((mean - in_lanes).abs() <= allowed, "{mean} ± {error}, {in_lanes} in lanes");
    }
}

#[test]
fn lanes_make_preferred_moves() {
    for name in ["tic-tac-toe", "breakthrough", "connect-four", "chinook"] {
        let mut plain = oracle::machine(name);
        let preferences = some_preferences(&plain, 200);
        let mut guided = preferring(&plain, &preferences);
        let mut lanes = lanes_of(&plain).preferring(&preferences).unwrap();
        compare_means(&mut guided, &mut *lanes);
        let ways = play_singly(&mut plain, 4000).into_iter().zip(play_singly(&mut guided, 4000));
        let differs = |((one, _), (other, error)): ((f64, f64), (f64, f64))| {
            (one - other).abs() > 4.9 * error
        };
        assert!(ways.into_iter().any(differs), "{name}: the preferences make no difference");
    }
}

#[test]
fn states_that_preferred_moves_never_lead_to_are_played_out_too() {
    let mut plain = oracle::machine("connect-four");
    let preferences = some_preferences(&plain, 100);
    let mut guided = preferring(&plain, &preferences);
    let mut lanes = lanes_of(&plain).preferring(&preferences).unwrap();
    let states: Vec<State> = states_by_phase(&mut plain, 3, 8).into_iter().flatten().collect();
    let outcomes = lanes.play_out(&states, 4000, options(1, 1000)).unwrap();
    let mut random = game::random(4);
    for (index, state) in states.iter().enumerate() {
        assert_eq!(outcomes.finished(index), 4000);
        let mean = outcomes.goals(index)[0] as f64 / 4000.0;
        let sum: u32 = (0..1000)
            .map(|_| {
                let mut state = state.clone();
                while let Some(next) = random_step(&mut guided, &state, &mut random).unwrap() {
                    state = next;
                }
                u32::from(guided.goal(&state, Role(0)).unwrap().value())
            })
            .sum();
        // The standard errors are at most 0.8 and 1.6.
        let singly = f64::from(sum) / 1000.0;
        assert!((mean - singly).abs() < 9.0, "{mean} instead of {singly}");
    }
}

#[test]
fn weighted_games_from_the_start_are_like_a_weighted_batch() {
    let mut machine = oracle::machine("breakthrough");
    let weight = |role: Role, action: Move| f64::from(1 + (action.0 * 5 + role.0) % 17);
    let mut lanes = lanes_of(&machine);
    lanes.set_weights(Some(&weight));
    let mut enough = |totals: &Totals| totals.finished < 100_000;
    let totals = lanes.play_from_start(options(1, 10_000), &mut enough).unwrap();
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    let outcomes = lanes.play_out(&[state], 100_000, options(2, 10_000)).unwrap();
    // Goals are 0 or 100: the difference of two means of 100,000 has a standard error below 0.23.
    let mean = outcomes.goals(0)[0] as f64 / 1e5;
    assert!((totals.mean_goal(Role(0)) - mean).abs() < 1.2, "{mean}");
    lanes.set_weights(None);
    let uniform = lanes.play_from_start(options(1, 10_000), &mut enough).unwrap();
    assert!((uniform.mean_goal(Role(0)) - mean).abs() > 1.2, "the weights make no difference");
}

#[test]
fn lanes_are_independent() {
    // The first role wins in both of two neighbouring lanes as often as independent games would have it.
    let mut machine = oracle::machine("tic-tac-toe");
    let mut lanes = lanes_of(&machine);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    let states = vec![state; LANES];
    let (mut both, mut firsts, mut pairs) = (0.0, 0.0, 0.0);
    for seed in 0..400 {
        let outcomes = lanes.play_out(&states, 1, options(seed, 100)).unwrap();
        let wins: Vec<f64> =
            (0..LANES).map(|lane| f64::from(outcomes.goals(lane)[0] == 100)).collect();
        for pair in wins.windows(2) {
            both += pair[0] * pair[1];
            firsts += pair[0];
            pairs += 1.0;
        }
    }
    let share = firsts / pairs;
    let expected = share * share * pairs;
    assert!((both - expected).abs() < 6.0 * (pairs * share * share).sqrt(), "{both} of {expected}");
}

#[test]
fn batches_play_every_state_as_often_as_requested() {
    for name in ["breakthrough", "tic-tac-toe", "three-trails"] {
        let mut machine = oracle::machine(name);
        let states: Vec<State> =
            states_by_phase(&mut machine, 40, 7).into_iter().flatten().collect();
        let mut lanes = lanes_of(&machine);
        for times in [1, 3] {
            let outcomes = lanes.play_out(&states, times, options(1, 10_000)).unwrap();
            for (index, state) in states.iter().enumerate() {
                assert_eq!((outcomes.finished(index), outcomes.aborted(index)), (times, 0));
                if machine.terminal(state).unwrap() {
                    let goals = goals(&mut machine, state);
                    let goals: Vec<u64> =
                        goals.iter().map(|&goal| u64::from(times) * u64::from(goal)).collect();
                    assert_eq!(outcomes.goals(index), goals);
                }
            }
        }
    }
}

#[test]
fn batches_of_any_size_are_played_completely() {
    let mut machine = oracle::machine("tic-tac-toe");
    let all: Vec<State> = states_by_phase(&mut machine, 300, 5).into_iter().flatten().collect();
    let mut lanes = lanes_of(&machine);
    for states in [0, 1, 3, 511, 512, 513, 1500] {
        for times in [0, 1, 2, 7, 100] {
            let outcomes = lanes.play_out(&all[..states], times, options(1, 100)).unwrap();
            for state in 0..states {
                assert_eq!((outcomes.finished(state), outcomes.aborted(state)), (times, 0));
                let both: u64 = outcomes.goals(state).iter().sum();
                assert_eq!(both, 100 * u64::from(times), "the goals of both roles add up to 100");
            }
        }
    }
}

#[test]
fn a_batch_of_the_initial_state_is_like_playing_from_the_start() {
    let mut machine = oracle::machine("breakthrough");
    let singly = play_singly(&mut machine, 4000);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    let mut lanes = lanes_of(&machine);
    let outcomes = lanes.play_out(&[state], 100_000, options(3, 10_000)).unwrap();
    assert_eq!(outcomes.finished(0), 100_000);
    for (&(mean, error), sum) in singly[1..].iter().zip(outcomes.goals(0)) {
        assert!((mean - *sum as f64 / 1e5).abs() < 4.9 * error);
    }
}

#[test]
fn states_that_belong_to_no_phase_are_played_out_too() {
    let mut machine = oracle::machine("tic-tac-toe");
    let mut initial = State::default();
    machine.initial(&mut initial).unwrap();
    let mut facts = machine.facts(&initial);
    // It is nobody's turn: both roles can only wait, for ever.
    facts.retain(|&fact| !machine.fact_text(fact).contains("control"));
    let odd = machine.state(&facts);
    assert_eq!(machine.phase(&odd), None);
    let mut lanes = lanes_of(&machine);
    for times in [1, 2] {
        let states = [odd.clone(), initial.clone()];
        let outcomes = lanes.play_out(&states, times, options(1, 50)).unwrap();
        assert_eq!((outcomes.finished(0), outcomes.aborted(0)), (0, times));
        assert_eq!((outcomes.finished(1), outcomes.aborted(1)), (times, 0));
    }
}

/// A game that ends only at a place that cannot be reached.
const ENDLESS: &[u8] = b"
    (role you) (init (at a))
    (legal you stay) (legal you go)
    (<= (next (at ?x)) (true (at ?x)))
    (<= (next (at end)) (does you go) (true (at gate)))
    (<= terminal (true (at end)))
    (goal you 100)";

/// A game in which the role has no legal move after its first one.
const STUCK_AT_ONCE: &[u8] = b"
    (role you) (init (at a))
    (<= (legal you go) (true (at a)))
    (<= (next (at b)) (does you go))
    (<= terminal (true (at c)))
    (<= (next (at c)) (does you go) (true (at b)))
    (goal you 100)";

#[test]
fn games_that_never_end_are_aborted() {
    let mut lanes = lanes_of(&oracle::machine_of_sheet(ENDLESS));
    let mut asked = 0;
    let totals = lanes
        .play_from_start(options(1, 20), &mut |_| {
            asked += 1;
            asked < 10
        })
        .unwrap();
    assert_eq!((totals.finished, totals.stuck), (0, 0));
    assert!(totals.unfinished >= LANES as u64);
    let mut machine = oracle::machine_of_sheet(ENDLESS);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    for times in [1, 5] {
        let outcomes = lanes.play_out(std::slice::from_ref(&state), times, options(1, 30)).unwrap();
        assert_eq!((outcomes.finished(0), outcomes.aborted(0)), (0, times));
    }
}

#[test]
fn a_role_without_a_move_ends_the_game_as_stuck() {
    let mut machine = oracle::machine_of_sheet(STUCK_AT_ONCE);
    let mut lanes = lanes_of(&machine);
    let totals = lanes.play_from_start(options(1, 100), &mut |totals| totals.stuck < 5000).unwrap();
    assert_eq!((totals.finished, totals.unfinished), (0, 0));
    assert!(totals.stuck >= 5000);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    for times in [1, 7] {
        let outcomes =
            lanes.play_out(std::slice::from_ref(&state), times, options(1, 100)).unwrap();
        assert_eq!((outcomes.finished(0), outcomes.aborted(0)), (0, times));
    }
}

#[test]
fn a_game_that_is_over_before_it_begins_has_length_0() {
    let sheet = b"(role you) (init done) (legal you wait) (<= terminal (true done)) (goal you 70)";
    let mut lanes = lanes_of(&oracle::machine_of_sheet(sheet));
    let totals =
        lanes.play_from_start(options(1, 100), &mut |totals| totals.finished < 2000).unwrap();
    assert_eq!((totals.moves, totals.mean_goal(Role(0))), (0, 70.0));
}

#[test]
fn every_backend_plays_the_same_games() {
    for name in ["breakthrough", "three-trails", "eight-puzzle"] {
        let machine = oracle::machine(name);
        let play = |backend: Backend| {
            let mut lanes = Lanes::new(Arc::clone(machine.model()), backend).unwrap();
            lanes.play_from_start(options(4, 10_000), &mut |totals| totals.finished < 3000).unwrap()
        };
        let all: Vec<_> = Backend::all_available().into_iter().map(play).collect();
        assert!(all[0].finished >= 3000);
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
    }
}
