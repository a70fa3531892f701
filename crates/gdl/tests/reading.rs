//! Reading rule sheets: each fault with its place, recovery after a fault, and hostile files.

use agon_gdl::{Faults, Severity, Sheet};

/// Returns the faults that reading alone finds, as `name line:column`, in the order of their places.
fn faults(text: impl AsRef<[u8]>) -> Vec<String> {
    let (sheet, faults) = read(text.as_ref());
    places(&sheet, &faults)
}

fn read(bytes: &[u8]) -> (Sheet, Faults) {
    agon_gdl::read("test.kif", bytes)
}

fn places(sheet: &Sheet, faults: &Faults) -> Vec<String> {
    let mut kept = faults.kept().to_vec();
    kept.sort_by_key(|fault| fault.span.map(|span| span.start));
    let place = |fault: &agon_gdl::Fault| {
        let position = sheet.source.position(fault.span.expect("reading gives places").start);
        format!("{} {}:{}", fault.kind.name(), position.line, position.column)
    };
    kept.iter().map(place).collect()
}

/// Returns the rules that could be read, in KIF.
fn rules(text: &str) -> Vec<String> {
    let (sheet, _) = read(text.as_bytes());
    agon_gdl::print::kif(&sheet).lines().map(str::to_owned).collect()
}

/// Asserts the faults of a text and the rules that are read in spite of them.
fn check(text: &str, expected_faults: &[&str], expected_rules: &[&str]) {
    assert_eq!(faults(text), expected_faults, "faults of {text:?}");
    assert_eq!(rules(text), expected_rules, "rules of {text:?}");
}

/// Returns a name nested in this number of lists, `(f (f … a))`.
fn nested(levels: usize) -> String {
    "(f ".repeat(levels) + "a" + &")".repeat(levels)
}

/// Reads, checks and prints a text, which must not panic, and returns the result.
fn read_check_and_print(bytes: &[u8]) -> agon_gdl::Checked {
    let checked = agon_gdl::check("test.kif", bytes);
    let errors = checked.faults.kept().iter().filter(|f| f.kind.severity() == Severity::Error);
    assert_eq!(errors.count() > 0, checked.rules.is_none());
    assert!(checked.faults.kept().len() <= Faults::KEPT);
    for fault in checked.faults.kept() {
        assert!(agon_gdl::render(&checked.sheet.source, fault).len() < 2_000);
    }
    let printed = agon_gdl::print::kif(&checked.sheet);
    assert_eq!(printed.lines().count(), checked.sheet.rules.len());
    checked
}

#[test]
fn readable_texts_have_no_faults() {
    check("", &[], &[]);
    check(" \t\r\n\u{b}\u{c}", &[], &[]);
    check("; (only a comment", &[], &[]);
    check("p", &[], &["p"]);
    check("(p a ?x)(q(f a)b)", &[], &["(p a ?x)", "(q (f a) b)"]);
    check("(<= p)", &[], &["(<= p)"]);
    check(
        "(<= p q (not r) (or s t) (distinct ?x a))",
        &[],
        &["(<= p q (not r) (or s t) (distinct ?x a))"],
    );
    check("(p a;comment (\nb)", &[], &["(p a b)"]);
    check("(p <a|b'c \"q\" #1 é 漢)", &[], &["(p <a|b'c \"q\" #1 é 漢)"]);
    check("(P a) (p A)", &[], &["(P a)", "(P a)"]);
    check("(<= P (OR q (Not R)))", &[], &["(<= P (or q (not R)))"]);
}

#[test]
fn a_parenthesis_that_is_not_closed() {
    check("(p a", &["unclosed-parenthesis 1:1"], &[]);
    check("  (p (q a)", &["unclosed-parenthesis 1:3"], &[]);
    check("(", &["unclosed-parenthesis 1:1"], &[]);
    check("(p a) (q b) (r c", &["unclosed-parenthesis 1:13"], &["(p a)", "(q b)"]);
    check("(p a ; )\n", &["unclosed-parenthesis 1:1"], &[]);
}

#[test]
fn a_parenthesis_that_closes_nothing() {
    check(")", &["unopened-parenthesis 1:1"], &[]);
    check("(p a))", &["unopened-parenthesis 1:6"], &["(p a)"]);
    check(
        "(p a)\n  ) )\n(q b)",
        &["unopened-parenthesis 2:3", "unopened-parenthesis 2:5"],
        &["(p a)", "(q b)"],
    );
}

