//! Running programs: as machine code made at run time where the processor has 512-bit registers, else by
//! an interpreter. All backends compute the same bits.

#[cfg(target_arch = "x86_64")]
mod allocate;
#[cfg(target_arch = "x86_64")]
mod emit;
#[cfg(target_arch = "x86_64")]
mod estimate;
mod graph;
mod interpret;
#[cfg(target_arch = "x86_64")]
mod native;
mod order;

use super::program::Program;
use super::squeeze::Squeeze;
use super::word::{Half, Word};
use graph::Graph;
use interpret::Interpreter;
use std::fmt;
use std::str::FromStr;

/// A way to run programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// Machine code for AVX-512, made at run time.
    Avx512,
    /// An interpreter that uses AVX2.
    Avx2,
    /// An interpreter for any processor.
    Portable,
}

impl Backend {
    /// All backends, the fastest first.
    pub const ALL: [Backend; 3] = [Backend::Avx512, Backend::Avx2, Backend::Portable];

    /// The fastest backend that this processor has.
    pub fn best() -> Backend {
        Backend::ALL.into_iter().find(|backend| backend.available()).unwrap_or(Backend::Portable)
    }

    /// The backends that this processor has, the fastest first.
    pub fn all_available() -> Vec<Backend> {
        Backend::ALL.into_iter().filter(|backend| backend.available()).collect()
    }

    /// Whether this processor has what the backend needs.
    pub fn available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Avx512 | Backend::Avx2 => false,
            Backend::Portable => true,
        }
    }

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Avx512 => "avx512",
            Backend::Avx2 => "avx2",
            Backend::Portable => "portable",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = CodeError;

    fn from_str(name: &str) -> Result<Backend, CodeError> {
        let found = Backend::ALL.into_iter().find(|backend| backend.name() == name);
        found.ok_or_else(|| CodeError::UnknownBackend(name.to_owned()))
    }
}

/// Why a program cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// The program is not valid.
    #[error("the program is not valid: {0}")]
    Invalid(String),
    /// This processor lacks what the backend needs.
    #[error("this processor cannot run the backend {0}")]
    Unavailable(Backend),
    /// The system does not give executable memory.
    #[error("no memory for machine code: {0}")]
    Memory(#[from] std::io::Error),
    /// There is no backend of this name.
    #[error("no backend is called {0:?}; there are avx512, avx2 and portable")]
    UnknownBackend(String),
}

/// What a translation has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Gates of two or three inputs that remain after copies, inverters and constants have gone.
    pub gates: usize,
    /// Instructions, machine instructions or the interpreter's.
    pub instructions: usize,
    /// Words read from memory, by instructions of their own or as operands.
    pub loads: usize,
    /// Words written to memory.
    pub stores: usize,
    /// Words written to memory only because registers ran out.
    pub spills: usize,
    /// Working memory in words.
    pub scratch_words: usize,
    /// Length of the machine code in bytes; of the interpreter's instructions in memory.
    pub code_bytes: usize,
}

/// A program ready to run.
///
/// ```
/// use circuit::lanes::code::{Backend, Code, Scratch};
/// use circuit::lanes::program::{Gate, Program, Value};
/// use circuit::lanes::word::Word;
///
/// // The majority of two inputs and a mask.
/// let gate = Gate { table: 0b1110_1000, inputs: [Value(0), Value(1), Value(2)] };
/// let program =
///     Program { inputs: 2, masks: 1, gates: vec![gate], outputs: vec![Value(3)], ..Program::default() };
/// let code = Code::new(&program, Backend::best())?;
/// let mut output = [Word::default()];
/// code.run(&[Word([6; 8]), Word([5; 8])], &[], &[3], &mut output, &mut Scratch::default());
/// assert_eq!(output, [Word([7; 8])]);
/// # Ok::<(), circuit::lanes::code::CodeError>(())
/// ```
pub struct Code {
    inputs: usize,
    randoms: usize,
    masks: usize,
    outputs: usize,
    engine: Engine,
    statistics: Statistics,
}

/// What does the work.
enum Engine {
    #[cfg(target_arch = "x86_64")]
    Native {
        whole: native::Native,
        half: Option<native::Native>,
    },
    #[cfg(target_arch = "x86_64")]
    Avx2(Interpreter),
    Portable(Interpreter),
}

impl Code {
    /// Translates a program for a backend.
    pub fn new(program: &Program, backend: Backend) -> Result<Code, CodeError> {
        Code::translate(program, backend, false)
    }

    /// Translates a program for a backend, also for half words if the processor can run such code.
    pub fn with_half(program: &Program, backend: Backend) -> Result<Code, CodeError> {
        Code::translate(program, backend, can_run_halves())
    }

