//! Every backend against an evaluation gate by gate.

#[path = "lanes_code/shapes.rs"]
mod shapes;

use circuit::lanes::code::{Backend, Code, CodeError, Scratch};
use circuit::lanes::program::{Gate, Program, Value};
use circuit::lanes::word::{Half, Word};
use game::Random;
use rand::RngExt;
use shapes::Builder;

/// The outputs, computed from the definition.
fn evaluate(program: &Program, input: &[Word], random: &[Word], masks: &[u64]) -> Vec<Word> {
    let mut values: Vec<Word> = input[..program.inputs as usize].to_vec();
    values.extend(&random[..program.randoms as usize]);
    values.extend(masks[..program.masks as usize].iter().map(|&mask| Word([mask; 8])));
    for gate in &program.gates {
        let [a, b, c] = gate.inputs.map(|input| values[input.0 as usize].0);
        let answer = |part: usize| {
            let minterms = (0..8).filter(|row| gate.table >> row & 1 == 1).map(|row| {
                let bits = |word: u64, place: u32| if row >> place & 1 == 1 { word } else { !word };
                bits(a[part], 2) & bits(b[part], 1) & bits(c[part], 0)
            });
            minterms.fold(0, |all, minterm| all | minterm)
        };
        values.push(Word(std::array::from_fn(answer)));
    }
    program.outputs.iter().map(|output| values[output.0 as usize]).collect()
}

fn words(random: &mut Random, count: u32) -> Vec<Word> {
    (0..count).map(|_| Word(random.random())).collect()
}

/// Runs a program twice on every backend and compares with the definition.
fn check(name: &str, program: &Program) {
    program.verify().unwrap();
    let mut random = game::random(5);
    let mut scratch = Scratch::default();
    for backend in Backend::all_available() {
        let code = Code::with_half(program, backend).unwrap();
        for _ in 0..2 {
            let input = words(&mut random, program.inputs);
            let randoms = words(&mut random, program.randoms);
            let masks: Vec<u64> = (0..program.masks).map(|_| random.random()).collect();
            // A word more than needed must stay as it is.
            let guard = Word([0xABCD; 8]);
            let mut output = vec![guard; program.outputs.len() + 1];
            code.run(&input, &randoms, &masks, &mut output, &mut scratch);
            assert_eq!(output.pop(), Some(guard), "{name} on {backend}");
            let expected = evaluate(program, &input, &randoms, &masks);
            let wrong = (0..expected.len()).find(|&at| expected[at] != output[at]);
            assert_eq!(wrong, None, "{name} on {backend}: first wrong output");
            if code.has_half() {
                // The lower half of each word.
                let half = |word: &Word| Half(std::array::from_fn(|part| word.0[part]));
                let halves = |words: &[Word]| words.iter().map(half).collect::<Vec<Half>>();
                let guard = Half([0xABCD; 4]);
                let mut output = vec![guard; program.outputs.len() + 1];
                let (input, randoms) = (halves(&input), halves(&randoms));
                code.run_half(&input, &randoms, &masks, &mut output, &mut scratch);
                assert_eq!(output.pop(), Some(guard), "{name} on halves");
                assert_eq!(output, halves(&expected), "{name} on halves");
            }
        }
    }
}

#[test]
fn random_programs_agree() {
    let mut random = game::random(11);
    for round in 0..300 {
        let gates = match round % 10 {
            0..6 => random.random_range(0..60),
            6..9 => random.random_range(0..600),
            _ => random.random_range(0..5000),
        };
        let sources = [0; 3].map(|_| random.random_range(0..40) * random.random_range(0..2));
        let recent = random.random_range(0..=100);
        let window = random.random_range(1..100);
        let program = shapes::random(&mut random, gates, recent, window, sources);
        check(&format!("round {round}"), &program);
    }
}

#[test]
fn every_table_agrees_on_every_kind_of_source() {
    let mut random = game::random(12);
    for table in 0..=255u8 {
        let mut builder = Builder::new(5, 4, 3);
        for a in 0..12 {
            let [b, c] = [0; 2].map(|_| Value(random.random_range(0..12)));
            let gate = builder.gate(table, Value(a), b, c);
            builder.program.outputs.extend([gate, Value(a), gate]);
        }
        check(&format!("table {table:#04x}"), &builder.program);
    }
}

