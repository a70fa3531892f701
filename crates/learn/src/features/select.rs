//! Selecting features: the most abstract first, level by level, as long as evaluating all of them stays cheap.
//!
//! Follows `guenther`, section 4.4. DIVERGENCE: costs are operands of a circuit instead of milliseconds, so that the
//! same features are selected on every computer. Does not generate features (`generate`).

use super::abstraction_graph::AbstractionGraph;
use super::bindings::{Bindings, SearchLimits, TooManyBindings, holds, signals};
use super::formula::{Feature, Formula};
use super::generated::{GeneratedFeature, GeneratedFeatures};
use super::relation_tables::RelationTables;
use super::signal_bits::SignalBits;
use super::transform::Transformation;
use super::trim::trim;
use circuit::Circuit;

/// Criteria by which features are selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelectionCriteria {
    /// Smallest share of states in which a feature has to hold.
    pub least: f64,
    /// Largest share of states in which a feature may hold.
    pub most: f64,
    /// Number of standard deviations by which the share may lie outside these limits before a feature is rejected
    /// early, while states are examined one after the other.
    pub deviations: f64,
    /// Largest cost of all features together, in operands of the circuit.
    pub cost: usize,
    /// Largest share of that cost for one feature.
    pub share: f64,
    /// Limits of the search for the bindings of one formula. A formula beyond them is not selected.
    pub limits: SearchLimits,
    /// Number of rows read for all formulas after which selection stops.
    pub rows: u64,
}

impl Default for SelectionCriteria {
    fn default() -> SelectionCriteria {
        // The document allows 25 ms for all features of a game (section 6.1).
        let limits = SearchLimits { rows: 100_000, bindings: 5_000 };
        let (least, most, deviations) = (0.01, 0.99, 0.95);
        let (cost, share, rows) = (40_000, 0.03, 20_000_000);
        SelectionCriteria { least, most, deviations, cost, share, limits, rows }
    }
}

/// A feature that was selected.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectedFeature {
    /// Its number among the generated features.
    pub number: u32,
    /// Share of the sampled states in which it holds.
    pub ratio: f64,
    /// Largest number of bindings in a sampled state.
    pub max_count: u32,
    /// Its cost, in operands of the circuit.
    pub cost: usize,
    /// Its level among the selected features, from 0 for the most abstract.
    pub level: u32,
}

/// The features that were selected.
#[derive(Clone, Debug, Default)]
pub struct SelectedFeatures {
    /// The features, from the most abstract level on.
    pub all: Vec<SelectedFeature>,
    /// The selected features by their indexes, with edges from more abstract ones to less abstract ones.
    pub graph: AbstractionGraph,
    /// Number of features that were examined.
    pub tried: usize,
}

