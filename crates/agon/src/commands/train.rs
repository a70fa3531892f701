//! `agon train`: learns what features of a game are worth, by playing it.

use crate::Outcome;
use crate::coaching::{Experts, Ground};
use crate::engine;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError};
use crate::seats::read_text;
use crate::workshop::Beyond;
use anyhow::Context;
use game::{Machine, Role};
use gdl::Rules;
use learn::features::{Construction, Settings, Stage, Theory, World};
use learn::td::{self, File, Greedy, Learner, Learnt, Mirror, Model, Rival, Uniform};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Learn what features of a game are worth, by playing it
///
/// Features are built from the rules (see `agon features`), and their weights learnt by TD(λ), for each role by itself. If the file exists, learning
/// goes on with its features and from its weights. Ctrl-C stops; what was learnt until then is written.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// How to learn
    #[arg(long, value_enum, default_value = "td")]
    learner: LearnerName,
    /// Only this role; without it, all of them
    #[arg(long)]
    role: Option<String>,
    /// How many matches each role learns from, those included that the file tells of
    #[arg(long, value_name = "N", default_value_t = 2000)]
    matches: u64,
    /// Whom against
    #[arg(long, value_enum, default_value = "flux")]
    opponent: OpponentName,
    /// Learn first from so many matches of our strongest player against itself
    #[arg(long, value_name = "N", default_value_t = 0)]
    experts: u64,
    /// How many simulations it makes for a move
    #[arg(long, value_name = "N", default_value_t = 300)]
    simulations: u64,
    /// How long features may be generated, and how long they may be selected
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
    /// Begin with tighter restrictions than the document's, and loosen them until so many features are selected
    #[arg(long, value_name = "FEATURES", num_args = 0..=1, default_missing_value = "50")]
    loosen: Option<usize>,
    #[command(flatten)]
    beyond: Beyond,
    /// The file of what is learnt, in JSON; it is made if it does not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LearnerName {
    /// TD(λ) with a linear function of features that is squashed
    Td,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum OpponentName {
    /// Those who look one move ahead for states that are near to their goals
    Flux,
    /// Those who move at random
    Random,
    /// What the learner was some time ago: whenever it wins clearly, it plays against what it is now
    #[value(name = "self")]
    Itself,
}

/// So many matches are one point of the curve.
const PART: u64 = 100;
/// Against itself: with so much in the mean of a part it goes on against what it is now.
const CLEARLY: f64 = 60.0;

/// Learns.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let LearnerName::Td = options.learner;
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = engine::playable(&sheet)?;
    interrupt::watch();
    let course = Course::new(&sheet, rules, &options)?;
    let names = course.ground.machine.roles().to_vec();
    let wanted =
        |name: &&String| options.role.as_ref().is_none_or(|it| it.eq_ignore_ascii_case(name));
    let roles: Vec<&String> = names.iter().filter(wanted).collect();
    if roles.is_empty() {
        let unknown = format!("there is no such role; there are `{}`", names.join("`, `"));
        return Err(UsageError(unknown).into());
    }
    let mut file = course.file.clone();
    for name in roles {
        let role = Role(names.iter().position(|other| other == name).unwrap_or(0) as u32);
        let learnt = course.train(role, name, &options)?;
        file.learn(learnt);
        std::fs::write(&options.out, file.text())
            .with_context(|| options.out.display().to_string())?;
    }
    writeln!(std::io::stdout(), "what was learnt is in {}", options.out.display())?;
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}

/// A game to be learnt, and what was learnt before.
struct Course {
    ground: Ground,
    file: File,
}

