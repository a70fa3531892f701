//! The messages of the GGP protocol as text: reading and writing them.
//!
//! Programs differ in their messages: the first word comes in any case, white space anywhere, START with more arguments
//! than it needs, and some servers write everything in upper case. Rules are kept as text here; `gdl` reads them.

use std::fmt;
use std::time::Duration;
use term::Piece;

/// A message of a referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Asks for the player's name and whether it is free.
    Info,
    /// Asks whether the player is running (some newer servers).
    Ping,
    /// Sends the rules of a game that may be played later.
    Preview {
        /// The rules in KIF.
        rules: String,
        /// Time to study the rules.
        clock: Duration,
    },
    /// Begins a match and sends its rules.
    Start {
        /// Name of the match that begins.
        id: String,
        /// The role to play.
        role: String,
        /// The rules in KIF.
        rules: String,
        /// Time before the first move.
        start_clock: Duration,
        /// Time for each move.
        play_clock: Duration,
    },
    /// Asks for a move.
    Play {
        /// Name of the match in which to move.
        id: String,
        /// The last move of each role; `None` at the first move.
        moves: Option<Vec<String>>,
    },
    /// Tells that the match is over.
    Stop {
        /// Name of the match that is over.
        id: String,
        /// The last move of each role.
        moves: Option<Vec<String>>,
    },
    /// Tells that the match is aborted.
    Abort {
        /// Name of the match that is aborted.
        id: String,
    },
}

/// The reason why a text is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The message is empty.
    #[error("the message is empty")]
    Empty,
    /// Parentheses do not match.
    #[error("the parentheses of the message do not match")]
    Parentheses,
    /// Something follows the message.
    #[error("something follows the end of the message")]
    Trailing,
    /// The first word is not the name of a message.
    #[error("there is no message `{0}`; there are INFO, PREVIEW, START, PLAY, STOP and ABORT")]
    Unknown(String),
    /// An argument of a message is missing.
    #[error("{0} needs {1}")]
    Missing(&'static str, &'static str),
    /// A clock is not a number of seconds.
    #[error("`{0}` is not a clock, a whole number of seconds up to {MAX_CLOCK}")]
    Clock(String),
    /// An argument is not a list.
    #[error("{0}: expected a list, found `{1}`")]
    NotAList(&'static str, String),
    /// A part of the message is too long.
    #[error("{0} is too long")]
    TooLong(&'static str),
}

/// Largest clock in seconds: a day. A larger one is refused as a mistake.
const MAX_CLOCK: u64 = 86_400;
/// Largest length of names of matches and roles in bytes.
const MAX_NAME: usize = 10_000;
/// Largest number of moves in a message, one for each role.
const MAX_MOVES: usize = 10_000;

impl Message {
    /// Reads a message from text.
    pub fn read(text: &str) -> Result<Message, MessageError> {
        let parts = Parts::read(text)?;
        let word = parts.word;
        match word.to_ascii_lowercase().as_str() {
            "info" => Ok(Message::Info),
            "ping" => Ok(Message::Ping),
            "preview" => Ok(Message::Preview {
                rules: parts.rules("PREVIEW", 0)?,
                clock: parts.clock("PREVIEW", 1)?,
            }),
            "start" => Ok(Message::Start {
                id: parts.name("START", 0)?,
                role: parts.role("START", 1)?,
                rules: parts.rules("START", 2)?,
                start_clock: parts.clock("START", 3)?,
                play_clock: parts.clock("START", 4)?,
            }),
            "play" => {
                Ok(Message::Play { id: parts.name("PLAY", 0)?, moves: parts.moves("PLAY", 1)? })
            }
            "stop" => {
                Ok(Message::Stop { id: parts.name("STOP", 0)?, moves: parts.moves("STOP", 1)? })
            }
            "abort" => Ok(Message::Abort { id: parts.name("ABORT", 0)? }),
            _ => Err(MessageError::Unknown(shortened(word, 40))),
        }
    }

    /// Returns a short description of the message for people.
    pub fn summary(&self) -> String {
        match self {
            Message::Info => "INFO".to_owned(),
            Message::Ping => "PING".to_owned(),
            Message::Preview { rules, clock } => {
                format!("PREVIEW {} bytes of rules, {} s", rules.len(), clock.as_secs())
            }
            Message::Start { id, role, rules, start_clock, play_clock } => format!(
                "START {} as {role}, {} bytes of rules, {} s and {} s",
                shortened(id, 80),
                rules.len(),
                start_clock.as_secs(),
                play_clock.as_secs()
            ),
            Message::Play { id, moves } => {
                format!("PLAY {} {}", shortened(id, 80), shortened(&moves_text(moves), 200))
            }
            Message::Stop { id, moves } => {
                format!("STOP {} {}", shortened(id, 80), shortened(&moves_text(moves), 200))
            }
            Message::Abort { id } => format!("ABORT {}", shortened(id, 80)),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Message::Info => f.write_str("(INFO)"),
            Message::Ping => f.write_str("(PING)"),
            // A line break ends the rules: they may end with a comment.
            Message::Preview { rules, clock } => {
                write!(f, "(PREVIEW ({rules}\n) {})", clock.as_secs())
            }
            Message::Start { id, role, rules, start_clock, play_clock } => write!(
                f,
                "(START {id} {role} ({rules}\n) {} {})",
                start_clock.as_secs(),
                play_clock.as_secs()
            ),
            Message::Play { id, moves } => write!(f, "(PLAY {id} {})", moves_text(moves)),
            Message::Stop { id, moves } => write!(f, "(STOP {id} {})", moves_text(moves)),
            Message::Abort { id } => write!(f, "(ABORT {id})"),
        }
    }
}

fn moves_text(moves: &Option<Vec<String>>) -> String {
    moves.as_ref().map_or("NIL".to_owned(), |moves| format!("({})", moves.join(" ")))
}

/// Returns a text, cut after a number of characters if it is longer.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Returns a word or list with single spaces and without comments, or `None` if the text is not exactly one of them.
pub fn single_term(text: &str) -> Option<String> {
    match term::pieces(text)?.as_slice() {
        [only] => Some(only.plain()),
        _ => None,
    }
}

/// The parts of a message: its first word, and its arguments as they are written.
struct Parts<'a> {
    word: &'a str,
    arguments: Vec<Piece<'a>>,
}

