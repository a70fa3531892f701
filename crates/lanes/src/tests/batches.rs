//! Batches with programs of a given schedule and refill, and lanes that are moved into half words.

use super::*;
use crate::batch::{self, BatchRequest};
use crate::memory::LaneMemory;
use crate::programs::{Programs, Schedule};
use crate::start::StartPlayouts;
use crate::weights::{WEIGHT_BITS, WeightMasks, Weights};
use circuit::GameLength;
use game::playouts::{PlayoutOptions, Totals};

/// Whether the schedule of programs is deferred.
fn is_deferred(programs: &Programs) -> bool {
    matches!(programs.schedule, Schedule::Deferred { .. })
}

#[test]
fn games_that_end_are_never_counted_as_too_long() {
    let model = oracle::model("tic-tac-toe");
    // With the deferred schedule, lanes rest for much longer than the nine moves of the longest game.
    for (mean, deferred) in [(1.0, false), (1e6, true)] {
        let plan = StepPlan::new(&model, Refill::Initial, 1);
        let length = GameLength { mean, deviation: 0.5 };
        let programs = Programs::new(&plan, length, kernel()).unwrap();
        assert_eq!(is_deferred(&programs), deferred);
        let (masks, mut memory) = (WeightMasks::default(), LaneMemory::default());
        let options = PlayoutOptions { seed: 1, max_length: 9 };
        let mut playouts =
            StartPlayouts::new(&programs, model.initial_facts(), &masks, &mut memory, options);
        let mut totals = Totals::new(2);
        for _ in 0..500 {
            playouts.play_round(&mut totals);
        }
        playouts.drain(&mut totals);
        assert_eq!((totals.unfinished, totals.stuck), (0, 0));
        assert!(totals.finished >= 512, "{totals:?}");
        assert!(totals.moves >= 5 * totals.finished && totals.moves <= 9 * totals.finished);
    }
}

#[test]
fn batches_find_the_value_of_each_state() {
    let mut machine = oracle::machine("tic-tac-toe");
    let model = Arc::clone(machine.model());
    let states: Vec<State> = states_by_phase(&mut machine, 6, 3).into_iter().flatten().collect();
    // The assumed length is short, for which fused steps are cheaper, or long, for which deferred ones are. Lanes begin
    // again, or play once.
    let cases =
        [Refill::Own, Refill::Never].map(|refill| [(refill, 1.0, false), (refill, 1e6, true)]);
    for (refill, mean, deferred) in cases.into_iter().flatten() {
        let length = GameLength { mean, deviation: 0.5 };
        let plan =
            StepPlan { exclusions: &Exclusions::default(), ..StepPlan::new(&model, refill, 1) };
        let programs = Programs::new(&plan, length, kernel()).unwrap();
        assert_eq!(is_deferred(&programs), deferred);
        // Every state is played out 4000 times: as one state, or as 4000 equal states.
        let (times, places) = if refill == Refill::Own { (4000, 1) } else { (1, 4000) };
        let all: Vec<State> = (0..places).flat_map(|_| states.clone()).collect();
        let masks = &WeightMasks::default();
        let request = BatchRequest { states: &all, times, max_length: 100, seed: 1, masks };
        let (outcomes, refused) = batch::run(&programs, &request, &mut LaneMemory::default());
        for (index, state) in states.iter().enumerate() {
            let is_refused = refused.contains(&(index as u32));
            let is_over = machine.terminal(state).unwrap();
            assert_eq!(is_refused, is_over && !deferred);
            let places = || (0..places).map(|place| place * states.len() + index);
            let playouts = if is_refused { 0 } else { times };
            for place in places() {
                assert_eq!((outcomes.finished(place), outcomes.aborted(place)), (playouts, 0));
            }
            let sum: u64 = places().map(|place| outcomes.goals(place)[0]).sum();
            if is_refused {
                assert_eq!(sum, 0);
                continue;
            }
            // The standard error of the mean of 4000 goals is at most 0.8.
            let mean = sum as f64 / 4000.0;
            let value = value(&mut machine, state);
            assert!((mean - value).abs() < 4.0, "{mean} instead of {value}");
        }
    }
}

/// Returns the mean goal of the first role if both play at random.
fn value(machine: &mut CircuitMachine, state: &State) -> f64 {
    if machine.terminal(state).unwrap() {
        return f64::from(machine.goal(state, Role(0)).unwrap().value());
    }
    // Only one role has a choice: all joint moves are equally likely, and lead to different states.
    let next = successors(machine, state).expect("few moves");
    let count = next.len() as f64;
    next.into_iter().map(|words| value(machine, &State::from_words(words)) / count).sum()
}

/// Plays states out once each. Lanes are moved together if they are likely to play at least `worth` further steps.
fn play_once(
    programs: &mut Programs,
    worth: Option<u64>,
    states: &[State],
    max_length: u64,
    weights: Option<&Weights>,
) -> Vec<Vec<u64>> {
    programs.compaction_worth = worth;
    let masks = &WeightMasks::new(weights, programs);
    let request = BatchRequest { states, times: 1, max_length, seed: 11, masks };
    let (outcomes, refused) = batch::run(programs, &request, &mut LaneMemory::default());
    assert!(refused.is_empty());
    let all = (0..states.len()).map(|state| {
        let counts = [outcomes.finished(state), outcomes.aborted(state)].map(u64::from);
        [&counts, outcomes.goals(state)].concat()
    });
    all.collect()
}

#[test]
fn lanes_that_are_moved_together_play_the_same_games() {
    // Number of cases with fused steps, and with deferred ones.
    let mut tried = [0; 2];
    for name in ["breakthrough", "connect-four", "three-trails", "chinook"] {
        let mut machine = oracle::machine(name);
        let model = Arc::clone(machine.model());
        let states = states_by_phase(&mut machine, 60, 13).into_iter().flatten();
        let states: Vec<State> = states.filter(|state| !machine.terminal(state).unwrap()).collect();
        let weights = Weights::new(&model, |role, action| f64::from((action.0 + role.0) % 3 * 31));
        for (mean, weight_bits) in [(1.0, 1), (1e6, 1), (1.0, WEIGHT_BITS)] {
            let exclusions = &Exclusions::default();
            let plan = StepPlan { exclusions, ..StepPlan::new(&model, Refill::Never, weight_bits) };
            let length = GameLength { mean, deviation: 0.5 };
            let mut programs = Programs::new(&plan, length, kernel()).unwrap();
            if !programs.steps.iter().all(|step| step.code.has_half()) {
                continue;
            }
            tried[usize::from(is_deferred(&programs))] += 1;
            let weights = (weight_bits > 1).then_some(&weights);
            for (count, max_length) in [(1, 1000), (200, 1000), (500, 1000), (512, 9), (700, 1000)]
            {
                let states = &states[..count];
                let apart = play_once(&mut programs, None, states, max_length, weights);
                for worth in [Some(0), Some(14)] {
                    let together = play_once(&mut programs, worth, states, max_length, weights);
                    assert_eq!(together, apart, "{name}");
                }
            }
        }
    }
    assert!(!kernel().has_halves() || tried.iter().all(|&times| times >= 2), "{tried:?}");
}
