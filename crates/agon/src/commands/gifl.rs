//! `agon gifl`: trains features from the ends of random games, and shows them.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::recall::{self, Lore};
use crate::rulesheet::{RuleSheet, UsageError};
use crate::seats::read_text;
use anyhow::Context;
use game::StopReason;
use learn::gifl::{Kind, Lessons, TrainError, Trainer, Training, Words};
use std::io::Write;
use std::path::PathBuf;

/// Learn which moves matter from the ends of random games (GIFL)
///
/// A feature says: where these facts are true, these moves win, or keep the other side from winning. The player `gifl` learns features before
/// its first move, or takes them from a file: `gifl:gifl.file=FILE`, or from a file of knowledge.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Train(TrainOptions),
    Show(ShowOptions),
}

/// Learn features of a game, and write them to a file or remember them
///
/// Players that are told of the file of knowledge begin with the features, in whatever words the game is written. Ctrl-C ends the training; what was learnt is written.
#[derive(clap::Args)]
struct TrainOptions {
    /// A rule sheet or the name of a bundled game, of two roles that take turns
    rules: String,
    /// How many random games to learn from
    #[arg(long, value_name = "N", default_value_t = 500)]
    runs: u64,
    /// How many more random games to play to see which features help; the others are left out. 0 keeps all
    #[arg(long, value_name = "N", default_value_t = 0)]
    trials: u64,
    /// How many 2-ply trees of each game to look at, from its end
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    levels: u32,
    /// Also learn from games in which the loser makes the last move
    #[arg(long)]
    losing: bool,
    /// Where facts of the last state do not explain a win, take all of them instead of looking for the deciding move
    #[arg(long)]
    all_facts: bool,
    /// Where to write the features, in JSON
    #[arg(long, value_name = "FILE", required_unless_present = "knowledge")]
    out: Option<PathBuf>,
    /// A file of knowledge to add the features to; it is made if it does not exist
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Show the features in a file, level by level
#[derive(clap::Args)]
struct ShowOptions {
    /// A file that `agon gifl train` wrote
    file: String,
    /// How many features of each kind and level, those first that were found most often
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
}

/// Trains or shows.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    match options.action {
        Action::Train(options) => train(&options),
        Action::Show(options) => show(&options),
    }
}

fn train(options: &TrainOptions) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let machine = options.engine.machine_of(&sheet)?;
    let TrainOptions { runs, trials, levels, losing, all_facts, .. } = *options;
    let training = Training { levels, losing, changes: !all_facts, ..Training::default() };
    let named = |error: TrainError| anyhow::Error::from(error).context(sheet.name.clone());
    let mut trainer = Trainer::new(machine, training, options.seed).map_err(named)?;
    interrupt::watch();
    let all = runs.saturating_add(trials);
    let mut progress = Progress::new(all, "games");
    while trainer.runs() + trainer.trials() < all && !interrupted() {
        let go_on = || !interrupted();
        let done = match trainer.runs() < runs {
            true => trainer.run(&go_on),
            false => trainer.try_out(&go_on),
        };
        match done {
            Err(TrainError::Stop(StopReason::Interrupted)) => break,
            other => other.map_err(named)?,
        }
        progress.at(trainer.runs() + trainer.trials());
    }
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    let lessons = trainer.lessons(&sheet.name);
    if let Some(path) = &options.out {
        std::fs::write(path, lessons.write()).with_context(|| path.display().to_string())?;
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}; {seconds:.2} s", summary(&lessons))?;
    if let Some(file) = options.knowledge.as_ref().filter(|_| !lessons.features.is_empty()) {
        let lore = vec![Lore::Features(lessons)];
        let game = recall::remember(file, &sheet, &recall::name_of(&options.rules), lore)?;
        writeln!(out, "the features are remembered with {game}")?;
    }
    Ok(if trainer.runs() + trainer.trials() < all { Outcome::Found } else { Outcome::Fine })
}

fn show(options: &ShowOptions) -> anyhow::Result<Outcome> {
    let text = read_text(&options.file).map_err(anyhow::Error::msg);
    let text = text.with_context(|| options.file.clone())?;
    let lessons =
        Lessons::read(&text).map_err(|error| UsageError(format!("{}: {error}", options.file)))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", summary(&lessons))?;
    let mut groups: Vec<(u32, Kind)> =
        lessons.features.iter().map(|words| (words.level, words.kind)).collect();
    groups.sort_unstable();
    groups.dedup();
    for (level, kind) in groups {
        let of_group = |words: &&Words| (words.level, words.kind) == (level, kind);
        let mut group: Vec<&Words> = lessons.features.iter().filter(of_group).collect();
        group.sort_by_key(|words| std::cmp::Reverse(words.count));
        writeln!(out, "\nlevel {level}, {kind}: {}", group.len())?;
        for words in group.iter().take(options.most) {
            let Words { count, role, moves, facts, .. } = words;
            writeln!(out, "{count:>6}  {role}: {}  if {}", moves.join(" "), facts.join(" "))?;
        }
        if group.len() > options.most {
            writeln!(out, "        and {} more", group.len() - options.most)?;
        }
    }
    Ok(Outcome::Fine)
}

fn summary(lessons: &Lessons) -> String {
    let Lessons { game, runs, features, .. } = lessons;
    let because = match lessons.terminal_facts {
        true => "won because of facts that are there",
        false => "not won because of facts that are there",
    };
    format!("{game}: {} features of {runs} games; {because}", features.len())
}
