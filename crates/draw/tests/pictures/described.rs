//! Pictures by plans built from the descriptions of games.

use crate::{cell, content, described_plan, rows, terms};
use term::Term;

#[test]
fn tic_tac_toe_has_rows_and_columns() {
    let facts = terms(&["(cell 1 3 x)", "(cell 2 1 o)", "(cell 3 3 b)", "(control oplayer)"]);
    let picture = described_plan("tic-tac-toe").picture(&facts);
    assert_eq!(rows(&picture, 0), [". . x", "o . .", ". . ."]);
    assert!(picture.rest.is_empty());
    let label = &picture.labels[0];
    assert_eq!((label.name.as_str(), label.value.as_str()), ("turn", "oplayer"));
    let svg = picture.svg(&[]);
    assert!(svg.contains(r#"<g class="cell" data-cell="0.2.0" data-name="1 3"><title>x</title>"#));
    assert_eq!(svg.matches("class=\"cell\"").count(), 9);
}

#[test]
fn connect_four_stands_upright() {
    let picture = described_plan("connect-four").picture(&terms(&["(cell 7 1 w)", "(cell 1 6 r)"]));
    assert_eq!(content(&picture, "0.6.5"), "w");
    assert_eq!(content(&picture, "0.0.0"), "r");
}

#[test]
fn chess_has_its_pieces() {
    let facts =
        terms(&["(cell e 1 white king)", "(cell d 8 black queen)", "(castling white long)"]);
    let picture = described_plan("chess").picture(&facts);
    assert_eq!(content(&picture, "0.4.7"), "white king");
    assert_eq!(content(&picture, "0.3.0"), "black queen");
    let svg = picture.svg(&[]);
    assert!(svg.contains('♔') && svg.contains('♛'), "{svg}");
    let short = described_plan("endgame").picture(&terms(&["(cell a 1 wr)", "(cell h 8 bk)"]));
    let svg = short.svg(&[]);
    assert!(svg.contains('♖') && svg.contains('♚'), "{svg}");
}

#[test]
fn merrills_has_points_and_lines() {
    let picture =
        described_plan("merrills").picture(&terms(&["(cell a7 white)", "(cell g1 black)"]));
    let cells = &picture.boards[0].cells;
    assert_eq!(cells.len(), 24);
    let find = |name: &str| cells.iter().find(|cell| cell.name == name).unwrap();
    assert_eq!(find("a7").content(), "white");
    assert_eq!(find("g1").content(), "black");
    assert_eq!(find("a7").id, cell("0.0.0"));
    assert_eq!(find("d5").id, cell("0.12.4"));
    // Sixteen rows of three points each, with two lines between them.
    assert_eq!(picture.svg(&[]).matches("<line").count(), 32);
}

#[test]
fn boards_in_a_board() {
    let picture =
        described_plan("nine-board-tic-tac-toe").picture(&terms(&["(cell 3 1 1 2 xplayer)"]));
    assert_eq!(picture.boards[0].cells.len(), 81);
    // The third board from the left in the lowest row; there the first column, and the second row from below.
    assert_eq!(content(&picture, "0.6.7"), "xplayer");
}

#[test]
fn rows_of_hex_are_shifted() {
    let picture = described_plan("hex").picture(&terms(&["(stone 1 9 red)"]));
    assert_eq!(content(&picture, "0.0.8"), "red");
    let svg = picture.svg(&[]);
    assert_eq!(svg.matches("<polygon").count(), 81);
    let x = |id: &str| -> f64 {
        let from = svg.find(&format!("data-cell=\"{id}\"")).unwrap();
        let points = svg[from..].split("points=\"").nth(1).unwrap();
        points.split(',').next().unwrap().parse().unwrap()
    };
    let (column, row) = (x("0.1.0") - x("0.0.0"), x("0.0.1") - x("0.0.0"));
    assert!((column - 2.0 * row).abs() < 0.2, "each row is shifted by half a column");
}

#[test]
fn hallway_has_two_boards() {
    let facts =
        terms(&["(pawn white 5 1)", "(wall 3 4 2 3)", "(supply white 9)", "(supply black 10)"]);
    let picture = described_plan("hallway").picture(&facts);
    assert_eq!(content(&picture, "0.4.8"), "white");
    assert_eq!(content(&picture, "1.2.6"), "wall");
    let labels: Vec<String> =
        picture.labels.iter().map(|label| format!("{}={}", label.name, label.value)).collect();
    assert_eq!(labels, ["supply white=9", "supply black=10"]);
}

#[test]
fn a_game_without_boards_has_labels() {
    let plan = described_plan("nim");
    assert!(!plan.has_boards());
    let picture = plan.picture(&terms(&["(num 7)", "(control black)"]));
    assert!(picture.boards.is_empty() && picture.rest.is_empty());
    assert!(picture.svg(&[]).contains("<tspan class=\"name\">num</tspan> 7"));
}

#[test]
fn the_first_of_several_facts_is_shown() {
    let picture = described_plan("tron").picture(&terms(&["(wall 2 3)", "(rider red 2 3)"]));
    assert_eq!(content(&picture, "0.1.7"), "red");
    assert!(picture.rest.is_empty());
}

#[test]
fn changed_cells_are_found() {
    let plan = described_plan("breakthrough");
    let before = plan.picture(&terms(&["(cell 1 2 white)", "(cell 8 8 black)"]));
    let after = plan.picture(&terms(&["(cell 1 3 white)", "(cell 8 8 black)"]));
    let mut changed = after.changed_since(&before);
    changed.sort_unstable();
    assert_eq!(changed, [cell("0.0.5"), cell("0.0.6")]);
    assert!(after.changed_since(&after).is_empty());
    let svg = after.svg(&changed);
    assert_eq!(svg.matches("class=\"cell marked\"").count(), 2);
    assert!(svg.contains(r#"<g class="cell marked" data-cell="0.0.5""#));
}

#[test]
fn pictures_show_all_facts_that_texts_show() {
    for game in library::games() {
        let (about, plan) = (game.about(), described_plan(game.name()));
        let facts: Vec<Term> = game
            .playthrough()
            .lines()
            .filter(|line| line.starts_with(' '))
            .flat_map(|line| line.trim().split("  "))
            .filter_map(Term::read)
            .collect();
        let (_, rest) = library::draw_as_text(&about.board, &facts);
        let picture = plan.picture(&facts);
        // A fact that a text cannot show is in no cell of a picture either, but it may be a label.
        assert!(picture.rest.iter().all(|fact| rest.contains(fact)), "{}", game.name());
    }
}
