//! Matching of features: the weights of moves in a state, for playouts (`gifl`, figure 9), and the chances of the
//! roles, for evaluations.
//!
//! Features are matched by counting: each set of facts counts how many of its facts are missing, and only facts that
//! change from one state to the next are looked at. Facts that belong to many sets, such as whose turn it is, would
//! change many counts; they are looked up when all others are there. What is won by one role is prevented by the other,
//! so that many sets differ in such facts alone: the other facts are counted once for all of them (4,248 memberships
//! become 2,368 in connect four). The document lost up to 80 % of its simulations to matching.

use super::GuidanceSettings;
use super::feature_sets::{Member, MoveWeight, PREVENTS, SetContent, Sets};
use game::{Fact, Machine, Move, Role, State};
use hashbrown::HashMap;
use learn::gifl::GiflFeatures;
use std::ops::Range;

/// Share of all sets above which a fact is looked up instead of counted.
const COMMON: f64 = 0.1;

/// Largest number of facts of a pattern that are counted.
const MAX_COUNTED: usize = 250;

/// Facts that are counted together.
#[derive(Clone, Default)]
struct Core {
    /// Index in the list of complete cores, while it is complete.
    place: u32,
    /// Patterns of each role with these facts, as ranges.
    patterns: [Range<u32>; 2],
}

/// The facts of a set, with the weights of moves while all of them are true.
#[derive(Clone)]
struct Pattern {
    /// Facts that are looked up, as a range.
    common: Range<u32>,
    /// Weights of moves, as a range.
    weights: Range<u32>,
    /// Part in the chances of the role.
    chances: f64,
}

/// Finds the features that hold in the states of a game, one state after the other.
#[derive(Clone)]
pub struct FeatureMatcher {
    cores: Vec<Core>,
    patterns: Vec<Pattern>,
    /// Number of facts of each core that are not true in the present state. They are kept together, because most
    /// changes of a fact change nothing else.
    missing: Vec<u8>,
    weights: Vec<MoveWeight>,
    /// Facts that are looked up.
    common: Vec<Fact>,
    /// Cores in which each fact is counted, as ranges of `members`.
    ranges: Vec<Range<u32>>,
    members: Vec<u32>,
    /// Whether each fact is true, as far as patterns have it.
    is_true: Vec<bool>,
    /// Cores whose facts are all true.
    complete: Vec<u32>,
    /// Index of each move among the legal ones while these are weighed, and `NOWHERE` otherwise.
    places: Vec<u32>,
    state: State,
    changes: Vec<(Fact, bool)>,
    snapshot: Snapshot,
    /// Probability that each role follows features.
    shares: [f64; 2],
}

/// The counts of the state from which simulations start, to which the matcher returns without counting back.
#[derive(Clone, Default)]
struct Snapshot {
    missing: Vec<u8>,
    is_true: Vec<bool>,
    complete: Vec<u32>,
    state: State,
}

/// Index of a move that is not legal.
const NOWHERE: u32 = u32::MAX;

/// Advice of features on the legal moves of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// No feature of the role holds.
    None,
    /// Some moves have other weights than the rest.
    Some,
    /// One of the moves of the largest weight has to be made now.
    Now,
}

