//! Games are recognised whatever the words and the order of their rules, and are not mistaken for other games.

use crate::walk;
use analyze::{Identity, Sentence, Sentences};
use gdl::Scrambler;
use rand::seq::SliceRandom;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn sentences(name: &str, rules: &str) -> Sentences {
    Sentences::of(&oracle::checked(name, rules))
}

/// Returns the rules of a game in other words, with rules and conditions in another order.
fn rewritten(name: &str, rules: &str, seed: u64) -> Sentences {
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
    // The text is read again, as another player would read it.
    let text: Vec<String> = rules.all.iter().map(Sentence::to_string).collect();
    sentences(name, &text.join("\n"))
}

/// Returns the sentences without variables, with their names replaced.
fn facts(rules: &Sentences, names: &BTreeMap<String, String>) -> BTreeSet<String> {
    let is_fact = |sentence: &&Sentence| !sentence.to_string().contains(['?', '<']);
    rules.all.iter().filter(is_fact).map(|sentence| sentence.in_names(names).to_string()).collect()
}

#[test]
fn games_are_recognised_in_any_words_and_order_and_not_mistaken_for_others() {
    let known: RefCell<HashMap<u64, String>> = RefCell::default();
    walk(|game| {
        let name = game.name();
        let own = sentences(name, game.rules());
        let identity = Identity::of(&own).expect("it takes few steps");
        for seed in 1..=3 {
            let other = rewritten(name, game.rules(), seed);
            let found = Identity::of(&other).expect("it takes few steps");
            assert_eq!(identity.key(), found.key(), "{name}");
            let names = identity.names_in(&found).expect("it is the same game");
            assert_eq!(facts(&own, &names), facts(&other, &BTreeMap::new()), "{name}");
        }
        let before = known.borrow_mut().insert(identity.key(), name.to_owned());
        assert_eq!(before, None, "{name}");
    });
}
