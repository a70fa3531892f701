//! Features that say which moves matter where (GIFL, document 004): they guide playouts (figure 9), and what they say together is
//! an evaluation of states.
//!
//! Features are matched by counting: each set of facts knows how many of its facts are missing, and only facts that change from
//! one state to the next are looked at. Facts that belong to many sets, as whose turn it is, would keep all of them counting; they
//! are looked up when the others are there. What is won by one role is prevented by the other, so many sets differ in such facts alone: the
//! others are counted once for all of them (4,248 memberships become 2,368 in connect four). The document lost up to 80 % of its simulations
//! to matching.

use super::GiflSettings;
use game::{Fact, Machine, Move, Role, State};
use hashbrown::HashMap;
use learn::gifl::{Features, Kind};
use std::ops::Range;

/// How likely moves are that win, in comparison with moves that features do not know: they are made.
const WINS: f64 = f64::INFINITY;
/// How likely moves are that keep the other side from winning, if moves that win come first.
const PREVENTS: f64 = f64::MAX;
/// No other move is likelier.
const LIKELIEST: f64 = 1e30;

/// Facts that belong to a greater share of all sets are looked up instead of counted.
const COMMON: f64 = 0.1;

/// No more facts of a pattern are counted.
const MOST_COUNTED: usize = 250;

/// A move that matters, and how much.
#[derive(Clone, Copy)]
struct Hint {
    action: Move,
    /// How likely it is to be made, in comparison with moves that features do not know.
    weight: f64,
}

/// Facts that are counted together.
#[derive(Clone, Default)]
struct Core {
    /// Where it is among those that miss none, then.
    place: u32,
    /// The patterns of each role that have these facts, as ranges.
    patterns: [Range<u32>; 2],
}

/// Some facts, and the moves of a role that matter when all of them are true.
#[derive(Clone)]
struct Pattern {
    /// The facts that are looked up, as a range.
    common: Range<u32>,
    /// Its hints, as a range.
    hints: Range<u32>,
    /// What it says about the role's chances: good, if there is something to be won, and bad, if something is to be prevented.
    worth: f64,
}

/// Features that follow play from state to state.
#[derive(Clone)]
pub struct Guide {
    cores: Vec<Core>,
    patterns: Vec<Pattern>,
    /// How many of the facts that are counted are not true in the present state, for each core. They are kept together,
    /// because most changes of a fact change nothing else.
    missing: Vec<u8>,
    hints: Vec<Hint>,
    /// The facts that are looked up.
    common: Vec<Fact>,
    /// The cores that each fact is counted in, as ranges of `members`.
    ranges: Vec<Range<u32>>,
    members: Vec<u32>,
    /// Which facts are true, as far as patterns have them.
    is_true: Vec<bool>,
    /// The cores that miss nothing.
    complete: Vec<u32>,
    /// Where each move is among the legal ones while they are valued, and `NOWHERE` otherwise.
    places: Vec<u32>,
    state: State,
    changes: Vec<(Fact, bool)>,
    home: Home,
    /// How often each role looks at features.
    shares: [f64; 2],
}

/// What is known of a state that is come back to again and again: the way back would be long.
#[derive(Clone, Default)]
struct Home {
    missing: Vec<u8>,
    is_true: Vec<bool>,
    complete: Vec<u32>,
    state: State,
}

/// A move that is not legal.
const NOWHERE: u32 = u32::MAX;

/// What features say about moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Nothing.
    None,
    /// Some moves are better or worse than others.
    Some,
    /// One of the moves of the greatest weight is to be made now.
    Now,
}

