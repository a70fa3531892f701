//! From ground rules to a circuit: an atom is the OR of its rules, a rule the AND of its conditions. Atoms that
//! depend on each other in circles are unrolled: round after round, until nothing more can follow.

use crate::components::components;
use crate::ground::values::{Value, Values};
use crate::ground::{AtomId, Ground, GroundLiteral, Meaning};
use crate::limits::{Limits, Stop};
use crate::network::{Action, Circuit, GoalValue, Outputs, Signal};
use game::{Fact, Move, Role};
use gdl::{Relation, Rules, Symbol, Symbols};
use hashbrown::HashMap;

/// What the numbers of a circuit stand for.
pub struct Names {
    /// The roles, in KIF.
    pub roles: Vec<String>,
    symbols: Symbols,
    values: Values,
    facts: Vec<Value>,
    fact_ids: HashMap<Value, Fact>,
    moves: Vec<Value>,
    move_ids: HashMap<Value, Move>,
    /// Each action's move; the actions are ordered by role and then by move.
    pub actions: Vec<Move>,
    /// The first action of each role, and the end.
    pub firsts: Vec<u32>,
}

/// A circuit and what it is of.
pub struct Built {
    /// The circuit, as the ground rules give it.
    pub circuit: Circuit,
    /// What its numbers stand for.
    pub names: Names,
    /// Whether each fact is true in the beginning.
    pub initial: Vec<bool>,
    /// How many ground rules there were.
    pub instances: usize,
}

/// A ground term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// The object or function.
    pub symbol: Symbol,
    /// What it is applied to.
    pub arguments: Vec<Object>,
}

/// A relation applied to ground terms, and where it holds.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The relation.
    pub relation: Relation,
    /// What it is applied to.
    pub arguments: Vec<Object>,
    /// On where it holds.
    pub signal: Signal,
}

/// Grounds rules and builds their circuit.
pub fn build(rules: &Rules, limits: &Limits) -> Result<Built, Stop> {
    Ok(build_watching(rules, &[], limits)?.0)
}

/// Grounds rules and builds their circuit; in it, everything that these relations can hold of.
pub fn build_watching(
    rules: &Rules,
    relations: &[Relation],
    limits: &Limits,
) -> Result<(Built, Vec<Watched>), Stop> {
    let ground = Ground::new(rules, relations, limits)?;
    let names = Names::of(rules, &ground);
    let roles: Vec<Role> = (0..ground.roles.len() as u32).map(Role).collect();
    let ranges = roles.iter().flat_map(|&role| names.actions_of(role).map(move |_| role));
    let circuit = Circuit::new(names.facts.len() as u32, ranges.collect(), roles.len() as u32);
    let mut build = Build { ground: &ground, names: &names, limits, circuit, signals: Vec::new() };
    build.atoms(relations)?;
    let watched = build.watched(relations);
    let (outputs, initial) = build.outputs()?;
    let mut circuit = build.circuit;
    circuit.outputs = outputs;
    let instances = ground.rules.len();
    let names = Names { values: ground.values, ..names };
    Ok((Built { circuit, initial, instances, names }, watched))
}

impl Names {
    fn of(rules: &Rules, ground: &Ground) -> Names {
        let mut names = Names {
            roles: Vec::new(),
            symbols: rules.symbols().clone(),
            values: Values::default(),
            facts: Vec::new(),
            fact_ids: HashMap::new(),
            moves: Vec::new(),
            move_ids: HashMap::new(),
            actions: Vec::new(),
            firsts: vec![0],
        };
        for (_, fact) in ground.init().chain(ground.next()) {
            names.fact_ids.entry(fact).or_insert_with(|| {
                names.facts.push(fact);
                Fact(names.facts.len() as u32 - 1)
            });
        }
        let mut by_role: HashMap<Value, Vec<Move>> = HashMap::new();
        for (_, role, action) in ground.legal() {
            let id = *names.move_ids.entry(action).or_insert_with(|| {
                names.moves.push(action);
                Move(names.moves.len() as u32 - 1)
            });
            by_role.entry(role).or_default().push(id);
        }
        for &role in &ground.roles {
            names.roles.push(ground.values.text(&names.symbols, role));
            let mut actions = by_role.remove(&role).unwrap_or_default();
            actions.sort_unstable();
            names.actions.extend(actions);
            names.firsts.push(names.actions.len() as u32);
        }
        names
    }

