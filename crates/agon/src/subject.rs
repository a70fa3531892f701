//! Games to be learnt: a machine and what the rules say, and what learners bring along from one to another.

use crate::engine::{self, Kind};
use crate::rulesheet::RuleSheet;
use crate::seats::GameSeats;
use analyze::{Analysis, Likeness, Portrait, Sentences, Symmetry, Watch};
use anyhow::Context;
use game::{Machine, Random, Role, State};
use gdl::Rules;
use learn::values::{
    Actor, Chance, Images, Learner, LookAhead, Once, Prior, Settings, Starts, Threats, Trained,
    Translated, Values, play,
};
use play::Seats;
use search::Seat;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// A game to be learnt.
pub struct Subject {
    /// Its name.
    pub name: String,
    rules: Rules,
    machine: Mutex<Box<dyn Machine>>,
    looks: OnceLock<(Arc<Analysis>, Portrait)>,
}

/// Whom a learner plays against.
pub enum Rival {
    /// Somebody who moves at random.
    Random,
    /// Somebody who sees ends that are so many choices away.
    LookAhead(u32),
    /// Those who have learnt, one for each role.
    Trained(Vec<Values>),
}

/// So many states of random games are looked at, and of so many kinds of moves are looked for.
const WATCHED_STATES: usize = 1000;
const GAMES_WITH_THREATS: usize = 300;
/// What is found out about a game does not depend on the seed of who asks.
const SEED: u64 = 1;

impl Subject {
    /// The game of a rule sheet; grounding may take so long.
    pub fn new(sheet: &RuleSheet, patience: Duration) -> anyhow::Result<Subject> {
        let rules = engine::playable(sheet)?;
        let machine = GameSeats::new(rules.clone(), Kind::Auto, patience)?.machine()?;
        Ok(Subject {
            name: sheet.name.clone(),
            rules,
            machine: Mutex::new(machine),
            looks: OnceLock::new(),
        })
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A machine of one's own.
    pub fn machine(&self) -> Box<dyn Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner).fork()
    }

    /// What the rules say, and what the game looks like.
    fn looks(&self) -> anyhow::Result<&(Arc<Analysis>, Portrait)> {
        if let Some(looks) = self.looks.get() {
            return Ok(looks);
        }
        let watch = Watch::states(WATCHED_STATES, SEED);
        let analysis = analyze::analyze(&self.rules, &mut *self.machine(), &watch)?;
        let portrait = Portrait::new(Sentences::of(&self.rules), &analysis);
        Ok(self.looks.get_or_init(|| (Arc::new(analysis), portrait)))
    }

    /// Matches that begin with what is on the boards in other places.
    pub fn shuffled(&self) -> anyhow::Result<Starts> {
        Ok(Starts::Shuffled(Arc::clone(&self.looks()?.0)))
    }

    /// What the game looks like.
    pub fn portrait(&self) -> anyhow::Result<&Portrait> {
        Ok(&self.looks()?.1)
    }

    /// How the game is like another one, if it is.
    pub fn likeness(&self, other: &Subject) -> anyhow::Result<Option<Likeness>> {
        Ok(self.portrait()?.likeness(other.portrait()?))
    }

    /// The role of this place, from 0.
    pub fn role(&self, place: usize) -> anyhow::Result<Role> {
        let machine = self.machine();
        let count = machine.roles().len();
        anyhow::ensure!(place < count, "{}: there are only {count} roles", self.name);
        Ok(Role(place as u32))
    }

    /// What kinds of moves are worth, by values of a role's afterstates.
    pub fn threats(
        &self,
        role: Role,
        values: &Values,
        random: &mut Random,
    ) -> anyhow::Result<Threats> {
        let mut machine = self.machine();
        Ok(Threats::learnt(&mut *machine, role, values, GAMES_WITH_THREATS, random)?)
    }

    /// What is thought of the afterstates of a role, by values of another game: those of the role that takes the same place there. The way
    /// one game is seen as the other comes with it.
    pub fn opinion(&self, source: &Subject, values: Values) -> anyhow::Result<Box<dyn Prior>> {
        let likeness = self.likeness(source)?;
        let unlike = || format!("{} is not like {}", self.name, source.name);
        let likeness = likeness.with_context(unlike)?;
        let portraits = [self.portrait()?, source.portrait()?];
        let translated = Translated::by_likeness(source.machine(), values, portraits, &likeness);
        let unseen =
            || format!("states of {} cannot be seen as states of {}", self.name, source.name);
        Ok(Box::new(Once::new(translated.with_context(unseen)?)))
    }

    /// The role of another game that takes the place of a role of this one.
    pub fn role_in(&self, source: &Subject, role: Role) -> anyhow::Result<Role> {
        let likeness = self.likeness(source)?;
        let here = self.machine().roles()[role.0 as usize].clone();
        let name = likeness.as_ref().map_or(here.as_str(), |likeness| likeness.name(&here));
        let place = source.machine().roles().iter().position(|other| other == name);
        Ok(Role(place.unwrap_or(role.0 as usize) as u32))
    }

    /// States that are worth the same, by the symmetries of another game of which this one is a variant, or of this one itself.
    pub fn images(&self, source: &Subject) -> anyhow::Result<Images> {
        let mut machine = source.machine();
        let (analysis, _) = source.looks()?;
        let found = analyze::symmetries(&source.rules, analysis, &mut *machine, SEED)?;
        let names: Vec<String> = found.iter().filter_map(Symmetry::turn).collect();
        let mut turns = analyze::turns(&self.looks()?.0, &*self.machine(), &names);
        Ok(Box::new(move |machine: &dyn Machine, state: &State, out: &mut Vec<State>| {
            for turn in &mut turns {
                let mut image = State::default();
                if turn.apply(machine, state, &mut image) {
                    out.push(image);
                }
            }
        }))
    }

    /// What a tree search of so many simulations thinks that states are worth for a role.
    pub fn tree_values(&self, role: Role, simulations: u64, seed: u64) -> anyhow::Result<Values> {
        let seat = Seat::bare(self.machine(), role, seed);
        Ok(search::players::tree_values(seat, role, simulations)?)
    }

    /// What every role has learnt after so many matches in which all of them learn; nothing if it was stopped before.
    pub fn self_taught(
        &self,
        matches: u64,
        settings: Settings,
        starts: &Starts,
        go_on: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<Vec<Values>>> {
        let (mut machine, mut random) = (self.machine(), game::random(SEED));
        let mut learners: Vec<Learner> =
            machine.role_ids().map(|_| Learner::new(settings)).collect();
        for _ in 0..matches {
            if !go_on() {
                return Ok(None);
            }
            let start = starts.state(&mut *machine, &mut random)?;
            let mut actors: Vec<&mut dyn Actor> =
                learners.iter_mut().map(|learner| learner as &mut dyn Actor).collect();
            play(&mut *machine, &start, &mut actors, &mut random)?;
        }
        Ok(Some(learners.iter().map(|learner| learner.values().clone()).collect()))
    }
}

