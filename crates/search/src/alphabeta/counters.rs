//! Step counters and the transposition table (`kuhl`, section 4.1.2): states that differ only in the number of steps
//! share an entry.
//!
//! The number matters where it ends the game. It is therefore omitted only in searches that are too shallow to come so
//! far, and only from the keys of estimates: a proven value need not be true when fewer steps are left.

use analyze::{Analysis, FluentKind, StepCounter};
use game::{Fact, Machine, State, StopReason};
use hashbrown::HashMap;
use term::Term;

/// The step counters of a game that only count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// All facts of the counters.
    facts: State,
    /// Number of steps after which the game ends at the earliest, for each fact.
    left: HashMap<Fact, u32>,
}

impl Counters {
    /// Returns the counters of a game; `None` if it has none.
    pub fn of(
        analysis: &Analysis,
        machine: &mut dyn Machine,
    ) -> Result<Option<Counters>, StopReason> {
        let mut left = HashMap::new();
        for fluent in &analysis.fluents {
            match &fluent.kind {
                FluentKind::Counter(counter) if counter.only_counts => {
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

    /// Returns the number of steps after which counters end the game at the earliest; 0 if that is not known.
    pub fn left(&self, machine: &dyn Machine, state: &State) -> u32 {
        let facts = machine.facts(state);
        let left = facts.iter().filter_map(|fact| self.left.get(fact));
        left.copied().min().unwrap_or(0)
    }

    /// Writes the state without the facts of counters into `out`.
    pub fn remove(&self, machine: &dyn Machine, state: &State, out: &mut State) {
        machine.subtract(state, &self.facts, out);
    }
}

/// Counts the steps to the end, from the last value of a counter backwards, or from the value at which the game is
/// over.
fn count_down(
    counter: &StepCounter,
    chain: &[Term],
    machine: &mut dyn Machine,
    left: &mut HashMap<Fact, u32>,
) -> Result<(), StopReason> {
    let mut things: Vec<&Term> = chain.iter().collect();
    if counter.is_down {
        things.reverse();
    }
    let mut steps = 0;
    for thing in things.into_iter().rev() {
        let fact = Term::applied(&counter.fluent, std::slice::from_ref(thing));
        let Some(fact) = machine.vocabulary().find_fact(&fact) else { continue };
        let alone = machine.state(&[fact]);
        steps = if machine.terminal(&alone)? { 0 } else { steps };
        left.insert(fact, steps);
        steps += 1;
    }
    Ok(())
}
