//! From ground rules to a circuit: an atom is the OR of its rules, a rule the AND of its literals. Atoms that depend on
//! each other in a cycle are unrolled, round after round, until nothing more can follow. The result is not optimised
//! here.

mod rules_by_head;

use crate::circuit::{Circuit, GoalValue, Outputs, Signal};
use crate::error::BuildError;
use crate::known::constants;
use crate::names::Names;
use game::Role;
use gdl::Relation;
use ground::{AtomId, Ground, GroundLiteral, Meaning, RuleId, Value, components};
use hashbrown::{HashMap, HashSet};
use rules_by_head::RulesByHead;
use term::{Id, TermTable};

/// The circuit of ground rules, and the signals of the atoms it was built from.
#[derive(Clone)]
pub(crate) struct Built {
    /// The circuit as the ground rules give it, before any pass.
    pub(crate) circuit: Circuit,
    /// Whether each fact is true in the initial state.
    pub(crate) initial: Vec<bool>,
    atoms: Atoms,
}

/// The signals of all ground atoms.
#[derive(Clone)]
struct Atoms {
    /// The signal of each atom. One that was not built is an input, a constant, or off.
    signals: Vec<Signal>,
    /// Whether the gates of each atom were added to the circuit.
    is_built: Vec<bool>,
}

/// Builds the circuit of all atoms that play depends on.
///
/// # Errors
/// If the circuit has too many gates, or an atom depends on its own negation.
pub(crate) fn build(ground: &Ground, names: &Names, max_gates: usize) -> Result<Built, BuildError> {
    let action_roles = names.roles().flat_map(|role| names.actions_of(role).map(move |_| role));
    let circuit = Circuit::new(
        names.fact_count() as u32,
        action_roles.collect(),
        ground.roles().len() as u32,
    );
    let mut builder = CircuitBuilder::new(ground, names, max_gates, circuit);
    builder.build_atoms(&roots_of_play(ground))?;
    let (outputs, initial) = builder.outputs()?;
    let CircuitBuilder { mut circuit, atoms, .. } = builder;
    circuit.outputs = outputs;
    Ok(Built { circuit, initial, atoms })
}

/// A ground atom of a relation, and the signal that is on where it holds.
#[derive(Clone, Debug)]
pub struct WatchedAtom {
    /// The relation of the atom.
    pub relation: Relation,
    /// The terms that it is applied to, among [`Ground::values`].
    pub arguments: Vec<Value>,
    /// On where the atom holds.
    pub signal: Signal,
}

/// Returns the circuit with every atom of some relations built as well, and these atoms without those that never hold.
///
/// # Errors
/// If the circuit has too many gates, or an atom depends on its own negation.
pub(crate) fn watch(
    built: &Built,
    ground: &Ground,
    names: &Names,
    relations: &[Relation],
    max_gates: usize,
) -> Result<(Circuit, Vec<WatchedAtom>), BuildError> {
    let Built { circuit, atoms, .. } = built.clone();
    let mut builder = CircuitBuilder { ground, names, max_gates, circuit, atoms };
    let atoms = relations.iter().flat_map(|&relation| ground.of(relation)).map(|(atom, _)| atom);
    builder.build_atoms(&atoms.collect::<Vec<_>>())?;
    let of = |&relation: &Relation| {
        let signals = &builder.atoms.signals;
        ground.of(relation).map(move |(atom, arguments)| WatchedAtom {
            relation,
            arguments: arguments.to_vec(),
            signal: signals[atom.index()],
        })
    };
    let watched = relations.iter().flat_map(of).filter(|it| it.signal != Signal::FALSE).collect();
    Ok((builder.circuit, watched))
}

/// Returns the atoms that the outputs of the circuit are made of.
fn roots_of_play(ground: &Ground) -> Vec<AtomId> {
    let mut roots: Vec<AtomId> = ground.init().chain(ground.next()).map(|(atom, _)| atom).collect();
    roots.extend(ground.legal().chain(ground.goal()).map(|(atom, _, _)| atom));
    roots.extend(ground.terminal());
    roots
}

/// A circuit that is being built.
struct CircuitBuilder<'a> {
    ground: &'a Ground,
    names: &'a Names,
    max_gates: usize,
    circuit: Circuit,
    atoms: Atoms,
}

