//! Playouts that each have one flaw, which the contract test must find.

use game::playouts::{Outcomes, PlayoutError, PlayoutOptions, Playouts, Totals};
use game::{Move, Preference, Role, State};

/// A violation of the contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// No violation of the contract.
    None,
    /// The first role gets one point more from every playout of a state that ends.
    WrongGoals,
    /// Games from the initial state give the first role nothing.
    WrongTotals,
    /// Playouts that are aborted are counted as games that ended.
    CountsAborted,
    /// Some moves are more likely than others.
    BiasedChoice,
    /// Playouts ignore the weights of moves.
    IgnoresWeights,
    /// Weights cannot be taken away.
    KeepsWeights,
    /// Forks have no weights.
    ForksWithoutWeights,
    /// Playouts ignore preferred moves.
    IgnoresPreferences,
    /// The same games are played for all seeds.
    IgnoresSeeds,
    /// The games depend on the number of those that were played before.
    DependsOnHistory,
    /// Long games are never aborted.
    IgnoresLength,
    /// The last state of a batch is forgotten.
    ForgetsState,
    /// The stated cost of a playout changes from call to call.
    ChangingCost,
}

impl Flaw {
    pub const ALL: [Flaw; 13] = [
        Flaw::WrongGoals,
        Flaw::WrongTotals,
        Flaw::CountsAborted,
        Flaw::BiasedChoice,
        Flaw::IgnoresWeights,
        Flaw::KeepsWeights,
        Flaw::ForksWithoutWeights,
        Flaw::IgnoresPreferences,
        Flaw::IgnoresSeeds,
        Flaw::DependsOnHistory,
        Flaw::IgnoresLength,
        Flaw::ForgetsState,
        Flaw::ChangingCost,
    ];
}

/// Playouts that have a flaw.
pub struct Flawed {
    playouts: Box<dyn Playouts>,
    flaw: Flaw,
    /// Number of questions so far.
    questions: u64,
}

impl Flawed {
    /// Returns the same playouts with a flaw.
    pub fn new(mut playouts: Box<dyn Playouts>, flaw: Flaw) -> Flawed {
        if flaw == Flaw::BiasedChoice {
            playouts.set_weights(Some(&bias));
        }
        Flawed { playouts, flaw, questions: 0 }
    }

    fn options(&mut self, options: PlayoutOptions) -> PlayoutOptions {
        self.questions += 1;
        match self.flaw {
            Flaw::IgnoresSeeds => PlayoutOptions { seed: 1, ..options },
            Flaw::DependsOnHistory => {
                PlayoutOptions { seed: options.seed + self.questions, ..options }
            }
            Flaw::IgnoresLength => PlayoutOptions { max_length: 10_000, ..options },
            _ => options,
        }
    }
}

/// Weights of a biased choice: moves with higher numbers are more likely.
fn bias(_: Role, action: Move) -> f64 {
    f64::from(1 + action.0)
}

impl Playouts for Flawed {
    fn play_from_start(
        &mut self,
        options: PlayoutOptions,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, PlayoutError> {
        let options = self.options(options);
        let mut totals = self.playouts.play_from_start(options, go_on)?;
        if self.flaw == Flaw::WrongTotals {
            totals.goals[0] = [0; 101];
        }
        Ok(totals)
    }

    fn play_out(
        &mut self,
        states: &[State],
        times: u32,
        options: PlayoutOptions,
    ) -> Result<Outcomes, PlayoutError> {
        let options = self.options(options);
        let played = states.len() - usize::from(self.flaw == Flaw::ForgetsState && times == 3);
        let mut outcomes = self.playouts.play_out(&states[..played], times, options)?;
        outcomes.counts.resize(states.len(), Default::default());
        outcomes.goals.resize(states.len() * outcomes.roles, 0);
        for state in 0..states.len() {
            let counts = &mut outcomes.counts[state];
            if self.flaw == Flaw::CountsAborted {
                counts.finished += std::mem::take(&mut counts.aborted);
            }
            if self.flaw == Flaw::WrongGoals {
                outcomes.goals[state * outcomes.roles] += u64::from(counts.finished);
            }
        }
        Ok(outcomes)
    }

    fn set_weights(&mut self, weight: Option<&dyn Fn(Role, Move) -> f64>) {
        match self.flaw {
            Flaw::IgnoresWeights => {}
            Flaw::KeepsWeights if weight.is_none() => {}
            Flaw::BiasedChoice if weight.is_none() => self.playouts.set_weights(Some(&bias)),
            _ => self.playouts.set_weights(weight),
        }
    }

    fn preferring(&self, preferences: &[Preference]) -> Result<Box<dyn Playouts>, PlayoutError> {
        let preferences = if self.flaw == Flaw::IgnoresPreferences { &[] } else { preferences };
        Ok(Box::new(Flawed::new(self.playouts.preferring(preferences)?, self.flaw)))
    }

    fn cost(&mut self) -> Result<f64, PlayoutError> {
        self.questions += u64::from(self.flaw == Flaw::ChangingCost);
        Ok(self.playouts.cost()? + self.questions as f64)
    }

    fn fork(&self) -> Box<dyn Playouts> {
        let mut playouts = self.playouts.fork();
        if self.flaw == Flaw::ForksWithoutWeights {
            playouts.set_weights(None);
        }
        Box::new(Flawed { playouts, flaw: self.flaw, questions: self.questions })
    }
}
