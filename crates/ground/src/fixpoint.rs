//! The semi-naive evaluation (Ullman 1989) that grounds the rules. Static relations are derived exactly, stratum by
//! stratum; then one pass derives every atom that is possible in some state, taking each fact that may be next as
//! possibly true and each legal move as possibly made, and records the ground rules.

use crate::clause::{Atom, Clause, Condition, PerRelation, RelationId, RelationKind};
use crate::components::components;
use crate::convert::Draft;
use crate::ground_rules::{GroundLiteral, GroundRules};
use crate::join::{JoinSearch, NO_ATOM};
use crate::limits::{GroundError, Limits};
use crate::matching::instantiate;
use crate::plan::{JoinPlan, plan};
use crate::store::{AtomId, Store};
use crate::triggers::{Trigger, Triggers};
use crate::values::{Value, Values};
use gdl::{Rules, word};
use hashbrown::HashSet;
use term::{Id, id_type};

/// The relations of GDL; `None` for one that the rules do not mention.
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
    /// Finds the relations of GDL in some rules.
    pub fn of(rules: &Rules) -> Keywords {
        let find = |name| rules.find(name).map(RelationId::from);
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

id_type! {
    /// Index of a clause in the list of clauses that are grounded.
    pub struct ClauseId(u32);
}

/// The atoms and ground rules derived so far.
pub struct Fixpoint<'a> {
    clauses: Vec<Clause>,
    pub kinds: PerRelation<RelationKind>,
    keywords: Keywords,
    limits: &'a Limits<'a>,
    search: JoinSearch,
    pub values: Values,
    pub store: Store,
    pub rules: GroundRules,
    /// For each clause, the plan for each condition that is a trigger.
    plans: Vec<Vec<Option<JoinPlan>>>,
    /// Number of derived atoms that were joined with the others.
    processed: usize,
    /// Whether each atom has a ground rule with an empty body; a second one adds nothing.
    certain: Vec<bool>,
}

/// Number of new atoms or rules after which memory is checked.
const CHECK_EVERY: usize = 1024;

impl<'a> Fixpoint<'a> {
    /// Creates an evaluation that has derived nothing yet.
    pub fn new(draft: Draft, values: Values, keywords: Keywords, limits: &'a Limits<'a>) -> Self {
        let Draft { kinds, clauses } = draft;
        let plans =
            clauses.iter().map(|clause| clause.body.iter().map(|_| None).collect()).collect();
        Fixpoint {
            store: Store::new(kinds.len()),
            clauses,
            kinds,
            keywords,
            limits,
            search: JoinSearch::default(),
            values,
            rules: GroundRules::default(),
            plans,
            processed: 0,
            certain: Vec::new(),
        }
    }

