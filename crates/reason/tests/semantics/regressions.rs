//! Rules on which a machine was once wrong; every machine is tested on all of them.

use super::CANDIDATE;

#[test]
fn a_question_that_relied_on_an_unfinished_no_is_asked_again() {
    CANDIDATE.agrees(
        "(<= a b) (<= b c) (<= b (true on)) (<= c a)
         (<= (legal r m) a) (<= (legal r n) c)",
    );
    CANDIDATE.agrees(
        "(<= a b) (<= b c) (<= b d) (<= b (true on)) (<= c a) (<= d a)
         (<= (legal r m) a) (<= (legal r n) c) (<= (legal r o) d)",
    );
}

#[test]
fn what_restricts_a_recursion_comes_before_it() {
    CANDIDATE.agrees(
        "(<= (old ?x) (true ?x)) (<= (p ?x) (p (f ?x)) (old ?x)) (<= (p ?x) (old ?x))
         (<= (legal r m) (p on)) (<= (legal r n) (p (f on)))",
    );
    CANDIDATE.agrees(
        "(link a b) (<= (p ?x ?y) (p (f ?y) ?x) (link ?y ?z)) (<= (p ?x b) (true ?x))
         (<= (legal r m) (p on b)) (<= (legal r n) (p b a))",
    );
}

#[test]
fn negation_is_settled_where_only_the_rules_are_stratified() {
    let numbers: String = (1..=9).map(|number| format!("(init (have {number}))")).collect();
    CANDIDATE.agrees(&format!(
        "{numbers}
         (<= (p (g ?y)) (true (have ?y)) (not (q ?y))) (<= (p (f ?y)) (true (have ?y)))
         (<= (q ?x) (p (f ?z)) (true (have ?x)) (true (have ?z)))
         (<= (legal r m) (p (g 1))) (<= (legal r n) (q 1)) (legal r o)"
    ));
    CANDIDATE.agrees("(<= (v 1) (not (v 2))) (<= (v 2) (not (v 3))) (<= (legal r ?x) (v ?x))");
}
