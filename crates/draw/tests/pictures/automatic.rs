//! Pictures by plans built from the analysis.

use crate::{Subject, content, described_plan, rows, term, terms, texts};
use agon_draw::DrawingPlan;
use analyze::{
    Analysis, Analyst, BoardStructure, Dimension, Fluent, FluentKind, OrderRelation, RoleAnalysis,
    TurnOrder,
};
use term::Term;

#[test]
fn tic_tac_toe() {
    let subject = Subject::of("tic-tac-toe");
    assert_eq!(
        rows(&subject.picture(), 0),
        [". . ."; 3],
        "`b` is in every cell, so it means an empty cell"
    );
    let facts = terms(&["(cell 1 3 x)", "(cell 3 1 o)", "(cell 2 2 b)", "(control xplayer)"]);
    let picture = subject.analysed_plan().picture(&facts);
    // The first argument goes across, the second from the bottom up. Cells that no fact mentions do not exist.
    assert_eq!(rows(&picture, 0), ["x # #", "# . #", "# # o"]);
    let label = &picture.labels[0];
    assert_eq!((label.name.as_str(), label.value.as_str()), ("turn", "xplayer"));
}

#[test]
fn breakthrough_is_drawn_as_in_its_description() {
    let subject = Subject::of("breakthrough");
    let state = &subject.states[9];
    let (own, other) =
        (subject.analysed_plan().picture(state), described_plan("breakthrough").picture(state));
    assert_eq!(rows(&own, 0), rows(&other, 0));
    assert_eq!(rows(&subject.picture(), 0)[0], ["black"; 8].join(" "));
}

#[test]
fn chess_has_letters_across() {
    let picture = Subject::of("chess").picture();
    assert_eq!(content(&picture, "0.4.7"), "white king");
    assert_eq!(content(&picture, "0.3.0"), "black queen");
    assert!(picture.svg(&[]).contains('♕'));
}

#[test]
fn fluents_of_a_thing_and_its_position_are_a_board() {
    let picture = Subject::of("hallway").picture();
    assert_eq!(picture.boards[0].cells.len(), 81);
    assert_eq!(content(&picture, "0.4.8"), "white");
    assert_eq!(content(&picture, "0.4.0"), "black");
}

#[test]
fn fluents_with_the_same_cells_share_a_board() {
    let subject = Subject::of("tron");
    let picture =
        subject.analysed_plan().picture(&terms(&["(rider red 2 3)", "(wall 2 3)", "(wall 10 10)"]));
    assert_eq!(picture.boards.len(), 1);
    let mut here: Vec<String> = content(&picture, "0.1.7").split(", ").map(str::to_owned).collect();
    here.sort_unstable();
    assert_eq!(here, ["red", "wall"]);
    assert_eq!(content(&picture, "0.9.0"), "wall");
}

#[test]
fn quantities_are_boxes_and_labels() {
    let picture = Subject::of("nim").picture();
    assert!(picture.boards.is_empty() && picture.rest.is_empty());
    assert!(picture.labels.iter().any(|label| label.name == "num"));
    let picture = Subject::of("merrills").picture();
    let hand = picture.boards.iter().find(|board| board.title.as_deref() == Some("hand")).unwrap();
    let boxes: Vec<String> =
        hand.cells.iter().map(|cell| format!("{} {}", cell.name, cell.content())).collect();
    assert_eq!(boxes, ["black 9", "white 9"]);
}

#[test]
fn missing_cells_are_recognised() {
    let picture = Subject::of("nothello").picture();
    let holes = picture.cells().filter(|cell| cell.is_missing).count();
    assert_eq!(holes, 24, "an octagon of 40 cells");
    assert_eq!(rows(&picture, 0)[0], "# # # . . # # #");
    let full = Subject::of("othello").picture();
    assert_eq!(full.cells().filter(|cell| cell.is_missing).count(), 0);
}

#[test]
fn named_points_are_placed_by_coordinates_and_joined_by_lines() {
    let subject = Subject::of("merrills");
    let picture = subject.analysed_plan().picture(&terms(&["(cell a7 white)", "(cell g1 black)"]));
    assert_eq!(content(&picture, "0.0.0"), "white");
    assert_eq!(content(&picture, "0.6.6"), "black");
    assert_eq!(picture.boards[0].cells.len(), 24);
    assert_eq!(picture.svg(&[]).matches("<line").count(), 32);
}

