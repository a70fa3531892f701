//! Learning what features are worth.

use analyze::{Analysis, Fuzzy, FuzzySettings, Watch};
use game::{Machine, Role};
use learn::features::{Construction, Settings, Shown};
use learn::td::{self, File, Greedy, Judge, Learner, Learnt, Model, Near, Rival, Uniform};

struct Game {
    made: Construction,
    rules: gdl::Rules,
    analysis: Analysis,
}

fn game(name: &str) -> Game {
    let text = library::find(name).expect("it is bundled").rules();
    let rules = gdl::check(name, text.as_bytes()).rules.expect("it has no errors");
    let settings = Settings { states: 1000, ..Settings::default() };
    let limits = circuit::Limits::default();
    let made = Construction::new(&rules, &settings, &limits, &mut |_| true).unwrap();
    let mut machine = made.machine.fork();
    let analysis = analyze::analyze(&rules, &mut *machine, &Watch::states(300, 1)).unwrap();
    Game { made, rules, analysis }
}

impl Game {
    fn learner(&self, role: Role) -> Learner {
        let maxima = self.made.selection.all.iter().map(|it| it.greatest).collect();
        let model = Model::new(maxima, &mut game::random(1));
        Learner::new(td::Settings::default(), model, self.made.evaluator().unwrap(), role)
    }

    fn near(&self, role: Role) -> Box<dyn Rival> {
        let limits = circuit::Limits::default();
        let fuzzy = FuzzySettings::default();
        let fuzzy = Fuzzy::new(&self.rules, &self.analysis, role, fuzzy, &limits).unwrap();
        Box::new(Greedy(Near(fuzzy)))
    }
}

/// The mean of what a learner gets in so many matches.
fn mean(game: &Game, learner: &Learner, rivals: &mut [Box<dyn Rival>], matches: u64) -> f64 {
    let mut machine = game.made.machine.fork();
    let (mut random, mut sum) = (game::random(99), 0.0);
    let role = learner.role.0 as usize;
    let before = std::mem::replace(&mut rivals[role], Box::new(Greedy(learner.clone())));
    for _ in 0..matches {
        let goals = td::between(&mut *machine, rivals, &mut random).unwrap();
        sum += f64::from(goals[role]);
    }
    rivals[role] = before;
    sum / matches as f64
}

fn train(game: &Game, learner: &mut Learner, rivals: &mut [Box<dyn Rival>], matches: u64) {
    let mut machine = game.made.machine.fork();
    let mut random = game::random(5);
    for _ in 0..matches {
        td::play(&mut *machine, learner, rivals, &mut random).unwrap();
    }
}

#[test]
fn tic_tac_toe_is_learnt_against_who_looks_for_the_goal() {
    // Document 001, Table 6.5: 95.75 after 2,000 matches, in the first role.
    let game = game("tic-tac-toe");
    let mut rivals = vec![game.near(Role(0)), game.near(Role(1))];
    let mut learner = game.learner(Role(0));
    let before = mean(&game, &learner, &mut rivals, 400);
    train(&game, &mut learner, &mut rivals, 2000);
    let after = mean(&game, &learner, &mut rivals, 400);
    assert!(after > 90.0 && after > before + 5.0, "{before} {after}");
}

#[test]
fn a_game_of_simultaneous_moves_is_learnt() {
    let game = game("racetrack-corridor");
    let mut rivals: Vec<Box<dyn Rival>> = vec![Box::new(Uniform), Box::new(Uniform)];
    let mut learner = game.learner(Role(1));
    let before = mean(&game, &learner, &mut rivals, 400);
    train(&game, &mut learner, &mut rivals, 500);
    let after = mean(&game, &learner, &mut rivals, 400);
    assert!(after > 95.0 && after > before + 20.0, "{before} {after}");
}

#[test]
fn what_was_learnt_is_written_and_read_again() {
    let game = game("tic-tac-toe");
    let mut rivals: Vec<Box<dyn Rival>> = vec![Box::new(Uniform), Box::new(Uniform)];
    let mut learner = game.learner(Role(0));
    train(&game, &mut learner, &mut rivals, 50);
    let (features, symbols) = (game.made.selected(), &game.made.theory.symbols);
    let mut file = File::new("tic-tac-toe", &features, &learner.model.maxima, symbols);
    let weights = learner.model.weights.clone();
    file.learn(Learnt { role: "xplayer".to_owned(), matches: 50, curve: vec![70.5], weights });
    let again = File::read(&file.text()).unwrap();
    assert_eq!(again, file);
    assert_eq!(again.features(symbols).unwrap(), features);
    assert_eq!(again.model("xplayer"), Some(learner.model.clone()));
    assert_eq!(again.model("oplayer"), None);
    // Another game does not know the words.
    let other = b"(role you) (legal you wait) (goal you 100) (init on) (<= terminal (true on))";
    let other = gdl::check("other", other).rules.expect("it has no errors");
    assert!(again.features(other.symbols()).is_err());
    for wrong in ["", "{}", "[1, 2]", &file.text().replace("agon-td-1", "agon-td-9")] {
        assert!(File::read(wrong).is_err(), "{wrong}");
    }
    let state = game.made.machine.fork().initial_state().unwrap();
    let machine = &mut *game.made.machine.fork();
    let value = learner.judge(machine, &state).unwrap();
    assert!(value.abs() < 0.5);
    // What features add comes to what the state is worth.
    let mut judgement = again.judgements(&game.rules).unwrap().swap_remove(0).unwrap();
    let active = judgement.active(machine, &state);
    let sum: f64 = active.iter().map(|it| it.worth).sum();
    assert!((1.0 / (1.0 + (-sum).exp()) - judgement.value(machine, &state)).abs() < 1e-12);
    assert!((judgement.value(machine, &state) - 0.5 - value).abs() < 1e-12);
    let (first, shown) = (active[0].feature, |feature| Shown { feature, symbols }.to_string());
    assert_eq!(judgement.text(first), shown(&features[first]));
    assert_eq!(judgement.text(features.len()), "");
}
