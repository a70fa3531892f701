//! Derives everything that is possible: first what never changes, exactly; then, in one pass that takes every
//! state and every move for possible that cannot be ruled out, the ground rules of the game.

use super::clause::{Atom, ById, Clause, Condition, Kind, Pattern, RelationId};
use super::convert::Draft;
use super::join::{NO_ATOM, Plan, Walk, plan};
use super::store::{AtomId, Store, instantiate};
use super::values::{Value, Values};
use crate::components::components;
use crate::limits::{Limits, Stop};
use gdl::{Rules, Symbol, word};
use hashbrown::{HashMap, HashSet};

/// An atom, or its negation, in the body of a ground rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroundLiteral(u32);

impl GroundLiteral {
    fn new(atom: AtomId, negated: bool) -> GroundLiteral {
        GroundLiteral(atom.0 << 1 | u32::from(negated))
    }

    /// The atom.
    pub fn atom(self) -> AtomId {
        AtomId(self.0 >> 1)
    }

    /// Whether the atom must not hold.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Ground rules, one after the other.
#[derive(Default)]
pub struct GroundRules {
    heads: Vec<AtomId>,
    ends: Vec<u32>,
    literals: Vec<GroundLiteral>,
}

impl GroundRules {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// A rule's head and body.
    pub fn get(&self, index: usize) -> (AtomId, &[GroundLiteral]) {
        let first = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        (self.heads[index], &self.literals[first..self.ends[index] as usize])
    }

    fn bytes(&self) -> usize {
        self.heads.len() * 8 + self.literals.len() * 4
    }
}

/// The relations of GDL's own that the rules mention.
#[derive(Clone, Copy)]
pub struct Keywords {
    pub init: Option<RelationId>,
    pub fact: Option<RelationId>,
    pub next: Option<RelationId>,
    pub legal: Option<RelationId>,
    pub does: Option<RelationId>,
    pub goal: Option<RelationId>,
    pub terminal: Option<RelationId>,
}

impl Keywords {
    /// Finds them.
    pub fn of(rules: &Rules) -> Keywords {
        let find = |name| rules.find(name).map(|relation| RelationId(relation.0));
        Keywords {
            init: find(word::INIT),
            fact: find(word::TRUE),
            next: find(word::NEXT),
            legal: find(word::LEGAL),
            does: find(word::DOES),
            goal: find(word::GOAL),
            terminal: find(word::TERMINAL),
        }
    }
}

/// Derives what is possible and the ground rules for it.
pub struct Fixpoint<'a> {
    clauses: Vec<Clause>,
    pub kinds: ById<Kind>,
    keywords: Keywords,
    limits: &'a Limits<'a>,
    walk: Walk,
    pub values: Values,
    pub store: Store,
    pub rules: GroundRules,
    /// For each clause, a plan for each condition that may set it off.
    plans: Vec<Vec<Option<Plan>>>,
    /// How many of the derived atoms have been joined with the others.
    processed: usize,
    /// Ground rules that say the atom always holds need be kept once only.
    certain: Vec<bool>,
}

/// A condition that sets off a clause when an atom of its relation is found.
type Trigger = (u32, u32);

/// The triggers, by relation and what they say of the first argument: most relations have many clauses, and most
/// clauses are about one function or object.
#[derive(Default)]
struct Triggers(HashMap<Place, Vec<Trigger>>);

/// A relation, and the function or object that its first argument must be.
type Place = (RelationId, First);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum First {
    Any,
    Function(Symbol, usize),
    Object(Value),
}

impl Triggers {
    fn insert(&mut self, atom: &Atom, trigger: Trigger) {
        let first = match atom.arguments.first() {
            None | Some(Pattern::Variable(_)) => First::Any,
            Some(Pattern::Constant(value)) => First::Object(*value),
            Some(Pattern::Compound(symbol, parts)) => First::Function(*symbol, parts.len()),
        };
        self.0.entry((atom.relation, first)).or_default().push(trigger);
    }

    /// Where the triggers are that an atom may set off.
    fn places(
        &self,
        relation: RelationId,
        first: Option<Value>,
        values: &Values,
    ) -> [Option<Place>; 3] {
        let function = |value| First::Function(values.symbol(value), values.arguments(value).len());
        [
            Some((relation, First::Any)),
            first.map(|value| (relation, function(value))),
            first.map(|value| (relation, First::Object(value))),
        ]
    }

    fn at(&self, place: Place) -> &[Trigger] {
        self.0.get(&place).map_or(&[], |triggers| triggers)
    }
}

