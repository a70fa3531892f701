//! `agon trees`: features of single facts, which of them matter, and what they count for.

use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::nursery::{Curve, Nursery};
use crate::progress::Progress;
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use game::Role;
use learn::trees::{Chosen, Trials, select};
use play::statistics::probability_of_any;
use std::io::Write;
use std::time::Duration;

/// Find out which features of single facts matter, by playing with them (feature trees)
///
/// A tree sorts the facts of a state by conditions on their parts and counts what comes to each node (#), or tells how far along its order an argument
/// is (O). `F:cell T[2]:white #` counts the facts of the function `cell` whose argument 2, from 0, is `white`; C and E are corners and edges of the
/// board whose marker is this argument, and ~ says that it is not so. The tree has all features that the facts of random games allow, but for those
/// that never change. Each is wanted and unwanted in turn, in matches in which all others are wanted or not by chance; the one that makes the greatest
/// difference is chosen, as long as chance makes such a difference with a probability below 5 % (p). Many features are tried, so the best of them
/// often seems to matter: with how much probability chance makes one of all so good is shown beside it. Ctrl-C stops; what was found until then is shown.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game, of two roles that take turns
    rules: String,
    /// The role that features matter to; without it, the first
    #[arg(long)]
    role: Option<String>,
    /// How many states of random games to look at
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    states: u32,
    /// How often the weights of all other features are drawn, with two matches for each feature
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    draws: u32,
    /// Give all other features no weight, in the place of weights that are drawn: what each does is seen by itself
    #[arg(long)]
    alone: bool,
    /// How many choices ahead both sides look in these matches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Choose no more features than this, or show no more
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    most: u32,
    /// Choose none, but learn weights of all features by Sarsa, in so many matches against random play
    #[arg(long, value_name = "MATCHES", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["draws", "alone", "depth"])]
    learn: Option<u64>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Grounding may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Grows a tree, and finds out what matters or what is learnt.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let nursery = Nursery::new(&sheet, (options.states as usize, options.seed), PATIENCE)?;
    let machine = nursery.machine()?;
    let role = find_role(&*machine, options.role.as_deref())?;
    interrupt::watch();
    let (nodes, features, left_out) =
        (nursery.reader.nodes(), nursery.reader.len(), nursery.left_out());
    let share = 100.0 * left_out as f64 / features.max(1) as f64;
    writeln!(
        std::io::stdout(),
        "{}: {features} features at {nodes} nodes; {left_out} of them ({share:.0} %) never change in {} states of random games",
        sheet.name,
        options.states
    )?;
    match options.learn {
        None => choose(&nursery, role, &options)?,
        Some(matches) => learn(&nursery, role, matches, &options)?,
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}

/// Chooses features that matter to a role, and prints them.
fn choose(nursery: &Nursery, role: Role, options: &Options) -> anyhow::Result<()> {
    let mut machine = nursery.machine()?;
    let name = machine.roles()[role.0 as usize].clone();
    let Options { draws, alone, depth, most, seed, .. } = *options;
    let trials = Trials { draws, alone, depth, most: most as usize, ..Trials::default() };
    let used = nursery.reader.used().len();
    let rounds = used.min(trials.most) as u64;
    let mut progress = Progress::new(2 * u64::from(draws) * used as u64 * rounds, "matches");
    let mut played = 0;
    let (chosen, next) = select(&mut *machine, &nursery.reader, role, &trials, seed, &mut || {
        progress.at(played);
        played += 1;
        !interrupted()
    })?;
    drop(progress);
    let mut out = std::io::stdout().lock();
    match chosen.len() {
        0 if interrupted() => {
            writeln!(out, "stopped before a feature was found that matters to {name}")?;
        }
        0 => writeln!(out, "no feature that matters to {name} was found")?,
        1 => writeln!(out, "a feature matters to {name}")?,
        count => writeln!(out, "{count} features matter to {name}")?,
    }
    let line = |(place, it): (usize, &Chosen)| {
        let (name, all) = (nursery.reader.name(it.feature), probability_of_any(it.p, used - place));
        format!("{:>7.2} {:>8.4} {all:>12.4}  {name}", it.weight, it.p)
    };
    if !chosen.is_empty() || next.is_some() {
        let of_all = format!("best of {used}");
        writeln!(out, "{:>7} {:>8} {of_all:>12}", "weight", "p")?;
    }
    for text in chosen.iter().enumerate().map(line) {
        writeln!(out, "{text}")?;
    }
    if let Some(next) = next {
        // Where no match came out otherwise, the first of all is as good as any.
        let said = if next.p < 1.0 { "not chosen" } else { "as little as all others" };
        writeln!(out, "{}  ({said})", line((chosen.len(), &next)))?;
    }
    Ok(())
}

/// Learns weights of all features, and prints the greatest.
fn learn(nursery: &Nursery, role: Role, matches: u64, options: &Options) -> anyhow::Result<()> {
    let name = nursery.machine()?.roles()[role.0 as usize].clone();
    let mut out = std::io::stdout().lock();
    let mut curve = Curve::new(matches);
    let by_chance = nursery.by_chance(role, curve.part(), options.seed)?;
    writeln!(out, "{name} by chance: {by_chance:.1}\n{:>10} {:>10}", "matches", "mean goal")?;
    let mut progress = Progress::new(matches, "matches");
    let mut written = Ok(());
    let learner = nursery.learn(role, options.seed, &mut |goal| {
        if let Some(mean) = curve.add(goal) {
            written = writeln!(out, "{:>10} {mean:>10.1}", curve.played());
        }
        progress.at(curve.played());
        curve.goes_on() && written.is_ok() && !interrupted()
    })?;
    written?;
    drop(progress);
    writeln!(out, "{:>7}", "weight")?;
    for (feature, weight) in learner.greatest().into_iter().take(options.most as usize) {
        writeln!(out, "{weight:>7.2}  {}", nursery.reader.name(feature))?;
    }
    Ok(())
}
