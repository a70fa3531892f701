//! A game whose afterstate values are learnt, and the ways to bring values over from another game (Kuhlmann 2010,
//! chapter 6; Banerjee, Kuhlmann and Stone 2006).

mod conditions;
mod learning_matches;

pub use conditions::{Opponent, StartState};
pub use learning_matches::{LearningMatches, ValueProgress};

use crate::error::TaskError;
use crate::kind::Interruptible;
use analyze::{Analysis, Analyst, GameSymmetry, Likeness, Portrait, Sampling, Sentences};
use engine::OpenGame;
use game::{Machine, MachineExt, Random, Role, State};
use learn::values::{
    Agent, CachedPrior, Prior, StartStates, SymmetricStates, TacticalValues, TransferredValues,
    UpdateRule, ValueLearner, ValueSettings, Values, play_match,
};
use play::matches::GoOn;
use search::Seat;
use std::sync::{Arc, OnceLock};

/// A game whose afterstate values are learnt.
pub struct ValueGame {
    /// The name of the game, for people.
    pub name: String,
    game: Arc<OpenGame>,
    analysed: OnceLock<(Arc<Analysis>, Portrait)>,
}

/// An opponent that is ready to play.
pub enum ValueOpponent {
    /// A player that moves at random.
    Random,
    /// A player that sees the ends of the game that are this number of choices away.
    LookAhead(u32),
    /// Learned values, one table for each role.
    Trained(Vec<Values>),
}

/// Number of states of random games that the analysis looks at.
const SAMPLED_STATES: usize = 1000;
/// Number of games in which kinds of moves are looked for.
const GAMES_WITH_THREATS: usize = 300;
/// Seed of the analysis, which does not depend on the seed of a learner.
const SEED: u64 = 1;

impl ValueGame {
    /// Makes a game to be learnt, with its name for people.
    pub fn new(name: String, game: Arc<OpenGame>) -> ValueGame {
        ValueGame { name, game, analysed: OnceLock::new() }
    }

    /// Returns the rules of the game, with what is derived from them once.
    pub fn analyst(&self) -> &Analyst {
        self.game.analyst()
    }

    /// Returns a machine of the caller's own.
    pub fn machine(&self) -> Box<dyn Machine> {
        self.game.fork()
    }

    /// Returns the analysis and the portrait of the game, which are made once.
    fn analysed(&self) -> Result<&(Arc<Analysis>, Portrait), TaskError> {
        if let Some(analysed) = self.analysed.get() {
            return Ok(analysed);
        }
        let sampling = Sampling::states(SAMPLED_STATES, SEED);
        let analysis = self.analyst().analyze(&mut *self.machine(), &sampling)?;
        let portrait = Portrait::new(Sentences::of(self.analyst().rules()), &analysis);
        Ok(self.analysed.get_or_init(|| (Arc::new(analysis), portrait)))
    }

    /// Returns the states in which matches begin.
    pub fn starts(&self, state: StartState) -> Result<StartStates, TaskError> {
        Ok(match state {
            StartState::Initial => StartStates::Initial,
            StartState::Random => StartStates::Random,
            StartState::Shuffled => StartStates::Shuffled(Arc::clone(&self.analysed()?.0)),
        })
    }

    /// Makes an opponent. One that has to be trained learns by the rule `update`, in matches that begin in `start`;
    /// `None` if `go_on` ended that.
    pub fn opponent(
        &self,
        opponent: Opponent,
        update: UpdateRule,
        start: StartState,
        go_on: GoOn,
    ) -> Interruptible<ValueOpponent> {
        Ok(match opponent {
            Opponent::Random => Some(ValueOpponent::Random),
            Opponent::LookAhead(depth) => Some(ValueOpponent::LookAhead(depth)),
            Opponent::Trained(matches) => {
                let settings = ValueSettings { update, ..ValueSettings::default() };
                let values = self.self_play(matches, settings, &self.starts(start)?, go_on)?;
                values.map(ValueOpponent::Trained)
            }
        })
    }

    /// Returns the portrait of the game, by which games are compared.
    pub fn portrait(&self) -> Result<&Portrait, TaskError> {
        Ok(&self.analysed()?.1)
    }

    /// Returns the likeness of the game to another one; `None` if they are not related.
    pub fn likeness(&self, other: &ValueGame) -> Result<Option<Likeness>, TaskError> {
        Ok(self.portrait()?.likeness(other.portrait()?))
    }