impl FeatureMatcher {
    /// Creates the matcher for a player of this role.
    pub fn new(features: &GiflFeatures, settings: &GuidanceSettings, role: Role) -> FeatureMatcher {
        let sets = Sets::of(features, settings);
        let uses = sets.uses();
        let limit = (COMMON * sets.order.len() as f64) as usize;
        let is_common = |fact: &Fact| uses[fact.0 as usize] > limit;
        let mut matcher = FeatureMatcher {
            cores: Vec::new(),
            patterns: Vec::new(),
            missing: Vec::new(),
            weights: Vec::new(),
            common: Vec::new(),
            ranges: Vec::new(),
            members: Vec::new(),
            is_true: vec![false; uses.len()],
            complete: Vec::new(),
            places: Vec::new(),
            state: State::default(),
            changes: Vec::new(),
            snapshot: Snapshot::default(),
            shares: [settings.other; 2],
        };
        matcher.shares[role.0 as usize] = settings.own;
        // The facts that are counted, with the sets that have them and the facts that those look up.
        let mut places: HashMap<Vec<Fact>, usize> = HashMap::new();
        let mut cores: Vec<(Vec<Fact>, Vec<Member>)> = Vec::new();
        for set in &sets.order {
            let (mut rare, mut others): (Vec<Fact>, Vec<Fact>) =
                set.1.iter().partition(|fact| !is_common(fact));
            rare.sort_unstable();
            others.extend(rare.split_off(rare.len().min(MAX_COUNTED)));
            let place = *places.entry(rare.clone()).or_insert_with(|| {
                cores.push((rare, Vec::new()));
                cores.len() - 1
            });
            cores[place].1.push((set, others));
        }
        let mut counted: Vec<Vec<u32>> = vec![Vec::new(); uses.len()];
        for (number, (facts, its)) in (0..).zip(cores) {
            facts.iter().for_each(|fact| counted[fact.0 as usize].push(number));
            matcher.missing.push(facts.len() as u8 + 1);
            let mut core = Core::default();
            for role in 0..2 {
                let first = matcher.patterns.len() as u32;
                for (set, others) in its.iter().filter(|(set, _)| set.0.0 == role) {
                    matcher.add(&sets.content[*set], others);
                }
                core.patterns[role as usize] = first..matcher.patterns.len() as u32;
            }
            matcher.cores.push(core);
            matcher.gain(number);
        }
        for cores in counted {
            let first = matcher.members.len() as u32;
            matcher.members.extend(cores);
            matcher.ranges.push(first..matcher.members.len() as u32);
        }
        let moves = matcher.weights.iter().map(|it| it.action.0 as usize + 1).max();
        matcher.places.resize(moves.unwrap_or(0), NOWHERE);
        matcher.settle();
        matcher
    }

    /// Adds a pattern that looks up these facts.
    fn add(&mut self, content: &SetContent, looked_up: &[Fact]) {
        let firsts = (self.weights.len() as u32, self.common.len() as u32);
        self.weights.extend(&content.weights);
        self.common.extend(looked_up);
        self.patterns.push(Pattern {
            common: firsts.1..self.common.len() as u32,
            weights: firsts.0..self.weights.len() as u32,
            chances: content.chances,
        });
    }

    /// Goes on to a state, and makes it the one from which simulations start.
    pub fn set_snapshot(&mut self, machine: &dyn Machine, state: &State) {
        self.advance(machine, state);
        self.settle();
    }

    fn settle(&mut self) {
        let FeatureMatcher { missing, is_true, complete, state, snapshot, .. } = self;
        snapshot.missing.clone_from(missing);
        snapshot.is_true.clone_from(is_true);
        snapshot.complete.clone_from(complete);
        snapshot.state.clone_from(state);
    }

    /// Goes to a state that is near the snapshot.
    pub fn start(&mut self, machine: &dyn Machine, state: &State) {
        if self.state == *state {
            return;
        }
        let FeatureMatcher { cores, missing, is_true, complete, snapshot, .. } = self;
        missing.copy_from_slice(&snapshot.missing);
        is_true.copy_from_slice(&snapshot.is_true);
        complete.clone_from(&snapshot.complete);
        for (place, &core) in (0..).zip(complete.iter()) {
            cores[core as usize].place = place;
        }
        self.state.clone_from(&self.snapshot.state);
        self.advance(machine, state);
    }

    /// Returns the probability that a role follows features.
    pub fn share(&self, role: Role) -> f64 {
        self.shares[role.0 as usize]
    }

