//! The referee's side of the protocol: plays a match between players on the network and keeps its record.
//!
//! If a player cannot be reached, does not answer in time, or answers with an illegal move, the referee makes a random
//! legal move in its place; the record contains the error, and the match goes on. The referee itself plays a role
//! called `random`.

#[cfg(test)]
mod tests;

use super::http::{Address, RequestFailure, ask};
use super::message::{Message, shortened, single_term};
use crate::record::{MatchRecord, state_text};
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchLoopError, MatchRules, MatchRunner, MatchStep, MoveFailure,
    Obstacle, Participants, Position,
};
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use gdl::Scrambler;
use rand::RngExt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The setup of a match over the network.
pub struct RefereeSetup<'a> {
    /// The name of the match.
    pub id: String,
    /// The rules in KIF, as the players get them unless they are scrambled.
    pub rules: String,
    /// A machine that knows the rules.
    pub machine: &'a mut dyn Machine,
    /// The addresses of the players, in the order of the roles, without the role `random`.
    pub players: Vec<Address>,
    /// The time before the first move.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// Replaces the words of the rules for the players.
    pub scrambler: Option<Scrambler>,
    /// The seed of moves made at random.
    pub seed: u64,
    /// The address of a description of the game.
    pub game_meta_url: String,
    /// Largest number of joint moves; a longer match is aborted.
    pub max_length: usize,
}

/// An event of a match.
pub enum RefereeEvent<'a> {
    /// The START message was sent. There is an error text for each role, empty if all went well.
    Started(&'a [String]),
    /// Every role has moved.
    Moved {
        /// The move of each role, as text.
        moves: &'a [String],
        /// An error text for each role, empty if all went well.
        errors: &'a [String],
        /// Time until all players had answered.
        took: Duration,
    },
    /// The match is over; the goal of each role.
    Ended(&'a [u8]),
    /// The match was aborted.
    Aborted,
}

/// The reason why a match was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// The number of players is not the number of roles.
    #[error("the game needs {needed} players ({roles}), and there are {given}")]
    Players {
        /// Number of players that the game needs.
        needed: usize,
        /// The roles that need a player.
        roles: String,
        /// Number of players given.
        given: usize,
    },
    /// A question about the game was not answered.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// A role has no legal move: the rules are at fault.
    #[error("role {0} has no legal move in a state that is not terminal")]
    NoLegalMove(String),
    /// The match was not over after its largest number of moves.
    #[error("the match was not over after {0} moves")]
    TooLong(usize),
    /// The watcher returned an error.
    #[error("{0}")]
    Watcher(String),
}

/// Time after the clock in which an answer is still accepted.
const GRACE: Duration = Duration::from_secs(1);
/// Time for the players to confirm the message that the match is over or aborted.
const FAREWELL: Duration = Duration::from_secs(2);
/// Largest number of characters of an illegal answer in the record.
const MAX_ANSWER_SHOWN: usize = 200;

/// The error of a late answer in the record; the other two are for a failed connection and for an illegal move.
const LATE: &str = "TO";
const NO_CONNECTION: &str = "CE";
const ILLEGAL: &str = "IL";

/// Receives the events of a match, with the record so far. An error ends the match.
pub type Watcher<'a> = &'a mut dyn FnMut(&MatchRecord, RefereeEvent) -> Result<(), String>;

/// Plays a match between players on the network and returns its record. If `stop` returns `true` or something fails,
/// the match is aborted, and the players get the message ABORT.
pub fn referee_match<'a>(
    setup: RefereeSetup<'a>,
    watch: Watcher,
    stop: &'a (dyn Fn() -> bool + Sync),
) -> Result<MatchRecord, RefereeError> {
    let players = addresses_by_role(setup.machine.roles(), &setup.players)?;
    let start = setup.machine.initial_state()?;
    let mut random = game::random(setup.seed);
    let mut refereed = RefereedMatch::new(&setup, players, &start, &mut random, stop);
    let rules = MatchRules { max_length: setup.max_length, on_failure: FailurePolicy::RandomMove };
    let result = refereed.play(setup.machine, &start, rules, &mut random, &mut *watch);
    if matches!(result, Ok(true)) {
        return Ok(refereed.record);
    }
    refereed.record.is_aborted = true;
    let abort = Message::Abort { id: refereed.record.match_id.clone() };
    refereed.tell(&abort.to_string(), FAREWELL, &|| false);
    watch(&refereed.record, RefereeEvent::Aborted).map_err(RefereeError::Watcher)?;
    result.map(|_| refereed.record)
}

