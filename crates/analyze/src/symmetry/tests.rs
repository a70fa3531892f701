//! Tests of symmetries: those that are found, stored ones, those of another game, and invented ones.

use super::*;
use crate::{Portrait, Sampling, Sentences};
use game::MachineExt;
use game::playout::random_step;
use hashbrown::HashSet;

/// A game with its analysis and its symmetries.
struct AnalysedGame {
    rules: Rules,
    machine: Box<dyn Machine>,
    analysis: Analysis,
    symmetries: Vec<GameSymmetry>,
}

fn game(text: &str) -> AnalysedGame {
    let rules = oracle::rules_of(text);
    let mut machine: Box<dyn Machine> = Box::new(oracle::machine_of(&rules));
    let analysis = crate::analyze(&rules, &mut *machine, &Sampling::states(1000, 1)).unwrap();
    let symmetries = symmetries(&rules, &analysis, &mut *machine, 1).unwrap();
    AnalysedGame { rules, machine, analysis, symmetries }
}

fn text(name: &str) -> String {
    oracle::bundled(name).rules().to_owned()
}

fn found(name: &str) -> Vec<String> {
    game(&text(name)).symmetries.iter().filter_map(GameSymmetry::turn).collect()
}

impl AnalysedGame {
    fn portrait(&self) -> Portrait {
        Portrait::new(Sentences::of(&self.rules), &self.analysis)
    }

    /// Returns stored symmetries as they are read again.
    fn remembered(&mut self, written: &WrittenSymmetries) -> Option<Vec<GameSymmetry>> {
        let written = serde_json::to_string(written).unwrap();
        let written: WrittenSymmetries = serde_json::from_str(&written).unwrap();
        remembered_symmetries(&self.rules, &written, &mut *self.machine, 2).unwrap()
    }

    /// Returns the images of the roles and of the states of a random game under each symmetry.
    fn effects(&mut self, symmetries: &[GameSymmetry]) -> HashSet<(Vec<Role>, Vec<State>)> {
        let (machine, mut random) = (&mut *self.machine, game::random(3));
        let mut states = vec![machine.initial_state().unwrap()];
        while let Some(next) = random_step(machine, &states[states.len() - 1], &mut random).unwrap()
        {
            states.push(next);
        }
        let effect = |symmetry: &GameSymmetry| {
            let mut symmetry = symmetry.clone();
            let mut image = |state: &State| {
                let mut image = State::default();
                assert!(symmetry.apply(machine, state, &mut image));
                image
            };
            let images = states.iter().map(&mut image).collect();
            (symmetry.roles.clone(), images)
        };
        symmetries.iter().map(effect).collect()
    }
}

#[test]
fn stored_symmetries_equal_those_found_in_any_words() {
    for name in ["tic-tac-toe", "connect-four", "capture-go-3x3", "quarto", "nim", "hex"] {
        let text = text(name);
        let mut here = game(&text);
        let written = WrittenSymmetries::of(&here.symmetries);
        assert_eq!(written.len(), here.symmetries.len());
        let remembered = here.remembered(&written).expect(name);
        let fresh = here.symmetries.clone();
        assert!(here.effects(&remembered) == here.effects(&fresh), "{name}");
        let mut other = game(&gdl::Scrambler::new(&text, 5).scramble(&text));
        let likeness = here.portrait().likeness(&other.portrait()).expect("it is the same game");
        let written = written.renamed(&likeness);
        let remembered = other.remembered(&written).expect(name);
        let fresh = other.symmetries.clone();
        let [remembered, fresh] = [&remembered, &fresh].map(|all| other.effects(all));
        assert_eq!(remembered.len(), fresh.len(), "{name}, scrambled");
        // If the generators give more symmetries than are made, others may be made when the words differ.
        assert!(remembered == fresh || fresh.len() >= renaming::MAX_RENAMINGS, "{name}");
    }
}

