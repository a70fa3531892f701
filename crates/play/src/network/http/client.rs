//! The client: sends a message and waits for the answer.

use super::DEFAULT_PORT;
use super::head::{Head, end_of_head};
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The address of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Name or address of the computer.
    pub host: String,
    /// Port on that computer.
    pub port: u16,
}

/// The error for a text that is not the address of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the address of a player, such as http://localhost:9147")]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let error = || AddressError(text.to_owned());
        let rest = text.strip_prefix("http://").unwrap_or(text).trim_end_matches('/');
        let (host, port) = match rest.rsplit_once(':') {
            // An address of IPv6 without a port has colons of its own.
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| error())?)
            }
            _ => (rest, DEFAULT_PORT),
        };
        let strange = |c: char| c.is_whitespace() || matches!(c, '/' | '@' | '?' | '#');
        if host.is_empty() || host.contains(strange) {
            return Err(error());
        }
        Ok(Address { host: host.to_owned(), port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// The reason why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum RequestFailure {
    /// The answer did not come in time.
    #[error("no answer in time")]
    Late,
    /// There is no player at the address, or the connection broke.
    #[error("no connection: {0}")]
    Connection(String),
    /// The caller stopped waiting.
    #[error("interrupted")]
    Interrupted,
}

/// Largest size of an answer in bytes.
const MAX_ANSWER: usize = 1 << 20;
/// Time between two calls of `stop`, which decides whether to go on waiting.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Sends a message and waits for the answer until the deadline, or until `stop` returns `true`.
pub fn ask(
    address: &Address,
    message: &str,
    deadline: Instant,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<String, RequestFailure> {
    let mut stream = connect(address, deadline)?;
    let request = format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: {address}\r\nSender: GAMESERVER\r\n\
         Receiver: {}\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\r\n{message}",
        address.host,
        message.len()
    );
    let _ = stream.set_nodelay(true);
    stream.set_write_timeout(Some(left(deadline)?)).map_err(broken)?;
    stream.write_all(request.as_bytes()).map_err(broken)?;
    let answer = read(&mut stream, deadline, stop);
    // The other side notices at once that the answer was read.
    let _ = stream.shutdown(Shutdown::Both);
    answer
}

fn connect(address: &Address, deadline: Instant) -> Result<TcpStream, RequestFailure> {
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let addresses: Vec<SocketAddr> = (host, address.port)
        .to_socket_addrs()
        .map_err(|error| RequestFailure::Connection(error.to_string()))?
        .collect();
    let mut last = RequestFailure::Connection("the host has no address".to_owned());
    for address in addresses {
        match TcpStream::connect_timeout(&address, left(deadline)?) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = RequestFailure::Connection(error.to_string()),
        }
    }
    Err(last)
}

fn left(deadline: Instant) -> Result<Duration, RequestFailure> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(RequestFailure::Late) } else { Ok(left) }
}

fn broken(error: std::io::Error) -> RequestFailure {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => RequestFailure::Late,
        _ => RequestFailure::Connection(error.to_string()),
    }
}

fn read(
    stream: &mut TcpStream,
    deadline: Instant,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<String, RequestFailure> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        if let Some(answer) = body(&bytes, false)? {
            return Ok(answer);
        }
        if stop() {
            return Err(RequestFailure::Interrupted);
        }
        stream.set_read_timeout(Some(left(deadline)?.min(ASK_EVERY))).map_err(broken)?;
        match stream.read(&mut chunk) {
            Ok(0) => {
                let ended =
                    RequestFailure::Connection("it was closed before the answer".to_owned());
                return body(&bytes, true)?.ok_or(ended);
            }
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                ) => {}
            Err(error) => return Err(broken(error)),
        }
        if bytes.len() > MAX_ANSWER {
            return Err(RequestFailure::Connection("the answer is too long".to_owned()));
        }
    }
}

/// Returns the body of a response, or `None` if it is not complete.
fn body(bytes: &[u8], ended: bool) -> Result<Option<String>, RequestFailure> {
    let Some(begin) = end_of_head(bytes, 0) else { return Ok(None) };
    let bad = |why: &str| RequestFailure::Connection(why.to_owned());
    let head = Head::read(&bytes[..begin]).ok_or_else(|| bad("the head is not text"))?;
    let status = head.first.get(1).map(String::as_str).unwrap_or_default();
    if status != "200" {
        return Err(bad(&format!("the status is {}", head.first.join(" "))));
    }
    let body = &bytes[begin..];
    let length = match head.length {
        Some(length) if body.len() >= length => length,
        _ if ended => body.len(),
        _ => return Ok(None),
    };
    Ok(Some(String::from_utf8_lossy(&body[..length]).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn soon(milliseconds: u64) -> Instant {
        Instant::now() + Duration::from_millis(milliseconds)
    }

    /// Starts a peer that answers any message with these bytes and then closes the connection if `closes` is set.
    fn peer(answer: &'static str, closes: bool) -> Address {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
            if !closes {
                std::thread::sleep(Duration::from_secs(5));
            }
        });
        Address { host: "127.0.0.1".to_owned(), port }
    }

    fn asked(answer: &'static str, closes: bool) -> Result<String, RequestFailure> {
        ask(&peer(answer, closes), "(INFO)", soon(500), &|| false)
    }

    #[test]
    fn answers_end_by_their_length_or_with_the_stream() {
        let answer = asked("HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nready", false);
        assert_eq!(answer.unwrap(), "ready");
        assert_eq!(asked("HTTP/1.1 200 OK\n\nready", true).unwrap(), "ready");
    }

    #[test]
    fn failures_are_told_apart() {
        assert!(matches!(asked("", false), Err(RequestFailure::Late)));
        assert!(matches!(asked("", true), Err(RequestFailure::Connection(_))));
        assert!(matches!(asked("HTTP/1.0 200 OK\r\n\r\nready", false), Err(RequestFailure::Late)));
        assert!(matches!(
            asked("HTTP/1.0 400 Bad\r\n\r\n", true),
            Err(RequestFailure::Connection(_))
        ));
        let stopped = ask(&peer("", false), "(INFO)", soon(5000), &|| true);
        assert!(matches!(stopped, Err(RequestFailure::Interrupted)));
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let nobody = Address { host: "127.0.0.1".to_owned(), port: free };
        let answer = ask(&nobody, "(INFO)", soon(500), &|| false);
        assert!(matches!(answer, Err(RequestFailure::Connection(_))));
    }

    #[test]
    fn addresses_are_read() {
        let check = |text: &str, host: &str, port: u16| {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.host.as_str(), address.port), (host, port));
        };
        check("http://localhost:9148/", "localhost", 9148);
        check("10.0.0.7", "10.0.0.7", 9147);
        check("[::1]:80", "[::1]", 80);
        check("[::1]", "[::1]", 9147);
        for text in ["", "http://", "a:b", "a:99999", "http://a/b", "x y"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