/// A match with the addresses of its players, the rules in the words of the players, and the record so far.
struct RefereedMatch<'a> {
    roles: Vec<String>,
    /// The address of the player of each role; `None` for the role `random`.
    players: Vec<Option<Address>>,
    rules: String,
    scrambler: Option<Scrambler>,
    start_clock: Duration,
    play_clock: Duration,
    record: MatchRecord,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// A player's answer, or the reason why there is none; `None` for the role `random`.
type Answer = Option<Result<String, RequestFailure>>;

impl<'a> RefereedMatch<'a> {
    fn new(
        setup: &RefereeSetup,
        players: Vec<Option<Address>>,
        start: &State,
        random: &mut Random,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> RefereedMatch<'a> {
        let name = |player: &Option<Address>| {
            player.as_ref().map_or("random".to_owned(), Address::to_string)
        };
        let record = MatchRecord {
            match_id: setup.id.clone(),
            random_token: token(random),
            start_time: now(),
            game_meta_url: setup.game_meta_url.clone(),
            is_completed: false,
            is_aborted: false,
            states: vec![state_text(&setup.machine.state_terms(start))],
            moves: Vec::new(),
            state_times: vec![now()],
            errors: Vec::new(),
            goal_values: Vec::new(),
            preview_clock: -1,
            start_clock: setup.start_clock.as_secs(),
            play_clock: setup.play_clock.as_secs(),
            player_names_from_host: players.iter().map(name).collect(),
            is_player_human: vec![false; players.len()],
            tournament_name_from_host: None,
            scrambled: setup.scrambler.is_some(),
        };
        RefereedMatch {
            roles: setup.machine.roles().to_vec(),
            players,
            rules: setup.rules.clone(),
            scrambler: setup.scrambler.clone(),
            start_clock: setup.start_clock,
            play_clock: setup.play_clock,
            record,
            stop,
        }
    }

    /// Plays to the end; returns `false` if `stop` ended the match before.
    fn play(
        &mut self,
        machine: &mut dyn Machine,
        start: &State,
        rules: MatchRules,
        random: &mut Random,
        watch: Watcher,
    ) -> Result<bool, RefereeError> {
        let errors = self.start();
        self.record.errors.push(errors.clone());
        watch(&self.record, RefereeEvent::Started(&errors)).map_err(RefereeError::Watcher)?;
        let mut remote = RemotePlayers {
            refereed: self,
            watch: &mut *watch,
            answers: Vec::new(),
            errors: Vec::new(),
            asked: Instant::now(),
            watcher_error: None,
        };
        let mut runner = MatchRunner::default();
        let end = runner.play(machine, start, rules, &mut remote, random);
        if let Some(error) = remote.watcher_error {
            return Err(RefereeError::Watcher(error));
        }
        match end {
            Ok(MatchEnd::Terminal) => self.finish(machine, runner.state())?,
            // With this policy nobody forfeits, and no failure ends the match.
            Ok(MatchEnd::Interrupted | MatchEnd::Forfeited(..))
            | Err(MatchLoopError::Participant(..)) => return Ok(false),
            Ok(MatchEnd::TooLong) => return Err(RefereeError::TooLong(rules.max_length)),
            Err(MatchLoopError::Machine(reason)) => return Err(reason.into()),
            Ok(MatchEnd::NoLegalMove(role)) => {
                return Err(RefereeError::NoLegalMove(self.roles[role.0 as usize].clone()));
            }
        }
        let goals = self.record.goal_values.clone();
        watch(&self.record, RefereeEvent::Ended(&goals)).map_err(RefereeError::Watcher)?;
        Ok(true)
    }

