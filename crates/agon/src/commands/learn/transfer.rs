//! `agon learn transfer`: whether what was learnt in one game helps in another.

use super::values::LessonOptions;
use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::machine_choice::open;
use crate::progress::Progress;
use crate::provenance::provenance;
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use analyze::Difference;
use anyhow::Context;
use engine::OpenGame;
use lab::kinds::learning_curves::{
    self, LearningCurves, Panel, PanelResults, Transfer, panel_text,
};
use lab::value_game::ValueGame;
use lab::{
    Conditions, Ended, Environment, Games, Kind, LineOf, PerScale, Report, Results, Scale, Source,
};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Measure whether the values learnt in one game help to learn another
///
/// Prints how the games are related, learns the values of states in the first, transfers them to the second, and learns
/// the second with and without them. This is repeated in several trials; the mean learning curves are printed, and
/// drawn with --svg. The exit code is 1 if the games are not related.
///
/// Example: agon learn transfer minichess-3x3 minichess --trials 5
#[derive(clap::Args)]
pub struct Options {
    /// The game that is learnt first: a rule sheet or the name of a bundled game
    source: String,
    /// The game to which values are transferred
    target: String,
    /// The role of the second game that learns [default: the first]
    #[arg(long)]
    role: Option<String>,
    /// Number of matches of the first game
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    before: u64,
    /// Number of matches of the second game
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    games: u64,
    /// Number of trials with different seeds, over which the curves are averaged
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=1000))]
    trials: u64,
    #[command(flatten)]
    lesson: LessonOptions,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file (SVG) to which the learning curves are drawn
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Largest number of matches over which the learning curve is averaged.
const WINDOW: u64 = 100;

/// Learns both games and prints the comparison.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let [source, target] = [Named::open(&options.source)?, Named::open(&options.target)?];
    let mut out = std::io::stdout().lock();
    let Some(likeness) = target.game().likeness(&source.game())? else {
        writeln!(out, "{} and {} are not related", source.sheet.name, target.sheet.name)?;
        return Ok(Outcome::Found);
    };
    let differences: Vec<String> = likeness.differences.iter().map(Difference::to_string).collect();
    let differences =
        if differences.is_empty() { "the same game".to_owned() } else { differences.join("; ") };
    writeln!(out, "{} and {}: {differences}", target.sheet.name, source.sheet.name)?;
    let role = find_role(&*target.open.fork(), options.role.as_deref())?;
    let curves = curves(&options, role.0 as usize);
    interrupt::watch();
    let (ended, lines) = trials(&curves, source, target)?;
    let results = Results::of_lines(&curves, Scale::Full, &lines);
    for panel in PanelResults::all(&curves, &results) {
        let text = panel_text(&panel).into_iter().skip(1).collect::<Vec<_>>().join("\n");
        writeln!(out, "{text}")?;
    }
    if let (Some(path), Some(figure)) = (&options.svg, curves.figure(&results)) {
        std::fs::write(path, figure).with_context(|| path.display().to_string())?;
    }
    Ok(match ended {
        Ended::Done => Outcome::Fine,
        Ended::Stopped => Outcome::Found,
    })
}

/// A game with its name on the command line.
struct Named {
    name: String,
    sheet: RuleSheet,
    open: Arc<OpenGame>,
}

impl Named {
    fn open(name: &str) -> anyhow::Result<Named> {
        let sheet = RuleSheet::find(name)?;
        let open = Arc::new(open(&sheet)?);
        Ok(Named { name: name.to_owned(), sheet, open })
    }

    fn game(&self) -> ValueGame {
        ValueGame::new(self.sheet.name.clone(), Arc::clone(&self.open))
    }
}

/// Makes all trials, and returns the way in which that ended.
fn trials(
    curves: &LearningCurves,
    source: Named,
    target: Named,
) -> anyhow::Result<(Ended, Vec<LineOf<LearningCurves>>)> {
    let mut games = Games::new(interrupted);
    for Named { name, sheet, open } in [source, target] {
        games = games.with_open(name, sheet.bytes, open);
    }
    let begun = Instant::now();
    let environment = Environment { games, clock: &|| begun.elapsed(), go_on: &|| !interrupted() };
    let jobs = curves.jobs(Scale::Full);
    let conditions = Conditions {
        source: &Source::default(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        provenance: &provenance(),
        environment: &environment,
    };
    let mut lines = Vec::new();
    let mut progress = Progress::new(jobs.len() as u64, LearningCurves::UNIT.many);
    let ended = lab::run::<LearningCurves>(&jobs, &conditions, &mut |line| {
        lines.push(line);
        progress.at(lines.len() as u64);
        Ok(())
    })?;
    Ok((ended, lines))
}

/// Returns the experiment that the command line describes.
fn curves(options: &Options, role: usize) -> LearningCurves {
    let LessonOptions { opponent, starts, rule, exploration } = options.lesson;
    let both = |number| PerScale { small: number, full: number };
    let (before, source) = (options.before, options.source.clone());
    let learner = |name: &str, title: String, transfer| learning_curves::Learner {
        name: name.to_owned(),
        title,
        transfer,
        reported: None,
    };
    LearningCurves {
        seed: options.seed,
        trials: both(options.trials),
        settings: String::new(),
        panels: vec![Panel {
            name: "target".to_owned(),
            title: options.target.clone(),
            game: options.target.clone(),
            role,
            rule,
            opponent,
            starts,
            exploration,
            matches: both(options.games),
            window: WINDOW,
            until: None,
            learners: vec![
                learner("scratch", "from scratch".to_owned(), None),
                learner(
                    "transfer",
                    format!("after {before} matches of {source}"),
                    Some(Transfer::Values { game: source, matches: before }),
                ),
            ],
        }],
    }
}
