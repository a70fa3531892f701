//! `agon learn features`: generates features from the rules, selects some of them, and shows their abstraction graph.

use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::machine_choice;
use crate::progress::Progress;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use lab::feature_checks::{ComparedStates, compare_with_reference, microseconds_per_state};
use learn::features::{
    Construction, ConstructionSettings, ConstructionStage, Extensions, FeatureCounter, FeatureText,
    Transformation, dot, svg,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Build features from the rules of a game, and select those that tell states apart
///
/// A feature is a formula whose solutions are counted, such as the number of rows with two crosses and an empty cell.
/// Starting from the conditions of goals and of the end of the game, formulas are split, generalised and regressed
/// through the rules; those that hold in nearly all states or in nearly none are dropped, the most abstract of the
/// others come first (Günther 2008). Each is printed with the share of states in which it holds and its largest count.
/// Ctrl-C ends the search and prints the features found so far.
///
/// Example: agon learn features tic-tac-toe --svg features.svg
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Time limit of each of two stages: generating features, and selecting them; more time only adds features
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    stage_seconds: u64,
    /// Begin with tighter restrictions than those of Günther 2008, and loosen them until this number of features is
    /// selected
    #[arg(long, value_name = "FEATURES", num_args = 0..=1, default_missing_value = "50")]
    loosen: Option<usize>,
    #[command(flatten)]
    beyond: ExtensionOptions,
    /// Print all features that were generated, each with the operation that made it
    #[arg(long)]
    all: bool,
    /// Write the abstraction graph in the language of Graphviz; `-` is standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write the abstraction graph as a picture (SVG); `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Compare the selected features with the reference machine in this number of states
    #[arg(long, value_name = "STATES")]
    verify: Option<usize>,
    /// The seed of the random games from which states are sampled
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Extensions of the feature generator beyond the document, as an option of a command.
#[derive(clap::Args, Clone, Debug)]
pub struct ExtensionOptions {
    /// Use extensions that go beyond Günther 2008: all of them, or those that are named
    #[arg(
        long,
        value_name = "EXTENSIONS",
        value_delimiter = ',',
        num_args = 0..=1,
        default_missing_value = "all",
        value_parser = PossibleValuesParser::new(["all"].into_iter().chain(Extensions::NAMES)),
    )]
    extend: Vec<String>,
}

impl ExtensionOptions {
    /// Returns the extensions that the command line asks for.
    pub fn extensions(&self) -> Extensions {
        let with = |all: Extensions, name: &String| all.with(name).unwrap_or(Extensions::ALL);
        self.extend.iter().fold(Extensions::default(), with)
    }
}

/// Builds features and prints the selected ones.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = machine_choice::playable(&sheet)?;
    let extensions = options.beyond.extensions();
    let (seed, enough) = (options.seed, options.loosen);
    let settings = ConstructionSettings {
        seed,
        min_features: enough,
        extensions,
        ..ConstructionSettings::default()
    };
    interrupt::watch();
    let mut clock = StageClock::new(Duration::from_secs(options.stage_seconds));
    let model = machine_choice::model(&rules).with_context(|| sheet.name.clone())?;
    let made = Construction::new(&rules, &model, &settings, &mut |stage| clock.go_on(stage))
        .with_context(|| sheet.name.clone())?;
    let times = clock.stop();
    let mut evaluator = made.evaluator()?;
    for (path, draw) in [(&options.dot, dot as fn(&_) -> String), (&options.svg, svg)] {
        if let Some(path) = path {
            write(path, &draw(&made))?;
        }
    }
    let is_drawn =
        [&options.dot, &options.svg].iter().any(|it| it.as_deref() == Some("-".as_ref()));
    if !is_drawn {
        print(&made, &mut evaluator, times, options.all)?;
    }
    if let Some(states) = options.verify {
        let mut progress = Progress::new(states as u64, "states");
        let states = ComparedStates { count: states, seed: !options.seed };
        let mut go_on = |state| {
            progress.at(state as u64);
            !interrupted()
        };
        let states = compare_with_reference(&sheet.bytes, &made, evaluator, states, &mut go_on)?;
        drop(progress);
        let features = made.selection.all.len();
        writeln!(
            std::io::stdout(),
            "{features} features agree with the reference machine in {states} states"
        )?;
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        std::io::stdout().lock().write_all(text.as_bytes())?;
    } else {
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Limits and measures the time of generating and selecting features.
pub struct StageClock {
    patience: Duration,
    begun: Instant,
    selecting: Option<Instant>,
    progress: Progress,
}

impl StageClock {
    /// Starts the clock of the first stage. Each of the two stages has this time.
    pub fn new(patience: Duration) -> StageClock {
        let progress = Progress::counting("features");
        StageClock { patience, begun: Instant::now(), selecting: None, progress }
    }

    /// Returns whether the construction of features may go on.
    pub fn go_on(&mut self, stage: ConstructionStage) -> bool {
        match stage {
            ConstructionStage::Generating(count) => {
                self.progress.at(count as u64);
                self.begun.elapsed() < self.patience && !interrupted()
            }
            ConstructionStage::Selecting(count) => {
                let begun = *self.selecting.get_or_insert_with(Instant::now);
                self.progress.at(count as u64);
                begun.elapsed() < self.patience && !interrupted()
            }
        }
    }

    /// Returns the time that generating took, and that of selecting.
    fn stop(self) -> (Duration, Duration) {
        let selecting = self.selecting.unwrap_or_else(Instant::now);
        (selecting - self.begun, selecting.elapsed())
    }
}

fn print(
    made: &Construction,
    evaluator: &mut FeatureCounter,
    (generating, selecting): (Duration, Duration),
    all: bool,
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let symbols = &made.rule_base.symbols;
    if all {
        for generated in &made.features.all {
            let shown = FeatureText { feature: &generated.feature, symbols };
            writeln!(out, "{:<25} {shown}", generated.by.name())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{:>5} {:>6} {:>4}", "level", "holds", "most")?;
    for selected in &made.selection.all {
        let feature = &made.features.all[selected.number as usize].feature;
        let (level, percent) = (selected.level + 1, 100.0 * selected.ratio);
        let shown = FeatureText { feature, symbols };
        writeln!(out, "{level:>5} {percent:>4.0} % {:>4} {shown}", selected.max_count)?;
    }
    let features = &made.features;
    writeln!(
        out,
        "\n{} features made, {} of them different",
        features.produced(),
        features.all.len()
    )?;
    for (by, count) in &features.produced {
        if *by != Transformation::Start {
            writeln!(out, "  {count:>8} {}", by.name())?;
        }
    }
    if !features.is_complete {
        writeln!(out, "there are more: generating them was stopped")?;
    }
    let (tried, selected) = (made.selection.tried, made.selection.all.len());
    writeln!(out, "{selected} selected of {tried} that were looked at in {} states", made.states)?;
    let (generating, selecting) = (generating.as_secs_f64(), selecting.as_secs_f64());
    let begun = Instant::now();
    let (clock, go_on) = (|| begun.elapsed(), || !interrupted());
    let time = microseconds_per_state(made, evaluator, &clock, &go_on)?;
    let conditions = evaluator.conditions();
    writeln!(
        out,
        "generated in {generating:.2} s, selected in {selecting:.2} s, evaluated in {time:.2} µs for each state of random games ({conditions} conditions)"
    )?;
    Ok(())
}