impl Course {
    fn new(sheet: &RuleSheet, rules: Rules, options: &Options) -> anyhow::Result<Course> {
        if options.out.exists() {
            let name = options.out.display().to_string();
            let text = read_text(&name).map_err(anyhow::Error::msg)?;
            let file = File::read(&text).with_context(|| name.clone())?;
            let mut theory = Theory::new(&rules);
            let (world, machine) = engine::within_limits(|limits| {
                World::new(&rules, &mut theory, limits).map_err(|stop| limits.reason(stop))
            })?;
            let features = file.features(&theory.symbols).with_context(|| name.clone())?;
            let (machine, maxima) = (Arc::new(machine), file.maxima());
            return Ok(Course { ground: Ground { rules, world, machine, features, maxima }, file });
        }
        let (seed, enough) = (options.seed, options.loosen);
        let extensions = options.beyond.extensions();
        let settings = Settings { seed, enough, extensions, ..Settings::default() };
        let (begun, patience) = (Instant::now(), Duration::from_secs(options.seconds));
        let mut selecting = None;
        let mut progress = Progress::counting("features");
        let made = engine::within_limits(|limits| {
            Construction::new(&rules, &settings, limits, &mut |stage| {
                let (Stage::Generating(count) | Stage::Selecting(count)) = stage;
                progress.at(count as u64);
                let begun = match stage {
                    Stage::Generating(_) => begun,
                    Stage::Selecting(_) => *selecting.get_or_insert_with(Instant::now),
                };
                begun.elapsed() < patience && !interrupted()
            })
        })?;
        drop(progress);
        let symbols = made.theory.symbols.clone();
        let ground = Ground::new(rules, made);
        let file = File::new(&sheet.name, &ground.features, &ground.maxima, &symbols);
        Ok(Course { ground, file })
    }

    /// Lets a role learn.
    fn train(&self, role: Role, name: &str, options: &Options) -> anyhow::Result<Learnt> {
        let before = self.file.role(name).cloned();
        let (mut played, mut curve) = before.map_or((0, Vec::new()), |it| (it.matches, it.curve));
        // What comes now is not what came before, and not what another role meets.
        let mut random = game::random(options.seed ^ played << 16 ^ u64::from(role.0) << 56);
        let fresh = || Model::new(self.file.maxima(), &mut game::random(options.seed));
        let model = self.file.model(name).unwrap_or_else(fresh);
        let mut learner = self.ground.learner(model, role)?;
        // Strong players are for the beginning.
        if played == 0 && options.experts > 0 {
            let mut progress = Progress::new(options.experts, "expert matches");
            let (matches, simulations) = (options.experts, options.simulations);
            let experts = Experts { matches, simulations };
            let at = &mut |number| progress.at(number);
            self.ground.bootstrap(&mut learner, experts, options.seed, at)?;
        }
        let mut rivals = self.rivals(&learner, options.opponent)?;
        let mut machine = self.ground.machine.fork();
        let mut progress = Progress::new(options.matches, "matches");
        let mut out = std::io::stdout().lock();
        let features = self.ground.features.len();
        writeln!(out, "{name}: {features} features\n{:>10} {:>10}", "matches", "mean goal")?;
        let (mut sum, mut count) = (0, 0);
        while played < options.matches && !interrupted() {
            let goals = td::play(&mut *machine, &mut learner, &mut rivals, &mut random)?;
            sum += u64::from(goals[role.0 as usize]);
            (played, count) = (played + 1, count + 1);
            progress.at(played);
            if count == PART {
                let mean = sum as f64 / count as f64;
                writeln!(out, "{played:>10} {mean:>10.1}")?;
                curve.push(mean);
                (sum, count) = (0, 0);
                if options.opponent == OpponentName::Itself && mean > CLEARLY {
                    rivals = self.rivals(&learner, options.opponent)?;
                }
            }
        }
        let weights = learner.model.weights;
        Ok(Learnt { role: name.to_owned(), matches: played, curve, weights })
    }

    /// Whom a learner plays against, one for each role.
    fn rivals(
        &self,
        learner: &Learner,
        opponent: OpponentName,
    ) -> anyhow::Result<Vec<Box<dyn Rival>>> {
        let rival = |role: Role| -> Box<dyn Rival> {
            match opponent {
                OpponentName::Itself if role != learner.role => {
                    Box::new(Greedy(Mirror(learner.clone())))
                }
                _ => Box::new(Uniform),
            }
        };
        match opponent {
            OpponentName::Flux => self.ground.near(),
            OpponentName::Random | OpponentName::Itself => {
                Ok((0..self.ground.machine.roles().len() as u32).map(Role).map(rival).collect())
            }
        }
    }
}