    /// Goes on to a state.
    pub fn advance(&mut self, machine: &dyn Machine, state: &State) {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            let Some(known) = self.is_true.get_mut(fact.0 as usize) else { continue };
            *known = is_true;
            let range = self.ranges[fact.0 as usize].clone();
            for member in range {
                let core = self.members[member as usize];
                if is_true {
                    self.gain(core);
                } else {
                    self.lose(core);
                }
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
    }

    /// Counts a fact of a core that has become true.
    fn gain(&mut self, number: u32) {
        let missing = &mut self.missing[number as usize];
        *missing -= 1;
        if *missing == 0 {
            self.cores[number as usize].place = self.complete.len() as u32;
            self.complete.push(number);
        }
    }

    /// Counts a fact of a core that has become false.
    fn lose(&mut self, number: u32) {
        let missing = &mut self.missing[number as usize];
        *missing += 1;
        if *missing == 1 {
            let place = self.cores[number as usize].place;
            self.complete.swap_remove(place as usize);
            if let Some(&moved) = self.complete.get(place as usize) {
                self.cores[moved as usize].place = place;
            }
        }
    }

    /// Writes the weights of a role's legal moves in the present state, unless no feature holds.
    pub fn weigh(&mut self, role: Role, legal: &[Move], weights: &mut Vec<f64>) -> Advice {
        let FeatureMatcher {
            cores,
            patterns,
            weights: known,
            common,
            is_true,
            complete,
            places,
            ..
        } = self;
        let mut advice = Advice::None;
        let own = |&core: &u32| part(patterns, &cores[core as usize].patterns[role.0 as usize]);
        for pattern in complete.iter().flat_map(own) {
            if !part(common, &pattern.common).iter().all(|fact| is_true[fact.0 as usize]) {
                continue;
            }
            if advice == Advice::None {
                weights.clear();
                weights.resize(legal.len(), 1.0);
                note(places, legal, |index| index as u32);
                advice = Advice::Some;
            }
            for hint in part(known, &pattern.weights) {
                let place = places[hint.action.0 as usize];
                if place != NOWHERE {
                    let weight = &mut weights[place as usize];
                    *weight = stronger(*weight, hint.weight);
                }
            }
        }
        if advice == Advice::None {
            return advice;
        }
        note(places, legal, |_| NOWHERE);
        match weights.iter().copied().fold(0.0, f64::max) {
            PREVENTS.. => Advice::Now,
            _ if weights.iter().all(|&weight| weight == 1.0) => Advice::None,
            _ => Advice::Some,
        }
    }

    /// Returns the chances of a role in the present state: above 0 if they are good, below 0 if they are bad.
    pub fn chances(&self, role: Role) -> f64 {
        let own = |&core: &u32| &self.cores[core as usize].patterns[role.0 as usize];
        let patterns = self.complete.iter().flat_map(|core| part(&self.patterns, own(core)));
        let is_true = |fact: &Fact| self.is_true[fact.0 as usize];
        let holds = |pattern: &&Pattern| part(&self.common, &pattern.common).iter().all(is_true);
        patterns.filter(holds).map(|pattern| pattern.chances).sum()
    }
}

fn part<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    &all[range.start as usize..range.end as usize]
}

/// Sets the index of every legal move, or removes it; moves without features have none.
fn note(places: &mut [u32], legal: &[Move], what: impl Fn(usize) -> u32) {
    for (index, action) in legal.iter().enumerate() {
        if let Some(place) = places.get_mut(action.0 as usize) {
            *place = what(index);
        }
    }
}

