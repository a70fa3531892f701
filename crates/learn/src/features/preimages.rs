//! What facts come about by (document 001, definitions 3.7 to 3.9): the rules for the next state, with what the roles may do in the place of what
//! they do.

use super::formula::{Atom, Formula, Substitution, Term};
use super::theory::Theory;
use gdl::{Symbol, word};
use hashbrown::HashSet;

/// A way a fact can come about: it did not have to hold before, but all this did.
#[derive(Clone, Debug)]
pub struct Preimage {
    /// The fact.
    pub fact: Term,
    /// What held.
    pub body: Formula,
    /// How many variables there are in both.
    pub width: u32,
}

/// There are no more ways in which facts come about.
const MOST_PREIMAGES: usize = 2_000;
/// There are no more ways to do what one rule asks for.
const MOST_WAYS: usize = 64;
/// So many rules are put in for what helps one rule to say what the roles do, at the most.
const MOST_HELPERS: usize = 200;

impl Theory {
    /// All ways in which facts can come about: by each rule for them that is no mere frame axiom, by each way to do what it asks for, and by each
    /// kind of joint move. Where a move is known that means to do nothing, no more than one role does something else. Facts that change with every
    /// step are left out.
    pub fn preimages(&self, idle: Option<Symbol>, restless: &HashSet<String>) -> Vec<Preimage> {
        let joints = self.joint_moves(idle);
        let is_restless = |fact: &Term| match fact {
            Term::Function(function, _) => restless.contains(self.symbols.name(*function)),
            Term::Variable(_) => false,
        };
        let mut preimages = Vec::new();
        for rule in self.clauses(word::NEXT) {
            let fact = &rule.head.arguments[0];
            if is_restless(fact) || is_frame(&rule.body, fact) {
                continue;
            }
            let mut width = rule.width;
            let mut left = MOST_HELPERS;
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
            if preimages.len() > MOST_PREIMAGES {
                break;
            }
        }
        preimages
    }

    /// The kinds of joint moves: for each role the head of one of its rules for legal moves.
    fn joint_moves(&self, idle: Option<Symbol>) -> Vec<Vec<Atom>> {
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
            let is_idle =
                |atom: &Atom| idle.is_some_and(|it| atom.arguments[1] == Term::object(it));
            let longer = joints.iter().flat_map(|(joint, busy)| {
                own.iter().map(move |atom| {
                    let joint = joint.iter().cloned().chain([atom.clone()]).collect();
                    (joint, busy + usize::from(!is_idle(atom)))
                })
            });
            let longer: Vec<(Vec<Atom>, usize)> = longer
                .filter(|(_, busy)| idle.is_none() || *busy <= 1)
                .take(MOST_PREIMAGES)
                .collect();
            joints = longer;
        }
        joints.into_iter().map(|(joint, _)| joint).collect()
    }

    /// A condition in which relations that say what the roles do are replaced by their rules; nothing if one is recursive, or if there are too
    /// many of them.
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

/// The different ways to do what a condition asks for, each all that has to hold.
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
                ways = longer.take(MOST_WAYS).collect();
            }
            other => ways.iter_mut().for_each(|way| way.push(other.clone())),
        }
    }
    ways
}

fn asks_for_moves(formula: &Formula) -> bool {
    let mut asks = false;
    formula.each_atom(&mut |atom| asks |= atom.relation == word::DOES);
    asks
}

/// What has to hold so that what the roles may do is what is asked for, in each way that can be: whoever may have made a move that is asked for.
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
        ways = longer.take(MOST_WAYS).collect();
    }
    ways
}

/// That a role does what it may do.
fn same_move(does: &Atom, legal: &Atom) -> Formula {
    let pairs = does.arguments.iter().zip(&legal.arguments);
    Formula::And(pairs.map(|(one, other)| Formula::Same(one.clone(), other.clone())).collect())
}

/// An atom with variables that are not used yet.
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

/// A condition with what the roles may do in the place of what is said about what they do.
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
