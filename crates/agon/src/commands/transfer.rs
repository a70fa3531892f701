//! `agon transfer`: whether what was learnt in one game helps in another.

use super::lab::Rooms;
use super::learn::{LessonOptions, OpponentName, RuleName, StartsName};
use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use crate::subject::Subject;
use analyze::Difference;
use anyhow::Context;
use lab::{
    Course, Curves, Ended, Entry, Experiment, Facts, Findings, Kind, Opponent, Panel, PerScale,
    Pupil, Scale, Transfer,
};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// See whether what is learnt in one game helps in another
///
/// Says how the games are alike, learns the first, brings the values of its states over to the second, and learns that with them and without. Both
/// are done several times over; the means are printed, and drawn if wanted. The exit code is 1 if the games are not related.
#[derive(clap::Args)]
pub struct Options {
    /// The game to begin with: a rule sheet or the name of a bundled game
    source: String,
    /// The game that is learnt then
    target: String,
    /// The role of the second game that learns; without it, the first
    #[arg(long)]
    role: Option<String>,
    /// How many matches of the first game
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    before: u64,
    /// How many matches of the second
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    matches: u64,
    /// How many times over
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=1000))]
    trials: u64,
    #[command(flatten)]
    lesson: LessonOptions,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw the learning curves
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Grounding may take this long.
const PATIENCE: Duration = Duration::from_secs(60);
/// The mean of so many matches is looked at, or of fewer if there are few.
const WINDOW: u64 = 100;

/// Compares.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheets = [&options.source, &options.target].map(|name| RuleSheet::find(name));
    let [source, target] = sheets;
    let [source, target] = [Subject::new(&source?, PATIENCE)?, Subject::new(&target?, PATIENCE)?];
    let mut out = std::io::stdout().lock();
    let Some(likeness) = target.likeness(&source)? else {
        writeln!(out, "{} and {} are not related", source.name, target.name)?;
        return Ok(Outcome::Found);
    };
    let differences: Vec<String> = likeness.differences.iter().map(Difference::to_string).collect();
    let differences = match differences.is_empty() {
        true => "the same game".to_owned(),
        false => differences.join("; "),
    };
    writeln!(out, "{} and {}: {differences}", target.name, source.name)?;
    let role = find_role(&*target.machine(), options.role.as_deref())?;
    let curves = curves(&options, role.0 as usize);
    let trials = curves.trials("transfer", Scale::Full);
    interrupt::watch();
    let mut courses: Vec<Course> = Vec::new();
    let ended = match Rooms::new(&trials, &|name| RuleSheet::find(name))? {
        None => Ended::Stopped,
        Some(rooms) => {
            let mut progress = Progress::new(trials.len() as u64, "trials");
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            lab::teach(&trials, &rooms, threads, &interrupted, &mut |course| {
                courses.push(course);
                progress.at(courses.len() as u64);
                Ok(())
            })?
        }
    };
    let text: String = courses.iter().map(Entry::line).collect();
    let experiment = Experiment {
        id: "transfer".to_owned(),
        title: format!("From {} to {}", source.name, target.name),
        question: String::new(),
        document: None,
        kind: Kind::Curves(curves),
        notes: String::new(),
    };
    let findings = Findings::read(&experiment.kind, text.as_bytes())?;
    let facts = Facts {
        version: format!("agon {}", env!("CARGO_PKG_VERSION")),
        commit: None,
        name: "transfer".to_owned(),
        figure: String::new(),
    };
    let report = lab::report(&experiment, Scale::Full, &findings, &facts)?;
    // The table and what is said below it; how the experiment was done is what was asked for here.
    let table = report.split("## How it was done").next().unwrap_or_default();
    let table = table.split_once("### ").map_or("", |(_, table)| table);
    let lines = table.lines().skip(1).filter(|line| !line.is_empty());
    lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if let (Some(path), Some(figure)) =
        (&options.svg, lab::figure(&experiment, Scale::Full, &findings)?)
    {
        std::fs::write(path, figure).with_context(|| path.display().to_string())?;
    }
    Ok(match ended {
        Ended::Done => Outcome::Fine,
        Ended::Stopped => Outcome::Found,
    })
}

/// The experiment that is asked for.
fn curves(options: &Options, role: usize) -> Curves {
    let LessonOptions { opponent, starts, rule, exploration } = options.lesson;
    let both = |number| PerScale { small: number, full: number };
    let (before, source) = (options.before, options.source.clone());
    let pupil = |name: &str, title: String, transfer| Pupil {
        name: name.to_owned(),
        title,
        transfer,
        reported: None,
    };
    Curves {
        seed: options.seed,
        trials: both(options.trials),
        settings: String::new(),
        panels: vec![Panel {
            name: "target".to_owned(),
            title: options.target.clone(),
            game: options.target.clone(),
            role,
            rule: match rule {
                RuleName::Sarsa => lab::RuleName::Sarsa,
                RuleName::QLearning => lab::RuleName::QLearning,
            },
            opponent: match opponent {
                OpponentName::Random => Opponent::Random,
                OpponentName::LookAhead1 => Opponent::LookAhead(1),
                OpponentName::LookAhead2 => Opponent::LookAhead(2),
                OpponentName::LookAhead3 => Opponent::LookAhead(3),
            },
            starts: match starts {
                StartsName::Initial => lab::StartsName::Initial,
                StartsName::Random => lab::StartsName::Random,
                StartsName::Shuffled => lab::StartsName::Shuffled,
            },
            exploration,
            matches: both(options.matches),
            window: WINDOW,
            until: None,
            learners: vec![
                pupil("scratch", "from scratch".to_owned(), None),
                pupil(
                    "transfer",
                    format!("after {before} matches of {source}"),
                    Some(Transfer::Values { game: source, matches: before }),
                ),
            ],
        }],
    }
}