    /// The actions of a role.
    pub fn actions_of(&self, role: Role) -> std::ops::Range<u32> {
        self.firsts[role.0 as usize]..self.firsts[role.0 as usize + 1]
    }

    /// The action of a role that makes a move, if it ever can.
    pub fn action(&self, role: Role, action: Move) -> Option<Action> {
        let range = self.actions_of(role);
        let moves = &self.actions[range.start as usize..range.end as usize];
        moves.binary_search(&action).ok().map(|index| Action(range.start + index as u32))
    }

    /// How many facts there are.
    pub fn facts(&self) -> usize {
        self.facts.len()
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The function of a fact and its arguments.
    pub(crate) fn fact_parts(&self, fact: Fact) -> (Symbol, &[Value]) {
        let value = self.facts[fact.0 as usize];
        (self.values.symbol(value), self.values.arguments(value))
    }

    /// A fact in KIF.
    pub fn fact_text(&self, fact: Fact) -> String {
        self.values.text(&self.symbols, self.facts[fact.0 as usize])
    }

    /// A move in KIF.
    pub fn move_text(&self, action: Move) -> String {
        self.values.text(&self.symbols, self.moves[action.0 as usize])
    }

    /// The fact with this text.
    pub fn find_fact(&self, text: &str) -> Option<Fact> {
        self.fact_ids.get(&self.values.read(&self.symbols, text)?).copied()
    }

    /// The move with this text.
    pub fn find_move(&self, text: &str) -> Option<Move> {
        self.move_ids.get(&self.values.read(&self.symbols, text)?).copied()
    }
}

struct Build<'a> {
    ground: &'a Ground,
    names: &'a Names,
    limits: &'a Limits<'a>,
    circuit: Circuit,
    /// The signal of each atom; an atom that has none yet is off.
    signals: Vec<Signal>,
}