impl<'a> Parts<'a> {
    fn read(text: &'a str) -> Result<Parts<'a>, MessageError> {
        let mut whole = pieces(text)?;
        let only = match (whole.pop(), whole.is_empty()) {
            (None, _) => return Err(MessageError::Empty),
            (Some(only), true) => only,
            (Some(_), false) => return Err(MessageError::Trailing),
        };
        let mut arguments = match only.content {
            Some(content) => pieces(content)?,
            None => vec![only],
        };
        if arguments.is_empty() {
            return Err(MessageError::Empty);
        }
        let word = arguments.remove(0).text;
        Ok(Parts { word, arguments })
    }

    fn get(
        &self,
        message: &'static str,
        index: usize,
        what: &'static str,
    ) -> Result<Piece<'a>, MessageError> {
        self.arguments.get(index).copied().ok_or(MessageError::Missing(message, what))
    }

    fn name(&self, message: &'static str, index: usize) -> Result<String, MessageError> {
        self.short(message, index, "the name of a match")
    }

    fn role(&self, message: &'static str, index: usize) -> Result<String, MessageError> {
        self.short(message, index, "a role")
    }

    fn short(
        &self,
        message: &'static str,
        index: usize,
        what: &'static str,
    ) -> Result<String, MessageError> {
        let piece = self.get(message, index, what)?;
        if piece.text.len() > MAX_NAME {
            return Err(MessageError::TooLong(what));
        }
        Ok(piece.plain())
    }

    fn rules(&self, message: &'static str, index: usize) -> Result<String, MessageError> {
        let Piece { text, content } = self.get(message, index, "rules")?;
        let rules = content.ok_or_else(|| MessageError::NotAList(message, shortened(text, 40)))?;
        Ok(rules.trim().to_owned())
    }

    fn clock(&self, message: &'static str, index: usize) -> Result<Duration, MessageError> {
        let text = self.get(message, index, "a clock")?.text;
        let seconds = text.parse().ok().filter(|&seconds| seconds <= MAX_CLOCK);
        let seconds = seconds.ok_or_else(|| MessageError::Clock(shortened(text, 40)))?;
        Ok(Duration::from_secs(seconds))
    }

