//! Pictures by what the analysis finds.

use crate::{Subject, content, described, rows, texts};
use analyze::{Analysis, Board, Dimension, Fluent, Kind, Order, Roles, Turns};
use draw::Plan;

#[test]
fn tic_tac_toe() {
    let subject = Subject::of("tic-tac-toe");
    assert_eq!(rows(&subject.picture(), 0), [". . ."; 3], "`b` is in every cell and so nothing");
    let facts = texts(&["(cell 1 3 x)", "(cell 3 1 o)", "(cell 2 2 b)", "(control xplayer)"]);
    let picture = subject.found().picture(&facts);
    // The first argument across, the second from the bottom up; cells of which nothing is said are not there.
    assert_eq!(rows(&picture, 0), ["x # #", "# . #", "# # o"]);
    let label = &picture.labels[0];
    assert_eq!((label.name.as_str(), label.value.as_str()), ("turn", "xplayer"));
}

#[test]
fn breakthrough_as_described() {
    let subject = Subject::of("breakthrough");
    let state = &subject.states[9];
    let (own, other) = (subject.found().picture(state), described("breakthrough").picture(state));
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
fn things_with_a_place_are_on_a_board() {
    let picture = Subject::of("hallway").picture();
    assert_eq!(picture.boards[0].cells.len(), 81);
    assert_eq!(content(&picture, "0.4.8"), "white");
    assert_eq!(content(&picture, "0.4.0"), "black");
}

#[test]
fn what_has_the_same_cells_is_on_one_board() {
    let subject = Subject::of("tron");
    let picture =
        subject.found().picture(&texts(&["(rider red 2 3)", "(wall 2 3)", "(wall 10 10)"]));
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
fn cells_that_are_not_there() {
    let picture = Subject::of("nothello").picture();
    let holes = picture.cells().filter(|cell| cell.is_hole).count();
    assert_eq!(holes, 24, "an octagon of 40 cells");
    assert_eq!(rows(&picture, 0)[0], "# # # . . # # #");
    let full = Subject::of("othello").picture();
    assert_eq!(full.cells().filter(|cell| cell.is_hole).count(), 0);
}

#[test]
fn points_are_where_their_names_say_and_joined_by_lines() {
    let subject = Subject::of("merrills");
    let picture = subject.found().picture(&texts(&["(cell a7 white)", "(cell g1 black)"]));
    assert_eq!(content(&picture, "0.0.0"), "white");
    assert_eq!(content(&picture, "0.6.6"), "black");
    assert_eq!(picture.boards[0].cells.len(), 24);
    assert_eq!(picture.svg(&[]).matches("<line").count(), 32);
}

#[test]
fn what_says_several_things_about_a_cell_is_a_board() {
    let picture =
        Subject::of("quarto").found().picture(&texts(&["(cell 1 4 dark)", "(cell 1 4 tall)"]));
    assert_eq!(content(&picture, "0.0.0"), "dark, tall");
}

#[test]
fn layers_and_boards_in_a_board() {
    let picture = Subject::of("tic-tac-toe-3d").found().picture(&texts(&["(cell 1 4 3 xplayer)"]));
    // The third layer, its first column, the uppermost row.
    assert_eq!(content(&picture, "0.8.0"), "xplayer");
    let nine = Subject::of("nine-board-tic-tac-toe").found();
    let picture = nine.picture(&texts(&["(cell 3 1 1 2 xplayer)"]));
    assert_eq!(content(&picture, "0.6.7"), "xplayer");
}

#[test]
fn words_do_not_matter() {
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
        let (plan, other) = (original.found(), scrambled.found());
        for state in original.states.iter().step_by(7) {
            let facts: Vec<String> = state.iter().map(|fact| scrambler.scramble(fact)).collect();
            let (picture, same) = (plan.picture(state), other.picture(&facts));
            let cells = |picture: &draw::Picture, words: &dyn Fn(&str) -> String| {
                let cells = picture.cells().map(|cell| {
                    let mut items: Vec<String> =
                        cell.items.iter().map(|item| words(&item.words.join(" "))).collect();
                    items.sort_unstable();
                    (cell.id, cell.is_hole, items)
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

/// A game with one board of two dimensions.
fn analysis(order: &[&str], across: &[&str], down: &[&str]) -> Analysis {
    let dimension = |argument: usize, values: &[&str], order: Option<&str>| Dimension {
        argument,
        order: order.map(str::to_owned),
        values: texts(values),
    };
    let board = Board {
        dimensions: vec![dimension(0, across, Some("after")), dimension(1, down, None)],
        contents: vec![2],
        pieces: Vec::new(),
        markers: vec![texts(&["stone"])],
    };
    let fluent = Fluent {
        name: "cell".to_owned(),
        arity: 3,
        always_changes: false,
        kind: Kind::Board(board),
    };
    let roles = Roles {
        roles: Vec::new(),
        turns: Turns::Alone,
        teams: Vec::new(),
        sum: None,
        control: None,
    };
    let order =
        Order { relation: "after".to_owned(), chains: vec![texts(order)], cycles: Vec::new() };
    Analysis { roles, orders: vec![order], fluents: vec![fluent], games: 1, states: 1 }
}

fn plan(analysis: &Analysis) -> Plan {
    let rules = "(role a) (init (cell 1 1 x)) (<= (legal a noop) (true (cell 1 1 x))) (<= (next ?x) (true ?x)) \
                 (<= terminal (true (cell 1 1 x))) (goal a 100)";
    let rules = gdl::check("rules", rules.as_bytes()).rules.unwrap();
    Plan::found(analysis, &rules, &texts(&["a"]), &[])
}

#[test]
fn values_come_in_their_order_or_as_people_sort_them() {
    let plan = plan(&analysis(&["one", "two", "three", "four"], &["one", "three"], &["10", "2"]));
    let picture = plan.picture(&texts(&["(cell two 10 stone)", "(cell four 2 stone)"]));
    // `two` was not seen, but it is between those that were; `four` is not.
    assert_eq!(rows(&picture, 0), [". stone .", ". . ."]);
    assert_eq!(picture.rest, ["(cell four 2 stone)"]);
}

#[test]
fn letters_go_across() {
    let plan = plan(&analysis(&["1", "2", "3"], &["1", "2"], &["b", "a", "c"]));
    let picture = plan.picture(&texts(&["(cell 1 c stone)"]));
    assert_eq!(rows(&picture, 0), [". . .", ". . stone"]);
}

#[test]
fn boards_that_are_too_big_are_left_to_the_rest() {
    let values: Vec<String> = (0..150).map(|number| number.to_string()).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let plan = plan(&analysis(&values, &values, &values));
    assert!(!plan.has_boards());
    let facts = texts(&["(cell 1 2 stone)"]);
    assert_eq!(plan.picture(&facts).rest, facts);
}

#[test]
fn orders_stand_above_boards() {
    let subject = Subject::of("minichess");
    let orders = &subject.analysis.orders;
    let svg = subject.picture().svg_below(orders);
    assert!(svg.contains("succ, an order") && svg.contains("nextcolumn, an order"), "{svg}");
    // Ten, four and four things in order, with arrows between them.
    assert_eq!(svg.matches("fill=\"#faf9f5\"").count(), 10 + 4 + 4);
    assert_eq!(svg.matches("l-6 -3v6z").count(), 9 + 3 + 3);
    assert_eq!(svg.matches("data-cell=").count(), 16);
    let cycle = Order {
        relation: "<after>".to_owned(),
        chains: Vec::new(),
        cycles: vec![texts(&["a", "b&", "c"])],
    };
    let svg = subject.picture().svg_below(&[cycle]);
    assert!(svg.contains("&lt;after&gt;, an order") && svg.contains(">b&amp;<"), "{svg}");
    assert_eq!(svg.matches("l-3 6h6z").count(), 1, "it leads back");
}

/// How many cells of a picture there are, and how many of them are hexagons.
fn cells(picture: &draw::Picture) -> (usize, usize) {
    let cells = picture.boards[0].cells.iter().filter(|cell| !cell.is_hole).count();
    let hexagons = picture.svg(&[]).matches("<polygon").count();
    (cells, hexagons)
}

#[test]
fn cells_with_six_neighbours_are_hexagons() {
    assert_eq!(cells(&Subject::of("three-trails").picture()), (19, 19));
    // Their cells have names, and a relation says where they are.
    for (name, count) in [("chinese-checkers-3", 37), ("chinese-checkers-4", 31), ("crossers3", 45)]
    {
        assert_eq!(cells(&Subject::of(name).picture()), (count, count), "{name}");
        assert_eq!(cells(&Subject::scrambled(name).0.picture()), (count, count), "{name}");
    }
    assert_eq!(cells(&Subject::of("breakthrough").picture()), (64, 0));
}

#[test]
fn walls_part_cells_and_passages_join_them() {
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