#[test]
fn invented_symmetries_are_rejected() {
    let mut here = game(&text("connect-four"));
    let written = serde_json::to_value(WrittenSymmetries::of(&here.symmetries)).unwrap();
    let changed = |change: &dyn Fn(&mut serde_json::Value)| -> WrittenSymmetries {
        let mut value = written.clone();
        change(&mut value);
        serde_json::from_value(value).unwrap()
    };
    assert!(here.remembered(&changed(&|_| {})).is_some());
    let turn = |name: &'static str| move |it: &mut serde_json::Value| it["turns"][0] = name.into();
    // Discs do not rise, and the other turns fit no board of two dimensions.
    for name in ["x -y", "y x", "", "-x y z", "-x"] {
        assert!(here.remembered(&changed(&turn(name))).is_none(), "{name}");
    }
    let junk = [
        ("fluents", serde_json::json!([["cell", 3, [7, 8]]])),
        ("fluents", serde_json::json!([["cell", 3, [0]]])),
        ("fluents", serde_json::json!([["cell", 3, [0, 0]]])),
        ("values", serde_json::json!([])),
        ("values", serde_json::json!([[], []])),
        ("values", serde_json::json!([["1"], ["1"], ["1"], ["1"]])),
    ];
    for (part, value) in junk {
        let changed = changed(&|it| it["boards"][part] = value.clone());
        assert!(here.remembered(&changed).is_none(), "{part}: {value}");
    }
    let (red, white) = (("red", ("control", 1, 0)), ("white", ("control", 1, 0)));
    let renamings = [
        serde_json::json!({ "names": [[red, white], [white, red]], "arguments": [] }),
        serde_json::json!({ "names": [[red, white]], "arguments": [] }),
        serde_json::json!({ "names": [[red, white], [white, white]], "arguments": [] }),
        serde_json::json!({ "names": [], "arguments": [["cell", 3, [0, 0, 0]]] }),
        serde_json::json!({ "names": [], "arguments": [["cell", 3, [5, 1, 0]]] }),
        serde_json::json!({ "names": [], "arguments": [["cell", 3, [1, 0, 2]]] }),
    ];
    for renaming in renamings {
        let changed = changed(&|it| it["renamings"] = serde_json::json!([renaming]));
        assert!(here.remembered(&changed).is_none(), "{renaming}");
    }
    // Nobody solves this puzzle by chance, so that play would refute nothing.
    let mut puzzle = game(&text("eight-puzzle"));
    let board = game(&text("connect-three-3x3"));
    let turned = WrittenSymmetries::of(&board.symmetries).on_boards_of(&puzzle.analysis);
    assert!(puzzle.remembered(&turned.expect("boards have the same turns")).is_none());
}

#[test]
fn turns_are_transferred_to_boards_with_the_same_turns() {
    for (small, large) in [
        ("capture-go-3x3", "capture-go-4x4"),
        ("connect-three-3x3", "connect-three-4x4"),
        ("othello-6x6", "othello"),
    ] {
        let source = WrittenSymmetries::of(&game(&text(small)).symmetries);
        let mut target = game(&text(large));
        let turned = source.on_boards_of(&target.analysis).expect("boards have the same turns");
        let transferred = target.remembered(&turned).expect("the symmetries hold");
        let names =
            |all: &[GameSymmetry]| all.iter().filter_map(GameSymmetry::turn).collect::<Vec<_>>();
        assert_eq!(names(&transferred), names(&target.symmetries), "{large}");
    }
    // A square board has more turns.
    let long = WrittenSymmetries::of(&game(&text("connect-four")).symmetries);
    assert_eq!(long.on_boards_of(&game(&text("connect-three-4x4")).analysis), None);
}

#[test]
fn turns_are_found_as_far_as_the_game_allows() {
    assert_eq!(found("connect-four"), ["-x y"]);
    assert_eq!(found("breakthrough-6x6"), ["-x y"]);
    let square = ["-x y", "x -y", "-x -y", "y x", "-y x", "y -x", "-y -x"];
    assert_eq!(found("capture-go-3x3"), square);
    assert_eq!(found("othello-6x6"), square);
    assert_eq!(found("skirmish"), ["-x y"]);
    assert_eq!(found("hex"), ["-x -y"]);
    // Discs fall to one side in ttcc4, and castling in chess is not the same on both sides.
    assert!(found("ttcc4").is_empty());
    assert!(found("chess").is_empty());
    assert!(found("nim").is_empty());
    assert!(found("eight-puzzle").is_empty());
}
