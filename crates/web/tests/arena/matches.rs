//! Matches between people and players.

use crate::open::Open;
use engine::{GameOpener, Playable, Unplayable};
use serde_json::{Value, json};
use std::sync::Arc;

fn play(arena: &Open, id: &str, key: &Value, action: &str, ply: usize) -> u16 {
    let wish = json!({ "key": key, "action": action, "ply": ply });
    arena.post(&format!("/api/matches/{id}/moves"), &wish).status
}

#[test]
fn two_people_play_to_the_end_and_the_record_is_opened_again() {
    let arena = Open::new();
    let begun = arena.begin("tic-tac-toe", &["person", "person"], 0.1);
    let id = begun["id"].as_str().unwrap();
    let keys = [&begun["keys"]["xplayer"], &begun["keys"]["oplayer"]];
    let moves = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"];
    for (ply, action) in moves.iter().enumerate() {
        let position = arena.when(id, |it| it["ply"] == ply && it["status"] == "running");
        assert_eq!(position["choices"][0]["role"], ply % 2);
        assert_eq!(position["choices"][0]["moves"].as_array().unwrap().len(), 9 - ply);
        assert_eq!(play(&arena, id, keys[ply % 2], action, ply), 204);
    }
    let position = arena.when(id, |it| it["status"] == "over");
    assert_eq!((&position["goals"], &position["ply"]), (&json!([100, 0]), &json!(5)));
    let early = arena.get(&format!("/api/matches/{id}/positions/2")).expect(200).json();
    assert_eq!(early["moves"], json!(["noop", "(mark 2 1)"]));
    arena.get(&format!("/api/matches/{id}/positions/6")).expect(404);
    let record = arena.get(&format!("/api/matches/{id}/record")).expect(200).json();
    assert_eq!(record["goalValues"], json!([100, 0]));
    let opened = arena.post("/api/records", &json!({ "record": record })).expect(201).json();
    let again = arena.get(&format!("/api/matches/{}", opened["id"].as_str().unwrap()));
    let again = again.expect(200).json();
    assert_eq!((&again["goals"], &again["length"]), (&json!([100, 0]), &json!(5)));
    assert_eq!(again["svg"], position["svg"]);
    let mut wrong = record;
    wrong["moves"][4] = json!(["(mark 2 2)", "noop"]);
    let refused = arena.post("/api/records", &json!({ "record": wrong })).expect(422).json();
    assert_eq!(refused["error"], "move 5 is not legal in this game");
}

#[test]
fn only_the_person_with_the_key_can_move_and_only_in_turn() {
    let arena = Open::new();
    let begun = arena.begin("tic-tac-toe", &["person", "person"], 0.1);
    let other = arena.begin("tic-tac-toe", &["person", "person"], 0.1);
    let id = begun["id"].as_str().unwrap();
    arena.when(id, |it| it["status"] == "running");
    let (x, o) = (&begun["keys"]["xplayer"], &begun["keys"]["oplayer"]);
    for (key, action, ply, status) in [
        (o, "(mark 1 1)", 0, 409),
        (x, "(mark 1 1)", 1, 409),
        (x, "(mark 4 4)", 0, 422),
        (x, "noop", 0, 422),
        (x, "((((", 0, 422),
        (&other["keys"]["xplayer"], "(mark 1 1)", 0, 403),
        (&other["id"], "(mark 1 1)", 0, 403),
        (&json!(""), "(mark 1 1)", 0, 403),
        (x, "(mark 1 1)", 0, 204),
        (x, "(mark 1 2)", 0, 409),
    ] {
        assert_eq!(play(&arena, id, key, action, ply), status, "{action} {ply}");
    }
    let untouched = arena.get(&format!("/api/matches/{}", other["id"].as_str().unwrap()));
    assert_eq!(untouched.expect(200).json()["ply"], 0);
    let stop = format!("/api/matches/{id}/stop");
    arena.post(&stop, &json!({ "key": other["organiser"] })).expect(403);
    arena.post(&stop, &json!({ "key": begun["organiser"] })).expect(204);
    arena.when(id, |it| it["status"] == "aborted");
    assert_eq!(play(&arena, id, o, "(mark 2 2)", 1), 409);
}

