//! The whole way from the rules of a game to features that can be evaluated.
//!
//! Each step has a file of its own; this one only puts them together. Follows `guenther`, section 3.2. Contains no step
//! itself.

use super::bindings::TooManyBindings;
use super::extensions::Extensions;
use super::feature_counter::FeatureCounter;
use super::formula::Feature;
use super::generate::{GenerationInput, generate};
use super::generated::GeneratedFeatures;
use super::keys::keys;
use super::random_play::observe_random_play;
use super::relation_tables::RelationTables;
use super::restrictions::Restrictions;
use super::rule_base::RuleBase;
use super::select::{SelectedFeatures, SelectionCriteria, add_variables, select};
use super::signal_bits::SignalBits;
use circuit::{BuildError, FactIds, Model};
use game::StopReason;
use gdl::Rules;
use propnet::CircuitMachine;
use rand::seq::SliceRandom;
use std::sync::Arc;

/// Settings of the construction of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstructionSettings {
    /// Number of states of random games by which features are selected.
    pub states: usize,
    /// Number of these states by which superfluous variables are found (trim-variables).
    pub trim_states: usize,
    /// The seed of the random games.
    pub seed: u64,
    /// Restrictions on the features that are generated.
    pub restrictions: Restrictions,
    /// Extensions of the document's algorithm that are used.
    pub extensions: Extensions,
    /// If given, construction begins with tighter restrictions and loosens them until this number of features is
    /// selected.
    pub min_features: Option<usize>,
    /// Criteria by which features are selected.
    pub demands: SelectionCriteria,
}

impl Default for ConstructionSettings {
    fn default() -> ConstructionSettings {
        let (restrictions, demands) = (Restrictions::default(), SelectionCriteria::default());
        let extensions = Extensions::default();
        ConstructionSettings {
            states: 3000,
            trim_states: 100,
            seed: 1,
            restrictions,
            extensions,
            min_features: None,
            demands,
        }
    }
}

/// Progress of the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructionStage {
    /// Features are being generated; the number of features so far.
    Generating(usize),
    /// Features are being selected; the number of features examined so far.
    Selecting(usize),
}

/// Reason why no features could be constructed.
#[derive(Debug, thiserror::Error)]
pub enum ConstructionError {
    /// The circuit with all relations that features may use is too large.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The game could not be played to sample states.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

/// The features of a game, and what they were constructed from.
pub struct Construction {
    /// The rules as formulas.
    pub rule_base: RuleBase,
    /// The ground atoms of all relations, and the circuit that computes them.
    pub tables: RelationTables,
    /// A machine of the game. Its facts have the same ids as in the tables.
    pub machine: Arc<CircuitMachine>,
    /// Number of different states that were sampled.
    pub states: usize,
    /// All features that were generated.
    pub features: GeneratedFeatures,
    /// The features that were selected.
    pub selection: SelectedFeatures,
}

/// Loosens restrictions until enough features are selected. If there are never enough, returns the attempt with most
/// features.
fn loosened(
    restrictions: &Restrictions,
    enough: usize,
    attempt: &mut dyn FnMut(&Restrictions) -> (GeneratedFeatures, SelectedFeatures),
) -> (GeneratedFeatures, SelectedFeatures) {
    let mut best: Option<(GeneratedFeatures, SelectedFeatures)> = None;
    for step in restrictions.loosening() {
        let (features, selection) = attempt(&step);
        let count = selection.all.len();
        if best.as_ref().is_none_or(|(_, best)| count > best.all.len()) {
            best = Some((features, selection));
        }
        if count >= enough {
            break;
        }
    }
    best.unwrap_or_default()
}

impl Construction {
    /// Constructs features of a compiled game. Stops early if `go_on` returns `false`, with the features there are by
    /// then.
    pub fn new(
        rules: &Rules,
        model: &Arc<Model>,
        settings: &ConstructionSettings,
        go_on: &mut dyn FnMut(ConstructionStage) -> bool,
    ) -> Result<Construction, ConstructionError> {
        let mut rule_base = RuleBase::new(rules);
        let tables = RelationTables::new(rules, model, &mut rule_base)?;
        let mut machine = CircuitMachine::new(Arc::clone(model));
        let seen = observe_random_play(&mut machine, settings.states, settings.seed)?;
        let mut states = seen.states;
        let bits = SignalBits::new(&tables, &machine, &states);
        states.shuffle(&mut game::random(settings.seed));
        states.truncate(settings.trim_states);
        let few = SignalBits::new(&tables, &machine, &states);
        let extensions = settings.extensions;
        if extensions.keys {
            rule_base.keys = keys(&tables, &bits);
        }
        let noop = seen.noop.and_then(|noop| rule_base.symbols.find(&noop));
        let preimages = rule_base.preimages(noop, &seen.always_changing);
        let sources = GenerationInput {
            rule_base: &rule_base,
            tables: &tables,
            bits: &few,
            preimages: &preimages,
            extensions,
        };
        let mut attempt = |restrictions: &Restrictions| {
            let mut features = generate(&sources, restrictions, &mut |features| {
                go_on(ConstructionStage::Generating(features.all.len()))
            });
            let demands = &settings.demands;
            let mut selection = select(&tables, &bits, &features, demands, &mut |tried| {
                go_on(ConstructionStage::Selecting(tried))
            });
            if extensions.added_variables {
                let bits = (&few, &bits);
                selection = add_variables(&tables, bits, &mut features, selection, demands);
            }
            (features, selection)
        };
        let (features, selection) = match settings.min_features {
            None => attempt(&settings.restrictions),
            Some(count) => loosened(&settings.restrictions, count, &mut attempt),
        };
        let (machine, states) = (Arc::new(machine), bits.states);
        Ok(Construction { rule_base, tables, machine, states, features, selection })
    }

    /// Returns the selected features.
    pub fn selected(&self) -> Vec<Feature> {
        let feature = |number: u32| self.features.all[number as usize].feature.clone();
        self.selection.all.iter().map(|selected| feature(selected.number)).collect()
    }

    /// Returns a counter of the selected features, for machines that play the compiled game.
    pub fn evaluator(&self) -> Result<FeatureCounter, TooManyBindings> {
        FeatureCounter::new(&self.tables, FactIds::Shared, &self.selected())
    }
}
