//! Preimages of facts: the rules for the next state, with legal moves in place of the moves that are made.
//!
//! Follows `guenther`, definitions 3.7 to 3.9. Relations that depend on moves are replaced by their rules first. Does
//! not apply preimages to features (`transform`).

use super::formula::{Atom, Formula, Term};
use super::rule_base::RuleBase;
use super::substitution::Substitution;
use gdl::{Symbol, word};
use hashbrown::HashSet;

/// A way in which a fact comes about: it is true in the next state if the body holds in the present one.
#[derive(Clone, Debug)]
pub struct Preimage {
    /// The fact, which may contain variables.
    pub fact: Term,
    /// The formula that holds before.
    pub body: Formula,
    /// Number of variables of both, which are numbered from 0.
    pub width: u32,
}

/// Number of preimages after which no more are made.
const MAX_PREIMAGES: usize = 2_000;
/// Largest number of ways in which one rule can be fulfilled that are used.
const MAX_WAYS: usize = 64;
/// Largest number of rules that are substituted for relations on moves in one rule.
const MAX_HELPERS: usize = 200;

impl RuleBase {
    /// Returns all preimages: for each rule for the next state that is not a frame axiom, each way to fulfil it, and
    /// each kind of joint move. If there is a no-op move, at most one role makes another move. Facts that change at
    /// every step are left out.
    pub fn preimages(
        &self,
        noop: Option<Symbol>,
        always_changing: &HashSet<String>,
    ) -> Vec<Preimage> {
        let joints = self.joint_moves(noop);
        let is_always_changing = |fact: &Term| match fact {
            Term::Function(function, _) => always_changing.contains(self.symbols.name(*function)),
            Term::Variable(_) => false,
        };
        let mut preimages = Vec::new();
        for rule in self.clauses(word::NEXT) {
            let fact = &rule.head.arguments[0];
            if is_always_changing(fact) || is_frame(&rule.body, fact) {
                continue;
            }
            let mut width = rule.width;
            let mut left = MAX_HELPERS;
            let Some(body) = self.inlined(&rule.body, &mut width, &mut left) else { continue };
            for way in ways(&body) {
                for joint in &joints {
                    let mut width = width;
                    let legal: Vec<Atom> =
                        joint.iter().map(|atom| shifted(atom, &mut width)).collect();
                    for done in done(&way, &legal) {
                        let legal = legal.iter().cloned().map(Formula::Atom);
                        let body = Formula::all(legal.chain(done).collect());
                        preimages.push(Preimage { fact: fact.clone(), body, width });
                    }
                }
            }
            if preimages.len() > MAX_PREIMAGES {
                break;
            }
        }
        preimages
    }

    /// Returns the kinds of joint moves: for each role the head of one of its rules for legal moves.
    fn joint_moves(&self, noop: Option<Symbol>) -> Vec<Vec<Atom>> {
        let mut joints: Vec<(Vec<Atom>, usize)> = vec![(Vec::new(), 0)];
        for role in &self.roles {
            let mut own: Vec<Atom> = Vec::new();
            for clause in self.clauses(word::LEGAL) {
                let mut substitution = Substitution::default();
                if substitution.unify(&clause.head.arguments[0], role) {
                    let atom = clause.head.map(&|it| substitution.term(&Term::Variable(it)));
                    if !own.contains(&atom) {
                        own.push(atom);
                    }
                }
            }
            let is_noop =
                |atom: &Atom| noop.is_some_and(|it| atom.arguments[1] == Term::object(it));
            let longer = joints.iter().flat_map(|(joint, busy)| {
                own.iter().map(move |atom| {
                    let joint = joint.iter().cloned().chain([atom.clone()]).collect();
                    (joint, busy + usize::from(!is_noop(atom)))
                })
            });
            let longer: Vec<(Vec<Atom>, usize)> = longer
                .filter(|(_, busy)| noop.is_none() || *busy <= 1)
                .take(MAX_PREIMAGES)
                .collect();
            joints = longer;
        }
        joints.into_iter().map(|(joint, _)| joint).collect()
    }

