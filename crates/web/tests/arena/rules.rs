//! Rules sent by users.

use crate::open::Open;
use serde_json::{Value, json};

/// A game in which one role chooses one of two ends.
pub const TINY: &str = "(role chooser)\n(init begun)\n(legal chooser left)\n(legal chooser right)\n\
    (<= (next (went ?way)) (does chooser ?way))\n(<= terminal (true (went ?way)))\n\
    (<= (goal chooser 100) (true (went right)))\n(<= (goal chooser 0) (not (true (went right))))\n";

fn bring(arena: &Open, rules: &str) -> Value {
    arena.post("/api/rules", &json!({ "rules": rules })).expect(200).json()
}

#[test]
fn faults_have_lines_and_corrected_rules_can_be_played() {
    let arena = Open::new();
    let faulty =
        TINY.replace("(legal chooser right)", "(<= (legal chooser ?way) (not (true (went ?way))))");
    let found = bring(&arena, &faulty);
    assert_eq!((&found["playable"], &found["game"]), (&json!(false), &Value::Null));
    let fault = &found["faults"][0];
    assert_eq!((&fault["name"], &fault["line"]), (&json!("unsafe-variable"), &json!(4)));
    let found = bring(&arena, TINY);
    assert_eq!((&found["playable"], &found["errors"]), (&json!(true), &json!(0)));
    let game = found["game"].as_str().unwrap();
    arena.get(&format!("/games/{game}")).expect(200);
    let begun = arena.begin(game, &["person"], 0.1);
    let (id, key) = (begun["id"].as_str().unwrap(), &begun["keys"]["chooser"]);
    let position = arena.when(id, |it| it["status"] == "running");
    assert_eq!(position["choices"][0]["moves"][1]["text"], "right");
    let path = format!("/api/matches/{id}/moves");
    arena.post(&path, &json!({ "key": key, "action": "right", "ply": 0 })).expect(204);
    let position = arena.when(id, |it| it["status"] == "over");
    assert_eq!(position["goals"], json!([100]));
}

#[test]
fn the_same_rules_are_one_game() {
    let arena = Open::new();
    assert_eq!(bring(&arena, TINY)["game"], bring(&arena, TINY)["game"]);
}

#[test]
fn the_oldest_games_of_users_are_forgotten() {
    let limits = agon_web::ArenaLimits { kept_games: 2, ..agon_web::ArenaLimits::default() };
    let arena = Open::with(std::sync::Arc::new(crate::open::Opener), limits);
    let game = |number: usize| {
        let found = bring(&arena, &format!("{TINY}(extra fact{number})"));
        format!("/api/games/{}", found["game"].as_str().unwrap())
    };
    let games: Vec<String> = (0..3).map(game).collect();
    arena.get(&games[0]).expect(404);
    arena.get(&games[1]).expect(200);
    arena.get(&games[2]).expect(200);
}
