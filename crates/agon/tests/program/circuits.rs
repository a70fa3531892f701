//! `agon dev circuit`: the summary and the circuit itself.

use crate::run::{agon, agon_with_input};
use circuit::{Circuit, PASSES};

fn circuit(arguments: &[&str]) -> String {
    let output = agon(&[&["dev", "circuit"], arguments].concat());
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    output.stdout
}

fn plain(game: &str, arguments: &[&str]) -> Circuit {
    let text = circuit(&[&[game, "--dump", "plain"], arguments].concat());
    Circuit::from_text(&text).expect("what is printed can be read")
}

#[test]
fn the_summary_tells_of_passes_phases_and_lanes() {
    let text = circuit(&["nim"]);
    assert!(text.starts_with("nim: 2 roles, 8 facts, 3 moves, "), "{text}");
    for pass in PASSES {
        assert!(text.contains(&format!("\n{} ", pass.name)), "{} is not in {text}", pass.name);
    }
    let raw = plain("nim", &["--raw"]);
    let sizes = format!("\nnone           {:>9} {:>9}\n", raw.ands().len(), raw.operand_count());
    assert!(text.contains(&sizes), "{sizes} is not in {text}");
    assert!(text.contains("\nphase 0: ") && text.contains(" on: (control white)"), "{text}");
    assert!(text.contains("\nlanes on ") && text.contains(" bytes of code\n"), "{text}");
    assert!(!circuit(&["nim", "--without", "sweep"]).contains("\nsweep "));
}

#[test]
fn passes_can_be_left_out() {
    let (raw, all) = (plain("breakthrough", &["--raw"]), plain("breakthrough", &[]));
    assert!(
        all.operand_count() < raw.operand_count(),
        "{} operands become {}",
        raw.operand_count(),
        all.operand_count()
    );
    let names: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
    assert_eq!(plain("breakthrough", &["--without", &names.join(",")]), raw);
    let output = agon(&["dev", "circuit", "nim", "--without", "sweep,magic"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    assert_eq!(
        output.stderr,
        format!("error: there is no pass `magic`; the passes are {}\n", names.join(", "))
    );
    assert_eq!(agon(&["dev", "circuit", "nim", "--raw", "--without", "fold"]).code, 2);
}

#[test]
fn the_circuit_is_printed_with_names_or_as_a_graph() {
    let text = circuit(&["nim", "--dump", "text"]);
    for part in ["g0 = and ", "fact:(num 5)", "\nlegal white (take 1) = g", "\ngoal black 100 = "] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let graph = circuit(&["nim", "--dump", "dot"]);
    assert!(graph.starts_with("digraph circuit {\n") && graph.ends_with("}\n"), "{graph}");
    assert_eq!(agon(&["dev", "circuit", "nim", "--dump", "picture"]).code, 2);
}

#[test]
fn rules_that_cannot_be_grounded_have_no_circuit() {
    let growing =
        "(role you) (legal you go) (init (n zero)) (goal you 100) (<= terminal (true end))
                   (<= (next (n (s ?x))) (true (n ?x))) (<= (next end) (true end))";
    let output = agon_with_input(&["dev", "circuit", "-"], growing);
    assert_eq!(output.code, 1);
    assert_eq!(
        output.stderr,
        "error: standard input: the rules cannot be grounded: a term is nested more than 250 levels deep\n"
    );
    assert_eq!(agon(&["dev", "circuit", "games/bad/hidden-information/rules.kif"]).code, 1);
    assert_eq!(agon(&["dev", "circuit", "nowhere"]).code, 2);
}
