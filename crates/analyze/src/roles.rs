//! Who plays, for what, with whom, and when (document 000, section 4.2).

use crate::goals::Goals;
use crate::watch::{Moment, Record};
use crate::words::Word;
use game::Machine;
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Who plays, for what, with whom, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roles {
    /// In the order of the rules.
    pub roles: Vec<RoleInfo>,
    /// Who chooses when.
    pub turns: Turns,
    /// The roles that always got the same, together; every role is in one team.
    pub teams: Vec<Vec<String>>,
    /// What all roles got together, if it was always the same although they did not.
    pub sum: Option<u32>,
    /// What tells who has the move.
    pub control: Option<Control>,
}

/// A role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleInfo {
    /// Its name.
    pub name: String,
    /// What it can get, in ascending order: what the rules name, and what was seen.
    pub goals: Vec<u8>,
    /// What it does while it waits for others: moves that it never chose and only had while somebody else could choose.
    pub waits: Vec<String>,
}

/// Who chooses when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turns {
    /// There is one role.
    Alone,
    /// Never two roles at once.
    Alternating,
    /// Several roles at once, always or now and then.
    Simultaneous,
}

/// A fluent one of whose arguments is the role that has the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Its name.
    pub fluent: String,
    /// Which argument, from 0.
    pub argument: usize,
}

/// What rules and games say about the roles.
pub fn find(machine: &dyn Machine, record: &Record, goals: &Goals) -> Roles {
    let names = machine.roles();
    let roles = names.iter().enumerate().map(|(number, name)| {
        let mut waits: Vec<String> = record
            .forced
            .difference(&record.chosen)
            .filter(|(role, _)| role.0 as usize == number)
            .map(|&(_, action)| machine.move_text(action))
            .collect();
        waits.sort_unstable();
        RoleInfo { name: name.clone(), goals: goals.of(number), waits }
    });
    Roles {
        roles: roles.collect(),
        turns: turns(record, names.len()),
        teams: teams(record, names),
        sum: sum(record),
        control: control(record, names),
    }
}

/// The roles that can choose in a state.
fn choosers(moment: &Moment) -> impl Iterator<Item = usize> {
    (0..moment.choices.len()).filter(|&role| moment.choices[role] > 1)
}

fn turns(record: &Record, roles: usize) -> Turns {
    match roles {
        1 => Turns::Alone,
        _ if record.moments().all(|moment| choosers(moment).count() <= 1) => Turns::Alternating,
        _ => Turns::Simultaneous,
    }
}

/// Whether not all games ended alike. Where they do, as in a draw, nobody can tell who plays with whom.
fn differ(record: &Record) -> bool {
    record.results().any(|goals| record.results().next() != Some(goals))
}

fn teams(record: &Record, names: &[String]) -> Vec<Vec<String>> {
    let is_known = differ(record);
    let same = |one: usize, other: usize| {
        one == other || is_known && record.results().all(|goals| goals[one] == goals[other])
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

fn sum(record: &Record) -> Option<u32> {
    if !differ(record) {
        return None;
    }
    let mut sums = record.results().map(|goals| goals.iter().map(|&goal| u32::from(goal)).sum());
    let first = sums.next()?;
    sums.all(|sum: u32| sum == first).then_some(first)
}

/// The fluent that names the role that has the move, in every state in which one role has a choice.
fn control(record: &Record, names: &[String]) -> Option<Control> {
    let role_words: Vec<Option<Word>> = names.iter().map(|name| record.words.find(name)).collect();
    let turns = || {
        record.moments().filter_map(|moment| {
            let mut choosers = choosers(moment);
            choosers.next().filter(|_| choosers.next().is_none()).map(|role| (moment, role))
        })
    };
    let movers: HashSet<usize> = turns().map(|(_, role)| role).collect();
    if movers.len() < 2 {
        return None;
    }
    let places: BTreeSet<(Word, usize)> = turns()
        .take(1)
        .flat_map(|(moment, _)| &moment.facts)
        .map(|&fact| record.atom(fact))
        .flat_map(|atom| (0..atom.arguments.len()).map(|argument| (atom.name, argument)))
        .collect();
    let tells = |&(name, argument): &(Word, usize)| {
        turns().all(|(moment, role)| {
            let atoms = moment.facts.iter().map(|&fact| record.atom(fact));
            let mut atoms = atoms.filter(|atom| atom.name == name);
            let only = atoms.next().filter(|_| atoms.next().is_none());
            only.is_some_and(|atom| atom.arguments.get(argument).copied() == role_words[role])
        })
    };
    places
        .into_iter()
        .find(tells)
        .map(|(name, argument)| Control { fluent: record.words.text(name).to_owned(), argument })
}
