//! Features built from the rules of a game: formulas whose bindings are counted.
//!
//! A [`RuleBase`] contains the rules as formulas, [`RelationTables`] everything that can be true in the game, with the
//! circuit that computes it. Beginning with the conditions of goals and of the end of the game, [`generate()`] applies
//! [`transform`]ations until nothing new appears. [`select()`] takes the most abstract features that hold neither
//! nearly always nor nearly never. A [`FeatureCounter`] counts their bindings in states, compiled into the circuit.
//! [`Construction`] does all of this.
//!
//! Follows `guenther`, chapters 2 to 4. Does not learn weights (`td`).

mod abstraction_graph;
mod binding_search;
mod bindings;
pub mod comparison;
mod construct;
mod draft;
mod drawing;
mod extensions;
mod feature_counter;
mod feature_text;
mod formula;
mod generate;
mod generated;
mod keys;
mod kif_feature;
mod number_relations;
mod preimages;
mod random_play;
mod relation_table;
mod relation_tables;
mod restrictions;
mod rule_base;
pub mod rule_encoding;
mod select;
mod signal_bits;
mod signal_validity;
mod simplify;
mod specialise;
mod state_validity;
mod substitution;
pub mod transform;
mod trim;

pub use abstraction_graph::AbstractionGraph;
pub use bindings::{Bindings, SearchLimits, TooManyBindings};
pub use construct::{Construction, ConstructionError, ConstructionSettings, ConstructionStage};
pub use draft::FeatureDraft;
pub use drawing::{dot, svg};
pub use extensions::Extensions;
pub use feature_counter::FeatureCounter;
pub use feature_text::{FeatureText, formula_text, term_text};
pub use formula::{Atom, Feature, Formula, Term};
pub use generate::{GenerationInput, generate};
pub use generated::{GeneratedFeature, GeneratedFeatures};
pub use keys::Keys;
pub use kif_feature::{KifFeature, UnknownFeature};
pub use number_relations::NumberRelation;
pub use preimages::Preimage;
pub use random_play::{PlayObservations, observe_random_play};
pub use relation_tables::RelationTables;
pub use restrictions::Restrictions;
pub use rule_base::{Clause, Definition, RuleBase};
pub use select::{SelectedFeature, SelectedFeatures, SelectionCriteria, select};
pub use signal_bits::SignalBits;
pub use simplify::simplify;
pub use substitution::Substitution;
pub use transform::Transformation;