    /// Sends START to the players. Returns an error text for each role. A player that does not answer stays in the
    /// match.
    fn start(&mut self) -> Vec<String> {
        let rules = self.in_players_words(&self.rules);
        let messages = self.roles.iter().map(|role| {
            let message = Message::Start {
                id: self.record.match_id.clone(),
                role: self.in_players_words(role),
                rules: rules.clone(),
                start_clock: self.start_clock,
                play_clock: self.play_clock,
            };
            message.to_string()
        });
        let messages: Vec<String> = messages.collect();
        let answers = self.ask_all(&messages, self.start_clock + GRACE, self.stop);
        let error = |answer: Answer| match answer {
            None => String::new(),
            Some(Ok(text)) if text.trim().eq_ignore_ascii_case("busy") => format!("{ILLEGAL} busy"),
            Some(Ok(_)) => String::new(),
            Some(Err(failure)) => mark(&failure).to_owned(),
        };
        answers.into_iter().map(error).collect()
    }

    fn ask_for_moves(&self) -> Vec<Answer> {
        let message = Message::Play { id: self.record.match_id.clone(), moves: self.last_moves() };
        self.tell(&message.to_string(), self.play_clock + GRACE, self.stop)
    }

    /// Returns the last joint move in the players' words.
    fn last_moves(&self) -> Option<Vec<String>> {
        let moves = self.record.moves.last()?;
        Some(moves.iter().map(|text| self.in_players_words(text)).collect())
    }

    fn in_players_words(&self, text: &str) -> String {
        match &self.scrambler {
            Some(scrambler) => scrambler.scramble(text),
            None => text.to_owned(),
        }
    }

