//! Tests that the arena derives the static relations of a game once, for its pictures, its analysis and the players. This
//! file has a single test, because all threads of a process share the number of derivations.

#[allow(dead_code)]
#[path = "arena/open.rs"]
mod open;

use open::Open;

#[test]
fn the_arena_derives_the_static_relations_of_a_game_once() {
    let arena = Open::new();
    let rules = serde_json::json!({ "rules": oracle::bundled("tic-tac-toe").rules() });
    let checked = arena.post("/api/rules", &rules).expect(200).json();
    let game = checked["game"].as_str().expect("its id");
    // Relations of two arguments for the analysis, and wider ones for the pictures.
    assert_eq!(analyze::static_derivations(), 2);
    // A player that evaluates states by the goals analyses the game too.
    let begun = arena.begin(game, &["flux", "flux"], 0.05);
    arena.when(begun["id"].as_str().expect("its id"), |it| it["status"] == "over");
    assert_eq!(analyze::static_derivations(), 2);
}