    /// Replaces relations that depend on moves by their rules. `None` if one of them is recursive, or if there are too
    /// many rules.
    fn inlined(&self, formula: &Formula, width: &mut u32, left: &mut usize) -> Option<Formula> {
        let mut all = |parts: &[Formula]| -> Option<Vec<Formula>> {
            parts.iter().map(|part| self.inlined(part, width, left)).collect()
        };
        Some(match formula {
            Formula::Atom(atom) if atom.relation != word::DOES => {
                let definition = self.definition(atom.relation).filter(|it| it.on_moves);
                let Some(definition) = definition else { return Some(formula.clone()) };
                if definition.is_recursive {
                    return None;
                }
                let mut ways = Vec::new();
                for clause in &definition.clauses {
                    let first = *width;
                    let Some(same) = clause.fits(atom, first) else { continue };
                    *left = left.checked_sub(1)?;
                    *width += clause.width;
                    let body = self.inlined(&clause.body(first), width, left)?;
                    ways.push(Formula::And(same.into_iter().chain([body]).collect()));
                }
                Formula::Or(ways)
            }
            Formula::Not(inner) => Formula::Not(Box::new(self.inlined(inner, width, left)?)),
            Formula::And(parts) => Formula::And(all(parts)?),
            Formula::Or(parts) => Formula::Or(all(parts)?),
            other => other.clone(),
        })
    }
}

/// Splits a condition into its alternatives as far as they depend on moves. Each is a list of formulas that all have to
/// hold.
fn ways(body: &Formula) -> Vec<Vec<Formula>> {
    let mut ways: Vec<Vec<Formula>> = vec![Vec::new()];
    let mut open: Vec<&Formula> = vec![body];
    while let Some(part) = open.pop() {
        match part {
            Formula::And(parts) => open.extend(parts.iter().rev()),
            Formula::Or(parts) if asks_for_moves(part) => {
                let inner: Vec<Vec<Formula>> = parts.iter().flat_map(self::ways).collect();
                let both = |way: &Vec<Formula>, more: &Vec<Formula>| [&way[..], more].concat();
                let longer = ways.iter().flat_map(|way| inner.iter().map(|more| both(way, more)));
                ways = longer.take(MAX_WAYS).collect();
            }
            other => ways.iter_mut().for_each(|way| way.push(other.clone())),
        }
    }
    ways
}

/// Whether a formula contains a move that a role makes.
fn asks_for_moves(formula: &Formula) -> bool {
    let mut asks = false;
    formula.each_atom(&mut |atom| asks |= atom.relation == word::DOES);
    asks
}

/// Replaces the conditions on moves in a conjunction: `(does ?role ?move)` becomes equalities of its arguments with
/// those of one of the legal moves. Returns a conjunction for every way to choose the legal moves.
fn done(way: &[Formula], legal: &[Atom]) -> Vec<Vec<Formula>> {
    let mut ways: Vec<Vec<Formula>> = vec![Vec::new()];
    for part in way {
        let Formula::Atom(atom) = part else {
            let part = replaced(part, legal);
            ways.iter_mut().for_each(|way| way.push(part.clone()));
            continue;
        };
        if atom.relation != word::DOES {
            ways.iter_mut().for_each(|way| way.push(part.clone()));
            continue;
        }
        let may_be = |other: &&Atom| {
            let mut substitution = Substitution::default();
            let mut pairs = atom.arguments.iter().zip(&other.arguments);
            pairs.all(|(one, other)| substitution.unify(one, other))
        };
        let made: Vec<Formula> =
            legal.iter().filter(may_be).map(|other| same_move(atom, other)).collect();
        let longer = ways.iter().flat_map(|way| {
            made.iter().map(move |made| way.iter().chain([made]).cloned().collect())
        });
        ways = longer.take(MAX_WAYS).collect();
    }
    ways
}

/// Returns the formula that says that a role makes a certain legal move.
fn same_move(does: &Atom, legal: &Atom) -> Formula {
    let pairs = does.arguments.iter().zip(&legal.arguments);
    Formula::And(pairs.map(|(one, other)| Formula::Same(one.clone(), other.clone())).collect())
}

/// Returns an atom with variables that are numbered from `width` on, and adds their number to `width`.
fn shifted(atom: &Atom, width: &mut u32) -> Atom {
    let first = *width;
    let moved = atom.map(&|variable| Term::Variable(first + variable));
    *width += Formula::Atom(atom.clone()).width();
    moved
}

/// Whether a condition says that the fact was true before.
fn is_frame(body: &Formula, fact: &Term) -> bool {
    body.conjuncts().iter().any(|part| match part {
        Formula::Atom(atom) => atom.relation == word::TRUE && atom.arguments[0] == *fact,
        _ => false,
    })
}

/// Replaces all conditions on moves in a formula: each becomes the disjunction of the equalities with the legal moves.
fn replaced(body: &Formula, legal: &[Atom]) -> Formula {
    match body {
        Formula::Atom(atom) if atom.relation == word::DOES => {
            Formula::Or(legal.iter().map(|other| same_move(atom, other)).collect())
        }
        Formula::Not(inner) => Formula::Not(Box::new(replaced(inner, legal))),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| replaced(part, legal)).collect())
        }
        Formula::Or(parts) => Formula::Or(parts.iter().map(|part| replaced(part, legal)).collect()),
        other => other.clone(),
    }
}
