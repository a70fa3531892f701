//! Programs of the lanes run on every backend of this processor: generated machine code and the interpreters must
//! compute the same bits as an evaluation gate by gate.

use game::Random;
use lanes::Backend;
use lanes::internals::{Half, LaneProgram, Operations, Scratch, TableGate, Word};
use rand::RngExt;

/// Runs a program twice on every available backend, on whole and on half words, with random inputs.
///
/// # Errors
/// A description of the first difference from [`evaluate`], of a word written outside the outputs, or of a program
/// that cannot be translated.
pub fn compare(program: &LaneProgram, seed: u64) -> Result<(), String> {
    let mut random = game::random(seed);
    let backends = Backend::all_available().into_iter();
    backends.flat_map(|backend| [backend; 2]).try_for_each(|backend| {
        let case = Case::random(program, &mut random);
        case.compare(program, backend).map_err(|text| format!("{backend}: {text}"))
    })
}

/// Returns the outputs of a program, computed gate by gate from the definition.
pub fn evaluate(
    program: &LaneProgram,
    input: &[Word],
    randoms: &[Word],
    masks: &[u64],
) -> Vec<Word> {
    let mut values: Vec<Word> = input[..program.inputs as usize].to_vec();
    values.extend(&randoms[..program.randoms as usize]);
    values.extend(masks[..program.masks as usize].iter().map(|&mask| Word([mask; 8])));
    for gate in &program.gates {
        values.push(answer(gate, &values));
    }
    program.outputs.iter().map(|output| values[output.0 as usize]).collect()
}

/// Returns `count` random words.
pub fn words(random: &mut Random, count: u32) -> Vec<Word> {
    (0..count).map(|_| Word(random.random())).collect()
}

/// Returns the value of a gate: the disjunction of the rows of its table that are on.
fn answer(gate: &TableGate, values: &[Word]) -> Word {
    let [a, b, c] = gate.inputs.map(|input| values[input.0 as usize].0);
    Word(std::array::from_fn(|part| {
        let minterms = (0..8).filter(|row| gate.table >> row & 1 == 1).map(|row| {
            let bits = |word: u64, place: u32| if row >> place & 1 == 1 { word } else { !word };
            bits(a[part], 2) & bits(b[part], 1) & bits(c[part], 0)
        });
        minterms.fold(0, |all, minterm| all | minterm)
    }))
}

/// Inputs of a program, and the outputs that it must give.
struct Case {
    input: Vec<Word>,
    randoms: Vec<Word>,
    masks: Vec<u64>,
    expected: Vec<Word>,
}

impl Case {
    fn random(program: &LaneProgram, random: &mut Random) -> Case {
        let (input, randoms) = (words(random, program.inputs), words(random, program.randoms));
        let masks: Vec<u64> = (0..program.masks).map(|_| random.random()).collect();
        let expected = evaluate(program, &input, &randoms, &masks);
        Case { input, randoms, masks, expected }
    }

    fn compare(&self, program: &LaneProgram, backend: Backend) -> Result<(), String> {
        let operations = Operations::of(backend).map_err(|error| error.to_string())?;
        let code = operations.translate_with_half(program).map_err(|error| error.to_string())?;
        let mut scratch = Scratch::default();
        // The word after the outputs must stay as it is.
        let expected = [self.expected.as_slice(), &[GUARD]].concat();
        let mut output = vec![GUARD; expected.len()];
        code.run(&self.input, &self.randoms, &self.masks, &mut output, &mut scratch);
        same(&expected, &output)?;
        if !code.has_half() {
            return Ok(());
        }
        let expected = halves(&expected);
        let mut output = vec![half(&GUARD); expected.len()];
        let (input, randoms) = (halves(&self.input), halves(&self.randoms));
        code.run(&input, &randoms, &self.masks, &mut output, &mut scratch);
        same(&expected, &output).map_err(|text| format!("{text}, on half words"))
    }
}

/// A word that is unlikely to be an output.
const GUARD: Word = Word([0xABCD; 8]);

/// Returns the lower half of a word.
fn half(word: &Word) -> Half {
    Half(std::array::from_fn(|part| word.0[part]))
}

fn halves(words: &[Word]) -> Vec<Half> {
    words.iter().map(half).collect()
}

fn same<T: PartialEq>(expected: &[T], found: &[T]) -> Result<(), String> {
    let wrong = (0..expected.len()).find(|&at| expected[at] != found[at]);
    wrong.map_or(Ok(()), |at| Err(format!("output {at} of {} is wrong", expected.len() - 1)))
}
