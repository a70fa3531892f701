//! Selecting features: the most abstract first, level by level, as long as evaluating them all stays cheap (document 001, section 4.4).

use super::formula::{Feature, Formula};
use super::generate::{Features, Generated, trim};
use super::graph::Graph;
use super::solve::{Bindings, Patience, TooMany, holds, signals};
use super::transform::Transformation;
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
    /// So many rows are looked at for all of them; then it ends.
    pub rows: u64,
}

impl Default for Demands {
    fn default() -> Demands {
        // DIVERGENCE: the document measures time, 25 ms for all features of a game. Conditions in the circuit are counted here, so that the
        // same are selected on every computer.
        let patience = Patience { rows: 100_000, bindings: 5_000 };
        let (least, most, deviations) = (0.01, 0.99, 0.95);
        let (cost, share, rows) = (40_000, 0.03, 20_000_000);
        Demands { least, most, deviations, cost, share, patience, rows }
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
    let (first, scratch) = (views.first(FIRST), world.circuit.clone());
    let mut judge = Judge { world, views, first, demands, scratch, tried: 0 };
    let (mut selected, mut cost): (Vec<Selected>, usize) = (Vec::new(), 0);
    let begun = world.looked();
    'levels: for level in by_level {
        let mut here = Vec::new();
        for number in level {
            let stops = world.looked() - begun > demands.rows || !go_on(judge.tried);
            let found = if stops { None } else { judge.judge(features, number) };
            cost += found.as_ref().map_or(0, |found| found.cost);
            if stops || cost > demands.cost {
                // Only whole levels count. DIVERGENCE: if there is none, as much of the first as there is room for; and all that there is, if
                // there is no more time.
                if stops || selected.is_empty() {
                    selected.extend(here);
                }
                break 'levels;
            }
            here.extend(found);
        }
        selected.extend(here);
    }
    arranged(selected, features, judge.tried)
}

/// With levels among those that were selected.
fn arranged(mut selected: Vec<Selected>, features: &Features, tried: usize) -> Selection {
    let numbers: Vec<u32> = selected.iter().map(|it| it.number).collect();
    let graph = features.graph.among(&numbers).reduced();
    for (selected, level) in selected.iter_mut().zip(graph.levels()) {
        selected.level = level;
    }
    Selection { all: selected, graph, tried }
}

/// Adds features that count bindings of those that were selected, of each variable by itself and of all together, as far as they count anything else
/// in a few states. What there is no room for is left out.
pub fn add_variables(
    world: &World,
    (few, views): (&Views, &Views),
    features: &mut Features,
    selection: Selection,
    demands: &Demands,
) -> Selection {
    let (mut selected, tried) = (selection.all, selection.tried);
    let (first, scratch) = (views.first(FIRST), world.circuit.clone());
    let mut judge = Judge { world, views, first, demands, scratch, tried };
    let mut cost: usize = selected.iter().map(|it| it.cost).sum();
    for Selected { number, ratio, .. } in selected.clone() {
        let Feature { formula, variables } = features.all[number as usize].feature.clone();
        let Ok(bindings) = Bindings::find(world, few, &formula, demands.patience) else { continue };
        let mut seen = vec![bindings.counts(&[]), bindings.counts(&variables)];
        let all = Feature { variables: formula.variables(), formula };
        let lists = [trim(&all, &bindings).variables].into_iter();
        let lists = lists.chain(all.variables.iter().map(|&variable| vec![variable]));
        for variables in lists {
            let counts = bindings.counts(&variables);
            if seen.contains(&counts) {
                continue;
            }
            seen.push(counts);
            let Ok(own) = judge.cost(&all.formula, &variables) else { continue };
            if cost + own > demands.cost {
                continue;
            }
            let Ok(found) = Bindings::find(world, views, &all.formula, demands.patience) else {
                continue;
            };
            (cost, judge.tried) = (cost + own, judge.tried + 1);
            let greatest = found.counts(&variables).into_iter().max().unwrap_or(0);
            let from = features.all[number as usize].clone();
            let feature = Feature { formula: all.formula.clone(), variables };
            features.all.push(Generated { feature, by: Transformation::AddVariable, ..from });
            *features.made.entry(Transformation::AddVariable).or_default() += 1;
            let new = features.graph.add();
            features.graph.put_above(number, new);
            selected.push(Selected { number: new, ratio, greatest, cost: own, level: 0 });
        }
    }
    arranged(selected, features, judge.tried)
}

/// After so many states most features are given up that are.
const FIRST: usize = 128;

struct Judge<'a> {
    world: &'a World,
    views: &'a Views,
    /// The first states.
    first: Views,
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
        let patience = self.demands.patience;
        let mut ratio = 0.0;
        for views in [&self.first, self.views] {
            let states = holds(self.world, views, &feature.formula, patience.rows).ok()?;
            ratio = self.likely_ratio(&states, views.states, generated.is_number)?;
        }
        let is_general = ratio > self.demands.most && !generated.is_number;
        if ratio < self.demands.least || is_general {
            return None;
        }
        let cost = self.cost(&feature.formula, &feature.variables).ok()?;
        if cost > (self.demands.cost as f64 * self.demands.share) as usize {
            return None;
        }
        let bindings = Bindings::find(self.world, self.views, &feature.formula, patience).ok()?;
        let mut counts = bindings.counts(&feature.variables);
        counts.sort_unstable();
        // A number may always be there, but should not always be the same.
        let common = counts.chunk_by(|one, other| one == other).map(<[u32]>::len).max();
        let is_same = common.unwrap_or(0) as f64 > self.demands.most * counts.len() as f64;
        let greatest = counts.last().copied().unwrap_or(0);
        (!is_same).then_some(Selected { number, ratio, greatest, cost, level: 0 })
    }

    /// The share of so many states in which something holds, unless that is likely to be too small or too great in all of them: they are looked at
    /// one after the other. Numbers may hold always.
    fn likely_ratio(&self, holds: &[u64], states: usize, is_number: bool) -> Option<f64> {
        let Demands { least, most, deviations, .. } = *self.demands;
        let slack = |seen: f64, share: f64| deviations * (seen * share * (1.0 - share)).sqrt();
        let (mut hits, mut seen) = (0.0, 0.0);
        for state in 0..states {
            seen += 1.0;
            hits += f64::from((holds[state / 64] >> (state % 64) & 1) as u32);
            let is_special = hits < seen * least - slack(seen, least);
            let is_general = hits >= seen * most + slack(seen, most);
            if is_special || is_general && !is_number {
                return None;
            }
        }
        Some(if seen > 0.0 { hits / seen } else { 0.0 })
    }

    /// How many conditions a circuit gets by a feature.
    fn cost(&mut self, formula: &Formula, variables: &[u32]) -> Result<usize, TooMany> {
        let before = self.scratch.edges();
        signals(self.world, &mut self.scratch, formula, variables, self.demands.patience)?;
        Ok(self.scratch.edges() - before)
    }
}
