//! What an experiment has found so far: what was to be done, with what was written down of it.

use crate::curves::{Course, Curves};
use crate::estimates::{Estimates, Reading};
use crate::experiment::Kind;
use crate::inventory::{Inventory, Tallied};
use crate::journal::{Journal, JournalError};
use crate::matches::Matches;
use crate::training::{Trained, Training};
use crate::trees::{Harvested, Trees};
use crate::wins::Wins;

/// What was to be done, with what was written down of it.
#[derive(Clone, Debug)]
pub enum Findings<'a> {
    /// Matches of players against a baseline player.
    Matches(&'a Matches, Journal),
    /// How often players win.
    Wins(&'a Wins, Journal),
    /// How fast games are learnt.
    Curves(&'a Curves, Journal<Course>),
    /// How well playouts judge states.
    Estimates(&'a Estimates, Journal<Reading>),
    /// How many features the rules give.
    Inventory(&'a Inventory, Journal<Tallied>),
    /// What learners of features come to.
    Training(&'a Training, Journal<Trained>),
    /// Which features of single facts matter.
    Trees(&'a Trees, Journal<Harvested>),
}

impl<'a> Findings<'a> {
    /// Reads the bytes of a file of results.
    pub fn read(kind: &'a Kind, bytes: &[u8]) -> Result<Findings<'a>, JournalError> {
        Ok(match kind {
            Kind::Matches(matches) => Findings::Matches(matches, Journal::read(bytes)?),
            Kind::Wins(wins) => Findings::Wins(wins, Journal::read(bytes)?),
            Kind::Curves(curves) => Findings::Curves(curves, Journal::read(bytes)?),
            Kind::Estimates(estimates) => Findings::Estimates(estimates, Journal::read(bytes)?),
            Kind::Inventory(inventory) => Findings::Inventory(inventory, Journal::read(bytes)?),
            Kind::Training(training) => Findings::Training(training, Journal::read(bytes)?),
            Kind::Trees(trees) => Findings::Trees(trees, Journal::read(bytes)?),
        })
    }
}
