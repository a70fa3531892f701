//! A role makes exactly one move: one of its actions, or one that is no action. So whatever depends on the moves of
//! one role alone is a set of its moves, an AND of such signals is the intersection of their sets, and a set is
//! best told by its members or by what is missing from it, whichever are fewer. What speaks of several roles' moves is
//! kept as one set for each role, as long as it is the AND of what it says of each. Frame rules ("nobody moved a piece
//! away from here") become small by this: in place of all moves elsewhere, the few moves here.

use super::Rewrite;
use crate::network::{Circuit, Signal};
use game::Role;
use hashbrown::HashMap;

/// Sets with more members than this, whichever way they are told, are left as they are.
const MAX_MEMBERS: usize = 2000;

/// Sets that take no more operands than this are told by them in any case: what was there before may not be
/// needed any more.
const SMALL: usize = 8;

/// Replaces what depends on the moves of one role by a smaller signal for the same set.
pub fn moves(circuit: &Circuit) -> Circuit {
    let mut sets = Sets::of(circuit);
    let mut rewrite = Rewrite::new(circuit);
    for and in circuit.ands() {
        let mut operands = Vec::new();
        let mut told: Vec<Told> = Vec::new();
        for &signal in circuit.operands(and) {
            let new = rewrite.get(signal);
            match sets.get(signal) {
                None => operands.push(new),
                Some(conjunction) => {
                    conjunction.into_iter().for_each(|(role, set)| join(&mut told, role, set, new))
                }
            }
        }
        let pure = operands.is_empty();
        let conjunction: Conjunction = told.iter().map(|told| (told.role, told.set())).collect();
        let cost: usize = conjunction.iter().map(|(role, set)| sets.cost(*role, set)).sum();
        let mut signals: Vec<Signal> =
            told.iter().flat_map(|told| told.by.iter().copied()).collect();
        signals.sort_unstable();
        signals.dedup();
        let by_gates = signals.iter().any(|signal| signal.gate() >= circuit.first_and());
        if signals.len() > 1 && (cost < signals.len() || by_gates && cost <= SMALL) {
            let new = &mut rewrite.new;
            operands.extend(conjunction.iter().map(|(role, set)| sets.signal(new, *role, set)));
        } else {
            operands.extend(signals);
        }
        let small = conjunction.iter().all(|(_, set)| set.members.len() <= MAX_MEMBERS);
        sets.gates.push((pure && small).then_some(conjunction));
        let signal = match operands[..] {
            [single] => single,
            _ => rewrite.new.and(operands),
        };
        rewrite.signals.push(signal);
    }
    rewrite.finish()
}

/// Sets of moves of different roles, all of which have the move that the role makes.
type Conjunction = Vec<(usize, Set)>;

/// What operands of an AND say of a role's move.
struct Told {
    role: usize,
    /// The move is one of these, if there is such an operand.
    among: Option<Vec<u32>>,
    /// The move is none of these; in no order.
    not: Vec<u32>,
    /// The operands.
    by: Vec<Signal>,
}

/// Adds what an operand says of a role's move.
fn join(told: &mut Vec<Told>, role: usize, set: Set, by: Signal) {
    let index = told.iter().position(|told| told.role == role).unwrap_or_else(|| {
        told.push(Told { role, among: None, not: Vec::new(), by: Vec::new() });
        told.len() - 1
    });
    let told = &mut told[index];
    told.by.push(by);
    if set.all_but {
        told.not.extend(set.members);
    } else if let Some(among) = &mut told.among {
        among.retain(|member| set.members.binary_search(member).is_ok());
    } else {
        told.among = Some(set.members);
    }
}

impl Told {
    /// All that is said, as one set.
    fn set(&self) -> Set {
        let mut not = self.not.clone();
        not.sort_unstable();
        not.dedup();
        match &self.among {
            None => Set { all_but: true, members: not },
            Some(among) => {
                let left =
                    among.iter().copied().filter(|member| not.binary_search(member).is_err());
                Set { all_but: false, members: left.collect() }
            }
        }
    }
}

/// A set of moves of a role: these, or all but these.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Set {
    all_but: bool,
    /// The gates of the moves, in ascending order.
    members: Vec<u32>,
}

impl Set {
    fn invert_if(mut self, invert: bool) -> Set {
        self.all_but ^= invert;
        self
    }
}

struct Sets {
    /// What each gate says that depends on moves alone, and says something of each role's move for itself.
    gates: Vec<Option<Conjunction>>,
    /// The gates of all moves of each role.
    all: Vec<Vec<u32>>,
    /// The signals made for sets.
    made: HashMap<Set, Signal>,
}

impl Sets {
    fn of(circuit: &Circuit) -> Sets {
        let mut gates = vec![None; circuit.first_and() as usize];
        let mut all = vec![Vec::new(); circuit.roles() as usize];
        let mut enter = |signal: Signal, role: Role| {
            let gate = signal.gate();
            gates[gate as usize] =
                Some(vec![(role.0 as usize, Set { all_but: false, members: vec![gate] })]);
            all[role.0 as usize].push(gate);
        };
        for (action, &role) in circuit.actions().iter().enumerate() {
            enter(circuit.action(crate::Action(action as u32)), role);
        }
        for role in (0..circuit.roles()).map(Role) {
            enter(circuit.other(role), role);
        }
        Sets { gates, all, made: HashMap::new() }
    }

    /// The inverse of a conjunction is one only if it is of a single role's moves.
    fn get(&self, signal: Signal) -> Option<Conjunction> {
        let conjunction = self.gates[signal.gate() as usize].as_ref()?;
        match &conjunction[..] {
            [(role, set)] => Some(vec![(*role, set.clone().invert_if(signal.is_inverted()))]),
            _ if signal.is_inverted() => None,
            _ => Some(conjunction.clone()),
        }
    }

    /// How many operands it takes to tell a set.
    fn cost(&self, role: usize, set: &Set) -> usize {
        set.members.len().min(self.all[role].len() - set.members.len())
    }

    /// A signal for a set.
    fn signal(&mut self, circuit: &mut Circuit, role: usize, set: &Set) -> Signal {
        let all = &self.all[role];
        let set = if set.members.len() * 2 <= all.len() {
            set.clone()
        } else {
            let missing = |gate: &u32| set.members.binary_search(gate).is_err();
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
