//! Tests of moves that are made by clicking on the board.

use crate::browser::visit;

const WIDE: (u32, u32) = (1280, 1000);

/// Returns a script that reads the title of a cell, which screen readers speak.
fn content(cell: &str) -> String {
    format!(
        "return document.querySelector('#board [data-cell=\"{cell}\"] title')?.textContent ?? ''"
    )
}

#[test]
fn tic_tac_toe_is_played_to_its_end_and_stepped_through() {
    visit(WIDE, |arena| async move {
        arena.begin("tic-tac-toe", &["person", "person"], "0.1").await;
        for (number, cell) in ["0.0.0", "0.1.0", "0.0.1", "0.1.1", "0.0.2"].into_iter().enumerate()
        {
            arena.until("#ply", &format!("{number} / {number}")).await;
            arena.cell(cell).await;
        }
        arena.until("#status", "xplayer 100, oplayer 0").await;
        assert_eq!(arena.count("#board .choice").await, 0);
        assert_eq!(arena.count("#moves li button").await, 5);
        arena.click("#first").await;
        arena.until("#ply", "0 / 5").await;
        assert_eq!(
            arena.ask(&content("0.0.0")).await.as_str().map(|it| it.contains('x')),
            Some(false)
        );
        arena.click("#forth").await;
        arena.until("#ply", "1 / 5").await;
        assert_eq!(
            arena.ask(&content("0.0.0")).await.as_str().map(|it| it.contains('x')),
            Some(true)
        );
        arena.click("#last").await;
        arena.until("#ply", "5 / 5").await;
    });
}

#[test]
fn stones_are_dropped_in_connect_four() {
    visit(WIDE, |arena| async move {
        arena.begin("connect-four", &["person", "person"], "0.1").await;
        // Any cell of a column stands for it.
        for (number, cell) in
            ["0.0.0", "0.1.3", "0.0.5", "0.1.0", "0.0.2", "0.1.1", "0.0.0"].into_iter().enumerate()
        {
            arena.until("#ply", &format!("{number} / {number}")).await;
            arena.cell(cell).await;
        }
        arena.until("#status", "white 100").await;
    });
}

#[test]
fn pawns_go_from_cell_to_cell_in_breakthrough_by_mouse_and_by_keyboard() {
    visit(WIDE, |arena| async move {
        arena.begin("breakthrough", &["person", "legal"], "0.1").await;
        arena.cell("0.2.6").await;
        arena.find("#board .picked[data-cell=\"0.2.6\"]").await;
        assert_eq!(arena.count("#board .choice").await, 3);
        arena.cell("0.2.5").await;
        arena.until("#ply", "2 / 2").await;
        // A cell has the focus and is chosen by Enter.
        let press = |cell: &str| {
            format!(
                "const cell = document.querySelector('#board .choice[data-cell=\"{cell}\"]'); cell.focus(); \
                 const is = document.activeElement === cell; \
                 cell.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true }})); return is"
            )
        };
        arena.find("#board .choice[data-cell=\"0.2.5\"]").await;
        assert_eq!(arena.ask(&press("0.2.5")).await, true);
        arena.find("#board .choice[data-cell=\"0.2.4\"]").await;
        assert_eq!(arena.ask(&press("0.2.4")).await, true);
        arena.until("#ply", "4 / 4").await;
    });
}

#[test]
fn two_people_choose_at_the_same_time() {
    visit(WIDE, |arena| async move {
        arena.begin("roshambo", &["person", "person"], "0.1").await;
        // Each of them follows a link of its own.
        arena.find("#links a[href*='#']").await;
        let links = arena
            .ask("return [...document.querySelectorAll('#links p a')].map((link) => link.href)")
            .await;
        let links: Vec<String> =
            links.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect();
        assert_eq!(links.len(), 2);
        for (number, link) in links.iter().enumerate() {
            arena.client.goto("about:blank").await.unwrap();
            arena.client.goto(link).await.unwrap();
            arena.find("#choices fieldset").await;
            assert_eq!(arena.count("#choices fieldset").await, 1, "only the own moves");
            arena.click("#choices button").await;
            if number == 0 {
                arena.until("#status", "Waiting for").await;
            }
        }
        arena.until("#ply", "1 / 1").await;
    });
}

#[test]
fn a_phone_shows_it_all_and_can_play() {
    visit((390, 844), |arena| async move {
        arena.go("/").await;
        let overflows = "return document.documentElement.scrollWidth > window.innerWidth + 1";
        arena.find("#games img").await;
        assert_eq!(arena.ask(overflows).await, false, "the gallery is too wide");
        arena.begin("tic-tac-toe", &["person", "legal"], "0.1").await;
        arena.cell("0.1.1").await;
        arena.until("#ply", "2 / 2").await;
        assert_eq!(arena.ask(overflows).await, false, "the match is too wide");
        let side = arena
            .ask(
                "return document.querySelector('#board [data-cell]').getBoundingClientRect().width",
            )
            .await;
        assert!(side.as_f64().unwrap() >= 44.0, "cells are too small for a finger: {side}");
    });
}
