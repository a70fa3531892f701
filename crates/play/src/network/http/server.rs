//! The server: waits for messages and answers them, with one thread for each connection and a limit on their number.
//!
//! Peers may be slow, silent or send garbage. Each connection has limited time. If there are too many connections, the
//! oldest one that is not being answered is closed to make room for a new one.

use super::head::{Head, decoded, end_of_head};
use super::{MAX_BODY, MAX_HEAD, MAX_REQUEST, MAX_SILENCE};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use term::ListEnd;

/// A message from a peer.
#[derive(Clone, Debug)]
pub struct Request {
    /// The text of the message.
    pub text: String,
    /// Time at which the first byte of the message came.
    pub received: Instant,
    /// The address of the sender.
    pub peer: SocketAddr,
}

/// The answer to a request.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The text of the answer.
    pub text: String,
    /// Whether the request was malformed.
    pub bad: bool,
    /// Planned time of the answer; `None` for answers that take no time.
    pub planned: Option<Instant>,
}

/// The times at which an answer was sent.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// Time at which the whole answer was handed to the network.
    pub written: Instant,
    /// Time at which the peer closed the connection, which it does when it has read the answer; `None` if it did not
    /// close it in time.
    pub closed: Option<Instant>,
}

/// Answers messages; called by many threads at once.
pub trait Service: Send + Sync {
    /// Returns the answer to a message.
    fn answer(&self, request: Request) -> Reply;

    /// Is called after an answer was sent.
    fn delivered(&self, _reply: &Reply, _delivery: Delivery) {}

    /// Is called after a malformed request, with the reason.
    fn refused(&self, _peer: SocketAddr, _why: &str) {}
}

/// Largest number of connections; a referee needs one.
const MAX_CONNECTIONS: usize = 32;
/// Largest number of threads, with those of closed connections that have not ended yet.
const MAX_THREADS: usize = 2 * MAX_CONNECTIONS;
/// Time to wait for threads of closed connections to end when all threads are in use.
const MAX_LEAVING: Duration = Duration::from_secs(1);
/// Time between two checks whether a thread has ended.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// Time in which the peer should close the connection after the answer.
const MAX_CLOSING: Duration = Duration::from_secs(2);
/// Time after which an answer that the peer does not read is abandoned.
const MAX_WRITING: Duration = Duration::from_secs(10);
/// Time to wait after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers all requests, without end.
pub fn serve(listener: TcpListener, service: Arc<dyn Service>) -> ! {
    let connections = Arc::new(Connections::default());
    loop {
        let Ok((stream, peer)) = listener.accept() else {
            std::thread::sleep(PAUSE);
            continue;
        };
        let Some(connection) = Connections::add(&connections, &stream) else { continue };
        let service = Arc::clone(&service);
        let work = move || handle(stream, peer, &connection, &*service);
        // If no thread can be started, the connection is closed without an answer.
        drop(std::thread::Builder::new().name("connection".to_owned()).spawn(work));
    }
}

/// All open connections, shared by their threads and the thread that accepts new ones.
#[derive(Default)]
struct Connections {
    list: Mutex<ConnectionList>,
}

/// The open connections, the oldest first.
#[derive(Default)]
struct ConnectionList {
    /// Number of connections accepted so far.
    accepted: u64,
    /// The number of each connection, and the stream by which it may be closed to make room for another one.
    open: Vec<(u64, Option<TcpStream>)>,
}

/// A connection of the list; dropping it removes it from there.
struct Connection {
    number: u64,
    all: Arc<Connections>,
}

impl Connections {
    /// Registers a connection and closes an older one if there are too many. Returns `None` if all of them are being
    /// answered.
    fn add(all: &Arc<Connections>, stream: &TcpStream) -> Option<Connection> {
        all.make_room();
        let stream = stream.try_clone().ok()?;
        let mut list = all.lock();
        if list.open.len() >= MAX_THREADS {
            return None;
        }
        list.accepted += 1;
        let number = list.accepted;
        list.open.push((number, Some(stream)));
        drop(list);
        Some(Connection { number, all: Arc::clone(all) })
    }

    /// Closes the oldest connection that may be closed if there are too many, and waits a moment for threads to end.
    fn make_room(&self) {
        let mut list = self.lock();
        if list.open.len() >= MAX_CONNECTIONS {
            let slow = list.open.iter_mut().find_map(|(_, stream)| stream.take());
            // Its thread notices this and ends.
            let _ = slow.map(|stream| stream.shutdown(Shutdown::Both));
        }
        let begun = Instant::now();
        while list.open.len() >= MAX_THREADS && begun.elapsed() < MAX_LEAVING {
            drop(list);
            std::thread::sleep(LOOK_EVERY);
            list = self.lock();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ConnectionList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Sets the stream by which the connection may be closed to make room for another one. It is set while the request
    /// is read and after it was answered, and `None` in between.
    fn set_closable(&self, stream: Option<TcpStream>) {
        let mut list = self.all.lock();
        let mine = list.open.iter_mut().find(|(number, _)| *number == self.number);
        if let Some((_, mine)) = mine {
            *mine = stream;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.lock().open.retain(|(number, _)| *number != self.number);
    }
}

/// Reads a request, answers it and closes the connection.
fn handle(mut stream: TcpStream, peer: SocketAddr, connection: &Connection, service: &dyn Service) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(MAX_WRITING));
    let incoming = Incoming::read(&mut stream);
    connection.set_closable(None);
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
        connection.set_closable(stream.try_clone().ok());
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

/// Closes the sending side and waits for the peer to close its own; if the connection were closed at once, the network
/// could drop the answer. Returns the time at which the peer closed it.
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

/// The content of a request; without text if the peer only asked for options.
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

/// The bytes of a request that have arrived so far.
struct Source<'a> {
    stream: &'a mut TcpStream,
    /// Time at which the first byte came.
    begun: Option<Instant>,
    bytes: Vec<u8>,
}

impl Source<'_> {
    /// Reads until the head is complete, and returns the place where it ends.
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

    /// Reads the body from the place `begin`: to the length that the head states, or else to the end of the message or
    /// of the stream.
    fn read_body(&mut self, head: &Head, begin: usize) -> Result<String, &'static str> {
        if head.length.is_some_and(|length| length > MAX_BODY) {
            return Err("the message is too long");
        }
        if head.waits {
            let leave = self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
            leave.map_err(|_| "the connection was lost")?;
        }
        // Some peers keep the stream open while they wait for the answer: a message without a length is complete when
        // its first list is.
        let (mut list_end, mut scanned) = (ListEnd::default(), begin);
        loop {
            let body = &self.bytes[begin..];
            if body.len() > MAX_BODY {
                return Err("the message is too long");
            }
            let complete = match head.length {
                Some(length) => body.len() >= length,
                None => {
                    let part = &self.bytes[scanned..];
                    scanned = self.bytes.len();
                    list_end.read(part)
                }
            };
            if complete || !self.more()? {
                break;
            }
        }
        let body = &self.bytes[begin..];
        let body = &body[..head.length.unwrap_or(body.len()).min(body.len())];
        Ok(String::from_utf8_lossy(body).into_owned())
    }

    /// Reads some bytes; returns `false` at the end of the stream.
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
}