#[test]
fn lists_that_are_nested_too_deep() {
    assert_eq!(faults(nested(agon_gdl::MAX_NESTING)), [""; 0]);
    assert_eq!(faults(nested(agon_gdl::MAX_NESTING + 1)), ["nesting-too-deep 1:601"]);
    let text =
        nested(agon_gdl::MAX_NESTING + 300) + "\n(p a)\n" + &nested(agon_gdl::MAX_NESTING + 1);
    assert_eq!(faults(&text), ["nesting-too-deep 1:601", "nesting-too-deep 3:601"]);
    assert_eq!(rules(&text), ["(p a)"]);
}

#[test]
fn a_list_that_does_not_begin_with_a_name() {
    check("()", &["expected-name 1:1"], &[]);
    check("((p a))", &["expected-name 1:2"], &[]);
    check("(?x a)", &["expected-name 1:2"], &[]);
    check("(p ())", &["expected-name 1:4"], &[]);
    check("(p (?f a))", &["expected-name 1:5"], &[]);
    check("(<= () q)", &["expected-name 1:5"], &[]);
    check("(<= p ((q a)))", &["expected-name 1:8"], &[]);
    check("(<= p (not ()))", &["expected-name 1:12"], &[]);
    check("(<= p (or q ()))", &["expected-name 1:13"], &[]);
    check("(<= p (distinct a ()))", &["expected-name 1:19"], &[]);
}

#[test]
fn a_variable_where_a_sentence_is_expected() {
    check("?x", &["variable-as-sentence 1:1"], &[]);
    check("(<= ?x p)", &["variable-as-sentence 1:5"], &[]);
    check("(<= p ?x)", &["variable-as-sentence 1:7"], &[]);
    check("(<= p (not ?x))", &["variable-as-sentence 1:12"], &[]);
    check("(<= p (or q ?x))", &["variable-as-sentence 1:13"], &[]);
    check("(<= p (and ?x q))", &["variable-as-sentence 1:12"], &[]);
    check("?", &["variable-as-sentence 1:1"], &[]);
}

#[test]
fn a_connective_as_a_name() {
    check("or", &["misplaced-keyword 1:1"], &[]);
    check("<=", &["misplaced-keyword 1:1"], &[]);
    check("(not p)", &["misplaced-keyword 1:2"], &[]);
    check("(p or)", &["misplaced-keyword 1:4"], &[]);
    check("(p (or a b))", &["misplaced-keyword 1:5"], &[]);
    check("(p (f (DISTINCT a b)))", &["misplaced-keyword 1:8"], &[]);
    check("(<= (and a b) c)", &["misplaced-keyword 1:6"], &[]);
    check("(<= p (q <=))", &["misplaced-keyword 1:10"], &[]);
    check("(<= p (<= q r))", &["misplaced-keyword 1:8"], &[]);
    check("(<= p not)", &["misplaced-keyword 1:7"], &[]);
    check("(<= p (distinct or a))", &["misplaced-keyword 1:17"], &[]);
}

#[test]
fn a_connective_with_the_wrong_number_of_parts() {
    check("(<=)", &["keyword-arity 1:1"], &[]);
    check("(<= p (not))", &["keyword-arity 1:7"], &[]);
    check("(<= p (not a b))", &["keyword-arity 1:7"], &[]);
    check("(<= p (distinct a))", &["keyword-arity 1:7"], &[]);
    check("(<= p (or q (distinct a b c)))", &["keyword-arity 1:13"], &[]);
    check("(<= p (or) (and))", &[], &["(<= p (or) (and))"]);
}

#[test]
fn a_name_in_parentheses_without_arguments() {
    check("(p)", &["empty-arguments 1:1"], &["(p)"]);
    check("(p (f) f)", &["empty-arguments 1:4"], &["(p (f) f)"]);
    check("(<= p (not (q)))", &["empty-arguments 1:12"], &["(<= p (not (q)))"]);
    check("(Terminal)", &["empty-arguments 1:1"], &["terminal"]);
    check("(role)", &[], &["role"]);
}

#[test]
fn bytes_that_are_not_text() {
    assert_eq!(faults(b"(p \xff)"), ["invalid-utf8 1:4"]);
    assert_eq!(faults(b"; caf\xe9\n(p a)"), ["invalid-utf8 1:6"]);
    assert_eq!(faults(b"\xff\xfe(\0p\0 \0a\0)\0"), ["invalid-utf8 1:1"]);
    assert_eq!(faults(b"(p a)\n\xc3"), ["invalid-utf8 2:1"]);
    assert_eq!(faults(b"(p \xff)\n(q \xff"), ["invalid-utf8 1:4", "unclosed-parenthesis 2:1"]);
    let (sheet, _) = read(b"(p a)\n(q \xff)");
    assert_eq!(agon_gdl::print::kif(&sheet), "(p a)\n(q \u{fffd})\n");
}

