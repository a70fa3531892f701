//! `agon learn gifl`: trains features from the ends of random games, and shows them.

use crate::Outcome;
use crate::counted::counted;
use crate::interrupt::{self, interrupted};
use crate::knowledge_file;
use crate::machine_choice::EngineOptions;
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError};
use analyze::Analyst;
use anyhow::Context;
use engine::prior_knowledge::NewKnowledge;
use engine::read_text;
use learn::gifl::{
    FeatureKind, GiflTrainer, GiflTraining, SavedFeature, SavedFeatures, TrainError,
};
use std::io::Write;
use std::path::PathBuf;

/// Learn which moves decide the ends of random games (GIFL)
///
/// GIFL is Game Independent Feature Learning (Kirci, Schaeffer and Sturtevant 2009), for games of two roles that take
/// turns. A feature says: where these facts are true, these moves win, or prevent the other role from winning. The
/// player `gifl` learns features before its first move, or reads them from a file (`gifl:gifl.file=FILE`) or a file of
/// knowledge.
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

/// Learn features of a game, and write them to a file or to a file of knowledge
///
/// Players with this file of knowledge begin with the features, also if the game is written in other words. Ctrl-C ends the
/// training; the features learnt so far are written.
///
/// Example: agon learn gifl train tic-tac-toe --out features.json
#[derive(clap::Args)]
struct TrainOptions {
    /// A rule sheet or the name of a bundled game, of two roles that take turns
    rules: String,
    /// Number of random games to learn from
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: u64,
    /// Number of further random games in which features are tested; those that do not help are dropped. 0 keeps all
    #[arg(long, value_name = "N", default_value_t = 0)]
    test_games: u64,
    /// Number of two-ply trees at the end of each game that are searched
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    levels: u32,
    /// Also learn from games in which the loser makes the last move
    #[arg(long)]
    losing: bool,
    /// If no facts of the last state explain a win, use all of its facts instead of searching for the deciding move
    #[arg(long)]
    all_facts: bool,
    /// The file to which the features are written, in JSON
    #[arg(long, value_name = "FILE", required_unless_present = "knowledge")]
    out: Option<PathBuf>,
    /// A file of knowledge to add the features to; it is created if it does not exist
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
    /// A file that `agon learn gifl train` wrote
    file: String,
    /// Number of features of each kind and level, beginning with those that were found most often
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
}

/// Runs the command of the group.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    match options.action {
        Action::Train(options) => train(&options),
        Action::Show(options) => show(&options),
    }
}

fn train(options: &TrainOptions) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let mut machine = options.engine.machine_of(&sheet)?;
    let TrainOptions { games, test_games, levels, losing, all_facts, .. } = *options;
    let training =
        GiflTraining { levels, losing, deciding_moves: !all_facts, ..GiflTraining::default() };
    let named = |error: TrainError| anyhow::Error::from(error).context(sheet.name.clone());
    let trained = machine.fork();
    let mut trainer = GiflTrainer::new(trained, training, options.seed).map_err(named)?;
    interrupt::watch();
    let mut progress = Progress::new(games.saturating_add(test_games), "games");
    let (go_on, done) = (|| !interrupted(), &mut |games| progress.at(games));
    let is_complete = trainer.train(games, test_games, &go_on, done).map_err(named)?;
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    let saved = trainer.saved_features(&sheet.name);
    if let Some(path) = &options.out {
        std::fs::write(path, saved.write()).with_context(|| path.display().to_string())?;
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}; {seconds:.2} s", summary(&saved))?;
    if let Some(file) = options.knowledge.as_ref().filter(|_| !saved.features.is_empty()) {
        let new = vec![NewKnowledge::Features(saved)];
        let (named, analyst) = ((&sheet, &*options.rules), Analyst::new(sheet.rules()?));
        let game = knowledge_file::add(file, named, &analyst, &mut *machine, new)?;
        writeln!(out, "the features are remembered with {game}")?;
    }
    Ok(if is_complete { Outcome::Fine } else { Outcome::Found })
}

fn show(options: &ShowOptions) -> anyhow::Result<Outcome> {
    let text = read_text(&options.file).map_err(anyhow::Error::msg);
    let text = text.with_context(|| options.file.clone())?;
    let saved = SavedFeatures::read(&text)
        .map_err(|error| UsageError(format!("{}: {error}", options.file)))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", summary(&saved))?;
    let mut groups: Vec<(u32, FeatureKind)> =
        saved.features.iter().map(|feature| (feature.level, feature.kind)).collect();
    groups.sort_unstable();
    groups.dedup();
    for (level, kind) in groups {
        let of_group = |feature: &&SavedFeature| (feature.level, feature.kind) == (level, kind);
        let mut group: Vec<&SavedFeature> = saved.features.iter().filter(of_group).collect();
        group.sort_by_key(|feature| std::cmp::Reverse(feature.count));
        writeln!(out, "\nlevel {level}, {kind}: {}", group.len())?;
        for feature in group.iter().take(options.most) {
            let SavedFeature { count, role, moves, facts, .. } = feature;
            writeln!(out, "{count:>6}  {role}: {}  if {}", moves.join(" "), facts.join(" "))?;
        }
        if group.len() > options.most {
            writeln!(out, "        and {} more", group.len() - options.most)?;
        }
    }
    Ok(Outcome::Fine)
}

fn summary(saved: &SavedFeatures) -> String {
    let SavedFeatures { game, runs, features, .. } = saved;
    let because = if saved.terminal_facts {
        "facts of the last state explain the wins"
    } else {
        "facts of the last state do not explain the wins"
    };
    format!(
        "{game}: {} of {}; {because}",
        counted(features.len(), "feature"),
        counted(*runs, "game")
    )
}
