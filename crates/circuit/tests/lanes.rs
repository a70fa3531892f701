//! The lanes against the machine that plays one state at a time: every move that a lane makes is a legal one with the
//! state that follows from it, ends and goals are found, the choice is uniform or as the weights say, and all
//! backends play the same games.

use circuit::exclusions::Exclusions;
use circuit::lanes::batch::{self, Order};
use circuit::lanes::board::Board;
use circuit::lanes::code::{Backend, Code, Scratch};
use circuit::lanes::playout::{Cycle, Length, Totals};
use circuit::lanes::random::LaneRandom;
use circuit::lanes::squeeze::Squeeze;
use circuit::lanes::step::{self, DONE, GOALS, Plan, Refill, STUCK, Step};
use circuit::lanes::transpose::{get, put};
use circuit::lanes::word::{LANES, Word};
use circuit::lanes::{Lanes, Weights};
use circuit::phases::Phases;
use circuit::{CircuitMachine, Limits};
use game::playout::{End, Player, random_step};
use game::{Fact, Machine, Move, Preference, Role, State};
use std::collections::{BTreeMap, BTreeSet};

fn machine(sheet: &[u8]) -> CircuitMachine {
    let rules = gdl::check("sheet", sheet).rules.expect("the sheet has no error");
    CircuitMachine::new(&rules, &Limits::default()).expect("the rules can be grounded")
}

fn bundled(name: &str) -> CircuitMachine {
    machine(library::find(name).expect("it is bundled").rules().as_bytes())
}

const SIMULTANEOUS: &[u8] = b"
    (role left) (role right) (role judge)
    (init (round 0)) (init (score left 0)) (init (score right 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
    (hand rock) (hand paper) (hand scissors)
    (beats rock scissors) (beats scissors paper) (beats paper rock)
    (<= (legal left ?h) (hand ?h))
    (<= (legal right ?h) (hand ?h))
    (<= (legal right pass) (true (round 0)))
    (legal judge watch)
    (<= (legal judge sleep) (true (round 1)))
    (<= (next (round ?m)) (true (round ?n)) (succ ?n ?m))
    (<= (wins left) (does left ?a) (does right ?b) (beats ?a ?b))
    (<= (wins right) (does left ?a) (does right ?b) (beats ?b ?a))
    (<= (wins left) (does right pass))
    (<= (next (score ?r ?m)) (wins ?r) (true (score ?r ?n)) (succ ?n ?m))
    (<= (next (score ?r ?n)) (true (score ?r ?n)) (not (wins ?r)))
    (<= terminal (true (round 3)))
    (<= (ahead ?r) (true (score ?r 2)))
    (<= (ahead ?r) (true (score ?r 3)))
    (<= (goal ?r 100) (ahead ?r))
    (<= (goal left 30) (not (ahead left)))
    (<= (goal right 30) (not (ahead right)))
    (goal judge 50)";

/// Where there are more joint moves than this, it is not asked whether a state follows from one of them.
const MAX_JOINTS: usize = 3000;

/// Whether a state can follow another, and whether some role has no move.
fn follows(machine: &mut CircuitMachine, state: &State, next: Option<&State>) -> bool {
    let successors = successors(machine, state);
    match (next, &successors) {
        (_, None) => true,
        (None, Some(successors)) => successors.is_empty(),
        (Some(next), Some(successors)) => successors.contains(next.words()),
    }
}

/// The states after a joint move, if there are not too many of them.
fn successors(machine: &mut CircuitMachine, state: &State) -> Option<BTreeSet<Vec<u32>>> {
    let mut joints: Vec<Vec<Move>> = vec![Vec::new()];
    for role in 0..machine.roles().len() as u32 {
        let mut legal = Vec::new();
        machine.legal(state, Role(role), &mut legal).unwrap();
        if joints.len() * legal.len() > MAX_JOINTS {
            return None;
        }
        joints = joints
            .iter()
            .flat_map(|joint| legal.iter().map(move |&action| [&joint[..], &[action]].concat()))
            .collect();
    }
    let mut states = BTreeSet::new();
    for joint in joints {
        let mut next = State::default();
        machine.next(state, &joint, &mut next).unwrap();
        states.insert(next.words().to_vec());
    }
    Some(states)
}

/// States of random play, over or not, by phase.
fn states_of_play(machine: &mut CircuitMachine, games: usize, seed: u64) -> Vec<Vec<State>> {
    let mut random = game::random(seed);
    let mut states = vec![Vec::new(); machine.phases().count()];
    for _ in 0..games {
        let mut state = State::default();
        machine.initial(&mut state).unwrap();
        for phase in (0..states.len()).cycle().take(300) {
            assert!(machine.phase(&state).is_some(), "every state of play belongs to a phase");
            states[phase].push(state.clone());
            let Some(next) = random_step(machine, &state, &mut random).unwrap() else { break };
            state = next;
        }
    }
    states
}

/// Runs a step on states that all belong to its phase, one in each lane; the words of `others` follow the facts.
struct Trial<'a> {
    step: &'a Step,
    code: Code,
    others: Vec<Word>,
}

impl Trial<'_> {
    fn run(&self, states: &[State], masks: &[u64], random: &mut LaneRandom) -> Vec<Word> {
        let facts = &self.step.facts;
        let rows: Vec<Vec<u32>> = states
            .iter()
            .map(|state| {
                let mut row = vec![0; facts.len().div_ceil(32)];
                for (bit, fact) in facts.iter().enumerate() {
                    row[bit / 32] |= u32::from(has(state, *fact)) << (bit % 32);
                }
                row
            })
            .collect();
        // No lane has a state of its own to begin again with.
        let before = self.step.before;
        let mut input = vec![Word::default(); before + facts.len()];
        put(&mut input[before..], &Word([u64::MAX; 8]), |lane| &rows[lane % rows.len()]);
        input.extend(&self.others);
        let mut randoms = vec![Word::default(); self.step.program.randoms as usize];
        random.fill(&mut randoms);
        let mut output = vec![Word::default(); self.step.program.outputs.len()];
        self.code.run(&input, &randoms, masks, &mut output, &mut Scratch::default());
        output
    }
}

