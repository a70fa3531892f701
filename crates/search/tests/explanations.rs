//! Explanations of players: statistics of their trees after lines of joint moves, and active features from the ends of
//! games. Asking for them changes nothing.

mod common;

use agon_search::players;
use agon_search::{
    DisplayedFeature, Limit, MAX_ACTIVE_FEATURES, MoveValue, NodeStatistics, Player,
    PlayerSettings, Report, Seat, ThinkError,
};
use common::{Game, game};
use game::{Machine, Move, Role, StopReason};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const TREES: [&str; 2] = ["cadia-2007", "agon"];

fn player(name: &str, game: &Game, role: u32, settings: &[&str]) -> Box<dyn Player> {
    let seat = Seat { playouts: Some(game.lanes()), read_text: texts, ..game.seat(Role(role), 1) };
    let mut given = PlayerSettings::default();
    settings.iter().for_each(|setting| given.add(setting).unwrap());
    players::build(name, &given, seat).unwrap()
}

/// Returns a player of tic-tac-toe after it has thought.
fn thoughtful(name: &str, simulations: u64) -> (Game, Box<dyn Player>) {
    let game = game("tic-tac-toe");
    let mut player = player(name, &game, 0, &[]);
    player.think(&Limit::simulations(simulations)).unwrap();
    (game, player)
}

fn find(game: &Game, text: &str) -> Move {
    game.machine.find_move(text).unwrap()
}

/// Sorts moves by their ids, so that two lists can be compared.
fn sorted(moves: &[MoveValue]) -> Vec<MoveValue> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|valued| valued.action);
    moves
}

fn total(moves: &[MoveValue]) -> u64 {
    moves.iter().map(|valued| valued.visits).sum()
}

/// Returns the number of visits of each move without a simulation through it: `agon` tries all moves when it first
/// expands a node.
fn looks(name: &str) -> u64 {
    u64::from(name == "agon")
}

#[test]
fn the_root_is_what_the_report_says() {
    for name in TREES {
        let (_, player) = thoughtful(name, 500);
        let (report, root) = (player.report(), player.explore(&[]).unwrap());
        assert_eq!(sorted(&root.roles[0]), sorted(&report.moves), "{name}");
        assert_eq!(root.visits, report.simulations, "{name}");
        assert_eq!((root.visits, root.roles[0].len()), (500, 9), "{name}");
        assert!(root.roles[0].is_sorted_by(|a, b| a.visits >= b.visits), "{name}: {root:?}");
        assert!(root.roles[0][0].visits > root.roles[0][8].visits, "{name}: {root:?}");
        assert_eq!((root.roles.len(), root.roles[1].len(), root.goals), (2, 1, None), "{name}");
    }
}

#[test]
fn children_were_visited_as_often_as_the_moves_that_lead_there_were_made() {
    for name in TREES {
        let (game, player) = thoughtful(name, 500);
        let noop = find(&game, "noop");
        let root = player.explore(&[]).unwrap();
        for own in &root.roles[0] {
            // After one move of each there is no other way to the same state.
            let child = player.explore(&[vec![own.action, noop]]).unwrap();
            assert_eq!(child.visits, own.visits - looks(name), "{name}");
            let going_on = child.visits - 1 + looks(name) * child.roles[1].len() as u64;
            assert_eq!(total(&child.roles[1]), going_on, "{name}");
            let mine = child.roles[0][0];
            assert_eq!((mine.action, mine.visits), (noop, child.visits - 1 + looks(name)));
        }
    }
}

/// The cells that both have marked: a state of tic-tac-toe.
type Marks = [BTreeSet<Move>; 2];

/// Returns the visits of the nodes below a line, and the simulations that went there by all the moves that lead to
/// them.
struct Census<'a> {
    player: &'a dyn Player,
    noop: Move,
    looks: u64,
    visits: BTreeMap<Marks, u64>,
    arrivals: BTreeMap<Marks, u64>,
}

