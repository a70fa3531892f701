//! The checks that need play: what reading the rules cannot decide, looked for in random games.

use crate::progress::Progress;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use game::line::replay;
use game::playout::{End, Player};
use game::{GoalSet, Machine, State, StopReason};
use gdl::{FaultKind, Faults, Rules};
use reason::{Limits, ReferenceMachine};

/// How much random play to look at.
#[derive(clap::Args)]
pub struct Extent {
    /// With --play: how many random games
    #[arg(long, default_value_t = 200, requires = "play")]
    games: u64,
    /// With --play: the seed of the random moves
    #[arg(long, default_value_t = 1, requires = "play")]
    seed: u64,
    /// With --play: games that are not over after so many moves count as endless
    #[arg(long, default_value_t = 1000, requires = "play")]
    max_length: usize,
    /// With --play: steps of inference that a question may take
    #[arg(long, default_value_t = 20_000_000, requires = "play")]
    steps: u64,
}

/// Plays and adds the faults that show; each kind once for each role. A role that wins by a line of play beside the
/// rules need not win at random.
pub fn check(
    sheet: &RuleSheet,
    rules: Rules,
    extent: &Extent,
    faults: &mut Faults,
) -> anyhow::Result<()> {
    let limits = Limits { steps: extent.steps, ..Limits::default() };
    let mut machine = match ReferenceMachine::new(rules, limits) {
        Ok(machine) => machine,
        // GDL-II has been reported by reading the rules.
        Err(reason::BuildError::HiddenInformation) => return Ok(()),
        Err(reason::BuildError::Stop(reason)) => {
            add_limit(faults, &reason, "building");
            return Ok(());
        }
    };
    let mut found = Found::new(machine.roles().len());
    let mut random = game::random(extent.seed);
    let mut player = Player::default();
    let mut progress = Progress::new(extent.games, "games");
    for number in 0..extent.games {
        match player.play(&mut machine, &mut random, extent.max_length) {
            Err(reason) => {
                add_limit(faults, &reason, "playing");
                return Ok(());
            }
            Ok(playout) => found.add(&machine, playout, player.state()),
        }
        progress.at(number);
        if found.no_legal_move.is_some() {
            break;
        }
    }
    drop(progress);
    found.add_lines(sheet, &mut machine)?;
    found.report(&machine, extent, faults);
    Ok(())
}

fn add_limit(faults: &mut Faults, reason: &StopReason, doing: &str) {
    faults.add(FaultKind::LimitReached, None, || {
        (
            format!("{doing} the game was given up: {reason}"),
            match reason {
                StopReason::Terms(_) | StopReason::TermDepth(_) | StopReason::TermSize(_) => {
                    "facts and moves grow from step to step: let functions wrap names, not what they made before"
                }
                StopReason::Depth(_) => "shorten the chain of rules that call each other",
                StopReason::Splits(_) => "bind the variables of disjunctions by conditions outside them",
                _ => "bind arguments early, and avoid conditions that pair everything with everything",
            },
        )
    });
}

/// What the games have shown so far.
struct Found {
    no_legal_move: Option<String>,
    endless: u64,
    finished: u64,
    /// Per role: an example of a terminal state without a value, with several, with a strange one.
    odd: Vec<[Option<String>; 3]>,
    best: Vec<u8>,
}

impl Found {
    fn new(roles: usize) -> Found {
        Found {
            no_legal_move: None,
            endless: 0,
            finished: 0,
            odd: vec![[None, None, None]; roles],
            best: vec![0; roles],
        }
    }

    fn add(&mut self, machine: &dyn Machine, playout: game::playout::Playout, state: &State) {
        let texts = || machine.state_texts(state).join(" ");
        match playout.end {
            End::TooLong => self.endless += 1,
            End::NoLegalMove(role) => {
                let role = &machine.roles()[role.0 as usize];
                let message = format!("role `{role}` has no legal move in the state {}", texts());
                self.no_legal_move = Some(message);
            }
            End::Terminal(goals) => {
                self.finished += 1;
                for (role, goal) in goals.into_iter().enumerate() {
                    self.best[role] = self.best[role].max(goal.value());
                    for kind in odd_kinds(goal) {
                        self.odd[role][kind].get_or_insert_with(|| {
                            format!("{goal} in the terminal state {}", texts())
                        });
                    }
                }
            }
        }
    }

    /// Plays the lines beside the rules in which roles win.
    fn add_lines(&mut self, sheet: &RuleSheet, machine: &mut dyn Machine) -> anyhow::Result<()> {
        for role in machine.role_ids() {
            let name = machine.roles()[role.0 as usize].clone();
            let Some(line) = sheet.win(&name)? else { continue };
            let end = replay(machine, &line).with_context(|| format!("win-{name}"))?;
            if machine.terminal(&end)? {
                let best = &mut self.best[role.0 as usize];
                *best = machine.goal(&end, role)?.value().max(*best);
            }
        }
        Ok(())
    }

    fn report(self, machine: &dyn Machine, extent: &Extent, faults: &mut Faults) {
        if let Some(message) = self.no_legal_move {
            faults.add(FaultKind::NoLegalMove, None, || {
                (
                    message,
                    "give every role a move in every state that is not terminal, such as `noop`",
                )
            });
        }
        let kinds =
            [FaultKind::NoGoalValue, FaultKind::SeveralGoalValues, FaultKind::GoalOutOfRange];
        for (role, odd) in machine.roles().iter().zip(&self.odd) {
            for (kind, example) in kinds.into_iter().zip(odd) {
                if let Some(example) = example {
                    faults.add(kind, None, || {
                        (
                            format!("role `{role}` gets {example}"),
                            "give each role exactly one value from 0 to 100 in every terminal state",
                        )
                    });
                }
            }
        }
        if self.endless > 0 {
            faults.add(FaultKind::EndlessPlay, None, || {
                (
                    format!(
                        "{} of {} random games were not over after {} moves",
                        self.endless,
                        self.endless + self.finished,
                        extent.max_length
                    ),
                    "count steps and end the game after enough of them, or raise --max-length",
                )
            });
        }
        for (role, best) in machine.roles().iter().zip(self.best) {
            if self.finished > 0 && best < 100 {
                faults.add(FaultKind::NeverWon, None, || {
                    (
                        format!(
                            "role `{role}` never got more than {best} in {} random games",
                            self.finished
                        ),
                        "see that 100 can be reached, or raise --games if it is only rare",
                    )
                });
            }
        }
    }
}

/// Which demands on goals are broken, as indexes into [`Found::odd`].
fn odd_kinds(goal: GoalSet) -> impl Iterator<Item = usize> {
    let broken = [goal.is_empty(), goal.values().nth(1).is_some(), goal.has_strange()];
    (0..3).filter(move |&kind| broken[kind])
}
