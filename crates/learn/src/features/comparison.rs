//! Verification of a feature counter: another machine counts the same features in the same states.
//!
//! Does not write the rules that the other machine needs (`rule_encoding`).

use super::feature_counter::FeatureCounter;
use super::rule_encoding::counted;
use game::{Machine, MachineExt, State, StopReason};
use rand::seq::IndexedRandom;

/// Plays random games on both machines at once, the second with the rules of `rule_encoding`, and compares the counts
/// in a number of states, until they differ or `go_on` returns `false`.
pub fn compare(
    evaluator: &mut FeatureCounter,
    machine: &mut dyn Machine,
    judge: &mut dyn Machine,
    (states, seed): (usize, u64),
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Comparison, StopReason> {
    let mut random = game::random(seed);
    let mut both = [machine.initial_state()?, judge.initial_state()?];
    let mut legal = Vec::new();
    let mut compared = 0;
    while compared < states && go_on(compared) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let is_over = machine.terminal(&both[0])?;
        for role in machine.role_ids().take_while(|_| !is_over) {
            judge.legal(&both[1], role, &mut legal)?;
            machine.legal(&both[0], role, &mut legal)?;
            let Some(&action) = legal.choose(&mut random) else { break };
            ours.push(action);
            theirs.extend(judge.find_move(&machine.move_text(action)));
        }
        if theirs.len() < machine.roles().len() {
            // The game is over. If it is over at once, there is nothing to compare.
            if compared == 0 {
                break;
            }
            both = [machine.initial_state()?, judge.initial_state()?];
            continue;
        }
        let mut after = [State::default(), State::default()];
        machine.next(&both[0], &ours, &mut after[0])?;
        judge.next(&both[1], &theirs, &mut after[1])?;
        let here = evaluator.read(machine, &both[0]);
        let there = counted(judge, &after[1], here.len());
        if let Some(feature) = (0..here.len()).find(|&place| here[place] != there[place]) {
            let (ours, theirs) = (here[feature], there[feature]);
            let difference = Some(Difference { feature, ours, theirs });
            return Ok(Comparison { agreed: compared, difference });
        }
        both = after;
        compared += 1;
    }
    Ok(Comparison { agreed: compared, difference: None })
}

/// Result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Number of states in which all counts were the same.
    pub agreed: usize,
    /// The first difference. `None` if there was none.
    pub difference: Option<Difference>,
}

/// A feature that both machines count differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Index of the feature.
    pub feature: usize,
    /// Count of the feature counter.
    pub ours: u32,
    /// Count of the other machine.
    pub theirs: u32,
}
