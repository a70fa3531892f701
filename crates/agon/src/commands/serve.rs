//! `agon serve`: the arena in the browser.

use super::tournament::{self, RESULTS};
use crate::Outcome;
use anyhow::Context;
use engine::{FileOpener, MachineKind, Resources};
use play::tournament::{Tournament, TournamentResults};
use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use web::{Arena, ArenaLimits, ReportFile, Reports};

/// Open the arena: play any game in the browser, against people and players
///
/// `agon` without a command does the same. Ctrl-C closes the arena and ends all its matches.
#[derive(clap::Args)]
pub struct Options {
    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other computers in
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: IpAddr,
    /// The folder with the reports of experiments
    #[arg(long, default_value = REPORTS, value_name = "FOLDER")]
    reports: PathBuf,
    /// A folder with tournaments (NAME.toml and NAME.results.jsonl); may be repeated
    #[arg(long, default_values = TOURNAMENTS, value_name = "FOLDER")]
    tournaments: Vec<PathBuf>,
    /// Number of matches at the same time
    #[arg(long, default_value_t = ArenaLimits::default().running_matches, value_name = "N")]
    threads: usize,
}

const PORT: u16 = 8080;
const REPORTS: &str = "lab/results";
const TOURNAMENTS: [&str; 2] = ["lab/tournaments", "."];

/// Opens the arena and serves it until Ctrl-C.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let address = SocketAddr::new(options.bind, options.port);
    let listener =
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    let limits = ArenaLimits { running_matches: options.threads, ..ArenaLimits::default() };
    open(listener, Folders { reports: options.reports, tournaments: options.tournaments }, limits)
}

/// Opens the arena on the usual port, or on any other if that is taken.
pub fn run_by_default() -> anyhow::Result<Outcome> {
    let usual = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT));
    let listener = match usual {
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        }
        other => other,
    };
    writeln!(std::io::stdout(), "{WELCOME}")?;
    let folders =
        Folders { reports: REPORTS.into(), tournaments: TOURNAMENTS.map(PathBuf::from).to_vec() };
    open(listener.context("cannot open the arena")?, folders, ArenaLimits::default())
}

const WELCOME: &str = "\
Agon plays any game whose rules it is given in GDL, the Game Description Language.

In the terminal, try:
  agon games                      lists the games that come with it
  agon play connect-four          plays one in the terminal, against the strongest player
  agon players                    lists the players
  agon show breakthrough          shows roles, initial state and size of a game
  agon sim connect-four           plays a thousand random games and shows their statistics
  agon check my-rules.kif         finds what is wrong with a rule sheet, and how to fix it

`agon help` lists all commands; `agon help COMMAND` explains one.
From the source folder, `cargo run --release --` stands for `agon`.
";

/// Limits on the time and memory for grounding a game. Games that need more are played slowly, with at most about 20 ms
/// for each query, so that one visitor's rules do not keep the others waiting.
const RESOURCES: Resources = Resources {
    patience: Duration::from_secs(20),
    memory: 1024,
    steps: 2_000_000,
    is_stopped: || false,
};

fn open(listener: TcpListener, folders: Folders, limits: ArenaLimits) -> anyhow::Result<Outcome> {
    let address = listener.local_addr()?;
    let (kind, resources) = (MachineKind::Auto, RESOURCES);
    let opener = FileOpener { kind, resources, threads: 1, knowledge: None, log: |_| {} };
    let arena = Arena::open(Arc::new(opener), Arc::new(folders), limits, address);
    writeln!(std::io::stdout(), "The arena is open: http://{address}/\nCtrl-C closes it.")?;
    std::io::stdout().flush()?;
    let (closing, closed) = tokio::sync::oneshot::channel();
    let mut closing = Some(closing);
    ctrlc::set_handler(move || drop(closing.take()))?;
    arena.serve(listener, async {
        // Either way it is over: nothing is ever sent.
        let _: Result<(), _> = closed.await;
    })?;
    Ok(Outcome::Fine)
}

/// Folders with reports and tournaments.
struct Folders {
    reports: PathBuf,
    tournaments: Vec<PathBuf>,
}

impl Folders {
    /// Returns the file of a tournament, in the first folder that has it with results.
    fn tournament(&self, name: &str) -> Option<PathBuf> {
        let files = self.tournaments.iter().map(|folder| folder.join(format!("{name}.toml")));
        let has_both = |file: &PathBuf| file.is_file() && file.with_extension(RESULTS).is_file();
        files.into_iter().find(has_both)
    }
}

/// Returns the names of the files in a folder that have this ending, without the ending.
fn names(folder: &Path, ending: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.flatten().filter_map(|entry| {
        let name = entry.file_name();
        Some(name.to_str()?.strip_suffix(ending)?.strip_suffix('.')?.to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

/// Largest size of a file that is shown.
const MOST_BYTES: u64 = 16 << 20;

impl Reports for Folders {
    fn names(&self) -> Vec<String> {
        names(&self.reports, "md")
    }

    fn read(&self, name: &str, file: ReportFile) -> Option<String> {
        let ending = match file {
            ReportFile::Text => "md",
            ReportFile::Figure => "svg",
        };
        read(&self.reports.join(format!("{name}.{ending}")))
    }

    fn tournaments(&self) -> Vec<String> {
        let names = self.tournaments.iter().flat_map(|folder| names(folder, RESULTS));
        let names: BTreeSet<String> = names.collect();
        names.into_iter().filter(|name| Folders::tournament(self, name).is_some()).collect()
    }

    fn tournament(&self, name: &str) -> Option<Result<(Tournament, TournamentResults), String>> {
        let file = Folders::tournament(self, name)?;
        let results = file.with_extension(RESULTS);
        let read = || {
            let tournament = tournament::read(&file)?;
            let text = read(&results).with_context(|| results.display().to_string())?;
            let results = tournament::results(&tournament, text.as_bytes(), &results)?;
            Ok((tournament, results))
        };
        Some(read().map_err(|error: anyhow::Error| format!("{error:#}")))
    }
}

fn read(path: &Path) -> Option<String> {
    let is_short = std::fs::metadata(path).is_ok_and(|about| about.len() <= MOST_BYTES);
    is_short.then(|| std::fs::read_to_string(path).ok())?
}
