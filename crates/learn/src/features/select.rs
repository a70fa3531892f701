//! Selecting features: the most abstract first, level by level, as long as evaluating them all stays cheap (document 001, section 4.4).

use super::formula::Formula;
use super::generate::Features;
use super::graph::Graph;
use super::solve::{Bindings, Patience, TooMany, signals};
use super::world::{Views, World};
use circuit::Circuit;

/// What makes a feature worth having.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demands {
    /// It holds in at least this share of states …
    pub least: f64,
    /// … and at most in this.
    pub most: f64,
    /// How many standard deviations it may be off before it is given up, while states are looked at one after the other.
    pub deviations: f64,
    /// What all features may cost together: conditions in a circuit.
    pub cost: usize,
    /// The share of that which one of them may cost.
    pub share: f64,
    /// How much is looked at for one formula. What takes more is not selected.
    pub patience: Patience,
}

impl Default for Demands {
    fn default() -> Demands {
        // DIVERGENCE: the document measures time, 25 ms for all features of a game. Conditions in the circuit are counted here, so that the
        // same are selected on every computer.
        let patience = Patience { rows: 100_000, bindings: 5_000 };
        Demands { least: 0.01, most: 0.99, deviations: 0.95, cost: 40_000, share: 0.03, patience }
    }
}

/// A feature that was selected.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// Its number among those that were generated.
    pub number: u32,
    /// The share of states in which it holds.
    pub ratio: f64,
    /// The greatest number of bindings that was seen.
    pub greatest: u32,
    /// What it costs.
    pub cost: usize,
    /// Its level among those that were selected, from 0.
    pub level: u32,
}

/// The features that were selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The features.
    pub all: Vec<Selected>,
    /// Which of them are above which, by their places.
    pub graph: Graph,
    /// How many were looked at.
    pub tried: usize,
}

/// Selects features, for as long as that is wanted. The states should be many.
pub fn select(
    world: &World,
    views: &Views,
    features: &Features,
    demands: &Demands,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Selection {
    let levels = features.graph.levels();
    let last = levels.iter().max().map_or(0, |last| last + 1);
    let mut by_level: Vec<Vec<u32>> = vec![Vec::new(); last as usize];
    (0..).zip(&levels).for_each(|(number, &level)| by_level[level as usize].push(number));
    let mut judge = Judge { world, views, demands, scratch: world.circuit.clone(), tried: 0 };
    let (mut selected, mut cost): (Vec<Selected>, usize) = (Vec::new(), 0);
    'levels: for level in by_level {
        let mut here = Vec::new();
        for number in level {
            let stops = !go_on(judge.tried);
            let found = if stops { None } else { judge.judge(features, number) };
            cost += found.as_ref().map_or(0, |found| found.cost);
            if stops || cost > demands.cost {
                // Only whole levels count. DIVERGENCE: if there is none, as much of the first as there is room for.
                if selected.is_empty() {
                    selected = here;
                }
                break 'levels;
            }
            here.extend(found);
        }
        selected.extend(here);
    }
    let numbers: Vec<u32> = selected.iter().map(|it| it.number).collect();
    let graph = features.graph.among(&numbers).reduced();
    for (selected, level) in selected.iter_mut().zip(graph.levels()) {
        selected.level = level;
    }
    Selection { all: selected, graph, tried: judge.tried }
}

struct Judge<'a> {
    world: &'a World,
    views: &'a Views,
    demands: &'a Demands,
    /// A circuit to try features in.
    scratch: Circuit,
    tried: usize,
}

impl Judge<'_> {
    /// Whether a feature is worth having, and what was seen of it (FeatureEligible).
    fn judge(&mut self, features: &Features, number: u32) -> Option<Selected> {
        let generated = &features.all[number as usize];
        let feature = &generated.feature;
        // What is negated says no more than what is not.
        if matches!(feature.formula, Formula::Not(_)) || generated.is_splittable {
            return None;
        }
        self.tried += 1;
        let found = Bindings::find(self.world, self.views, &feature.formula, self.demands.patience);
        let bindings = found.ok()?;
        let holds = bindings.anywhere();
        let ratio = self.ratio(&holds)?;
        let cost = self.cost(&feature.formula, &feature.variables).ok()?;
        let most = (self.demands.cost as f64 * self.demands.share) as usize;
        let greatest = bindings.counts(&feature.variables).into_iter().max().unwrap_or(0);
        (cost <= most).then_some(Selected { number, ratio, greatest, cost, level: 0 })
    }

    /// The share of states in which something holds, unless it is too small or too great: states are looked at one after the other until that
    /// is likely.
    fn ratio(&self, holds: &[u64]) -> Option<f64> {
        let Demands { least, most, deviations, .. } = *self.demands;
        let slack = |seen: f64, share: f64| deviations * (seen * share * (1.0 - share)).sqrt();
        let (mut hits, mut seen) = (0.0, 0.0);
        for state in 0..self.views.states {
            seen += 1.0;
            hits += f64::from((holds[state / 64] >> (state % 64) & 1) as u32);
            let is_special = hits < seen * least - slack(seen, least);
            let is_general = hits >= seen * most + slack(seen, most);
            if is_special || is_general {
                return None;
            }
        }
        let ratio = if seen > 0.0 { hits / seen } else { 0.0 };
        (least..=most).contains(&ratio).then_some(ratio)
    }

    /// How many conditions a circuit gets by a feature.
    fn cost(&mut self, formula: &Formula, variables: &[u32]) -> Result<usize, TooMany> {
        let before = self.scratch.edges();
        signals(self.world, &mut self.scratch, formula, variables, self.demands.patience)?;
        Ok(self.scratch.edges() - before)
    }
}