impl Guide {
    /// Of a player of this role.
    pub fn new(features: &Features, settings: &GiflSettings, role: Role) -> Guide {
        let sets = Sets::of(features, settings);
        let uses = sets.uses();
        let limit = (COMMON * sets.order.len() as f64) as usize;
        let is_common = |fact: &Fact| uses[fact.0 as usize] > limit;
        let mut guide = Guide {
            cores: Vec::new(),
            patterns: Vec::new(),
            missing: Vec::new(),
            hints: Vec::new(),
            common: Vec::new(),
            ranges: Vec::new(),
            members: Vec::new(),
            is_true: vec![false; uses.len()],
            complete: Vec::new(),
            places: Vec::new(),
            state: State::default(),
            changes: Vec::new(),
            home: Home::default(),
            shares: [settings.other; 2],
        };
        guide.shares[role.0 as usize] = settings.own;
        // The facts that are counted, each time with the sets that have them and what those look up.
        let mut places: HashMap<Vec<Fact>, usize> = HashMap::new();
        let mut cores: Vec<(Vec<Fact>, Vec<Member>)> = Vec::new();
        for set in &sets.order {
            let (mut rare, mut others): (Vec<Fact>, Vec<Fact>) =
                set.1.iter().partition(|fact| !is_common(fact));
            rare.sort_unstable();
            others.extend(rare.split_off(rare.len().min(MOST_COUNTED)));
            let place = *places.entry(rare.clone()).or_insert_with(|| {
                cores.push((rare, Vec::new()));
                cores.len() - 1
            });
            cores[place].1.push((set, others));
        }
        let mut counted: Vec<Vec<u32>> = vec![Vec::new(); uses.len()];
        for (number, (facts, its)) in (0..).zip(cores) {
            facts.iter().for_each(|fact| counted[fact.0 as usize].push(number));
            guide.missing.push(facts.len() as u8 + 1);
            let mut core = Core::default();
            for role in 0..2 {
                let first = guide.patterns.len() as u32;
                for (set, others) in its.iter().filter(|(set, _)| set.0.0 == role) {
                    guide.add(&sets.said[*set], others);
                }
                core.patterns[role as usize] = first..guide.patterns.len() as u32;
            }
            guide.cores.push(core);
            guide.gain(number);
        }
        for cores in counted {
            let first = guide.members.len() as u32;
            guide.members.extend(cores);
            guide.ranges.push(first..guide.members.len() as u32);
        }
        let moves = guide.hints.iter().map(|hint| hint.action.0 as usize + 1).max();
        guide.places.resize(moves.unwrap_or(0), NOWHERE);
        guide.settle();
        guide
    }

    /// Adds a pattern that looks these facts up.
    fn add(&mut self, said: &Said, looked_up: &[Fact]) {
        let firsts = (self.hints.len() as u32, self.common.len() as u32);
        self.hints.extend(&said.hints);
        self.common.extend(looked_up);
        self.patterns.push(Pattern {
            common: firsts.1..self.common.len() as u32,
            hints: firsts.0..self.hints.len() as u32,
            worth: said.worth,
        });
    }

    /// Goes on to a state that others will be near to.
    pub fn move_home(&mut self, machine: &dyn Machine, state: &State) {
        self.look(machine, state);
        self.settle();
    }

    fn settle(&mut self) {
        let Guide { missing, is_true, complete, state, home, .. } = self;
        home.missing.clone_from(missing);
        home.is_true.clone_from(is_true);
        home.complete.clone_from(complete);
        home.state.clone_from(state);
    }

