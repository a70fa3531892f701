//! Random games, written down so that everybody can look at them (document 000, section 4.2).

use crate::words::{Word, Words, split};
use game::playout::random_joint;
use game::{Fact, Machine, Move, Random, Role, State, StopReason};
use hashbrown::{HashMap, HashSet};

/// How long to watch random games.
pub struct Watch<'a> {
    /// At least so many states, if there are so many.
    pub states: usize,
    /// And then as long as this says so; it is asked at every state.
    pub go_on: &'a dyn Fn() -> bool,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Watch<'static> {
    /// So many states and no more.
    pub fn states(states: usize, seed: u64) -> Watch<'static> {
        Watch { states, go_on: &|| false, seed }
    }
}

/// A game is left after so many moves.
const LONGEST: usize = 500;
/// So many games are enough, if the least number of states cannot be had otherwise.
const MOST_GAMES: usize = 1000;
/// No more facts are written down.
const MOST_FACTS: usize = 4_000_000;

/// A fact that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seen(pub u32);

/// A fact, taken apart.
#[derive(Debug)]
pub struct Atom {
    pub name: Word,
    pub arguments: Vec<Word>,
}

/// A state in a game, and what was done in it.
#[derive(Debug)]
pub struct Moment {
    /// What was true.
    pub facts: Vec<Seen>,
    /// How many moves each role could make; nothing if the game was over.
    pub choices: Vec<usize>,
}

/// A random game.
#[derive(Default, Debug)]
pub struct Game {
    pub moments: Vec<Moment>,
    /// What the roles got, if it came to an end.
    pub goals: Option<Vec<u8>>,
}

/// What was seen.
#[derive(Default, Debug)]
pub struct Record {
    pub words: Words,
    pub atoms: Vec<Atom>,
    pub games: Vec<Game>,
    /// The moves that a role had to make while another one had a choice, and those that it could choose.
    pub forced: HashSet<(Role, Move)>,
    pub chosen: HashSet<(Role, Move)>,
}

impl Record {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.games.iter().map(|game| game.moments.len()).sum()
    }

    /// All states.
    pub fn moments(&self) -> impl Iterator<Item = &Moment> + Clone {
        self.games.iter().flat_map(|game| &game.moments)
    }

    /// What the roles got in each game that came to an end.
    pub fn results(&self) -> impl Iterator<Item = &Vec<u8>> + Clone {
        self.games.iter().filter_map(|game| game.goals.as_ref())
    }

    /// A fact, taken apart.
    pub fn atom(&self, seen: Seen) -> &Atom {
        &self.atoms[seen.0 as usize]
    }
}

impl Watch<'_> {
    /// Plays random games and writes them down.
    pub fn games(&self, machine: &mut dyn Machine) -> Result<Record, StopReason> {
        let mut scribe = Scribe { record: Record::default(), known: HashMap::new(), facts: 0 };
        let mut random = game::random(self.seed);
        let mut states = 0;
        while scribe.record.games.len() < MOST_GAMES && scribe.facts < MOST_FACTS {
            if states >= self.states && !(self.go_on)() {
                break;
            }
            let game = self.game(machine, &mut random, states, &mut scribe)?;
            states += game.moments.len();
            scribe.record.games.push(game);
        }
        Ok(scribe.record)
    }

    fn game(
        &self,
        machine: &mut dyn Machine,
        random: &mut Random,
        states: usize,
        scribe: &mut Scribe,
    ) -> Result<Game, StopReason> {
        let mut game = Game::default();
        let (mut state, mut next) = (machine.initial_state()?, State::default());
        let (mut legal, mut joint) = (Vec::new(), Vec::new());
        while game.moments.len() < LONGEST {
            if states + game.moments.len() >= self.states && !(self.go_on)() {
                break;
            }
            if machine.terminal(&state)? {
                game.moments.push(scribe.moment(machine, &state, true)?);
                let goals = machine.role_ids().map(|role| machine.goal(&state, role));
                let goals = goals.map(|goal| goal.map(|goal| goal.value()));
                game.goals = Some(goals.collect::<Result<_, _>>()?);
                break;
            }
            game.moments.push(scribe.moment(machine, &state, false)?);
            if random_joint(machine, &state, random, &mut legal, &mut joint)?.is_err() {
                break;
            }
            machine.next(&state, &joint, &mut next)?;
            std::mem::swap(&mut state, &mut next);
        }
        Ok(game)
    }
}

/// Writes states down.
struct Scribe {
    record: Record,
    known: HashMap<Fact, Seen>,
    facts: usize,
}

impl Scribe {
    fn moment(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        is_over: bool,
    ) -> Result<Moment, StopReason> {
        let facts = machine.facts(state).into_iter().map(|fact| self.see(machine, fact));
        let facts: Vec<Seen> = facts.collect();
        self.facts += facts.len();
        let mut legal: Vec<Vec<Move>> = Vec::new();
        for role in machine.role_ids().filter(|_| !is_over) {
            let mut moves = Vec::new();
            machine.legal(state, role, &mut moves)?;
            legal.push(moves);
        }
        let choosers = legal.iter().filter(|moves| moves.len() > 1).count();
        for (role, moves) in (0..).map(Role).zip(&legal) {
            match moves.as_slice() {
                &[only] if choosers > 0 => self.record.forced.extend([(role, only)]),
                [_] => {}
                several => self.record.chosen.extend(several.iter().map(|&action| (role, action))),
            }
        }
        Ok(Moment { facts, choices: legal.iter().map(Vec::len).collect() })
    }

    fn see(&mut self, machine: &dyn Machine, fact: Fact) -> Seen {
        let Record { words, atoms, .. } = &mut self.record;
        *self.known.entry(fact).or_insert_with(|| {
            let text = machine.fact_text(fact);
            let mut parts = split(&text).into_iter().map(|part| words.word(part));
            let name = parts.next().unwrap_or(Word(0));
            atoms.push(Atom { name, arguments: parts.collect() });
            Seen(atoms.len() as u32 - 1)
        })
    }
}
