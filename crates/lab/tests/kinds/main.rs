//! Kinds of experiments that are not made of matches: what they come to, and what is refused.

mod common;
mod inventory;
mod training;
mod trees;
