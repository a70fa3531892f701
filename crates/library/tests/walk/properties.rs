//! The statements of `game.toml` about a game are true in random play.

use crate::{circuit_machine, random_game, walk};
use agon_library::{About, DeclaredSymmetry, GameKind};
use game::{Machine, MachineExt, Role, State};
use std::collections::BTreeSet;

/// Number of random games played for each bundled game.
const GAMES: u64 = 30;

/// Number of states of a random game on which a symmetry is checked.
const STATES: usize = 60;

#[test]
fn statements_about_games_are_true() {
    walk(|game| {
        let (name, about) = (game.name(), game.about());
        let mut machine = circuit_machine(game);
        assert_eq!(machine.roles(), about.roles, "{name}");
        assert_eq!(about.roles.len() == 1, about.kind == GameKind::Puzzle, "{name}");
        assert!(!about.title.is_empty() && !about.description.is_empty(), "{name}");
        assert!(about.best.as_ref().is_none_or(|best| best.len() == about.roles.len()), "{name}");
        let mut random = game::random(3);
        let mut at_once = false;
        for _ in 0..GAMES {
            let states = random_game(&mut machine, &mut random);
            check_end(name, &about, &mut machine, &states);
            for state in &states[..states.len() - 1] {
                let choosing = choosing(&mut machine, state);
                assert!(about.kind != GameKind::TurnTaking || choosing <= 1, "{name}: two choose");
                at_once |= choosing > 1;
            }
        }
        assert_eq!(at_once, about.kind == GameKind::Simultaneous, "{name}");
    });
}

/// Returns the number of roles that have a choice.
fn choosing(machine: &mut dyn Machine, state: &State) -> usize {
    let mut legal = Vec::new();
    let roles = machine.role_ids();
    roles
        .filter(|&role| {
            machine.legal(state, role, &mut legal).unwrap();
            legal.len() > 1
        })
        .count()
}

/// Checks the length of a game and the goals at its end.
fn check_end(name: &str, about: &About, machine: &mut dyn Machine, states: &[State]) {
    let (fewest, most) = about.length.unwrap_or_else(|| {
        panic!("games/{name}/game.toml needs `length = [fewest, most]`, in joint moves")
    });
    let length = states.len() as u32 - 1;
    assert!((fewest..=most).contains(&length), "{name}: a game of {length} moves");
    let end = &states[states.len() - 1];
    let goals = machine.role_ids().map(|role| {
        let goal = machine.goal(end, role).unwrap();
        assert_eq!(goal.values().count(), 1, "{name}: one goal of each role at the end");
        goal.value()
    });
    let goals: Vec<u8> = goals.collect();
    for (role, &goal) in goals.iter().enumerate() {
        assert!(goal <= about.best_of(role), "{name}: {goal} is better than the best");
    }
    let sum: u32 = goals.iter().map(|&goal| u32::from(goal)).sum();
    assert!(about.sum.is_none_or(|expected| sum == expected), "{name}: goals {goals:?}");
}

#[test]
fn symmetries_hold() {
    walk(|game| {
        let about = game.about();
        let mut machine = circuit_machine(game);
        for symmetry in &about.symmetry {
            let mut random = game::random(5);
            for _ in 0..3 {
                let states = random_game(&mut machine, &mut random);
                for pair in states.windows(2).take(STATES) {
                    let symmetry_check = SymmetryCheck { symmetry, machine: &mut machine };
                    if let Err(difference) = symmetry_check.check(&pair[0], &mut random) {
                        panic!("{}, {}: {difference}", game.name(), symmetry.name);
                    }
                }
                let mut symmetry_check = SymmetryCheck { symmetry, machine: &mut machine };
                symmetry_check.check_goals(&states[states.len() - 1]).unwrap();
            }
        }
    });
}

/// A game with one of its declared symmetries, which is checked.
struct SymmetryCheck<'a> {
    symmetry: &'a DeclaredSymmetry,
    machine: &'a mut dyn Machine,
}

impl SymmetryCheck<'_> {
    fn image(&self, text: &str) -> String {
        self.symmetry.image(text).unwrap()
    }

    fn image_of_role(&self, role: Role) -> Role {
        let roles = self.machine.roles();
        let name = self.symmetry.image_of_name(&roles[role.0 as usize]);
        Role(roles.iter().position(|other| other == name).unwrap() as u32)
    }

    fn image_of_state(&self, state: &State) -> Result<State, String> {
        let facts = self.machine.state_texts(state).into_iter().map(|fact| {
            let image = self.image(&fact);
            self.machine.find_fact(&image).ok_or(format!("{fact} becomes {image}, which never is"))
        });
        Ok(self.machine.state(&facts.collect::<Result<Vec<_>, String>>()?))
    }

    fn legal(&mut self, state: &State, role: Role) -> Vec<String> {
        let mut legal = Vec::new();
        self.machine.legal(state, role, &mut legal).unwrap();
        legal.iter().map(|&action| self.machine.move_text(action)).collect()
    }

    /// Checks the symmetry in a state and in one of its next states.
    fn check(mut self, state: &State, random: &mut game::Random) -> Result<(), String> {
        let image = self.image_of_state(state)?;
        let mut chosen = Vec::new();
        for role in self.machine.role_ids() {
            let legal = self.legal(state, role);
            let expected: BTreeSet<String> =
                legal.iter().map(|action| self.image(action)).collect();
            let there = self.image_of_role(role);
            let found: BTreeSet<String> = self.legal(&image, there).into_iter().collect();
            if expected != found {
                let texts = self.machine.state_texts(state);
                let difference: Vec<_> = expected.symmetric_difference(&found).collect();
                return Err(format!("legal moves differ in {texts:?}: {difference:?}"));
            }
            let index = rand::RngExt::random_range(random, 0..legal.len());
            chosen.push((role, there, legal[index].clone()));
        }
        let find = |text: &str| self.machine.find_move(text).unwrap();
        let (mut joint, mut joint_there) = (Vec::new(), vec![game::Move(0); chosen.len()]);
        for (_, there, action) in &chosen {
            joint.push(find(action));
            joint_there[there.0 as usize] = find(&self.image(action));
        }
        let (mut next, mut next_there) = (State::default(), State::default());
        self.machine.next(state, &joint, &mut next).unwrap();
        self.machine.next(&image, &joint_there, &mut next_there).unwrap();
        if self.image_of_state(&next)? != next_there {
            let texts = self.machine.state_texts(state);
            return Err(format!("next states differ after {chosen:?} in {texts:?}"));
        }
        self.check_goals(state)
    }

    /// Checks that the game is over in a state and in its image, or in neither, and that both have the same goals.
    fn check_goals(&mut self, state: &State) -> Result<(), String> {
        let image = self.image_of_state(state)?;
        if self.machine.terminal(state).unwrap() != self.machine.terminal(&image).unwrap() {
            return Err("only one of them is over".to_owned());
        }
        for role in self.machine.role_ids() {
            let there = self.image_of_role(role);
            let goals = self.machine.goal(state, role).unwrap();
            if goals != self.machine.goal(&image, there).unwrap() {
                return Err(format!("goals differ in {:?}", self.machine.state_texts(state)));
            }
        }
        Ok(())
    }
}
