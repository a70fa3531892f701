//! Checks of rules that need play: faults that show in random games.

use game::line::{ReplayError, replay};
use game::playout::{End, PlayoutRunner};
use game::{GoalSet, Machine, MachineExt, Role, State, StopReason};
use gdl::{FaultKind, Faults, Rules};
use reason::{BuildError, Limits, ReferenceMachine};
use std::fmt::Display;

/// Extent of the random play in which faults are searched for.
#[derive(Clone, Copy, Debug)]
pub struct PlayCheck {
    /// Number of random games.
    pub games: u64,
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of moves after which a game counts as endless.
    pub max_length: usize,
    /// Largest number of inference steps for a query.
    pub steps: u64,
}

/// The reason why a line of play with which a role should win cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("win-{role}: {error}")]
pub struct WinningLineError {
    /// The role that should win.
    pub role: String,
    /// The error at the first move that cannot be made.
    pub error: ReplayError,
}

/// Plays random games and adds the faults that show, each kind once for each role. `wins` has lines of play in which a
/// role wins, with the name of the role: such a role need not win at random. `at` is called after each game.
pub fn check_by_playing(
    rules: Rules,
    extent: &PlayCheck,
    wins: &[(String, String)],
    faults: &mut Faults,
    at: &mut dyn FnMut(u64),
) -> Result<(), WinningLineError> {
    let limits = Limits { steps: extent.steps, ..Limits::default() };
    let mut machine = match ReferenceMachine::new(rules, limits) {
        Ok(machine) => machine,
        // GDL-II has been reported by reading the rules.
        Err(BuildError::HiddenInformation) => return Ok(()),
        Err(error) => {
            add_limit(faults, &error, "building", build_hint(&error));
            return Ok(());
        }
    };
    let mut found = Found::new(machine.roles().len());
    let mut random = game::random(extent.seed);
    let mut player = PlayoutRunner::default();
    for number in 0..extent.games {
        match player.play(&mut machine, &mut random, extent.max_length) {
            Err(reason) => {
                add_limit(faults, &reason, "playing", hint(&reason));
                return Ok(());
            }
            Ok(playout) => found.add(&machine, playout, player.state()),
        }
        at(number);
        if found.no_legal_move.is_some() {
            break;
        }
    }
    found.add_lines(wins, &mut machine)?;
    found.report(&machine, extent, faults);
    Ok(())
}

fn add_limit(faults: &mut Faults, reason: &dyn Display, doing: &str, hint: &str) {
    faults.add(FaultKind::LimitReached, None, || {
        (format!("{doing} the game was given up: {reason}"), hint)
    });
}

/// Returns advice to the author of rules for which no machine can be built.
fn build_hint(error: &BuildError) -> &'static str {
    match error {
        BuildError::Splits(_) => "bind the variables of disjunctions by conditions outside them",
        BuildError::Stop(reason) => hint(reason),
        _ => OTHER_HINT,
    }
}

/// Returns advice to the author of rules for which a machine stopped.
fn hint(reason: &StopReason) -> &'static str {
    match reason {
        StopReason::Terms(_) | StopReason::TermDepth(_) | StopReason::TermSize(_) => {
            "facts and moves grow from step to step: let functions wrap names, not what they made before"
        }
        StopReason::Depth(_) => "shorten the chain of rules that call each other",
        _ => OTHER_HINT,
    }
}

const OTHER_HINT: &str =
    "bind arguments early, and avoid conditions that pair everything with everything";

/// Faults found and goals seen in the games played so far.
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

    /// Plays the lines in which roles win.
    fn add_lines(
        &mut self,
        wins: &[(String, String)],
        machine: &mut dyn Machine,
    ) -> Result<(), WinningLineError> {
        for role in machine.role_ids() {
            let name = machine.roles()[role.0 as usize].clone();
            let Some((_, line)) = wins.iter().find(|(winner, _)| *winner == name) else { continue };
            let goal = goal_after(machine, line, role);
            let goal = goal.map_err(|error| WinningLineError { role: name, error })?;
            let best = &mut self.best[role.0 as usize];
            *best = goal.unwrap_or(0).max(*best);
        }
        Ok(())
    }

    fn report(self, machine: &dyn Machine, extent: &PlayCheck, faults: &mut Faults) {
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

/// Returns the goal of a role after a line of play; `None` if the game is not over then.
fn goal_after(
    machine: &mut dyn Machine,
    line: &str,
    role: Role,
) -> Result<Option<u8>, ReplayError> {
    let end = replay(machine, line)?;
    if !machine.terminal(&end)? {
        return Ok(None);
    }
    Ok(Some(machine.goal(&end, role)?.value()))
}

/// Returns the requirements of goals that are broken, as indexes into [`Found::odd`].
fn odd_kinds(goal: GoalSet) -> impl Iterator<Item = usize> {
    let broken = [goal.is_empty(), goal.values().nth(1).is_some(), goal.has_improper()];
    (0..3).filter(move |&kind| broken[kind])
}
