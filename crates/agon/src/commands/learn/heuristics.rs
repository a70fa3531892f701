//! `agon learn heuristics`: which of the heuristics that the rules suggest do well, by playing with each of them.

use crate::Outcome;
use crate::commands::match_::{threads, usual_threads};
use crate::counted::counted;
use crate::interrupt::{self, interrupted};
use crate::knowledge_file;
use crate::machine_choice::open;
use crate::progress::Progress;
use crate::roles::find_role;
use crate::rulesheet::{RuleSheet, UsageError};
use analyze::features;
use engine::prior_knowledge::{NewKnowledge, SavedHeuristic, usual_sampling};
use lab::heuristic_selection::{Candidate, HeuristicSelection, PLAIN_PLAYER, ProvenHeuristic};
use play::matches::{Budget, Conditions, Roles};
use play::statistics::Sample;
use search::{ExtraFeatures, PriorKnowledge, heuristics};
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

/// Find out by matches which heuristics make alpha-beta search stronger
///
/// A heuristic maximises or minimises one number, such as the number of a role's pieces (Kuhlmann 2010). Alpha-beta
/// search with one heuristic (`kuhl:heuristic=NAME`) plays against alpha-beta search without any (`exhaustive`), with
/// the same number of nodes. After each round the better half plays on. Heuristics that score significantly more than
/// `exhaustive` in the last round are written to the file of --knowledge: `kuhl` then always uses them. The same seed
/// gives the same matches. Ctrl-C stops; the results so far are printed and kept.
///
/// Example: agon learn heuristics nothello --knowledge my.knowledge
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role that plays with heuristics [default: the first]
    #[arg(long)]
    role: Option<String>,
    /// Number of matches of each heuristic in the last round; in earlier rounds a fifth of it
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Number of nodes that are visited for each move
    #[arg(long, value_name = "NODES", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Abort matches that are not over after this number of moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_length: u32,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of matches at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// The file of knowledge to which successful heuristics are added; it is created if it does not exist
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
}

/// Plays the matches and prints the table.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let game = open(&sheet)?;
    let mut machine = game.fork();
    let role = find_role(&*machine, options.role.as_deref())?;
    let name = machine.roles()[role.0 as usize].clone();
    // All players are told the same, so that they know the same heuristics.
    let analysis = game.analyst().analyze(&mut *machine, &usual_sampling())?;
    let extras = ExtraFeatures { mobility: true, goal: false };
    let heuristics = heuristics(features(&analysis), role, extras);
    let knowledge =
        PriorKnowledge { analysis: Some(Arc::new(analysis)), ..PriorKnowledge::default() };
    let game = Arc::new(game.with_knowledge(knowledge));
    let roles = Roles::of(&*machine);
    let place = roles.with_player.iter().position(|&seated| seated == role);
    let nobody = || UsageError(format!("`{name}` moves by chance, and needs no heuristic"));
    let budget = Budget::Simulations(options.nodes);
    let selection = HeuristicSelection {
        game: &game,
        roles: &roles,
        seat: place.ok_or_else(nobody)?,
        matches: options.games as usize,
        conditions: Conditions { budget, ponder: false, max_length: options.max_length as usize },
        seed: options.seed,
        threads: options.threads.unwrap_or_else(|| usual_threads(budget)).get(),
    };
    interrupt::watch();
    let mut progress = None;
    let (candidates, baseline) =
        selection.play(heuristics, &|| !interrupted(), &mut |played, all| {
            progress.get_or_insert_with(|| Progress::new(all, "matches")).at(played);
        })?;
    drop(progress);
    let mut out = std::io::stdout().lock();
    let nodes = options.nodes;
    writeln!(
        out,
        "{}: heuristics of {name} against `exhaustive`, {nodes} nodes a move",
        sheet.name
    )?;
    table(&candidates, &baseline, &mut out)?;
    let proven = candidates.iter().filter_map(|candidate| candidate.proven(&baseline));
    let proven: Vec<SavedHeuristic> = proven.map(saved).collect();
    // Who is interrupted has not found out that nothing does well.
    if let Some(file) = options.knowledge.filter(|_| !proven.is_empty() || !interrupted()) {
        let count = proven.len();
        let new = vec![NewKnowledge::Heuristics(name.clone(), proven)];
        let named = (&sheet, &*options.rules);
        let game = knowledge_file::add(&file, named, game.analyst(), &mut *machine, new)?;
        let verb = if count == 1 { "is" } else { "are" };
        let heuristics = counted(count, "heuristic");
        writeln!(out, "{heuristics} of {name} {verb} remembered with {game}")?;
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}

/// Returns a heuristic as files of knowledge have it.
fn saved(proven: ProvenHeuristic) -> SavedHeuristic {
    let ProvenHeuristic { heuristic, mean, baseline, matches } = proven;
    SavedHeuristic { name: heuristic.to_string(), heuristic, score: mean, even: baseline, matches }
}

/// Writes the table of all heuristics, the best first.
fn table(candidates: &[Candidate], baseline: &Sample, out: &mut dyn Write) -> std::io::Result<()> {
    let names = candidates.iter().map(|candidate| candidate.heuristic.to_string());
    let names: Vec<String> = names.collect();
    let width = names.iter().map(String::len).chain([PLAIN_PLAYER.len()]).max().unwrap_or(0);
    writeln!(
        out,
        "{:<width$}  {:>5}  {:>7}  {:>22}",
        "heuristic", "round", "matches", "goal (95 %)"
    )?;
    let mut row = |name: &str, round: &str, goals: &Sample, mark: &str| {
        let goal = goals.goal_text().unwrap_or_else(|| "unknown".to_owned());
        writeln!(out, "{name:<width$}  {round:>5}  {:>7}  {goal:>22}{mark}", goals.count())
    };
    for (name, candidate) in names.iter().zip(candidates) {
        let mark = if candidate.proven(baseline).is_some() { "  better" } else { "" };
        row(name, &candidate.round.to_string(), &candidate.goals, mark)?;
    }
    row(PLAIN_PLAYER, "-", baseline, "")
}