impl Build<'_> {
    /// Everything that these relations can hold of.
    fn watched(&self, relations: &[Relation]) -> Vec<Watched> {
        let of = |&relation: &Relation| {
            self.ground.of(relation).map(move |(atom, arguments)| Watched {
                relation,
                arguments: arguments.iter().map(|&value| self.object(value)).collect(),
                signal: self.signals[atom.0 as usize],
            })
        };
        relations.iter().flat_map(of).filter(|it| it.signal != Signal::FALSE).collect()
    }

    fn object(&self, value: Value) -> Object {
        let values = &self.ground.values;
        let arguments = values.arguments(value).iter().map(|&part| self.object(part)).collect();
        Object { symbol: values.symbol(value), arguments }
    }

    /// Builds every atom that the outputs, or these relations, depend on.
    fn atoms(&mut self, relations: &[Relation]) -> Result<(), Stop> {
        let ground = self.ground;
        self.signals = (0..ground.atoms() as u32).map(|atom| self.input(AtomId(atom))).collect();
        let by_head = ByHead::of(ground);
        let needed = self.needed(&by_head, relations);
        let groups = components(ground.atoms(), |atom| {
            if needed[atom as usize] { by_head.atoms(AtomId(atom)) } else { &[] }
        });
        for group in groups {
            let [atom] = group[..] else {
                self.circle(&group, &by_head)?;
                continue;
            };
            if !needed[atom as usize] {
                continue;
            }
            if by_head.atoms(AtomId(atom)).contains(&atom) {
                self.circle(&group, &by_head)?;
            } else {
                self.signals[atom as usize] = self.rules(AtomId(atom), &by_head)?;
            }
        }
        Ok(())
    }

    /// The signal of an atom that no ground rule derives.
    fn input(&self, atom: AtomId) -> Signal {
        match self.ground.meaning(atom) {
            Meaning::Fact(fact) => self
                .names
                .fact_ids
                .get(&fact)
                .map_or(Signal::FALSE, |&fact| self.circuit.fact(fact)),
            Meaning::Does(role, action) => {
                let role = self.ground.roles.iter().position(|&other| other == role);
                let role = role.map(|role| Role(role as u32));
                let action = self.names.move_ids.get(&action).copied();
                let action =
                    role.zip(action).and_then(|(role, action)| self.names.action(role, action));
                action.map_or(Signal::FALSE, |action| self.circuit.action(action))
            }
            Meaning::Always => Signal::TRUE,
            Meaning::Derived | Meaning::Never => Signal::FALSE,
        }
    }

    fn needed(&self, by_head: &ByHead, relations: &[Relation]) -> Vec<bool> {
        let ground = self.ground;
        let mut needed = vec![false; ground.atoms()];
        let mut open: Vec<AtomId> =
            ground.init().chain(ground.next()).map(|(atom, _)| atom).collect();
        open.extend(ground.legal().chain(ground.goal()).map(|(atom, _, _)| atom));
        open.extend(ground.terminal());
        open.extend(relations.iter().flat_map(|&it| ground.of(it)).map(|(atom, _)| atom));
        while let Some(atom) = open.pop() {
            if !std::mem::replace(&mut needed[atom.0 as usize], true) {
                open.extend(by_head.atoms(atom).iter().map(|&atom| AtomId(atom)));
            }
        }
        needed
    }

    /// The OR of an atom's rules.
    fn rules(&mut self, atom: AtomId, by_head: &ByHead) -> Result<Signal, Stop> {
        if self.ground.meaning(atom) != Meaning::Derived {
            return Ok(self.signals[atom.0 as usize]);
        }
        let mut cases = Vec::new();
        for &rule in by_head.rules(atom) {
            let (_, body) = self.ground.rules.get(rule as usize);
            let signals: Vec<Signal> = body.iter().map(|&literal| self.literal(literal)).collect();
            cases.push(match signals[..] {
                [] => Signal::TRUE,
                [single] => single,
                _ => self.circuit.and(signals),
            });
        }
        if self.circuit.gates() as usize > self.limits.gates {
            return Err(Stop::Gates);
        }
        Ok(match cases[..] {
            [] => Signal::FALSE,
            [single] => single,
            _ => self.circuit.or(cases),
        })
    }

    fn literal(&self, literal: GroundLiteral) -> Signal {
        self.signals[literal.atom().0 as usize].invert_if(literal.is_negated())
    }

    /// Builds atoms that depend on each other. Each starts as off; a round derives what follows from the rounds
    /// before. What can be derived at all can be derived in as many rounds as there are atoms.
    fn circle(&mut self, group: &[u32], by_head: &ByHead) -> Result<(), Stop> {
        let member: hashbrown::HashSet<u32> = group.iter().copied().collect();
        for &atom in group {
            for &rule in by_head.rules(AtomId(atom)) {
                let (_, body) = self.ground.rules.get(rule as usize);
                if body
                    .iter()
                    .any(|literal| literal.is_negated() && member.contains(&literal.atom().0))
                {
                    return Err(Stop::Unstratified);
                }
            }
        }
        let mut seen: HashMap<Vec<Vec<Signal>>, Signal> = HashMap::new();
        for _ in 0..group.len() {
            let mut changed = false;
            for &atom in group.iter().rev() {
                let key = self.cases(AtomId(atom), by_head);
                let signal = match seen.get(&key) {
                    Some(&signal) => signal,
                    None => {
                        let signal = self.sum(&key)?;
                        seen.insert(key, signal);
                        signal
                    }
                };
                changed |= self.signals[atom as usize] != signal;
                self.signals[atom as usize] = signal;
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// The conditions of an atom's rules that are not known to fail.
    fn cases(&self, atom: AtomId, by_head: &ByHead) -> Vec<Vec<Signal>> {
        let bodies = by_head.rules(atom).iter().map(|&rule| {
            let (_, body) = self.ground.rules.get(rule as usize);
            let signals = body.iter().map(|&literal| self.literal(literal));
            let mut signals: Vec<Signal> =
                signals.filter(|&signal| signal != Signal::TRUE).collect();
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

    fn sum(&mut self, cases: &[Vec<Signal>]) -> Result<Signal, Stop> {
        if self.circuit.gates() as usize > self.limits.gates {
            return Err(Stop::Gates);
        }
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
        Ok(match signals[..] {
            [] => Signal::FALSE,
            [single] => single,
            _ => self.circuit.or(signals),
        })
    }

    fn outputs(&mut self) -> Result<(Outputs, Vec<bool>), Stop> {
        let signal = |atom: AtomId| self.signals[atom.0 as usize];
        let role = |role| self.ground.roles.iter().position(|&other| other == role);
        let mut outputs = Outputs {
            legal: vec![Signal::FALSE; self.names.actions.len()],
            next: vec![Signal::FALSE; self.names.facts.len()],
            terminal: self.ground.terminal().map_or(Signal::FALSE, signal),
            goals: vec![Vec::new(); self.ground.roles.len()],
            others: Vec::new(),
        };
        for (atom, who, action) in self.ground.legal() {
            if let Some(role) = role(who)
                && let Some(action) =
                    self.names.action(Role(role as u32), self.names.move_ids[&action])
            {
                outputs.legal[action.0 as usize] = signal(atom);
            }
        }
        for (atom, fact) in self.ground.next() {
            outputs.next[self.names.fact_ids[&fact].0 as usize] = signal(atom);
        }
        for (atom, who, value) in self.ground.goal() {
            if let Some(role) = role(who) {
                outputs.goals[role].push((self.number(value), signal(atom)));
            }
        }
        outputs.goals.iter_mut().for_each(|goals| goals.sort_unstable());
        let mut initial = vec![false; self.names.facts.len()];
        let constants = Constants::of(&self.circuit);
        for (atom, fact) in self.ground.init() {
            let holds = constants.get(signal(atom)).ok_or(Stop::Unstratified)?;
            initial[self.names.fact_ids[&fact].0 as usize] |= holds;
        }
        Ok((outputs, initial))
    }

    /// The number that a term is, if it is one of 0 to 100 as numbers are written (not `+5`, not `05`).
    fn number(&self, value: Value) -> GoalValue {
        let name = self.names.symbols.name(self.ground.values.symbol(value));
        let number: u8 = name.parse().ok()?;
        let plain = self.ground.values.arguments(value).is_empty() && name == number.to_string();
        (plain && number <= 100).then_some(number)
    }
}

/// The gates whose value depends on no input.
struct Constants(Vec<Option<bool>>);

impl Constants {
    fn of(circuit: &Circuit) -> Constants {
        let mut constants = Constants(vec![None; circuit.gates() as usize]);
        constants.0[0] = Some(true);
        for and in circuit.ands() {
            let operands = circuit.operands(and).iter().map(|&signal| constants.get(signal));
            let all = operands.reduce(|all, one| match (all, one) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            });
            constants.0[and as usize] = all.unwrap_or(Some(true));
        }
        constants
    }

    fn get(&self, signal: Signal) -> Option<bool> {
        self.0[signal.gate() as usize].map(|value| value != signal.is_inverted())
    }
}

/// The ground rules, by head.
struct ByHead {
    firsts: Vec<u32>,
    rules: Vec<u32>,
    atom_firsts: Vec<u32>,
    atoms: Vec<u32>,
}

impl ByHead {
    fn of(ground: &Ground) -> ByHead {
        let mut firsts = vec![0u32; ground.atoms() + 1];
        for rule in 0..ground.rules.len() {
            firsts[ground.rules.get(rule).0.0 as usize + 1] += 1;
        }
        for atom in 0..ground.atoms() {
            firsts[atom + 1] += firsts[atom];
        }
        let mut places = firsts.clone();
        let mut rules = vec![0; ground.rules.len()];
        for rule in 0..ground.rules.len() {
            let place = &mut places[ground.rules.get(rule).0.0 as usize];
            rules[*place as usize] = rule as u32;
            *place += 1;
        }
        let mut by_head = ByHead { firsts, rules, atom_firsts: vec![0], atoms: Vec::new() };
        for atom in 0..ground.atoms() as u32 {
            let first = by_head.atoms.len();
            for &rule in by_head.rules(AtomId(atom)).to_vec().iter() {
                let (_, body) = ground.rules.get(rule as usize);
                by_head.atoms.extend(body.iter().map(|literal| literal.atom().0));
            }
            by_head.atoms[first..].sort_unstable();
            let mut kept = first;
            for index in first..by_head.atoms.len() {
                if index == first || by_head.atoms[index] != by_head.atoms[kept - 1] {
                    by_head.atoms[kept] = by_head.atoms[index];
                    kept += 1;
                }
            }
            by_head.atoms.truncate(kept);
            by_head.atom_firsts.push(kept as u32);
        }
        by_head
    }

    fn rules(&self, atom: AtomId) -> &[u32] {
        let atom = atom.0 as usize;
        &self.rules[self.firsts[atom] as usize..self.firsts[atom + 1] as usize]
    }

    /// The atoms in the bodies of an atom's rules.
    fn atoms(&self, atom: AtomId) -> &[u32] {
        let atom = atom.0 as usize;
        &self.atoms[self.atom_firsts[atom] as usize..self.atom_firsts[atom + 1] as usize]
    }
}