#[test]
fn places_count_lines_of_all_kinds_and_columns_in_characters() {
    check("(p a)\r\n )", &["unopened-parenthesis 2:2"], &["(p a)"]);
    check("(p a)\r )", &["unopened-parenthesis 2:2"], &["(p a)"]);
    check("(p a)\r\r\n\n )", &["unopened-parenthesis 4:2"], &["(p a)"]);
    check("(é 漢))", &["unopened-parenthesis 1:6"], &["(é 漢)"]);
    check("\t)", &["unopened-parenthesis 1:2"], &[]);
    check("; comment\r(p a", &["unclosed-parenthesis 2:1"], &[]);
}

#[test]
fn a_byte_order_mark_is_not_a_word() {
    check("\u{feff}(p a)", &[], &["(p a)"]);
    check("\u{feff}", &[], &[]);
    check("(p \u{feff}a\u{feff})", &[], &["(p a)"]);
    check("\u{feff})", &["unopened-parenthesis 1:1"], &[]);
}

#[test]
fn a_nul_is_part_of_a_word() {
    check("(p a\0b)", &[], &["(p a\0b)"]);
    check("\0", &[], &["\0"]);
}

#[test]
fn all_faults_of_a_sheet_are_found() {
    check(
        "(role a)\n(<= ?x (not) (p or) ())\n((q))\n(init (f))\n(legal a b))\n(goal a 1",
        &[
            "variable-as-sentence 2:5",
            "keyword-arity 2:8",
            "misplaced-keyword 2:17",
            "expected-name 2:21",
            "expected-name 3:2",
            "empty-arguments 4:7",
            "unopened-parenthesis 5:12",
            "unclosed-parenthesis 6:1",
        ],
        &["(role a)", "(init (f))", "(legal a b)"],
    );
}

#[test]
fn a_missing_parenthesis_does_not_hide_the_rest() {
    check("(p a\n(q b)\n(r c)", &["unclosed-parenthesis 1:1"], &["(q b)", "(r c)"]);
    check(
        "(p a)\n(<= (q ?x)\n    (r ?x)\n(s b)\n(<= t\n    (not (u c)\n(v d)",
        &["unclosed-parenthesis 2:1", "unclosed-parenthesis 5:1"],
        &["(p a)", "(s b)", "(v d)"],
    );
    check(
        "(p a\r(q b)\r(r c",
        &["unclosed-parenthesis 1:1", "unclosed-parenthesis 3:1"],
        &["(q b)"],
    );
}

#[test]
fn conditions_may_begin_at_the_margin() {
    check("(<= p\n(q a)\n(r b)\n)\n(s c)", &[], &["(<= p (q a) (r b))", "(s c)"]);
    // In such a sheet, only a list that begins with an arrow shows that a parenthesis is missing.
    check(
        "(<= p\n(q a))\n(<= r\n(s b)\n(<= t\n(u c))\n(v d)",
        &["unclosed-parenthesis 3:1"],
        &["(<= p (q a))", "(<= t (u c))", "(v d)"],
    );
    check(
        "(<= p\n(q a))\n(<= r\n(s b)\n( <= t\n(u c))",
        &["unclosed-parenthesis 3:1"],
        &["(<= p (q a))", "(<= t (u c))"],
    );
}

#[test]
fn faults_are_counted_beyond_those_that_are_kept() {
    let (sheet, found) = read(")".repeat(Faults::KEPT + 5).as_bytes());
    assert_eq!((found.errors(), found.warnings(), found.dropped()), (Faults::KEPT + 5, 0, 5));
    let places = places(&sheet, &found);
    assert_eq!(places.len(), Faults::KEPT);
    assert_eq!(places[0], "unopened-parenthesis 1:1");
    assert_eq!(places[Faults::KEPT - 1], format!("unopened-parenthesis 1:{}", Faults::KEPT));
}

#[test]
fn errors_are_kept_before_warnings() {
    let text = "(p (f)) ".repeat(Faults::KEPT + 10) + "(?x a)";
    let (sheet, found) = read(text.as_bytes());
    assert_eq!((found.errors(), found.warnings()), (1, Faults::KEPT + 10));
    assert_eq!(found.kept().len(), Faults::KEPT);
    let last = places(&sheet, &found).pop();
    assert_eq!(last, Some(format!("expected-name 1:{}", 8 * (Faults::KEPT + 10) + 2)));
}