impl<'a> CircuitBuilder<'a> {
    fn new(
        ground: &'a Ground,
        names: &'a Names,
        max_gates: usize,
        circuit: Circuit,
    ) -> CircuitBuilder<'a> {
        let atoms = Atoms { signals: Vec::new(), is_built: vec![false; ground.atom_count()] };
        let mut builder = CircuitBuilder { ground, names, max_gates, circuit, atoms };
        builder.atoms.signals = ground.atoms().map(|atom| builder.input(atom)).collect();
        builder
    }

    /// Returns the signal of an atom that no ground rule derives; that of other atoms is off until they are built.
    fn input(&self, atom: AtomId) -> Signal {
        match self.ground.meaning(atom) {
            Meaning::Fact(fact) => {
                self.names.fact_of(fact).map_or(Signal::FALSE, |fact| self.circuit.fact(fact))
            }
            Meaning::Does(role, action) => {
                let role = self.role(role);
                let action = role.zip(self.names.move_of(action));
                let action = action.and_then(|(role, action)| self.names.action(role, action));
                action.map_or(Signal::FALSE, |action| self.circuit.action(action))
            }
            Meaning::Always => Signal::TRUE,
            Meaning::Derived | Meaning::Never => Signal::FALSE,
        }
    }

    /// Returns the role that a term is.
    fn role(&self, role: Value) -> Option<Role> {
        let place = self.ground.roles().iter().position(|&other| other == role);
        place.map(|place| Role(place as u32))
    }

    /// Builds some atoms and every atom that they depend on, unless they were built before.
    fn build_atoms(&mut self, roots: &[AtomId]) -> Result<(), BuildError> {
        let by_head = RulesByHead::of(self.ground);
        let needed = self.needed(&by_head, roots);
        let edges = |atom: AtomId| if needed[atom.index()] { by_head.atoms(atom) } else { &[] };
        for group in components(self.ground.atom_count(), edges) {
            match group[..] {
                [atom] if !needed[atom.index()] => {}
                [atom] if !by_head.atoms(atom).contains(&atom) => {
                    self.atoms.signals[atom.index()] = self.disjunction(atom, &by_head)?;
                }
                _ => self.unroll(&group, &by_head)?,
            }
        }
        for (is_built, needed) in self.atoms.is_built.iter_mut().zip(needed) {
            *is_built |= needed;
        }
        Ok(())
    }

    /// Whether each atom has to be built: a root depends on it, and it was not built before.
    fn needed(&self, by_head: &RulesByHead, roots: &[AtomId]) -> Vec<bool> {
        let mut needed = vec![false; self.ground.atom_count()];
        let mut open = roots.to_vec();
        while let Some(atom) = open.pop() {
            let is_built = self.atoms.is_built[atom.index()];
            if !is_built && !std::mem::replace(&mut needed[atom.index()], true) {
                open.extend_from_slice(by_head.atoms(atom));
            }
        }
        needed
    }

    /// Returns the OR of an atom's rules.
    fn disjunction(&mut self, atom: AtomId, by_head: &RulesByHead) -> Result<Signal, BuildError> {
        if self.ground.meaning(atom) != Meaning::Derived {
            return Ok(self.atoms.signals[atom.index()]);
        }
        let mut cases = Vec::new();
        for &rule in by_head.rules(atom) {
            let signals: Vec<Signal> = self.literals(rule).collect();
            cases.push(match signals[..] {
                [] => Signal::TRUE,
                [single] => single,
                _ => self.circuit.and(signals),
            });
        }
        self.check_size()?;
        Ok(self.or(cases))
    }

    fn or(&mut self, cases: Vec<Signal>) -> Signal {
        match cases[..] {
            [] => Signal::FALSE,
            [single] => single,
            _ => self.circuit.or(cases),
        }
    }

    fn check_size(&self) -> Result<(), BuildError> {
        if self.circuit.gate_count() > self.max_gates {
            return Err(BuildError::Gates(self.max_gates));
        }
        Ok(())
    }

    fn literal(&self, literal: GroundLiteral) -> Signal {
        self.atoms.signals[literal.atom().index()].invert_if(literal.is_negated())
    }

    /// Returns the signals of the literals in the body of a rule.
    fn literals(&self, rule: RuleId) -> impl Iterator<Item = Signal> + '_ {
        self.ground.rules().body(rule).iter().map(|&literal| self.literal(literal))
    }

    /// Builds atoms that depend on each other. All are off at first, and each round derives what follows from the round
    /// before. An atom that can be derived can be derived in as many rounds as there are atoms.
    fn unroll(&mut self, group: &[AtomId], by_head: &RulesByHead) -> Result<(), BuildError> {
        self.check_stratified(group, by_head)?;
        let mut seen: HashMap<Vec<Vec<Signal>>, Signal> = HashMap::new();
        for _ in 0..group.len() {
            let mut changed = false;
            for &atom in group.iter().rev() {
                let cases = self.cases(atom, by_head);
                let signal = match seen.get(&cases) {
                    Some(&signal) => signal,
                    None => {
                        let signal = self.disjunction_of(&cases)?;
                        seen.insert(cases, signal);
                        signal
                    }
                };
                let before = std::mem::replace(&mut self.atoms.signals[atom.index()], signal);
                changed |= before != signal;
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Fails if an atom of a group depends on the negation of another one.
    fn check_stratified(&self, group: &[AtomId], by_head: &RulesByHead) -> Result<(), BuildError> {
        let members: HashSet<AtomId> = group.iter().copied().collect();
        let rules = group.iter().flat_map(|&atom| by_head.rules(atom));
        let mut literals = rules.flat_map(|&rule| self.ground.rules().body(rule));
        if literals.any(|literal| literal.is_negated() && members.contains(&literal.atom())) {
            return Err(BuildError::Unstratified);
        }
        Ok(())
    }

    /// Returns the bodies of an atom's rules, without those that are known to fail, in a normal form.
    fn cases(&self, atom: AtomId, by_head: &RulesByHead) -> Vec<Vec<Signal>> {
        let bodies = by_head.rules(atom).iter().map(|&rule| {
            let signals = self.literals(rule).filter(|&signal| signal != Signal::TRUE);
            let mut signals: Vec<Signal> = signals.collect();
            signals.sort_unstable();
            signals.dedup();
            signals
        });
        let mut cases: Vec<Vec<Signal>> =
            bodies.filter(|signals| !signals.contains(&Signal::FALSE)).collect();
        cases.sort_unstable();
        cases.dedup();
        cases
    }

    /// Returns the OR of the conjunctions of some cases.
    fn disjunction_of(&mut self, cases: &[Vec<Signal>]) -> Result<Signal, BuildError> {
        self.check_size()?;
        if cases.iter().any(|case| case.is_empty()) {
            return Ok(Signal::TRUE);
        }
        let mut signals = Vec::with_capacity(cases.len());
        for case in cases {
            signals.push(match case[..] {
                [single] => single,
                _ => self.circuit.and(case.iter().copied()),
            });
        }
        Ok(self.or(signals))
    }

    /// Returns the outputs of the circuit, and whether each fact is true in the initial state.
    fn outputs(&self) -> Result<(Outputs, Vec<bool>), BuildError> {
        let signal = |atom: AtomId| self.atoms.signals[atom.index()];
        let mut outputs = Outputs {
            legal: vec![Signal::FALSE; self.names.action_count()],
            next: vec![Signal::FALSE; self.names.fact_count()],
            terminal: self.ground.terminal().map_or(Signal::FALSE, signal),
            goals: vec![Vec::new(); self.ground.roles().len()],
            others: Vec::new(),
        };
        for (atom, role, action) in self.ground.legal() {
            let action = self.role(role).zip(self.names.move_of(action));
            if let Some(action) = action.and_then(|(role, action)| self.names.action(role, action))
            {
                outputs.legal[action.0 as usize] = signal(atom);
            }
        }
        for (atom, fact) in self.ground.next() {
            if let Some(fact) = self.names.fact_of(fact) {
                outputs.next[fact.0 as usize] = signal(atom);
            }
        }
        for (atom, role, value) in self.ground.goal() {
            if let Some(role) = self.role(role) {
                outputs.goals[role.0 as usize].push((self.goal_value(value), signal(atom)));
            }
        }
        outputs.goals.iter_mut().for_each(|goals| goals.sort_unstable());
        Ok((outputs, self.initial()?))
    }

    /// Whether each fact is true in the initial state.
    fn initial(&self) -> Result<Vec<bool>, BuildError> {
        let mut initial = vec![false; self.names.fact_count()];
        let constants = constants(&self.circuit);
        for (atom, fact) in self.ground.init() {
            let signal = self.atoms.signals[atom.index()];
            let holds = constants.signal(signal).ok_or(BuildError::Unstratified)?;
            if let Some(fact) = self.names.fact_of(fact) {
                initial[fact.0 as usize] |= holds;
            }
        }
        Ok(initial)
    }

    /// Returns the number that a term is; `None` unless it is a number from 0 to 100 in its usual form (not `+5`, not
    /// `05`).
    fn goal_value(&self, value: Value) -> GoalValue {
        let name = self.names.symbol_name(self.ground.values().symbol(value));
        let number: u8 = name.parse().ok()?;
        let is_usual =
            self.ground.values().arguments(value).is_empty() && name == number.to_string();
        (is_usual && number <= 100).then_some(number)
    }
}
