//! Facts that exclude each other and facts that stay on: what is claimed of known games, that nothing is claimed that
//! is not always so, and that lanes which rely on it play the same games.

use circuit::exclusions::{Exclusions, latches};
use circuit::lanes::code::{Backend, Code, Scratch};
use circuit::lanes::random::LaneRandom;
use circuit::lanes::step::{self, Plan, Refill};
use circuit::lanes::transpose::{get, put};
use circuit::lanes::word::{LANES, Word};
use circuit::lanes::{Lanes, WEIGHT_BITS, Weights};
use circuit::phases::Phases;
use circuit::{CircuitMachine, Limits};
use game::playout::random_step;
use game::{Fact, Machine, Move, Role, State};
use std::collections::{BTreeMap, BTreeSet};

fn machine(sheet: &[u8]) -> CircuitMachine {
    let rules = gdl::check("sheet", sheet).rules.expect("the sheet has no error");
    CircuitMachine::new(&rules, &Limits::default()).expect("the rules can be grounded")
}

fn bundled(name: &str) -> CircuitMachine {
    machine(library::find(name).expect("it is bundled").rules().as_bytes())
}

/// The groups, in KIF.
fn groups(machine: &mut CircuitMachine) -> BTreeSet<BTreeSet<String>> {
    let exclusions = Exclusions::find(machine).unwrap();
    let text = |group: &Vec<Fact>| group.iter().map(|&fact| machine.fact_text(fact)).collect();
    exclusions.groups().iter().map(text).collect()
}

fn latch_texts(machine: &mut CircuitMachine) -> BTreeSet<String> {
    let exclusions = Exclusions::find(machine).unwrap();
    let latches = latches(machine, &exclusions).unwrap();
    latches.into_iter().map(|fact| machine.fact_text(fact)).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.into_iter().map(str::to_owned).collect()
}

#[test]
fn a_square_of_tic_tac_toe_holds_one_mark_for_good() {
    let mut machine = bundled("tic-tac-toe");
    let groups = groups(&mut machine);
    assert_eq!(groups.len(), 10, "{groups:?}");
    assert!(groups.contains(&set(["(cell 1 1 b)", "(cell 1 1 x)", "(cell 1 1 o)"])));
    let control = groups.iter().find(|group| group.iter().any(|fact| fact.contains("control")));
    assert_eq!(control.map(BTreeSet::len), Some(2));
    let latches = latch_texts(&mut machine);
    assert_eq!(latches.len(), 18, "{latches:?}");
    assert!(latches.iter().all(|fact| fact.ends_with(" x)") || fact.ends_with(" o)")));
}

#[test]
fn squares_of_other_games_hold_one_thing_too() {
    for (name, squares) in [("connect-four", 42), ("breakthrough", 64), ("minichess", 16)] {
        let groups = groups(&mut bundled(name));
        let cells =
            groups.iter().filter(|group| group.iter().all(|fact| !fact.contains("control")));
        assert!(cells.count() >= squares, "{name}: {groups:?}");
    }
}

/// Both lamps are on only after six right moves in a row, of ten each time.
const RARE: &[u8] = b"
    (role you) (init (at 0)) (init (lamp red))
    (digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
    (<= (legal you (press ?d)) (digit ?d))
    (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m) (does you (press 7)))
    (<= (next (at 0)) (not (does you (press 7))))
    (<= (next (lamp red)) (true (lamp red)))
    (<= (next (lamp green)) (true (at 5)) (does you (press 7)))
    (<= terminal (true (at 6)))
    (goal you 100)";

#[test]
fn what_only_rarely_fails_is_not_claimed() {
    let mut machine = machine(RARE);
    let at = ["(at 0)", "(at 1)", "(at 2)", "(at 3)", "(at 4)", "(at 5)", "(at 6)"];
    assert_eq!(groups(&mut machine), BTreeSet::from([set(at)]));
}

/// Both roles move at once, and each has its own counter.
const BOTH_MOVE: &[u8] = b"
    (role left) (role right)
    (init (at left 0)) (init (at right 0))
    (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal ?r stay) (role ?r)) (<= (legal ?r go) (role ?r))
    (<= (next (at ?r ?n)) (true (at ?r ?n)) (does ?r stay))
    (<= (next (at ?r ?m)) (true (at ?r ?n)) (succ ?n ?m) (does ?r go))
    (<= terminal (true (at left 3)) (true (at right 3)))
    (goal left 50) (goal right 50)";

