//! The contract between machines that know the rules of a game and programs that play it.
//!
//! A [`Machine`] answers five questions about a game: its initial state, the legal moves of a role, the state that
//! follows a joint move, whether the game is over, and the goals of a role. It speaks in ids; text appears only when
//! somebody asks for the name of an id. Search, learning and play know this trait and never an implementation.
//!
//! The crate also contains everything that works with any machine: the [loop](match_loop) that plays matches, random
//! [`playout`]s, [`perft`] counts, [`line`](mod@line)s of play as text, and the test of the [`contract`] that every
//! machine must satisfy.
//!
//! ```
//! # use term as agon_term;
//! use agon_game::{Fact, GoalSet, Machine, MachineExt, Move, Role, State, StopReason, Vocabulary};
//! use agon_term::Term;
//!
//! /// A game for one role, which counts up from 0 by one or two until it reaches 3 (100 points) or 4 (no points).
//! #[derive(Clone)]
//! struct Counter {
//!     roles: Vec<String>,
//! }
//!
//! impl Machine for Counter {
//!     fn roles(&self) -> &[String] {
//!         &self.roles
//!     }
//!     fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
//!         *out = State::from_words(vec![0]);
//!         Ok(())
//!     }
//!     fn legal(&mut self, _: &State, _: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
//!         *out = vec![Move(1), Move(2)];
//!         Ok(())
//!     }
//!     fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
//!         *out = State::from_words(state.words().iter().map(|count| count + joint[0].0).collect());
//!         Ok(())
//!     }
//!     fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
//!         Ok(state.words().iter().any(|&count| count >= 3))
//!     }
//!     fn goal(&mut self, state: &State, _: Role) -> Result<GoalSet, StopReason> {
//!         let mut goals = GoalSet::default();
//!         goals.insert(if state.words() == [3] { 100 } else { 0 });
//!         Ok(goals)
//!     }
//!     // The other methods translate between facts, states and terms.
//! #   fn facts(&self, state: &State) -> Vec<Fact> {
//! #       state.words().iter().map(|&word| Fact(word)).collect()
//! #   }
//! #   fn state(&self, facts: &[Fact]) -> State {
//! #       State::from_words(facts.iter().map(|fact| fact.0).collect())
//! #   }
//! #   fn vocabulary(&self) -> &dyn Vocabulary {
//! #       self
//! #   }
//! #   fn fork(&self) -> Box<dyn Machine> {
//! #       Box::new(self.clone())
//! #   }
//! }
//!
//! impl Vocabulary for Counter {
//!     fn fact_term(&self, fact: Fact) -> Term {
//!         Term::applied("count", &[Term::applied(&fact.0.to_string(), &[])])
//!     }
//! #   fn move_term(&self, action: Move) -> Term {
//! #       Term::applied("add", &[Term::applied(&action.0.to_string(), &[])])
//! #   }
//! #   fn find_fact(&self, term: &Term) -> Option<Fact> {
//! #       (0..5).map(Fact).find(|&fact| self.fact_term(fact) == *term)
//! #   }
//! #   fn find_move(&self, term: &Term) -> Option<Move> {
//! #       (1..3).map(Move).find(|&action| self.move_term(action) == *term)
//! #   }
//!     // Moves have terms too, and ids are found by their terms.
//! }
//!
//! let mut machine = Counter { roles: vec!["you".to_owned()] };
//! let start = machine.initial_state()?;
//! assert_eq!(machine.state_texts(&start), ["(count 0)"]);
//! // Everything works with every machine: the numbers of lines of one, two and three moves,
//! let lines = agon_game::perft::perft(&mut machine, &start, 3, &mut |_| {});
//! assert_eq!(lines, Ok(vec![2, 4, 2]));
//! // and the contract.
//! let games = agon_game::contract::RandomGames { seed: 1, games: 10, max_length: 5 };
//! agon_game::contract::check(&mut machine, games).expect("the counter keeps the contract");
//! # Ok::<(), StopReason>(())
//! ```
//!
//! GDL does not appear here, nor do files, clocks or ambient randomness: seeds and limits are
//! arguments.

mod best;
mod goal;
mod machine;
mod preference;
mod role_name;
mod state;
mod vocabulary;

pub mod contract;
pub mod line;
pub mod match_loop;
pub mod perft;
pub mod playout;
pub mod playouts;
pub mod playthrough;

pub use best::Best;
pub use goal::GoalSet;
pub use machine::{Fact, Machine, MachineExt, Move, Role, StopReason};
pub use preference::Preference;
pub use role_name::{UnknownRole, role_named};
pub use state::State;
pub use vocabulary::Vocabulary;

/// The random number generator of the whole project: seedable, fast, and the same on every platform.
pub type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// Creates a random number generator from a seed.
pub fn random(seed: u64) -> Random {
    rand::SeedableRng::seed_from_u64(seed)
}
