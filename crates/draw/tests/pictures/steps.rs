//! What to click for a move.

use crate::{Subject, described};
use draw::Plan;

/// The cells of each step, as texts.
fn steps(plan: &Plan, action: &str) -> Vec<String> {
    let steps = plan
        .steps(action)
        .into_iter()
        .map(|cells| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    steps.collect()
}

fn check(plan: &Plan, action: &str, expected: &[&str]) {
    assert_eq!(steps(plan, action), expected, "{action}");
}

#[test]
fn a_mark_is_one_click() {
    // By the description the second argument goes across, and the analysis takes the first one.
    check(&described("tic-tac-toe"), "(mark 1 3)", &["0.2.0"]);
    let found = Subject::of("tic-tac-toe").found();
    check(&found, "(mark 1 3)", &["0.0.0"]);
    for nothing in ["noop", "(mark 1 4)", "(mark 1)", "(unknown 1 1)", "(", "", "(mark 1 3 1)"] {
        check(&found, nothing, &[]);
    }
}

#[test]
fn a_column_is_one_click_anywhere_in_it() {
    let column = "0.2.0 0.2.1 0.2.2 0.2.3 0.2.4 0.2.5";
    check(&described("connect-four"), "(drop 3)", &[column]);
    check(&Subject::of("connect-four").found(), "(drop 3)", &[column]);
}

#[test]
fn a_move_goes_from_one_cell_to_another() {
    for plan in [described("breakthrough"), Subject::of("breakthrough").found()] {
        check(&plan, "(move 1 2 2 3)", &["0.0.6", "0.1.5"]);
        check(&plan, "noop", &[]);
    }
}

#[test]
fn chess_moves() {
    for plan in [described("chess"), Subject::of("chess").found()] {
        check(&plan, "(move e 2 e 4)", &["0.4.6", "0.4.4"]);
        check(&plan, "(promote a 7 b 8 queen)", &["0.0.1", "0.1.0"]);
        check(&plan, "(promote a 7 b 8 rook)", &["0.0.1", "0.1.0"]);
        check(&plan, "noop", &[]);
    }
    check(&described("chess"), "(castle short)", &[]);
    // The rights to castle are a table of their own, whose upper row is `short`.
    check(&Subject::of("chess").found(), "(castle short)", &["1.0.0 1.1.0"]);
}

#[test]
fn hallway_moves_and_walls() {
    for plan in [described("hallway"), Subject::of("hallway").found()] {
        check(&plan, "(move 5 2)", &["0.4.7"]);
        // A wall is named by its left column and the row below.
        check(&plan, "(place 7 8 5 6)", &["1.6.3"]);
    }
}

#[test]
fn points_of_a_layout() {
    let plan = described("merrills");
    check(&plan, "(place a7)", &["0.0.0"]);
    check(&plan, "(move a7 d7)", &["0.0.0", "0.12.0"]);
    check(&plan, "(place z9)", &[]);
}

#[test]
fn a_part_of_a_name_is_every_place_that_has_it() {
    let plan = described("kalah");
    let facts = ["(holds south 3 4)".to_owned()];
    let named = |action: &str| -> Vec<String> {
        let picture = plan.picture(&facts);
        let cells = plan.steps(action).into_iter().flatten();
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
    for plan in [described("peg"), Subject::of("peg").found()] {
        for action in ["(jump 4 2 4 4)", "(jump 2 4 4 4)"] {
            assert_eq!(plan.steps(action).len(), 2, "{action}");
        }
    }
    check(&Subject::of("peg").found(), "(jump 2 4 4 4)", &["0.1.3", "0.3.3"]);
}

#[test]
fn several_boards_with_the_same_cells() {
    check(&described("quarto"), "(put 1 4)", &["0.0.0 1.0.0 2.0.0 3.0.0"]);
}

#[test]
fn boards_in_a_board() {
    let plan = described("nine-board-tic-tac-toe");
    check(&plan, "(mark 3 1 1 2)", &["0.6.7"]);
}

#[test]
fn words_do_not_matter() {
    for (name, action) in [
        ("tic-tac-toe", "(mark 1 3)"),
        ("connect-four", "(drop 3)"),
        ("breakthrough", "(move 1 2 2 3)"),
        ("chess", "(move e 2 e 4)"),
        ("chess", "(promote a 7 b 8 queen)"),
        ("hallway", "(place 7 8 5 6)"),
    ] {
        let (scrambled, scrambler) = Subject::scrambled(name);
        let (plan, original) = (scrambled.found(), Subject::of(name).found());
        assert_eq!(
            plan.steps(&scrambler.scramble(action)),
            original.steps(action),
            "{name} {action}"
        );
    }
}