impl Census<'_> {
    fn count(&mut self, marks: &Marks, line: &mut Vec<Vec<Move>>) {
        let Some(outlook) = self.player.explore(line) else { return };
        if self.visits.insert(marks.clone(), outlook.visits).is_some() {
            return;
        }
        let noop = self.noop;
        for (role, moves) in outlook.roles.iter().enumerate() {
            for own in moves.iter().filter(|own| own.action != noop) {
                let mut after = marks.clone();
                after[role].insert(own.action);
                *self.arrivals.entry(after.clone()).or_default() += own.visits - self.looks;
                let mut joint = vec![own.action, noop];
                joint.rotate_left(role);
                line.push(joint);
                self.count(&after, line);
                line.pop();
            }
        }
    }
}

#[test]
fn every_simulation_is_counted_where_it_comes_to() {
    for (name, simulations) in [("cadia-2007", 3000), ("agon", 700)] {
        let (game, player) = thoughtful(name, simulations);
        let mut census = Census {
            player: &*player,
            noop: find(&game, "noop"),
            looks: looks(name),
            visits: BTreeMap::new(),
            arrivals: BTreeMap::new(),
        };
        census.count(&Marks::default(), &mut Vec::new());
        let Census { mut visits, mut arrivals, .. } = census;
        assert_eq!(visits.remove(&Marks::default()), Some(simulations), "{name}");
        assert_eq!(visits.len() as u64 + 1, player.report().nodes, "{name}: nothing is left out");
        // A move that was only looked at leads nowhere, or to an end that was only seen.
        visits.retain(|_, count| *count > 0);
        arrivals.retain(|_, count| *count > 0);
        assert!(visits.len() > 100, "{name}: {}", visits.len());
        assert_eq!(visits, arrivals, "{name}");
    }
}

#[test]
fn lines_go_on_as_far_as_the_tree_does() {
    for name in TREES {
        let (game, player) = thoughtful(name, 500);
        let noop = find(&game, "noop");
        let first = player.explore(&[]).unwrap().roles[0][0].action;
        let mut line = vec![vec![first, noop]];
        let answer = player.explore(&line).unwrap().roles[1][0];
        line.push(vec![noop, answer.action]);
        let after = player.explore(&line).unwrap();
        // Later ones may be come to in other ways too.
        assert!(after.visits >= answer.visits - looks(name) && after.visits > 1, "{name}");
        assert!(total(&after.roles[0]) > 0 && after.roles[0].len() > 1, "{name}");
        assert!(after.roles[0].iter().all(|own| own.action != first && own.action != noop));
        let values = after.roles.iter().flatten().map(|valued| valued.value);
        assert!(values.into_iter().all(|value| (0.0..=100.0).contains(&value)), "{name}");
    }
}

#[test]
fn the_tree_begins_at_the_present_state() {
    for name in TREES {
        let (game, mut player) = thoughtful(name, 500);
        let noop = find(&game, "noop");
        let first = player.explore(&[]).unwrap().roles[0][0].action;
        let [one, two] = [vec![first, noop], vec![noop, find_other(&game, first)]];
        let before = [&[one.clone()][..], &[one.clone(), two.clone()]].map(|it| player.explore(it));
        player.advance(&one).unwrap();
        assert!(before.iter().all(Option::is_some), "{name}");
        assert_eq!([player.explore(&[]), player.explore(&[two])], before, "{name}");
    }
}

/// Returns a mark in another cell.
fn find_other(game: &Game, action: Move) -> Move {
    let marks = ["(mark 1 1)", "(mark 2 2)"].map(|text| find(game, text));
    marks.into_iter().find(|&mark| mark != action).unwrap()
}

