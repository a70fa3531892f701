//! The factor pass: operands that cases of an OR share are taken out, so that (a and b) or (a and c) becomes a and (b
//! or c). Rules that differ in one condition lead to such ORs.

use super::{Rewrite, uses};
use crate::circuit::{Circuit, Signal};
use hashbrown::HashMap;

/// Largest number of cases of an OR that is changed: the time to find common operands grows with its square.
const MAX_CASES: usize = 2000;

/// Takes common operands out of the cases of ORs.
pub fn factor(circuit: &Circuit) -> Circuit {
    let uses = uses(circuit);
    let mut rewrite = Rewrite::new(circuit);
    for and in circuit.ands() {
        let mut plain = Vec::new();
        let mut cases: Vec<Vec<Signal>> = Vec::new();
        for &signal in circuit.operands(and) {
            let gate = signal.gate();
            if signal.is_inverted() && circuit.is_and(gate) && uses[gate] == 1 {
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

/// Returns the operand that most cases share; `None` if no two cases share one.
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

/// Replaces all cases with the operand by one case.
fn take_out(circuit: &mut Circuit, common: Signal, cases: Vec<Vec<Signal>>) -> Vec<Vec<Signal>> {
    let (with, mut others): (Vec<_>, Vec<_>) =
        cases.into_iter().partition(|case| case.contains(&common));
    let mut rests = Vec::with_capacity(with.len());
    for mut case in with {
        case.retain(|&signal| signal != common);
        rests.push(match case[..] {
            // The common operand alone is a case, which the others imply.
            [] => Signal::TRUE,
            [single] => single,
            _ => circuit.and(case),
        });
    }
    let any = circuit.or(rests);
    others.push(vec![common, any]);
    others
}