#[test]
fn more_values_than_registers_agree() {
    let mut random = game::random(13);
    for live in [30, 31, 32, 33, 34, 64, 200, 1000] {
        let mut builder = Builder::new(8, 1, 1);
        let mut pick = |from: u32| Value(random.random_range(0..from));
        let layer: Vec<Value> = (0..live)
            .map(|at| builder.gate(0x96, pick(8 + at), pick(8 + at), pick(8 + at)))
            .collect();
        // Used twice, far apart.
        for round in 0..2 {
            for at in 0..live as usize {
                let other = layer[(at * 7 + round) % live as usize];
                let gate = builder.gate(0xD8, layer[at], other, Value(at as u32 % 8));
                builder.program.outputs.push(gate);
            }
        }
        check(&format!("{live} values"), &builder.program);
    }
}

#[test]
fn wide_fan_out_agrees() {
    let mut builder = Builder::new(3, 0, 2);
    let centre = builder.gate(0x17, Value(0), Value(1), Value(4));
    for at in 0..3000u32 {
        let gate = builder.gate((at % 256) as u8, centre, Value(at % 5), Value(5 + at / 2));
        builder.program.outputs.push(gate);
    }
    check("fan-out", &builder.program);
}

#[test]
fn structured_programs_agree() {
    let mut random = game::random(14);
    check("small step", &shapes::game_step(&mut random, 30, 20, 8));
    check("odd step", &shapes::game_step(&mut random, 77, 131, 20));
    check("large step", &shapes::game_step(&mut random, 1500, 1200, 40));
    check("tables", &shapes::mapped(&mut random, 2000, 130));
    check("disjunctions", &shapes::or_of_ands(&mut random, 700, 300, 9));
}

#[test]
fn outputs_without_gates_agree() {
    let outputs = [4, 0, 1, 1, 2, 3, 4, 0].map(Value).to_vec();
    check("no gates", &Program { inputs: 2, randoms: 1, masks: 2, outputs, ..Program::default() });
    check("nothing", &Program::default());
    let constants = [0x00, 0xFF].map(|table| Gate { table, inputs: [Value(0); 3] }).to_vec();
    let outputs = [1, 2, 1, 2].map(Value).to_vec();
    check("constants", &Program { masks: 1, gates: constants, outputs, ..Program::default() });
}

#[test]
fn complements_of_one_value_agree() {
    let mut builder = Builder::new(3, 0, 1);
    let three = builder.gate(0x6B, Value(0), Value(1), Value(2));
    let not_three = builder.gate(0x0F, three, three, three);
    let two = builder.gate(0x3F, Value(0), Value(1), Value(1));
    let not_two = builder.gate(0x55, two, two, two);
    let not_input = builder.gate(0x33, Value(0), Value(1), Value(1));
    let not_mask = builder.gate(0x33, Value(3), Value(3), Value(3));
    let user = builder.gate(0xCA, not_three, not_two, not_input);
    builder.program.outputs =
        vec![not_three, three, not_two, two, not_two, not_input, not_mask, user];
    check("both polarities", &builder.program);
    builder.program.outputs = vec![not_three, not_two, user];
    check("one polarity", &builder.program);
}

#[test]
fn invalid_programs_are_refused() {
    let gate = Gate { table: 1, inputs: [Value(0), Value(1), Value(0)] };
    let forward = Program { inputs: 1, gates: vec![gate], ..Program::default() };
    let missing = Program { inputs: 1, outputs: vec![Value(1)], ..Program::default() };
    let huge =
        Program { inputs: u32::MAX, randoms: u32::MAX, masks: u32::MAX, ..Program::default() };
    for program in [forward, missing, huge] {
        for backend in Backend::all_available() {
            assert!(matches!(Code::new(&program, backend), Err(CodeError::Invalid(_))));
        }
    }
}

#[test]
#[should_panic(expected = "1 inputs of 2")]
fn short_buffers_panic() {
    let program = Program { inputs: 2, outputs: vec![Value(1)], ..Program::default() };
    let code = Code::new(&program, Backend::best()).unwrap();
    code.run(
        &words(&mut game::random(1), 1),
        &[],
        &[],
        &mut [Word::default()],
        &mut Scratch::default(),
    );
}

#[test]
fn backends_have_names() {
    for backend in Backend::ALL {
        assert_eq!(backend.to_string().parse::<Backend>().unwrap(), backend);
    }
    assert!("sse".parse::<Backend>().is_err());
    assert!(Backend::best().available());
    assert!(Backend::all_available().contains(&Backend::Portable));
}

#[test]
fn code_is_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Code>();
}