/// Matches of a learner against a rival.
pub struct Lesson<'a> {
    machine: Box<dyn Machine>,
    role: Role,
    rivals: Vec<Box<dyn Actor + 'a>>,
    starts: Starts,
    random: Random,
}

impl<'a> Lesson<'a> {
    /// In a role of a game.
    pub fn new(
        subject: &Subject,
        role: Role,
        rival: &'a Rival,
        starts: Starts,
        seed: u64,
    ) -> Lesson<'a> {
        let machine = subject.machine();
        let actor = |role: Role| -> Box<dyn Actor + 'a> {
            match rival {
                Rival::Random => Box::new(Chance),
                Rival::LookAhead(depth) => Box::new(LookAhead(*depth)),
                Rival::Trained(values) => Box::new(Trained(&values[role.0 as usize])),
            }
        };
        let rivals = machine.role_ids().map(actor).collect();
        Lesson { machine, role, rivals, starts, random: game::random(seed) }
    }

    /// Plays a match, and tells what the learner got.
    pub fn play(&mut self, learner: &mut Learner) -> anyhow::Result<u8> {
        let start = self.starts.state(&mut *self.machine, &mut self.random)?;
        let mut actors: Vec<&mut dyn Actor> =
            self.rivals.iter_mut().map(|rival| &mut **rival as &mut dyn Actor).collect();
        let place = self.role.0 as usize;
        actors[place] = learner;
        Ok(play(&mut *self.machine, &start, &mut actors, &mut self.random)?.goals[place])
    }
}
