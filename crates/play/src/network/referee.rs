//! The side that asks: holds a match between players on the network, and keeps its record.
//!
//! A player that does not answer in time, answers with something that is not a legal move, or cannot be reached, has a
//! random legal move made for it; the record says so, and the match goes on. A role called `random` is played here.

#[cfg(test)]
mod tests;

use super::http::{Address, Failure, ask};
use super::message::{Message, shortened, single_term};
use crate::record::{Record, state_text};
use game::{Machine, Move, Random, Role, State, StopReason};
use gdl::Scrambler;
use rand::RngExt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What a match is to be.
pub struct Setup<'a> {
    /// Its name.
    pub id: String,
    /// The rules in KIF, as the players get them unless they are scrambled.
    pub rules: String,
    /// Knows the rules.
    pub machine: &'a mut dyn Machine,
    /// The players, in the order of the roles, without the role `random`.
    pub players: Vec<Address>,
    /// The time before the first move.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// Gives the players other words.
    pub scrambler: Option<Scrambler>,
    /// The seed of moves made at random.
    pub seed: u64,
    /// Where the game is described.
    pub game_meta_url: String,
    /// A match of more moves is given up.
    pub max_length: usize,
}

/// What has just happened in a match.
pub enum Event<'a> {
    /// The players have been told of the match; what went wrong, for each role.
    Started(&'a [String]),
    /// Everybody has moved; what went wrong, for each role.
    Moved {
        /// The moves.
        moves: &'a [String],
        /// What went wrong.
        errors: &'a [String],
        /// How long it took to get them.
        took: Duration,
    },
    /// The match is over; what each role gets.
    Ended(&'a [u8]),
    /// The match was given up.
    Aborted,
}

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// Not a player for each role.
    #[error("the game needs {needed} players ({roles}), and there are {given}")]
    Players {
        /// How many it needs.
        needed: usize,
        /// For these roles.
        roles: String,
        /// How many there are.
        given: usize,
    },
    /// A question about the game was not answered.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// A role has no legal move: the rules are at fault.
    #[error("role {0} has no legal move in a state that is not terminal")]
    NoLegalMove(String),
    /// The match does not end.
    #[error("the match was not over after {0} moves")]
    TooLong(usize),
    /// Whoever watches could not go on.
    #[error("{0}")]
    Watcher(String),
}

/// After the clock, an answer may still come for so long.
const GRACE: Duration = Duration::from_secs(1);
/// So long the players have to take note that the match is over, or given up.
const FAREWELL: Duration = Duration::from_secs(2);
/// In the record, answers that are no legal moves are cut after so many characters.
const MAX_ANSWER_SHOWN: usize = 200;

/// What went wrong when a player was asked.
const LATE: &str = "TO";
const NO_CONNECTION: &str = "CE";
const ILLEGAL: &str = "IL";

/// Holds a match. `watch` is told of everything that happens, with the record so far; when `stop` says so, or something
/// fails, the match is given up, and the players are told.
pub fn hold<'a>(
    setup: Setup<'a>,
    watch: &mut dyn FnMut(&Record, Event) -> Result<(), String>,
    stop: &'a (dyn Fn() -> bool + Sync),
) -> Result<Record, RefereeError> {
    let mut table = Table::new(setup, stop)?;
    let result = table.play(watch);
    if matches!(result, Ok(true)) {
        return Ok(table.record);
    }
    table.record.is_aborted = true;
    let abort = Message::Abort { id: table.record.match_id.clone() };
    table.tell(&abort.to_string(), FAREWELL, &|| false);
    watch(&table.record, Event::Aborted).map_err(RefereeError::Watcher)?;
    result.map(|_| table.record)
}