/// Returns the stronger of two weights of a move: the larger one if either is above 1, and otherwise the smaller one.
fn stronger(one: f64, other: f64) -> f64 {
    if one.max(other) > 1.0 { one.max(other) } else { one.min(other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::MachineExt;
    use learn::gifl::{FeatureKind, GiflFeature, GiflTrainer, GiflTraining};
    use rand::RngExt;

    fn settings() -> GuidanceSettings {
        GuidanceSettings {
            wins_first: false,
            tree: 0,
            decay: 0.5,
            temperature: 20.0,
            own: 1.0,
            other: 0.5,
            frequency: 0.0,
            least: 1,
        }
    }

    /// Returns the weights of moves, computed feature by feature.
    fn plainly(features: &GiflFeatures, facts: &[Fact], role: Role, legal: &[Move]) -> Vec<f64> {
        let holds = |feature: &&GiflFeature| {
            feature.role == role && feature.facts.iter().all(|fact| facts.contains(fact))
        };
        let mut weights = vec![1.0; legal.len()];
        for feature in features.iter().map(|(feature, _)| feature).filter(holds) {
            let weight = match feature.level {
                1 => f64::INFINITY,
                level => (5.0 * 0.5f64.powi(level as i32 - 1)).exp(),
            };
            for (index, _) in
                legal.iter().enumerate().filter(|(_, action)| feature.moves.contains(action))
            {
                weights[index] = f64::max(weights[index], weight);
            }
        }
        weights
    }

    #[test]
    fn counting_finds_what_looking_at_every_feature_finds() {
        for name in ["tic-tac-toe", "connect-four", "breakthrough"] {
            let mut machine = oracle::machine(name);
            let mut trainer = GiflTrainer::new(machine.fork(), GiflTraining::default(), 2).unwrap();
            while trainer.runs() < 100 {
                trainer.run(&|| true).unwrap();
            }
            let features = trainer.features();
            let mut matcher = FeatureMatcher::new(features, &settings(), Role(0));
            let (mut random, mut weights, mut found) = (game::random(3), Vec::new(), 0);
            for _ in 0..20 {
                let mut state = machine.initial_state().unwrap();
                for number in 0.. {
                    if machine.terminal(&state).unwrap() {
                        break;
                    }
                    // From the end of the last game to the snapshot that was made in it, and a new snapshot later.
                    match number {
                        0 => matcher.start(&machine, &state),
                        3 => matcher.set_snapshot(&machine, &state),
                        _ => matcher.advance(&machine, &state),
                    }
                    let facts = machine.facts(&state);
                    let mut joint = Vec::new();
                    for role in [Role(0), Role(1)] {
                        let mut legal = Vec::new();
                        machine.legal(&state, role, &mut legal).unwrap();
                        let expected = plainly(features, &facts, role, &legal);
                        let advice = matcher.weigh(role, &legal, &mut weights);
                        let most = expected.iter().copied().fold(0.0, f64::max);
                        let said = match most {
                            1.0 => Advice::None,
                            f64::INFINITY => Advice::Now,
                            _ => Advice::Some,
                        };
                        assert_eq!(advice, said, "{name}");
                        assert!(advice == Advice::None || weights == expected, "{name}");
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
    fn the_frequency_of_a_feature_can_count() {
        let mut features = GiflFeatures::default();
        let feature = |level, action, kind| {
            let (role, facts) = (Role(0), vec![Fact(level)]);
            GiflFeature { level, kind, role, facts, moves: vec![Move(action)] }
        };
        features.add(feature(2, 1, FeatureKind::Offensive), 1);
        features.add(feature(3, 2, FeatureKind::Defensive), 4);
        features.add(feature(4, 3, FeatureKind::Losing), 2);
        let value = |settings: &GuidanceSettings| {
            let matcher = FeatureMatcher::new(&features, settings, Role(1));
            let value = |hint: &MoveWeight| (20.0 * hint.weight.ln() * 1e6).round() / 1e6;
            matcher.weights.iter().map(value).collect::<Vec<f64>>()
        };
        assert_eq!(value(&settings()), [50.0, 25.0, -12.5]);
        let frequency = GuidanceSettings { frequency: 0.5, ..settings() };
        assert_eq!(value(&frequency), [25.0, 25.0, -12.5]);
        let least = GuidanceSettings { least: 2, ..settings() };
        assert_eq!(value(&least), [25.0, -12.5]);
        let matcher = FeatureMatcher::new(&features, &settings(), Role(1));
        assert_eq!((matcher.share(Role(0)), matcher.share(Role(1))), (0.5, 1.0));
    }

    #[test]
    fn good_counts_more_than_bad() {
        assert_eq!(stronger(0.1, 25.0), 25.0);
        assert_eq!(stronger(1.0, 0.5), 0.5);
        assert_eq!(stronger(0.5, 0.1), 0.1);
        assert_eq!(stronger(50.0, f64::INFINITY), f64::INFINITY);
    }
}