impl<'a> Fixpoint<'a> {
    /// Starts with nothing derived.
    pub fn new(draft: Draft, values: Values, keywords: Keywords, limits: &'a Limits<'a>) -> Self {
        let Draft { kinds, clauses } = draft;
        let plans =
            clauses.iter().map(|clause| clause.body.iter().map(|_| None).collect()).collect();
        Fixpoint {
            store: Store::new(kinds.0.len()),
            clauses,
            kinds,
            keywords,
            limits,
            walk: Walk::default(),
            values,
            rules: GroundRules::default(),
            plans,
            processed: 0,
            certain: Vec::new(),
        }
    }

    /// Derives everything.
    pub fn run(&mut self) -> Result<(), Stop> {
        if !(self.limits.go_on)() {
            return Err(Stop::Interrupted);
        }
        let strata = self.static_strata();
        for clauses in strata {
            self.saturate(&clauses, false)?;
        }
        let dynamic = |clause: &Clause| self.kinds[clause.head.relation] != Kind::Static;
        let clauses: Vec<u32> = (0..self.clauses.len() as u32)
            .filter(|&clause| dynamic(&self.clauses[clause as usize]))
            .collect();
        let fixed = [self.keywords.init, self.keywords.next, self.keywords.legal];
        for relation in fixed.into_iter().flatten() {
            for atom in self.store.visible(relation).to_vec() {
                self.consequence(atom);
            }
        }
        self.saturate(&clauses, true)
    }

