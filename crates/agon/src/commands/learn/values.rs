//! `agon learn values`: learns values of the states of a game by playing it.

use crate::Outcome;
use crate::arguments::{Choice, one_of};
use crate::interrupt::{self, interrupted};
use crate::knowledge_file;
use crate::machine_choice::open;
use crate::progress::Progress;
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use engine::prior_knowledge::{NewKnowledge, find_knowledge, usual_sampling};
use knowledge::KnowledgeKind;
use lab::value_game::{LearningMatches, Opponent, StartState, ValueGame};
use learn::values::{CachedPrior, SavedValues, UpdateRule, ValueLearner, ValueSettings};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Learn the values of the states of a small game, by playing it
///
/// A table of afterstates (states as a move leaves them) is learnt by Sarsa or Q-learning, in games in which one role
/// chooses at a time. With a file of knowledge, the learner begins with the values in it, of the game or of a variant,
/// and adds the new ones; the players `sarsa` and `uct-values` use them. Ctrl-C stops; the values learnt so far are
/// kept.
///
/// Example: agon learn values minichess --knowledge my.knowledge
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role that learns [default: the first]
    #[arg(long)]
    role: Option<String>,
    /// Number of matches to learn from
    #[arg(long, value_name = "N", default_value_t = 5000)]
    games: u64,
    #[command(flatten)]
    lesson: LessonOptions,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of knowledge; it is created if it does not exist
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
}

/// Options of learning values.
#[derive(clap::Args)]
pub struct LessonOptions {
    /// The opponent in the matches to learn from
    #[arg(long, value_parser = one_of(OPPONENTS), default_value = "look-ahead-1")]
    pub opponent: Opponent,
    /// The states in which matches begin
    #[arg(long, value_parser = one_of(STARTS), default_value = "initial")]
    pub starts: StartState,
    /// The rule by which values are updated
    #[arg(long, value_parser = one_of(RULES), default_value = "sarsa")]
    pub rule: UpdateRule,
    /// Share of moves that are chosen at random instead of the best, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub exploration: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Opponents by name.
const OPPONENTS: &[Choice<Opponent>] = &[
    ("random", Opponent::Random, "Makes random moves"),
    (
        "look-ahead-1",
        Opponent::LookAhead(1),
        "Wins if one move suffices, and otherwise moves at random",
    ),
    ("look-ahead-2", Opponent::LookAhead(2), "Sees ends of the game that are two moves away"),
    ("look-ahead-3", Opponent::LookAhead(3), "Sees ends of the game that are three moves away"),
];

/// States in which matches begin, by name.
const STARTS: &[Choice<StartState>] = &[
    ("initial", StartState::Initial, "The initial state of the game"),
    ("random", StartState::Random, "Any state of a random game that is not over"),
    ("shuffled", StartState::Shuffled, "The initial state, with the pieces on the boards shuffled"),
];

/// Rules by which values are updated, by name.
const RULES: &[Choice<UpdateRule>] = &[
    ("sarsa", UpdateRule::Sarsa, "Sarsa: towards the value of the next afterstate that was chosen"),
    (
        "q-learning",
        UpdateRule::QLearning,
        "Q-learning: towards the value of the best next afterstate",
    ),
];

/// Learns values and prints the progress.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let game = open(&sheet)?;
    let value_game = ValueGame::new(sheet.name.clone(), Arc::new(game));
    let machine = value_game.machine();
    let role = find_role(&*machine, options.role.as_deref())?;
    let name = machine.roles()[role.0 as usize].clone();
    let LessonOptions { opponent, starts, rule, exploration } = options.lesson;
    let opponent = value_game.opponent(opponent, rule, starts, &|| !interrupted())?;
    let Some(opponent) = opponent else {
        return Ok(Outcome::Found);
    };
    let starts = value_game.starts(starts)?;
    let mut learner =
        ValueLearner::new(ValueSettings { update: rule, exploration, ..ValueSettings::default() });
    let mut out = std::io::stdout().lock();
    if let Some(file) = &options.knowledge {
        let mut machine = value_game.machine();
        let found = find_knowledge(file, value_game.analyst(), &mut *machine, &usual_sampling())?;
        // Other kinds of knowledge are not used here.
        let values = found.origins.iter().filter(|(kind, _)| *kind == KnowledgeKind::Values);
        for (_, origin) in values {
            writeln!(out, "known: {origin}")?;
        }
        if let Some(prior) = found.knowledge.priors.and_then(|priors| priors(role)) {
            learner = learner.with_prior(Box::new(CachedPrior::new(prior)));
        }
    }
    interrupt::watch();
    let mut learning = LearningMatches::new(&value_game, role, &opponent, starts, options.seed);
    let mut progress = Progress::new(options.games, "matches");
    writeln!(out, "{:>10} {:>10} {:>10}", "matches", "mean goal", "states")?;
    let mut written = Ok(());
    let played = learning.play_all(&mut learner, options.games, &mut |done| {
        progress.at(done.matches);
        if let Some(mean) = done.mean {
            written = writeln!(out, "{:>10} {mean:>10.1} {:>10}", done.matches, done.states);
        }
        written.is_ok() && !interrupted()
    })?;
    written?;
    drop(progress);
    let keeps = options.knowledge.is_some();
    if let Some(file) = options.knowledge.filter(|_| !learner.values().is_empty()) {
        let written = SavedValues::new(learner.values(), &*machine);
        let new = vec![NewKnowledge::Values(name.clone(), played, written)];
        let mut machine = value_game.machine();
        let (named, analyst) = ((&sheet, &*options.rules), value_game.analyst());
        let game = knowledge_file::add(&file, named, analyst, &mut *machine, new)?;
        writeln!(out, "the values of {name} are remembered with {game}")?;
    } else if !keeps {
        writeln!(out, "the values are not kept: --knowledge FILE keeps them")?;
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}