fn has(state: &State, fact: Fact) -> bool {
    state.words()[fact.0 as usize / 32] >> (fact.0 % 32) & 1 == 1
}

fn bit(word: &Word, lane: usize) -> bool {
    word.0[lane / 64] >> (lane % 64) & 1 == 1
}

/// The state in a lane: the facts of the words, and what is known of the phase.
fn state_in(
    machine: &CircuitMachine,
    facts: &[Fact],
    words: &[Word],
    lane: usize,
    phase: usize,
) -> State {
    let mut row = vec![0; facts.len().div_ceil(32)];
    get(&words[..facts.len()], lane, &mut row);
    let known = (0..machine.circuit().facts()).map(Fact);
    let mut on: Vec<Fact> =
        known.filter(|&fact| machine.phases().known(phase, fact) == Some(true)).collect();
    for (bit, &fact) in facts.iter().enumerate() {
        let unknown = machine.phases().known(phase, fact).is_none();
        if unknown && row[bit / 32] >> (bit % 32) & 1 == 1 {
            on.push(fact);
        }
    }
    machine.state(&on)
}

fn goals(machine: &mut CircuitMachine, state: &State) -> Vec<u8> {
    let roles = 0..machine.roles().len() as u32;
    roles.map(|role| machine.goal(state, Role(role)).unwrap().value()).collect()
}

/// The goals that a program found for a lane.
fn goals_in(step: &Step, tail: &[Word], lane: usize, roles: usize) -> Vec<u8> {
    let mut goals = vec![0; roles];
    for (&(role, value), word) in step.goals.iter().zip(&tail[GOALS..]) {
        if bit(word, lane) {
            assert_eq!(goals[role.0 as usize], 0, "one value for each role");
            goals[role.0 as usize] = value;
        }
    }
    goals
}

/// Checks the programs of a game on states of play.
fn check(machine: &mut CircuitMachine, games: usize) {
    let initial = machine.initial_facts();
    let circuit = machine.circuit().clone();
    let phases =
        Phases { exclusions: Exclusions::find(machine).unwrap(), ..machine.phases().clone() };
    let plan = Plan {
        circuit: &circuit,
        initial: &initial,
        phases: &phases,
        refill: Refill::Own,
        weight_bits: 1,
    };
    let states = states_of_play(machine, games, 3);
    for (phase, states) in states.iter().enumerate() {
        check_at_once(machine, &plan, phase, states);
        check_later(machine, &plan, phase, states);
    }
}

