//! The side that waits for messages and answers them: a thread for each connection, and not too many of them.
//!
//! Peers may be slow, silent or send garbage. Each has its own thread and limited time; when there are too many, the oldest
//! that is not being answered has to go, so that a new one gets in.

use super::head::{Head, decoded, end_of_head};
use super::{MAX_BODY, MAX_HEAD, MAX_REQUEST, MAX_SILENCE};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A message that has come.
#[derive(Clone, Debug)]
pub struct Request {
    /// The message.
    pub text: String,
    /// When its first byte came.
    pub received: Instant,
    /// Who sent it.
    pub peer: SocketAddr,
}

/// What is answered.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The answer.
    pub text: String,
    /// Whether the request made no sense.
    pub bad: bool,
    /// When the answer was planned to be sent, if it had a plan.
    pub planned: Option<Instant>,
}

/// How an answer went out.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// When all of it was handed to the network.
    pub written: Instant,
    /// When the peer closed the connection, which it does when it has read the answer; nothing if it took its time.
    pub closed: Option<Instant>,
}

/// Answers messages; called by many threads at once.
pub trait Service: Send + Sync {
    /// Answers a message.
    fn answer(&self, request: Request) -> Reply;

    /// An answer has gone out.
    fn delivered(&self, _reply: &Reply, _delivery: Delivery) {}

    /// Something that came was no request.
    fn refused(&self, _peer: SocketAddr, _why: &str) {}
}

/// So many connections at once; a referee needs one.
const MAX_CONNECTIONS: usize = 32;
/// So many threads at once, with those of connections that were closed but whose threads have not noticed yet.
const MAX_THREADS: usize = 2 * MAX_CONNECTIONS;
/// Threads of closed connections may take so long to end when all of them are taken.
const MAX_LEAVING: Duration = Duration::from_secs(1);
/// How often it is looked whether they have.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// The peer may take so long to close the connection after the answer.
const MAX_CLOSING: Duration = Duration::from_secs(2);
/// An answer that the peer does not take in for so long is given up.
const MAX_WRITING: Duration = Duration::from_secs(10);
/// After a failure to accept (too many open files, say), wait this long.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers whoever comes, for ever.
pub fn serve(listener: TcpListener, service: Arc<dyn Service>) -> ! {
    let guests = Arc::new(Guests::default());
    loop {
        let Ok((stream, peer)) = listener.accept() else {
            std::thread::sleep(PAUSE);
            continue;
        };
        let Some(guest) = Guests::enter(&guests, &stream) else { continue };
        let service = Arc::clone(&service);
        let work = move || attend(stream, peer, &guest, &*service);
        // Without a thread the connection is closed, as if nobody had been there.
        drop(std::thread::Builder::new().name("connection".to_owned()).spawn(work));
    }
}

/// The connections that there are, the oldest first, and the means to close those that may go.
#[derive(Default)]
struct Guests {
    present: Mutex<Present>,
}

#[derive(Default)]
struct Present {
    entered: u64,
    guests: Vec<(u64, Option<TcpStream>)>,
}

struct Guest {
    number: u64,
    guests: Arc<Guests>,
}

impl Guests {
    /// Lets a connection in, if need be at the cost of another; nothing if all are being answered.
    fn enter(guests: &Arc<Guests>, stream: &TcpStream) -> Option<Guest> {
        guests.make_room();
        let stream = stream.try_clone().ok()?;
        let mut present = guests.present();
        if present.guests.len() >= MAX_THREADS {
            return None;
        }
        present.entered += 1;
        let number = present.entered;
        present.guests.push((number, Some(stream)));
        drop(present);
        Some(Guest { number, guests: Arc::clone(guests) })
    }

    /// Sends somebody away if there are too many, and waits a moment for those sent away to leave.
    fn make_room(&self) {
        let mut present = self.present();
        if present.guests.len() >= MAX_CONNECTIONS {
            let slow = present.guests.iter_mut().find_map(|(_, stream)| stream.take());
            // Its thread notices and leaves.
            let _ = slow.map(|stream| stream.shutdown(Shutdown::Both));
        }
        let begun = Instant::now();
        while present.guests.len() >= MAX_THREADS && begun.elapsed() < MAX_LEAVING {
            drop(present);
            std::thread::sleep(LOOK_EVERY);
            present = self.present();
        }
    }

