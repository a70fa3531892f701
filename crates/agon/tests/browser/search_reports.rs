//! Search reports of players on the page of a match.

use crate::browser::visit;

const WIDE: (u32, u32) = (1280, 1000);

#[test]
fn search_reports_of_players_are_shown_while_they_think() {
    visit(WIDE, |arena| async move {
        arena.begin("connect-four", &["person", "cadia-2007"], "2").await;
        arena.cell("0.3.0").await;
        let simulations = "return Number(document.querySelector('#reports .report-of-player')?.dataset.simulations ?? 0)";
        arena.find("#reports .report-of-player").await;
        let mut seen = Vec::new();
        for _ in 0..600 {
            let now = arena.ask(simulations).await.as_u64().unwrap();
            if seen.last() != Some(&now) {
                seen.push(now);
            }
            if arena.text("#ply").await == "2 / 2" {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        assert!(seen.len() >= 3 && seen.is_sorted(), "{seen:?}");
        assert!(arena.count("#reports .report-of-player tbody tr").await >= 2);
        arena.until("#reports .line", "Principal line").await;
        arena.until("#reports thead", "Visits Value").await;
        assert!(arena.count("#graph polyline").await >= 1, "expected goals are drawn");
        arena.click("#tree summary").await;
        arena.click("#tree button").await;
        arena.until("#tree .node", "visits").await;
        arena.click("#tree .node div button").await;
        arena.until("#tree .node p", "›").await;
        arena.click("#back").await;
        arena.until("#reports .report-of-player h3", "at move 2").await;
        arena.click("#back").await;
        arena.until("#reports", "No search is recorded").await;
        arena.click("#last").await;
        arena.until("#reports .report-of-player h3", "at move 2").await;
    });
}

#[test]
fn players_are_watched_and_reports_are_read() {
    visit(WIDE, |arena| async move {
        arena.begin("breakthrough", &["mc", "cadia-2008"], "0.2").await;
        arena.until("#ply", "4 / 4").await;
        assert_eq!(arena.count("#choices button").await, 0);
        arena.click("#links button").await;
        arena.until("#status", "The match was stopped").await;
        arena.go("/matches").await;
        arena.until("table.list", "mc – cadia-2008").await;
        arena.go("/lab").await;
        arena.until(".reports", "CadiaPlayer 2007 against its descendants").await;
    });
}