#[test]
fn ends_have_goals_and_are_counted() {
    for name in TREES {
        let game = game("tic-tac-toe");
        let noop = find(&game, "noop");
        let mut player = player(name, &game, 0, &[]);
        come_near(&mut *player, &game);
        let fresh = player.explore(&[]).unwrap();
        assert_eq!(
            fresh,
            NodeStatistics { roles: vec![Vec::new(); 2], ..NodeStatistics::default() },
            "{name}"
        );
        player.think(&Limit::simulations(200)).unwrap();
        let root = player.explore(&[]).unwrap();
        let win = root.roles[0].iter().find(|own| own.action == find(&game, "(mark 1 3)")).unwrap();
        let line = vec![vec![win.action, noop]];
        let end = player.explore(&line).unwrap();
        assert_eq!((win.value, end.goals), (100.0, Some(vec![100, 0])), "{name}");
        assert_eq!(end.visits, win.visits - looks(name), "{name}");
        assert_eq!(end.roles, [[], []], "{name}");
        assert!(name == "agon" || end.visits > 100, "{name}: it is soon tried most: {win:?}");
        // Nobody moves after the end.
        assert_eq!(player.explore(&[line[0].clone(), vec![noop, noop]]), None, "{name}");
    }
}

#[test]
fn nonsense_leads_nowhere() {
    for name in TREES {
        let (game, player) = thoughtful(name, 500);
        let [noop, mark] = ["noop", "(mark 1 1)"].map(|text| find(&game, text));
        assert!(player.explore(&[vec![mark, noop]]).is_some(), "{name}");
        let lines: [&[&[Move]]; 9] = [
            &[&[]],
            &[&[mark]],
            &[&[mark, noop, noop]],
            &[&[noop, mark]],
            &[&[noop, noop]],
            &[&[mark, mark]],
            &[&[Move(u32::MAX), noop]],
            &[&[mark, noop], &[]],
            &[&[mark, noop], &[noop, mark]],
        ];
        for line in lines {
            let line: Vec<Vec<Move>> = line.iter().map(|joint| joint.to_vec()).collect();
            assert_eq!(player.explore(&line), None, "{name}: {line:?}");
        }
        let fresh = self::player(name, &game, 0, &[]);
        assert!(fresh.explore(&[]).is_some(), "{name}");
        for joint in [vec![], vec![mark], vec![mark, noop]] {
            assert_eq!(fresh.explore(&[joint]), None, "{name}");
        }
    }
}

/// A player that is asked for all explanations before each move.
struct Watched(Box<dyn Player>);

impl Player for Watched {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        self.0.think(limit)
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        assert!(visit_all(&*self.0, &mut Vec::new()) > 0);
        self.0.active_features();
        self.0.choose()
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.0.active_features();
        self.0.advance(joint)
    }

    fn report(&self) -> Report {
        self.0.report()
    }
}

/// Visits the nodes of a tree by the most visited moves. Returns their number.
fn visit_all(player: &dyn Player, line: &mut Vec<Vec<Move>>) -> usize {
    let Some(outlook) = player.explore(line) else { return 0 };
    let favourites = |role: usize| outlook.roles[role].iter().take(3).map(|valued| valued.action);
    let mut count = 1;
    for joint in favourites(0).flat_map(|one| favourites(1).map(move |other| vec![one, other])) {
        line.push(joint);
        count += visit_all(player, line);
        line.pop();
    }
    count
}

#[test]
fn asking_changes_nothing() {
    for name in ["cadia-2007", "cadia-2009", "agon", "gifl"] {
        let game = game("tic-tac-toe");
        let mut player = player(name, &game, 0, &[]);
        player.think(&Limit::simulations(30)).unwrap();
        let before = (player.report(), player.choose().unwrap());
        assert!(visit_all(&*player, &mut Vec::new()) > 10, "{name}");
        player.active_features();
        assert_eq!((player.report(), player.choose().unwrap()), before, "{name}");
        let game = common::game("breakthrough-6x6");
        let players = || [0, 1].map(|role| self::player(name, &game, role, &[]));
        let alone = common::play(&game.machine, players().into(), 20);
        let watched = players().map(|player| Box::new(Watched(player)) as Box<dyn Player>);
        assert_eq!(common::play(&game.machine, watched.into(), 20), alone, "{name}");
    }
}