    fn present(&self) -> std::sync::MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Whether the connection may be closed for another's sake: while the request comes, and once it is answered.
    fn may_go(&self, stream: Option<TcpStream>) {
        let mut present = self.guests.present();
        let mine = present.guests.iter_mut().find(|(number, _)| *number == self.number);
        if let Some((_, mine)) = mine {
            *mine = stream;
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.guests.present().guests.retain(|(number, _)| *number != self.number);
    }
}

/// Reads a request, answers it and closes the connection.
fn attend(mut stream: TcpStream, peer: SocketAddr, guest: &Guest, service: &dyn Service) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(MAX_WRITING));
    let incoming = Incoming::read(&mut stream);
    guest.may_go(None);
    let reply = match incoming {
        Ok(Incoming { text: Some(text), received }) => {
            service.answer(Request { text, received, peer })
        }
        Ok(Incoming { text: None, .. }) => Reply::default(),
        Err(why) => {
            service.refused(peer, why);
            Reply { text: why.to_owned(), bad: true, planned: None }
        }
    };
    if stream.write_all(response(&reply).as_bytes()).and_then(|()| stream.flush()).is_ok() {
        let written = Instant::now();
        guest.may_go(stream.try_clone().ok());
        let closed = close(&mut stream);
        service.delivered(&reply, Delivery { written, closed });
    }
}

fn response(reply: &Reply) -> String {
    let status = if reply.bad { "400 Bad Request" } else { "200 OK" };
    format!(
        "HTTP/1.0 {status}\r\nContent-type: text/acl\r\nContent-length: {}\r\n\
         Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n\
         Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Max-Age: 86400\r\n\
         Connection: close\r\n\r\n{}",
        reply.text.len(),
        reply.text
    )
}

/// Ends our side and waits for the peer to end its own: closing while it still sends would make the network drop the
/// answer.
fn close(stream: &mut TcpStream) -> Option<Instant> {
    stream.shutdown(Shutdown::Write).ok()?;
    let begun = Instant::now();
    let mut rest = [0; 4096];
    while let Some(left) = MAX_CLOSING.checked_sub(begun.elapsed()).filter(|left| !left.is_zero()) {
        stream.set_read_timeout(Some(left)).ok()?;
        match stream.read(&mut rest) {
            Ok(0) => return Some(Instant::now()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    None
}

/// What a peer has sent; no text if it only asked for options.
struct Incoming {
    text: Option<String>,
    received: Instant,
}

impl Incoming {
    fn read(stream: &mut TcpStream) -> Result<Incoming, &'static str> {
        let mut source = Source { stream, begun: None, bytes: Vec::new() };
        let head_end = source.read_head()?;
        let head = Head::read(&source.bytes[..head_end]).ok_or("the head is not text")?;
        let received = source.begun.unwrap_or_else(Instant::now);
        let method = head.first.first().map(String::as_str).unwrap_or_default();
        let text = match method.to_ascii_uppercase().as_str() {
            "POST" => Some(source.read_body(&head, head_end)?),
            "OPTIONS" => None,
            "GET" => {
                let path = head.first.get(1).map(String::as_str).unwrap_or_default();
                let path = path.strip_prefix('/').unwrap_or(path);
                Some(decoded(path).ok_or("the path is not an encoded message")?)
            }
            _ => return Err("expected POST, GET or OPTIONS"),
        };
        Ok(Incoming { text, received })
    }
}

/// The bytes of a request as they come.
struct Source<'a> {
    stream: &'a mut TcpStream,
    /// When the first byte came.
    begun: Option<Instant>,
    bytes: Vec<u8>,
}

impl Source<'_> {
    /// Reads until the head is complete; where it ends.
    fn read_head(&mut self) -> Result<usize, &'static str> {
        let mut searched = 0;
        loop {
            if let Some(end) = end_of_head(&self.bytes, searched) {
                return Ok(end);
            }
            searched = self.bytes.len();
            if self.bytes.len() > MAX_HEAD {
                return Err("the head is too long");
            }
            if !self.more()? {
                return Err("the stream ended before the request was complete");
            }
        }
    }

    /// Reads the body that begins there: as long as the head says, or else to the end of the message or of the stream.
    fn read_body(&mut self, head: &Head, begin: usize) -> Result<String, &'static str> {
        if head.length.is_some_and(|length| length > MAX_BODY) {
            return Err("the message is too long");
        }
        if head.waits {
            let leave = self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
            leave.map_err(|_| "the connection was lost")?;
        }
        let mut scanned = Completeness::default();
        loop {
            let body = &self.bytes[begin..];
            if body.len() > MAX_BODY {
                return Err("the message is too long");
            }
            let complete = match head.length {
                Some(length) => body.len() >= length,
                None => scanned.is_complete(body),
            };
            if complete || !self.more()? {
                break;
            }
        }
        let body = &self.bytes[begin..];
        let body = &body[..head.length.unwrap_or(body.len()).min(body.len())];
        Ok(String::from_utf8_lossy(body).into_owned())
    }

    /// Reads some bytes; whether the stream goes on.
    fn more(&mut self) -> Result<bool, &'static str> {
        let left = match self.begun {
            Some(begun) => MAX_REQUEST.saturating_sub(begun.elapsed()).min(MAX_SILENCE),
            None => MAX_SILENCE,
        };
        if left.is_zero() || self.stream.set_read_timeout(Some(left)).is_err() {
            return Err("the request took too long");
        }
        let mut chunk = [0; 1 << 14];
        loop {
            match self.stream.read(&mut chunk) {
                Ok(0) => return Ok(false),
                Ok(count) => {
                    self.begun.get_or_insert_with(Instant::now);
                    self.bytes.extend_from_slice(&chunk[..count]);
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Err("the request took too long");
                }
                Err(_) => return Err("the connection was lost"),
            }
        }
    }
}

