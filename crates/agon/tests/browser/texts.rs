//! Rules that are pasted, records that are opened, and the gallery.

use crate::browser::visit;
use fantoccini::Locator;

const WIDE: (u32, u32) = (1280, 1000);

#[test]
fn pasted_rules_are_corrected_and_played() {
    visit(WIDE, |arena| async move {
        arena.go("/rules").await;
        let rules = arena.find("#rules").await;
        let text = rules.prop("value").await.unwrap().unwrap();
        let line = 1 + text.lines().position(|line| line.contains("(take 1)) (true")).unwrap();
        let set = |text: &str| {
            let text = serde_json::to_string(text).unwrap();
            format!(
                "const area = document.querySelector('#rules'); area.value = {text}; area.dispatchEvent(new Event('input'))"
            )
        };
        arena.ask(&set(&text.replacen("(true (control ?role)) ", "", 1))).await;
        arena.click("#bring button[type=submit]").await;
        arena.until("#diagnosis h2", "1 error").await;
        arena.until("#diagnosis .faults", "unsafe-variable").await;
        assert_eq!(arena.text("#gutter span.error").await.trim(), line.to_string());
        assert_eq!(arena.count("#diagnosis a.button").await, 0);
        arena.click("#diagnosis .faults button").await;
        let selected = "const area = document.querySelector('#rules'); return area.value.slice(area.selectionStart, area.selectionEnd)";
        assert!(arena.ask(selected).await.as_str().unwrap().contains("(legal ?role (take 1))"));
        arena.ask(&set(&text)).await;
        arena.click("#bring button[type=submit]").await;
        arena.until("#diagnosis h2", "can be played").await;
        arena.click("#diagnosis a.button").await;
        arena.find("#begin").await;
        arena.ask("document.querySelectorAll('#begin select')[1].value = 'legal'; document.querySelector('#begin [name=start]').value = 0").await;
        arena.click("#begin button[type=submit]").await;
        // Each time one is taken; the last is taken without a choice.
        for ply in [0, 2, 4] {
            arena.until("#ply", &format!("{ply} / {ply}")).await;
            arena.click("#choices button").await;
        }
        arena.until("#status", "The match is over").await;
    });
}

#[test]
fn a_record_is_saved_and_opened() {
    visit(WIDE, |arena| async move {
        arena.begin("nim", &["legal", "legal"], "0.1").await;
        arena.until("#status", "The match is over").await;
        let length = arena.text("#ply").await;
        let save = "const link = document.querySelector('#links a[download]').href; const done = arguments[0]; \
                    fetch(link).then((it) => it.text()).then(done)";
        let record = arena.client.execute_async(save, Vec::new()).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.json");
        std::fs::write(&file, record.as_str().unwrap()).unwrap();
        arena.go("/records").await;
        arena.find("#file").await.send_keys(&file.display().to_string()).await.unwrap();
        arena.click("#open button[type=submit]").await;
        arena.find("#match").await;
        arena.until("#ply", &length).await;
        arena.until("#status", "The match is over").await;
    });
}

#[test]
fn games_are_found_by_words() {
    visit(WIDE, |arena| async move {
        arena.go("/").await;
        arena.find("#find").await.send_keys("breakthrough").await.unwrap();
        let shown = "return [...document.querySelectorAll('#games > li')].filter((it) => !it.hidden).length";
        let count = arena.ask(shown).await.as_u64().unwrap();
        assert!((2..10).contains(&count), "{count}");
        arena.find("#find").await.send_keys("zzz").await.unwrap();
        assert_eq!(arena.ask(shown).await, 0);
        assert!(
            arena.client.find(Locator::Css("#none")).await.unwrap().is_displayed().await.unwrap()
        );
    });
}
