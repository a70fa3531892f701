//! `agon player`: plays over the network.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::seats::NetworkReader;
use anyhow::Context;
use play::PlayerName;
use play::network::http::{DEFAULT_PORT, serve};
use play::network::player::{Log, NetworkPlayer, PlayerOptions};
use std::io::Write;
use std::net::{IpAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Play over the network: wait for a referee and play the matches that it begins, one after the other
///
/// Speaks the GGP protocol. Ctrl-C ends it.
#[derive(clap::Args)]
pub struct Options {
    /// The port to wait on; 0 for any that is free
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// The address to wait on; 0.0.0.0 lets other machines in
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: IpAddr,
    /// The player, with its settings if there are any
    #[arg(long, value_name = "NAME[:SETTINGS]")]
    agent: PlayerName,
    /// The name to be shown to referees [default: agon-AGENT]
    #[arg(long, value_name = "SHOWN", value_parser = shown)]
    name: Option<String>,
    /// The seed of the first match; without it, every match is another one
    #[arg(long)]
    seed: Option<u64>,
    /// Give up a match after four of its clocks and so many seconds without a message
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    patience: u64,
    /// A file of knowledge: the player uses what it tells about games and their variants
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// A name that can stand in a message.
fn shown(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match !text.is_empty() && text.len() <= 100 && text.chars().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("a name has letters, digits and `-_.` only".to_owned()),
    }
}

/// Plays.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let listener = TcpListener::bind((options.bind, options.port))
        .with_context(|| format!("cannot wait on {} port {}", options.bind, options.port))?;
    let name = options.name.unwrap_or_else(|| format!("agon-{}", options.agent.kind));
    writeln!(std::io::stdout(), "{name} waits on {}", listener.local_addr()?)?;
    let seed = options.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
    });
    let kind = options.engine.machine;
    let log: Log = match options.engine.verbose {
        // The match goes on even if nobody reads along any more.
        true => Arc::new(|line: &str| drop(writeln!(std::io::stderr(), "{line}"))),
        false => Arc::new(|_: &str| {}),
    };
    let (agent, knowledge) = (options.agent, options.knowledge);
    let player = NetworkPlayer::new(PlayerOptions {
        name,
        agent: Box::new(move |seat| agent.build(seat)),
        reader: Box::new(move |patience| {
            let (means, knowledge) = (patience.into(), knowledge.clone());
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            Box::new(NetworkReader { kind, means, threads, knowledge })
        }),
        seed,
        patience: Duration::from_secs(options.patience),
        log,
    });
    serve(listener, Arc::new(player))
}
