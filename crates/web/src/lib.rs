//! The arena in the browser.
//!
//! [`Arena::open`] makes an arena, [`Arena::serve`] answers requests: pages for people (`pages`) and JSON for programs (`api`, described by
//! `api/openapi.json`). Pages are made here, and everything that they load is built into the program.
//!
//! `games` reads games, `hall` keeps matches, `table` plays one, `slots` shares the processors between them and `budget` the memory,
//! `guard` keeps strangers out, and [`Limits`] says how much there may be of everything. How rules are evaluated and reports are found is told by whoever opens the arena:
//! no file is read here.

mod api;
mod budget;
mod diagnostics;
mod games;
mod guard;
mod hall;
mod key;
mod limits;
mod pages;
mod players;
mod problem;
mod record;
mod reports;
mod server;
mod slots;
mod table;

pub use limits::Limits;
pub use problem::Problem;
pub use reports::{ReportFile, Reports};

use games::Games;
use hall::Hall;
use play::GameReader;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The arena: games, matches, and reports of the laboratory.
pub struct Arena {
    games: Games,
    hall: Hall,
    reports: Arc<dyn Reports>,
    limits: Limits,
    watchers: AtomicUsize,
    address: SocketAddr,
}

impl Arena {
    /// An arena that will be found at an address.
    pub fn open(
        reader: Arc<dyn GameReader>,
        reports: Arc<dyn Reports>,
        limits: Limits,
        address: SocketAddr,
    ) -> Arc<Arena> {
        Arc::new(Arena {
            games: Games::new(reader, limits),
            hall: Hall::new(limits),
            reports,
            limits,
            watchers: AtomicUsize::new(0),
            address,
        })
    }

    /// Answers requests until `closing` says so; then all matches end.
    pub fn serve(
        self: &Arc<Arena>,
        listener: TcpListener,
        closing: impl Future<Output = ()>,
    ) -> std::io::Result<()> {
        let served = server::run(self, listener, closing);
        self.hall.close();
        served
    }

    /// Lets somebody watch, if there is room.
    fn admit(self: &Arc<Arena>) -> Result<Watcher, Problem> {
        let watcher = Watcher(Arc::clone(self));
        match self.watchers.fetch_add(1, Ordering::SeqCst) < self.limits.watchers {
            true => Ok(watcher),
            false => Err(Problem::Full("too many are watching; try again later".to_owned())),
        }
    }
}

/// Somebody who watches, until it is dropped.
struct Watcher(Arc<Arena>);

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.watchers.fetch_sub(1, Ordering::SeqCst);
    }
}
