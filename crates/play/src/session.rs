//! A match between a person and players, move by move, with suggestions and with moves that are taken back.
//!
//! Other modules read and show the person's moves.

use crate::matches::{Budget, MatchError, Roles};
use crate::{PlayerFailure, PlayerName, allow_preparation, call_player, catch_panic, drop_player};
use engine::Playable;
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchLoopError, MatchRules, MatchRunner, MatchStep, Obstacle,
    Participants, Position,
};
use game::{Machine, MachineExt, Move, Random, Role, State};
use rand::RngExt;
use search::{Limit, Player, Report};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Everything that a session depends on.
pub struct SessionSetup {
    /// The game, from which machines and seats are made.
    pub game: Arc<dyn Playable>,
    /// The role that the person plays.
    pub person: Role,
    /// The players of the other roles, in their order; a single one plays all of them. Roles called `random` have none.
    pub opponents: Vec<PlayerName>,
    /// The player that makes suggestions.
    pub adviser: PlayerName,
    /// The limit on the players' thinking about each move.
    pub budget: Budget,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A match between a person and players.
pub struct Session {
    setup: SessionSetup,
    machine: Box<dyn Machine>,
    opponents: Vec<Opponent>,
    adviser: Option<Box<dyn Player>>,
    random: Random,
    state: State,
    history: Vec<Turn>,
}

/// A role that a player plays.
struct Opponent {
    role: Role,
    name: PlayerName,
    /// `None` until the role has to move, after moves were taken back, and after the player panicked.
    player: Option<Box<dyn Player>>,
    thoughts: Option<Thoughts>,
}

/// The thoughts of a player about its last move.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// The name of the player.
    pub player: PlayerName,
    /// The role that it plays.
    pub role: Role,
    /// The report of its search.
    pub report: Report,
    /// The move that it chose, which is legal; `None` if it failed.
    pub chosen: Option<Move>,
    /// Duration of its thinking.
    pub time: Duration,
    /// The reason why its move was chosen at random instead, if it failed.
    pub failure: Option<PlayerFailure>,
}

/// A joint move of the session.
struct Turn {
    before: State,
    joint: Vec<Move>,
    /// Whether the person had more than one legal move.
    is_choice: bool,
}

