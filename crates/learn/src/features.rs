//! Features built from the rules (document 001): formulas whose bindings are counted.
//!
//! A [`Theory`] is what the rules say; a [`World`] all that can hold, with the circuit in which it does. Beginning with the conditions of goals and
//! of the end, [`generate()`] applies [`transform`]ations until nothing new comes of it; [`select()`] takes the most abstract ones that hold neither
//! nearly always nor nearly never; an [`Evaluator`] counts their bindings in states, compiled into the circuit.

mod construct;
mod drawing;
mod evaluate;
mod extensions;
mod formula;
mod generate;
mod graph;
mod keys;
mod orders;
mod preimages;
mod sample;
mod select;
pub mod sheet;
mod simplify;
mod solve;
mod text;
mod theory;
pub mod transform;
mod world;
mod written;

pub use construct::{Construction, Settings, Stage};
pub use drawing::{dot, svg};
pub use evaluate::Evaluator;
pub use extensions::Extensions;
pub use formula::{Atom, Feature, Formula, Substitution, Term};
pub use generate::{Features, Generated, Restrictions, Sources, generate};
pub use graph::Graph;
pub use keys::Keys;
pub use orders::Arithmetic;
pub use preimages::Preimage;
pub use sample::{Sample, sample};
pub use select::{Demands, Selected, Selection, select};
pub use simplify::{Draft, simplify};
pub use solve::{Bindings, Patience, TooMany};
pub use text::{Shown, formula_text, term_text};
pub use theory::{Clause, Definition, Theory};
pub use transform::Transformation;
pub use world::{Views, World};
pub use written::{NoFeature, WrittenFeature};
