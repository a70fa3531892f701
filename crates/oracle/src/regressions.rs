//! Rules that some machine once played incorrectly. Every machine is tested on all of them.

use crate::trial::Candidate;

/// Tests a machine on all of these rules.
///
/// # Panics
/// If the machine differs from naive evaluation.
pub fn check(candidate: Candidate) {
    unfinished_answers_are_asked_for_again(candidate);
    recursion_is_restricted_before_it_is_followed(candidate);
    negation_is_settled_where_only_the_rules_are_stratified(candidate);
}

/// Checks that a negative answer that relied on an unfinished answer is not kept.
fn unfinished_answers_are_asked_for_again(candidate: Candidate) {
    candidate.agrees(
        "(<= a b) (<= b c) (<= b (true on)) (<= c a)
         (<= (legal r m) a) (<= (legal r n) c)",
    );
    candidate.agrees(
        "(<= a b) (<= b c) (<= b d) (<= b (true on)) (<= c a) (<= d a)
         (<= (legal r m) a) (<= (legal r n) c) (<= (legal r o) d)",
    );
}

/// Checks that the conditions that restrict a recursion are evaluated before it.
fn recursion_is_restricted_before_it_is_followed(candidate: Candidate) {
    candidate.agrees(
        "(<= (old ?x) (true ?x)) (<= (p ?x) (p (f ?x)) (old ?x)) (<= (p ?x) (old ?x))
         (<= (legal r m) (p on)) (<= (legal r n) (p (f on)))",
    );
    candidate.agrees(
        "(link a b) (<= (p ?x ?y) (p (f ?y) ?x) (link ?y ?z)) (<= (p ?x b) (true ?x))
         (<= (legal r m) (p on b)) (<= (legal r n) (p b a))",
    );
}

/// Checks rules that are stratified although the ground atoms depend on negations of their own relation.
fn negation_is_settled_where_only_the_rules_are_stratified(candidate: Candidate) {
    let numbers: String = (1..=9).map(|number| format!("(init (have {number}))")).collect();
    candidate.agrees(&format!(
        "{numbers}
         (<= (p (g ?y)) (true (have ?y)) (not (q ?y))) (<= (p (f ?y)) (true (have ?y)))
         (<= (q ?x) (p (f ?z)) (true (have ?x)) (true (have ?z)))
         (<= (legal r m) (p (g 1))) (<= (legal r n) (q 1)) (legal r o)"
    ));
    candidate.agrees("(<= (v 1) (not (v 2))) (<= (v 2) (not (v 3))) (<= (legal r ?x) (v ?x))");
}