impl Session {
    /// Begins a match: makes the players, and returns an error if one of them cannot play the game. The players prepare
    /// for the start clock, or until `stop` returns `true`.
    pub fn new(
        setup: SessionSetup,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Session, MatchError> {
        let mut machine = setup.game.machine()?;
        let roles = Roles::of(&*machine);
        let others = roles.with_player.iter().copied().filter(|&role| role != setup.person);
        let others: Vec<Role> = others.collect();
        let given = setup.opponents.len();
        if !others.is_empty() && given != 1 && given != others.len() {
            let roles = others.iter().map(|role| roles.names[role.0 as usize].clone()).collect();
            return Err(MatchError::Opponents { given, roles });
        }
        let names = setup.opponents.iter().cycle();
        let opponent = |(role, name): (Role, &PlayerName)| Opponent {
            role,
            name: name.clone(),
            player: None,
            thoughts: None,
        };
        let opponents = others.into_iter().zip(names).map(opponent).collect();
        let state = machine.initial_state()?;
        let random = game::random(setup.seed);
        let (adviser, history) = (None, Vec::new());
        let mut session = Session { setup, machine, opponents, adviser, random, state, history };
        for place in 0..session.opponents.len() {
            let Opponent { role, name, .. } = &session.opponents[place];
            session.opponents[place].player = Some(session.player(name, *role)?);
            session.prepare(place, stop);
        }
        Ok(session)
    }

    /// Returns the machine of the game.
    pub fn machine(&self) -> &dyn Machine {
        &*self.machine
    }

    /// Returns the current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the number of joint moves that were made.
    pub fn length(&self) -> usize {
        self.history.len()
    }

    /// Whether the game is over.
    pub fn is_over(&mut self) -> Result<bool, MatchError> {
        Ok(self.machine.terminal(&self.state)?)
    }

    /// Returns the goal of each role in the current state.
    pub fn goals(&mut self) -> Result<Vec<u8>, MatchError> {
        let roles = self.machine.role_ids();
        let goals = roles.map(|role| Ok(self.machine.goal(&self.state, role)?.value()));
        goals.collect()
    }

    /// Returns the legal moves of the person, sorted by their texts.
    pub fn legal(&mut self) -> Result<Vec<Move>, MatchError> {
        self.legal_of(self.setup.person)
    }

    /// Makes a joint move of this move of the person and the choices of all other roles, and returns it. Players stop
    /// thinking when `stop` returns `true`.
    pub fn advance(
        &mut self,
        own: Move,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Move>, MatchError> {
        if !self.legal()?.contains(&own) {
            return Err(self.illegal_move(self.setup.person));
        }
        let (mut machine, before) = (self.machine.fork(), self.state.clone());
        let (mut runner, mut random) = (MatchRunner::default(), self.random.clone());
        let (joint, is_choice) = (Vec::new(), false);
        let mut turn = OneTurn { session: self, own, stop, joint, is_choice, error: None };
        let end = runner.play(&mut *machine, &before, ONE_MOVE, &mut turn, &mut random);
        let OneTurn { joint, is_choice, error, .. } = turn;
        self.random = random;
        if let Some(error) = error {
            return Err(error);
        }
        match end {
            Ok(MatchEnd::NoLegalMove(role)) => return Err(self.no_legal_move(role)),
            Ok(_) => {}
            Err(MatchLoopError::Machine(reason)) => return Err(reason.into()),
            // Failures of players are replaced by random moves.
            Err(MatchLoopError::Participant(role, _)) => return Err(self.illegal_move(role)),
        }
        self.state = runner.state().clone();
        self.history.push(Turn { before, joint: joint.clone(), is_choice });
        Ok(joint)
    }

    /// Takes back all moves since the person last had a choice; returns `false` if there was none.
    pub fn undo(&mut self) -> bool {
        let Some(place) = self.history.iter().rposition(|turn| turn.is_choice) else {
            return false;
        };
        let turns = self.history.split_off(place);
        if let Some(turn) = turns.into_iter().next() {
            self.state = turn.before;
        }
        // Players only go forward: those that are needed again are made again.
        self.adviser = None;
        for opponent in &mut self.opponents {
            opponent.player = None;
            opponent.thoughts = None;
        }
        true
    }

    /// Lets an opponent think before the first move, if there is a start clock.
    fn prepare(&mut self, place: usize, stop: &(dyn Fn() -> bool + Sync)) {
        let Budget::Clocks { start, .. } = self.setup.budget else { return };
        let Some(player) = &mut self.opponents[place].player else { return };
        let begun = Instant::now();
        let limit = Limit { simulations: None, stop: &|| begun.elapsed() >= start || stop() };
        if call_player(&mut **player, |player| player.think(&limit)).is_err() {
            // It is made again when it has to move, and fails then, if it does, where this is shown.
            drop_player(self.opponents[place].player.take());
        }
    }

    /// Lets the adviser think about the person's move.
    pub fn suggestion(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Thoughts, MatchError> {
        let (name, role) = (self.setup.adviser.clone(), self.setup.person);
        let mut player = match self.adviser.take() {
            Some(player) => player,
            None => self.player(&name, role)?,
        };
        let legal = self.legal_of(role)?;
        let thoughts = think(&mut *player, (&name, role), self.setup.budget, &legal, stop);
        if !matches!(thoughts.failure, Some(PlayerFailure::Panic(_))) {
            self.adviser = Some(player);
        }
        Ok(thoughts)
    }

    /// Returns the thoughts of the players about their last moves, in the order of their roles.
    pub fn thoughts(&self) -> impl Iterator<Item = &Thoughts> {
        self.opponents.iter().filter_map(|opponent| opponent.thoughts.as_ref())
    }

    /// Returns the legal moves of a role, sorted by their texts.
    fn legal_of(&mut self, role: Role) -> Result<Vec<Move>, MatchError> {
        let mut moves = Vec::new();
        self.machine.legal(&self.state, role, &mut moves)?;
        if moves.is_empty() {
            return Err(self.no_legal_move(role));
        }
        moves.sort_by_cached_key(|&action| self.machine.move_text(action));
        Ok(moves)
    }

    fn illegal_move(&self, role: Role) -> MatchError {
        MatchError::IllegalMove(self.machine.roles()[role.0 as usize].clone())
    }

    fn no_legal_move(&self, role: Role) -> MatchError {
        let role = self.machine.roles()[role.0 as usize].clone();
        let state = self.machine.state_texts(&self.state).join(" ");
        MatchError::NoLegalMove { role, state }
    }

    /// Returns the move of a role that is not played by the person.
    fn choose(
        &mut self,
        role: Role,
        random: &mut Random,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Move, ChoiceError> {
        let legal = &*self.legal_of(role)?;
        if let [only] = legal {
            return Ok(*only);
        }
        let Some(place) = self.opponents.iter().position(|opponent| opponent.role == role) else {
            return Ok(legal[random.random_range(0..legal.len())]);
        };
        let name = self.opponents[place].name.clone();
        let mut player = match self.opponents[place].player.take() {
            Some(player) => player,
            None => self.player(&name, role)?,
        };
        let thoughts = think(&mut *player, (&name, role), self.setup.budget, legal, stop);
        if matches!(thoughts.failure, Some(PlayerFailure::Panic(_))) {
            drop_player(Some(player));
        } else {
            self.opponents[place].player = Some(player);
        }
        let (chosen, failure) = (thoughts.chosen, thoughts.failure.clone());
        self.opponents[place].thoughts = Some(thoughts);
        match (chosen, failure) {
            (Some(action), None) => Ok(action),
            (_, Some(failure)) => Err(ChoiceError::Player(failure)),
            (None, None) => Err(ChoiceError::Player(PlayerFailure::Panic(NO_MOVE.to_owned()))),
        }
    }

    /// Makes a player and lets it follow all moves made so far.
    fn player(&self, name: &PlayerName, role: Role) -> Result<Box<dyn Player>, MatchError> {
        let seed = self.setup.seed.wrapping_add(1 + u64::from(role.0));
        let mut seat = self.setup.game.seat(role, seed)?;
        if let Budget::Clocks { start, play } = self.setup.budget {
            allow_preparation(&mut seat, start, play);
        }
        if let Budget::Simulations(_) = self.setup.budget {
            // With several threads, the moves would depend on the order in which they work.
            seat.threads = 1;
        }
        let mut player = name.build(seat)?;
        for turn in &self.history {
            player.advance(&turn.joint)?;
        }
        Ok(player)
    }
}

/// Rules by which the match loop makes a single joint move: between two moves the person may take moves back.
const ONE_MOVE: MatchRules = MatchRules { max_length: 1, on_failure: FailurePolicy::RandomMove };

/// The failure of a player without a move.
const NO_MOVE: &str = "it chose no move";

/// The reason why there is no move of a role that the person does not play.
enum ChoiceError {
    /// The player of the role failed. A random move is made in its place.
    Player(PlayerFailure),
    /// The match cannot go on.
    Match(MatchError),
}

impl From<MatchError> for ChoiceError {
    fn from(error: MatchError) -> ChoiceError {
        ChoiceError::Match(error)
    }
}

/// The participants of a session while they make a joint move.
struct OneTurn<'a> {
    session: &'a mut Session,
    /// The move of the person.
    own: Move,
    stop: &'a (dyn Fn() -> bool + Sync),
    joint: Vec<Move>,
    /// Whether the person has more than one legal move.
    is_choice: bool,
    error: Option<MatchError>,
}

impl Participants for OneTurn<'_> {
    type Failure = PlayerFailure;

    fn choose(
        &mut self,
        position: &mut Position,
        role: Role,
    ) -> Result<Move, Obstacle<PlayerFailure>> {
        if role == self.session.setup.person {
            self.is_choice = position.legal_of(role).len() > 1;
            return Ok(self.own);
        }
        self.session.choose(role, position.random, self.stop).map_err(|error| match error {
            ChoiceError::Player(failure) => Obstacle::Failed(role, failure),
            ChoiceError::Match(error) => {
                self.error = Some(error);
                Obstacle::Interrupted
            }
        })
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle<PlayerFailure>> {
        self.joint = step.joint.to_vec();
        let opponents = self.session.opponents.iter_mut().map(|opponent| &mut opponent.player);
        for player in opponents.chain([&mut self.session.adviser]) {
            follow(player, step.joint);
        }
        Ok(())
    }
}

/// Lets a player think and choose one of the legal moves.
fn think(
    player: &mut dyn Player,
    (name, role): (&PlayerName, Role),
    budget: Budget,
    legal: &[Move],
    stop: &(dyn Fn() -> bool + Sync),
) -> Thoughts {
    let begun = Instant::now();
    let simulations = match budget {
        Budget::Simulations(count) => Some(count),
        Budget::Clocks { .. } => None,
    };
    let is_late = || match budget {
        Budget::Simulations(_) => false,
        Budget::Clocks { play, .. } => begun.elapsed() >= play,
    };
    let limit = Limit { simulations, stop: &|| is_late() || stop() };
    let chosen = call_player(player, |player| {
        player.think(&limit)?;
        Ok(player.choose()?)
    });
    let time = begun.elapsed();
    let report = catch_panic(|| player.report()).unwrap_or_default();
    let (chosen, failure) = match chosen {
        Ok(action) if legal.contains(&action) => (Some(action), None),
        Ok(_) => (None, Some(PlayerFailure::Panic("it chose a move that is not legal".to_owned()))),
        Err(failure) => (None, Some(failure)),
    };
    Thoughts { player: name.clone(), role, report, chosen, time, failure }
}

/// Lets a player follow a joint move. A player that fails is dropped, and made again when it is needed.
fn follow(player: &mut Option<Box<dyn Player>>, joint: &[Move]) {
    let Some(present) = player else { return };
    if call_player(&mut **present, |player| Ok(player.advance(joint)?)).is_err() {
        drop_player(player.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::tests::bundled;

    fn session(game: &str, person: u32, opponents: &[&str]) -> Result<Session, MatchError> {
        let opponents = opponents.iter().map(|name| name.parse().expect("a player")).collect();
        let adviser = "cadia-2007".parse().expect("a player");
        let (game, person) = (bundled(game), Role(person));
        let budget = Budget::Simulations(50);
        let setup = SessionSetup { game, person, opponents, adviser, budget, seed: 1 };
        Session::new(setup, &|| false)
    }

    fn facts(session: &Session) -> Vec<String> {
        session.machine().state_texts(session.state())
    }

    #[test]
    fn a_match_is_played_to_its_end() {
        let mut session = session("tic-tac-toe", 1, &["cadia-2007"]).expect("a session");
        while !session.is_over().expect("an answer") {
            let own = session.legal().expect("moves")[0];
            session.advance(own, &|| false).expect("a move");
        }
        assert!(session.length() >= 5);
        assert_eq!(
            session.goals().expect("goals"),
            [100, 0],
            "it beats whoever plays the first move"
        );
        let thoughts = session.thoughts().next().expect("it has thought");
        assert_eq!((thoughts.role, thoughts.report.simulations), (Role(0), 50));
    }

    #[test]
    fn moves_are_taken_back_and_players_go_on() {
        let mut session = session("tic-tac-toe", 0, &["cadia-2007"]).expect("a session");
        assert!(!session.undo(), "nothing was chosen");
        let beginning = facts(&session);
        for _ in 0..2 {
            let own = session.legal().expect("moves")[0];
            session.advance(own, &|| false).expect("a move");
        }
        // The second turn was the opponent's.
        assert_eq!(session.length(), 2);
        assert!(session.undo());
        assert_eq!((session.length(), facts(&session)), (0, beginning));
        for _ in 0..3 {
            let own = session.legal().expect("moves")[0];
            session.advance(own, &|| false).expect("a move");
        }
        assert!(session.thoughts().all(|thoughts| thoughts.failure.is_none()));
    }

    #[test]
    fn an_illegal_move_of_the_person_is_refused_and_changes_nothing() {
        let mut session = session("tic-tac-toe", 0, &["random"]).expect("a session");
        let own = session.legal().expect("moves")[0];
        session.advance(own, &|| false).expect("a move");
        let before = facts(&session);
        let error = session
            .advance(own, &|| false)
            .expect_err("the cell is taken, or it is another's turn");
        assert!(matches!(&error, MatchError::IllegalMove(role) if role == "xplayer"), "{error}");
        assert_eq!((session.length(), facts(&session)), (1, before));
    }

    #[test]
    fn suggestions_are_legal_and_follow_the_match() {
        let mut session = session("tic-tac-toe", 0, &["random"]).expect("a session");
        for _ in 0..3 {
            let thoughts = session.suggestion(&|| false).expect("a suggestion");
            assert_eq!(thoughts.role, Role(0));
            let best = thoughts.report.moves.first().map(|valued| valued.action);
            let legal = session.legal().expect("moves");
            let own = best.filter(|action| legal.contains(action)).expect("a legal move");
            session.advance(own, &|| false).expect("a move");
        }
    }

    #[test]
    fn one_player_plays_all_other_roles_and_a_wrong_number_is_refused() {
        assert!(session("tic-tac-toe", 0, &["random", "legal"]).is_err());
        assert!(session("tic-tac-toe", 0, &[]).is_err());
        assert!(session("hanoi", 0, &["random"]).is_ok(), "a puzzle needs no opponent");
        let three = library::games().find(|game| game.about().roles.len() == 3).expect("a game");
        for (opponents, fits) in
            [(&["random"][..], true), (&["random", "legal"], true), (&["legal"; 3], false)]
        {
            assert_eq!(session(three.name(), 1, opponents).is_ok(), fits, "{opponents:?}");
        }
    }
}
