//! The moves pass. A role makes exactly one move: one of its actions, or one that is not an action. A signal that
//! depends only on the moves of one role is therefore a set of its moves, and an AND of such signals is the
//! intersection of their sets. A set is expressed by its members or by the moves missing from it, whichever are fewer.
//! A signal that depends on the moves of several roles is kept as one set for each role, as long as it is the AND of
//! these sets. Frame rules ("nobody moved a piece away from here") become small: the few moves from here replace all
//! moves elsewhere.

use super::Rewrite;
use crate::circuit::{Circuit, Gate, PerGate, Signal};
use game::Role;
use hashbrown::HashMap;

/// Largest number of members of a set, or of the inverse of a set, that is kept.
const MAX_MEMBERS: usize = 2000;

/// Sets of at most this many operands replace gates even if they have as many operands: the gates may no longer be
/// needed.
const SMALL: usize = 8;

/// Replaces signals that depend only on moves by smaller ones for the same sets.
pub fn moves(circuit: &Circuit) -> Circuit {
    let mut sets = Sets::of(circuit);
    let mut rewrite = Rewrite::new(circuit);
    for and in circuit.ands() {
        let mut operands = Vec::new();
        let mut restrictions: Vec<Restriction> = Vec::new();
        for &signal in circuit.operands(and) {
            let new = rewrite.get(signal);
            match sets.get(signal) {
                None => operands.push(new),
                Some(conjunction) => conjunction
                    .into_iter()
                    .for_each(|(role, set)| restrict(&mut restrictions, role, set, new)),
            }
        }
        let depends_on_moves_only = operands.is_empty();
        let conjunction: Conjunction = restrictions.iter().map(|it| (it.role, it.set())).collect();
        operands.extend(sets.express(&mut rewrite.new, &conjunction, &restrictions));
        let is_small = conjunction.iter().all(|(_, set)| set.members.len() <= MAX_MEMBERS);
        sets.gates.push((depends_on_moves_only && is_small).then_some(conjunction));
        let signal = match operands[..] {
            [single] => single,
            _ => rewrite.new.and(operands),
        };
        rewrite.signals.push(signal);
    }
    rewrite.finish()
}

/// Sets of moves of different roles; the conjunction is on where each set contains the move of its role.
type Conjunction = Vec<(usize, Set)>;

/// The operands of an AND that restrict the move of a role.
struct Restriction {
    role: usize,
    /// The moves that are allowed; `None` for all.
    allowed: Option<Vec<Gate>>,
    /// The moves that are excluded, in no order.
    excluded: Vec<Gate>,
    /// The operands of the AND.
    operands: Vec<Signal>,
}

/// Adds the restriction of an operand to those of a role.
fn restrict(restrictions: &mut Vec<Restriction>, role: usize, set: Set, operand: Signal) {
    let index = restrictions.iter().position(|it| it.role == role).unwrap_or_else(|| {
        let (allowed, excluded, operands) = (None, Vec::new(), Vec::new());
        restrictions.push(Restriction { role, allowed, excluded, operands });
        restrictions.len() - 1
    });
    let restriction = &mut restrictions[index];
    restriction.operands.push(operand);
    if set.all_but {
        restriction.excluded.extend(set.members);
    } else if let Some(allowed) = &mut restriction.allowed {
        allowed.retain(|member| set.members.binary_search(member).is_ok());
    } else {
        restriction.allowed = Some(set.members);
    }
}

impl Restriction {
    /// Returns the moves that all operands allow.
    fn set(&self) -> Set {
        let mut excluded = self.excluded.clone();
        excluded.sort_unstable();
        excluded.dedup();
        match &self.allowed {
            None => Set { all_but: true, members: excluded },
            Some(allowed) => {
                let is_left = |member: &Gate| excluded.binary_search(member).is_err();
                let members = allowed.iter().copied().filter(is_left).collect();
                Set { all_but: false, members }
            }
        }
    }
}

/// A set of moves of a role: some moves, or all but these.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Set {
    all_but: bool,
    /// The gates of the moves, in ascending order.
    members: Vec<Gate>,
}

impl Set {
    fn invert_if(mut self, invert: bool) -> Set {
        self.all_but ^= invert;
        self
    }
}

/// The sets of moves that gates stand for.
struct Sets {
    /// The sets of each gate that is a conjunction of sets.
    gates: PerGate<Option<Conjunction>>,
    /// The gates of all moves of each role.
    all: Vec<Vec<Gate>>,
    /// The signals that were made for sets.
    made: HashMap<Set, Signal>,
}

impl Sets {
    fn of(circuit: &Circuit) -> Sets {
        let mut gates = PerGate::from_values(circuit.inputs().map(|_| None));
        let mut all = vec![Vec::new(); circuit.role_count()];
        let mut enter = |signal: Signal, role: Role| {
            let gate = signal.gate();
            gates[gate] =
                Some(vec![(role.0 as usize, Set { all_but: false, members: vec![gate] })]);
            all[role.0 as usize].push(gate);
        };
        for (action, role) in circuit.actions() {
            enter(circuit.action(action), role);
        }
        for role in circuit.roles() {
            enter(circuit.other_move(role), role);
        }
        Sets { gates, all, made: HashMap::new() }
    }

    /// Returns the sets of a signal; `None` if it is not a conjunction. The inverse of a conjunction is one only if it
    /// has a single set.
    fn get(&self, signal: Signal) -> Option<Conjunction> {
        let conjunction = self.gates[signal.gate()].as_ref()?;
        match &conjunction[..] {
            [(role, set)] => Some(vec![(*role, set.clone().invert_if(signal.is_inverted()))]),
            _ if signal.is_inverted() => None,
            _ => Some(conjunction.clone()),
        }
    }

    /// Returns the operands that express a conjunction in the new circuit: its sets if they have fewer operands, and
    /// else the operands that it was made from.
    fn express(
        &mut self,
        circuit: &mut Circuit,
        conjunction: &Conjunction,
        restrictions: &[Restriction],
    ) -> Vec<Signal> {
        let cost: usize = conjunction.iter().map(|(role, set)| self.cost(*role, set)).sum();
        let operands = restrictions.iter().flat_map(|it| it.operands.iter().copied());
        let mut operands: Vec<Signal> = operands.collect();
        operands.sort_unstable();
        operands.dedup();
        let uses_gates = operands.iter().any(|signal| circuit.is_and(signal.gate()));
        if operands.len() > 1 && (cost < operands.len() || uses_gates && cost <= SMALL) {
            conjunction.iter().map(|(role, set)| self.signal(circuit, *role, set)).collect()
        } else {
            operands
        }
    }

    /// Returns the number of operands that express a set.
    fn cost(&self, role: usize, set: &Set) -> usize {
        set.members.len().min(self.all[role].len() - set.members.len())
    }

    /// Returns a signal for a set.
    fn signal(&mut self, circuit: &mut Circuit, role: usize, set: &Set) -> Signal {
        let all = &self.all[role];
        let set = if set.members.len() * 2 <= all.len() {
            set.clone()
        } else {
            let missing = |gate: &Gate| set.members.binary_search(gate).is_err();
            let members = all.iter().copied().filter(missing).collect();
            Set { all_but: !set.all_but, members }
        };
        let all_but = set.all_but;
        let some = *self.made.entry(Set { all_but: false, ..set }).or_insert_with_key(|set| {
            match set.members[..] {
                [] => Signal::FALSE,
                [single] => Signal::of(single),
                _ => circuit.or(set.members.iter().map(|&gate| Signal::of(gate))),
            }
        });
        some.invert_if(all_but)
    }
}
