//! `agon net player`: plays over the network.

use crate::Outcome;
use crate::machine_choice::EngineOptions;
use crate::verbosity;
use anyhow::Context;
use engine::{FileOpener, Resources};
use play::PlayerName;
use play::network::http::{DEFAULT_PORT, serve};
use play::network::player::{Log, NetworkPlayer, PlayerOptions};
use search::players::STRONGEST;
use std::io::Write;
use std::net::{IpAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Play over the network: wait for a referee, and play the matches that it starts
///
/// Referees and players speak the protocol of general game playing (GGP, over HTTP). Matches are played one after the
/// other. Ctrl-C ends the program.
///
/// Example: agon net player --player cadia-2010 --port 9147
#[derive(clap::Args)]
pub struct Options {
    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other computers in
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: IpAddr,
    /// The player (see `agon players`), with its settings if there are any
    #[arg(long, value_name = "NAME[:SETTINGS]", default_value = STRONGEST)]
    player: PlayerName,
    /// The name that the player reports to referees [default: agon-PLAYER]
    #[arg(long, value_name = "SHOWN", value_parser = shown)]
    name: Option<String>,
    /// The seed of the first match; without it, every match is different
    #[arg(long)]
    seed: Option<u64>,
    /// Abort a match after this time and four of its clocks without a message
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    patience: u64,
    /// A file of knowledge: the player uses what it contains about games and their variants
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Writes a warning to standard error.
fn warn(message: &str) {
    eprintln!("{message}");
}

/// Reads a name that can be part of a message.
fn shown(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !text.is_empty() && text.len() <= 100 && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err("a name has letters, digits and `-_.` only".to_owned())
    }
}

/// Listens and plays until the program is ended.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let listener = TcpListener::bind((options.bind, options.port))
        .with_context(|| format!("cannot listen on {} port {}", options.bind, options.port))?;
    let name = options.name.unwrap_or_else(|| format!("agon-{}", options.player.kind));
    writeln!(std::io::stdout(), "{name} waits on {}", listener.local_addr()?)?;
    let seed = options.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
    });
    let kind = options.engine.machine;
    let log: Log = if verbosity::is_on() {
        // The match goes on even if nobody reads along any more.
        Arc::new(|line: &str| drop(writeln!(std::io::stderr(), "{line}")))
    } else {
        Arc::new(|_: &str| {})
    };
    let (chosen, knowledge) = (options.player, options.knowledge);
    let player = NetworkPlayer::new(PlayerOptions {
        name,
        make_player: Box::new(move |seat| chosen.build(seat)),
        opener: Box::new(move |patience| {
            let (resources, knowledge) = (Resources::within(patience), knowledge.clone());
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let log = warn as fn(&str);
            Box::new(FileOpener { kind, resources, threads, knowledge, log })
        }),
        seed,
        patience: Duration::from_secs(options.patience),
        log,
    });
    serve(listener, Arc::new(player))
}