struct Table<'a> {
    machine: &'a mut dyn Machine,
    state: State,
    random: Random,
    /// For each role, who plays it; nothing for the role `random`.
    players: Vec<Option<Address>>,
    rules: String,
    scrambler: Option<Scrambler>,
    start_clock: Duration,
    play_clock: Duration,
    max_length: usize,
    record: Record,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Table<'a> {
    fn new(
        setup: Setup<'a>,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Table<'a>, RefereeError> {
        let players = seated(setup.machine.roles(), setup.players)?;
        let state = setup.machine.initial_state()?;
        let mut random = game::random(setup.seed);
        let name = |player: &Option<Address>| {
            player.as_ref().map_or("random".to_owned(), Address::to_string)
        };
        let record = Record {
            match_id: setup.id,
            random_token: token(&mut random),
            start_time: now(),
            game_meta_url: setup.game_meta_url,
            is_completed: false,
            is_aborted: false,
            states: vec![state_text(&setup.machine.state_texts(&state))],
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
        Ok(Table {
            machine: setup.machine,
            state,
            random,
            players,
            rules: setup.rules,
            scrambler: setup.scrambler,
            start_clock: setup.start_clock,
            play_clock: setup.play_clock,
            max_length: setup.max_length,
            record,
            stop,
        })
    }

    /// Plays to the end; whether it was reached.
    fn play(
        &mut self,
        watch: &mut dyn FnMut(&Record, Event) -> Result<(), String>,
    ) -> Result<bool, RefereeError> {
        let errors = self.start();
        self.record.errors.push(errors.clone());
        watch(&self.record, Event::Started(&errors)).map_err(RefereeError::Watcher)?;
        while !self.machine.terminal(&self.state)? {
            if (self.stop)() {
                return Ok(false);
            }
            if self.record.moves.len() >= self.max_length {
                return Err(RefereeError::TooLong(self.max_length));
            }
            let begun = Instant::now();
            let legal = self.legal()?;
            let answers = self.ask_for_moves();
            if (self.stop)() {
                return Ok(false);
            }
            let (joint, errors) = self.judge(&legal, answers);
            let took = begun.elapsed();
            self.advance(&joint)?;
            self.record.errors.push(errors.clone());
            let moves = self.record.moves.last().cloned().unwrap_or_default();
            let event = Event::Moved { moves: &moves, errors: &errors, took };
            watch(&self.record, event).map_err(RefereeError::Watcher)?;
        }
        self.finish()?;
        let goals = self.record.goal_values.clone();
        watch(&self.record, Event::Ended(&goals)).map_err(RefereeError::Watcher)?;
        Ok(true)
    }

    /// Tells the players of the match; what went wrong, for each role. A player that does not answer stays in the match.
    fn start(&mut self) -> Vec<String> {
        let rules = self.in_players_words(&self.rules);
        let messages = self.machine.roles().iter().map(|role| {
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
        let error = |answer: Option<Result<String, Failure>>| match answer {
            None => String::new(),
            Some(Ok(text)) if text.trim().eq_ignore_ascii_case("busy") => format!("{ILLEGAL} busy"),
            Some(Ok(_)) => String::new(),
            Some(Err(failure)) => mark(&failure).to_owned(),
        };
        answers.into_iter().map(error).collect()
    }

    fn ask_for_moves(&self) -> Vec<Option<Result<String, Failure>>> {
        let message = Message::Play { id: self.record.match_id.clone(), moves: self.last_moves() };
        self.tell(&message.to_string(), self.play_clock + GRACE, self.stop)
    }

    /// The last joint move in the players' words.
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

    /// Says the same to all players.
    fn tell(
        &self,
        message: &str,
        time: Duration,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Result<String, Failure>>> {
        self.ask_all(&vec![message.to_owned(); self.players.len()], time, stop)
    }

    /// Asks all players at the same time, each with its message; their answers, and nothing for the role `random`.
    fn ask_all(
        &self,
        messages: &[String],
        time: Duration,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Result<String, Failure>>> {
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
            let lost = |_| Err(Failure::Connection("asking failed".to_owned()));
            threads.into_iter().map(|thread| Some(thread?.join().unwrap_or_else(lost))).collect()
        })
    }

    fn legal(&mut self) -> Result<Vec<Vec<Move>>, RefereeError> {
        let mut all = Vec::new();
        for role in self.machine.role_ids() {
            let mut legal = Vec::new();
            self.machine.legal(&self.state, role, &mut legal)?;
            if legal.is_empty() {
                let role = self.machine.roles()[role.0 as usize].clone();
                return Err(RefereeError::NoLegalMove(role));
            }
            all.push(legal);
        }
        Ok(all)
    }

    /// The joint move that the answers come to, and what is wrong with them.
    fn judge(
        &mut self,
        legal: &[Vec<Move>],
        answers: Vec<Option<Result<String, Failure>>>,
    ) -> (Vec<Move>, Vec<String>) {
        let (mut joint, mut errors) = (Vec::new(), Vec::new());
        for (legal, answer) in legal.iter().zip(answers) {
            let (chosen, error) = match answer {
                None => (None, String::new()),
                Some(Err(failure)) => (None, mark(&failure).to_owned()),
                Some(Ok(text)) => match self.understood(&text, legal) {
                    Ok(action) => (Some(action), String::new()),
                    Err(error) => (None, error),
                },
            };
            let any = legal[self.random.random_range(0..legal.len())];
            joint.push(chosen.unwrap_or(any));
            errors.push(error);
        }
        (joint, errors)
    }

    /// The move that a player means, if it is legal.
    fn understood(&self, answer: &str, legal: &[Move]) -> Result<Move, String> {
        let text = match &self.scrambler {
            Some(scrambler) => scrambler.unscramble(answer),
            None => answer.to_owned(),
        };
        let found = single_term(&text).and_then(|text| self.machine.find_move(&text));
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        found
            .filter(|action| legal.contains(action))
            .ok_or_else(|| format!("{ILLEGAL} {}", shortened(&shown, MAX_ANSWER_SHOWN)))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        let mut next = State::default();
        self.machine.next(&self.state, joint, &mut next)?;
        self.state = next;
        let moves = joint.iter().map(|&action| self.machine.move_text(action)).collect();
        self.record.moves.push(moves);
        self.record.states.push(state_text(&self.machine.state_texts(&self.state)));
        self.record.state_times.push(now());
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StopReason> {
        for role in 0..self.players.len() as u32 {
            let goals = self.machine.goal(&self.state, Role(role))?;
            self.record.goal_values.push(goals.value());
        }
        self.record.is_completed = true;
        let message = Message::Stop { id: self.record.match_id.clone(), moves: self.last_moves() };
        self.tell(&message.to_string(), FAREWELL, self.stop);
        Ok(())
    }
}

fn mark(failure: &Failure) -> &'static str {
    match failure {
        Failure::Late => LATE,
        Failure::Interrupted => "",
        Failure::Connection(_) => NO_CONNECTION,
    }
}

/// Who plays each role.
fn seated(roles: &[String], players: Vec<Address>) -> Result<Vec<Option<Address>>, RefereeError> {
    let is_ours = |role: &String| role.eq_ignore_ascii_case("random");
    let needed: Vec<&str> =
        roles.iter().filter(|role| !is_ours(role)).map(String::as_str).collect();
    if needed.len() != players.len() {
        let (needed, roles) = (needed.len(), needed.join(", "));
        return Err(RefereeError::Players { needed, roles, given: players.len() });
    }
    let mut players = players.into_iter();
    Ok(roles.iter().map(|role| if is_ours(role) { None } else { players.next() }).collect())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Letters and digits that nobody else will come upon.
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
