//! Values of states, of the game itself or of a game to which its states can be translated.

use super::{FoundKnowledge, PATIENCE, PriorKnowledgeError, Relative, Target};
use crate::{MachineKind, OpenGame, Resources};
use analyze::{Analysis, Likeness, Portrait, Sentences};
use game::Machine;
use knowledge::KnowledgeKind;
use learn::values::{Prior, SavedValues, TransferredValues, Values};
use search::Priors;
use serde::Deserialize;
use std::sync::{Arc, Mutex, PoisonError};

/// Another game, with values that were learnt.
struct Source {
    machine: Mutex<Box<dyn Machine>>,
    portrait: Portrait,
    /// The likeness of the game to be played to this one.
    likeness: Likeness,
    /// Values by the names of the roles.
    values: Vec<(String, Values)>,
}

/// Finds values of states.
pub fn find(
    target: &Target,
    relatives: &[Relative],
    found_knowledge: &mut FoundKnowledge,
) -> Result<(), PriorKnowledgeError> {
    let mut sources = Vec::new();
    for relative in relatives {
        let Some(source) = source(relative, &target.portrait)? else { continue };
        let states: usize = source.values.iter().map(|(_, values)| values.len()).sum();
        let (name, how) = (&relative.name, relative.relation());
        let said = format!("the values of {states} states of {name}, which is {how}");
        found_knowledge.add_origin(KnowledgeKind::Values, said);
        sources.push(source);
    }
    if !sources.is_empty() {
        let roles = target.machine.roles().to_vec();
        found_knowledge.knowledge.priors = Some(priors(roles, target.portrait.clone(), sources));
    }
    Ok(())
}

/// Returns a game of the file, if it has values.
fn source(relative: &Relative, here: &Portrait) -> Result<Option<Source>, PriorKnowledgeError> {
    let written = relative.items_of(KnowledgeKind::Values).filter_map(|item| {
        Some((item.role.clone()?, SavedValues::deserialize(&item.value["values"]).ok()?))
    });
    let written: Vec<(String, SavedValues)> = written.collect();
    let analysis = relative.items_of(KnowledgeKind::Analysis).next();
    let analysis = analysis.and_then(|item| Analysis::deserialize(&item.value).ok());
    let rules = gdl::check(&relative.name, relative.rules.as_bytes()).rules;
    let (Some(rules), Some(analysis)) = (rules, analysis) else { return Ok(None) };
    if written.is_empty() {
        return Ok(None);
    }
    let portrait = Portrait::new(Sentences::of(&rules), &analysis);
    let Some(likeness) = here.likeness(&portrait) else { return Ok(None) };
    let machine = OpenGame::open(rules, MachineKind::Auto, Resources::within(PATIENCE))?.fork();
    let values = written.iter().map(|(role, it)| (role.clone(), it.values(&*machine))).collect();
    Ok(Some(Source { machine: Mutex::new(machine), portrait, likeness, values }))
}

/// Returns the values of each role's afterstates, by the first of these games that has some.
fn priors(roles: Vec<String>, here: Portrait, sources: Vec<Source>) -> Arc<Priors> {
    Arc::new(move |role| {
        let name = roles.get(role.0 as usize)?;
        sources.iter().find_map(|source| {
            let there = source.likeness.name(name);
            let (_, values) = source.values.iter().find(|(role, _)| role == there)?;
            let machine = source.machine.lock().unwrap_or_else(PoisonError::into_inner).fork();
            let portraits = [&here, &source.portrait];
            let prior = TransferredValues::by_likeness(
                machine,
                values.clone(),
                portraits,
                &source.likeness,
            )?;
            Some(Box::new(prior) as Box<dyn Prior>)
        })
    })
}
