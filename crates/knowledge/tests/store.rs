//! Files of knowledge: games are found again, also in other words, and foreign or damaged files are left as they are.

use agon_knowledge::{ImportOutcome, Item, Knowledge, KnowledgeError, KnowledgeKind};
use analyze::{Portrait, Sampling, Sentences};
use gdl::Scrambler;
use oracle::sheet;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("games.knowledge")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

/// Returns the analysis of rules, as an item, and their canonical form.
fn examined(rules: &str) -> (Item, Portrait) {
    let rules = oracle::rules_of(rules);
    let mut machine = oracle::machine_of(&rules);
    let analysis = analyze::analyze(&rules, &mut machine, &Sampling::states(1000, 1)).unwrap();
    let value = serde_json::to_value(&analysis).expect("it can be written");
    let item = Item { kind: KnowledgeKind::Analysis, role: None, name: String::new(), value };
    (item, Portrait::new(Sentences::of(&rules), &analysis))
}

fn add(knowledge: &mut Knowledge, name: &str) {
    let (analysis, _) = examined(sheet(name));
    knowledge.add(name, sheet(name), &[analysis]).expect("it is stored");
}

fn item(role: &str, value: u32) -> Item {
    let role = Some(role.to_owned());
    Item { kind: KnowledgeKind::Heuristic, role, name: "best".to_owned(), value: value.into() }
}

#[test]
fn stored_games_are_there_when_the_file_is_opened_again() {
    let folder = folder();
    let mut knowledge = Knowledge::open(&file(&folder)).unwrap();
    add(&mut knowledge, "nim");
    let nim = knowledge.game("nim").unwrap();
    knowledge.set_item(nim.id, &item("white", 1)).unwrap();
    knowledge.set_item(nim.id, &item("black", 2)).unwrap();
    knowledge.set_item(nim.id, &item("white", 3)).unwrap();
    drop(knowledge);
    let mut knowledge = Knowledge::open(&file(&folder)).unwrap();
    assert_eq!(knowledge.games().unwrap(), std::slice::from_ref(&nim));
    let items = knowledge.items(nim.id).unwrap();
    assert_eq!(items[1..], [item("black", 2), item("white", 3)]);
    assert!(knowledge.check().unwrap().is_empty());
    let error = knowledge.add("nim", sheet("nim"), &items).unwrap_err();
    assert!(matches!(error, KnowledgeError::NameTaken(_)), "{error}");
    knowledge.remove("nim").unwrap();
    assert!(knowledge.items(nim.id).unwrap().is_empty());
    assert!(matches!(knowledge.remove("nim"), Err(KnowledgeError::Unknown(_))));
}

#[test]
fn games_and_variants_are_found_in_other_words() {
    let folder = folder();
    let mut knowledge = Knowledge::open(&file(&folder)).unwrap();
    for name in ["nim", "minichess", "othello-6x6", "tic-tac-toe", "breakthrough-6x6", "hex"] {
        add(&mut knowledge, name);
    }
    let found = |name: &str| -> Vec<(String, usize)> {
        let text = sheet(name);
        let (_, portrait) = examined(&Scrambler::new(text, 5).scramble(text));
        let found = knowledge.find(&portrait).unwrap();
        found.into_iter().map(|it| (it.game.name, it.likeness.differences.len())).collect()
    };
    assert_eq!(found("nim"), [("nim".to_owned(), 0)]);
    assert_eq!(found("minichess"), [("minichess".to_owned(), 0)]);
    assert_eq!(found("minichess-5x5"), [("minichess".to_owned(), 1)]);
    assert_eq!(found("nothello"), [("othello-6x6".to_owned(), 2)]);
    assert_eq!(found("tic-tac-toe-inverted"), [("tic-tac-toe".to_owned(), 1)]);
    assert_eq!(found("breakthrough"), [("breakthrough-6x6".to_owned(), 1)]);
    assert!(found("quarto").is_empty());
}

#[test]
fn names_of_the_wanted_game_are_translated() {
    let folder = folder();
    let mut knowledge = Knowledge::open(&file(&folder)).unwrap();
    add(&mut knowledge, "nim");
    let scrambler = Scrambler::new(sheet("nim"), 9);
    let (_, portrait) = examined(&scrambler.scramble(sheet("nim")));
    let found = knowledge.find(&portrait).unwrap().remove(0);
    let back = |name: &str| scrambler.unscramble(&found.likeness.names[name]);
    assert_eq!(["take", "control", "num"].map(back), ["take", "control", "num"]);
}

