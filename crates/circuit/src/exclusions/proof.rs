//! The induction step as a problem of satisfiability: a state in which all groups hold, and a legal joint move that
//! leads to a state in which one of them does not. A group is proven if there is no solution.
//!
//! The clauses contain only the needs of a legal move, not its full condition, and not that the game is not over: these
//! may be most of the circuit, and a proof without them is still a proof.

use super::needs::Needs;
use crate::circuit::{Circuit, Gate, PerGate, Signal};
use crate::phases::{self, Phases};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use game::Fact;
use std::cell::Cell;

/// Work of the solver in all proofs of a game, in decisions.
pub const BUDGET: u64 = 50_000;
/// Cost of a conflict, in decisions.
const CONFLICT: u64 = 50;

/// The work that remains; the solver stops when it is 0. Without clocks, the same groups are proven every time.
struct SolverBudget(Cell<u64>);

impl SolverBudget {
    fn spend(&self, amount: u64) {
        self.0.set(self.0.get().saturating_sub(amount));
    }
}

impl Callbacks for SolverBudget {
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

/// The circuit of a game as clauses about a state that belongs to a phase and has at most one fact of each group, and
/// about a joint move in it.
pub struct Proof<'a> {
    circuit: &'a Circuit,
    solver: Solver<SolverBudget>,
    /// The literal of each gate that has clauses.
    lits: PerGate<Option<Lit>>,
}

impl<'a> Proof<'a> {
    /// Makes the clauses; `budget` limits the work of all proofs, in decisions.
    pub fn new(
        circuit: &'a Circuit,
        phases: &Phases,
        groups: &[Vec<Fact>],
        budget: u64,
    ) -> Proof<'a> {
        let solver = Solver::new(SolverOpts::default(), SolverBudget(Cell::new(budget)));
        let lits = PerGate::new(circuit, None);
        let mut proof = Proof { circuit, solver, lits };
        proof.add_gates();
        proof.add_moves();
        proof.add_phases(phases);
        for group in groups {
            let now: Vec<Lit> = group.iter().map(|&fact| proof.lit(circuit.fact(fact))).collect();
            proof.at_most_one(&now);
        }
        proof
    }

    /// Returns the work that remains, in decisions.
    pub fn budget(&self) -> u64 {
        self.solver.cb().0.get()
    }

    /// Whether at most one fact of a group is proven to be true in the next state.
    pub fn keeps(&mut self, group: &[Fact]) -> bool {
        let next = group.iter().map(|fact| self.lit(self.circuit.outputs.next[fact.0 as usize]));
        let next: Vec<Lit> = next.collect();
        let two = self.at_least_two(&next);
        self.is_impossible(&[two])
    }

    /// Whether it is proven that these literals are never on together.
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
        let lit = self.lits[signal.gate()].expect("the gate is needed for the next state");
        if signal.is_inverted() { !lit } else { lit }
    }

    /// Adds a variable for each gate that is needed for the next state, and the clauses of the ANDs among them.
    fn add_gates(&mut self) {
        let circuit = self.circuit;
        let needed = super::needed_for_next(circuit);
        for gate in circuit.gates().filter(|&gate| needed[gate]) {
            let lit = self.fresh();
            self.lits[gate] = Some(lit);
            if !circuit.is_and(gate) {
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

    /// Adds that every role makes one move, and that the facts hold that the move needs.
    fn add_moves(&mut self) {
        let circuit = self.circuit;
        let needs = Needs::of_legal(circuit, &PerGate::new(circuit, None));
        for role in circuit.roles() {
            self.clause(&[!self.lit(circuit.other_move(role))]);
            let mut done = Vec::new();
            for (action, _) in circuit.actions().filter(|(_, owner)| *owner == role) {
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

    /// Adds that the state belongs to a phase, with the facts and moves that are known in it.
    fn add_phases(&mut self, phases: &Phases) {
        let here: Vec<Lit> = phases.facts.iter().map(|_| self.fresh()).collect();
        self.clause(&here);
        for (facts, &here) in phases.facts.iter().zip(&here) {
            let values = phases::evaluate(self.circuit, facts);
            for gate in self.circuit.inputs().filter(|&gate| gate != Gate::TRUE) {
                let lit = self.lit(Signal::of(gate));
                if let Some(on) = values[gate] {
                    self.clause(&[!here, if on { lit } else { !lit }]);
                }
            }
        }
    }

    /// Adds that at most one of some literals is on. A new variable for each says whether it or one before it is on.
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

    /// Returns a new literal that can be on only where two of some literals are on.
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
