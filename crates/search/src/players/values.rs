//! Players that learn values of states (`kuhl`, sections 6.3 and 6.4.3): `uct-values` and `sarsa`.

use super::cadia::{Part, mcts};
use super::{MemoryUse, PlayerCondition, PlayerKind, constructor};
use crate::Limit;
use crate::mcts::{InitialValueSettings, Mcts};
use crate::settings::{Allowed, Reader, SettingsError};
use crate::{Detail, MatchState, MoveValue, Player, Report, Seat, ThinkError};
use game::{MachineExt, Move, Random, StopReason};
use learn::values::{Agent, CachedPrior, ValueLearner, ValueSettings, play_match};

pub(super) const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "uct-values",
        description: "UCT whose nodes begin with learnt values of states, by Sarsa or \
            from a file of knowledge",
        document: Some("kuhl, section 6.4.3"),
        uses: &[PlayerCondition::Knowledge],
        memory: MemoryUse::TreeNodes,
        configure: |reader| {
            let settings = mcts(reader, &[Part::InitialValues])?;
            constructor(move |seat| Mcts::new(seat, settings, None))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "sarsa",
        description: "learns values of states by Sarsa (temporal-difference learning), \
            playing against itself from the present state",
        document: Some("kuhl, section 6.3"),
        uses: &[PlayerCondition::Knowledge],
        memory: MemoryUse::Values,
        configure: |reader| {
            let settings = sarsa(reader)?;
            constructor(move |seat| SarsaPlayer::new(seat, settings))
        },
        ..PlayerKind::PLAIN
    },
];

/// Reads the settings of initial values. The document tries 1 and 100 visits, after 10,000 matches in most games.
pub(super) fn initial_values(reader: &mut Reader) -> Result<InitialValueSettings, SettingsError> {
    Ok(InitialValueSettings {
        visits: reader.get(
            "values.visits",
            1,
            Allowed::at_least(0).noted(" visits, 0 for none"),
            "number of visits that a learnt value counts for in a new node",
        )?,
        matches: reader.get(
            "values.matches",
            1000,
            Allowed::at_least(0).noted(" matches"),
            "number of matches against random moves from which values are learnt, if none are \
            known",
        )?,
    })
}

fn sarsa(reader: &mut Reader) -> Result<ValueSettings, SettingsError> {
    Ok(ValueSettings {
        learning_rate: reader.get(
            "sarsa.rate",
            0.3,
            Allowed::between(0.0, 1.0),
            "learning rate of the values of states",
        )?,
        exploration: reader.get(
            "sarsa.exploration",
            0.1,
            Allowed::between(0.0, 1.0),
            "probability of a random move in the matches that values are learnt from",
        )?,
        ..ValueSettings::default()
    })
}

/// A player that learns instead of searching: each of its simulations is a match from the present state to the end, in
/// which all roles learn. Values that are known from elsewhere are where it begins.
struct SarsaPlayer {
    current: MatchState,
    learners: Vec<ValueLearner>,
    random: Random,
    /// Matches played since the last move.
    matches: u64,
    /// Values of its moves when it last chose.
    valued: Vec<MoveValue>,
}

impl SarsaPlayer {
    fn new(seat: Seat, settings: ValueSettings) -> Result<SarsaPlayer, StopReason> {
        let learner = |role| {
            let prior = seat.knowledge.priors.as_ref().and_then(|priors| priors(role));
            match prior {
                Some(prior) => {
                    ValueLearner::new(settings).with_prior(Box::new(CachedPrior::new(prior)))
                }
                None => ValueLearner::new(settings),
            }
        };
        Ok(SarsaPlayer {
            learners: seat.machine.role_ids().map(learner).collect(),
            random: game::random(seat.seed),
            current: MatchState::new(seat.machine, seat.role)?,
            matches: 0,
            valued: Vec::new(),
        })
    }
}

impl Player for SarsaPlayer {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        if self.current.machine.terminal(&self.current.state)? {
            return Ok(());
        }
        let mut done = 0;
        while !limit.is_reached(done) {
            let mut agents: Vec<&mut dyn Agent> =
                self.learners.iter_mut().map(|learner| learner as &mut dyn Agent).collect();
            let MatchState { machine, state, .. } = &mut self.current;
            play_match(&mut **machine, state, &mut agents, &mut self.random)?;
            done += 1;
            self.matches += 1;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.current.legal()?;
        let MatchState { machine, role, state } = &mut self.current;
        let learner = &mut self.learners[role.0 as usize];
        let judged = learner.move_values(&mut **machine, state, *role, &legal)?;
        let valued = |(&action, value)| MoveValue { action, visits: 0, value };
        self.valued = legal.iter().zip(judged).map(valued).collect();
        self.valued.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(self.valued.first().map_or(legal[0], |best| best.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        (self.matches, self.valued) = (0, Vec::new());
        self.current.advance(joint)
    }

    fn report(&self) -> Report {
        let own = &self.learners[self.current.role.0 as usize];
        let (hits, values) = (own.prior_hits(), own.values().len());
        let known = Detail::KnownValues { known: hits.known, met: hits.new_states };
        Report {
            simulations: self.matches,
            playouts: self.matches,
            nodes: values as u64,
            moves: self.valued.clone(),
            line: Vec::new(),
            details: if hits.known > 0 { vec![known] } else { Vec::new() },
        }
    }
}
