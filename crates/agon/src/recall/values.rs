//! What states are worth, in the game itself or in one that states can be seen as those of.

use super::{PATIENCE, Recalled, Relative, Target};
use crate::engine;
use crate::seats::GameSeats;
use analyze::{Analysis, Likeness, Portrait, Sentences};
use game::Machine;
use knowledge::Kind;
use learn::values::{Prior, Translated, Values, Written};
use play::Seats;
use search::Opinions;
use serde::Deserialize;
use std::sync::{Arc, Mutex, PoisonError};

/// Another game, of which something was learnt.
struct Source {
    machine: Mutex<Box<dyn Machine>>,
    portrait: Portrait,
    /// Of the game that is to be played with this one.
    likeness: Likeness,
    /// By the names of the roles.
    values: Vec<(String, Values)>,
}

/// Tells what states are worth.
pub fn recall(
    target: &Target,
    relatives: &[Relative],
    recalled: &mut Recalled,
) -> anyhow::Result<()> {
    let mut sources = Vec::new();
    for relative in relatives {
        let Some(source) = source(relative, &target.portrait)? else { continue };
        let states: usize = source.values.iter().map(|(_, values)| values.len()).sum();
        let (name, how) = (&relative.name, relative.how());
        let said = format!("the values of {states} states of {name}, which is {how}");
        recalled.say(Kind::Values, said);
        sources.push(source);
    }
    if !sources.is_empty() {
        let roles = target.machine.roles().to_vec();
        recalled.memory.opinions = Some(opinions(roles, target.portrait.clone(), sources));
    }
    Ok(())
}

/// A game that is remembered, if values of it are.
fn source(relative: &Relative, here: &Portrait) -> anyhow::Result<Option<Source>> {
    let written = relative.items_of(Kind::Values).filter_map(|item| {
        Some((item.role.clone()?, Written::deserialize(&item.value["values"]).ok()?))
    });
    let written: Vec<(String, Written)> = written.collect();
    let analysis = relative.items_of(Kind::Analysis).next();
    let analysis = analysis.and_then(|item| Analysis::deserialize(&item.value).ok());
    let rules = gdl::check(&relative.name, relative.rules.as_bytes()).rules;
    let (Some(rules), Some(analysis)) = (rules, analysis) else { return Ok(None) };
    if written.is_empty() {
        return Ok(None);
    }
    let portrait = Portrait::new(Sentences::of(&rules), &analysis);
    let Some(likeness) = here.likeness(&portrait) else { return Ok(None) };
    let machine = GameSeats::new(rules, engine::Kind::Auto, PATIENCE)?.machine()?;
    let values = written.iter().map(|(role, it)| (role.clone(), it.values(&*machine))).collect();
    Ok(Some(Source { machine: Mutex::new(machine), portrait, likeness, values }))
}

/// What is thought of a role's afterstates, by the first of these games that tells something.
fn opinions(roles: Vec<String>, here: Portrait, sources: Vec<Source>) -> Arc<Opinions> {
    Arc::new(move |role| {
        let name = roles.get(role.0 as usize)?;
        sources.iter().find_map(|source| {
            let there = source.likeness.name(name);
            let (_, values) = source.values.iter().find(|(role, _)| role == there)?;
            let machine = source.machine.lock().unwrap_or_else(PoisonError::into_inner).fork();
            let portraits = [&here, &source.portrait];
            let prior =
                Translated::by_likeness(machine, values.clone(), portraits, &source.likeness)?;
            Some(Box::new(prior) as Box<dyn Prior>)
        })
    })
}