fn check_at_once(machine: &mut CircuitMachine, plan: &Plan, phase: usize, states: &[State]) {
    let step = step::at_once(plan, phase);
    let next_phase = (phase + 1) % plan.phases.count();
    let next_facts = step::unknown(plan.phases, next_phase);
    let code = Code::new(&step.program, Backend::best()).unwrap();
    let trial = Trial { step: &step, code, others: vec![Word([u64::MAX; 8])] };
    let mut random = LaneRandom::new(1);
    let going: Vec<State> =
        states.iter().filter(|state| !machine.terminal(state).unwrap()).cloned().collect();
    for states in going.chunks(LANES) {
        let output = trial.run(states, &[], &mut random);
        let tail = &output[next_facts.len() + 1..];
        for (lane, state) in states.iter().enumerate() {
            if bit(&tail[STUCK], lane) {
                assert!(bit(&tail[DONE], lane) && follows(machine, state, None));
                continue;
            }
            let next = state_in(machine, &next_facts, &output, lane, next_phase);
            assert!(
                follows(machine, state, Some(&next)),
                "{:?}",
                (&*machine as &dyn Machine).state_texts(&next)
            );
            let over = machine.terminal(&next).unwrap();
            assert_eq!(bit(&tail[DONE], lane), over);
            assert_eq!(bit(&output[next_facts.len()], lane), !over);
            if over {
                let found = goals_in(&step, tail, lane, machine.roles().len());
                assert_eq!(found, goals(machine, &next));
            }
        }
    }
}

fn check_later(machine: &mut CircuitMachine, plan: &Plan, phase: usize, states: &[State]) {
    let count = plan.phases.count();
    let (step, finish) = (step::later(plan, phase), step::finish(plan));
    let next_phase = (phase + 1) % count;
    let code = Code::new(&step.program, Backend::best()).unwrap();
    let finish_code = Code::new(&finish.program, Backend::best()).unwrap();
    let trial = Trial { step: &step, code, others: vec![Word::default(); count + 1] };
    let mut random = LaneRandom::new(2);
    for states in states.chunks(LANES) {
        let output = trial.run(states, &[], &mut random);
        let words = step.facts.len() + count + 1;
        let mut finished = vec![Word::default(); finish.program.outputs.len()];
        finish_code.run(&output[..words], &[], &[], &mut finished, &mut Scratch::default());
        for (lane, state) in states.iter().enumerate() {
            let over = machine.terminal(state).unwrap();
            let stuck = bit(&output[words + STUCK], lane);
            let rests = over || stuck;
            assert_eq!(bit(&output[words + DONE], lane), rests);
            assert_eq!(bit(&output[step.facts.len() + phase], lane), rests);
            let here = if rests { phase } else { next_phase };
            let next = state_in(machine, &step.facts, &output, lane, here);
            if rests {
                assert_eq!(&next, state, "a lane that is over keeps its state");
            }
            if over {
                let found = goals_in(&finish, &finished[words..], lane, machine.roles().len());
                assert_eq!(found, goals(machine, state));
            } else {
                assert!(follows(machine, state, (!stuck).then_some(&next)));
            }
        }
    }
}

/// The sheets of the corpus beside the project, where it is there.
fn corpus() -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there is no {}", folder.display());
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut sheets: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif")).collect();
    sheets.sort();
    sheets
}

/// Checks the sheets of the corpus whose circuits have no more operands than this; how many there were.
fn check_corpus(operands: usize) -> usize {
    let mut checked = 0;
    for path in corpus() {
        let bytes = std::fs::read(&path).expect("the sheet can be read");
        let Some(rules) = gdl::check("sheet", &bytes).rules else { continue };
        let limits = Limits { instances: 10 * operands, ..Limits::default() };
        if rules.has_hidden_information() {
            continue;
        }
        let Ok(mut machine) = CircuitMachine::new(&rules, &limits) else { continue };
        if machine.circuit().edges() <= operands {
            eprintln!("{}", path.display());
            check(&mut machine, 1);
            checked += 1;
        }
    }
    checked
}

#[test]
fn lanes_make_legal_moves_in_small_games_of_the_corpus() {
    let checked = check_corpus(1000);
    assert!(checked == 0 || checked > 50, "{checked}");
}

#[test]
#[ignore = "takes some minutes"]
fn lanes_make_legal_moves_in_all_games_of_the_corpus() {
    let checked = check_corpus(800_000);
    assert!(checked == 0 || checked > 215, "{checked}");
}

#[test]
fn lanes_make_legal_moves_in_bundled_games() {
    for game in library::games() {
        check(&mut machine(game.rules().as_bytes()), 3);
    }
}

#[test]
fn lanes_make_legal_moves_when_all_roles_move() {
    let mut machine = machine(SIMULTANEOUS);
    check(&mut machine, 30);
}

