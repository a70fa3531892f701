//! A role makes exactly one move: one of its actions, or one that is no action. So an OR over more than half of
//! them is the inverse of the OR over the rest. Frame rules ("nobody moved a piece here") become small by this.

use super::Rewrite;
use crate::network::{Circuit, Signal};
use game::Role;

/// Replaces ANDs of inverted moves of one role by ORs over the other moves.
pub fn moves(circuit: &Circuit) -> Circuit {
    let inputs = Inputs::of(circuit);
    Rewrite::new(circuit).run(|new, operands| {
        let mut rest = operands;
        for role in 0..inputs.by_role.len() {
            rest = inputs.complement(new, role, rest);
        }
        match rest[..] {
            [single] => single,
            _ => new.and(rest),
        }
    })
}

struct Inputs {
    /// The signals of which exactly one is on, for each role.
    by_role: Vec<Vec<Signal>>,
    /// The first and last gate among them, for each role.
    range: Vec<(u32, u32)>,
    other: Vec<Signal>,
}

impl Inputs {
    fn of(circuit: &Circuit) -> Inputs {
        let mut by_role = vec![Vec::new(); circuit.roles() as usize];
        for (action, role) in circuit.actions().iter().enumerate() {
            by_role[role.0 as usize].push(circuit.action(crate::Action(action as u32)));
        }
        let other: Vec<Signal> =
            (0..circuit.roles()).map(|role| circuit.other(Role(role))).collect();
        let range = by_role
            .iter()
            .map(|signals| match (signals.first(), signals.last()) {
                (Some(first), Some(last)) => (first.gate(), last.gate()),
                _ => (1, 0),
            })
            .collect();
        Inputs { by_role, range, other }
    }

    /// If the operands have inverted moves of more than half of the role's, replaces these by the OR of the
    /// others.
    fn complement(&self, new: &mut Circuit, role: usize, operands: Vec<Signal>) -> Vec<Signal> {
        let (first, last) = self.range[role];
        let is_move = |signal: &Signal| {
            (first..=last).contains(&signal.gate()) || signal.gate() == self.other[role].gate()
        };
        let excluded =
            operands.iter().filter(|signal| signal.is_inverted() && is_move(signal)).count();
        let all = self.by_role[role].len() + 1;
        if excluded < 2 || excluded * 2 <= all {
            return operands;
        }
        let (moves, mut rest): (Vec<Signal>, Vec<Signal>) =
            operands.into_iter().partition(|signal| signal.is_inverted() && is_move(signal));
        let mut excluded: Vec<u32> = moves.iter().map(|signal| signal.gate()).collect();
        excluded.sort_unstable();
        let others = self.by_role[role].iter().chain([&self.other[role]]).copied();
        let left: Vec<Signal> =
            others.filter(|signal| excluded.binary_search(&signal.gate()).is_err()).collect();
        rest.push(match left[..] {
            [] => Signal::FALSE,
            [single] => single,
            _ => new.or(left),
        });
        rest
    }
}
