//! What all cases of an OR have in common is taken out: (a and b) or (a and c) becomes a and (b or c). Rules that
//! differ in one condition are written like this, and what they share may be far from their heads.

use super::{Rewrite, uses};
use crate::network::{Circuit, Signal};
use hashbrown::HashMap;

/// ORs of more cases than this are left as they are; looking for common parts takes the square of their number.
const MAX_CASES: usize = 2000;

/// Takes common operands out of the cases of ORs.
pub fn factor(circuit: &Circuit) -> Circuit {
    let uses = uses(circuit);
    let first = circuit.first_and();
    let mut rewrite = Rewrite::new(circuit);
    for and in circuit.ands() {
        let mut plain = Vec::new();
        let mut cases: Vec<Vec<Signal>> = Vec::new();
        for &signal in circuit.operands(and) {
            let gate = signal.gate();
            if signal.is_inverted() && gate >= first && uses[gate as usize] == 1 {
                let operands = circuit.operands(gate).iter();
                cases.push(operands.map(|&operand| rewrite.get(operand)).collect());
            } else {
                plain.push(rewrite.get(signal));
            }
        }
        if cases.len() >= 2 && cases.len() <= MAX_CASES {
            while let Some(common) = most_common(&cases) {
                cases = take_out(&mut rewrite.new, common, cases);
            }
        }
        for case in cases {
            let case = match case[..] {
                [single] => single,
                _ => rewrite.new.and(case),
            };
            plain.push(!case);
        }
        let signal = rewrite.new.and(plain);
        rewrite.signals.push(signal);
    }
    super::sweep::sweep(&rewrite.finish())
}

/// The operand that most cases share, if at least two do.
fn most_common(cases: &[Vec<Signal>]) -> Option<Signal> {
    let mut counts: HashMap<Signal, usize> = HashMap::new();
    for &signal in cases.iter().flatten() {
        *counts.entry(signal).or_default() += 1;
    }
    let shared = counts.into_iter().filter(|&(_, count)| count >= 2);
    shared
        .max_by_key(|&(signal, count)| (count, std::cmp::Reverse(signal)))
        .map(|(signal, _)| signal)
}

/// Makes one case of all that have the operand.
fn take_out(circuit: &mut Circuit, common: Signal, cases: Vec<Vec<Signal>>) -> Vec<Vec<Signal>> {
    let (with, mut others): (Vec<_>, Vec<_>) =
        cases.into_iter().partition(|case| case.contains(&common));
    let mut rests = Vec::with_capacity(with.len());
    for mut case in with {
        case.retain(|&signal| signal != common);
        rests.push(match case[..] {
            // The common operand alone is a case: the others add nothing to it.
            [] => Signal::TRUE,
            [single] => single,
            _ => circuit.and(case),
        });
    }
    let any = circuit.or(rests);
    others.push(vec![common, any]);
    others
}
