//! Binary relations that never change: which pairs they hold for.
//!
//! The clauses that depend on neither state nor moves are a sheet of their own, in whose initial state every pair is a fact; the
//! reference machine works it out.

use crate::words::split;
use game::Machine;
use gdl::{Clause, RelationInfo, Rules};
use reason::{Limits, ReferenceMachine};

/// A relation and the pairs that it holds for, as texts.
#[derive(Debug)]
pub struct Pairs {
    /// Its name.
    pub relation: String,
    /// What it holds for.
    pub pairs: Vec<(String, String)>,
}

/// It is not tried longer than this to work out what is derived; only what is written down counts then.
const LIMITS: Limits = Limits { steps: 20_000_000, memory: 256, depth: 100_000, terms: 1_000_000 };

/// All binary relations that depend on neither state nor moves, in the order of the rules.
pub fn pairs(rules: &Rules) -> Vec<Pairs> {
    let relations = rules.relations().iter().filter(|relation| {
        relation.arity == 2 && is_static(relation) && relation.name.keyword_arity().is_none()
    });
    let names: Vec<&str> = relations.map(|relation| rules.symbols().name(relation.name)).collect();
    let all =
        rules.clauses().iter().filter(|clause| is_static(rules.relation(clause.head.relation)));
    let written = all.clone().filter(|clause| clause.body.is_empty());
    worked_out(rules, &names, all)
        .or_else(|| worked_out(rules, &names, written))
        .unwrap_or_default()
}

fn is_static(relation: &RelationInfo) -> bool {
    !relation.on_state && !relation.on_moves && relation.name != gdl::word::INIT
}

/// The pairs of relations that these clauses define; nothing if that takes too long.
fn worked_out<'a>(
    rules: &Rules,
    names: &[&str],
    clauses: impl Iterator<Item = &'a Clause>,
) -> Option<Vec<Pairs>> {
    let mut mark = "pair".to_owned();
    while rules.symbols().find(&mark).is_some() {
        mark.push('-');
    }
    let mut text =
        String::from("(<= (legal ?r 0) (role ?r))\n(<= (goal ?r 0) (role ?r))\nterminal\n");
    for clause in clauses {
        // The questions that a rule sheet must answer have rules of their own above.
        let relation = rules.relation(clause.head.relation).name;
        if relation.keyword_arity().is_none() || relation == gdl::word::ROLE {
            text.push_str(rules.sheet().source.slice(clause.span));
            text.push('\n');
        }
    }
    for (number, name) in names.iter().enumerate() {
        text.push_str(&format!("(<= (init ({mark} {number} ?x ?y)) ({name} ?x ?y))\n"));
    }
    let rules = gdl::check("static relations", text.as_bytes()).rules?;
    let mut machine = ReferenceMachine::new(rules, LIMITS).ok()?;
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state().ok()?;
    let mut found: Vec<Pairs> =
        names.iter().map(|&name| Pairs { relation: name.to_owned(), pairs: Vec::new() }).collect();
    for fact in machine.facts(&state) {
        let text = machine.fact_text(fact);
        let [_, number, one, other] = split(&text)[..] else { return None };
        let pairs = &mut found.get_mut(number.parse::<usize>().ok()?)?.pairs;
        pairs.push((one.to_owned(), other.to_owned()));
    }
    Some(found)
}
