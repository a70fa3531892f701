//! Circuits as text: every circuit that is written can be read again, other texts are refused with the line of the
//! fault, and the result of each pass, text in and text out.

use agon_circuit::{Circuit, PASSES, optimise};

/// A game of four facts and a role with three actions.
const INPUTS: &str = "facts 4\nroles 1\nactions 0 0 0\n";

fn read(text: &str) -> Circuit {
    match Circuit::from_text(&format!("{INPUTS}{text}")) {
        Ok(circuit) => circuit,
        Err(error) => panic!("{error} in\n{INPUTS}{text}"),
    }
}

/// Returns the lines of a text without their indentation, and without empty ones.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Checks the result of some passes without the others.
fn check(passes: &[&str], before: &str, after: &str) {
    let names = PASSES.iter().map(|pass| pass.name);
    let without: Vec<String> =
        names.filter(|name| !passes.contains(name)).map(str::to_owned).collect();
    assert_eq!(without.len() + passes.len(), PASSES.len(), "a pass of {passes:?} does not exist");
    let found = optimise(read(before), &without).to_text();
    assert_eq!(found, format!("{INPUTS}{}", lines(after)), "after {passes:?}");
}

/// Checks that a text is refused for this reason.
fn refused(text: &str, reason: &str) {
    let found = Circuit::from_text(text).expect_err("the text is not a circuit").to_string();
    assert_eq!(found, reason, "{text}");
}

#[test]
fn written_circuits_can_be_read() {
    for name in ["nim", "tic-tac-toe", "three-trails", "minichess"] {
        let model = oracle::model(name);
        for circuit in [model.circuit(), model.raw_circuit()] {
            assert_eq!(Circuit::from_text(&circuit.to_text()).as_ref(), Ok(circuit), "{name}");
        }
    }
}

#[test]
fn every_kind_of_line_can_be_read() {
    let text = "facts 2
                roles 2   # a comment
                actions 0 1

                g0 = and f0 !f1 a0 !o1
                g1 = and
                g2 = and !g0 on off g1
                legal 0 = !g2
                next 1 = on
                terminal = g1
                goal 0 0 = g0
                goal 0 100 = off
                goal 1 other = a1";
    let circuit = Circuit::from_text(text).expect("it is a circuit");
    assert_eq!((circuit.ands().len(), circuit.operand_count(), circuit.role_count()), (3, 8, 2));
    assert_eq!(circuit.outputs.goals[1][0].0, None);
    let expected = lines(&text.replace("   # a comment", ""));
    assert_eq!(circuit.to_text(), expected);
}

#[test]
fn texts_that_are_not_circuits_are_refused_with_the_line() {
    refused("", "line 0: the lines `facts`, `roles` and `actions` must come first");
    refused("g0 = and", "line 1: the lines `facts`, `roles` and `actions` must come first");
    refused("facts many", "line 1: `many` is not a number from 0 to 16777216");
    refused("facts 99999999999", "line 1: `99999999999` is not a number from 0 to 16777216");
    let after_inputs = |line: &str, reason: &str| {
        refused(&format!("{INPUTS}{line}"), &format!("line 4: {reason}"));
    };
    after_inputs("terminal", "`terminal` is neither an input, a gate nor an output");
    after_inputs("g1 = and f0", "the next gate is g0, not g1");
    after_inputs("g0 = and g0", "there is no signal `g0` before this line");
    after_inputs("g0 = and !f4", "there is no signal `!f4` before this line");
    after_inputs("g0 = and ä", "there is no signal `ä` before this line");
    after_inputs("legal 3 = on", "there is no number 3");
    after_inputs("goal 0 101 = on", "`101` is neither a number from 0 to 100 nor `other`");
    after_inputs("won = on", "there is no output `won`");
    let late = format!("{INPUTS}terminal = on\nfacts 5");
    refused(&late, "line 5: facts, roles and actions come before all else");
    refused("facts 0\nroles 1\nactions 1", "line 3: an action is of role 1, which does not exist");
}

