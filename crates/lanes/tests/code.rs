//! Programs on every backend, compared with an evaluation gate by gate.

use agon_lanes::internals::{Code, LaneProgram, Operations, Scratch, TableGate, Word, WordId};
use agon_lanes::{Backend, CodeError};
use oracle::machine_code::{self, words};
use oracle::programs::{self, ProgramBuilder};
use oracle::seeds::seeds;
use rand::RngExt;

fn check(name: &str, program: &LaneProgram) {
    program.verify().unwrap();
    if let Err(difference) = machine_code::compare(program, 5) {
        panic!("{name}, {difference}");
    }
}

/// Translates a program for an available backend.
fn translate(program: &LaneProgram, backend: Backend) -> Result<Code, CodeError> {
    Operations::of(backend).expect("the backend is available").translate(program)
}

#[test]
fn random_programs_agree() {
    for seed in seeds(300) {
        check(&format!("seed {seed}"), &programs::any(&mut game::random(seed)));
    }
}

#[test]
fn every_table_agrees_on_every_kind_of_source() {
    let mut random = game::random(12);
    for table in 0..=255u8 {
        let mut builder = ProgramBuilder::new(5, 4, 3);
        for a in 0..12 {
            let [b, c] = [0; 2].map(|_| WordId(random.random_range(0..12)));
            let gate = builder.gate(table, WordId(a), b, c);
            builder.program.outputs.extend([gate, WordId(a), gate]);
        }
        check(&format!("table {table:#04x}"), &builder.program);
    }
}

#[test]
fn more_values_than_registers_agree() {
    let mut random = game::random(13);
    for live in [30, 31, 32, 33, 34, 64, 200, 1000] {
        let mut builder = ProgramBuilder::new(8, 1, 1);
        let mut pick = |from: u32| WordId(random.random_range(0..from));
        let layer: Vec<WordId> = (0..live)
            .map(|at| builder.gate(0x96, pick(8 + at), pick(8 + at), pick(8 + at)))
            .collect();
        // Every value is used twice; the uses are far apart.
        for round in 0..2 {
            for at in 0..live as usize {
                let other = layer[(at * 7 + round) % live as usize];
                let gate = builder.gate(0xD8, layer[at], other, WordId(at as u32 % 8));
                builder.program.outputs.push(gate);
            }
        }
        check(&format!("{live} values"), &builder.program);
    }
}

#[test]
fn wide_fan_out_agrees() {
    let mut builder = ProgramBuilder::new(3, 0, 2);
    let centre = builder.gate(0x17, WordId(0), WordId(1), WordId(4));
    for at in 0..3000u32 {
        let gate = builder.gate((at % 256) as u8, centre, WordId(at % 5), WordId(5 + at / 2));
        builder.program.outputs.push(gate);
    }
    check("fan-out", &builder.program);
}

#[test]
fn structured_programs_agree() {
    let mut random = game::random(14);
    check("small step", &programs::game_step(&mut random, 30, 20, 8));
    check("odd step", &programs::game_step(&mut random, 77, 131, 20));
    check("large step", &programs::game_step(&mut random, 1500, 1200, 40));
    check("tables", &programs::mapped(&mut random, 2000, 130));
    check("disjunctions", &programs::or_of_ands(&mut random, 700, 300, 9));
}

#[test]
fn outputs_without_gates_agree() {
    let outputs = [4, 0, 1, 1, 2, 3, 4, 0].map(WordId).to_vec();
    check(
        "no gates",
        &LaneProgram { inputs: 2, randoms: 1, masks: 2, outputs, ..LaneProgram::default() },
    );
    check("nothing", &LaneProgram::default());
    let constants = [0x00, 0xFF].map(|table| TableGate { table, inputs: [WordId(0); 3] }).to_vec();
    let outputs = [1, 2, 1, 2].map(WordId).to_vec();
    check(
        "constants",
        &LaneProgram { masks: 1, gates: constants, outputs, ..LaneProgram::default() },
    );
}

#[test]
fn complements_of_one_value_agree() {
    let mut builder = ProgramBuilder::new(3, 0, 1);
    let three = builder.gate(0x6B, WordId(0), WordId(1), WordId(2));
    let not_three = builder.gate(0x0F, three, three, three);
    let two = builder.gate(0x3F, WordId(0), WordId(1), WordId(1));
    let not_two = builder.gate(0x55, two, two, two);
    let not_input = builder.gate(0x33, WordId(0), WordId(1), WordId(1));
    let not_mask = builder.gate(0x33, WordId(3), WordId(3), WordId(3));
    let user = builder.gate(0xCA, not_three, not_two, not_input);
    builder.program.outputs =
        vec![not_three, three, not_two, two, not_two, not_input, not_mask, user];
    check("both polarities", &builder.program);
    builder.program.outputs = vec![not_three, not_two, user];
    check("one polarity", &builder.program);
}

#[test]
fn invalid_programs_are_refused() {
    let gate = TableGate { table: 1, inputs: [WordId(0), WordId(1), WordId(0)] };
    let forward = LaneProgram { inputs: 1, gates: vec![gate], ..LaneProgram::default() };
    let missing = LaneProgram { inputs: 1, outputs: vec![WordId(1)], ..LaneProgram::default() };
    let huge = LaneProgram {
        inputs: u32::MAX,
        randoms: u32::MAX,
        masks: u32::MAX,
        ..LaneProgram::default()
    };
    for program in [forward, missing, huge] {
        for backend in Backend::all_available() {
            assert!(matches!(translate(&program, backend), Err(CodeError::Invalid(_))));
        }
    }
}

#[test]
#[should_panic(expected = "1 inputs of 2")]
fn short_buffers_panic() {
    let program = LaneProgram { inputs: 2, outputs: vec![WordId(1)], ..LaneProgram::default() };
    let code = translate(&program, Backend::best()).unwrap();
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
    assert_eq!(Backend::best().check_available(), Ok(()));
    assert!(Backend::all_available().contains(&Backend::Portable));
}

#[test]
fn code_is_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Code>();
}