/// Selects features. There should be many sampled states. Stops early if `go_on` returns `false`; it is called with the
/// number of features examined.
pub fn select(
    tables: &RelationTables,
    bits: &SignalBits,
    features: &GeneratedFeatures,
    demands: &SelectionCriteria,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> SelectedFeatures {
    let levels = features.graph.levels();
    let last = levels.iter().max().map_or(0, |last| last + 1);
    let mut by_level: Vec<Vec<u32>> = vec![Vec::new(); last as usize];
    (0..).zip(&levels).for_each(|(number, &level)| by_level[level as usize].push(number));
    let (first, scratch) = (bits.first(FIRST), tables.circuit.clone());
    let mut judge = SelectionTest { tables, bits, first, demands, scratch, tried: 0 };
    let (mut selected, mut cost): (Vec<SelectedFeature>, usize) = (Vec::new(), 0);
    let begun = tables.rows_read();
    'levels: for level in by_level {
        let mut here = Vec::new();
        for number in level {
            let stops = tables.rows_read() - begun > demands.rows || !go_on(judge.tried);
            let found = if stops { None } else { judge.judge(features, number) };
            cost += found.as_ref().map_or(0, |found| found.cost);
            if stops || cost > demands.cost {
                // Only whole levels are selected. DIVERGENCE: if the first level alone costs too much, as many of its
                // features as there is room for; and at the end of the time, all features found so far.
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

/// Computes the levels among the selected features.
fn arranged(
    mut selected: Vec<SelectedFeature>,
    features: &GeneratedFeatures,
    tried: usize,
) -> SelectedFeatures {
    let numbers: Vec<u32> = selected.iter().map(|it| it.number).collect();
    let graph = features.graph.among(&numbers).reduced();
    for (selected, level) in selected.iter_mut().zip(graph.levels()) {
        selected.level = level;
    }
    SelectedFeatures { all: selected, graph, tried }
}

/// Adds features that count bindings of the selected formulas: of each variable alone, and of all variables that change
/// the counts in a few states. Features beyond the allowed cost are left out.
pub fn add_variables(
    tables: &RelationTables,
    (few, bits): (&SignalBits, &SignalBits),
    features: &mut GeneratedFeatures,
    selection: SelectedFeatures,
    demands: &SelectionCriteria,
) -> SelectedFeatures {
    let (mut selected, tried) = (selection.all, selection.tried);
    let (first, scratch) = (bits.first(FIRST), tables.circuit.clone());
    let mut judge = SelectionTest { tables, bits, first, demands, scratch, tried };
    let mut cost: usize = selected.iter().map(|it| it.cost).sum();
    for SelectedFeature { number, ratio, .. } in selected.clone() {
        let Feature { formula, variables } = features.all[number as usize].feature.clone();
        let Ok(bindings) = Bindings::find(tables, few, &formula, demands.limits) else {
            continue;
        };
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
            let Ok(found) = Bindings::find(tables, bits, &all.formula, demands.limits) else {
                continue;
            };
            (cost, judge.tried) = (cost + own, judge.tried + 1);
            let max_count = found.counts(&variables).into_iter().max().unwrap_or(0);
            let from = features.all[number as usize].clone();
            let feature = Feature { formula: all.formula.clone(), variables };
            features.all.push(GeneratedFeature {
                feature,
                by: Transformation::AddVariable,
                ..from
            });
            *features.produced.entry(Transformation::AddVariable).or_default() += 1;
            let new = features.graph.add();
            features.graph.put_above(number, new);
            selected.push(SelectedFeature { number: new, ratio, max_count, cost: own, level: 0 });
        }
    }
    arranged(selected, features, judge.tried)
}

/// Number of states after which most unsuitable features are rejected.
const FIRST: usize = 128;

/// The test whether features fulfil the criteria.
struct SelectionTest<'a> {
    tables: &'a RelationTables,
    bits: &'a SignalBits,
    /// Signals in the first states.
    first: SignalBits,
    demands: &'a SelectionCriteria,
    /// A circuit to which features are added to find out their cost.
    scratch: Circuit,
    tried: usize,
}

impl SelectionTest<'_> {
    /// Returns a feature with its statistics if it fulfils the criteria (`guenther`, algorithm 4.4).
    fn judge(&mut self, features: &GeneratedFeatures, number: u32) -> Option<SelectedFeature> {
        let generated = &features.all[number as usize];
        let feature = &generated.feature;
        // A negated formula says the same as the formula itself.
        if matches!(feature.formula, Formula::Not(_)) || generated.is_splittable {
            return None;
        }
        self.tried += 1;
        let limits = self.demands.limits;
        let mut ratio = 0.0;
        for bits in [&self.first, self.bits] {
            let states = holds(self.tables, bits, &feature.formula, limits.rows).ok()?;
            ratio = self.likely_ratio(&states, bits.states, generated.is_number)?;
        }
        let is_general = ratio > self.demands.most && !generated.is_number;
        if ratio < self.demands.least || is_general {
            return None;
        }
        let cost = self.cost(&feature.formula, &feature.variables).ok()?;
        if cost > (self.demands.cost as f64 * self.demands.share) as usize {
            return None;
        }
        let bindings = Bindings::find(self.tables, self.bits, &feature.formula, limits).ok()?;
        let mut counts = bindings.counts(&feature.variables);
        counts.sort_unstable();
        // A number may be counted in all states, but should not be the same in nearly all of them.
        let common = counts.chunk_by(|one, other| one == other).map(<[u32]>::len).max();
        let is_same = common.unwrap_or(0) as f64 > self.demands.most * counts.len() as f64;
        let max_count = counts.last().copied().unwrap_or(0);
        (!is_same).then_some(SelectedFeature { number, ratio, max_count, cost, level: 0 })
    }

    /// Returns the share of states in which a formula holds. `None` if the share is likely to be outside the limits:
    /// states are examined one after the other. Numbers may always hold.
    fn likely_ratio(&self, holds: &[u64], states: usize, is_number: bool) -> Option<f64> {
        let SelectionCriteria { least, most, deviations, .. } = *self.demands;
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

    /// Returns the number of operands that a feature adds to a circuit.
    fn cost(&mut self, formula: &Formula, variables: &[u32]) -> Result<usize, TooManyBindings> {
        let before = self.scratch.operand_count();
        signals(self.tables, &mut self.scratch, formula, variables, self.demands.limits)?;
        Ok(self.scratch.operand_count() - before)
    }
}