#[test]
fn groups_are_proven_where_all_roles_move() {
    let side = |side: &str| (0..4).map(|place| format!("(at {side} {place})")).collect();
    assert_eq!(groups(&mut machine(BOTH_MOVE)), BTreeSet::from([side("left"), side("right")]));
}

/// States of random play.
fn states_of_play(machine: &mut CircuitMachine, games: usize, seed: u64) -> Vec<State> {
    let mut random = game::random(seed);
    let mut states = Vec::new();
    for _ in 0..games {
        let mut state = State::default();
        machine.initial(&mut state).unwrap();
        for _ in 0..300 {
            states.push(state.clone());
            let Some(next) = random_step(machine, &state, &mut random).unwrap() else { break };
            state = next;
        }
    }
    states
}

#[test]
fn what_is_claimed_holds_in_play() {
    for game in library::games() {
        let mut machine = machine(game.rules().as_bytes());
        let exclusions = Exclusions::find(&mut machine).unwrap();
        let latches = latches(&mut machine, &exclusions).unwrap();
        let mut random = game::random(5);
        for state in states_of_play(&mut machine, 40, 77) {
            assert!(exclusions.hold_in(&state));
            if let Some(next) = random_step(&mut machine, &state, &mut random).unwrap() {
                let (before, after) = (machine.facts(&state), machine.facts(&next));
                let lost = |fact| before.contains(fact) && !after.contains(fact);
                assert!(!latches.iter().any(lost));
            }
        }
    }
}

/// A state of the game with a second piece of the same side on a square, and which belongs to a phase.
fn crowded(machine: &mut CircuitMachine) -> State {
    let exclusions = Exclusions::find(machine).unwrap();
    let mut initial = State::default();
    machine.initial(&mut initial).unwrap();
    let facts = machine.facts(&initial);
    let on = facts.iter().filter_map(|&fact| Some((fact, exclusions.group(fact)?)));
    let more = on.flat_map(|(fact, group)| {
        let others = exclusions.groups()[group].iter().filter(move |&&other| other != fact);
        others.map(|&other| [&facts[..], &[other]].concat())
    });
    let states: Vec<State> = more.map(|facts| machine.state(&facts)).collect();
    let state = states.into_iter().find(|state| machine.phase(state).is_some());
    let state = state.expect("some square is not known");
    assert!(!exclusions.hold_in(&state) && exclusions.hold_in(&initial));
    state
}

#[test]
fn a_state_that_breaks_a_group_is_played_out_too() {
    let mut machine = bundled("minichess");
    let state = crowded(&mut machine);
    const GAMES: u32 = 4000;
    let mut random = game::random(8);
    let mut sums = [0.0; 2];
    for _ in 0..GAMES {
        let mut last = state.clone();
        while let Some(next) = random_step(&mut machine, &last, &mut random).unwrap() {
            last = next;
        }
        for (role, sum) in sums.iter_mut().enumerate() {
            *sum += f64::from(machine.goal(&last, Role(role as u32)).unwrap().value());
        }
    }
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    let outcomes = lanes.play_out(&[state], GAMES, None, 1000, 3).unwrap();
    assert_eq!((outcomes.finished(0), outcomes.left(0)), (GAMES, 0));
    for (sum, in_lanes) in sums.iter().zip(outcomes.goals(0)) {
        // A goal is at most 100: the means differ by less than five standard deviations.
        let difference = (sum - *in_lanes as f64).abs() / f64::from(GAMES);
        assert!(difference < 5.0 * 50.0 * (2.0 / f64::from(GAMES)).sqrt(), "{difference}");
    }
}

