//! Reads the value of a feature off states. Only facts that differ from those of the previous state are examined.

use super::{ArgumentValues, FeatureMeasure, OrderedArgument, StructureFeature};
use game::{Fact, Machine, State};
use hashbrown::HashMap;
use term::Term;

/// Reads the value of one feature off states of one machine or its forks.
#[derive(Clone)]
pub struct FeatureEvaluator {
    feature: StructureFeature,
    /// The effect of each fact that was met.
    effects: HashMap<Fact, FactEffect>,
    /// The state that was read last.
    state: State,
    changes: Vec<(Fact, bool)>,
    /// Number of counted facts in that state.
    count: usize,
    /// Positions of the two things in that state, along each axis; `None` if a thing is absent.
    places: [Option<Vec<usize>>; 2],
}

/// The effect of a fact on the value of a feature.
#[derive(Clone, Debug, PartialEq)]
enum FactEffect {
    /// The fact does not matter.
    Nothing,
    /// The fact is counted.
    Counted,
    /// The fact places the first or the second thing (0 or 1) at this position along each axis.
    Place(usize, Vec<usize>),
}

impl FeatureEvaluator {
    /// Returns an evaluator that has read no state yet.
    pub fn new(feature: StructureFeature) -> FeatureEvaluator {
        FeatureEvaluator {
            feature,
            effects: HashMap::new(),
            state: State::default(),
            changes: Vec::new(),
            count: 0,
            places: [None, None],
        }
    }

    /// Returns the feature's value in a state, from 0 to 1; 0.5 if a thing whose position matters is absent.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> f64 {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        // Facts that have become false come first: a thing that has moved must end up in its new place.
        changes.sort_by_key(|&(_, is_true)| is_true);
        for &(fact, is_true) in &changes {
            self.apply(machine, fact, is_true);
        }
        self.changes = changes;
        self.state.clone_from(state);
        self.value().unwrap_or(0.5)
    }

    /// Updates the count and the positions after a fact has become true or false.
    fn apply(&mut self, machine: &dyn Machine, fact: Fact, is_true: bool) {
        let FeatureEvaluator { feature, effects, .. } = self;
        let effect = effects
            .entry(fact)
            .or_insert_with(|| feature.effect_of(&machine.vocabulary().fact_term(fact)));
        match effect {
            FactEffect::Nothing => {}
            FactEffect::Counted if is_true => self.count += 1,
            FactEffect::Counted => self.count -= 1,
            FactEffect::Place(thing, place) => {
                self.places[*thing] = is_true.then(|| place.clone());
            }
        }
    }

    fn value(&self) -> Option<f64> {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let [one, other] = &self.places;
        Some(match &self.feature.measure {
            FeatureMeasure::Position { axis, .. } => {
                share(*one.as_ref()?.first()?, axis.values.len() - 1)
            }
            FeatureMeasure::Distance { axes, .. } => {
                let distances =
                    one.as_ref()?.iter().zip(other.as_ref()?).map(|(a, b)| a.abs_diff(*b));
                share(distances.sum(), axes.iter().map(|axis| axis.values.len() - 1).sum())
            }
            FeatureMeasure::Count { most, .. } => share(self.count, *most),
        })
    }
}

impl StructureFeature {
    /// Returns the effect of a fact on the feature's value.
    fn effect_of(&self, fact: &Term) -> FactEffect {
        let arguments: Vec<Term> = fact.arguments().collect();
        if fact.name() != self.fluent || arguments.len() != self.arity {
            return FactEffect::Nothing;
        }
        let has = |values: &ArgumentValues| {
            values.iter().all(|(argument, value)| arguments[*argument] == *value)
        };
        let along = |axis: &OrderedArgument| axis.place(&arguments[axis.argument]);
        let place = |thing: usize, axes: &[OrderedArgument]| {
            let place: Option<Vec<usize>> = axes.iter().map(along).collect();
            place.map_or(FactEffect::Nothing, |place| FactEffect::Place(thing, place))
        };
        match &self.measure {
            FeatureMeasure::Position { with, axis } if has(with) => {
                place(0, std::slice::from_ref(axis))
            }
            FeatureMeasure::Distance { one, axes, .. } if has(one) => place(0, axes),
            FeatureMeasure::Distance { other, axes, .. } if has(other) => place(1, axes),
            FeatureMeasure::Count { with, .. } if has(with) => FactEffect::Counted,
            _ => FactEffect::Nothing,
        }
    }
}
