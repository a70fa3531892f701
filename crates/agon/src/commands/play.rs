//! `agon play`: a person in the terminal against any players.

mod words;

use crate::Outcome;
use crate::arguments::seconds;
use crate::commands::show;
use crate::counted::counted;
use crate::interrupt::{self, interrupted, while_thinking};
use crate::machine_choice::EngineOptions;
use crate::roles::find_role;
use crate::rulesheet::{RuleSheet, UsageError};
use anyhow::{Context, ensure};
use game::{Machine, MachineExt, Move, Role};
use library::About;
use play::PlayerName;
use play::matches::{Budget, MatchError};
use play::session::{Session, SessionSetup, Thoughts};
use search::players::STRONGEST;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use words::Word;

/// Play a game in the terminal against any player
///
/// You choose your moves by their numbers or texts; `drop 3` stands for `(drop 3)`. Type `hint` for a suggestion with
/// values, `thoughts` for what your opponents think, `undo` to take back your last move, `help` for all words. A role
/// with a single legal move makes it without being asked. Ctrl-C while an opponent thinks makes it move at once.
///
/// Example: agon play connect-four --role red --against cadia-2010 --play-clock 2
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game (see `agon games`)
    rules: String,
    /// The role that you play [default: the first]
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// The opponent (see `agon players`); the default is the strongest, `random` the weakest. Where several other roles
    /// need a player, it plays all of them, or give one for each, in the order of the roles
    #[arg(long, value_name = "NAME[:SETTINGS]", default_value = STRONGEST)]
    against: Vec<PlayerName>,
    /// The strength of the opponents: the time that each of them thinks about a move, and as long again (a second or
    /// more) before the first
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    play_clock: f64,
    /// Let them think for a number of simulations about each move instead: the same seed gives the same game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "play_clock")]
    simulations: Option<u64>,
    /// The seed of all random choices; without it, every game is different
    #[arg(long)]
    seed: Option<u64>,
    /// A file of knowledge: players use what it contains about the game and its variants
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Smallest time for which each opponent thinks before the first move: programs are compiled in this time.
const PREPARATION: Duration = Duration::from_secs(1);

/// Largest number of moves in a row without a choice.
const MAX_FORCED: usize = 1000;

/// Plays a game with the person at the terminal.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let about = sheet.about()?;
    let game = options.engine.open_for_players(&sheet, options.knowledge.as_deref())?;
    let machine = game.fork();
    let person = find_role(&*machine, options.role.as_deref())?;
    let budget = match options.simulations {
        Some(count) => Budget::Simulations(count),
        None => {
            let play = Duration::from_secs_f64(options.play_clock);
            Budget::Clocks { start: play.max(PREPARATION), play }
        }
    };
    let now =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let seed = options.seed.unwrap_or_else(now);
    let adviser: PlayerName = STRONGEST.parse()?;
    let opponents = options.against;
    greet(&*machine, person, &opponents, budget, seed)?;
    let setup = SessionSetup { game, person, opponents, adviser, budget, seed };
    interrupt::watch_session();
    let session = match while_thinking(|| Session::new(setup, &interrupted)) {
        Err(error @ MatchError::Opponents { .. }) => {
            return Err(UsageError(error.to_string()).into());
        }
        other => other.with_context(|| sheet.name.clone())?,
    };
    let mut terminal = Terminal { session, person, about };
    writeln!(std::io::stdout(), "Type a move, its number, or `help`.")?;
    terminal.play()?;
    Ok(Outcome::Fine)
}

/// A session in the terminal: shows states to a person and reads the moves.
struct Terminal {
    session: Session,
    person: Role,
    about: Option<About>,
}

/// Prints the role of the person, the opponents and their strength, before these prepare.
fn greet(
    machine: &dyn Machine,
    person: Role,
    opponents: &[PlayerName],
    budget: Budget,
    seed: u64,
) -> anyhow::Result<()> {
    let roles = machine.roles();
    let name = &roles[person.0 as usize];
    let mut out = std::io::stdout().lock();
    if roles.len() == 1 {
        writeln!(out, "You play {name}.")?;
        return Ok(());
    }
    let all = roles.join(", ");
    let against: Vec<String> = opponents.iter().map(PlayerName::to_string).collect();
    let strength = match budget {
        Budget::Simulations(count) => counted(count as usize, "simulation"),
        Budget::Clocks { play, .. } => format!("{} s", play.as_secs_f64()),
    };
    write!(out, "You play {name} (roles: {all}) against {}, ", against.join(", "))?;
    writeln!(out, "{strength} for each move, seed {seed}.")?;
    if let Budget::Clocks { start, .. } = budget {
        let seconds = start.as_secs_f64();
        writeln!(out, "Your opponents prepare ({seconds} s each; Ctrl-C begins at once).")?;
    }
    Ok(())
}

impl Terminal {
    fn play(&mut self) -> anyhow::Result<()> {
        let mut forced = 0;
        loop {
            self.show_state()?;
            if self.session.is_over()? {
                return self.show_end();
            }
            let legal = self.session.legal()?;
            let own = match &legal[..] {
                // Nothing to decide: the move is made, and shown with those of the others.
                [only] => {
                    forced += 1;
                    ensure!(
                        forced < MAX_FORCED,
                        "{MAX_FORCED} moves in a row were forced; this does not end"
                    );
                    Some(*only)
                }
                several => {
                    forced = 0;
                    match self.ask(several)? {
                        Answer::Move(action) => Some(action),
                        Answer::Undone => None,
                        Answer::Quit => return Ok(()),
                    }
                }
            };
            if let Some(own) = own {
                let joint = while_thinking(|| self.session.advance(own, &interrupted))?;
                self.show_moves(&joint)?;
            }
        }
    }

