//! Measurements and checks of constructed features: the time to evaluate them, and agreement with the reference
//! machine.

use crate::error::TaskError;
use game::playout::random_step;
use game::{Machine, MachineExt, State};
use learn::features::{Construction, FeatureCounter, FeatureText, comparison, rule_encoding};
use play::matches::GoOn;
use reason::ReferenceMachine;
use std::time::Duration;

/// Number of states whose evaluation is timed.
const TIMED_STATES: usize = 3000;

/// Returns the microseconds that evaluating a state of random games takes, each state after the one before it.
pub fn microseconds_per_state(
    made: &Construction,
    evaluator: &mut FeatureCounter,
    clock: &dyn Fn() -> Duration,
    go_on: GoOn,
) -> Result<f64, TaskError> {
    let mut machine = made.machine.fork();
    let states = random_states(&mut *machine, TIMED_STATES, go_on)?;
    let begun = clock();
    for state in &states {
        std::hint::black_box(evaluator.read(&*machine, state));
    }
    Ok(clock().saturating_sub(begun).as_secs_f64() * 1e6 / states.len().max(1) as f64)
}

/// Returns states of random games, one after the other, in which the game is not over.
fn random_states(
    machine: &mut dyn Machine,
    count: usize,
    go_on: GoOn,
) -> Result<Vec<State>, TaskError> {
    let mut random = game::random(1);
    let mut states = Vec::new();
    let mut state = machine.initial_state()?;
    while states.len() < count && go_on() {
        match random_step(machine, &state, &mut random)? {
            Some(next) => states.push(std::mem::replace(&mut state, next)),
            None if states.is_empty() => break,
            None => state = machine.initial_state()?,
        }
    }
    Ok(states)
}

/// States of random games in which features are compared.
#[derive(Clone, Copy, Debug)]
pub struct ComparedStates {
    /// Number of states to sample.
    pub count: usize,
    /// Seed of the random games.
    pub seed: u64,
}

/// Lets the reference machine evaluate the selected features too, whose values become facts of the next state. Calls
/// `go_on` with the number of states so far, and returns the number in which both agreed; an error names the first
/// feature in which they do not.
pub fn compare_with_reference(
    rule_text: &[u8],
    made: &Construction,
    mut evaluator: FeatureCounter,
    states: ComparedStates,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<usize, TaskError> {
    let features = made.selected();
    let added = rule_encoding::rules(&features, &made.rule_base);
    let text = [rule_text, b"\n", added.as_bytes()].concat();
    let checked = gdl::check("features", &text);
    let Some(rules) = checked.rules else {
        let faults = checked.faults.kept().iter().take(1);
        let fault: String = faults.map(|fault| gdl::render(&checked.sheet.source, fault)).collect();
        return Err(TaskError::Other(format!("the features make no rules: {fault}")));
    };
    let mut judge = ReferenceMachine::new(rules, reason::Limits::default())?;
    let machine = &mut *made.machine.fork();
    let sample = (states.count, states.seed);
    let found = comparison::compare(&mut evaluator, machine, &mut judge, sample, go_on)?;
    match found.difference {
        None => Ok(found.agreed),
        Some(comparison::Difference { feature, ours, theirs }) => {
            let feature =
                FeatureText { feature: &features[feature], symbols: &made.rule_base.symbols };
            Err(TaskError::Other(format!(
                "{ours} by the circuit and {theirs} by the reference machine of {feature}"
            )))
        }
    }
}
