//! Learning about a game by playing it.
//!
//! [`features`] builds features from the rules and selects those that are worth having (document 001).
//!
//! [`gifl`] learns from the ends of random games which moves win, or keep the other side from winning, and what has to be true
//! for that (document 004).
//!
//! [`td`] learns what features are worth, by TD(λ) (document 001).
//!
//! [`trees`] has features that are conditions on single facts (document 000, chapter 7).
//!
//! [`values`] learns what afterstates are worth, and brings that over from one game to another (documents 000 and 003).
//!
//! Files and clocks do not appear here: what is learnt goes in and out as text, and whoever wants less says so.

pub mod features;
pub mod gifl;
pub mod td;
pub mod trees;
pub mod values;
