//! Hostile and malformed requests.

use crate::open::Open;
use crate::rules::TINY;
use serde_json::json;

/// Asserts that the arena still answers.
#[track_caller]
fn assert_alive(arena: &Open) {
    assert_eq!(arena.get("/api/players").expect(200).json()[0]["name"], "random");
}

#[test]
fn requests_that_are_not_meant_for_the_arena_are_refused() {
    let arena = Open::new();
    let host = arena.address;
    let get = |host: &str| {
        arena.raw(
            format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
    };
    get("evil.example").expect(403);
    get(&format!("localhost:{}", host.port())).expect(200);
    let post = |origin: &str, kind: &str| {
        let body = json!({ "rules": TINY }).to_string();
        let length = body.len();
        let request = format!(
            "POST /api/rules HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{origin}Content-Type: {kind}\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        arena.raw(request.as_bytes()).status
    };
    assert_eq!(post("", "application/json"), 200);
    assert_eq!(post(&format!("Origin: http://{host}\r\n"), "application/json"), 200);
    assert_eq!(post("Origin: http://evil.example\r\n", "application/json"), 403);
    assert_eq!(post("Origin: null\r\n", "application/json"), 403);
    // A form of another site can send only such a type.
    assert_eq!(post("", "text/plain"), 422);
}

#[test]
fn malformed_requests_are_answered_with_an_error_message() {
    let arena = Open::new();
    let deep = format!("{{\"rules\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let long = json!({ "rules": "x".repeat(3 << 20) }).to_string();
    for body in [
        "",
        "{",
        "null",
        "[]",
        "{\"rules\": 1}",
        "{\"rules\": \"\", \"x\": 1}",
        &deep,
        &long,
        "{\"rules\": \"\\ud800\"}",
    ] {
        let answer = arena.post_text("/api/rules", body);
        assert_eq!(answer.status, 422, "{} {}", &body[..body.len().min(40)], answer.body);
        assert!(answer.json()["error"].is_string());
    }
    let wish = |seconds: &str| {
        format!(
            "{{\"game\": \"nim\", \"players\": [\"person\", \"legal\"], \"seconds\": {seconds}}}"
        )
    };
    for seconds in ["-1", "1e300", "61", "\"x\"", "NaN"] {
        arena.post_text("/api/matches", &wish(seconds)).expect(422);
    }
    for path in [
        "/api/matches/x",
        "/api/matches/%00",
        "/api/matches/../games",
        "/api/matches/00000000000000000000000000000000",
        "/matches/<script>",
        "/games/%3Cscript%3E",
        "/api/games/..%2F..%2Fetc%2Fpasswd",
        "/assets/../arena.js",
    ] {
        let answer = arena.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("<script>"), "{path}: {}", answer.body);
    }
    let id = "0".repeat(32);
    for path in [
        format!("/api/matches/{id}/positions/null,null"),
        format!("/api/matches/{id}/positions/-1"),
        "/api/games/%ff".to_owned(),
    ] {
        assert!(arena.get(&path).expect(404).json()["error"].is_string(), "{path}");
    }
    for request in [
        &b"\0\0\0\0\r\n\r\n"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  HTTP/1.1\r\n\r\n",
        &[0xff; 1000],
    ] {
        let status = arena.raw(request).status;
        assert!(status == 0 || (400..500).contains(&status), "{status}");
    }
    assert_alive(&arena);
}

#[test]
fn words_of_rules_are_escaped() {
    let arena = Open::new();
    let rules = TINY
        .replace("chooser", "<script>alert</script>")
        .replace("left", "\"><img/src=x>")
        .replace("begun", "(cell'\"><b> 1 &amp)");
    let found = arena.post("/api/rules", &json!({ "rules": rules })).expect(200).json();
    let game = found["game"].as_str().unwrap_or_else(|| panic!("{found}"));
    let page = arena.get(&format!("/games/{game}")).expect(200).body;
    for harm in ["<script>alert", "<img/src", "'\"><b>"] {
        assert!(!page.contains(harm), "{harm} is in the page");
    }
    let begun = arena.begin(game, &["person"], 0.1);
    let id = begun["id"].as_str().unwrap();
    let position = arena.when(id, |it| it["status"] == "running");
    let svg = position["svg"].as_str().unwrap();
    assert!(!svg.contains("<script") && !svg.contains("<img") && !svg.contains("<b>"), "{svg}");
    let page = arena.get(&format!("/matches/{id}")).expect(200).body;
    assert!(!page.contains("<script>alert"), "{page}");
}

#[test]
fn huge_rules_do_not_block_other_requests() {
    let arena = Open::new();
    // A relation with more rows than fit in memory.
    let many = "(d 0)(d 1)(d 2)(d 3)(d 4)(d 5)(d 6)(d 7)(d 8)(d 9)";
    let huge = format!(
        "{TINY}{many}(<= (big ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i) (d ?j) (true begun))\
         (<= (next found) (big ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j) (distinct ?a ?j))"
    );
    let answer = arena.post("/api/rules", &json!({ "rules": huge }));
    assert!(matches!(answer.status, 200 | 422), "{}", answer.body);
    assert_alive(&arena);
}

#[test]
fn concurrent_requests_get_their_own_answers() {
    let arena = Open::new();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let arena = &arena;
            scope.spawn(move || {
                for round in 0..5 {
                    let rules = format!("{TINY}(extra thread{thread} round{round})");
                    let found =
                        arena.post("/api/rules", &json!({ "rules": rules })).expect(200).json();
                    let game = found["game"].as_str().unwrap();
                    let shown = arena.get(&format!("/api/games/{game}")).expect(200).json();
                    assert_eq!(shown["rules"], rules);
                }
            });
        }
    });
    assert_alive(&arena);
}
