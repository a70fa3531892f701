//! `agon learn`: what states of a game are worth, by playing it.

use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::recall::{self, Lore, recall};
use crate::roles::find_role;
use crate::rulesheet::RuleSheet;
use crate::subject::{Lesson, Rival, Subject};
use knowledge::Kind;
use learn::values::{Learner, Once, Rule, Settings, Starts, Written};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Learn what states of a game are worth, by playing it
///
/// A table of afterstates is learnt by Sarsa, or by Q-learning, in games in which one role chooses at a time. With a file of knowledge the learner
/// begins with what that tells about the game and its variants, and what it learns is added to the file. Ctrl-C stops; what was learnt until
/// then is kept.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role that learns; without it, the first
    #[arg(long)]
    role: Option<String>,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 5000)]
    matches: u64,
    #[command(flatten)]
    lesson: LessonOptions,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of knowledge; it is made if it does not exist
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
}

/// How something is learnt.
#[derive(clap::Args)]
pub struct LessonOptions {
    /// Whom against
    #[arg(long, value_enum, default_value = "look-ahead-1")]
    pub opponent: OpponentName,
    /// Where matches begin
    #[arg(long, value_enum, default_value = "initial")]
    pub starts: StartsName,
    /// How values are learnt
    #[arg(long, value_enum, default_value = "sarsa")]
    pub rule: RuleName,
    /// How often any move is made, in the place of the best
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub exploration: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Whom a learner plays against.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum OpponentName {
    /// Somebody who moves at random
    Random,
    /// Somebody who wins if one move suffices, and else moves at random
    #[value(name = "look-ahead-1")]
    LookAhead1,
    /// Somebody who sees ends that are two moves away
    #[value(name = "look-ahead-2")]
    LookAhead2,
    /// Somebody who sees ends that are three moves away
    #[value(name = "look-ahead-3")]
    LookAhead3,
}

/// Where matches begin.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum StartsName {
    /// Where the rules say
    Initial,
    /// In any state of a random game in which it is not over
    Random,
    /// Where the rules say, but with what is on the boards in other places
    Shuffled,
}

/// How values are learnt.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum RuleName {
    /// Towards the value of the next state that was chosen
    Sarsa,
    /// Towards that of the best one
    QLearning,
}

/// Grounding may take this long.
const PATIENCE: Duration = Duration::from_secs(60);
/// So often it is told how well the learner does.
const PARTS: u64 = 10;

/// Learns.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let subject = Subject::new(&sheet, PATIENCE)?;
    let machine = subject.machine();
    let role = find_role(&*machine, options.role.as_deref())?;
    let name = machine.roles()[role.0 as usize].clone();
    let LessonOptions { opponent, starts, rule, exploration } = options.lesson;
    let rival = match opponent {
        OpponentName::Random => Rival::Random,
        OpponentName::LookAhead1 => Rival::LookAhead(1),
        OpponentName::LookAhead2 => Rival::LookAhead(2),
        OpponentName::LookAhead3 => Rival::LookAhead(3),
    };
    let starts = match starts {
        StartsName::Initial => Starts::Initial,
        StartsName::Random => Starts::Random,
        StartsName::Shuffled => subject.shuffled()?,
    };
    let rule = match rule {
        RuleName::Sarsa => Rule::Sarsa,
        RuleName::QLearning => Rule::Best,
    };
    let mut learner = Learner::new(Settings { rule, exploration, ..Settings::default() });
    let mut out = std::io::stdout().lock();
    if let Some(file) = &options.knowledge {
        let recalled = recall(file, subject.rules(), &mut *subject.machine(), &recall::watch())?;
        // What else is known is not used here.
        for (_, said) in recalled.said.iter().filter(|(kind, _)| *kind == Kind::Values) {
            writeln!(out, "known: {said}")?;
        }
        if let Some(prior) = recalled.memory.opinions.and_then(|opinions| opinions(role)) {
            learner = learner.with_prior(Box::new(Once::new(prior)));
        }
    }
    interrupt::watch();
    let mut lesson = Lesson::new(&subject, role, &rival, starts, options.seed);
    let mut progress = Progress::new(options.matches, "matches");
    let part = options.matches.div_ceil(PARTS).max(1);
    let (mut sum, mut count, mut played) = (0, 0, 0);
    writeln!(out, "{:>10} {:>10} {:>10}", "matches", "mean goal", "states")?;
    while played < options.matches && !interrupted() {
        sum += u64::from(lesson.play(&mut learner)?);
        (count, played) = (count + 1, played + 1);
        progress.at(played);
        if count == part || played == options.matches {
            let (mean, states) = (sum as f64 / count as f64, learner.values().len());
            writeln!(out, "{played:>10} {mean:>10.1} {states:>10}")?;
            (sum, count) = (0, 0);
        }
    }
    drop(progress);
    if let Some(file) = options.knowledge.filter(|_| !learner.values().is_empty()) {
        let written = Written::new(learner.values(), &*machine);
        let lore = Lore::Values(name.clone(), played, written);
        let game = recall::remember(&file, &sheet, &recall::name_of(&options.rules), vec![lore])?;
        writeln!(out, "the values of {name} are remembered with {game}")?;
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}