    /// Sends the same message to all players.
    fn tell(&self, message: &str, time: Duration, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Answer> {
        self.ask_all(&vec![message.to_owned(); self.players.len()], time, stop)
    }

    /// Sends each player its message, all at the same time, and returns their answers.
    fn ask_all(
        &self,
        messages: &[String],
        time: Duration,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Answer> {
        let deadline = Instant::now() + time;
        std::thread::scope(|scope| {
            let threads: Vec<_> = self
                .players
                .iter()
                .zip(messages)
                .map(|(player, message)| {
                    let player = player.as_ref()?;
                    Some(scope.spawn(move || ask(player, message, deadline, stop)))
                })
                .collect();
            let lost = |_| Err(RequestFailure::Connection("asking failed".to_owned()));
            threads.into_iter().map(|thread| Some(thread?.join().unwrap_or_else(lost))).collect()
        })
    }

    /// Returns the legal move that an answer names, or the error text for the record.
    fn read_move(
        &self,
        answer: Result<String, RequestFailure>,
        position: &Position,
        role: Role,
    ) -> Result<Move, String> {
        let answer = answer.map_err(|failure| mark(&failure).to_owned())?;
        let text = match &self.scrambler {
            Some(scrambler) => scrambler.unscramble(&answer),
            None => answer,
        };
        let found = single_term(&text).and_then(|text| position.machine.find_move(&text));
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        found
            .filter(|action| position.legal_of(role).contains(action))
            .ok_or_else(|| format!("{ILLEGAL} {}", shortened(&shown, MAX_ANSWER_SHOWN)))
    }

    /// Adds a joint move and the state after it to the record.
    fn add(&mut self, step: &MatchStep, errors: Vec<String>) {
        let moves = step.joint.iter().map(|&action| step.machine.move_text(action)).collect();
        self.record.moves.push(moves);
        self.record.states.push(state_text(&step.machine.state_terms(step.after)));
        self.record.state_times.push(now());
        self.record.errors.push(errors);
    }

    /// Adds the goals to the record and tells the players that the match is over.
    fn finish(&mut self, machine: &mut dyn Machine, end: &State) -> Result<(), StopReason> {
        for role in machine.role_ids() {
            self.record.goal_values.push(machine.goal(end, role)?.value());
        }
        self.record.is_completed = true;
        let message = Message::Stop { id: self.record.match_id.clone(), moves: self.last_moves() };
        self.tell(&message.to_string(), FAREWELL, self.stop);
        Ok(())
    }
}

/// The players of a match while it is played. All are asked for their moves at the same time.
struct RemotePlayers<'a, 'b> {
    refereed: &'a mut RefereedMatch<'b>,
    watch: Watcher<'a>,
    /// The answers of this turn.
    answers: Vec<Answer>,
    /// The errors of this turn, for each role.
    errors: Vec<String>,
    /// Time at which the players were asked.
    asked: Instant,
    watcher_error: Option<String>,
}

impl RemotePlayers<'_, '_> {
    fn unless_stopped(&self) -> Result<(), Obstacle<String>> {
        if (self.refereed.stop)() { Err(Obstacle::Interrupted) } else { Ok(()) }
    }
}

impl Participants for RemotePlayers<'_, '_> {
    type Failure = String;

    fn begin_turn(&mut self, _: &mut Position) -> Result<(), Obstacle<String>> {
        self.unless_stopped()?;
        self.asked = Instant::now();
        self.answers = self.refereed.ask_for_moves();
        self.errors = vec![String::new(); self.answers.len()];
        self.unless_stopped()
    }

    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, Obstacle<String>> {
        let Some(answer) = self.answers[role.0 as usize].take() else {
            return Ok(position.random_move(role));
        };
        let chosen = self.refereed.read_move(answer, position, role);
        let chosen = chosen.map_err(|error| Obstacle::Failed(role, error))?;
        // One random number for each role, so that a role's random moves do not depend on the answers of the others.
        position.random_move(role);
        Ok(chosen)
    }

    fn replaced(&mut self, role: Role, failure: MoveFailure<String>) {
        self.errors[role.0 as usize] = match failure {
            MoveFailure::Failed(error) => error,
            MoveFailure::IllegalMove(_) => ILLEGAL.to_owned(),
        };
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle<String>> {
        let took = self.asked.elapsed();
        self.refereed.add(step, self.errors.clone());
        let record = &self.refereed.record;
        let moves = record.moves.last().map_or(&[][..], Vec::as_slice);
        let event = RefereeEvent::Moved { moves, errors: &self.errors, took };
        self.watcher_error = (self.watch)(record, event).err();
        if self.watcher_error.is_some() { Err(Obstacle::Interrupted) } else { Ok(()) }
    }
}

fn mark(failure: &RequestFailure) -> &'static str {
    match failure {
        RequestFailure::Late => LATE,
        RequestFailure::Interrupted => "",
        RequestFailure::Connection(_) => NO_CONNECTION,
    }
}

/// Returns the address of each role's player.
fn addresses_by_role(
    roles: &[String],
    players: &[Address],
) -> Result<Vec<Option<Address>>, RefereeError> {
    let is_random = |role: &String| role.eq_ignore_ascii_case("random");
    let needed: Vec<&str> =
        roles.iter().filter(|role| !is_random(role)).map(String::as_str).collect();
    if needed.len() != players.len() {
        let (needed, roles) = (needed.len(), needed.join(", "));
        return Err(RefereeError::Players { needed, roles, given: players.len() });
    }
    let mut players = players.iter();
    let address = |role| if is_random(role) { None } else { players.next().cloned() };
    Ok(roles.iter().map(address).collect())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Returns random letters and digits that identify a match.
fn token(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    // Matches with the same seed are told apart by their time.
    let mut number = u128::from(random.random::<u64>()) << 64 | u128::from(now());
    let mut token = String::new();
    for _ in 0..20 {
        token.push(LETTERS[(number % LETTERS.len() as u128) as usize] as char);
        number /= LETTERS.len() as u128;
    }
    token
}