    /// Derives all atoms and records all ground rules.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn run(&mut self) -> Result<(), GroundError> {
        if !(self.limits.go_on)() {
            return Err(GroundError::Interrupted);
        }
        for clauses in self.static_strata() {
            self.saturate(&clauses, false)?;
        }
        let is_static = |&id: &ClauseId| self.kind(id) == RelationKind::Static;
        let clauses: Vec<ClauseId> = self.clause_ids().filter(|id| !is_static(id)).collect();
        let fixed = [self.keywords.init, self.keywords.next, self.keywords.legal];
        for relation in fixed.into_iter().flatten() {
            for atom in self.store.visible(relation).to_vec() {
                self.derive_consequence(atom);
            }
        }
        self.saturate(&clauses, true)
    }

    fn clause_ids(&self) -> impl Iterator<Item = ClauseId> + use<> {
        (0..self.clauses.len() as u32).map(ClauseId)
    }

    fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.index()]
    }

    /// Returns the kind of the relation that a clause derives.
    fn kind(&self, id: ClauseId) -> RelationKind {
        self.kinds[self.clause(id).head.relation]
    }

    /// Returns the clauses of static relations, in strata; a stratum comes after those that it depends on.
    fn static_strata(&self) -> Vec<Vec<ClauseId>> {
        let relations = self.kinds.len();
        let mut edges: PerRelation<Vec<RelationId>> =
            PerRelation::from(vec![Vec::new(); relations]);
        let mut by_head: PerRelation<Vec<ClauseId>> =
            PerRelation::from(vec![Vec::new(); relations]);
        for id in self.clause_ids().filter(|&id| self.kind(id) == RelationKind::Static) {
            let Clause { head, body, .. } = self.clause(id);
            by_head[head.relation].push(id);
            let atoms = body.iter().filter_map(Condition::atom);
            edges[head.relation].extend(atoms.map(|atom| atom.relation));
        }
        let strata = components(relations, |relation: RelationId| &edges[relation]).into_iter();
        let strata = strata
            .map(|stratum| stratum.iter().flat_map(|&id| by_head[id].iter().copied()).collect());
        strata.filter(|clauses: &Vec<ClauseId>| !clauses.is_empty()).collect()
    }

    /// Applies some clauses until nothing new follows. Relations that none of them derives, and static ones of earlier
    /// strata, no longer grow.
    fn saturate(&mut self, clauses: &[ClauseId], in_play: bool) -> Result<(), GroundError> {
        let (triggers, without_trigger) = self.triggers(clauses);
        for clause in without_trigger {
            self.apply(clause, None)?;
        }
        while let Some(&atom) = self.store.derived.get(self.processed) {
            self.processed += 1;
            self.store.show(&self.values, atom);
            if in_play {
                self.derive_consequence(atom);
            }
            self.search.count(1, self.limits)?;
            let first = self.store.arguments(atom).first().copied();
            let triggers = triggers.of(self.store.relation(atom), first, &self.values);
            for Trigger { clause, condition } in triggers {
                self.apply(clause, Some((condition as usize, atom)))?;
            }
        }
        Ok(())
    }

    /// Returns the triggers of some clauses, and the clauses without a condition on a growing relation: these are
    /// applied once.
    fn triggers(&self, clauses: &[ClauseId]) -> (Triggers, Vec<ClauseId>) {
        let heads = clauses.iter().map(|&clause| self.clause(clause).head.relation);
        let mut growing: HashSet<RelationId> = heads.collect();
        growing.extend([self.keywords.fact, self.keywords.does].into_iter().flatten());
        let (mut triggers, mut without_trigger) = (Triggers::default(), Vec::new());
        for &clause in clauses {
            let binders = self.clause(clause).binders();
            let mut waits = binders.filter(|(_, atom)| growing.contains(&atom.relation)).peekable();
            if waits.peek().is_none() {
                without_trigger.push(clause);
            }
            for (condition, atom) in waits {
                triggers.insert(atom, Trigger { clause, condition: condition as u32 });
            }
        }
        (triggers, without_trigger)
    }

    /// Derives the atom that follows from another one in play: a fact that is next may be true, a legal move may be
    /// made.
    fn derive_consequence(&mut self, atom: AtomId) {
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
            && (self.kinds[follows] == RelationKind::Dynamic)
        {
            let arguments: Vec<Value> = self.store.arguments(atom).to_vec();
            let atom = self.store.intern(follows, &arguments);
            self.store.derive(atom);
        }
    }

    /// Applies a clause in all ways in which `start` takes part: the index of a condition, and the atom matched with
    /// it.
    fn apply(&mut self, id: ClauseId, start: Option<(usize, AtomId)>) -> Result<(), GroundError> {
        let Fixpoint { clauses, kinds, store, values, search, limits, plans, .. } = self;
        let clause = &clauses[id.index()];
        // A clause without trigger is applied once: its plan is not kept.
        let mut made = None;
        let plan_for = match start {
            Some((trigger, _)) => &mut plans[id.index()][trigger],
            None => &mut made,
        };
        if plan_for.as_ref().is_none_or(|plan| plan.is_outdated(store)) {
            search.count_plan(clause, limits)?;
            *plan_for = Some(plan(clause, start.map(|(trigger, _)| trigger), kinds, store, values));
        }
        let plan = plan_for.as_ref().expect("it was made if it was missing");
        search.run(clause, plan, start, store, values, limits)?;
        self.record(id)
    }

    /// Derives the heads, and records the ground rules, of all solutions found for a clause.
    fn record(&mut self, id: ClauseId) -> Result<(), GroundError> {
        let clause = self.clause(id);
        let (variables, conditions) = (usize::from(clause.variables), clause.body.len());
        let found = std::mem::take(&mut self.search.found);
        for solution in 0..found.count {
            let bindings = &found.bindings[solution * variables..][..variables];
            let atoms = &found.atoms[solution * conditions..][..conditions];
            let clause = &self.clauses[id.index()];
            let head = intern(&mut self.store, &mut self.values, &clause.head, bindings)?;
            if self.kinds[clause.head.relation] == RelationKind::Dynamic {
                self.record_rule(id, head, bindings, atoms)?;
            }
            if self.store.derive(head) && self.store.derived.len().is_multiple_of(CHECK_EVERY) {
                self.check_memory()?;
            }
        }
        self.search.found = found;
        Ok(())
    }

    fn record_rule(
        &mut self,
        id: ClauseId,
        head: AtomId,
        bindings: &[Value],
        atoms: &[AtomId],
    ) -> Result<(), GroundError> {
        let Fixpoint { clauses, kinds, store, values, rules, .. } = self;
        for (condition, &atom) in clauses[id.index()].body.iter().zip(atoms) {
            match condition {
                Condition::Holds(pattern) if kinds[pattern.relation] == RelationKind::Dynamic => {
                    debug_assert_ne!(atom, NO_ATOM);
                    rules.push_literal(GroundLiteral::new(atom, false));
                }
                Condition::Fails(pattern) if kinds[pattern.relation] == RelationKind::Dynamic => {
                    let atom = intern(store, values, pattern, bindings)?;
                    rules.push_literal(GroundLiteral::new(atom, true));
                }
                _ => {}
            }
        }
        if self.rules.is_next_empty() && !self.make_certain(head) {
            return Ok(());
        }
        self.rules.push(head);
        self.check_limits()
    }

    /// Marks an atom as having a ground rule with an empty body; returns `false` if it was marked before.
    fn make_certain(&mut self, atom: AtomId) -> bool {
        if self.certain.len() <= atom.index() {
            self.certain.resize(atom.index() + 1, false);
        }
        !std::mem::replace(&mut self.certain[atom.index()], true)
    }

    fn check_limits(&self) -> Result<(), GroundError> {
        if self.rules.len() > self.limits.instances || self.rules.is_full() {
            return Err(GroundError::Instances(self.limits.instances));
        }
        if self.rules.len().is_multiple_of(CHECK_EVERY) { self.check_memory() } else { Ok(()) }
    }

    fn check_memory(&self) -> Result<(), GroundError> {
        let bytes = self.values.bytes() + self.store.bytes() + self.rules.bytes();
        if bytes >> 20 > self.limits.memory {
            return Err(GroundError::Memory(self.limits.memory));
        }
        Ok(())
    }
}

/// Returns the id of an atom whose variables are bound.
fn intern(
    store: &mut Store,
    values: &mut Values,
    atom: &Atom,
    bindings: &[Value],
) -> Result<AtomId, GroundError> {
    let mut arguments = Vec::with_capacity(atom.arguments.len());
    for pattern in &atom.arguments {
        arguments.push(instantiate(values, pattern, bindings)?);
    }
    Ok(store.intern(atom.relation, &arguments))
}