    fn translate(program: &Program, backend: Backend, with_half: bool) -> Result<Code, CodeError> {
        program.verify().map_err(CodeError::Invalid)?;
        if !backend.available() {
            return Err(CodeError::Unavailable(backend));
        }
        let graph = Graph::new(program);
        let (engine, statistics) = match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => native(&graph, with_half)?,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => interpreter(&graph, Engine::Avx2),
            _ => interpreter(&graph, Engine::Portable),
        };
        Ok(Code {
            inputs: program.inputs as usize,
            randoms: program.randoms as usize,
            masks: program.masks as usize,
            outputs: program.outputs.len(),
            engine,
            statistics: Statistics { gates: graph.nodes.len(), ..statistics },
        })
    }

    /// Computes the outputs once.
    ///
    /// # Panics
    /// If a buffer is shorter than the program needs.
    #[allow(unsafe_code)]
    pub fn run(
        &self,
        input: &[Word],
        random: &[Word],
        masks: &[u64],
        output: &mut [Word],
        scratch: &mut Scratch,
    ) {
        self.check([input.len(), random.len(), masks.len(), output.len()]);
        let scratch = scratch.words(self.statistics.scratch_words);
        match &self.engine {
            // SAFETY: the buffers' lengths were just checked, the scratch has the words that were counted,
            // and `new` has checked that the processor has AVX-512.
            #[cfg(target_arch = "x86_64")]
            Engine::Native { whole, .. } => unsafe {
                whole.run(input, random, masks, output, scratch.as_mut_ptr());
            },
            // SAFETY: `new` has checked that the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(interpreter) => unsafe {
                interpreter.run_avx2(input, random, masks, output, scratch)
            },
            Engine::Portable(interpreter) => {
                interpreter.run(input, random, masks, output, scratch);
            }
        }
    }

    /// Whether there is code for half words.
    pub fn has_half(&self) -> bool {
        match &self.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Native { half, .. } => half.is_some(),
            _ => false,
        }
    }

    /// Computes the outputs once for half as many lanes.
    ///
    /// # Panics
    /// If there is no code for that, or if a buffer is shorter than the program needs.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    #[allow(unsafe_code)]
    pub fn run_half(
        &self,
        input: &[Half],
        random: &[Half],
        masks: &[u64],
        output: &mut [Half],
        scratch: &mut Scratch,
    ) {
        self.check([input.len(), random.len(), masks.len(), output.len()]);
        let scratch = scratch.words(self.statistics.scratch_words);
        match &self.engine {
            // SAFETY: the buffers' lengths were just checked, half of the scratch suffices, and `with_half` has checked
            // that the processor has AVX-512 VL.
            #[cfg(target_arch = "x86_64")]
            Engine::Native { half: Some(half), .. } => unsafe {
                half.run(input, random, masks, output, scratch.as_mut_ptr().cast());
            },
            _ => panic!("there is no code for half words"),
        }
    }

    /// Whether buffers of these lengths have what the program needs.
    fn check(&self, [input, random, masks, output]: [usize; 4]) {
        assert!(input >= self.inputs, "{input} inputs of {}", self.inputs);
        assert!(random >= self.randoms, "{random} random words of {}", self.randoms);
        assert!(masks >= self.masks, "{masks} masks of {}", self.masks);
        assert!(output >= self.outputs, "{output} outputs of {}", self.outputs);
    }

    /// What the translation has come to.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// Whether the processor can run machine code on half words, and is fast at moving lanes into them.
fn can_run_halves() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx512vl") && Squeeze::is_fast();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Translates to machine code: the same instructions for both widths.
#[cfg(target_arch = "x86_64")]
fn native(graph: &Graph, with_half: bool) -> Result<(Engine, Statistics), CodeError> {
    let allocation = best_allocation(graph);
    let whole = native::Native::new(&allocation, emit::Width::Whole)?;
    let half =
        with_half.then(|| native::Native::new(&allocation, emit::Width::Half)).transpose()?;
    let code_bytes = whole.length + half.as_ref().map_or(0, |half| half.length);
    let statistics = Statistics { code_bytes, ..allocation.statistics() };
    Ok((Engine::Native { whole, half }, statistics))
}

/// The allocation that should run fastest, of some orders of the gates.
#[cfg(target_arch = "x86_64")]
fn best_allocation(graph: &Graph) -> allocate::Allocation {
    let roots = order::Roots::new(graph);
    let candidates = order::WALKS.into_iter().map(|walk| {
        let order = order::order(graph, &roots, walk);
        let allocation = allocate::allocate(&graph.reordered(&order));
        (estimate::cycles(&allocation.instructions), allocation)
    });
    let best = candidates.min_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map(|(_, allocation)| allocation).unwrap_or_default()
}

/// Translates for the interpreter.
fn interpreter(graph: &Graph, engine: fn(Interpreter) -> Engine) -> (Engine, Statistics) {
    let interpreter = Interpreter::new(graph);
    let statistics = interpreter.statistics();
    (engine(interpreter), statistics)
}

/// Working memory of running code. It grows to what the code needs and can be used with any code.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    words: Vec<Word>,
}

impl Scratch {
    fn words(&mut self, count: usize) -> &mut [Word] {
        if self.words.len() < count {
            self.words.resize(count, Word::default());
        }
        &mut self.words[..count]
    }
}