    /// Goes to a state that is near home.
    pub fn start(&mut self, machine: &dyn Machine, state: &State) {
        if self.state == *state {
            return;
        }
        let Guide { cores, missing, is_true, complete, home, .. } = self;
        missing.copy_from_slice(&home.missing);
        is_true.copy_from_slice(&home.is_true);
        complete.clone_from(&home.complete);
        for (place, &core) in (0..).zip(complete.iter()) {
            cores[core as usize].place = place;
        }
        self.state.clone_from(&self.home.state);
        self.look(machine, state);
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
            let Some(known) = self.is_true.get_mut(fact.0 as usize) else { continue };
            *known = is_true;
            let range = self.ranges[fact.0 as usize].clone();
            for member in range {
                let core = self.members[member as usize];
                match is_true {
                    true => self.gain(core),
                    false => self.lose(core),
                }
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
    }

    /// A core misses one fact less.
    fn gain(&mut self, number: u32) {
        let missing = &mut self.missing[number as usize];
        *missing -= 1;
        if *missing == 0 {
            self.cores[number as usize].place = self.complete.len() as u32;
            self.complete.push(number);
        }
    }

    /// A core misses one fact more.
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

    /// How likely a role's legal moves are in the present state. The weights are written unless nothing is said about them.
    pub fn weigh(&mut self, role: Role, legal: &[Move], weights: &mut Vec<f64>) -> Advice {
        let Guide { cores, patterns, hints, common, is_true, complete, places, .. } = self;
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
            for hint in part(hints, &pattern.hints) {
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

    /// What features say about a role's chances in the present state, from below 0 for bad to above 0 for good.
    pub fn chances(&self, role: Role) -> f64 {
        let own = |&core: &u32| &self.cores[core as usize].patterns[role.0 as usize];
        let patterns = self.complete.iter().flat_map(|core| part(&self.patterns, own(core)));
        let is_true = |fact: &Fact| self.is_true[fact.0 as usize];
        let holds = |pattern: &&Pattern| part(&self.common, &pattern.common).iter().all(is_true);
        patterns.filter(holds).map(|pattern| pattern.worth).sum()
    }
}

/// What features say together.
#[derive(Default)]
struct Said {
    hints: Vec<Hint>,
    /// About the role's chances.
    worth: f64,
}

/// A role and facts.
type Set<'a> = (Role, &'a [Fact]);

/// A set, and which of its facts are looked up.
type Member<'s, 'a> = (&'s Set<'a>, Vec<Fact>);

/// Features with the same facts and role, together.
#[derive(Default)]
struct Sets<'a> {
    said: HashMap<Set<'a>, Said>,
    /// In the order in which they were found.
    order: Vec<Set<'a>>,
}

impl<'a> Sets<'a> {
    fn of(features: &'a Features, settings: &GiflSettings) -> Sets<'a> {
        let mut sets = Sets::default();
        let kept = features.iter().filter(|(_, count)| *count >= settings.least);
        let most = features.iter().map(|(_, count)| count).max().unwrap_or(1);
        for (feature, count) in kept {
            let set = (feature.role, feature.facts.as_slice());
            let said = sets.said.entry(set).or_insert_with(|| {
                sets.order.push(set);
                Default::default()
            });
            let (value, share) = (settings.value(feature.level), settings.share(count, most));
            let gibbs = |value: f64| (value / settings.temperature).exp().min(LIKELIEST);
            let weight = match (feature.level, feature.kind) {
                (..=1, Kind::Defensive) if settings.wins_first => PREVENTS,
                (..=1, Kind::Offensive | Kind::Defensive) => WINS,
                (_, Kind::Offensive | Kind::Defensive) => gibbs(value * share),
                (_, Kind::Losing) => gibbs(-value),
            };
            said.hints.extend(feature.moves.iter().map(|&action| Hint { action, weight }));
            said.worth += match feature.kind {
                Kind::Offensive => value * share,
                Kind::Defensive | Kind::Losing => -value * share,
            };
        }
        sets
    }

    /// In how many sets each fact is.
    fn uses(&self) -> Vec<usize> {
        let facts = || self.order.iter().flat_map(|(_, facts)| facts.iter());
        let count = facts().map(|fact| fact.0 as usize + 1).max().unwrap_or(0);
        let mut uses = vec![0; count];
        facts().for_each(|fact| uses[fact.0 as usize] += 1);
        uses
    }
}

fn part<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    &all[range.start as usize..range.end as usize]
}

/// Notes something about all moves that there is room for: those without hints do not matter.
fn note(places: &mut [u32], legal: &[Move], what: impl Fn(usize) -> u32) {
    for (index, action) in legal.iter().enumerate() {
        if let Some(place) = places.get_mut(action.0 as usize) {
            *place = what(index);
        }
    }
}

/// What counts of two weights of a move: the greater one if either is good, and else the smaller one.
fn stronger(one: f64, other: f64) -> f64 {
    if one.max(other) > 1.0 { one.max(other) } else { one.min(other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::machine;
    use learn::gifl::{Feature, Trainer, Training};
    use rand::RngExt;

    fn settings() -> GiflSettings {
        GiflSettings {
            file: None,
            runs: 100,
            trials: 0,
            levels: 3,
            losing: false,
            changes: true,
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

    /// What features say, each looked at by itself.
    fn plainly(features: &Features, facts: &[Fact], role: Role, legal: &[Move]) -> Vec<f64> {
        let holds = |feature: &&Feature| {
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
            let mut machine = machine(name);
            let mut trainer = Trainer::new(machine.fork(), Training::default(), 2).unwrap();
            while trainer.runs() < 100 {
                trainer.run(&|| true).unwrap();
            }
            let features = trainer.features();
            let mut guide = Guide::new(features, &settings(), Role(0));
            let (mut random, mut weights, mut found) = (game::random(3), Vec::new(), 0);
            for _ in 0..20 {
                let mut state = machine.initial_state().unwrap();
                for number in 0.. {
                    if machine.terminal(&state).unwrap() {
                        break;
                    }
                    // From the end of the last game by way of the home that was made in it, and a new home later.
                    match number {
                        0 => guide.start(&*machine, &state),
                        3 => guide.move_home(&*machine, &state),
                        _ => guide.look(&*machine, &state),
                    }
                    let facts = machine.facts(&state);
                    let mut joint = Vec::new();
                    for role in [Role(0), Role(1)] {
                        let mut legal = Vec::new();
                        machine.legal(&state, role, &mut legal).unwrap();
                        let expected = plainly(features, &facts, role, &legal);
                        let advice = guide.weigh(role, &legal, &mut weights);
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
            let value = |hint: &Hint| (20.0 * hint.weight.ln() * 1e6).round() / 1e6;
            guide.hints.iter().map(value).collect::<Vec<f64>>()
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
        assert_eq!(stronger(0.1, 25.0), 25.0);
        assert_eq!(stronger(1.0, 0.5), 0.5);
        assert_eq!(stronger(0.5, 0.1), 0.1);
        assert_eq!(stronger(50.0, f64::INFINITY), f64::INFINITY);
    }
}
