//! Features made for commands and experiments: how long they take to evaluate, and whether the reference machine agrees.

use crate::engine;
use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use game::playout::random_step;
use game::{Machine, State};
use learn::features::{Construction, Evaluator, Extensions, Shown, sheet};
use std::time::Instant;

/// What of the generator goes beyond the document.
#[derive(clap::Args, Clone, Debug)]
pub struct Beyond {
    /// Go beyond the document, with all extensions or some of them
    #[arg(
        long,
        value_name = "EXTENSIONS",
        value_delimiter = ',',
        num_args = 0..=1,
        default_missing_value = "all",
        value_parser = PossibleValuesParser::new(["all"].into_iter().chain(Extensions::NAMES)),
    )]
    extend: Vec<String>,
}

impl Beyond {
    /// The extensions that are asked for.
    pub fn extensions(&self) -> Extensions {
        let with = |all: Extensions, name: &String| all.with(name).unwrap_or(Extensions::ALL);
        self.extend.iter().fold(Extensions::default(), with)
    }
}

/// So many states are evaluated to see how long that takes.
const TIMED: usize = 3000;

/// How many microseconds it takes to evaluate a state of random games after the one before it.
pub fn pace(made: &Construction, evaluator: &mut Evaluator) -> anyhow::Result<f64> {
    let mut machine = made.machine.fork();
    let states = states(&mut *machine, TIMED)?;
    let begun = Instant::now();
    for state in &states {
        std::hint::black_box(evaluator.read(&*machine, state));
    }
    Ok(begun.elapsed().as_secs_f64() * 1e6 / states.len().max(1) as f64)
}

/// So many states of random games, one after the other, in which the game is not over.
fn states(machine: &mut dyn Machine, count: usize) -> anyhow::Result<Vec<State>> {
    let mut random = game::random(1);
    let mut states = Vec::new();
    let mut state = machine.initial_state()?;
    while states.len() < count && !interrupted() {
        match random_step(machine, &state, &mut random)? {
            Some(next) => states.push(std::mem::replace(&mut state, next)),
            None if states.is_empty() => break,
            None => state = machine.initial_state()?,
        }
    }
    Ok(states)
}

/// Lets the reference machine evaluate the selected features in so many states; in how many it did, and an error if it does not agree. What is counted
/// becomes facts of the next state.
pub fn verify(
    game: &RuleSheet,
    made: &Construction,
    mut evaluator: Evaluator,
    (count, seed): (usize, u64),
    at: &mut dyn FnMut(usize),
) -> anyhow::Result<usize> {
    let features = made.selected();
    let added = sheet::rules(&features, &made.theory);
    let text = [&game.bytes[..], b"\n", added.as_bytes()].concat();
    let checked = gdl::check(&game.name, &text);
    let rules = checked.rules.with_context(|| {
        let faults = checked.faults.kept().iter().take(1);
        let fault =
            faults.map(|fault| gdl::render(&checked.sheet.source, fault)).collect::<String>();
        format!("the features make no rules: {fault}")
    })?;
    let mut judge = engine::reference(rules)?;
    let machine = &mut *made.machine.fork();
    let found =
        sheet::compare(&mut evaluator, machine, &mut judge, (count, seed), &mut |states| {
            at(states);
            !interrupted()
        })?;
    match found.difference {
        None => Ok(found.agreed),
        Some(sheet::Difference { feature, ours, theirs }) => {
            let feature = Shown { feature: &features[feature], symbols: &made.theory.symbols };
            anyhow::bail!(
                "{ours} by the circuit and {theirs} by the reference machine of {feature}"
            )
        }
    }
}