/// Number of repetitions in hostile texts, far more than in any rule sheet.
const MANY: usize = 1_000_000;

#[test]
fn a_million_opening_parentheses() {
    let checked = read_check_and_print("(".repeat(MANY).as_bytes());
    let found = places(&checked.sheet, &read("(".repeat(MANY).as_bytes()).1);
    assert_eq!(found, ["unclosed-parenthesis 1:1", "nesting-too-deep 1:201"]);
    let each_on_a_line = read_check_and_print("(\n".repeat(MANY).as_bytes());
    assert!(each_on_a_line.faults.errors() >= MANY);
}

#[test]
fn a_million_closing_parentheses() {
    let checked = read_check_and_print(")".repeat(MANY).as_bytes());
    assert!(checked.faults.errors() >= MANY);
    assert_eq!(checked.sheet.rules.len(), 0);
}

#[test]
fn a_million_lists_inside_each_other() {
    assert_eq!(faults(nested(MANY) + "(p a)"), ["nesting-too-deep 1:601"]);
    let checked = read_check_and_print((nested(MANY) + "(p a)").as_bytes());
    assert_eq!(checked.sheet.rules.len(), 1);
    read_check_and_print(
        ("(<= p ".to_owned() + &"(not ".repeat(MANY) + &")".repeat(MANY + 1)).as_bytes(),
    );
}

#[test]
fn a_million_lists_side_by_side_in_one_rule() {
    let conditions = |condition: &str| format!("(<= p {})", condition.repeat(MANY / 10));
    read_check_and_print(conditions("(q a) ").as_bytes());
    read_check_and_print(conditions("(not (q ?x)) ").as_bytes());
    read_check_and_print(conditions("(or (q ?x) (r ?y)) ").as_bytes());
    read_check_and_print(conditions("() ").as_bytes());
    read_check_and_print(
        format!("(<= p (or {}))", "(q ?x) (not (r ?x)) ".repeat(MANY / 10)).as_bytes(),
    );
}

#[test]
fn five_megabytes_on_one_line() {
    let facts = "(cell 1 1 b) ".repeat(400_000);
    let checked = read_check_and_print((facts.clone() + "(p").as_bytes());
    assert_eq!(checked.sheet.rules.len(), 400_000);
    assert_eq!(faults(facts.clone() + "()"), [format!("expected-name 1:{}", facts.len() + 1)]);
    let word = "é".repeat(2_500_000);
    assert_eq!(faults(format!("(p {word}) )")), ["unopened-parenthesis 1:2500006"]);
    read_check_and_print(format!("(p {word})\n(p {word} {word})").as_bytes());
}

#[test]
fn twenty_megabytes_of_facts() {
    let mut text = String::from(
        "(role you) (legal you wait) (<= (next (on ?x ?y)) (cell ?x ?y) (does you wait))
         (<= terminal (true (on 0 0))) (goal you 100)\n",
    );
    let mut number = 0;
    while text.len() < 20 << 20 {
        text.push_str(&format!("(cell {} {number})\n", number % 997));
        number += 1;
    }
    let checked = read_check_and_print(text.as_bytes());
    assert_eq!(checked.faults.kept(), []);
    assert_eq!(checked.rules.expect("there is no error").clauses().len(), number + 5);
}

#[test]
fn many_names_that_differ_only_in_capitals() {
    let text: String = (0..100_000u32)
        .map(|number| {
            let name = (0..17).map(|bit| if number >> bit & 1 == 1 { 'A' } else { 'a' });
            format!("({})\n", name.collect::<String>())
        })
        .collect();
    let checked = read_check_and_print(text.as_bytes());
    // Each name has empty arguments; all but the first differ from it in spelling; the relation is unused.
    assert_eq!(checked.faults.warnings(), 100_000 + 99_999 + 1);
}

#[test]
fn every_short_text_can_be_read() {
    let signs = ["(", ")", " ", "\n", "<=", "?x", "p", "not", "or", ";", "role", "distinct"];
    for number in 0..signs.len().pow(5) {
        let pick = |place: u32| signs[number / signs.len().pow(place) % signs.len()];
        read_check_and_print((0..5).map(pick).collect::<String>().as_bytes());
    }
}

#[test]
fn a_rule_at_the_margin_inside_a_list_shows_a_missing_parenthesis_even_if_the_counts_agree() {
    check(
        "(<= (p a)\n    (q a)\n(<= (r a)\n    (q a)))\n(q a)\n",
        &["unclosed-parenthesis 1:1", "unopened-parenthesis 4:11"],
        &["(<= (r a) (q a))", "(q a)"],
    );
}
