//! Roles as observed in random games (Kuhlmann 2010, section 4.2): their goal values, when each of them chooses, and
//! which of them always win together. All of it holds for the sampled games only, except for goal values that the rules
//! name.

use crate::goals::GoalSources;
use crate::sample::{GameSample, SampledState, SampledTermId};
use game::{Machine, Role};
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use term::Term;

/// The roles of a game and the relations between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleAnalysis {
    /// The roles, in the order of the rules.
    pub roles: Vec<RoleInfo>,
    /// Number of roles that choose at a time.
    pub turns: TurnOrder,
    /// Sets of roles that got the same goal value in every game; every role is in one team.
    pub teams: Vec<Vec<String>>,
    /// Sum of the goal values of all roles, if it was the same in all games although the goal values were not.
    pub sum: Option<u32>,
    /// The fluent that names the role that has the move; `None` if there is none.
    pub control: Option<Control>,
}

/// A role with its possible goal values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleInfo {
    /// Name of the role.
    pub name: String,
    /// Possible goal values, in ascending order: those that the rules name and those that were observed.
    pub goals: Vec<u8>,
    /// Moves that do nothing but wait: the role never chose them and had them only while another role could choose.
    pub waits: Vec<String>,
}

/// Number of roles that choose at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// There is one role.
    Alone,
    /// One role at most has a choice in every state.
    Alternating,
    /// Several roles have a choice in some state.
    Simultaneous,
}

/// A fluent of which one argument is the role that has the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Name of the fluent.
    pub fluent: String,
    /// Index of the argument, from 0.
    pub argument: usize,
}

/// Derives the roles' properties from the sample.
pub(crate) fn analyze_roles(
    machine: &dyn Machine,
    sample: &GameSample,
    goals: &GoalSources,
) -> RoleAnalysis {
    let names = machine.roles();
    let roles = (0..).map(Role).zip(names).map(|(role, name)| RoleInfo {
        name: name.clone(),
        goals: goals.values_of(role),
        waits: waits(machine, sample, role),
    });
    RoleAnalysis {
        roles: roles.collect(),
        turns: turns(sample, names.len()),
        teams: teams(sample, names),
        sum: sum(sample),
        control: control(sample, names),
    }
}

/// Returns the texts of the moves that a role had only while others could choose, in alphabetical order.
fn waits(machine: &dyn Machine, sample: &GameSample, role: Role) -> Vec<String> {
    let forced = sample.forced.difference(&sample.chosen).filter(|(other, _)| *other == role);
    let mut waits: Vec<String> = forced.map(|&(_, action)| machine.move_text(action)).collect();
    waits.sort_unstable();
    waits
}

/// Tells how many roles have a choice at a time.
fn turns(sample: &GameSample, roles: usize) -> TurnOrder {
    match roles {
        1 => TurnOrder::Alone,
        _ if sample.states().all(|state| state.choosers().count() <= 1) => TurnOrder::Alternating,
        _ => TurnOrder::Simultaneous,
    }
}

/// Whether the games ended in different ways. Where all of them end in a draw, teams cannot be told.
fn results_differ(sample: &GameSample) -> bool {
    sample.results().any(|goals| sample.results().next() != Some(goals))
}

/// Groups the roles that got the same goal value in every game.
fn teams(sample: &GameSample, names: &[String]) -> Vec<Vec<String>> {
    let is_known = results_differ(sample);
    let same = |one: usize, other: usize| {
        one == other || is_known && sample.results().all(|goals| goals[one] == goals[other])
    };
    let mut teams: Vec<Vec<usize>> = Vec::new();
    for role in 0..names.len() {
        match teams.iter_mut().find(|team| same(team[0], role)) {
            Some(team) => team.push(role),
            None => teams.push(vec![role]),
        }
    }
    let name = |team: Vec<usize>| team.into_iter().map(|role| names[role].clone()).collect();
    teams.into_iter().map(name).collect()
}

/// Returns the sum of all goal values, if it is the same in all games although these ended in different ways.
fn sum(sample: &GameSample) -> Option<u32> {
    if !results_differ(sample) {
        return None;
    }
    let mut sums = sample.results().map(|goals| goals.iter().map(|&goal| u32::from(goal)).sum());
    let first = sums.next()?;
    sums.all(|sum: u32| sum == first).then_some(first)
}

/// A state in which exactly one role has a choice, with the index of the role.
type SoleChoice<'a> = (&'a SampledState, usize);

/// Returns the fluent that names the role that has a choice in every state in which exactly one role has one; `None` if
/// always the same role has it.
fn control(sample: &GameSample, names: &[String]) -> Option<Control> {
    let sole_choices: Vec<SoleChoice> = sample
        .states()
        .filter_map(|state| {
            let mut choosers = state.choosers();
            choosers.next().filter(|_| choosers.next().is_none()).map(|role| (state, role))
        })
        .collect();
    let movers: HashSet<usize> = sole_choices.iter().map(|&(_, role)| role).collect();
    if movers.len() < 2 {
        return None;
    }
    let id = |name: &String| sample.terms.find(&Term::read(name)?);
    let role_ids: Vec<Option<SampledTermId>> = names.iter().map(id).collect();
    let (first, _) = sole_choices.first()?;
    let candidates: BTreeSet<(SampledTermId, usize)> = sample
        .facts_of(first)
        .flat_map(|fact| (0..fact.arguments.len()).map(|argument| (fact.name, argument)))
        .collect();
    let names_mover = |&(name, argument): &(SampledTermId, usize)| {
        sole_choices.iter().all(|&(state, role)| {
            let mut facts = sample.facts_of(state).filter(|fact| fact.name == name);
            let only = facts.next().filter(|_| facts.next().is_none());
            only.is_some_and(|fact| fact.arguments.get(argument).copied() == role_ids[role])
        })
    };
    let (name, argument) = candidates.into_iter().find(names_mover)?;
    Some(Control { fluent: sample.terms.term(name).to_string(), argument })
}
