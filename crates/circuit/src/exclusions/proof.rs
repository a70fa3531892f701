//! One step of induction as a question of satisfiability: is there a state that keeps what is claimed, and a legal
//! joint move that leads to one that does not?
//!
//! Of a legal move only what it needs is said, not all that makes it legal, nor that the game is not over: that may
//! be most of the circuit, and what follows from less is also true.

use super::needs::Needs;
use crate::machine::CircuitMachine;
use crate::network::{Action, Circuit, Signal};
use crate::phases::{self, Phases};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use game::{Fact, Role};
use std::cell::Cell;

/// How much the solver may do in all proofs of a game, in decisions; one that is never taken back counts as one.
pub const BUDGET: u64 = 50_000;
/// What a conflict counts.
const CONFLICT: u64 = 50;

/// Stops the solver when it has done enough. No clocks: what is proven is the same every time.
struct Budget(Cell<u64>);

impl Budget {
    fn spend(&self, amount: u64) {
        self.0.set(self.0.get().saturating_sub(amount));
    }
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.spend(CONFLICT);
        }
    }

    fn stop(&self) -> bool {
        self.spend(1);
        self.0.get() == 0
    }
}

/// The circuit of a game as clauses: a state that belongs to a phase and has at most one fact of each group, and a
/// joint move.
pub struct Proof<'a> {
    circuit: &'a Circuit,
    solver: Solver<Budget>,
    /// For each gate.
    lits: Vec<Option<Lit>>,
}

impl<'a> Proof<'a> {
    /// With these groups, and so much left of the budget.
    pub fn new(machine: &'a CircuitMachine, groups: &[Vec<Fact>], budget: u64) -> Proof<'a> {
        let circuit = machine.circuit();
        let solver = Solver::new(SolverOpts::default(), Budget(Cell::new(budget)));
        let lits = vec![None; circuit.gates() as usize];
        let mut proof = Proof { circuit, solver, lits };
        proof.gates();
        proof.moves();
        proof.phases(machine.phases());
        for group in groups {
            let now: Vec<Lit> = group.iter().map(|&fact| proof.lit(circuit.fact(fact))).collect();
            proof.at_most_one(&now);
        }
        proof
    }

    /// What is left of the budget.
    pub fn budget(&self) -> u64 {
        self.solver.cb().0.get()
    }

    /// Whether at most one fact of a group is on in the next state.
    pub fn keeps(&mut self, group: &[Fact]) -> bool {
        let next = group.iter().map(|fact| self.lit(self.circuit.outputs.next[fact.0 as usize]));
        let next: Vec<Lit> = next.collect();
        let two = self.at_least_two(&next);
        self.is_impossible(&[two])
    }

    /// Whether a fact that is on is on in the next state.
    pub fn stays(&mut self, fact: Fact) -> bool {
        let now = self.lit(self.circuit.fact(fact));
        let next = self.lit(self.circuit.outputs.next[fact.0 as usize]);
        self.is_impossible(&[now, !next])
    }

    fn is_impossible(&mut self, question: &[Lit]) -> bool {
        self.budget() > 0 && self.solver.solve_limited(question) == lbool::FALSE
    }

    fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.solver.add_clause_reuse(&mut lits.to_vec());
    }

    fn lit(&self, signal: Signal) -> Lit {
        let lit = self.lits[signal.gate() as usize].expect("only what was made is asked for");
        if signal.is_inverted() { !lit } else { lit }
    }

    /// A variable for each gate that play depends on, and the clauses that tie it to its operands.
    fn gates(&mut self) {
        let circuit = self.circuit;
        let needed = super::needed_for_next(circuit);
        for gate in (0..circuit.gates()).filter(|&gate| needed[gate as usize]) {
            let lit = self.fresh();
            self.lits[gate as usize] = Some(lit);
            if gate < circuit.first_and() {
                continue;
            }
            let operands = circuit.operands(gate).iter().map(|&operand| self.lit(operand));
            let operands: Vec<Lit> = operands.collect();
            operands.iter().for_each(|&operand| self.clause(&[!lit, operand]));
            let mut all: Vec<Lit> = operands.iter().map(|&operand| !operand).collect();
            all.push(lit);
            self.clause(&all);
        }
        self.clause(&[self.lit(Signal::TRUE)]);
    }

    /// Every role makes one move, and has what it needs.
    fn moves(&mut self) {
        let circuit = self.circuit;
        let needs = Needs::of_legal(circuit, &vec![None; circuit.gates() as usize]);
        for role in (0..circuit.roles()).map(Role) {
            self.clause(&[!self.lit(circuit.other(role))]);
            let actions = (0..circuit.actions().len() as u32).map(Action);
            let actions = actions.filter(|action| circuit.actions()[action.0 as usize] == role);
            let mut done = Vec::new();
            for action in actions {
                let lit = self.lit(circuit.action(action));
                for &need in needs.of(circuit.outputs.legal[action.0 as usize]) {
                    self.clause(&[!lit, self.lit(need)]);
                }
                done.push(lit);
            }
            self.clause(&done);
            self.at_most_one(&done);
        }
    }

    /// The state belongs to a phase; what is known of its facts and moves there.
    fn phases(&mut self, phases: &Phases) {
        let here: Vec<Lit> = phases.facts.iter().map(|_| self.fresh()).collect();
        self.clause(&here);
        for (facts, &here) in phases.facts.iter().zip(&here) {
            let values = phases::evaluate(self.circuit, facts);
            for gate in 1..self.circuit.first_and() {
                let lit = self.lit(Signal::of(gate));
                if let Some(on) = values[gate as usize] {
                    self.clause(&[!here, if on { lit } else { !lit }]);
                }
            }
        }
    }

    /// At most one is on. One more variable for each says whether it or one of those before it is.
    fn at_most_one(&mut self, lits: &[Lit]) {
        let mut before: Option<Lit> = None;
        for &lit in lits {
            let here = self.fresh();
            self.clause(&[!lit, here]);
            if let Some(before) = before {
                self.clause(&[!before, here]);
                self.clause(&[!lit, !before]);
            }
            before = Some(here);
        }
    }

    /// A literal that can be on only where two of these are.
    fn at_least_two(&mut self, lits: &[Lit]) -> Lit {
        let mut seconds = Vec::new();
        let mut before = lits[0];
        for &lit in &lits[1..] {
            let (second, here) = (self.fresh(), self.fresh());
            self.clause(&[!second, lit]);
            self.clause(&[!second, before]);
            self.clause(&[!here, before, lit]);
            seconds.push(second);
            before = here;
        }
        let two = self.fresh();
        seconds.push(!two);
        self.clause(&seconds);
        two
    }
}
