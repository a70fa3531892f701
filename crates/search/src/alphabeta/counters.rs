//! Step counters and the transposition table (document 000, section 4.1.2): states that differ in the number of steps alone are
//! remembered as one.
//!
//! That number matters where it ends the game. So it is left out only in searches that are too shallow to come so far, and only of
//! what is estimated: what is proven about a state need not be true when fewer steps are left.

use analyze::{Analysis, Counter, Kind};
use game::{Fact, Machine, State, StopReason};
use hashbrown::HashMap;

/// The step counters of a game that do nothing but count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// All their facts.
    facts: State,
    /// After how many steps they end the game at the earliest, with each fact.
    left: HashMap<Fact, u32>,
}

impl Counters {
    /// Those of a game, if it has some.
    pub fn of(
        analysis: &Analysis,
        machine: &mut dyn Machine,
    ) -> Result<Option<Counters>, StopReason> {
        let mut left = HashMap::new();
        for fluent in &analysis.fluents {
            match &fluent.kind {
                Kind::Counter(counter) if counter.only_counts => {
                    let chains = analysis.orders.iter();
                    let chains = chains.filter(|order| order.relation == counter.order);
                    for chain in chains.flat_map(|order| &order.chains) {
                        count_down(counter, chain, machine, &mut left)?;
                    }
                }
                _ => {}
            }
        }
        let mut facts: Vec<Fact> = left.keys().copied().collect();
        facts.sort_unstable();
        Ok((!left.is_empty()).then(|| Counters { facts: machine.state(&facts), left }))
    }

    /// After how many steps counters end the game at the earliest.
    pub fn left(&self, machine: &dyn Machine, state: &State) -> u32 {
        let facts = machine.facts(state);
        let left = facts.iter().filter_map(|fact| self.left.get(fact));
        left.copied().min().unwrap_or(0)
    }

    /// Writes the state without counters into `out`.
    pub fn leave_out(&self, machine: &dyn Machine, state: &State, out: &mut State) {
        machine.subtract(state, &self.facts, out);
    }
}

/// Counts the steps to the end from the last thing that a counter can be, or from where it is the end by itself.
fn count_down(
    counter: &Counter,
    chain: &[String],
    machine: &mut dyn Machine,
    left: &mut HashMap<Fact, u32>,
) -> Result<(), StopReason> {
    let mut things: Vec<&String> = chain.iter().collect();
    if counter.is_down {
        things.reverse();
    }
    let mut steps = 0;
    for thing in things.into_iter().rev() {
        let fact = machine.find_fact(&format!("({} {thing})", counter.fluent));
        let Some(fact) = fact else { continue };
        let alone = machine.state(&[fact]);
        steps = if machine.terminal(&alone)? { 0 } else { steps };
        left.insert(fact, steps);
        steps += 1;
    }
    Ok(())
}
