//! `agon learn td`: learns weights of the features of a game by playing it.

use super::features::{ExtensionOptions, StageClock};
use crate::Outcome;
use crate::arguments::{Choice, one_of};
use crate::interrupt::{self, interrupted};
use crate::machine_choice;
use crate::progress::Progress;
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use engine::{OpenGame, read_text};
use game::{MachineExt, Role};
use lab::feature_game::{ExpertMatches, FeatureGame};
use lab::feature_training::{FeatureTraining, TrainingOpponent, TrainingProgress};
use learn::features::{Construction, ConstructionSettings};
use learn::td::{RoleWeights, TdFile};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Learn weights of features by temporal differences, by playing the game
///
/// Features are built from the rules (see `agon learn features`); each role learns weights of its own by TD(λ). The
/// players `td-search` and `td-learner` use them: `td-search:td.file=FILE`. If the file exists, learning continues with
/// its features and weights. Ctrl-C stops; the weights learnt so far are written.
///
/// Example: agon learn td tic-tac-toe --out tic-tac-toe.td
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role that learns [default: all roles, one after the other]
    #[arg(long)]
    role: Option<String>,
    /// Number of matches that each role learns from, including those in the file
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// The opponent in these matches
    #[arg(long, value_parser = one_of(OPPONENTS), default_value = "flux")]
    opponent: TrainingOpponent,
    /// Number of matches of the player `agon` against itself to learn from first
    #[arg(long, value_name = "N", default_value_t = 0)]
    experts: u64,
    /// Number of simulations of `agon` for each move of these matches
    #[arg(long, value_name = "N", default_value_t = 300)]
    simulations: u64,
    /// Time limit of each of two stages: generating features, and selecting them
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    stage_seconds: u64,
    /// Begin with tighter restrictions than those of Günther 2008, and loosen them until this number of features is
    /// selected
    #[arg(long, value_name = "FEATURES", num_args = 0..=1, default_missing_value = "50")]
    loosen: Option<usize>,
    #[command(flatten)]
    beyond: ExtensionOptions,
    /// The file of features and weights, in JSON; it is created if it does not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Opponents by name.
const OPPONENTS: &[Choice<TrainingOpponent>] = &[
    (
        "flux",
        TrainingOpponent::FuzzyGoals,
        "Looks one move ahead for states that are near to its goal",
    ),
    ("random", TrainingOpponent::Random, "Makes random moves"),
    (
        "self",
        TrainingOpponent::Itself,
        "An earlier version of the learner, which is updated whenever the learner wins clearly",
    ),
];

/// Learns weights and writes them to the file.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    interrupt::watch();
    let open = Arc::new(machine_choice::open_compiled(&sheet)?);
    let machine = open.fork();
    let chosen =
        options.role.as_deref().map(|role| find_role(&*machine, Some(role))).transpose()?;
    let (game, mut file) = features(&sheet, open, &options)?;
    for role in machine.role_ids().filter(|&role| chosen.is_none_or(|chosen| chosen == role)) {
        let learnt = train(&game, role, &file, &options)?;
        file.set_role(learnt);
        std::fs::write(&options.out, file.text())
            .with_context(|| options.out.display().to_string())?;
    }
    writeln!(std::io::stdout(), "what was learnt is in {}", options.out.display())?;
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}

/// Returns the features of the file with the weights learnt so far, or new features if there is no file.
fn features(
    sheet: &RuleSheet,
    open: Arc<OpenGame>,
    options: &Options,
) -> anyhow::Result<(FeatureGame, TdFile)> {
    if options.out.exists() {
        let name = options.out.display().to_string();
        let text = read_text(&name).map_err(anyhow::Error::msg)?;
        let file = TdFile::read(&text).with_context(|| name.clone())?;
        let game = FeatureGame::from_file(open, &file).with_context(|| name.clone())?;
        return Ok((game, file));
    }
    let settings = ConstructionSettings {
        seed: options.seed,
        min_features: options.loosen,
        extensions: options.beyond.extensions(),
        ..ConstructionSettings::default()
    };
    let mut clock = StageClock::new(Duration::from_secs(options.stage_seconds));
    let go_on = &mut |stage| clock.go_on(stage);
    let made = Construction::new(open.rules(), open.model()?, &settings, go_on)?;
    let symbols = made.rule_base.symbols.clone();
    let game = FeatureGame::new(open, made);
    let file = TdFile::new(&sheet.name, &game.features, &game.maxima, &symbols);
    Ok((game, file))
}

/// Trains a role, prints its learning curve and returns its weights.
fn train(
    game: &FeatureGame,
    role: Role,
    file: &TdFile,
    options: &Options,
) -> anyhow::Result<RoleWeights> {
    let training = FeatureTraining {
        opponent: options.opponent,
        experts: ExpertMatches { matches: options.experts, simulations: options.simulations },
        matches: options.games,
        seed: options.seed,
    };
    let name = game.machine().roles()[role.0 as usize].clone();
    let (mut out, mut written) = (std::io::stdout().lock(), Ok(()));
    let features = game.features.len();
    writeln!(out, "{name}: {features} features\n{:>10} {:>10}", "matches", "mean goal")?;
    let mut experts = Some(Progress::new(options.experts, "expert matches"));
    let mut progress = None;
    let learnt = training.train(game, role, file, &|| !interrupted(), &mut |done| match done {
        TrainingProgress::Experts(number) => experts.iter_mut().for_each(|it| it.at(number)),
        TrainingProgress::Matches(played) => {
            experts = None;
            progress.get_or_insert_with(|| Progress::new(options.games, "matches")).at(played);
        }
        TrainingProgress::Part { matches, mean } => {
            if written.is_ok() {
                written = writeln!(out, "{matches:>10} {mean:>10.1}");
            }
        }
    })?;
    written?;
    Ok(learnt)
}