/// The chi-square statistic must not be beyond what chance gives once in a million times.
fn assert_plausible(observed: &BTreeMap<Vec<u32>, u64>, expected: &BTreeMap<Vec<u32>, f64>) {
    let kinds: BTreeSet<_> = observed.keys().chain(expected.keys()).collect();
    let mut statistic = 0.0;
    for kind in &kinds {
        let expected = expected.get(*kind).copied().expect("only what is possible is observed");
        let observed = observed.get(*kind).copied().unwrap_or(0) as f64;
        statistic += (observed - expected).powi(2) / expected;
    }
    // Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    let freedom = kinds.len() as f64 - 1.0;
    if freedom > 0.0 {
        let spread = 2.0 / (9.0 * freedom);
        let normal = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(normal.abs() < 4.9, "chi-square {statistic} with {freedom} degrees of freedom");
    }
}

/// Draws from one state again and again and compares how often each following state comes.
fn check_choice(machine: &mut CircuitMachine, state: &State, weights: Option<&Weights>) {
    let initial = machine.initial_facts();
    let circuit = machine.circuit().clone();
    let phases =
        Phases { exclusions: Exclusions::find(machine).unwrap(), ..machine.phases().clone() };
    let weight_bits = if weights.is_some() { circuit::lanes::WEIGHT_BITS } else { 1 };
    let plan = Plan {
        circuit: &circuit,
        initial: &initial,
        phases: &phases,
        refill: Refill::Own,
        weight_bits,
    };
    let phase = machine.phase(state).expect("a state of play has a phase");
    let step = step::at_once(&plan, phase);
    let next_phase = (phase + 1) % phases.count();
    let next_facts = step::unknown(&phases, next_phase);
    let code = Code::new(&step.program, Backend::best()).unwrap();
    let trial = Trial { step: &step, code, others: vec![Word([u64::MAX; 8])] };
    let mut random = LaneRandom::new(5);
    let masks = weights.map_or(Vec::new(), |weights| weights.masks(&step));
    const ROUNDS: usize = 400;
    let mut observed = BTreeMap::new();
    for _ in 0..ROUNDS {
        let output = trial.run(std::slice::from_ref(state), &masks, &mut random);
        for lane in 0..LANES {
            let next = state_in(machine, &next_facts, &output, lane, next_phase);
            *observed.entry(next.words().to_vec()).or_default() += 1;
        }
    }
    let draws = (ROUNDS * LANES) as f64;
    let shares = chances(machine, state, weights);
    let expected = shares.into_iter().map(|(state, share)| (state, share * draws)).collect();
    assert_plausible(&observed, &expected);
}

/// The probability of each following state.
fn chances(
    machine: &mut CircuitMachine,
    state: &State,
    weights: Option<&Weights>,
) -> BTreeMap<Vec<u32>, f64> {
    let mut joints: Vec<(Vec<Move>, f64)> = vec![(Vec::new(), 1.0)];
    for role in (0..machine.roles().len() as u32).map(Role) {
        let mut legal = Vec::new();
        machine.legal(state, role, &mut legal).unwrap();
        let weight =
            |action| weights.map_or(1.0, |weights| f64::from(weights.of(machine, role, action)));
        let total: f64 = legal.iter().map(|&action| weight(action)).sum();
        joints = joints
            .iter()
            .flat_map(|(joint, share)| {
                let extended = legal.iter();
                extended.map(move |&action| {
                    ([&joint[..], &[action]].concat(), share * weight(action) / total)
                })
            })
            .collect();
    }
    let mut chances: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
    for (joint, share) in joints {
        let mut next = State::default();
        machine.next(state, &joint, &mut next).unwrap();
        *chances.entry(next.words().to_vec()).or_default() += share;
    }
    chances
}

/// A few states of play that are not over, from the beginning, the middle and the end of games.
fn samples(machine: &mut CircuitMachine) -> Vec<State> {
    let states: Vec<State> = states_of_play(machine, 2, 11).into_iter().flatten().collect();
    let going: Vec<State> =
        states.into_iter().filter(|state| !machine.terminal(state).unwrap()).collect();
    let step = (going.len() / 4).max(1);
    going.into_iter().step_by(step).collect()
}

#[test]
fn the_choice_is_uniform() {
    for game in ["tic-tac-toe", "connect-four", "breakthrough", "minichess", "three-trails", "nim"]
    {
        let mut machine = bundled(game);
        for state in samples(&mut machine) {
            check_choice(&mut machine, &state, None);
        }
    }
    let mut machine = machine(SIMULTANEOUS);
    for state in samples(&mut machine) {
        check_choice(&mut machine, &state, None);
    }
}

#[test]
fn the_choice_follows_weights() {
    let mut simultaneous = machine(SIMULTANEOUS);
    let mut breakthrough = bundled("breakthrough");
    for machine in [&mut simultaneous, &mut breakthrough] {
        let weights =
            Weights::new(machine, |role, action| f64::from(1 + (action.0 * 7 + role.0) % 13));
        for state in samples(machine) {
            check_choice(machine, &state, Some(&weights));
        }
    }
}