#[test]
fn cells_may_have_several_contents() {
    let picture = Subject::of("quarto")
        .analysed_plan()
        .picture(&terms(&["(cell 1 4 dark)", "(cell 1 4 tall)"]));
    assert_eq!(content(&picture, "0.0.0"), "dark, tall");
}

#[test]
fn layers_and_boards_in_a_board() {
    let picture =
        Subject::of("tic-tac-toe-3d").analysed_plan().picture(&terms(&["(cell 1 4 3 xplayer)"]));
    // The third layer, its first column, the uppermost row.
    assert_eq!(content(&picture, "0.8.0"), "xplayer");
    let nine = Subject::of("nine-board-tic-tac-toe").analysed_plan();
    let picture = nine.picture(&terms(&["(cell 3 1 1 2 xplayer)"]));
    assert_eq!(content(&picture, "0.6.7"), "xplayer");
}

#[test]
fn pictures_do_not_depend_on_words() {
    for name in [
        "tic-tac-toe",
        "connect-four",
        "breakthrough",
        "chess",
        "hallway",
        "hex",
        "nine-board-tic-tac-toe",
        "othello",
        "tron",
    ] {
        let original = Subject::of(name);
        let (scrambled, scrambler) = Subject::scrambled(name);
        let (plan, other) = (original.analysed_plan(), scrambled.analysed_plan());
        for state in original.states.iter().step_by(7) {
            let scrambled = state.iter().map(|fact| term(&scrambler.scramble(fact.as_str())));
            let facts: Vec<Term> = scrambled.collect();
            let (picture, same) = (plan.picture(state), other.picture(&facts));
            let cells = |picture: &agon_draw::Picture, words: &dyn Fn(&str) -> String| {
                let cells = picture.cells().map(|cell| {
                    let mut items: Vec<String> =
                        cell.items.iter().map(|item| words(&item.words.join(" "))).collect();
                    items.sort_unstable();
                    (cell.id, cell.is_missing, items)
                });
                // Rows of boxes are sorted by their words.
                cells.filter(|(id, ..)| id.board == 0).collect::<Vec<_>>()
            };
            let back = |text: &str| scrambler.unscramble(text);
            assert_eq!(cells(&picture, &str::to_owned), cells(&same, &back), "{name}");
            assert_eq!(picture.labels.len(), same.labels.len(), "{name}");
            assert_eq!(picture.rest.len(), same.rest.len(), "{name}");
        }
    }
}

/// Returns the analysis of a game with one board of two dimensions.
fn analysis(order: &[&str], across: &[&str], down: &[&str]) -> Analysis {
    let dimension = |argument: usize, values: &[&str], order: Option<&str>| Dimension {
        argument,
        order: order.map(str::to_owned),
        values: terms(values),
    };
    let board = BoardStructure {
        dimensions: vec![dimension(0, across, Some("after")), dimension(1, down, None)],
        contents: vec![2],
        pieces: Vec::new(),
        markers: vec![terms(&["stone"])],
    };
    let fluent = Fluent {
        name: "cell".to_owned(),
        arity: 3,
        always_changes: false,
        kind: FluentKind::Board(board),
    };
    let roles = RoleAnalysis {
        roles: Vec::new(),
        turns: TurnOrder::Alone,
        teams: Vec::new(),
        sum: None,
        control: None,
    };
    let order = OrderRelation {
        relation: "after".to_owned(),
        chains: vec![terms(order)],
        cycles: Vec::new(),
    };
    Analysis { roles, orders: vec![order], fluents: vec![fluent], games: 1, states: 1 }
}

fn plan(analysis: &Analysis) -> DrawingPlan {
    let rules = "(role a) (init (cell 1 1 x)) (<= (legal a noop) (true (cell 1 1 x))) (<= (next ?x) (true ?x)) \
                 (<= terminal (true (cell 1 1 x))) (goal a 100)";
    let analyst = Analyst::new(oracle::rules_of(rules));
    DrawingPlan::from_analysis(analysis, &analyst, &texts(&["a"]), &[])
}

