//! Pages, games, players, reports, and the description of the API.

use crate::open::Open;
use serde_json::{Value, json};

#[test]
fn pages_are_complete_and_load_nothing_from_other_sites() {
    let arena = Open::new();
    let mut paths = navigation(&arena);
    assert!(paths.len() >= 6, "{paths:?}");
    paths.extend(["/games/tic-tac-toe", "/lab/tiny-small"].map(str::to_owned));
    for path in &paths {
        let page = arena.get(path).expect(200);
        assert!(page.head.contains("text/html"), "{path}");
        assert!(page.head.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(page.body.ends_with("</html>"), "{path}");
        let addresses = page.body.match_indices("src=\"").chain(page.body.match_indices("href=\""));
        for (place, word) in addresses {
            let address = &page.body[place + word.len()..];
            assert!(
                address.starts_with('/') || address.starts_with('#'),
                "{path}: {}",
                &address[..40]
            );
        }
    }
    for path in ["/assets/arena.js", "/assets/arena.css", "/assets/icon.svg"] {
        assert!(arena.get(path).expect(200).body.len() > 100, "{path}");
    }
    let absent = arena.get("/nowhere").expect(404);
    assert!(absent.body.contains("no such page"), "{}", absent.body);
}

/// Returns the addresses of the navigation, which every page has.
fn navigation(arena: &Open) -> Vec<String> {
    let page = arena.get("/matches").expect(200).body;
    let (_, rest) = page.split_once("<nav").unwrap();
    let (entries, _) = rest.split_once("</nav>").unwrap();
    let addresses = entries.split("href=\"").skip(1);
    addresses.map(|entry| entry.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn the_api_page_shows_the_address_of_this_arena() {
    let arena = Open::new();
    let page = arena.get("/programs").expect(200).body;
    let address = arena.address;
    assert!(page.contains(&format!("curl -s {address}/api/games")), "{page}");
    assert!(!page.contains("8080") || address.port() == 8080, "{page}");
    let named = format!(
        "GET /programs HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
        address.port()
    );
    let page = arena.raw(named.as_bytes()).expect(200).body;
    assert!(page.contains(&format!("curl -s localhost:{}/api/games", address.port())), "{page}");
}

#[test]
fn pages_use_the_standard_terms() {
    let arena = Open::new();
    let script = arena.get("/assets/arena.js").expect(200).body;
    for term in ["\"Visits\"", "\"Value\"", "\"Principal line: \"", "Active features"] {
        assert!(script.contains(term), "{term}");
    }
    let mut pages: Vec<String> =
        navigation(&arena).iter().map(|path| arena.get(path).expect(200).body).collect();
    pages.extend([arena.get("/games/nim").expect(200).body, script]);
    for page in pages {
        for word in ["Tried", "Worth", "Expects", "feature holds", "thought", "came by"] {
            assert!(!page.contains(word), "`{word}` in {page}");
        }
    }
}

#[test]
fn all_bundled_games_are_listed() {
    let arena = Open::new();
    let games = arena.get("/api/games").expect(200).json();
    assert_eq!(games.as_array().unwrap().len(), library::games().count());
    let gallery = arena.get("/").expect(200).body;
    for game in library::games() {
        assert!(gallery.contains(&format!("href=\"/games/{}\"", game.name())), "{}", game.name());
    }
    let page = arena.get("/games/nim").expect(200).body;
    let strongest = format!("{} (strongest)", search::players::STRONGEST);
    assert_eq!(page.matches(&strongest).count(), 2, "once for each role");
    assert!(page.contains("<code>cadia-2009</code>") && !page.contains('`'), "{page}");
    let game = arena.get("/api/games/nim").expect(200).json();
    assert_eq!(game["roles"], serde_json::json!(["white", "black"]));
    assert!(game["rules"].as_str().unwrap().contains("(role white)"));
    let picture = arena.get("/api/games/connect-four/picture.svg").expect(200);
    assert!(picture.head.contains("image/svg+xml") && picture.body.starts_with("<svg"));
    let analysis = arena.get("/api/games/tic-tac-toe/analysis").expect(200).json();
    assert!(analysis["text"].as_str().unwrap().contains("board of 3 x 3 cells"));
    assert_eq!(
        arena.get("/api/games/nothing").expect(404).json()["error"],
        "there is no game of this name"
    );
    let players = arena.get("/api/players").expect(200).json();
    assert_eq!(players.as_array().unwrap().len(), search::players::all().count());
    let flux = players.as_array().unwrap().iter().find(|it| it["name"] == "flux").unwrap();
    assert_eq!(flux["requires"], serde_json::json!(["rules that can be compiled"]));
    assert_eq!(flux["strongest"], false);
}

#[test]
fn reports_can_be_read() {
    let arena = Open::new();
    assert_eq!(arena.get("/api/reports").expect(200).json(), serde_json::json!(["tiny-small"]));
    let report = arena.get("/api/reports/tiny-small").expect(200).json();
    assert!(report["markdown"].as_str().unwrap().starts_with("# Tiny"));
    let page = arena.get("/lab/tiny-small").expect(200).body;
    assert!(page.contains("<h1>Tiny</h1>") && page.contains("&lt;script&gt;1"), "{page}");
    assert_eq!(arena.get("/lab/tiny-small/figure.svg").expect(200).body, "<svg/>");
    let list = arena.get("/lab").expect(200).body;
    assert!(list.contains("/lab/tiny-small") && !list.contains('`'), "{list}");
    for path in [
        "/lab/other",
        "/lab/..%2Fsecret",
        "/lab/%2e%2e",
        "/api/reports/a%2Fb",
        "/lab/a.b/figure.svg",
    ] {
        arena.get(path).expect(404);
    }
}

#[test]
fn tournaments_can_be_read_and_their_matches_stepped_through() {
    let arena = Open::new();
    let names = arena.get("/api/tournaments").expect(200).json();
    assert_eq!(names, json!(["broken", "cup"]));
    let cup = arena.get("/api/tournaments/cup").expect(200).json();
    assert!(cup["markdown"].as_str().unwrap().starts_with("# Tournament"), "{cup}");
    assert_eq!(cup["matches"][0]["players"], json!(["random", "legal"]));
    let opened = arena.post("/api/tournaments/cup/matches/0", &Value::Null).expect(201).json();
    let id = opened["id"].as_str().unwrap();
    let position = arena.get(&format!("/api/matches/{id}")).expect(200).json();
    assert_eq!((&position["length"], &position["status"]), (&json!(1), &json!("aborted")));
    assert_eq!(position["roles"][1]["who"], "legal");
    for (path, status) in [
        ("cup/matches/1", 422),
        ("cup/matches/2", 404),
        ("cup/matches/3", 404),
        ("broken/matches/0", 422),
        ("..%2Fcup/matches/0", 404),
    ] {
        arena.post(&format!("/api/tournaments/{path}"), &Value::Null).expect(status);
    }
    let page = arena.get("/tournaments/cup").expect(200).body;
    assert!(page.contains("<h1>Tournament</h1>"), "{page}");
    assert_eq!(page.matches("Step through").count(), 2, "of games that are there");
    assert_eq!(page.matches("/picture.svg").count(), 1, "and so are their pictures");
    arena.get("/tournaments/broken").expect(422);
    arena.get("/tournaments/none").expect(404);
    assert!(arena.get("/lab").expect(200).body.contains("href=\"/tournaments/cup\""));
}

#[test]
fn every_request_of_the_description_is_answered() {
    let arena = Open::new();
    let description = arena.get("/api/openapi.json").expect(200).json();
    let unknown = arena.get("/api/nowhere").expect(404).json();
    assert_schemas(&description);
    let mut count = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = path.replace("{game}", "nim").replace("{ply}", "0");
        let path = format!("/api{}", path.replace(['{', '}'], "x"));
        for method in methods.as_object().unwrap().keys() {
            let answer = match method.as_str() {
                "get" => arena.get(&path),
                _ => arena.post(&path, &Value::Null),
            };
            let is_unknown = answer.status == 404 && answer.json() == unknown;
            assert!(!is_unknown && answer.status != 405, "{method} {path}: {}", answer.body);
            count += 1;
        }
    }
    assert_eq!(count, 23);
}

/// Asserts that every entry called `schema` is an object.
fn assert_schemas(description: &Value) {
    let mut open = vec![description];
    while let Some(part) = open.pop() {
        for (name, inner) in part.as_object().into_iter().flatten() {
            assert!(name != "schema" || inner.is_object(), "{part}");
            open.push(inner);
        }
        open.extend(part.as_array().into_iter().flatten());
    }
}