#[test]
fn roles_that_move_at_once_have_moves_of_their_own() {
    let game = game("roshambo");
    let mut player = player("agon", &game, 0, &[]);
    player.think(&Limit::simulations(300)).unwrap();
    let root = player.explore(&[]).unwrap();
    assert!(root.roles.iter().all(|moves| moves.len() == 3 && total(moves) == root.visits));
    let [one, other] = [0, 1].map(|role: usize| root.roles[role][0].action);
    assert!(player.explore(&[vec![one, other]]).is_some());
}

#[test]
fn others_have_no_tree() {
    let game = game("tic-tac-toe");
    let with_trees =
        ["cadia-2007", "cadia-2008", "cadia-2009", "cadia-2010", "gifl", "gifl-2009", "agon"];
    let with_trees = [&with_trees[..], &["uct-values", "uct-guided"]].concat();
    for kind in players::all().filter(|kind| !kind.name.starts_with("td-")) {
        let player = player(kind.name, &game, 0, &[]);
        assert_eq!(player.explore(&[]).is_some(), with_trees.contains(&kind.name), "{}", kind.name);
    }
}

#[test]
fn a_player_with_a_solution_shows_the_tree_of_the_other() {
    let game = game("maze");
    let mut seat = game.seat(Role(0), 1);
    seat.knowledge.solution = Some(Arc::new(["nowhere".to_owned()]));
    let mut player = players::build("cadia-2007", &PlayerSettings::default(), seat).unwrap();
    player.think(&Limit::simulations(50)).unwrap();
    assert!(player.report().notes().iter().any(|note| note.contains("follows a solution")));
    let root = player.explore(&[]).unwrap();
    assert_eq!(root.visits, 50);
    assert!(player.explore(&[vec![root.roles[0][0].action]]).unwrap().visits > 1);
}

const PLAYERS: [&str; 4] = ["gifl", "gifl-2009", "gifl-alphabeta", "agon"];

/// After the moves below all hold but the last two: in another order what wins, what prevents, what leads on, also by a
/// move that cannot be made any more, and what loses.
const FEATURES: &str = r#"{"game": "tic-tac-toe", "runs": 1, "levels": 2, "terminal_facts": true, "features": [
    {"level": 3, "kind": "losing", "role": "xplayer", "facts": ["(cell 3 3 b)"], "moves": ["(mark 3 3)"], "count": 8},
    {"level": 2, "kind": "offensive", "role": "xplayer", "facts": ["(control xplayer)"], "moves": ["(mark 1 1)"], "count": 5},
    {"level": 2, "kind": "offensive", "role": "xplayer", "facts": ["(cell 1 1 x)"], "moves": ["(mark 3 1)", "(mark 3 2)"], "count": 6},
    {"level": 1, "kind": "defensive", "role": "xplayer", "facts": ["(cell 2 1 o)", "(cell 2 2 o)"], "moves": ["(mark 2 3)"], "count": 9},
    {"level": 1, "kind": "offensive", "role": "xplayer", "facts": ["(cell 1 1 x)", "(cell 1 2 x)"], "moves": ["(mark 1 3)"], "count": 3},
    {"level": 1, "kind": "offensive", "role": "xplayer", "facts": ["(cell 3 1 x)", "(cell 3 2 x)"], "moves": ["(mark 3 3)"], "count": 9},
    {"level": 1, "kind": "offensive", "role": "oplayer", "facts": ["(control oplayer)"], "moves": ["(mark 2 3)"], "count": 9}]}"#;

/// Returns more features than explanations list.
fn many() -> String {
    let feature = |level: u32| {
        format!(
            r#"{{"level": {level}, "kind": "offensive", "role": "xplayer", "facts": ["(cell 3 3 b)"],
            "moves": ["(mark 3 3)", "(mark 3 2)", "(mark 3 1)"], "count": 1}}"#
        )
    };
    let features: Vec<String> = (1..=40).rev().map(feature).collect();
    format!(
        r#"{{"game": "tic-tac-toe", "runs": 1, "levels": 40, "terminal_facts": true, "features": [{}]}}"#,
        features.join(",")
    )
}

