//! The feature tree of a game and the matches in which its features are weighed (Kuhlmann 2010, chapter 7).

use crate::error::TaskError;
use analyze::Sampling;
use engine::{OpenGame, Playable};
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchRules, MatchRunner, MatchStep, Obstacle, Participants, Position,
    unless_interrupted,
};
use game::{Machine, MachineExt, Move, Role, role_named};
use learn::trees::{self, BoardLayout, LinearLearner, TreeEvaluator};
use learn::values::{Agent, RandomAgent, Turn, ValueSettings, play_match};
use play::PlayerName;
use play::matches::GoOn;
use search::{Limit, Player, ThinkError};
use std::sync::Arc;

/// Largest number of moves of a match against a player; all games of the library end earlier.
const MAX_LENGTH: usize = 10_000;

/// A game of two roles that take turns, with its feature tree.
pub struct TreeGame {
    game: Arc<OpenGame>,
    /// All features, and which of them are used.
    pub reader: TreeEvaluator,
}

/// The random games from whose states a feature tree is built.
#[derive(Clone, Copy, Debug)]
pub struct TreeSample {
    /// Number of states to sample.
    pub states: usize,
    /// Seed of the random games.
    pub seed: u64,
}

/// A player that a learner is tested against, with its simulations for each move.
#[derive(Clone, Copy, Debug)]
pub struct TestOpponent<'a> {
    /// The player to be tested against.
    pub player: &'a PlayerName,
    /// Number of simulations for each move.
    pub simulations: u64,
}

impl TreeGame {
    /// Builds the tree of a game; an error unless the game has two roles that take turns.
    pub fn new(game: Arc<OpenGame>, sample: TreeSample) -> Result<TreeGame, TaskError> {
        let machine = &mut *game.fork();
        let roles = machine.roles().len();
        if roles != 2 {
            let message =
                format!("features matter in games of two roles, and this one has {roles}");
            return Err(TaskError::Other(message));
        }
        let TreeSample { states, seed } = sample;
        let analysis = game.analyst().analyze(machine, &Sampling::states(states, seed))?;
        let states = trees::sample_states(machine, states, &mut game::random(seed))?;
        if !trees::is_turn_taking(machine, &states)? {
            let message = "both roles have a choice at the same time, and features matter in games in which they take turns";
            return Err(TaskError::Other(message.to_owned()));
        }
        let reader = TreeEvaluator::from_states(machine, BoardLayout::new(&analysis), &states);
        Ok(TreeGame { game, reader })
    }

    /// Returns a machine of the caller's own.
    pub fn machine(&self) -> Box<dyn Machine> {
        self.game.fork()
    }

    /// Returns the role of this name.
    pub fn role(&self, name: &str) -> Result<Role, TaskError> {
        Ok(role_named(self.machine().roles(), name)?)
    }

    /// Returns the number of features that are left out because they never changed.
    pub fn left_out(&self) -> usize {
        self.reader.len() - self.reader.used().len()
    }

    /// Lets a role learn weights of all features, including those that never change, in matches against random play.
    /// Calls `go_on` with the role's goal after each match, until it returns `false`.
    pub fn learn(
        &self,
        role: Role,
        seed: u64,
        go_on: &mut dyn FnMut(u8) -> bool,
    ) -> Result<LinearLearner, TaskError> {
        let mut learner =
            LinearLearner::new(ValueSettings::default(), self.reader.clone().with_all_features());
        self.against_random_play(role, &mut learner, seed, go_on)?;
        Ok(learner)
    }

    /// Returns the mean goal of a role in matches in which both roles move at random; in fewer matches if `go_on` ends
    /// them.
    pub fn mean_of_random_play(
        &self,
        role: Role,
        matches: u64,
        seed: u64,
        go_on: GoOn,
    ) -> Result<f64, TaskError> {
        let (mut sum, mut played) = (0, 0);
        self.against_random_play(role, &mut RandomAgent, seed, &mut |goal| {
            (sum, played) = (sum + u64::from(goal), played + 1);
            played < matches && go_on()
        })?;
        Ok(sum as f64 / played as f64)
    }