/// Mean and standard error of length and goals over games of the machine that plays one state at a time.
fn play_singly(machine: &mut CircuitMachine, games: u32) -> Vec<(f64, f64)> {
    let (mut player, mut random) = (Player::default(), game::random(21));
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); 1 + machine.roles().len()];
    for _ in 0..games {
        let playout = player.play(machine, &mut random, 100_000).unwrap();
        let End::Terminal(goals) = playout.end else { panic!("the games end") };
        samples[0].push(playout.length as f64);
        for (sample, goal) in samples[1..].iter_mut().zip(goals) {
            sample.push(goal.value().into());
        }
    }
    let summary = samples.iter().map(|sample| {
        let mean = sample.iter().sum::<f64>() / sample.len() as f64;
        let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, (squares / (sample.len() as f64 - 1.0) / sample.len() as f64).sqrt())
    });
    summary.collect()
}

#[test]
fn mean_length_and_goals_agree_with_play_one_state_at_a_time() {
    let mut machines: Vec<CircuitMachine> =
        library::games().map(|game| machine(game.rules().as_bytes())).collect();
    machines.push(machine(SIMULTANEOUS));
    for machine in &mut machines {
        let mut lanes = Lanes::new(machine, Backend::best()).unwrap();
        compare_means(machine, &mut lanes);
    }
}

/// Lanes play games like a machine's that plays one state at a time.
fn compare_means(machine: &mut CircuitMachine, lanes: &mut Lanes) {
    let singly = play_singly(machine, 4000);
    let totals = lanes.playouts(9, 100_000, &mut |totals| totals.finished < 400_000).unwrap();
    assert_eq!((totals.stuck, totals.unfinished), (0, 0));
    let mut means = vec![totals.mean_length()];
    means.extend((0..machine.roles().len() as u32).map(|role| totals.mean_goal(Role(role))));
    for ((mean, error), in_lanes) in singly.iter().zip(means) {
        // A tenth more, for what is too rare to be seen in a few thousand games: a puzzle solved by chance.
        let allowed = 4.9 * error + 0.1;
        assert!((mean - in_lanes).abs() <= allowed, "{mean} ± {error}, {in_lanes} in lanes");
    }
}

/// Preferences of all kinds of moves, with and without conditions.
fn some_preferences(machine: &CircuitMachine, count: u32) -> Vec<Preference> {
    let (facts, moves) = (machine.names().facts() as u32, machine.names().moves() as u32);
    let roles = machine.roles().len() as u32;
    let preference = |number: u32| Preference {
        rank: number % 3,
        role: Role(number % roles),
        action: Move(number * 7919 % moves),
        facts: (0..number % 4).map(|place| Fact((number * 31 + place * 101) % facts)).collect(),
    };
    (0..count).map(preference).collect()
}

#[test]
fn lanes_make_moves_that_are_preferred() {
    for name in ["tic-tac-toe", "breakthrough", "connect-four", "chinook"] {
        let mut plain = bundled(name);
        let preferences = some_preferences(&plain, 200);
        let mut guided = plain.preferring(&preferences);
        check(&mut guided, 3);
        let mut lanes = Lanes::preferring(&plain, &preferences, Backend::best()).unwrap();
        compare_means(&mut guided, &mut lanes);
        let ways = play_singly(&mut plain, 4000).into_iter().zip(play_singly(&mut guided, 4000));
        let differs = |((one, _), (other, error)): ((f64, f64), (f64, f64))| {
            (one - other).abs() > 4.9 * error
        };
        assert!(ways.into_iter().any(differs), "{name}: they make a difference");
    }
}

#[test]
fn states_that_preferred_moves_never_lead_to_are_played_out_too() {
    let mut plain = bundled("connect-four");
    let preferences = some_preferences(&plain, 100);
    let mut guided = plain.preferring(&preferences);
    let mut lanes = Lanes::preferring(&plain, &preferences, Backend::best()).unwrap();
    let states: Vec<State> = states_of_play(&mut plain, 3, 8).into_iter().flatten().collect();
    let outcomes = lanes.play_out(&states, 4000, None, 1000, 1).unwrap();
    let mut random = game::random(4);
    for (index, state) in states.iter().enumerate() {
        assert_eq!(outcomes.finished(index), 4000);
        let mean = outcomes.goals(index)[0] as f64 / 4000.0;
        let sum: u32 = (0..1000)
            .map(|_| {
                let mut state = state.clone();
                while let Some(next) = random_step(&mut guided, &state, &mut random).unwrap() {
                    state = next;
                }
                u32::from(guided.goal(&state, Role(0)).unwrap().value())
            })
            .sum();
        // The standard errors are at most 0.8 and 1.6.
        let singly = f64::from(sum) / 1000.0;
        assert!((mean - singly).abs() < 9.0, "{mean} instead of {singly}");
    }
}

