//! Lanes for tests of players that play many games at once.

use circuit::CircuitMachine;
use circuit::lanes::code::Backend;
use circuit::lanes::{Lanes, Weights};
use game::{Move, Preference, Role, State, StopReason};
use search::{Costs, Playouts, Sums};

/// Lanes as the program gives them to players.
pub struct TestLanes {
    lanes: Lanes,
    weights: Option<Weights>,
}

impl TestLanes {
    pub fn new(machine: &CircuitMachine) -> TestLanes {
        TestLanes { lanes: Lanes::new(machine, Backend::best()).unwrap(), weights: None }
    }
}

impl Playouts for TestLanes {
    fn play_out(&mut self, states: &[State], times: u32, seed: u64) -> Result<Sums, StopReason> {
        let outcomes = self.lanes.play_out(states, times, self.weights.as_ref(), 1000, seed);
        let outcomes = outcomes.unwrap();
        let states = 0..states.len();
        Ok(Sums {
            finished: states.clone().map(|state| outcomes.finished(state)).collect(),
            goals: states.flat_map(|state| outcomes.goals(state).to_vec()).collect(),
        })
    }

    fn weigh(&mut self, weight: &dyn Fn(Role, Move) -> f64) {
        self.weights = Some(Weights::new(self.lanes.machine(), weight));
    }

    fn prefer(&mut self, preferences: &[Preference]) -> Result<(), StopReason> {
        self.lanes = Lanes::preferring(self.lanes.machine(), preferences, Backend::best()).unwrap();
        Ok(())
    }

    fn costs(&mut self) -> Result<Costs, StopReason> {
        Ok(Costs { playout: 0.2, look: 0.6 })
    }

    fn fork(&self) -> Box<dyn Playouts> {
        Box::new(TestLanes::new(self.lanes.machine()))
    }
}
