//! `agon play`: a person in the terminal against players that move at random.

use crate::engine::EngineOptions;
use crate::rulesheet::{RuleSheet, UsageError};
use crate::{Outcome, commands::show};
use anyhow::ensure;
use game::{Machine, Move, Random, Role, State};
use library::About;
use rand::RngExt;
use std::io::{BufRead, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a game in the terminal; the other roles move at random
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role you play
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// The seed of the other roles' moves; without it, every game is another one
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    engine: EngineOptions,
}

const HELP: &str = "\
A number makes that move. Other words:
  moves   list the moves again
  state   show the state again
  undo    take back your last move
  quit    leave the game";

/// After so many moves without a choice the game is left.
const MAX_FORCED: usize = 1000;

/// Plays.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let about = sheet.about()?;
    let mut machine = options.engine.machine_of(&sheet)?;
    let role = find_role(&*machine, options.role.as_deref())?;
    let seed = options.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
    });
    let state = machine.initial_state()?;
    let mut session = Session {
        random: game::random(seed),
        role,
        state,
        earlier: Vec::new(),
        machine: &mut *machine,
        about,
    };
    let name = &session.machine.roles()[role.0 as usize];
    writeln!(
        std::io::stdout(),
        "You are {name}; the others move with seed {seed}. Type a move's number, or `help`."
    )?;
    session.play()?;
    Ok(Outcome::Fine)
}

fn find_role(machine: &dyn Machine, wanted: Option<&str>) -> anyhow::Result<Role> {
    let roles = machine.roles();
    let Some(wanted) = wanted.or(if roles.len() == 1 { Some(&roles[0]) } else { None }) else {
        let message = format!("say which role you play: --as {}", roles.join(" or --as "));
        return Err(UsageError(message).into());
    };
    let found = roles.iter().position(|role| role.eq_ignore_ascii_case(wanted));
    let found = found.ok_or_else(|| {
        UsageError(format!("there is no role `{wanted}`; the roles are {}", roles.join(", ")))
    })?;
    Ok(Role(found as u32))
}

struct Session<'a> {
    machine: &'a mut dyn Machine,
    random: Random,
    role: Role,
    state: State,
    /// The states in which the person chose a move, for taking back.
    earlier: Vec<State>,
    about: Option<About>,
}

/// What the person typed.
enum Answer {
    Move(Move),
    Undo,
    Quit,
}

impl Session<'_> {
    fn play(&mut self) -> anyhow::Result<()> {
        let mut forced = 0;
        loop {
            self.show_state()?;
            if self.machine.terminal(&self.state)? {
                return self.show_end();
            }
            let legal = self.legal()?;
            let action = match &legal[self.role.0 as usize][..] {
                // Nothing to decide: the move is made, and shown with the others'.
                [only] => {
                    forced += 1;
                    ensure!(
                        forced < MAX_FORCED,
                        "{MAX_FORCED} moves in a row were forced; this does not end"
                    );
                    *only
                }
                several => match self.ask(several)? {
                    Answer::Quit => return Ok(()),
                    Answer::Undo => {
                        match self.earlier.pop() {
                            Some(state) => self.state = state,
                            None => writeln!(std::io::stdout(), "There is nothing to take back.")?,
                        }
                        continue;
                    }
                    Answer::Move(action) => {
                        forced = 0;
                        self.earlier.push(self.state.clone());
                        action
                    }
                },
            };
            self.make_moves(&legal, action)?;
        }
    }

    /// The legal moves of every role, sorted by their texts; an error if a role has none.
    fn legal(&mut self) -> anyhow::Result<Vec<Vec<Move>>> {
        let mut all = Vec::new();
        for role in self.machine.role_ids() {
            let mut moves = Vec::new();
            self.machine.legal(&self.state, role, &mut moves)?;
            if moves.is_empty() {
                return Err(crate::randomplay::no_legal_move(self.machine, role, &self.state));
            }
            moves.sort_by_cached_key(|&action| self.machine.move_text(action));
            all.push(moves);
        }
        Ok(all)
    }

    fn make_moves(&mut self, legal: &[Vec<Move>], chosen: Move) -> anyhow::Result<()> {
        let draw = |(role, moves): (usize, &Vec<Move>)| {
            if role == self.role.0 as usize {
                chosen
            } else {
                moves[self.random.random_range(0..moves.len())]
            }
        };
        let joint: Vec<Move> = legal.iter().enumerate().map(draw).collect();
        for (role, &action) in self.machine.roles().iter().zip(&joint) {
            writeln!(std::io::stdout(), "{role}: {}", self.machine.move_text(action))?;
        }
        let mut next = State::default();
        self.machine.next(&self.state, &joint, &mut next)?;
        self.state = next;
        Ok(())
    }

    fn ask(&self, moves: &[Move]) -> anyhow::Result<Answer> {
        self.list(moves)?;
        loop {
            write!(std::io::stdout(), "> ")?;
            std::io::stdout().flush()?;
            let mut line = String::new();
            if std::io::stdin().lock().read_line(&mut line)? == 0 {
                writeln!(std::io::stdout())?;
                return Ok(Answer::Quit);
            }
            if !std::io::stdin().is_terminal() {
                write!(std::io::stdout(), "{line}")?;
            }
            match line.trim() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Answer::Quit),
                "undo" | "u" => return Ok(Answer::Undo),
                "moves" | "m" => self.list(moves)?,
                "state" | "s" => self.show_state()?,
                "help" | "h" | "?" => writeln!(std::io::stdout(), "{HELP}")?,
                word => match self.find(moves, word) {
                    Some(action) => return Ok(Answer::Move(action)),
                    None => writeln!(
                        std::io::stdout(),
                        "There is no move `{word}`; `moves` lists them, `help` the words."
                    )?,
                },
            }
        }
    }

    /// A move by its text, or else by its number in the list.
    fn find(&self, moves: &[Move], word: &str) -> Option<Move> {
        let by_number = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_text = || self.machine.find_move(word).filter(|action| moves.contains(action));
        by_text().or_else(|| by_number.and_then(|index| moves.get(index).copied()))
    }

    fn list(&self, moves: &[Move]) -> anyhow::Result<()> {
        let numbered = moves.iter().enumerate();
        let texts: Vec<String> = numbered
            .map(|(index, &action)| format!("{}: {}", index + 1, self.machine.move_text(action)))
            .collect();
        write!(std::io::stdout(), "{}", show::columns(&texts))?;
        Ok(())
    }

    fn show_state(&self) -> anyhow::Result<()> {
        let texts = self.machine.state_texts(&self.state);
        write!(std::io::stdout(), "\n{}", show::picture(self.about.as_ref(), &texts))?;
        Ok(())
    }

    fn show_end(&mut self) -> anyhow::Result<()> {
        writeln!(std::io::stdout(), "The game is over.")?;
        for role in self.machine.role_ids() {
            let goal = self.machine.goal(&self.state, role)?;
            writeln!(std::io::stdout(), "{}: {goal}", self.machine.roles()[role.0 as usize])?;
        }
        Ok(())
    }
}