#[test]
fn weighted_games_from_the_start_are_like_a_weighted_batch() {
    let mut machine = bundled("breakthrough");
    let weights =
        Weights::new(&machine, |role, action| f64::from(1 + (action.0 * 5 + role.0) % 17));
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    let mut enough = |totals: &Totals| totals.finished < 100_000;
    let totals = lanes.weighted_playouts(&weights, 1, 10_000, &mut enough).unwrap();
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    let outcomes = lanes.play_out(&[state], 100_000, Some(&weights), 10_000, 2).unwrap();
    // Goals are 0 or 100: the difference of two means of 100,000 has a standard error below 0.23.
    let mean = outcomes.goals(0)[0] as f64 / 1e5;
    assert!((totals.mean_goal(Role(0)) - mean).abs() < 1.2, "{mean}");
    let uniform = lanes.playouts(1, 10_000, &mut |totals| totals.finished < 100_000).unwrap();
    assert!((uniform.mean_goal(Role(0)) - mean).abs() > 1.2, "the weights make a difference");
}

#[test]
fn lanes_are_independent() {
    // How games end in one lane says nothing about its neighbour: over pairs of neighbouring lanes, both roles' wins
    // come together as often as chance has it.
    let mut machine = bundled("tic-tac-toe");
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    let states = vec![state; LANES];
    let (mut both, mut firsts, mut pairs) = (0.0, 0.0, 0.0);
    for seed in 0..400 {
        let outcomes = lanes.play_out(&states, 1, None, 100, seed).unwrap();
        let wins: Vec<f64> =
            (0..LANES).map(|lane| f64::from(outcomes.goals(lane)[0] == 100)).collect();
        for pair in wins.windows(2) {
            both += pair[0] * pair[1];
            firsts += pair[0];
            pairs += 1.0;
        }
    }
    let share = firsts / pairs;
    let expected = share * share * pairs;
    assert!((both - expected).abs() < 6.0 * (pairs * share * share).sqrt(), "{both} of {expected}");
}

#[test]
fn batches_play_every_state_as_often_as_asked() {
    for name in ["breakthrough", "tic-tac-toe", "three-trails"] {
        let mut machine = bundled(name);
        let states: Vec<State> =
            states_of_play(&mut machine, 40, 7).into_iter().flatten().collect();
        let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
        for times in [1, 3] {
            let outcomes = lanes.play_out(&states, times, None, 10_000, 1).unwrap();
            for (index, state) in states.iter().enumerate() {
                assert_eq!((outcomes.finished(index), outcomes.left(index)), (times, 0));
                if machine.terminal(state).unwrap() {
                    let goals = goals(&mut machine, state);
                    let goals: Vec<u64> =
                        goals.iter().map(|&goal| u64::from(times) * u64::from(goal)).collect();
                    assert_eq!(outcomes.goals(index), goals);
                }
            }
        }
    }
}

#[test]
fn batches_find_the_value_of_each_state() {
    let mut machine = bundled("tic-tac-toe");
    let initial = machine.initial_facts();
    let circuit = machine.circuit().clone();
    let phases = machine.phases().clone();
    let states: Vec<State> = states_of_play(&mut machine, 6, 3).into_iter().flatten().collect();
    // Games are said to be short, so that lanes should not rest, and long; lanes are to begin again, or never.
    let cases =
        [Refill::Own, Refill::Never].map(|refill| [(refill, 1.0, false), (refill, 1e6, true)]);
    for (refill, mean, is_later) in cases.into_iter().flatten() {
        let plan =
            Plan { circuit: &circuit, initial: &initial, phases: &phases, refill, weight_bits: 1 };
        let length = Length { mean, deviation: 0.5 };
        let cycle = Cycle::new(&plan, length, Backend::best()).unwrap();
        assert_eq!(cycle.finish.is_some(), is_later);
        // Played out 4000 times each: at once, or once at so many places.
        let (times, places) = if refill == Refill::Own { (4000, 1) } else { (1, 4000) };
        let all: Vec<State> = (0..places).flat_map(|_| states.clone()).collect();
        let order = Order { states: &all, times, max_length: 100, seed: 1, masks: &[] };
        let (outcomes, refused) = batch::run(&cycle, &order, &mut Board::default());
        for (index, state) in states.iter().enumerate() {
            let is_refused = refused.contains(&(index as u32));
            let is_over = machine.terminal(state).unwrap();
            assert_eq!(is_refused, is_over && !is_later);
            let places = || (0..places).map(|place| place * states.len() + index);
            let playouts = if is_refused { 0 } else { times };
            for place in places() {
                assert_eq!((outcomes.finished(place), outcomes.left(place)), (playouts, 0));
            }
            let sum: u64 = places().map(|place| outcomes.goals(place)[0]).sum();
            if is_refused {
                assert_eq!(sum, 0);
                continue;
            }
            // The standard error of the mean of 4000 goals is at most 0.8.
            let mean = sum as f64 / 4000.0;
            let value = value(&mut machine, state);
            assert!((mean - value).abs() < 4.0, "{mean} instead of {value}");
        }
    }
}