#[test]
fn values_come_in_the_order_of_a_relation_or_in_natural_order() {
    let plan = plan(&analysis(&["one", "two", "three", "four"], &["one", "three"], &["10", "2"]));
    let picture = plan.picture(&terms(&["(cell two 10 stone)", "(cell four 2 stone)"]));
    // `two` was not seen, but it lies between values that were seen; `four` does not.
    assert_eq!(rows(&picture, 0), [". stone .", ". . ."]);
    assert_eq!(picture.rest, terms(&["(cell four 2 stone)"]));
}

#[test]
fn letters_go_across() {
    let plan = plan(&analysis(&["1", "2", "3"], &["1", "2"], &["b", "a", "c"]));
    let picture = plan.picture(&terms(&["(cell 1 c stone)"]));
    assert_eq!(rows(&picture, 0), [". . .", ". . stone"]);
}

#[test]
fn boards_that_are_too_large_are_not_drawn() {
    let values: Vec<String> = (0..150).map(|number| number.to_string()).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let plan = plan(&analysis(&values, &values, &values));
    assert!(!plan.has_boards());
    let facts = terms(&["(cell 1 2 stone)"]);
    assert_eq!(plan.picture(&facts).rest, facts);
}

#[test]
fn orders_are_drawn_above_boards() {
    let subject = Subject::of("minichess");
    let orders = &subject.analysis.orders;
    let svg = subject.picture().svg_with_orders(orders);
    assert!(svg.contains("succ, an order") && svg.contains("nextcolumn, an order"), "{svg}");
    // Ten, four and four things in order, with arrows between them.
    assert_eq!(svg.matches("fill=\"#faf9f5\"").count(), 10 + 4 + 4);
    assert_eq!(svg.matches("l-6 -3v6z").count(), 9 + 3 + 3);
    assert_eq!(svg.matches("data-cell=").count(), 16);
    let cycle = OrderRelation {
        relation: "<after>".to_owned(),
        chains: Vec::new(),
        cycles: vec![terms(&["a", "b&", "c"])],
    };
    let svg = subject.picture().svg_with_orders(&[cycle]);
    assert!(svg.contains("&lt;after&gt;, an order") && svg.contains(">b&amp;<"), "{svg}");
    assert_eq!(svg.matches("l-3 6h6z").count(), 1, "an arrow leads back to the beginning");
}

/// Returns the number of cells of a picture, and the number of hexagons among them.
fn cells(picture: &agon_draw::Picture) -> (usize, usize) {
    let cells = picture.boards[0].cells.iter().filter(|cell| !cell.is_missing).count();
    let hexagons = picture.svg(&[]).matches("<polygon").count();
    (cells, hexagons)
}

#[test]
fn cells_with_six_neighbours_are_hexagons() {
    assert_eq!(cells(&Subject::of("three-trails").picture()), (19, 19));
    // The cells of these games have names, and a relation gives their positions.
    for (name, count) in [("chinese-checkers-3", 37), ("chinese-checkers-4", 31), ("crossers3", 45)]
    {
        assert_eq!(cells(&Subject::of(name).picture()), (count, count), "{name}");
        assert_eq!(cells(&Subject::scrambled(name).0.picture()), (count, count), "{name}");
    }
    assert_eq!(cells(&Subject::of("breakthrough").picture()), (64, 0));
}

#[test]
fn walls_and_passages_are_recognised() {
    for (name, walls) in [("ghostmaze", 32), ("mummy-maze", 39)] {
        for subject in [Subject::of(name), Subject::scrambled(name).0] {
            let svg = subject.picture().svg(&[]);
            assert_eq!(svg.matches("<line").count(), walls, "{name}");
        }
    }
    for (name, there) in [("bomberman", 48), ("crisscross", 20), ("pacman", 36)] {
        for subject in [Subject::of(name), Subject::scrambled(name).0] {
            assert_eq!(cells(&subject.picture()), (there, 0), "{name}");
            assert!(!subject.picture().svg(&[]).contains("<line"), "{name}");
        }
    }
}
