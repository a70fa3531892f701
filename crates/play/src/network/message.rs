//! The messages of the GGP protocol as text: reading what a referee sends, and writing it.
//!
//! Programs differ in what they send: the first word comes in any case, white space anywhere, START with more arguments
//! than it needs, and some servers write everything in upper case. Rules are kept as text here; `gdl` reads them.

use gdl::{Token, Tokens};
use std::fmt;
use std::time::Duration;

/// What a referee says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Who are you, and do you have time?
    Info,
    /// Are you there? (some newer servers)
    Ping,
    /// Rules of a game that may be played later.
    Preview {
        /// The rules.
        rules: String,
        /// The time to look at them.
        clock: Duration,
    },
    /// A match begins.
    Start {
        /// The match.
        id: String,
        /// The role to play.
        role: String,
        /// The rules.
        rules: String,
        /// The time until the first move is asked for.
        start_clock: Duration,
        /// The time for each move.
        play_clock: Duration,
    },
    /// A move is asked for.
    Play {
        /// The match.
        id: String,
        /// What everybody did; nothing at the first move.
        moves: Option<Vec<String>>,
    },
    /// The match is over.
    Stop {
        /// The match.
        id: String,
        /// What everybody did last.
        moves: Option<Vec<String>>,
    },
    /// The match is given up.
    Abort {
        /// The match.
        id: String,
    },
}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// There is nothing.
    #[error("the message is empty")]
    Empty,
    /// Parentheses do not match.
    #[error("the parentheses of the message do not match")]
    Parentheses,
    /// Something follows the message.
    #[error("something follows the end of the message")]
    Trailing,
    /// The first word is not that of a message.
    #[error("there is no message `{0}`; there are INFO, PREVIEW, START, PLAY, STOP and ABORT")]
    Unknown(String),
    /// Something is missing.
    #[error("{0} needs {1}")]
    Missing(&'static str, &'static str),
    /// A clock is not a number of seconds.
    #[error("`{0}` is not a clock, a whole number of seconds up to {MAX_CLOCK}")]
    Clock(String),
    /// What should be a list is none.
    #[error("{0}: expected a list, found `{1}`")]
    NotAList(&'static str, String),
    /// Something is longer than anybody needs.
    #[error("{0} is too long")]
    TooLong(&'static str),
}

/// A longer clock is a mistake: a day.
const MAX_CLOCK: u64 = 86_400;
/// Names of matches and roles have at most this many bytes.
const MAX_NAME: usize = 10_000;
/// So many moves are in a message at most, one for each role.
const MAX_MOVES: usize = 10_000;

impl Message {
    /// Reads a message.
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

    /// The message in a few words, for people.
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

/// The beginning of a text, if it is longer than so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// A word or list with single spaces and without comments; nothing if it is not just one.
pub fn single_term(text: &str) -> Option<String> {
    let mut terms = pieces(text).ok()?;
    let only = terms.pop().filter(|_| terms.is_empty())?;
    Some(plain(only))
}

/// A message taken apart: its first word, and its arguments as they were written.
struct Parts<'a> {
    word: &'a str,
    arguments: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    fn read(text: &'a str) -> Result<Parts<'a>, MessageError> {
        let mut whole = pieces(text)?;
        let only = match (whole.pop(), whole.is_empty()) {
            (None, _) => return Err(MessageError::Empty),
            (Some(only), true) => only,
            (Some(_), false) => return Err(MessageError::Trailing),
        };
        let mut arguments = match inside(only) {
            Some(inner) => pieces(inner)?,
            None => vec![only],
        };
        if arguments.is_empty() {
            return Err(MessageError::Empty);
        }
        let word = arguments.remove(0);
        Ok(Parts { word, arguments })
    }

    fn get(
        &self,
        message: &'static str,
        index: usize,
        what: &'static str,
    ) -> Result<&'a str, MessageError> {
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
        let text = self.get(message, index, what)?;
        if text.len() > MAX_NAME {
            return Err(MessageError::TooLong(what));
        }
        Ok(plain(text))
    }

    fn rules(&self, message: &'static str, index: usize) -> Result<String, MessageError> {
        let text = self.get(message, index, "rules")?;
        let rules = inside(text);
        let rules = rules.ok_or_else(|| MessageError::NotAList(message, shortened(text, 40)))?;
        Ok(rules.trim().to_owned())
    }

    fn clock(&self, message: &'static str, index: usize) -> Result<Duration, MessageError> {
        let text = self.get(message, index, "a clock")?;
        let seconds = text.parse().ok().filter(|&seconds| seconds <= MAX_CLOCK);
        let seconds = seconds.ok_or_else(|| MessageError::Clock(shortened(text, 40)))?;
        Ok(Duration::from_secs(seconds))
    }

    fn moves(
        &self,
        message: &'static str,
        index: usize,
    ) -> Result<Option<Vec<String>>, MessageError> {
        let text = self.get(message, index, "the moves, or NIL")?;
        let Some(inner) = inside(text) else {
            return match text.eq_ignore_ascii_case("nil") {
                true => Ok(None),
                false => Err(MessageError::NotAList(message, shortened(text, 40))),
            };
        };
        let moves = pieces(inner)?;
        if moves.len() > MAX_MOVES {
            return Err(MessageError::TooLong("the list of moves"));
        }
        Ok((!moves.is_empty()).then(|| moves.into_iter().map(plain).collect()))
    }
}

/// What stands between the parentheses of a list.
fn inside(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
}

/// The words and lists that a text consists of, as they were written.
fn pieces(text: &str) -> Result<Vec<&str>, MessageError> {
    let (mut pieces, mut depth, mut begin) = (Vec::new(), 0usize, 0);
    for (token, span) in Tokens::new(text) {
        let (start, end) = (span.start as usize, span.end as usize);
        match token {
            Token::Open => {
                if depth == 0 {
                    begin = start;
                }
                depth += 1;
            }
            Token::Close => {
                depth = depth.checked_sub(1).ok_or(MessageError::Parentheses)?;
                if depth == 0 {
                    pieces.push(&text[begin..end]);
                }
            }
            Token::Word if depth == 0 => pieces.push(&text[start..end]),
            Token::Word | Token::Comment => {}
        }
    }
    if depth == 0 { Ok(pieces) } else { Err(MessageError::Parentheses) }
}

/// A text with single spaces between its words, and without comments.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (token, span) in Tokens::new(text) {
        let piece = &text[span.start as usize..span.end as usize];
        let spaced = !plain.is_empty() && !plain.ends_with('(');
        match token {
            Token::Comment => continue,
            Token::Close => {}
            Token::Open | Token::Word if spaced => plain.push(' '),
            Token::Open | Token::Word => {}
        }
        plain.push_str(piece);
    }
    plain
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