#[test]
fn a_simultaneous_move_is_secret_until_all_have_chosen() {
    let arena = Open::new();
    let begun = arena.begin("roshambo", &["person", "person"], 0.1);
    let id = begun["id"].as_str().unwrap();
    let position = arena.when(id, |it| it["status"] == "running");
    let choices = position["choices"].as_array().unwrap();
    assert_eq!(choices.len(), 2);
    let roles: Vec<&str> = position["roles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    let action =
        |role: usize, number: usize| choices[role]["moves"][number]["text"].as_str().unwrap();
    assert_eq!(play(&arena, id, &begun["keys"][roles[0]], action(0, 0), 0), 204);
    let position = arena.when(id, |it| it["choices"][0]["made"] == true);
    assert_eq!((&position["ply"], &position["moves"]), (&json!(0), &json!([])));
    assert_eq!(position["choices"][1]["made"], false);
    assert_eq!(play(&arena, id, &begun["keys"][roles[1]], action(1, 1), 0), 204);
    let position = arena.when(id, |it| it["ply"] == 1);
    assert_eq!(position["moves"], json!([action(0, 0), action(1, 1)]));
}

#[test]
fn spectators_receive_positions_and_search_reports() {
    let arena = Open::new();
    let begun = arena.begin("connect-four", &["cadia-2007", "cadia-2007"], 0.3);
    let id = begun["id"].as_str().unwrap();
    let (mut plies, mut simulations) = (Vec::new(), 0);
    for (name, data) in arena.watch(id) {
        match name.as_str() {
            "position" => plies.push(data["ply"].as_u64().unwrap()),
            "thinking" => {
                if let Some(report) = data.get(0) {
                    simulations = simulations.max(report["simulations"].as_u64().unwrap());
                    assert!(report["moves"][0]["visits"].as_u64().unwrap() > 0, "{report}");
                }
            }
            other => panic!("{other}"),
        }
        if plies.last() >= Some(&3) && simulations > 0 {
            break;
        }
    }
    assert!(plies.is_sorted(), "{plies:?}");
    let tree = json!({ "role": "white", "line": [] });
    let outlook = arena.post(&format!("/api/matches/{id}/tree"), &tree).expect(200).json();
    assert!(outlook["visits"].as_u64().unwrap() > 0, "{outlook}");
    let nowhere = json!({ "role": "white", "line": [["(drop 99)", "noop"]] });
    arena.post(&format!("/api/matches/{id}/tree"), &nowhere).expect(404);
    arena
        .post(&format!("/api/matches/{id}/stop"), &json!({ "key": begun["organiser"] }))
        .expect(204);
    let thought = arena.get(&format!("/api/matches/{id}/thinking/1")).expect(200).json();
    assert_eq!((&thought[0]["ply"], &thought[0]["role"]), (&json!(1), &json!("red")));
    assert!(thought[0]["moves"][0]["visits"].as_u64().unwrap() > 0, "{thought}");
    assert_eq!(thought[1], Value::Null, "only one of them moved");
    for never in ["1000", "18446744073709551615", "x"] {
        arena.get(&format!("/api/matches/{id}/thinking/{never}")).expect(404);
    }
}

#[test]
fn search_reports_are_secret_while_a_person_chooses_at_the_same_time() {
    let arena = Open::new();
    let begun = arena.begin("roshambo", &["person", "cadia-2007"], 0.05);
    let id = begun["id"].as_str().unwrap();
    let position = arena.when(id, |it| it["status"] == "running");
    let role = |number: usize| position["roles"][number]["name"].as_str().unwrap();
    // Give the player time to think.
    std::thread::sleep(std::time::Duration::from_millis(500));
    for (name, data) in arena.watch(id).take(2) {
        assert!(name == "position" || data == json!({}), "{data}");
    }
    let tree = json!({ "role": role(1), "line": [] });
    arena.post(&format!("/api/matches/{id}/tree"), &tree).expect(409);
    arena.get(&format!("/api/matches/{id}/thinking/0")).expect(404);
    let action = position["choices"][0]["moves"][0]["text"].as_str().unwrap();
    assert_eq!(play(&arena, id, &begun["keys"][role(0)], action, 0), 204);
    arena.when(id, |it| it["ply"] == 1);
    let thought = arena.get(&format!("/api/matches/{id}/thinking/0")).expect(200).json();
    assert_eq!(thought[0]["role"], role(1), "{thought}");
    let (_, told) = arena.watch(id).find(|(name, _)| name == "thinking").unwrap();
    assert_eq!(told[0]["ply"], 0, "{told}");
}

#[test]
fn matches_beyond_the_limit_are_refused() {
    let limits = agon_web::ArenaLimits {
        running_matches: 2,
        kept_matches: 3,
        ..agon_web::ArenaLimits::default()
    };
    let arena = Open::with(Arc::new(crate::open::Opener), limits);
    let first = arena.begin("nim", &["person", "person"], 0.1);
    arena.begin("nim", &["person", "person"], 0.1);
    let wish = json!({ "game": "nim", "players": ["person", "person"] });
    arena.post("/api/matches", &wish).expect(503);
    let id = first["id"].as_str().unwrap();
    arena
        .post(&format!("/api/matches/{id}/stop"), &json!({ "key": first["organiser"] }))
        .expect(204);
    arena.when(id, |it| it["status"] == "aborted");
    let room = (0..100).find(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        arena.post("/api/matches", &wish).status == 201
    });
    assert!(room.is_some(), "there is room when a match is over");
    for players in
        [json!([]), json!(["person"]), json!(["person", "nobody"]), json!(["person", "person:x=1"])]
    {
        let wish = json!({ "game": "nim", "players": players });
        assert_eq!(arena.post("/api/matches", &wish).status, 422, "{players}");
    }
}