fn texts(name: &str) -> Result<String, String> {
    Ok(if name == "many" { many() } else { FEATURES.to_owned() })
}

/// After these moves the first role has a move that wins.
const WINNING: [&str; 4] = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"];

/// Makes the moves of `WINNING`.
fn come_near(player: &mut dyn Player, game: &Game) {
    for (turn, text) in WINNING.into_iter().enumerate() {
        let mut joint = vec![find(game, text), find(game, "noop")];
        joint.rotate_left(turn % 2);
        player.advance(&joint).unwrap();
    }
}

/// Returns a player that has thought in a state in which its next move wins.
fn winner(game: &Game, name: &str, setting: &str) -> Box<dyn Player> {
    let mut player = player(name, game, 0, &[setting]);
    assert_eq!(player.active_features(), [], "{name}: nothing was learnt yet");
    come_near(&mut *player, game);
    player.think(&Limit::simulations(20)).unwrap();
    player
}

#[test]
fn active_features_are_listed_with_their_moves() {
    let game = game("tic-tac-toe");
    let text = |action: Option<Move>| action.map_or(String::new(), |it| game.machine.move_text(it));
    for name in PLAYERS {
        let hints = winner(&game, name, "gifl.file=features").active_features();
        let told: Vec<(String, u32, f64)> =
            hints.iter().map(|hint| (text(hint.action), hint.count, hint.value)).collect();
        let expected = [
            ("(mark 1 3)", 3, 100.0),
            ("(mark 2 3)", 9, 100.0),
            ("(mark 3 1)", 6, 50.0),
            ("(mark 3 2)", 6, 50.0),
            ("", 5, 50.0),
            ("(mark 3 3)", 8, -25.0),
        ];
        assert_eq!(told, expected.map(|(text, count, worth)| (text.to_owned(), count, worth)));
        let win = "level 1, offensive, xplayer: (mark 1 3) if (cell 1 1 x) (cell 1 2 x)";
        assert_eq!(hints[0].text, win, "{name}");
    }
}

#[test]
fn a_winning_move_that_was_learnt_is_named() {
    let game = game("tic-tac-toe");
    let win = game.machine.find_move("(mark 1 3)");
    for name in PLAYERS {
        let hints = winner(&game, name, "gifl.runs=300").active_features();
        let named: Vec<&DisplayedFeature> =
            hints.iter().filter(|hint| hint.action == win).collect();
        let wins = |hint: &&&DisplayedFeature| {
            hint.value == 100.0 && hint.text.contains("offensive, xplayer")
        };
        assert!(named.iter().any(|hint| wins(&hint)), "{name}: {hints:?}");
        assert!(hints.is_sorted_by(|a, b| a.value.abs() >= b.value.abs()), "{name}: {hints:?}");
        assert!(hints.iter().all(|hint| hint.count > 0), "{name}: {hints:?}");
    }
}

#[test]
fn the_list_of_features_is_short() {
    let game = game("tic-tac-toe");
    for name in PLAYERS {
        let hints = winner(&game, name, "gifl.file=many").active_features();
        assert_eq!(hints.len(), MAX_ACTIVE_FEATURES, "{name}");
        for (level, hints) in (0..).zip(hints.chunks(3)) {
            let worth = 100.0 * 0.5f64.powi(level);
            assert!(hints.iter().all(|hint| hint.value == worth), "{name}: {hints:?}");
        }
    }
}

#[test]
fn other_players_list_no_features() {
    let game = game("tic-tac-toe");
    for name in ["random", "greedy", "mc", "cadia-2010", "exhaustive", "flux", "kuhl"] {
        let mut player = player(name, &game, 0, &[]);
        player.think(&Limit::simulations(20)).unwrap();
        assert_eq!(player.active_features(), [], "{name}");
    }
}