/// Plays states out once each, with lanes that are moved together if they are likely to play so many steps more.
fn play_once(
    cycle: &mut Cycle,
    worth: Option<u64>,
    states: &[State],
    max_length: u64,
) -> Vec<Vec<u64>> {
    cycle.worth_squeezing = worth;
    let masks = cycle.steps.iter().map(|part| {
        let count = part.step.masks.len() as u64;
        (0..count).map(|at| if at % 3 == 0 { 0 } else { u64::MAX }).collect()
    });
    let masks: Vec<Vec<u64>> = masks.collect();
    let order = Order { states, times: 1, max_length, seed: 11, masks: &masks };
    let (outcomes, refused) = batch::run(cycle, &order, &mut Board::default());
    assert!(refused.is_empty());
    let all = (0..states.len()).map(|state| {
        let counts = [outcomes.finished(state), outcomes.left(state)].map(u64::from);
        [&counts, outcomes.goals(state)].concat()
    });
    all.collect()
}

#[test]
fn lanes_that_are_moved_together_play_the_same_games() {
    // Where goals are found at once, and later.
    let mut tried = [0; 2];
    for name in ["breakthrough", "connect-four", "three-trails", "chinook"] {
        let mut machine = bundled(name);
        let initial = machine.initial_facts();
        let circuit = machine.circuit().clone();
        let phases = machine.phases().clone();
        let states = states_of_play(&mut machine, 60, 13).into_iter().flatten();
        let states: Vec<State> = states.filter(|state| !machine.terminal(state).unwrap()).collect();
        for (mean, weight_bits) in [(1.0, 1), (1e6, 1), (1.0, 6)] {
            let refill = Refill::Never;
            let plan =
                Plan { circuit: &circuit, initial: &initial, phases: &phases, refill, weight_bits };
            let length = Length { mean, deviation: 0.5 };
            let mut cycle = Cycle::new(&plan, length, Backend::best()).unwrap();
            if !cycle.steps.iter().all(|part| part.code.has_half()) {
                continue;
            }
            tried[usize::from(cycle.finish.is_some())] += 1;
            for (count, max_length) in [(1, 1000), (200, 1000), (500, 1000), (512, 9), (700, 1000)]
            {
                let states = &states[..count];
                let apart = play_once(&mut cycle, None, states, max_length);
                for worth in [Some(0), Some(14)] {
                    assert_eq!(play_once(&mut cycle, worth, states, max_length), apart, "{name}");
                }
            }
        }
    }
    let possible = Backend::Avx512.available() && Squeeze::is_fast();
    assert!(!possible || tried.iter().all(|&times| times >= 2), "{tried:?}");
}

/// What the first role gets in the mean if both play at random.
fn value(machine: &mut CircuitMachine, state: &State) -> f64 {
    if machine.terminal(state).unwrap() {
        return f64::from(machine.goal(state, Role(0)).unwrap().value());
    }
    // Only one role has a choice: all joint moves are equally likely, and lead to different states.
    let next = successors(machine, state).expect("few moves");
    let count = next.len() as f64;
    next.into_iter().map(|words| value(machine, &State::from_words(words)) / count).sum()
}

#[test]
fn a_batch_of_any_size_is_shared_out() {
    let mut machine = bundled("tic-tac-toe");
    let all: Vec<State> = states_of_play(&mut machine, 300, 5).into_iter().flatten().collect();
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    for states in [0, 1, 3, 511, 512, 513, 1500] {
        for times in [0, 1, 2, 7, 100] {
            let outcomes = lanes.play_out(&all[..states], times, None, 100, 1).unwrap();
            for state in 0..states {
                assert_eq!((outcomes.finished(state), outcomes.left(state)), (times, 0));
                let both: u64 = outcomes.goals(state).iter().sum();
                assert_eq!(both, 100 * u64::from(times), "what one role wins the other loses");
            }
        }
    }
}