/// A machine that calls a function before it computes the next state.
mod fragile {
    use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason, Vocabulary};

    pub struct Fragile(pub Box<dyn Machine>, pub fn());

    impl Machine for Fragile {
        fn roles(&self) -> &[String] {
            self.0.roles()
        }
        fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
            self.0.initial(out)
        }
        fn legal(
            &mut self,
            state: &State,
            role: Role,
            out: &mut Vec<Move>,
        ) -> Result<(), StopReason> {
            self.0.legal(state, role, out)
        }
        fn next(
            &mut self,
            state: &State,
            joint: &[Move],
            out: &mut State,
        ) -> Result<(), StopReason> {
            self.1();
            self.0.next(state, joint, out)
        }
        fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
            self.0.terminal(state)
        }
        fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
            self.0.goal(state, role)
        }
        fn facts(&self, state: &State) -> Vec<Fact> {
            self.0.facts(state)
        }
        fn state(&self, facts: &[Fact]) -> State {
            self.0.state(facts)
        }
        fn vocabulary(&self) -> &dyn Vocabulary {
            self.0.vocabulary()
        }
        fn fork(&self) -> Box<dyn Machine> {
            Box::new(Fragile(self.0.fork(), self.1))
        }
    }
}

struct FragileSeats(Arc<dyn Playable>, fn());

impl Playable for FragileSeats {
    fn seat(&self, role: game::Role, seed: u64) -> Result<search::Seat, Unplayable> {
        let seat = self.0.seat(role, seed)?;
        let machine = Box::new(fragile::Fragile(seat.machine, self.1));
        Ok(search::Seat { machine, playouts: None, ..seat })
    }

    fn machine(&self) -> Result<Box<dyn game::Machine>, Unplayable> {
        self.0.machine()
    }

    fn analyst(&self) -> &Arc<analyze::Analyst> {
        self.0.analyst()
    }
}

/// Opens games whose players have fragile machines.
struct FragileOpener(fn());

impl GameOpener for FragileOpener {
    fn open(&self, rules: gdl::Rules) -> Result<Arc<dyn Playable>, Unplayable> {
        Ok(Arc::new(FragileSeats(crate::open::Opener.open(rules)?, self.0)))
    }
}

#[test]
fn a_player_that_crashes_loses_its_match_and_nothing_else() {
    let breaks = || panic!("a player's machine breaks");
    let arena = Open::with(Arc::new(FragileOpener(breaks)), agon_web::ArenaLimits::default());
    let sound = arena.begin("nim", &["person", "person"], 0.05);
    let begun = arena.begin("tic-tac-toe", &["person", "cadia-2007"], 0.05);
    let id = begun["id"].as_str().unwrap();
    let position = arena.when(id, |it| it["status"] == "forfeited");
    let message = position["message"].as_str().unwrap();
    assert!(
        message.contains("oplayer") && message.contains("a player's machine breaks"),
        "{message}"
    );
    let position = arena.when(sound["id"].as_str().unwrap(), |it| it["status"] == "running");
    assert_eq!(position["ply"], 0);
}

#[test]
fn a_player_with_slow_rules_loses_before_its_simulation_ends() {
    let dawdles = || std::thread::sleep(std::time::Duration::from_millis(100));
    let limits =
        agon_web::ArenaLimits { grace: std::time::Duration::from_millis(50), ..Default::default() };
    let arena = Open::with(Arc::new(FragileOpener(dawdles)), limits);
    for player in ["cadia-2007", "mc", "agon"] {
        let begun = arena.begin("tic-tac-toe", &[player, "person"], 0.05);
        let position = arena.when(begun["id"].as_str().unwrap(), |it| it["status"] == "forfeited");
        let message = position["message"].as_str().unwrap();
        assert!(message.contains("it took too long"), "{player}: {message}");
    }
}
