//! The choice among legal moves is uniform or as the weights say, also where moves share a place in it.

use super::*;
use crate::step;
use crate::weights::{WEIGHT_BITS, Weights};
use crate::word::LANES;
use std::collections::BTreeMap;

/// Checks that the chi-square statistic is below a value that chance exceeds once in a million times.
fn assert_plausible(observed: &BTreeMap<Vec<u32>, u64>, expected: &BTreeMap<Vec<u32>, f64>) {
    let kinds: BTreeSet<_> = observed.keys().chain(expected.keys()).collect();
    let mut statistic = 0.0;
    for kind in &kinds {
        let expected = expected.get(*kind).copied().expect("only what is possible is observed");
        let observed = observed.get(*kind).copied().unwrap_or(0) as f64;
        statistic += (observed - expected).powi(2) / expected;
    }
    // Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    let freedom = kinds.len() as f64 - 1.0;
    if freedom > 0.0 {
        let spread = 2.0 / (9.0 * freedom);
        let normal = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(normal.abs() < 4.9, "chi-square {statistic} with {freedom} degrees of freedom");
    }
}

/// Asserts that no following state occurs much more or less often than its probability says.
fn assert_each_plausible(
    observed: &BTreeMap<Vec<u32>, u64>,
    shares: &BTreeMap<Vec<u32>, f64>,
    draws: f64,
) {
    assert!(observed.keys().all(|next| shares.contains_key(next)), "only legal moves are made");
    for (next, share) in shares {
        let times = observed.get(next).copied().unwrap_or(0) as f64;
        let deviation = (draws * share * (1.0 - share)).sqrt();
        assert!(
            (times - draws * share).abs() <= 5.5 * deviation + 1.0,
            "{times} of {}",
            draws * share
        );
    }
}

/// Draws many moves from one state, and compares the frequencies of the following states with their probabilities.
fn check_choice(machine: &mut CircuitMachine, state: &State, weights: Option<&Weights>) {
    const ROUNDS: usize = 400;
    let model = Arc::clone(machine.model());
    let exclusions = all_exclusions(&model);
    let plan = plan(&model, &exclusions, if weights.is_some() { WEIGHT_BITS } else { 1 });
    let phase = machine.phase(state).expect("a state of play has a phase");
    let next_phase = (phase + 1) % plan.phases.count();
    let step = step::fused(&plan, phase);
    let next_layout = step::fused(&plan, next_phase).layout;
    let trial = Trial::new(&step, Word::ALL);
    let mut random = RandomState::new(5);
    let masks = weights.map_or(Vec::new(), |weights| weights.masks_of(&step));
    let mut observed = BTreeMap::new();
    for _ in 0..ROUNDS {
        let output = trial.run(std::slice::from_ref(state), &masks, &mut random);
        let facts = &output[next_layout.fact_words()];
        for lane in 0..LANES {
            let next = state_in(machine, next_layout.facts(), facts, lane, next_phase);
            *observed.entry(next.words().to_vec()).or_default() += 1;
        }
    }
    let draws = (ROUNDS * LANES) as f64;
    let shares = chances(machine, state, weights);
    assert_each_plausible(&observed, &shares, draws);
    let expected = shares.into_iter().map(|(state, share)| (state, share * draws)).collect();
    assert_plausible(&observed, &expected);
}

/// Returns the probability of each following state.
fn chances(
    machine: &mut CircuitMachine,
    state: &State,
    weights: Option<&Weights>,
) -> BTreeMap<Vec<u32>, f64> {
    let mut joints: Vec<(Vec<Move>, f64)> = vec![(Vec::new(), 1.0)];
    for role in (0..machine.roles().len() as u32).map(Role) {
        let mut legal = Vec::new();
        machine.legal(state, role, &mut legal).unwrap();
        let names = machine.model().names();
        let weight = |action: Move| {
            let action = names.action(role, action).expect("it is legal");
            weights.map_or(1.0, |weights| f64::from(weights.of(action)))
        };
        let total: f64 = legal.iter().map(|&action| weight(action)).sum();
        let extend = |(joint, share): &(Vec<Move>, f64), action: Move| {
            ([&joint[..], &[action]].concat(), share * weight(action) / total)
        };
        joints = joints
            .iter()
            .flat_map(|joint| legal.iter().map(move |&action| extend(joint, action)))
            .collect();
    }
    let mut chances: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
    for (joint, share) in joints {
        let mut next = State::default();
        machine.next(state, &joint, &mut next).unwrap();
        *chances.entry(next.words().to_vec()).or_default() += share;
    }
    chances
}

/// Returns very different weights for the moves of a game.
fn some_weights(machine: &CircuitMachine) -> Weights {
    Weights::new(machine.model(), |role, action| f64::from(1 + (action.0 * 7 + role.0) % 13))
}

#[test]
fn the_choice_is_uniform() {
    for game in ["tic-tac-toe", "connect-four", "breakthrough", "minichess", "three-trails", "nim"]
    {
        let mut machine = oracle::machine(game);
        for state in samples(&mut machine) {
            check_choice(&mut machine, &state, None);
        }
    }
    let mut machine = oracle::machine_of_sheet(SIMULTANEOUS);
    for state in samples(&mut machine) {
        check_choice(&mut machine, &state, None);
    }
}

#[test]
fn the_choice_follows_weights() {
    let mut simultaneous = oracle::machine_of_sheet(SIMULTANEOUS);
    let mut breakthrough = oracle::machine("breakthrough");
    for machine in [&mut simultaneous, &mut breakthrough] {
        let weights = some_weights(machine);
        for state in samples(machine) {
            check_choice(machine, &state, Some(&weights));
        }
    }
}

#[test]
fn the_choice_with_shared_places_is_uniform_or_follows_weights() {
    for name in ["minichess", "breakthrough", "connect-four", "three-trails"] {
        let mut machine = oracle::machine(name);
        let weights = some_weights(&machine);
        let mut states = states_of_play(&mut machine, 3, 9);
        states.retain(|state| !machine.terminal(state).unwrap());
        for state in states.iter().step_by(states.len().div_ceil(6)) {
            check_choice(&mut machine, state, None);
            check_choice(&mut machine, state, Some(&weights));
        }
    }
}

#[test]
fn sharing_makes_the_choice_smaller() {
    let machine = oracle::machine("minichess");
    let model = machine.model();
    let gates = |exclusions: &Exclusions| {
        let plan = StepPlan { exclusions, ..StepPlan::new(model, Refill::Initial, 1) };
        step::fused(&plan, 0).program.gates.len()
    };
    assert!(gates(&all_exclusions(model)) * 10 < gates(&Exclusions::default()) * 9);
}
