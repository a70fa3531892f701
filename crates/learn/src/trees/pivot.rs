//! Which features matter: each in turn is wanted much or little, among others of which as much is wanted by chance (document 000, section 7.2.3).

use super::reader::Reader;
use super::searcher::Searcher;
use crate::values::{Actor, play};
use game::{Machine, Random, Role, StopReason};
use rand::RngExt;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::cell::RefCell;

/// How features are tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trials {
    /// How often the weights of all others are drawn.
    pub draws: u32,
    /// Whether nothing is drawn, and all others that were not chosen count for nothing. The document has no such trials: with hundreds of weights that are
    /// drawn, what a single feature does is often not to be seen.
    pub alone: bool,
    /// How many choices ahead both sides look.
    pub depth: u32,
    /// What each feature that was chosen counts less than the one before.
    pub discount: f64,
    /// A feature is chosen if chance makes so great a difference with less probability than this.
    pub level: f64,
    /// No more are chosen.
    pub most: usize,
}

impl Default for Trials {
    fn default() -> Trials {
        Trials { draws: 30, alone: false, depth: 1, discount: 0.9, level: 0.05, most: 5 }
    }
}

/// A feature that was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// The feature.
    pub feature: usize,
    /// What it counts for.
    pub weight: f64,
    /// With which probability chance makes so great a difference.
    pub p: f64,
}

/// The features that matter to a role of a game of two roles that take turns, the most important first, as long as this is to go on; and the best one that
/// was not chosen, if there is one.
pub fn select(
    machine: &mut dyn Machine,
    reader: &Reader,
    role: Role,
    trials: &Trials,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(Vec<Chosen>, Option<Chosen>), StopReason> {
    let mut random = game::random(seed);
    let mut chosen: Vec<Chosen> = Vec::new();
    let reader = RefCell::new(reader.clone());
    while chosen.len() < trials.most {
        let Some(best) = round(machine, &reader, role, trials, &chosen, &mut random, go_on)? else {
            return Ok((chosen, None));
        };
        if best.p >= trials.level {
            return Ok((chosen, Some(best)));
        }
        chosen.push(best);
    }
    Ok((chosen, None))
}

/// The feature that makes the greatest difference beside those that were chosen.
fn round(
    machine: &mut dyn Machine,
    reader: &RefCell<Reader>,
    role: Role,
    trials: &Trials,
    chosen: &[Chosen],
    random: &mut Random,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Chosen>, StopReason> {
    let (used, features) = (reader.borrow().used(), reader.borrow().len());
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
        // The same others for every feature: what differs is the feature alone.
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
                let mut actors: Vec<Searcher> = machine
                    .role_ids()
                    .map(|it| {
                        let weights = if it == role { own.clone() } else { other.clone() };
                        Searcher::new(reader, weights, trials.depth)
                    })
                    .collect();
                let mut actors: Vec<&mut dyn Actor> =
                    actors.iter_mut().map(|actor| actor as &mut dyn Actor).collect();
                let played = play(machine, &start, &mut actors, &mut game::random(seed))?;
                results[place][side].push(f64::from(played.goals[role.0 as usize]));
            }
        }
    }
    let candidates = open.iter().zip(&results).map(|(&feature, [little, much])| {
        let (difference, p) = compare(little, much);
        (difference.abs(), Chosen { feature, weight: scale * difference.signum(), p })
    });
    // Of equals the first: features come before those with more conditions.
    let best = candidates.rev().max_by(|(one, first), (other, second)| {
        one.total_cmp(other).then(second.p.total_cmp(&first.p))
    });
    Ok(best.map(|(_, best)| best))
}

/// How much greater the second mean is than the first, and with which probability chance makes such a difference (Student's t-test with two sides).
fn compare(little: &[f64], much: &[f64]) -> (f64, f64) {
    let count = little.len() as f64;
    let mean = |sample: &[f64]| sample.iter().sum::<f64>() / count;
    let squares = |sample: &[f64]| {
        let mean = mean(sample);
        sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
    };
    let difference = mean(much) - mean(little);
    let freedom = 2.0 * count - 2.0;
    let variance = (squares(little) + squares(much)) / freedom;
    let error = (2.0 * variance / count).sqrt();
    let p = match StudentsT::new(0.0, 1.0, freedom) {
        Ok(_) if error == 0.0 && difference != 0.0 => 0.0,
        Ok(student) if error > 0.0 => 2.0 * student.sf((difference / error).abs()),
        _ => 1.0,
    };
    (difference, p.max(least(little.len())))
}

/// The least probability that samples of so many values can have: that of one of the two ways to part as many others completely. The t-test goes below
/// it where few results are all alike.
fn least(count: usize) -> f64 {
    (1..=count).map(|number| number as f64 / (count + number) as f64).product::<f64>() * 2.0
}
