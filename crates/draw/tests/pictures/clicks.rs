//! Clicks that enter a move.

use crate::{Subject, described_plan, term};
use agon_draw::DrawingPlan;

/// Returns the cells of each click, as texts.
fn clicks(plan: &DrawingPlan, action: &str) -> Vec<String> {
    let clicks = plan
        .clicks(&term(action))
        .into_iter()
        .map(|cells| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    clicks.collect()
}

fn check(plan: &DrawingPlan, action: &str, expected: &[&str]) {
    assert_eq!(clicks(plan, action), expected, "{action}");
}

#[test]
fn a_mark_is_one_click() {
    // The description puts the second argument across; the analysis takes the first one.
    check(&described_plan("tic-tac-toe"), "(mark 1 3)", &["0.2.0"]);
    let found = Subject::of("tic-tac-toe").analysed_plan();
    check(&found, "(mark 1 3)", &["0.0.0"]);
    for nothing in ["noop", "(mark 1 4)", "(mark 1)", "(unknown 1 1)", "(mark 1 3 1)"] {
        check(&found, nothing, &[]);
    }
}

#[test]
fn a_column_is_one_click_anywhere_in_it() {
    let column = "0.2.0 0.2.1 0.2.2 0.2.3 0.2.4 0.2.5";
    check(&described_plan("connect-four"), "(drop 3)", &[column]);
    check(&Subject::of("connect-four").analysed_plan(), "(drop 3)", &[column]);
}

#[test]
fn a_move_goes_from_one_cell_to_another() {
    for plan in [described_plan("breakthrough"), Subject::of("breakthrough").analysed_plan()] {
        check(&plan, "(move 1 2 2 3)", &["0.0.6", "0.1.5"]);
        check(&plan, "noop", &[]);
    }
}

#[test]
fn chess_moves() {
    for plan in [described_plan("chess"), Subject::of("chess").analysed_plan()] {
        check(&plan, "(move e 2 e 4)", &["0.4.6", "0.4.4"]);
        check(&plan, "(promote a 7 b 8 queen)", &["0.0.1", "0.1.0"]);
        check(&plan, "(promote a 7 b 8 rook)", &["0.0.1", "0.1.0"]);
        check(&plan, "noop", &[]);
    }
    check(&described_plan("chess"), "(castle short)", &[]);
    // The rights to castle are drawn in a table of their own, whose upper row is `short`.
    check(&Subject::of("chess").analysed_plan(), "(castle short)", &["1.0.0 1.1.0"]);
}

#[test]
fn hallway_moves_and_walls() {
    for plan in [described_plan("hallway"), Subject::of("hallway").analysed_plan()] {
        check(&plan, "(move 5 2)", &["0.4.7"]);
        // A wall is named by its left column and the row below.
        check(&plan, "(place 7 8 5 6)", &["1.6.3"]);
    }
}

#[test]
fn points_of_a_layout() {
    let plan = described_plan("merrills");
    check(&plan, "(place a7)", &["0.0.0"]);
    check(&plan, "(move a7 d7)", &["0.0.0", "0.12.0"]);
    check(&plan, "(place z9)", &[]);
}

#[test]
fn a_part_of_a_cell_name_refers_to_every_cell_with_it() {
    let plan = described_plan("kalah");
    let facts = [term("(holds south 3 4)")];
    let named = |action: &str| -> Vec<String> {
        let picture = plan.picture(&facts);
        let cells = plan.clicks(&term(action)).into_iter().flatten();
        let mut names: Vec<String> =
            cells.filter_map(|id| picture.cell(id)).map(|cell| cell.name.clone()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(named("(sow 3)"), ["north,3", "south,3"]);
    assert!(named("noop").is_empty());
}

#[test]
fn a_jump_along_a_row_or_a_column() {
    // The rules have moves in which both cells share a coordinate.
    for plan in [described_plan("peg"), Subject::of("peg").analysed_plan()] {
        for action in ["(jump 4 2 4 4)", "(jump 2 4 4 4)"] {
            assert_eq!(plan.clicks(&term(action)).len(), 2, "{action}");
        }
    }
    check(&Subject::of("peg").analysed_plan(), "(jump 2 4 4 4)", &["0.1.3", "0.3.3"]);
}

#[test]
fn several_boards_with_the_same_cells() {
    check(&described_plan("quarto"), "(put 1 4)", &["0.0.0 1.0.0 2.0.0 3.0.0"]);
}

#[test]
fn boards_in_a_board() {
    let plan = described_plan("nine-board-tic-tac-toe");
    check(&plan, "(mark 3 1 1 2)", &["0.6.7"]);
}

#[test]
fn clicks_do_not_depend_on_words() {
    for (name, action) in [
        ("tic-tac-toe", "(mark 1 3)"),
        ("connect-four", "(drop 3)"),
        ("breakthrough", "(move 1 2 2 3)"),
        ("chess", "(move e 2 e 4)"),
        ("chess", "(promote a 7 b 8 queen)"),
        ("hallway", "(place 7 8 5 6)"),
    ] {
        let (scrambled, scrambler) = Subject::scrambled(name);
        let (plan, original) = (scrambled.analysed_plan(), Subject::of(name).analysed_plan());
        assert_eq!(
            plan.clicks(&term(&scrambler.scramble(action))),
            original.clicks(&term(action)),
            "{name} {action}"
        );
    }
}
