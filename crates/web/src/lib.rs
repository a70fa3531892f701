//! The arena: play games in the browser, and the JSON API of the same server.
//!
//! [`Arena::open`] creates an arena, and [`Arena::serve`] answers requests: `pages` makes HTML for people, and `api`
//! answers programs in JSON, as `api/openapi.json` describes. Everything that pages load is built into the program.
//!
//! `games` opens games, `matches` keeps matches, and `live_match` plays one. `semaphore` shares the processors between
//! matches, `memory_pool` shares the memory, `guard` refuses requests from other sites, and [`ArenaLimits`] contains
//! all limits. The caller provides the machines of games and the reports of experiments: no file is read here.
//!
//! ```
//! # use {engine as agon_engine, gdl as agon_gdl, play as agon_play};
//! use agon_engine::{MachineKind, OpenGame, GameOpener, Resources, Unplayable, Playable};
//! use agon_gdl::Rules;
//! use agon_play::tournament::{Tournament, TournamentResults};
//! use agon_web::{Arena, ArenaLimits, ReportFile, Reports};
//! use std::io::{Read, Write};
//! use std::net::{TcpListener, TcpStream};
//! use std::sync::Arc;
//!
//! /// Opens games with the default limits.
//! struct Opener;
//!
//! impl GameOpener for Opener {
//!     fn open(&self, rules: Rules) -> Result<Arc<dyn Playable>, Unplayable> {
//!         Ok(Arc::new(OpenGame::open(rules, MachineKind::Auto, Resources::default())?))
//!     }
//! }
//!
//! /// An arena without reports.
//! struct NoReports;
//!
//! impl Reports for NoReports {
//!     fn names(&self) -> Vec<String> {
//!         Vec::new()
//!     }
//!     fn read(&self, _: &str, _: ReportFile) -> Option<String> {
//!         None
//!     }
//!     fn tournaments(&self) -> Vec<String> {
//!         Vec::new()
//!     }
//!     fn tournament(&self, _: &str) -> Option<Result<(Tournament, TournamentResults), String>> {
//!         None
//!     }
//! }
//!
//! let listener = TcpListener::bind("127.0.0.1:0")?;
//! let address = listener.local_addr()?;
//! let arena = Arena::open(Arc::new(Opener), Arc::new(NoReports), ArenaLimits::default(), address);
//! std::thread::spawn(move || arena.serve(listener, std::future::pending()));
//!
//! let mut stream = TcpStream::connect(address)?;
//! write!(stream, "GET /api/games/nim HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
//! let mut answer = String::new();
//! stream.read_to_string(&mut answer)?;
//! assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod diagnostics;
mod games;
mod guard;
mod key_locks;
mod limits;
mod live_match;
mod matches;
mod memory_pool;
mod pages;
mod players;
mod random_id;
mod record;
mod reports;
mod request_error;
mod semaphore;
mod server;

pub use limits::ArenaLimits;
pub use reports::{ReportFile, Reports};
pub use request_error::RequestError;

use engine::GameOpener;
use games::ArenaGames;
use matches::LiveMatches;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The arena: games, matches, and reports of the laboratory.
pub struct Arena {
    games: ArenaGames,
    matches: LiveMatches,
    reports: Arc<dyn Reports>,
    limits: ArenaLimits,
    spectators: AtomicUsize,
    address: SocketAddr,
}

impl Arena {
    /// Creates an arena. `address` is the address that the server will listen on.
    pub fn open(
        opener: Arc<dyn GameOpener>,
        reports: Arc<dyn Reports>,
        limits: ArenaLimits,
        address: SocketAddr,
    ) -> Arc<Arena> {
        Arc::new(Arena {
            games: ArenaGames::new(opener, limits),
            matches: LiveMatches::new(limits),
            reports,
            limits,
            spectators: AtomicUsize::new(0),
            address,
        })
    }

    /// Answers requests until `closing` is ready, and then stops all matches.
    pub fn serve(
        self: &Arc<Arena>,
        listener: TcpListener,
        closing: impl Future<Output = ()>,
    ) -> std::io::Result<()> {
        let served = server::run(self, listener, closing);
        self.matches.close();
        served
    }

    /// Admits a spectator; an error if there are too many.
    fn admit(self: &Arc<Arena>) -> Result<Spectator, RequestError> {
        let spectator = Spectator(Arc::clone(self));
        if self.spectators.fetch_add(1, Ordering::SeqCst) >= self.limits.spectators {
            return Err(RequestError::Busy(
                "there are too many spectators; try again later".to_owned(),
            ));
        }
        Ok(spectator)
    }
}

/// A spectator of a match, who leaves when this is dropped.
struct Spectator(Arc<Arena>);

impl Drop for Spectator {
    fn drop(&mut self) {
        self.0.spectators.fetch_sub(1, Ordering::SeqCst);
    }
}