    fn moves(
        &self,
        message: &'static str,
        index: usize,
    ) -> Result<Option<Vec<String>>, MessageError> {
        let Piece { text, content } = self.get(message, index, "the moves, or NIL")?;
        let Some(content) = content else {
            return if text.eq_ignore_ascii_case("nil") {
                Ok(None)
            } else {
                Err(MessageError::NotAList(message, shortened(text, 40)))
            };
        };
        let moves = pieces(content)?;
        if moves.len() > MAX_MOVES {
            return Err(MessageError::TooLong("the list of moves"));
        }
        Ok((!moves.is_empty()).then(|| moves.iter().map(Piece::plain).collect()))
    }
}

/// Splits a text into its words and lists, as they are written.
fn pieces(text: &str) -> Result<Vec<Piece<'_>>, MessageError> {
    term::pieces(text).ok_or(MessageError::Parentheses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Message {
        Message::read(text).unwrap()
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn error(text: &str) -> String {
        Message::read(text).unwrap_err().to_string()
    }

    #[test]
    fn messages_are_read_in_any_case_and_layout() {
        assert_eq!(read("(INFO)"), Message::Info);
        assert_eq!(read(" ( info ) "), Message::Info);
        assert_eq!(read("info"), Message::Info);
        assert_eq!(read("(ping)"), Message::Ping);
        assert_eq!(read("(ABORT m.1)"), Message::Abort { id: "m.1".to_owned() });
        let first = Message::Play { id: "m".to_owned(), moves: None };
        assert_eq!(read("(PLAY m NIL)"), first);
        assert_eq!(read("(play\tm\r\nnil)"), first);
        assert_eq!(read("(Play m ())"), first);
        let moves = Some(vec!["(mark 1 2)".to_owned(), "NOOP".to_owned()]);
        assert_eq!(read("(STOP m( ( mark  1 2 )NOOP))"), Message::Stop { id: "m".into(), moves });
    }

    #[test]
    fn rules_are_kept_as_they_are() {
        let text = "(start m white ((role white) ; so be it\n (role black)) 60 10 more (and more))";
        let expected = Message::Start {
            id: "m".to_owned(),
            role: "white".to_owned(),
            rules: "(role white) ; so be it\n (role black)".to_owned(),
            start_clock: seconds(60),
            play_clock: seconds(10),
        };
        assert_eq!(read(text), expected);
        let rules = "(role you) ; alone".to_owned();
        let preview = Message::Preview { rules, clock: seconds(5) };
        assert_eq!(read(&preview.to_string()), preview);
    }

    #[test]
    fn messages_are_written_as_they_are_read() {
        let texts = [
            "(INFO)",
            "(PREVIEW ((role you)\n) 7)",
            "(START m.7 (player 1) ((role (player 1))\n) 60 10)",
            "(PLAY m.7 NIL)",
            "(PLAY m.7 ((mark 1 1) noop))",
            "(STOP m.7 ((mark 1 1) noop))",
            "(ABORT m.7)",
        ];
        texts.iter().for_each(|text| assert_eq!(read(text).to_string(), *text));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(error(""), "the message is empty");
        assert_eq!(error("()"), "the message is empty");
        assert_eq!(error("(PLAY m"), "the parentheses of the message do not match");
        assert_eq!(error("(PLAY m))"), "the parentheses of the message do not match");
        assert_eq!(error("(INFO) (INFO)"), "something follows the end of the message");
        assert!(error("(RESIGN m)").starts_with("there is no message `RESIGN`"));
        assert_eq!(error("(PLAY m)"), "PLAY needs the moves, or NIL");
        assert_eq!(error("(PLAY m noop)"), "PLAY: expected a list, found `noop`");
        assert_eq!(error("(START m you rules 1 1)"), "START: expected a list, found `rules`");
        assert_eq!(error("(START m you () 1)"), "START needs a clock");
        assert!(error("(START m you () ten 1)").starts_with("`ten` is not a clock"));
        assert!(error("(START m you () 10 99999999999999999999)").contains("not a clock"));
        assert!(error(&format!("(ABORT {})", "x".repeat(20_000))).contains("too long"));
        assert!(error(&"(".repeat(1_000_000)).contains("do not match"));
    }

    #[test]
    fn terms_are_made_plain() {
        assert_eq!(single_term(" ( mark 1\n 2 ) ; there").as_deref(), Some("(mark 1 2)"));
        assert_eq!(single_term("noop"), Some("noop".to_owned()));
        assert_eq!(single_term("a b"), None);
        assert_eq!(single_term(""), None);
        assert_eq!(single_term("(a"), None);
    }
}