/// How often each state follows in the lanes, and how often it should.
fn check_choice(
    machine: &mut CircuitMachine,
    phases: &Phases,
    state: &State,
    weights: Option<&Weights>,
) {
    let (circuit, initial) = (machine.circuit().clone(), machine.initial_facts());
    let weight_bits = if weights.is_some() { WEIGHT_BITS } else { 1 };
    let plan =
        Plan { circuit: &circuit, initial: &initial, phases, refill: Refill::Own, weight_bits };
    let phase = machine.phase(state).expect("a state of play has a phase");
    let step = step::at_once(&plan, phase);
    let code = Code::new(&step.program, Backend::best()).unwrap();
    let masks = weights.map_or(Vec::new(), |weights| weights.masks(&step));
    let mut row = vec![0; step.facts.len().div_ceil(32)];
    for (bit, fact) in step.facts.iter().enumerate() {
        row[bit / 32] |= u32::from(machine.facts(state).contains(fact)) << (bit % 32);
    }
    let mut input = vec![Word::default(); step.before + step.facts.len()];
    put(&mut input[step.before..], &Word([u64::MAX; 8]), |_| &row);
    input.push(Word([u64::MAX; 8]));
    let next_facts = step::unknown(phases, (phase + 1) % phases.count());
    let mut observed: BTreeMap<Vec<Fact>, f64> = BTreeMap::new();
    let mut random = LaneRandom::new(5);
    const ROUNDS: usize = 200;
    for _ in 0..ROUNDS {
        let mut randoms = vec![Word::default(); step.program.randoms as usize];
        random.fill(&mut randoms);
        let mut output = vec![Word::default(); step.program.outputs.len()];
        code.run(&input, &randoms, &masks, &mut output, &mut Scratch::default());
        for lane in 0..LANES {
            let mut row = vec![0; next_facts.len().div_ceil(32)];
            get(&output[..next_facts.len()], lane, &mut row);
            let on = (0..next_facts.len()).filter(|bit| row[bit / 32] >> (bit % 32) & 1 == 1);
            *observed.entry(on.map(|bit| next_facts[bit]).collect()).or_default() += 1.0;
        }
    }
    let expected = chances(machine, state, &next_facts, weights);
    let draws = (ROUNDS * LANES) as f64;
    assert!(observed.keys().all(|next| expected.contains_key(next)), "only legal moves are made");
    for (next, share) in expected {
        let times = observed.get(&next).copied().unwrap_or(0.0);
        let deviation = (draws * share * (1.0 - share)).sqrt();
        assert!(
            (times - draws * share).abs() <= 5.5 * deviation + 1.0,
            "{times} of {}",
            draws * share
        );
    }
}

/// The probability of each following state, by those of its facts that are asked for.
fn chances(
    machine: &mut CircuitMachine,
    state: &State,
    facts: &[Fact],
    weights: Option<&Weights>,
) -> BTreeMap<Vec<Fact>, f64> {
    let mut joints: Vec<(Vec<Move>, f64)> = vec![(Vec::new(), 1.0)];
    for role in (0..machine.roles().len() as u32).map(Role) {
        let mut legal = Vec::new();
        machine.legal(state, role, &mut legal).unwrap();
        let weight =
            |action: Move| weights.map_or(1.0, |all| f64::from(all.of(machine, role, action)));
        let total: f64 = legal.iter().map(|&action| weight(action)).sum();
        let extend = |(joint, share): &(Vec<Move>, f64), action: Move| {
            ([&joint[..], &[action]].concat(), share * weight(action) / total)
        };
        joints = joints
            .iter()
            .flat_map(|joint| legal.iter().map(move |&action| extend(joint, action)))
            .collect();
    }
    let mut chances: BTreeMap<Vec<Fact>, f64> = BTreeMap::new();
    for (joint, share) in joints {
        let mut next = State::default();
        machine.next(state, &joint, &mut next).unwrap();
        let on = machine.facts(&next);
        let on = facts.iter().copied().filter(|fact| on.contains(fact)).collect();
        *chances.entry(on).or_default() += share;
    }
    chances
}

#[test]
fn the_choice_with_shared_places_is_as_it_should_be() {
    for name in ["minichess", "breakthrough", "connect-four", "three-trails"] {
        let mut machine = bundled(name);
        let exclusions = Exclusions::find(&mut machine).unwrap();
        let phases = Phases { exclusions, ..machine.phases().clone() };
        let weights =
            Weights::new(&machine, |role, action| f64::from(1 + (action.0 * 7 + role.0) % 13));
        let mut states = states_of_play(&mut machine, 3, 9);
        states.retain(|state| !machine.terminal(state).unwrap());
        for state in states.iter().step_by(states.len().div_ceil(6)) {
            check_choice(&mut machine, &phases, state, None);
            check_choice(&mut machine, &phases, state, Some(&weights));
        }
    }
}

#[test]
fn sharing_makes_the_choice_smaller() {
    let mut machine = bundled("minichess");
    let (circuit, initial) = (machine.circuit().clone(), machine.initial_facts());
    let exclusions = Exclusions::find(&mut machine).unwrap();
    let shared = Phases { exclusions, ..machine.phases().clone() };
    let gates = |phases: &Phases| {
        let plan = Plan {
            circuit: &circuit,
            initial: &initial,
            phases,
            refill: Refill::Initial,
            weight_bits: 1,
        };
        step::at_once(&plan, 0).program.gates.len()
    };
    assert!(gates(&shared) * 10 < gates(machine.phases()) * 9);
}
