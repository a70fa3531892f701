//! The relations of the rules: which of them have to be grounded, and which are the same in every state.

use crate::clause::{PerRelation, RelationId, RelationKind};
use gdl::{Literal, Relation, Rules, word};

/// Whether each relation of the rules has to be grounded, because play depends on it.
pub fn needed(rules: &Rules) -> PerRelation<bool> {
    let mut needed = PerRelation::from(vec![false; rules.relations().len()]);
    let roots = [word::INIT, word::NEXT, word::LEGAL, word::TERMINAL, word::GOAL];
    let mut open: Vec<Relation> = roots.iter().filter_map(|&name| rules.find(name)).collect();
    while let Some(relation) = open.pop() {
        if std::mem::replace(&mut needed[relation.into()], true) {
            continue;
        }
        for &clause in &rules.relation(relation).clauses {
            each_literal(&rules.clauses()[clause].body, &mut |literal| match literal {
                Literal::Holds(predicate) | Literal::Fails(predicate) => {
                    open.push(predicate.relation);
                }
                _ => {}
            });
        }
    }
    needed
}

/// Calls `visit` with every literal except disjunctions, those inside disjunctions included.
fn each_literal<'a>(body: &'a [Literal], visit: &mut impl FnMut(&'a Literal)) {
    for literal in body {
        match literal {
            Literal::Any(branches) => {
                branches.iter().for_each(|branch| each_literal(branch, visit));
            }
            _ => visit(literal),
        }
    }
}

/// Returns the kind of each relation of the rules. A relation is static if it depends neither on the state nor on moves
/// and no relation that it depends on uses its own negation: such negation is only sound for ground rules, and decided
/// there.
pub fn kinds(rules: &Rules) -> PerRelation<RelationKind> {
    let infos = rules.relations();
    let kinds = infos.iter().map(|info| {
        let depends_on_play = info.on_state || info.on_moves;
        if depends_on_play || [word::TRUE, word::DOES].contains(&info.name) {
            RelationKind::Dynamic
        } else {
            RelationKind::Static
        }
    });
    let mut kinds: PerRelation<RelationKind> = kinds.collect();
    let mut users: PerRelation<Vec<RelationId>> = PerRelation::from(vec![Vec::new(); infos.len()]);
    for clause in rules.clauses() {
        let head = clause.head.relation;
        let component = |relation: Relation| infos[relation.0 as usize].component;
        each_literal(&clause.body, &mut |literal| match literal {
            Literal::Holds(body) => users[body.relation.into()].push(head.into()),
            Literal::Fails(body) => {
                users[body.relation.into()].push(head.into());
                if component(body.relation) == component(head) {
                    kinds[head.into()] = RelationKind::Dynamic;
                }
            }
            _ => {}
        });
    }
    make_users_dynamic(&mut kinds, &users);
    kinds
}

/// Makes every relation dynamic that depends on a dynamic one.
fn make_users_dynamic(kinds: &mut PerRelation<RelationKind>, users: &PerRelation<Vec<RelationId>>) {
    let mut open: Vec<RelationId> =
        kinds.ids().filter(|&id| kinds[id] == RelationKind::Dynamic).collect();
    while let Some(relation) = open.pop() {
        for &user in &users[relation] {
            if std::mem::replace(&mut kinds[user], RelationKind::Dynamic) == RelationKind::Static {
                open.push(user);
            }
        }
    }
}
