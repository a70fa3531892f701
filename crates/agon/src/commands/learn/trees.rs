//! `agon learn trees`: features of single facts, which of them matter, and what they count for.

use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::machine_choice::open;
use crate::progress::Progress;
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use game::Role;
use lab::MeansByPart;
use lab::feature_tree::{TreeGame, TreeSample};
use learn::trees::{ChosenFeature, SelectionTrials, select_features};
use play::statistics::probability_of_any;
use std::io::Write;
use std::sync::Arc;

/// Find out by matches which features of single facts matter (feature trees)
///
/// A feature tree sorts the facts of a state by conditions on their arguments, and counts the facts at each node (#) or
/// gives the position of an argument in an order (O). `F:cell T[2]:white #` counts the facts of the function `cell`
/// whose argument 2, counted from 0, is `white`; C and E are corners and edges of the board whose marker is this
/// argument, and ~ negates a condition. The tree has all features that occur in random games, except those that never
/// change.
///
/// Each feature gets a positive and a negative weight in turn, in matches in which all other weights are drawn at
/// random; the one that makes the largest difference is chosen, as long as the probability p of such a difference by
/// chance is below 5 %. As many features are tried, the probability that the best of all is so good by chance is shown,
/// too. Ctrl-C stops; the results so far are printed.
///
/// Example: agon learn trees minichess
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game, of two roles that take turns
    rules: String,
    /// The role whose features are tried [default: the first]
    #[arg(long)]
    role: Option<String>,
    /// Number of states of random games to sample
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    states: u32,
    /// Number of times that the weights of all other features are drawn, with two matches for each feature
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    draws: u32,
    /// Give all other features the weight 0 instead of random weights: each is tried alone
    #[arg(long)]
    alone: bool,
    /// Number of choices that both sides look ahead in these matches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Largest number of features to choose or to show
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    most: u32,
    /// Choose no features, but learn weights of all of them by Sarsa, in this number of matches against random play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["draws", "alone", "depth"])]
    learn_games: Option<u64>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Builds a tree, and chooses its features or learns their weights.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let game = Arc::new(open(&sheet)?);
    let sample = TreeSample { states: options.states as usize, seed: options.seed };
    let tree = TreeGame::new(game, sample).with_context(|| sheet.name.clone())?;
    let machine = tree.machine();
    let role = find_role(&*machine, options.role.as_deref())?;
    interrupt::watch();
    let (nodes, features, left_out) = (tree.reader.nodes(), tree.reader.len(), tree.left_out());
    let share = 100.0 * left_out as f64 / features.max(1) as f64;
    writeln!(
        std::io::stdout(),
        "{}: {features} features at {nodes} nodes; {left_out} of them ({share:.0} %) never change in {} states of random games",
        sheet.name,
        options.states
    )?;
    match options.learn_games {
        None => choose(&tree, role, &options)?,
        Some(matches) => learn(&tree, role, matches, &options)?,
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}

/// Chooses features that matter to a role and prints them.
fn choose(tree: &TreeGame, role: Role, options: &Options) -> anyhow::Result<()> {
    let mut machine = tree.machine();
    let name = machine.roles()[role.0 as usize].clone();
    let Options { draws, alone, depth, most, seed, .. } = *options;
    let trials = SelectionTrials {
        draws,
        alone,
        depth,
        max_features: most as usize,
        ..SelectionTrials::default()
    };
    let used = tree.reader.used().len();
    let rounds = used.min(trials.max_features) as u64;
    let mut progress = Progress::new(2 * u64::from(draws) * used as u64 * rounds, "matches");
    let mut played = 0;
    let (chosen, next) =
        select_features(&mut *machine, &tree.reader, role, &trials, seed, &mut || {
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
    let line = |(place, it): (usize, &ChosenFeature)| {
        let (name, all) =
            (tree.reader.name(it.feature), probability_of_any(it.p_value, used - place));
        format!("{:>7.2} {:>8.4} {all:>12.4}  {name}", it.weight, it.p_value)
    };
    if !chosen.is_empty() || next.is_some() {
        let of_all = format!("best of {used}");
        writeln!(out, "{:>7} {:>8} {of_all:>12}", "weight", "p")?;
    }
    for text in chosen.iter().enumerate().map(line) {
        writeln!(out, "{text}")?;
    }
    if let Some(next) = next {
        // With a p of 1 no match came out otherwise for any remaining feature, and this is the first of them.
        let said = if next.p_value < 1.0 {
            "not chosen"
        } else {
            "not chosen: none of the remaining features makes a difference"
        };
        writeln!(out, "{}  ({said})", line((chosen.len(), &next)))?;
    }
    Ok(())
}

/// Learns weights of all features and prints the largest.
fn learn(tree: &TreeGame, role: Role, matches: u64, options: &Options) -> anyhow::Result<()> {
    let name = tree.machine().roles()[role.0 as usize].clone();
    let mut out = std::io::stdout().lock();
    let mut curve = MeansByPart::new(matches);
    let by_chance =
        tree.mean_of_random_play(role, curve.part(), options.seed, &|| !interrupted())?;
    writeln!(out, "{name} by chance: {by_chance:.1}\n{:>10} {:>10}", "matches", "mean goal")?;
    let mut progress = Progress::new(matches, "matches");
    let mut written = Ok(());
    let learner = tree.learn(role, options.seed, &mut |goal| {
        if let Some(mean) = curve.add(goal) {
            written = writeln!(out, "{:>10} {mean:>10.1}", curve.played());
        }
        progress.at(curve.played());
        curve.goes_on() && written.is_ok() && !interrupted()
    })?;
    written?;
    drop(progress);
    writeln!(out, "{:>7}", "weight")?;
    for (feature, weight) in learner.by_weight().into_iter().take(options.most as usize) {
        writeln!(out, "{weight:>7.2}  {}", tree.reader.name(feature))?;
    }
    Ok(())
}
