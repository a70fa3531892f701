//! Feature trees of games, for commands and experiments: grown from random games, and matches in which their features are weighed.

use crate::engine::{self, Kind};
use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use crate::seats::GameSeats;
use analyze::Watch;
use anyhow::{Context, ensure};
use game::{Machine, Role, State};
use learn::trees::{self, Layout, Linear, Reader};
use learn::values::{Actor, Chance, Settings, Turn, play};
use play::{PlayerName, Seats};
use search::Limit;
use std::time::Duration;

/// Matches against players are left after so many moves; all games of the library end earlier.
const MAX_LENGTH: usize = 10_000;

/// The tree of a game.
pub struct Nursery {
    seats: GameSeats,
    /// All features, and which of them are used.
    pub reader: Reader,
}

impl Nursery {
    /// Of a game of two roles that take turns, from so many states of random games with this seed. Grounding may take so long.
    pub fn new(
        sheet: &RuleSheet,
        (states, seed): (usize, u64),
        patience: Duration,
    ) -> anyhow::Result<Nursery> {
        Nursery::grown(sheet, (states, seed), patience).with_context(|| sheet.name.clone())
    }

    fn grown(
        sheet: &RuleSheet,
        (states, seed): (usize, u64),
        patience: Duration,
    ) -> anyhow::Result<Nursery> {
        let rules = engine::playable(sheet)?;
        let seats = GameSeats::new(rules.clone(), Kind::Auto, patience)?;
        let machine = &mut *seats.machine()?;
        let roles = machine.roles().len();
        ensure!(roles == 2, "features matter in games of two roles, and this one has {roles}");
        let analysis = analyze::analyze(&rules, machine, &Watch::states(states, seed))?;
        let states = trees::states(machine, states, &mut game::random(seed))?;
        let take_turns = trees::take_turns(machine, &states)?;
        ensure!(
            take_turns,
            "both roles have a choice at the same time, and features matter in games in which they take turns"
        );
        let reader = Reader::grown(machine, Layout::new(&analysis), &states);
        Ok(Nursery { seats, reader })
    }

    /// A machine of one's own.
    pub fn machine(&self) -> anyhow::Result<Box<dyn Machine>> {
        Ok(self.seats.machine()?)
    }

    /// How many features are left out because they never changed.
    pub fn left_out(&self) -> usize {
        self.reader.len() - self.reader.used().len()
    }

    /// Lets a role learn weights of all features, those included that never change, in matches against chance. What it gets in each is handed out, until
    /// no more is wanted.
    pub fn learn(
        &self,
        role: Role,
        seed: u64,
        go_on: &mut dyn FnMut(u8) -> bool,
    ) -> anyhow::Result<Linear> {
        let mut learner = Linear::new(Settings::default(), self.reader.clone().with_all());
        self.against_chance(role, &mut learner, seed, go_on)?;
        Ok(learner)
    }

    /// What a role gets in the mean of so many matches in which both move by chance, or of fewer if it was interrupted.
    pub fn by_chance(&self, role: Role, matches: u64, seed: u64) -> anyhow::Result<f64> {
        let (mut sum, mut played) = (0, 0);
        self.against_chance(role, &mut Chance, seed, &mut |goal| {
            (sum, played) = (sum + u64::from(goal), played + 1);
            played < matches && !interrupted()
        })?;
        Ok(sum as f64 / played as f64)
    }

    fn against_chance(
        &self,
        role: Role,
        actor: &mut dyn Actor,
        seed: u64,
        go_on: &mut dyn FnMut(u8) -> bool,
    ) -> anyhow::Result<()> {
        let (mut machine, mut random) = (self.machine()?, game::random(seed));
        let start = machine.initial_state()?;
        loop {
            let mut other = Chance;
            let mut actors: [&mut dyn Actor; 2] = [&mut *actor, &mut other];
            actors.rotate_right(role.0 as usize);
            let played = play(&mut *machine, &start, &mut actors, &mut random)?;
            if !go_on(played.goals[role.0 as usize]) {
                return Ok(());
            }
        }
    }

    /// What a role and the other one get in a match, if the other one is played by somebody who thinks for so long about each move; nothing if it was
    /// interrupted.
    pub fn against(
        &self,
        role: Role,
        actor: &mut dyn Actor,
        (rival, simulations): (&PlayerName, u64),
        seed: u64,
    ) -> anyhow::Result<Option<(u8, u8)>> {
        let other = Role(1 - role.0);
        let mut rival = rival.build(self.seats.seat(other, seed)?)?;
        let (mut machine, mut random) = (self.machine()?, game::random(!seed));
        let limit = Limit { simulations: Some(simulations), stop: &interrupted };
        let mut state = machine.initial_state()?;
        for _ in 0..MAX_LENGTH {
            if machine.terminal(&state)? {
                let [own, theirs] = [role, other].map(|role| machine.goal(&state, role));
                return Ok(Some((own?.value(), theirs?.value())));
            }
            let mut turn = Turn::default();
            ensure!(turn.look(&mut *machine, &state)?, "a role has no legal move");
            let action = match turn.role {
                None => None,
                Some(chooser) if chooser == role => {
                    Some(actor.choose(&mut *machine, &state, &mut turn, &mut random)?)
                }
                Some(_) => {
                    rival.think(&limit)?;
                    Some(rival.choose()?)
                }
            };
            // A move that was not thought about says nothing.
            if interrupted() {
                return Ok(None);
            }
            let mut next = State::default();
            turn.make(&mut *machine, &state, action, &mut next)?;
            rival.advance(turn.joint())?;
            state = next;
        }
        anyhow::bail!("it was not over after {MAX_LENGTH} moves")
    }
}

/// So often it is told how well a learner does.
const PARTS: u64 = 10;

/// What was got in a number of matches, part by part.
pub struct Curve {
    matches: u64,
    part: u64,
    played: u64,
    sum: u64,
    count: u64,
}

impl Curve {
    /// Of so many matches.
    pub fn new(matches: u64) -> Curve {
        Curve { matches, part: matches.div_ceil(PARTS), played: 0, sum: 0, count: 0 }
    }

    /// How many matches a part has.
    pub fn part(&self) -> u64 {
        self.part
    }

    /// How many matches were played.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Whether there are more to be played.
    pub fn goes_on(&self) -> bool {
        self.played < self.matches
    }

    /// Adds a match; the mean of its part, if that is over.
    pub fn add(&mut self, goal: u8) -> Option<f64> {
        self.played += 1;
        (self.sum, self.count) = (self.sum + u64::from(goal), self.count + 1);
        let is_over = self.count == self.part || !self.goes_on();
        is_over.then(|| {
            let mean = self.sum as f64 / self.count as f64;
            (self.sum, self.count) = (0, 0);
            mean
        })
    }
}
