//! `agon features`: features built from the rules, which of them are worth having, and how they hang together.

use crate::Outcome;
use crate::engine;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::rulesheet::RuleSheet;
use crate::workshop;
use anyhow::Context;
use learn::features::{Construction, Evaluator, Settings, Shown, Stage, Transformation, dot, svg};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Build features from the rules of a game
///
/// A feature is a formula whose bindings are counted: how many rows have two crosses and an empty cell. Beginning with the conditions of goals and of
/// the end, formulas are taken apart, generalised and led back by the rules of the game; those that hold neither nearly always nor nearly never are
/// selected, the most abstract first. Prints those, each with the share of states in which it holds and the greatest number that was seen. Ctrl-C ends
/// the search; what was found is shown.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// How long features may be generated, and how long they may be selected; with more time, the same ones are found and more
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
    /// Begin with tighter restrictions than the document's, and loosen them until so many features are selected
    #[arg(long, value_name = "FEATURES", num_args = 0..=1, default_missing_value = "50")]
    loosen: Option<usize>,
    #[command(flatten)]
    beyond: workshop::Beyond,
    /// Print all features that were generated, each with what made it
    #[arg(long)]
    all: bool,
    /// Write the abstraction graph in the language of Graphviz; `-` is standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write it as a picture (SVG); `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Evaluate the selected features in so many states by the reference machine too, and compare
    #[arg(long, value_name = "STATES")]
    verify: Option<usize>,
    /// The seed of the random games in which states are seen
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Builds and shows them.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = engine::playable(&sheet)?;
    let extensions = options.beyond.extensions();
    let (seed, enough) = (options.seed, options.loosen);
    let settings = Settings { seed, enough, extensions, ..Settings::default() };
    interrupt::watch();
    let mut clock = Clock::new(Duration::from_secs(options.seconds));
    let made = engine::within_limits(|limits| {
        Construction::new(&rules, &settings, limits, &mut |stage| clock.go_on(stage))
    })
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
        let at = &mut |state| progress.at(state as u64);
        let states = workshop::verify(&sheet, &made, evaluator, (states, !options.seed), at)?;
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
    match path.as_os_str() == "-" {
        true => std::io::stdout().lock().write_all(text.as_bytes())?,
        false => std::fs::write(path, text).with_context(|| path.display().to_string())?,
    }
    Ok(())
}

/// Says when it is time to stop, and how long everything took.
struct Clock {
    patience: Duration,
    begun: Instant,
    selecting: Option<Instant>,
    progress: Progress,
}

impl Clock {
    fn new(patience: Duration) -> Clock {
        let progress = Progress::counting("features");
        Clock { patience, begun: Instant::now(), selecting: None, progress }
    }

    fn go_on(&mut self, stage: Stage) -> bool {
        match stage {
            Stage::Generating(count) => {
                self.progress.at(count as u64);
                self.begun.elapsed() < self.patience && !interrupted()
            }
            Stage::Selecting(count) => {
                let begun = *self.selecting.get_or_insert_with(Instant::now);
                self.progress.at(count as u64);
                begun.elapsed() < self.patience && !interrupted()
            }
        }
    }

    /// How long generating took, and selecting.
    fn stop(self) -> (Duration, Duration) {
        let selecting = self.selecting.unwrap_or_else(Instant::now);
        (selecting - self.begun, selecting.elapsed())
    }
}

fn print(
    made: &Construction,
    evaluator: &mut Evaluator,
    (generating, selecting): (Duration, Duration),
    all: bool,
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let symbols = &made.theory.symbols;
    if all {
        for generated in &made.features.all {
            let shown = Shown { feature: &generated.feature, symbols };
            writeln!(out, "{:<25} {shown}", generated.by.name())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{:>5} {:>6} {:>4}", "level", "holds", "most")?;
    for selected in &made.selection.all {
        let feature = &made.features.all[selected.number as usize].feature;
        let (level, percent) = (selected.level + 1, 100.0 * selected.ratio);
        let shown = Shown { feature, symbols };
        writeln!(out, "{level:>5} {percent:>4.0} % {:>4} {shown}", selected.greatest)?;
    }
    let features = &made.features;
    writeln!(out, "\n{} features made, {} of them different", features.made(), features.all.len())?;
    for (by, count) in &features.made {
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
    let (time, conditions) = (workshop::pace(made, evaluator)?, evaluator.conditions());
    writeln!(
        out,
        "generated in {generating:.2} s, selected in {selecting:.2} s, evaluated in {time:.2} µs for each state of random games ({conditions} conditions)"
    )?;
    Ok(())
}