    /// Returns the role with this number, from 0.
    pub fn role(&self, number: usize) -> Result<Role, TaskError> {
        let machine = self.machine();
        let count = machine.roles().len();
        if number < count {
            return Ok(Role(number as u32));
        }
        Err(TaskError::Other(format!("{}: there are only {count} roles", self.name)))
    }

    /// Returns the values of kinds of moves, by the values of a role's afterstates.
    pub fn threats(
        &self,
        role: Role,
        values: &Values,
        random: &mut Random,
    ) -> Result<TacticalValues, TaskError> {
        let mut machine = self.machine();
        Ok(TacticalValues::learnt(&mut *machine, role, values, GAMES_WITH_THREATS, random)?)
    }

    /// Returns initial values of this game's afterstates that are taken from values of another game, those of the
    /// corresponding role there.
    pub fn translated_values(
        &self,
        source: &ValueGame,
        values: Values,
    ) -> Result<Box<dyn Prior>, TaskError> {
        let (here, there) = (&self.name, &source.name);
        let unlike = || TaskError::Other(format!("{here} is not like {there}"));
        let likeness = self.likeness(source)?.ok_or_else(unlike)?;
        let portraits = [self.portrait()?, source.portrait()?];
        let translated =
            TransferredValues::by_likeness(source.machine(), values, portraits, &likeness);
        let message = || format!("states of {here} cannot be seen as states of {there}");
        let translated = translated.ok_or_else(|| TaskError::Other(message()))?;
        Ok(Box::new(CachedPrior::new(translated)))
    }

    /// Returns the role of another game that corresponds to a role of this one.
    pub fn role_in(&self, source: &ValueGame, role: Role) -> Result<Role, TaskError> {
        let likeness = self.likeness(source)?;
        let here = self.machine().roles()[role.0 as usize].clone();
        let name = likeness.as_ref().map_or(here.as_str(), |likeness| likeness.name(&here));
        let place = source.machine().roles().iter().position(|other| other == name);
        Ok(Role(place.unwrap_or(role.0 as usize) as u32))
    }

    /// Returns a function from a state to states of equal value, by the symmetries of another game of which this one is
    /// a variant, or of this one itself.
    pub fn images(&self, source: &ValueGame) -> Result<SymmetricStates, TaskError> {
        let mut machine = source.machine();
        let (analysis, _) = source.analysed()?;
        let found = source.analyst().symmetries(analysis, &mut *machine, SEED)?;
        let names: Vec<String> = found.iter().filter_map(GameSymmetry::turn).collect();
        let mut turns = analyze::turns(&self.analysed()?.0, &*self.machine(), &names);
        Ok(Box::new(move |machine: &dyn Machine, state: &State, out: &mut Vec<State>| {
            for turn in &mut turns {
                let mut image = State::default();
                if turn.apply(machine, state, &mut image) {
                    out.push(image);
                }
            }
        }))
    }

    /// Returns the values of states for a role in the tree of a search with this number of simulations.
    pub fn tree_values(
        &self,
        role: Role,
        simulations: u64,
        seed: u64,
    ) -> Result<Values, TaskError> {
        let seat = Seat::bare(self.machine(), role, seed);
        Ok(search::players::tree_values(seat, role, simulations)?)
    }

    /// Returns the values of every role after matches in which all roles learn; `None` if `go_on` ended them.
    fn self_play(
        &self,
        matches: u64,
        settings: ValueSettings,
        starts: &StartStates,
        go_on: GoOn,
    ) -> Interruptible<Vec<Values>> {
        let (mut machine, mut random) = (self.machine(), game::random(SEED));
        let mut learners: Vec<ValueLearner> =
            machine.role_ids().map(|_| ValueLearner::new(settings)).collect();
        for _ in 0..matches {
            if !go_on() {
                return Ok(None);
            }
            let start = starts.state(&mut *machine, &mut random)?;
            let mut actors: Vec<&mut dyn Agent> =
                learners.iter_mut().map(|learner| learner as &mut dyn Agent).collect();
            play_match(&mut *machine, &start, &mut actors, &mut random)?;
        }
        Ok(Some(learners.iter().map(|learner| learner.values().clone()).collect()))
    }
}
