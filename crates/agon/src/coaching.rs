//! What learners of features need: a game with its features, those they play against, and matches of strong players to begin with.

use crate::engine;
use crate::interrupt::interrupted;
use crate::seats::GameSeats;
use analyze::{Analysis, Fuzzy, FuzzySettings, Watch};
use circuit::CircuitMachine;
use game::{Machine, Role, State};
use gdl::Rules;
use learn::features::{Construction, Evaluator, Feature, World};
use learn::td::{self, Greedy, Learner, Model, Near, Rival};
use play::{PlayerName, Seats};
use search::Limit;
use std::sync::Arc;

/// A game with its features.
pub struct Ground {
    /// The rules.
    pub rules: Rules,
    /// What can hold.
    pub world: World,
    /// Plays by the world's circuit.
    pub machine: Arc<CircuitMachine>,
    /// The features.
    pub features: Vec<Feature>,
    /// The greatest number that was seen of each.
    pub maxima: Vec<u32>,
}

/// A match of strong players is left after so many moves.
const LONGEST: usize = 500;
/// So many states are watched before it is said what is near to a goal.
const WATCHED: usize = 1000;

impl Ground {
    /// With the features that were selected.
    pub fn new(rules: Rules, made: Construction) -> Ground {
        let features = made.selected();
        let maxima = made.selection.all.iter().map(|it| it.greatest).collect();
        let Construction { world, machine, .. } = made;
        Ground { rules, world, machine, features, maxima }
    }

    /// A learner for a role, with what was learnt before.
    pub fn learner(&self, model: Model, role: Role) -> anyhow::Result<Learner> {
        let evaluator = Evaluator::new(&self.world, Arc::clone(&self.machine), &self.features)?;
        Ok(Learner::new(td::Settings::default(), model, evaluator, role))
    }

    /// One for each role who looks one move ahead for states that are near to its goals.
    pub fn near(&self) -> anyhow::Result<Vec<Box<dyn Rival>>> {
        let mut machine = self.machine.fork();
        let watch = Watch::states(WATCHED, 1);
        let analysis = analyze::analyze(&self.rules, &mut *machine, &watch)?;
        let rival = |role: Role| -> anyhow::Result<Box<dyn Rival>> {
            Ok(Box::new(Greedy(Near(self.fuzzy(&analysis, role)?))))
        };
        machine.role_ids().map(rival).collect()
    }

    fn fuzzy(&self, analysis: &Analysis, role: Role) -> anyhow::Result<Fuzzy> {
        engine::within_limits(|limits| {
            let settings = FuzzySettings::default();
            let fuzzy = Fuzzy::new(&self.rules, analysis, role, settings, limits);
            fuzzy.map_err(|stop| limits.reason(stop))
        })
    }

    /// Lets a learner learn from so many matches of our strongest player against itself; whether it did so before an interrupt.
    pub fn bootstrap(
        &self,
        learner: &mut Learner,
        experts: Experts,
        seed: u64,
        at: &mut dyn FnMut(u64),
    ) -> anyhow::Result<bool> {
        if experts.matches == 0 {
            return Ok(true);
        }
        let kind = engine::Kind::Auto;
        let seats = GameSeats::new(self.rules.clone(), kind, std::time::Duration::from_secs(600))?;
        let mut machine = self.machine.fork();
        for number in 0..experts.matches {
            let seed = seed.wrapping_add(number << 8);
            let Some(states) = self.match_of(&seats, experts.simulations, seed)? else {
                return Ok(false);
            };
            learner.follow(&mut *machine, &states)?;
            at(number + 1);
        }
        Ok(true)
    }

    /// The states of a match of strong players; nothing if it was interrupted.
    fn match_of(
        &self,
        seats: &GameSeats,
        simulations: u64,
        seed: u64,
    ) -> anyhow::Result<Option<Vec<State>>> {
        let name: PlayerName = "agon".parse()?;
        let (mut machine, mut theirs) = (self.machine.fork(), seats.machine()?);
        let mut players = Vec::new();
        for role in machine.role_ids() {
            players.push(name.build(seats.seat(role, seed ^ u64::from(role.0))?)?);
        }
        let (mut states, mut legal) = (vec![machine.initial_state()?], Vec::new());
        let mut position = theirs.initial_state()?;
        let limit = Limit { simulations: Some(simulations), stop: &interrupted };
        while let Some(last) = states.last().filter(|_| states.len() <= LONGEST) {
            if machine.terminal(last)? {
                break;
            }
            let (mut joint, mut own) = (Vec::new(), Vec::new());
            for (role, player) in theirs.role_ids().zip(&mut players) {
                theirs.legal(&position, role, &mut legal)?;
                let action = match legal[..] {
                    [only] => only,
                    _ => {
                        player.think(&limit)?;
                        player.choose()?
                    }
                };
                own.extend(machine.find_move(&theirs.move_text(action)));
                joint.push(action);
            }
            anyhow::ensure!(own.len() == joint.len(), "the machines have different moves");
            if interrupted() {
                return Ok(None);
            }
            for player in &mut players {
                player.advance(&joint)?;
            }
            let mut next = State::default();
            machine.next(last, &own, &mut next)?;
            let before = std::mem::take(&mut position);
            theirs.next(&before, &joint, &mut position)?;
            states.push(next);
        }
        Ok(Some(states))
    }
}

/// Matches of strong players.
#[derive(Clone, Copy, Debug)]
pub struct Experts {
    /// How many.
    pub matches: u64,
    /// How many simulations they make for a move.
    pub simulations: u64,
}
