//! GIFL: features that say which moves matter where guide playouts (document 004, figure 9).
//!
//! Features are matched by counting: each set of facts knows how many of its facts are missing, and only facts that change from
//! one state to the next are looked at. The document lost up to 80 % of its simulations to matching.

use game::{Fact, Machine, Move, Role, State};
use hashbrown::HashMap;
use learn::gifl::{Features, Kind};

/// How to use features.
#[derive(Clone, Debug, PartialEq)]
pub struct GiflSettings {
    /// The text with the features, if they are not to be learnt.
    pub file: Option<String>,
    /// How many random games to learn from.
    pub runs: u64,
    /// How many 2-ply trees of each.
    pub levels: u32,
    /// Whether to learn from games in which the loser makes the last move.
    pub losing: bool,
    /// C: how much less a level counts than the one below it.
    pub decay: f64,
    /// The temperature of the choice between moves that features value.
    pub temperature: f64,
    /// How often the player's own role looks at features in playouts.
    pub own: f64,
    /// How often the other role does.
    pub other: f64,
    /// How much it counts how often a feature was found, from 0 for not at all.
    pub frequency: f64,
    /// Features that were found less often are left out.
    pub least: u32,
}

/// What features of the first level are worth, where they are not followed outright.
const MOST: f64 = 100.0;

/// A move that matters, and how much.
#[derive(Clone, Copy)]
struct Hint {
    role: Role,
    action: Move,
    /// Infinite if it is to be made wherever it can be.
    value: f64,
}

/// Some facts, and the moves that matter when all of them are true.
struct Pattern {
    /// How many of the facts are not true in the present state.
    missing: u32,
    /// Where it is among those that have all, then.
    place: u32,
    /// Its hints, as a range.
    hints: std::ops::Range<u32>,
}

/// Features that follow a playout from state to state.
pub struct Guide {
    patterns: Vec<Pattern>,
    hints: Vec<Hint>,
    /// The patterns that each fact belongs to, as ranges of `members`.
    ranges: Vec<std::ops::Range<u32>>,
    members: Vec<u32>,
    /// The patterns all of whose facts are true.
    complete: Vec<u32>,
    state: State,
    changes: Vec<(Fact, bool)>,
    /// How often each role looks at features.
    shares: [f64; 2],
}

/// What features say about moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Nothing.
    None,
    /// Some moves are better or worse than others.
    Some,
    /// Some moves, whose values are infinite, are to be made now.
    Now,
}

impl Guide {
    /// Of a player of this role.
    pub fn new(features: &Features, settings: &GiflSettings, role: Role) -> Guide {
        let mut by_facts: HashMap<&[Fact], Vec<Hint>> = HashMap::new();
        let mut order: Vec<&[Fact]> = Vec::new();
        let kept = features.iter().filter(|(_, count)| *count >= settings.least);
        let most = features.iter().map(|(_, count)| count).max().unwrap_or(1);
        for (feature, count) in kept {
            let facts = feature.facts.as_slice();
            let hints = by_facts.entry(facts).or_insert_with(|| {
                order.push(facts);
                Vec::new()
            });
            let share = (f64::from(count) / f64::from(most)).powf(settings.frequency);
            let level = i32::try_from(feature.level).unwrap_or(i32::MAX).max(1);
            let value = match (level, feature.kind) {
                (1, Kind::Offensive | Kind::Defensive) => f64::INFINITY,
                (_, Kind::Offensive | Kind::Defensive) => {
                    MOST * settings.decay.powi(level - 1) * share
                }
                (_, Kind::Losing) => -MOST * settings.decay.powi(level - 1),
            };
            let hint = |&action: &Move| Hint { role: feature.role, action, value };
            hints.extend(feature.moves.iter().map(hint));
        }
        let mut guide = Guide {
            patterns: Vec::new(),
            hints: Vec::new(),
            ranges: Vec::new(),
            members: Vec::new(),
            complete: Vec::new(),
            state: State::default(),
            changes: Vec::new(),
            shares: [settings.other; 2],
        };
        guide.shares[role.0 as usize] = settings.own;
        for facts in &order {
            let first = guide.hints.len() as u32;
            guide.hints.extend(&by_facts[facts]);
            let hints = first..guide.hints.len() as u32;
            guide.patterns.push(Pattern { missing: facts.len() as u32, place: 0, hints });
            if facts.is_empty() {
                guide.complete.push(guide.patterns.len() as u32 - 1);
            }
        }
        guide.index(&order);
        guide
    }

