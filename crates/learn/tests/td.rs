//! Learning the weights of features by TD(λ), and files of weights.

use agon_learn::features::{Construction, ConstructionSettings, FeatureText};
use agon_learn::td::{
    self, FuzzyGoalValue, GreedyOpponent, LinearModel, OpponentPolicy, RandomOpponent, RoleWeights,
    TdFile, TdLearner, ValueFunction,
};
use analyze::{Analysis, FuzzyGoals, FuzzySettings, Sampling};
use circuit::FactIds;
use game::{Machine, MachineExt, Role};
use std::sync::Arc;

struct Game {
    made: Construction,
    rules: gdl::Rules,
    model: Arc<circuit::Model>,
    analysis: Analysis,
}

fn game(name: &str) -> Game {
    let rules = oracle::rules(name);
    let settings = ConstructionSettings { states: 1000, ..ConstructionSettings::default() };
    let model = oracle::model_of(&rules);
    let made = Construction::new(&rules, &model, &settings, &mut |_| true).unwrap();
    let mut machine = made.machine.fork();
    let analysis = analyze::analyze(&rules, &mut *machine, &Sampling::states(300, 1)).unwrap();
    Game { made, rules, model, analysis }
}

impl Game {
    fn learner(&self, role: Role) -> TdLearner {
        let maxima = self.made.selection.all.iter().map(|it| it.max_count).collect();
        let model = LinearModel::new(maxima, &mut game::random(1));
        TdLearner::new(td::TdSettings::default(), model, self.made.evaluator().unwrap(), role)
    }

    fn near(&self, role: Role) -> Box<dyn OpponentPolicy> {
        let fuzzy = FuzzyGoals::new(&self.model, &self.analysis, role, FuzzySettings::default());
        Box::new(GreedyOpponent(FuzzyGoalValue(fuzzy)))
    }
}

/// Returns the mean goal of a learner over a number of matches.
fn mean(
    game: &Game,
    learner: &TdLearner,
    opponents: &mut [Box<dyn OpponentPolicy>],
    matches: u64,
) -> f64 {
    let mut machine = game.made.machine.fork();
    let (mut random, mut sum) = (game::random(99), 0.0);
    let role = learner.role.0 as usize;
    let before = std::mem::replace(&mut opponents[role], Box::new(GreedyOpponent(learner.clone())));
    for _ in 0..matches {
        let goals = td::play_match(&mut *machine, opponents, &mut random).unwrap();
        sum += f64::from(goals[role]);
    }
    opponents[role] = before;
    sum / matches as f64
}

fn train(
    game: &Game,
    learner: &mut TdLearner,
    opponents: &mut [Box<dyn OpponentPolicy>],
    matches: u64,
) {
    let mut machine = game.made.machine.fork();
    let mut random = game::random(5);
    for _ in 0..matches {
        td::play_training_match(&mut *machine, learner, opponents, &mut random).unwrap();
    }
}

#[test]
fn tic_tac_toe_is_learnt_against_an_opponent_that_looks_for_its_goals() {
    // guenther, table 6.5: 95.75 after 2,000 matches, in the first role.
    let game = game("tic-tac-toe");
    let mut opponents = vec![game.near(Role(0)), game.near(Role(1))];
    let mut learner = game.learner(Role(0));
    let before = mean(&game, &learner, &mut opponents, 400);
    train(&game, &mut learner, &mut opponents, 2000);
    let after = mean(&game, &learner, &mut opponents, 400);
    assert!(after > 90.0 && after > before + 5.0, "{before} {after}");
}

#[test]
fn a_game_with_simultaneous_moves_is_learnt() {
    let game = game("racetrack-corridor");
    let mut opponents: Vec<Box<dyn OpponentPolicy>> =
        vec![Box::new(RandomOpponent), Box::new(RandomOpponent)];
    let mut learner = game.learner(Role(1));
    let before = mean(&game, &learner, &mut opponents, 400);
    train(&game, &mut learner, &mut opponents, 500);
    let after = mean(&game, &learner, &mut opponents, 400);
    assert!(after > 95.0 && after > before + 20.0, "{before} {after}");
}

#[test]
fn learnt_weights_are_written_and_read_again() {
    let game = game("tic-tac-toe");
    let mut opponents: Vec<Box<dyn OpponentPolicy>> =
        vec![Box::new(RandomOpponent), Box::new(RandomOpponent)];
    let mut learner = game.learner(Role(0));
    train(&game, &mut learner, &mut opponents, 50);
    let (features, symbols) = (game.made.selected(), &game.made.rule_base.symbols);
    let mut file = TdFile::new("tic-tac-toe", &features, &learner.model.maxima, symbols);
    let weights = learner.model.weights.clone();
    file.set_role(RoleWeights {
        role: "xplayer".to_owned(),
        matches: 50,
        curve: vec![70.5],
        weights,
    });
    let again = TdFile::read(&file.text()).unwrap();
    assert_eq!(again, file);
    assert_eq!(again.features(symbols).unwrap(), features);
    assert_eq!(again.model("xplayer"), Some(learner.model.clone()));
    assert_eq!(again.model("oplayer"), None);
    // Another game does not have the names.
    let other = b"(role you) (legal you wait) (goal you 100) (init on) (<= terminal (true on))";
    let other = oracle::rules_of(other);
    assert!(again.features(other.symbols()).is_err());
    for wrong in ["", "{}", "[1, 2]", &file.text().replace("agon-td-1", "agon-td-9")] {
        assert!(TdFile::read(wrong).is_err(), "{wrong}");
    }
    let state = game.made.machine.fork().initial_state().unwrap();
    let machine = &mut *game.made.machine.fork();
    let value = learner.value(machine, &state).unwrap();
    assert!(value.abs() < 0.5);
    // The contributions of the features add up to the value of the state.
    let mut evaluator = again
        .state_evaluators(&game.rules, &game.model, FactIds::Shared)
        .unwrap()
        .swap_remove(0)
        .unwrap();
    let active = evaluator.active(machine, &state);
    let sum: f64 = active.iter().map(|it| it.contribution).sum();
    assert!((1.0 / (1.0 + (-sum).exp()) - evaluator.value(machine, &state)).abs() < 1e-12);
    assert!((evaluator.value(machine, &state) - 0.5 - value).abs() < 1e-12);
    let (first, shown) =
        (active[0].feature, |feature| FeatureText { feature, symbols }.to_string());
    assert_eq!(evaluator.text(first), shown(&features[first]));
    assert_eq!(evaluator.text(features.len()), "");
}
