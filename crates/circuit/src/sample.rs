//! Random games played while a game is being compiled. Their results are guesses, which a proof must confirm, or
//! estimates on which only speed depends.

use crate::circuit::Action;
use crate::fact_bits::FactBits;
use crate::model::Model;
use crate::simulator::{RandomStep, Simulator};
use game::{Fact, State};

/// Number of games from which states are sampled, to guess exclusions.
const SAMPLE_GAMES: usize = 8;
/// Largest number of states that are sampled.
const SAMPLE_STATES: usize = 400;

/// Number of games played to estimate their length.
const LENGTH_GAMES: usize = 16;
/// Number of moves after which such a game is aborted.
const GREATEST_LENGTH: usize = 1000;

/// Smallest standard deviation of the lengths of playouts from different states, as a share of the mean length of
/// games: even where all games are equally long, states differ in how far they are from the end.
const LEAST_SPREAD: f64 = 0.3;

/// Estimated length of random games, in joint moves. Only speed depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLength {
    /// Mean, at least 1.
    pub mean: f64,
    /// Standard deviation of the length.
    pub deviation: f64,
}

impl GameLength {
    /// Estimates the length from a few random games.
    pub(crate) fn estimate(model: &Model) -> GameLength {
        let mut simulator = Simulator::new(model);
        let (mut random, mut legal) = (game::random(1), Vec::<Action>::new());
        let mut play = || {
            simulator.load(model.initial());
            (0..GREATEST_LENGTH)
                .find(|_| simulator.random_step(&mut random, &mut legal) != RandomStep::Moved)
                .unwrap_or(GREATEST_LENGTH) as f64
        };
        let lengths: Vec<f64> = (0..LENGTH_GAMES).map(|_| play()).collect();
        let mean = lengths.iter().sum::<f64>() / LENGTH_GAMES as f64;
        let squares = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>();
        let deviation = (squares / (LENGTH_GAMES - 1) as f64).sqrt();
        GameLength { mean: mean.max(1.0), deviation }
    }

    /// Returns the estimated standard deviation of the lengths of playouts from different states, in moves.
    pub fn spread(&self) -> f64 {
        self.deviation.max(LEAST_SPREAD * self.mean)
    }
}

/// One bit for each sampled state.
type StateBits = [u64; SAMPLE_STATES.div_ceil(64)];

/// States of random games, fact by fact.
pub(crate) struct StateSample {
    /// For each fact, the states in which it is true.
    states: Vec<StateBits>,
    /// Number of sampled states.
    count: usize,
}

impl StateSample {
    /// Samples states of a few random games.
    pub(crate) fn new(model: &Model) -> StateSample {
        let states = vec![Default::default(); model.circuit().fact_count()];
        let mut sample = StateSample { states, count: 0 };
        let mut simulator = Simulator::new(model);
        let (mut random, mut legal) = (game::random(1), Vec::new());
        for _ in 0..SAMPLE_GAMES {
            simulator.load(model.initial());
            while sample.count < SAMPLE_STATES {
                sample.add(simulator.state());
                if simulator.random_step(&mut random, &mut legal) != RandomStep::Moved {
                    break;
                }
            }
        }
        sample
    }

    fn add(&mut self, state: &State) {
        let (word, bit) = (self.count / 64, self.count % 64);
        FactBits::facts(state).for_each(|fact| self.states[fact.0 as usize][word] |= 1 << bit);
        self.count += 1;
    }

    /// Returns the number of facts of the game.
    pub(crate) fn fact_count(&self) -> usize {
        self.states.len()
    }

    /// Whether no two facts of a group were true together in a sampled state.
    pub(crate) fn excludes(&self, group: &[Fact]) -> bool {
        let mut seen: StateBits = Default::default();
        group.iter().all(|fact| {
            let here = &self.states[fact.0 as usize];
            let apart = seen.iter().zip(here).all(|(seen, here)| seen & here == 0);
            seen.iter_mut().zip(here).for_each(|(seen, here)| *seen |= here);
            apart
        })
    }
}
