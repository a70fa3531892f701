//! Games are recognised in whatever words and order their rules are written, and taken for no others.

use crate::walk;
use analyze::{Identity, Sentence, Sentences};
use gdl::Scrambler;
use rand::seq::SliceRandom;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn sentences(name: &str, rules: &str) -> Sentences {
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
    Sentences::of(&rules)
}

/// The rules with other words, in another order, and with their conditions in another order.
fn disguised(name: &str, rules: &str, seed: u64) -> Sentences {
    let mut random = game::random(seed);
    let mut rules = sentences(name, &Scrambler::new(rules, seed).scramble(rules));
    rules.all.shuffle(&mut random);
    for sentence in &mut rules.all {
        if let Sentence::Applied(name, parts) = sentence
            && name == "<="
        {
            parts[1..].shuffle(&mut random);
        }
    }
    // And read again, as another player would.
    let text: Vec<String> = rules.all.iter().map(Sentence::to_string).collect();
    sentences(name, &text.join("\n"))
}

/// The sentences without variables, in other names.
fn facts(rules: &Sentences, names: &BTreeMap<String, String>) -> BTreeSet<String> {
    let is_fact = |sentence: &&Sentence| !sentence.to_string().contains(['?', '<']);
    rules.all.iter().filter(is_fact).map(|sentence| sentence.in_names(names).to_string()).collect()
}

#[test]
fn games_are_themselves_in_any_disguise_and_no_others() {
    let known: RefCell<HashMap<u64, String>> = RefCell::default();
    walk(|game| {
        let name = game.name();
        let own = sentences(name, game.rules());
        let identity = Identity::of(&own).expect("it is soon found");
        for seed in 1..=3 {
            let other = disguised(name, game.rules(), seed);
            let found = Identity::of(&other).expect("it is soon found");
            assert_eq!(identity.key(), found.key(), "{name}");
            let names = identity.names_in(&found).expect("it is the same game");
            assert_eq!(facts(&own, &names), facts(&other, &BTreeMap::new()), "{name}");
        }
        let before = known.borrow_mut().insert(identity.key(), name.to_owned());
        assert_eq!(before, None, "{name}");
    });
}