#[test]
fn names_are_those_of_the_rules() {
    let model = oracle::model("nim");
    let text = agon_circuit::text::named(model.raw_circuit(), model.names()).to_string();
    assert!(text.lines().next().is_some_and(|line| line.starts_with("g0 = and ")), "{text}");
    for part in [
        "fact:(num 5)",
        "does:(white (take 1))",
        "\nlegal white (take 2) = ",
        "\ngoal black 100 = ",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn graphs_name_inputs_and_outputs_and_mark_inverses() {
    let model = oracle::model("nim");
    let graph = agon_circuit::text::dot(model.raw_circuit(), model.names()).to_string();
    assert!(graph.starts_with("digraph circuit {\n") && graph.ends_with("}\n"), "{graph}");
    for part in ["[shape=ellipse, label=\"fact:(num 5)\"]", "label=\"terminal\"", "arrowhead=odot"]
    {
        assert!(graph.contains(part), "{part:?} is not in\n{graph}");
    }
}

#[test]
fn fold_removes_constants_and_repeated_operands() {
    check(&["fold"], "g0 = and f1 on f0 f1\nterminal = g0", "g0 = and f0 f1\nterminal = g0");
    check(&["fold"], "g0 = and f0 !f0\ng1 = and g0 f1\nterminal = !g1", "terminal = on");
    check(&["fold"], "g0 = and f2\nnext 1 = !g0", "next 1 = !f2\nterminal = off");
}

#[test]
fn share_merges_equal_gates() {
    let before = "g0 = and f0 !f1
                  g1 = and !f1 f0
                  g2 = and g0 f2
                  g3 = and g1 f2
                  next 0 = g2
                  terminal = g3";
    let after = "g0 = and f0 !f1
                 g1 = and f2 g0
                 next 0 = g1
                 terminal = g1";
    check(&["share"], before, after);
}

#[test]
fn moves_replaces_many_excluded_moves_by_the_few_others() {
    // All moves are excluded except the third, also those that are not actions.
    check(
        &["moves"],
        "g0 = and f0 !a0 !a1 !o0\nnext 0 = g0\nterminal = off",
        "g0 = and f0 a2\nnext 0 = g0\nterminal = off",
    );
    // Excluding two of the four moves takes no more operands than naming the two others.
    let few = "g0 = and f0 !a0 !a1\nterminal = g0";
    check(&["moves"], few, few);
}

#[test]
fn factor_takes_out_common_operands_of_cases() {
    check(
        &["factor"],
        "g0 = and f0 f1
         g1 = and f0 f2
         g2 = and !g0 !g1
         terminal = !g2",
        "g0 = and !f1 !f2
         g1 = and f0 !g0
         g2 = and !g1
         terminal = !g2",
    );
    // A case that other signals use too is not changed.
    let shared = "g0 = and f0 f1
                  g1 = and f0 f2
                  g2 = and !g0 !g1
                  next 0 = g0
                  next 1 = g1
                  terminal = !g2";
    check(&["factor"], shared, shared);
}

#[test]
fn flatten_merges_a_gate_into_its_only_user() {
    check(
        &["flatten"],
        "g0 = and f0 f1\ng1 = and g0 f2\nterminal = g1",
        "g0 = and f0 f1 f2\nterminal = g0",
    );
    // The inverse of an AND cannot be merged into another AND.
    let shared = "g0 = and f0 f1
                  g1 = and !g0 f2
                  next 0 = g1
                  terminal = off";
    check(&["flatten"], shared, shared);
}

#[test]
fn sweep_removes_gates_that_no_output_needs() {
    check(
        &["sweep"],
        "g0 = and f0 f1\ng1 = and g0 f2\ng2 = and g0 f3\nterminal = g2",
        "g0 = and f0 f1\ng1 = and g0 f3\nterminal = g1",
    );
}