    /// Asks for a move until there is one, or moves were taken back, or the person leaves.
    fn ask(&mut self, moves: &[Move]) -> anyhow::Result<Answer> {
        self.list(moves)?;
        loop {
            let Some(line) = read_line()? else {
                writeln!(std::io::stdout(), "\nThe game is aborted.")?;
                return Ok(Answer::Quit);
            };
            match words::read(&line, self.session.machine(), moves) {
                Word::Nothing => {}
                Word::Move(action) => return Ok(Answer::Move(action)),
                Word::Quit => return Ok(Answer::Quit),
                Word::Undo if self.session.undo() => return Ok(Answer::Undone),
                Word::Undo => writeln!(std::io::stdout(), "There is nothing to take back.")?,
                Word::Moves => self.list(moves)?,
                Word::State => self.show_state()?,
                Word::Hint => self.hint()?,
                Word::Thoughts => self.thoughts()?,
                Word::Help => writeln!(std::io::stdout(), "{}", words::HELP)?,
                Word::Unknown(word) => writeln!(
                    std::io::stdout(),
                    "`{word}` is not a legal move; `moves` lists them, `help` the other words."
                )?,
            }
        }
    }

    fn list(&self, moves: &[Move]) -> anyhow::Result<()> {
        let texts = moves.iter().map(|&action| self.session.machine().move_text(action));
        let numbered: Vec<String> =
            (1..).zip(texts).map(|(number, text)| format!("{number}: {text}")).collect();
        write!(std::io::stdout(), "{}", show::columns(&numbered))?;
        Ok(())
    }

    fn show_state(&self) -> anyhow::Result<()> {
        let facts = self.session.machine().state_terms(self.session.state());
        write!(std::io::stdout(), "\n{}", show::picture(self.about.as_ref(), &facts))?;
        Ok(())
    }

    fn show_moves(&self, joint: &[Move]) -> anyhow::Result<()> {
        let machine = self.session.machine();
        let mut out = std::io::stdout().lock();
        for (role, &action) in machine.roles().iter().zip(joint) {
            writeln!(out, "{role}: {}", machine.move_text(action))?;
        }
        for thoughts in self.session.thoughts() {
            if let Some(failure) = &thoughts.failure {
                writeln!(out, "({} {failure}; its move was chosen at random)", thoughts.player)?;
            }
        }
        Ok(())
    }

    fn show_end(&mut self) -> anyhow::Result<()> {
        let goals = self.session.goals()?;
        let roles = self.session.machine().roles();
        let results: Vec<String> =
            roles.iter().zip(&goals).map(|(role, goal)| format!("{role} {goal}")).collect();
        let own = goals[self.person.0 as usize];
        let others = goals.iter().enumerate().filter(|(role, _)| *role != self.person.0 as usize);
        let verdict = match others.map(|(_, &goal)| goal).max() {
            Some(best) if own > best => " You win.",
            Some(best) if own < best => " You lose.",
            Some(_) => " A draw.",
            None => "",
        };
        let (length, results) = (counted(self.session.length(), "move"), results.join(", "));
        writeln!(std::io::stdout(), "The game is over after {length}: {results}.{verdict}")?;
        Ok(())
    }

    /// Shows what the strongest player would do in the place of the person.
    fn hint(&mut self) -> anyhow::Result<()> {
        let thoughts = while_thinking(|| self.session.suggestion(&interrupted))?;
        let machine = self.session.machine();
        let (player, mut out) = (&thoughts.player, std::io::stdout());
        match (thoughts.chosen, &thoughts.failure) {
            (_, Some(failure)) => writeln!(out, "{player} {failure}")?,
            (Some(_), None) if thoughts.report.moves.is_empty() => {
                writeln!(out, "{player} had no time to search; `--play-clock` gives more")?;
                return Ok(());
            }
            (Some(action), None) => {
                writeln!(out, "{player} suggests {}", machine.move_text(action))?;
            }
            (None, None) => writeln!(out, "{player} suggests no move")?,
        }
        self.show_thoughts(&thoughts)
    }

    /// Shows what the opponents thought when they last had a choice.
    fn thoughts(&self) -> anyhow::Result<()> {
        let mut is_silent = true;
        for thoughts in self.session.thoughts() {
            is_silent = false;
            let role = &self.session.machine().roles()[thoughts.role.0 as usize];
            writeln!(std::io::stdout(), "{} ({role}), before its last move", thoughts.player)?;
            self.show_thoughts(thoughts)?;
        }
        if is_silent {
            writeln!(std::io::stdout(), "No opponent has thought about a move yet.")?;
        }
        Ok(())
    }

    fn show_thoughts(&self, thoughts: &Thoughts) -> anyhow::Result<()> {
        write!(std::io::stdout(), "{}", words::thoughts(thoughts, self.session.machine()))?;
        Ok(())
    }
}

/// The decision of the person.
enum Answer {
    Move(Move),
    /// Moves were taken back.
    Undone,
    Quit,
}

/// Reads a line after a prompt; `None` at the end of the input. Input that does not come from a terminal is shown.
fn read_line() -> anyhow::Result<Option<String>> {
    write!(std::io::stdout(), "> ")?;
    std::io::stdout().flush()?;
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(None);
    }
    if !std::io::stdin().is_terminal() {
        writeln!(std::io::stdout(), "{}", line.trim_end())?;
    }
    Ok(Some(line))
}