/// Notices when a message without a length is complete: some peers keep the stream open while they wait for the answer.
/// Each byte is looked at once, however small the pieces it comes in.
#[derive(Default)]
struct Completeness {
    scanned: usize,
    depth: usize,
    in_comment: bool,
}

impl Completeness {
    /// Whether the first list is closed.
    fn is_complete(&mut self, body: &[u8]) -> bool {
        let new = &body[self.scanned..];
        self.scanned = body.len();
        for &byte in new {
            match byte {
                b'\n' | b'\r' => self.in_comment = false,
                _ if self.in_comment => {}
                b';' => self.in_comment = true,
                b'(' => self.depth += 1,
                b')' if self.depth <= 1 => return true,
                b')' => self.depth -= 1,
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Service for Echo {
        fn answer(&self, request: Request) -> Reply {
            Reply { text: format!("<{}>", request.text), ..Reply::default() }
        }
    }

    fn server() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || serve(listener, Arc::new(Echo)));
        address
    }

    fn answer(mut stream: TcpStream) -> String {
        let mut text = String::new();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    fn sent(address: SocketAddr, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    fn check(request: &str, expected: &str) {
        let text = answer(sent(server(), request));
        assert!(text.starts_with("HTTP/1.0 200 OK\r\n"), "{text}");
        assert_eq!(text.split_once("\r\n\r\n").unwrap().1, expected);
    }

    #[test]
    fn requests_of_all_kinds_are_answered() {
        check("POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)", "<(INFO)>");
        check("post /x HTTP/1.1\r\ncontent-LENGTH: 6\r\n\r\n(INFO) and more", "<(INFO)>");
        check("GET /%28INFO%29 HTTP/1.0\r\n\r\n", "<(INFO)>");
        check("GET /(PLAY+m%20NIL) HTTP/1.0\n\n", "<(PLAY m NIL)>");
        check("OPTIONS / HTTP/1.0\r\n\r\n", "");
        check("POST / HTTP/1.0\r\n\r\n(PLAY m ((a) b))", "<(PLAY m ((a) b))>");
    }

    #[test]
    fn without_a_length_the_stream_is_read_to_its_end() {
        let stream = sent(server(), "POST / HTTP/1.0\r\nSender: X\r\n\r\n(PLAY m\n ; (a))\n");
        (&stream).write_all(b" NIL").unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        assert!(answer(stream).ends_with("<(PLAY m\n ; (a))\n NIL>"));
    }

    #[test]
    fn requests_may_come_byte_by_byte() {
        let address = server();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        for byte in b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)" {
            (&stream).write_all(&[*byte]).unwrap();
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(answer(stream).ends_with("<(INFO)>"));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let refused = |text: &str, why: &str| {
            let stream = sent(server(), text);
            stream.shutdown(Shutdown::Write).unwrap();
            let text = answer(stream);
            assert!(text.starts_with("HTTP/1.0 400 ") && text.ends_with(why), "{text}");
        };
        refused("", "the stream ended before the request was complete");
        refused(
            "POST / HTTP/1.0\r\nContent-Le",
            "the stream ended before the request was complete",
        );
        refused("\0\u{1}garbage\r\n\r\n", "expected POST, GET or OPTIONS");
        refused("GET /%zz HTTP/1.0\r\n\r\n", "the path is not an encoded message");
        refused(
            "POST / HTTP/1.0\r\nContent-Length: 99999999999\r\n\r\n",
            "the message is too long",
        );
    }

    #[test]
    fn silent_peers_do_not_keep_others_out() {
        let address = server();
        let silent: Vec<TcpStream> =
            (0..3 * MAX_CONNECTIONS).map(|_| sent(address, "POST / HTTP/1.0\r\n")).collect();
        for _ in 0..5 {
            let stream = sent(address, "GET /hello HTTP/1.0\r\n\r\n");
            assert!(answer(stream).ends_with("<hello>"));
        }
        drop(silent);
    }

    #[test]
    fn messages_are_complete_when_their_first_list_is_closed() {
        let mut completeness = Completeness::default();
        let text = b"(PLAY m ; (a))\n ((b)\n c))";
        for end in 0..text.len() {
            assert!(!completeness.is_complete(&text[..end]), "{end}");
        }
        assert!(completeness.is_complete(text));
    }
}