#[test]
fn a_batch_of_the_initial_state_is_like_playing_from_the_start() {
    let mut machine = bundled("breakthrough");
    let singly = play_singly(&mut machine, 4000);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    let outcomes = lanes.play_out(&[state], 100_000, None, 10_000, 3).unwrap();
    assert_eq!(outcomes.finished(0), 100_000);
    for (&(mean, error), sum) in singly[1..].iter().zip(outcomes.goals(0)) {
        assert!((mean - *sum as f64 / 1e5).abs() < 4.9 * error);
    }
}

#[test]
fn states_that_belong_to_no_phase_are_played_out_too() {
    let mut machine = bundled("tic-tac-toe");
    let mut initial = State::default();
    machine.initial(&mut initial).unwrap();
    let mut facts = machine.facts(&initial);
    // Nobody's turn: both can only wait, for ever.
    facts.retain(|&fact| !machine.fact_text(fact).contains("control"));
    let odd = machine.state(&facts);
    assert_eq!(machine.phase(&odd), None);
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    for times in [1, 2] {
        let states = [odd.clone(), initial.clone()];
        let outcomes = lanes.play_out(&states, times, None, 50, 1).unwrap();
        assert_eq!((outcomes.finished(0), outcomes.left(0)), (0, times));
        assert_eq!((outcomes.finished(1), outcomes.left(1)), (times, 0));
    }
}

const ENDLESS: &[u8] = b"
    (role you) (init (at a))
    (legal you stay) (legal you go)
    (<= (next (at ?x)) (true (at ?x)))
    (<= (next (at end)) (does you go) (true (at gate)))
    (<= terminal (true (at end)))
    (goal you 100)";

const STUCK_AT_ONCE: &[u8] = b"
    (role you) (init (at a))
    (<= (legal you go) (true (at a)))
    (<= (next (at b)) (does you go))
    (<= terminal (true (at c)))
    (<= (next (at c)) (does you go) (true (at b)))
    (goal you 100)";

#[test]
fn games_that_never_end_are_left() {
    let mut lanes = Lanes::new(&machine(ENDLESS), Backend::best()).unwrap();
    let mut asked = 0;
    let totals = lanes
        .playouts(1, 20, &mut |_| {
            asked += 1;
            asked < 10
        })
        .unwrap();
    assert_eq!((totals.finished, totals.stuck), (0, 0));
    assert!(totals.unfinished >= LANES as u64);
    let mut machine = machine(ENDLESS);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    for times in [1, 5] {
        let outcomes = lanes.play_out(std::slice::from_ref(&state), times, None, 30, 1).unwrap();
        assert_eq!((outcomes.finished(0), outcomes.left(0)), (0, times));
    }
}

#[test]
fn a_role_without_a_move_ends_the_game_as_stuck() {
    let mut machine = machine(STUCK_AT_ONCE);
    let mut lanes = Lanes::new(&machine, Backend::best()).unwrap();
    let totals = lanes.playouts(1, 100, &mut |totals| totals.stuck < 5000).unwrap();
    assert_eq!((totals.finished, totals.unfinished), (0, 0));
    assert!(totals.stuck >= 5000);
    let mut state = State::default();
    machine.initial(&mut state).unwrap();
    for times in [1, 7] {
        let outcomes = lanes.play_out(std::slice::from_ref(&state), times, None, 100, 1).unwrap();
        assert_eq!((outcomes.finished(0), outcomes.left(0)), (0, times));
    }
}

#[test]
fn a_game_that_is_over_before_it_begins_has_length_0() {
    let sheet = b"(role you) (init done) (legal you wait) (<= terminal (true done)) (goal you 70)";
    let mut lanes = Lanes::new(&machine(sheet), Backend::best()).unwrap();
    let totals = lanes.playouts(1, 100, &mut |totals| totals.finished < 2000).unwrap();
    assert_eq!((totals.moves, totals.mean_goal(Role(0))), (0, 70.0));
}

#[test]
fn every_backend_plays_the_same_games() {
    for name in ["breakthrough", "three-trails", "eight-puzzle"] {
        let machine = bundled(name);
        let play = |backend: Backend| {
            let mut lanes = Lanes::new(&machine, backend).unwrap();
            lanes.playouts(4, 10_000, &mut |totals| totals.finished < 3000).unwrap()
        };
        let all: Vec<_> = Backend::all_available().into_iter().map(play).collect();
        assert!(all[0].finished >= 3000);
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
    }
}

#[test]
fn lanes_count_lanes() {
    assert_eq!(Word([1, 3, 0, 0, 0, 0, 0, u64::MAX]).count(), 67);
}