#[test]
fn exported_games_can_be_imported() {
    let folder = folder();
    let mut knowledge = Knowledge::open(&file(&folder)).unwrap();
    ["nim", "hex"].iter().for_each(|name| add(&mut knowledge, name));
    let mut text = Vec::new();
    assert_eq!(knowledge.export(&mut text).unwrap(), 2);
    let mut other = Knowledge::open(&folder.path().join("other")).unwrap();
    add(&mut other, "hex");
    let mut told = Vec::new();
    let mut tell = |name: &str, what: ImportOutcome| told.push((name.to_owned(), what));
    other.import(&mut &text[..], &mut tell).unwrap();
    let expected =
        [("hex".to_owned(), ImportOutcome::NameTaken), ("nim".to_owned(), ImportOutcome::Added)];
    assert_eq!(told, expected);
    assert_eq!(other.games().unwrap().len(), 2);
    assert!(other.check().unwrap().is_empty());
    for wrong in ["nonsense", "{}", r#"{"name":"a","rules":"(role","items":[]}"#] {
        let error = other.import(&mut wrong.as_bytes(), &mut |_, _| ()).unwrap_err();
        assert!(error.to_string().starts_with("line 1: "), "{error}");
    }
}

#[test]
fn exports_of_earlier_versions_can_be_imported() {
    let folder = folder();
    let mut knowledge = Knowledge::open(&file(&folder)).unwrap();
    let (analysis, _) = examined(sheet("nim"));
    let line = serde_json::json!({
        "name": "nim",
        "rules": sheet("nim"),
        "items": [
            {"kind": "analysis", "role": null, "name": "", "value": analysis.value},
            {"kind": "heuristic", "role": "white", "name": "best", "value": 5},
        ],
    });
    knowledge.import(&mut line.to_string().as_bytes(), &mut |_, _| ()).unwrap();
    let nim = knowledge.game("nim").unwrap();
    assert_eq!(knowledge.items(nim.id).unwrap(), [analysis, item("white", 5)]);
}

/// Checks that opening the file fails and leaves it as it is. Returns the message.
fn refused(path: &Path) -> String {
    let before = std::fs::read(path).unwrap();
    let error = Knowledge::open(path).err().expect("it is refused").to_string();
    assert!(std::fs::read(path).unwrap() == before, "{error}");
    error
}

#[test]
fn other_files_are_refused_and_left_as_they_are() {
    let folder = folder();
    let path = folder.path().join("other");
    for (bytes, expected) in [
        (&b""[..], "it is empty"),
        (b"(role white)", "it is not an SQLite database"),
        (&[7; 5000], "it is not an SQLite database"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let error = refused(&path);
        assert!(error.contains(expected), "{error}");
    }
    std::fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE accounts (name TEXT)").unwrap();
    drop(other);
    assert!(refused(&path).contains("another program"));
    // A file of a later version is refused, too.
    let path = file(&folder);
    drop(Knowledge::open(&path).unwrap());
    let later = rusqlite::Connection::open(&path).unwrap();
    later.pragma_update(None, "user_version", 99).unwrap();
    drop(later);
    assert!(refused(&path).contains("a later version"));
}

#[test]
fn damaged_files_are_refused_and_left_as_they_are() {
    let folder = folder();
    let path = file(&folder);
    let mut knowledge = Knowledge::open(&path).unwrap();
    ["nim", "hex", "breakthrough"].iter().for_each(|name| add(&mut knowledge, name));
    drop(knowledge);
    let whole = std::fs::read(&path).unwrap();
    assert!(whole.len() > 20_000);
    // Half a file, and files with nonsense in one of their pages.
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(refused(&path).contains("damaged"));
    let mut refusals = 0;
    for page in whole.chunks(4096).enumerate().skip(1).map(|(number, _)| number * 4096) {
        let mut bytes = whole.clone();
        bytes[page..page + 400].fill(0xa5);
        std::fs::write(&path, &bytes).unwrap();
        match Knowledge::open(&path) {
            Err(_) => refusals += usize::from(refused(&path).contains("damaged")),
            // The page may be valid though its text is nonsense; a full check finds that.
            Ok(knowledge) => assert!(!knowledge.check().is_ok_and(|faults| faults.is_empty())),
        }
    }
    assert!(refusals > 3, "{refusals}");
}