    /// Notes which patterns each fact belongs to.
    fn index(&mut self, patterns: &[&[Fact]]) {
        let facts = patterns.iter().flat_map(|facts| facts.iter());
        let count = facts.map(|fact| fact.0 as usize + 1).max().unwrap_or(0);
        let mut of_facts: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (pattern, facts) in (0..).zip(patterns) {
            facts.iter().for_each(|fact| of_facts[fact.0 as usize].push(pattern));
        }
        for patterns in of_facts {
            let first = self.members.len() as u32;
            self.members.extend(patterns);
            self.ranges.push(first..self.members.len() as u32);
        }
    }

    /// How often a role looks at features.
    pub fn share(&self, role: Role) -> f64 {
        self.shares[role.0 as usize]
    }

    /// Goes on to a state.
    pub fn look(&mut self, machine: &dyn Machine, state: &State) {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            let Some(range) = self.ranges.get(fact.0 as usize) else { continue };
            for member in range.start..range.end {
                let pattern = self.members[member as usize];
                match is_true {
                    true => self.gain(pattern),
                    false => self.lose(pattern),
                }
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
    }

    /// A fact of a pattern has become true.
    fn gain(&mut self, number: u32) {
        let pattern = &mut self.patterns[number as usize];
        pattern.missing -= 1;
        if pattern.missing == 0 {
            pattern.place = self.complete.len() as u32;
            self.complete.push(number);
        }
    }

    /// A fact of a pattern is no longer true.
    fn lose(&mut self, number: u32) {
        let pattern = &mut self.patterns[number as usize];
        pattern.missing += 1;
        if pattern.missing == 1 {
            let place = pattern.place as usize;
            self.complete.swap_remove(place);
            if let Some(&moved) = self.complete.get(place) {
                self.patterns[moved as usize].place = place as u32;
            }
        }
    }

    /// Values a role's legal moves, which are in ascending order, in the present state.
    pub fn value(&self, role: Role, legal: &[Move], values: &mut Vec<f64>) -> Advice {
        let mut advice = Advice::None;
        for &number in &self.complete {
            let Pattern { hints, .. } = &self.patterns[number as usize];
            for hint in &self.hints[hints.start as usize..hints.end as usize] {
                if hint.role != role {
                    continue;
                }
                let Ok(index) = legal.binary_search(&hint.action) else { continue };
                if advice == Advice::None {
                    values.clear();
                    values.resize(legal.len(), 0.0);
                    advice = Advice::Some;
                }
                values[index] = stronger(values[index], hint.value);
                if hint.value == f64::INFINITY {
                    advice = Advice::Now;
                }
            }
        }
        advice
    }
}

/// What counts of two values of a move: the better one if either is good, and else the worse one.
fn stronger(one: f64, other: f64) -> f64 {
    if one.max(other) > 0.0 { one.max(other) } else { one.min(other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use circuit::CircuitMachine;
    use learn::gifl::{Feature, Trainer, Training};
    use rand::RngExt;

    fn machine(name: &str) -> Box<dyn Machine> {
        let rules = library::find(name).expect("it is bundled").rules();
        let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
        Box::new(CircuitMachine::new(&rules, &circuit::Limits::default()).expect("it is small"))
    }

    fn settings() -> GiflSettings {
        GiflSettings {
            file: None,
            runs: 100,
            levels: 3,
            losing: false,
            decay: 0.5,
            temperature: 20.0,
            own: 1.0,
            other: 0.5,
            frequency: 0.0,
            least: 1,
        }
    }

    /// What features say, each looked at by itself.
    fn plainly(features: &Features, facts: &[Fact], role: Role, legal: &[Move]) -> Vec<f64> {
        let holds = |feature: &&Feature| {
            feature.role == role && feature.facts.iter().all(|fact| facts.contains(fact))
        };
        let mut values = vec![0.0; legal.len()];
        for feature in features.iter().map(|(feature, _)| feature).filter(holds) {
            let value = match feature.level {
                1 => f64::INFINITY,
                level => 100.0 * 0.5f64.powi(level as i32 - 1),
            };
            for (index, _) in
                legal.iter().enumerate().filter(|(_, action)| feature.moves.contains(action))
            {
                values[index] = f64::max(values[index], value);
            }
        }
        values
    }

    #[test]
    fn counting_finds_what_looking_at_every_feature_finds() {
        for name in ["tic-tac-toe", "connect-four", "breakthrough"] {
            let mut machine = machine(name);
            let mut trainer = Trainer::new(machine.fork(), Training::default(), 2).unwrap();
            while trainer.runs() < 100 {
                trainer.run(&|| true).unwrap();
            }
            let features = trainer.features();
            let mut guide = Guide::new(features, &settings(), Role(0));
            let (mut random, mut values, mut found) = (game::random(3), Vec::new(), 0);
            for _ in 0..20 {
                let mut state = machine.initial_state().unwrap();
                while !machine.terminal(&state).unwrap() {
                    guide.look(&*machine, &state);
                    let facts = machine.facts(&state);
                    let mut joint = Vec::new();
                    for role in [Role(0), Role(1)] {
                        let mut legal = Vec::new();
                        machine.legal(&state, role, &mut legal).unwrap();
                        let expected = plainly(features, &facts, role, &legal);
                        let advice = guide.value(role, &legal, &mut values);
                        let most = expected.iter().copied().fold(0.0, f64::max);
                        let said = match most {
                            0.0 => Advice::None,
                            f64::INFINITY => Advice::Now,
                            _ => Advice::Some,
                        };
                        assert_eq!(advice, said, "{name}");
                        assert!(advice == Advice::None || values == expected, "{name}");
                        found += usize::from(advice != Advice::None);
                        joint.push(legal[random.random_range(0..legal.len())]);
                    }
                    let mut next = State::default();
                    machine.next(&state, &joint, &mut next).unwrap();
                    state = next;
                }
            }
            assert!(found > 20, "{name}: {found}");
        }
    }

    #[test]
    fn how_often_a_feature_was_found_can_count() {
        let mut features = Features::default();
        let feature = |level, action, kind| {
            let (role, facts) = (Role(0), vec![Fact(level)]);
            Feature { level, kind, role, facts, moves: vec![Move(action)] }
        };
        features.add(feature(2, 1, Kind::Offensive), 1);
        features.add(feature(3, 2, Kind::Defensive), 4);
        features.add(feature(4, 3, Kind::Losing), 2);
        let value = |settings: &GiflSettings| {
            let guide = Guide::new(&features, settings, Role(1));
            guide.hints.iter().map(|hint| hint.value).collect::<Vec<f64>>()
        };
        assert_eq!(value(&settings()), [50.0, 25.0, -12.5]);
        let frequency = GiflSettings { frequency: 0.5, ..settings() };
        assert_eq!(value(&frequency), [25.0, 25.0, -12.5]);
        let least = GiflSettings { least: 2, ..settings() };
        assert_eq!(value(&least), [25.0, -12.5]);
        let guide = Guide::new(&features, &settings(), Role(1));
        assert_eq!((guide.share(Role(0)), guide.share(Role(1))), (0.5, 1.0));
    }

    #[test]
    fn good_counts_more_than_bad() {
        assert_eq!(stronger(-100.0, 25.0), 25.0);
        assert_eq!(stronger(0.0, -50.0), -50.0);
        assert_eq!(stronger(-50.0, -100.0), -100.0);
        assert_eq!(stronger(50.0, f64::INFINITY), f64::INFINITY);
    }
}