    fn against_random_play(
        &self,
        role: Role,
        actor: &mut dyn Agent,
        seed: u64,
        go_on: &mut dyn FnMut(u8) -> bool,
    ) -> Result<(), TaskError> {
        let (mut machine, mut random) = (self.machine(), game::random(seed));
        let start = machine.initial_state()?;
        loop {
            let mut other = RandomAgent;
            let mut actors: [&mut dyn Agent; 2] = [&mut *actor, &mut other];
            actors.rotate_right(role.0 as usize);
            let played = play_match(&mut *machine, &start, &mut actors, &mut random)?;
            if !go_on(played.goals[role.0 as usize]) {
                return Ok(());
            }
        }
    }

    /// Plays a match of a role against a player and returns the goals of the role and of the player; `None` if `go_on`
    /// ended it.
    pub fn against_player(
        &self,
        role: Role,
        actor: &mut dyn Agent,
        opponent: TestOpponent,
        seed: u64,
        go_on: GoOn,
    ) -> Result<Option<(u8, u8)>, TaskError> {
        let other = Role(1 - role.0);
        let mut player = opponent.player.build(self.game.seat(other, seed)?)?;
        let (mut machine, mut random) = (self.machine(), game::random(!seed));
        let start = machine.initial_state()?;
        let mut participants = AgentAndPlayer {
            role,
            agent: actor,
            player: &mut *player,
            simulations: opponent.simulations,
            go_on,
            turn: Turn::default(),
        };
        let mut runner = MatchRunner::default();
        let end = runner.play(&mut *machine, &start, RULES, &mut participants, &mut random);
        match end? {
            MatchEnd::Terminal => {
                let [own, theirs] = [role, other].map(|role| machine.goal(runner.state(), role));
                Ok(Some((own?.value(), theirs?.value())))
            }
            MatchEnd::Interrupted => Ok(None),
            MatchEnd::NoLegalMove(_) => {
                Err(TaskError::Other("a role has no legal move".to_owned()))
            }
            MatchEnd::TooLong | MatchEnd::Forfeited(..) => {
                Err(TaskError::Other(format!("it was not over after {MAX_LENGTH} moves")))
            }
        }
    }
}

/// Rules of matches against a player.
const RULES: MatchRules = MatchRules { max_length: MAX_LENGTH, on_failure: FailurePolicy::Error };

/// An agent in one role and a player in the other, in a game in which the roles take turns.
struct AgentAndPlayer<'a> {
    /// The role of the agent.
    role: Role,
    agent: &'a mut dyn Agent,
    player: &'a mut dyn Player,
    /// Number of simulations for each move of the player.
    simulations: u64,
    go_on: GoOn<'a>,
    turn: Turn,
}

impl Participants for AgentAndPlayer<'_> {
    type Failure = ThinkError;

    fn begin_turn(&mut self, position: &mut Position) -> Result<(), Obstacle<ThinkError>> {
        self.turn.set(position.legal);
        unless_interrupted(self.go_on)
    }

    fn choose(
        &mut self,
        position: &mut Position,
        role: Role,
    ) -> Result<Move, Obstacle<ThinkError>> {
        if self.turn.role != Some(role) {
            return Ok(position.legal_of(role)[0]);
        }
        let chosen = if role == self.role {
            self.agent.choose(position, &mut self.turn)?
        } else {
            let go_on = self.go_on;
            let stop = || !go_on();
            self.player
                .think(&Limit { simulations: Some(self.simulations), stop: &stop })
                .map_err(|reason| Obstacle::Failed(role, reason))?;
            self.player.choose()?
        };
        unless_interrupted(self.go_on)?;
        Ok(chosen)
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle<ThinkError>> {
        Ok(self.player.advance(step.joint)?)
    }
}
