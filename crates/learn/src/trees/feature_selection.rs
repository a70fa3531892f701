//! Selecting the features that matter to a role, one after the other, by matches.
//!
//! Follows `kuhl`, section 7.2.3: each feature in turn is the *pivot*, with the weight 1 in one match and −1 in
//! another, while the weights of all other features are drawn at random.

use super::search_agent::SearchAgent;
use super::t_test::t_test;
use super::tree_evaluator::TreeEvaluator;
use crate::values::{Agent, play_match};
use game::{Machine, MachineExt, Random, Role, StopReason};
use rand::RngExt;
use std::cell::RefCell;

/// Settings of the matches by which features are selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionTrials {
    /// Number of times the weights of the other features are drawn.
    pub draws: u32,
    /// Whether the other features that are not selected have the weight 0 instead of random weights. DIVERGENCE: the
    /// document has no such trials; among hundreds of random weights the effect of one feature is often not visible.
    pub alone: bool,
    /// Number of choices both sides look ahead.
    pub depth: u32,
    /// Factor by which the weight of each further feature is smaller than that of the one before.
    pub discount: f64,
    /// A feature is selected only if its p-value is below this.
    pub significance: f64,
    /// Largest number of selected features.
    pub max_features: usize,
}

impl Default for SelectionTrials {
    fn default() -> SelectionTrials {
        SelectionTrials {
            draws: 30,
            alone: false,
            depth: 1,
            discount: 0.9,
            significance: 0.05,
            max_features: 5,
        }
    }
}

/// A feature that was selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenFeature {
    /// Index of the feature.
    pub feature: usize,
    /// The weight that it gets.
    pub weight: f64,
    /// Probability that chance makes a difference this large.
    pub p_value: f64,
}

/// Selects the features that matter to a role of a game of two roles that take turns, the most important first. Returns
/// them and the best feature that was not selected, if there is one. Stops when `go_on` returns `false`.
pub fn select_features(
    machine: &mut dyn Machine,
    evaluator: &TreeEvaluator,
    role: Role,
    trials: &SelectionTrials,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(Vec<ChosenFeature>, Option<ChosenFeature>), StopReason> {
    let mut random = game::random(seed);
    let mut chosen: Vec<ChosenFeature> = Vec::new();
    let evaluator = RefCell::new(evaluator.clone());
    while chosen.len() < trials.max_features {
        let Some(best) = round(machine, &evaluator, role, trials, &chosen, &mut random, go_on)?
        else {
            return Ok((chosen, None));
        };
        if best.p_value >= trials.significance {
            return Ok((chosen, Some(best)));
        }
        chosen.push(best);
    }
    Ok((chosen, None))
}

/// Returns the feature that makes the greatest difference beside those that are selected.
fn round(
    machine: &mut dyn Machine,
    evaluator: &RefCell<TreeEvaluator>,
    role: Role,
    trials: &SelectionTrials,
    chosen: &[ChosenFeature],
    random: &mut Random,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<ChosenFeature>, StopReason> {
    let (used, features) = (evaluator.borrow().used(), evaluator.borrow().len());
    let open: Vec<usize> =
        used.into_iter().filter(|it| !chosen.iter().any(|other| other.feature == *it)).collect();
    let scale = trials.discount.powi(chosen.len() as i32);
    let mut results: Vec<[Vec<f64>; 2]> = vec![[Vec::new(), Vec::new()]; open.len()];
    let start = machine.initial_state()?;
    for _ in 0..trials.draws {
        let mut weights = vec![0.0; features];
        if !trials.alone {
            let mut draw = || scale * f64::from(random.random_range(-1..=1));
            open.iter().for_each(|&it| weights[it] = draw());
        }
        chosen.iter().for_each(|it| weights[it.feature] = it.weight);
        // The other weights are the same for every pivot, so that only the pivot differs.
        let seed = random.random();
        for (place, &pivot) in open.iter().enumerate() {
            for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
                if !go_on() {
                    return Ok(None);
                }
                let mut own = weights.clone();
                own[pivot] = sign * scale;
                let mut other: Vec<f64> = weights.iter().map(|weight| -weight).collect();
                other[pivot] = 0.0;
                let mut agents: Vec<SearchAgent> = machine
                    .role_ids()
                    .map(|it| {
                        let weights = if it == role { own.clone() } else { other.clone() };
                        SearchAgent::new(evaluator, weights, trials.depth)
                    })
                    .collect();
                let mut agents: Vec<&mut dyn Agent> =
                    agents.iter_mut().map(|agent| agent as &mut dyn Agent).collect();
                let result = play_match(machine, &start, &mut agents, &mut game::random(seed))?;
                results[place][side].push(f64::from(result.goals[role.0 as usize]));
            }
        }
    }
    let candidates = open.iter().zip(&results).map(|(&feature, [unwanted, wanted])| {
        let (difference, p) = t_test(unwanted, wanted);
        (
            difference.abs(),
            ChosenFeature { feature, weight: scale * difference.signum(), p_value: p },
        )
    });
    // The first of equals: features with fewer conditions come first.
    let best = candidates.rev().max_by(|(one, first), (other, second)| {
        one.total_cmp(other).then(second.p_value.total_cmp(&first.p_value))
    });
    Ok(best.map(|(_, best)| best))
}