    /// The clauses of static relations, in groups; a group comes after those it depends on.
    fn static_strata(&self) -> Vec<Vec<u32>> {
        let relations = self.kinds.0.len();
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); relations];
        let mut by_head: Vec<Vec<u32>> = vec![Vec::new(); relations];
        for (index, clause) in self.clauses.iter().enumerate() {
            let head = clause.head.relation;
            if self.kinds[head] != Kind::Static {
                continue;
            }
            by_head[head.0 as usize].push(index as u32);
            for condition in &clause.body {
                if let Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) =
                    condition
                {
                    edges[head.0 as usize].push(atom.relation.0);
                }
            }
        }
        let groups = components(relations, |relation| &edges[relation as usize]);
        let strata = groups.iter().map(|group| {
            group.iter().flat_map(|&relation| by_head[relation as usize].iter().copied()).collect()
        });
        strata.filter(|clauses: &Vec<u32>| !clauses.is_empty()).collect()
    }

    /// Applies the clauses until nothing new follows. Relations without a clause among these, and static ones
    /// from earlier groups, no longer grow.
    fn saturate(&mut self, clauses: &[u32], in_play: bool) -> Result<(), Stop> {
        let heads = clauses.iter().map(|&clause| self.clauses[clause as usize].head.relation);
        let mut growing: HashSet<RelationId> = heads.collect();
        growing.extend([self.keywords.fact, self.keywords.does].into_iter().flatten());
        let mut triggers = Triggers::default();
        let mut at_once = Vec::new();
        for &index in clauses {
            let clause = &self.clauses[index as usize];
            let waits = binders(clause).filter(|(_, atom)| growing.contains(&atom.relation));
            let mut count = 0;
            for (condition, atom) in waits {
                triggers.insert(atom, (index, condition as u32));
                count += 1;
            }
            if count == 0 {
                at_once.push(index);
            }
        }
        for clause in at_once {
            self.apply(clause, None)?;
        }
        while let Some(&atom) = self.store.derived.get(self.processed) {
            self.processed += 1;
            self.store.show(&self.values, atom);
            if in_play {
                self.consequence(atom);
            }
            self.walk.count(1, self.limits)?;
            let (relation, first) =
                (self.store.relation(atom), self.store.arguments(atom).first().copied());
            for place in triggers.places(relation, first, &self.values).into_iter().flatten() {
                for &(clause, condition) in triggers.at(place) {
                    self.apply(clause, Some((condition as usize, atom)))?;
                }
            }
        }
        Ok(())
    }

    /// What is next may be true, what is legal may be done.
    fn consequence(&mut self, atom: AtomId) {
        let relation = Some(self.store.relation(atom));
        let keywords = &self.keywords;
        let follows = if relation == keywords.next || relation == keywords.init {
            keywords.fact
        } else if relation == keywords.legal {
            keywords.does
        } else {
            None
        };
        if let Some(follows) = follows
            && (self.kinds[follows] == Kind::Dynamic)
        {
            let arguments: Vec<Value> = self.store.arguments(atom).to_vec();
            let atom = self.store.intern(follows, &arguments);
            self.store.derive(atom);
        }
    }

    /// Applies a clause in all possible ways in which the given atom takes part.
    fn apply(&mut self, clause: u32, start: Option<(usize, AtomId)>) -> Result<(), Stop> {
        let index = clause as usize;
        let trigger = start.map(|(trigger, _)| trigger);
        let clause = &self.clauses[index];
        let made;
        let plan: &Plan = match trigger {
            None => {
                self.walk.count_plan(clause, self.limits)?;
                made = plan(clause, None, &self.kinds, &mut self.store, &self.values);
                &made
            }
            Some(trigger) => {
                let kept = &mut self.plans[index][trigger];
                let old = kept
                    .as_ref()
                    .is_none_or(|plan| self.store.derived.len() > 4 * plan.made_at + 256);
                if old {
                    self.walk.count_plan(clause, self.limits)?;
                    *kept = Some(plan(
                        clause,
                        Some(trigger),
                        &self.kinds,
                        &mut self.store,
                        &self.values,
                    ));
                }
                kept.as_ref().expect("it was made")
            }
        };
        self.walk.run(clause, plan, start, &self.store, &self.values, self.limits)?;
        self.record(index)
    }

    /// Notes what follows from the ways found to satisfy a clause.
    fn record(&mut self, index: usize) -> Result<(), Stop> {
        let clause = &self.clauses[index];
        let (variables, conditions) = (usize::from(clause.variables), clause.body.len());
        let found = std::mem::take(&mut self.walk.found);
        for way in 0..found.count {
            let bindings = &found.bindings[way * variables..(way + 1) * variables];
            let atoms = &found.atoms[way * conditions..(way + 1) * conditions];
            let clause = &self.clauses[index];
            let head = intern(&mut self.store, &mut self.values, &clause.head, bindings)?;
            if self.kinds[clause.head.relation] == Kind::Dynamic {
                self.record_rule(index, head, bindings, atoms)?;
            }
            if self.store.derive(head) && self.store.derived.len().is_multiple_of(1024) {
                self.check_memory()?;
            }
        }
        self.walk.found = found;
        Ok(())
    }

    fn record_rule(
        &mut self,
        index: usize,
        head: AtomId,
        bindings: &[Value],
        atoms: &[AtomId],
    ) -> Result<(), Stop> {
        let Fixpoint { clauses, kinds, store, values, rules, .. } = self;
        let first = rules.literals.len();
        for (condition, &atom) in clauses[index].body.iter().zip(atoms) {
            match condition {
                Condition::Holds(pattern) if kinds[pattern.relation] == Kind::Dynamic => {
                    debug_assert_ne!(atom, NO_ATOM);
                    rules.literals.push(GroundLiteral::new(atom, false));
                }
                Condition::Fails(pattern) if kinds[pattern.relation] == Kind::Dynamic => {
                    let atom = intern(store, values, pattern, bindings)?;
                    rules.literals.push(GroundLiteral::new(atom, true));
                }
                _ => {}
            }
        }
        if rules.literals.len() == first {
            let place = head.0 as usize;
            if self.certain.len() <= place {
                self.certain.resize(place + 1, false);
            }
            if std::mem::replace(&mut self.certain[place], true) {
                return Ok(());
            }
        }
        rules.heads.push(head);
        rules.ends.push(rules.literals.len() as u32);
        self.check_limits()
    }

    fn check_limits(&self) -> Result<(), Stop> {
        if self.rules.len() > self.limits.instances
            || self.rules.literals.len() > u32::MAX as usize / 2
        {
            return Err(Stop::Instances);
        }
        if self.rules.len().is_multiple_of(1024) { self.check_memory() } else { Ok(()) }
    }

    fn check_memory(&self) -> Result<(), Stop> {
        let bytes = self.values.bytes() + self.store.bytes() + self.rules.bytes();
        if bytes >> 20 > self.limits.memory { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// The positive conditions of a clause.
fn binders(clause: &Clause) -> impl Iterator<Item = (usize, &Atom)> {
    clause.body.iter().enumerate().filter_map(|(index, condition)| match condition {
        Condition::Holds(atom) | Condition::Possible(atom) => Some((index, atom)),
        _ => None,
    })
}

/// The atom that a pattern stands for.
fn intern(
    store: &mut Store,
    values: &mut Values,
    atom: &Atom,
    bindings: &[Value],
) -> Result<AtomId, Stop> {
    let mut arguments = Vec::with_capacity(atom.arguments.len());
    for pattern in &atom.arguments {
        arguments.push(instantiate(values, pattern, bindings)?);
    }
    Ok(store.intern(atom.relation, &arguments))
}
