//! `agon play`: a person in the terminal against players.

use crate::run::{agon, agon_with_input};

/// Plays with this input; the output.
fn play(arguments: &[&str], input: &str) -> String {
    let output = agon_with_input(&[&["play"], arguments].concat(), input);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.stdout
}

#[test]
fn moves_are_numbers_or_texts_and_can_be_taken_back() {
    let input = "7\nhelp\ntake 1\nundo\n(take 2)\n2\n";
    let arguments = ["nim", "--against", "legal", "--simulations", "1", "--seed", "4"];
    insta::assert_snapshot!(play(&arguments, input), @r"
    You play white (roles: white, black) against legal, 1 simulation for each move, seed 4.
    Type a move, its number, or `help`.

      (control white)
      (num 5)
      1: (take 1)  2: (take 2)
    > 7
    `7` is not a legal move; `moves` lists them, `help` the other words.
    > help
    A move is made by its number or its text; the outer parentheses can be left out. Other words:
      moves     lists the moves again
      state     shows the state again
      hint      suggests a move: the strongest player thinks in your place
      thoughts  shows what your opponents thought about their last moves
      undo      takes back your last move
      quit      leaves the game
    > take 1
    white: (take 1)
    black: noop

      (control black)
      (num 4)
    white: noop
    black: (take 1)

      (control white)
      (num 3)
      1: (take 1)  2: (take 2)
    > undo

      (control white)
      (num 5)
      1: (take 1)  2: (take 2)
    > (take 2)
    white: (take 2)
    black: noop

      (control black)
      (num 3)
    white: noop
    black: (take 1)

      (control white)
      (num 2)
      1: (take 1)  2: (take 2)
    > 2
    white: (take 2)
    black: noop

      (control black)
      (num 0)
    The game is over after 3 moves: white 100, black 0. You win.
    ");
}

#[test]
fn the_strongest_player_suggests_moves_and_tells_its_thoughts() {
    let arguments = ["tic-tac-toe", "--simulations", "2000", "--seed", "1"];
    let output = play(&arguments, "thoughts\nhint\nmark 1 1\nthoughts\nhint\nundo\nundo\nquit\n");
    assert!(
        output.starts_with("You play xplayer (roles: xplayer, oplayer) against agon, "),
        "{output}"
    );
    assert!(output.contains("No opponent has thought about a move yet."), "{output}");
    assert_eq!(output.matches("\nagon suggests (mark ").count(), 2, "{output}");
    let thoughts = output.split("agon (oplayer), before its last move\n").nth(1).expect("thoughts");
    assert!(
        thoughts.contains(" simulations in ") && thoughts.contains("visits  value\n"),
        "{thoughts}"
    );
    // The answer to a corner that does not lose.
    assert!(thoughts.contains("\n  (mark 2 2)"), "{thoughts}");
    assert!(output.contains("There is nothing to take back."), "{output}");
}

#[test]
fn the_same_seed_and_simulations_give_the_same_game() {
    let arguments = ["connect-four", "--simulations", "200", "--seed", "1"];
    let played = || {
        let output = play(&arguments, "4\nthoughts\nhint\n");
        let timeless = output.lines().filter(|line| !line.contains(" simulations in "));
        timeless.collect::<Vec<_>>().join("\n")
    };
    let first = played();
    assert!(first.contains("agon suggests"), "{first}");
    (0..3).for_each(|_| assert_eq!(played(), first));
}

#[test]
fn any_role_can_be_played_against_any_players() {
    let arguments =
        ["tic-tac-toe", "--role", "OPLAYER", "--against", "legal", "--simulations", "1"];
    let output = play(&arguments, "");
    assert!(output.starts_with("You play oplayer "), "{output}");
    assert!(output.contains("xplayer: (mark 1 1)"), "{output}");
    assert!(
        output.ends_with("> \nThe game is aborted.\n"),
        "the end of the input ends the game: {output}"
    );
    let three = library::games().find(|game| game.about().roles.len() == 3).expect("a game");
    let game = three.name();
    let quit = |more: &[&str]| agon_with_input(&[&["play", game], more].concat(), "quit\n").code;
    assert_eq!(quit(&["--against", "random"]), 0);
    assert_eq!(quit(&["--against", "random", "--against", "legal"]), 0);
    assert_eq!(quit(&["--against", "random", "--against", "legal", "--against", "mc"]), 2);
    let puzzle = play(&["hanoi"], "quit\n");
    assert!(puzzle.starts_with("You play "), "{puzzle}");
}

#[test]
fn wrong_command_lines_are_refused() {
    assert_eq!(agon(&["play", "nim", "--role", "red"]).code, 2);
    assert_eq!(agon(&["play", "nim", "--against", "nobody"]).code, 2);
    assert_eq!(agon(&["play", "nim", "--play-clock", "0"]).code, 2);
    assert_eq!(agon(&["play", "nim", "--play-clock", "1", "--simulations", "5"]).code, 2);
    assert_eq!(agon(&["play", "nim", "--machine", "lanes"]).code, 2);
}
