//! Programs translated by a kernel: to machine code made at run time where the processor has 512-bit registers, else to
//! instructions of an interpreter. All kernels compute the same bits. The code is immutable and shared by threads; each
//! of them runs it in its own [`Scratch`] memory.
//!
//! Which translation belongs to which processor is decided in `kernel`, not here.

#[cfg(target_arch = "x86_64")]
mod allocate;
#[cfg(target_arch = "x86_64")]
mod emit;
#[cfg(target_arch = "x86_64")]
mod estimate;
mod graph;
#[cfg(target_arch = "x86_64")]
mod instruction;
mod interpret;
#[cfg(target_arch = "x86_64")]
mod native;
mod order;
mod table;

use crate::kernel::Kernel;
use crate::program::LaneProgram;
use crate::word::{Half, LaneWord, Word};
pub use graph::GateGraph;
pub(crate) use interpret::Interpreter;
#[cfg(target_arch = "x86_64")]
pub(crate) use native::machine_code;

/// The reason why a program cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodeError {
    /// The program is not valid.
    #[error("the program is not valid: {0}")]
    Invalid(String),
    /// The system does not give executable memory.
    #[error("no memory for machine code: {0}")]
    Memory(String),
}

impl From<std::io::Error> for CodeError {
    fn from(error: std::io::Error) -> CodeError {
        CodeError::Memory(error.to_string())
    }
}

/// Sizes of a translated program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CodeStatistics {
    /// Number of gates, all of two or three inputs: copies, inverters and constants are removed.
    pub gates: usize,
    /// Number of instructions, of the processor or of the interpreter.
    pub instructions: usize,
    /// Number of words read from memory, by instructions of their own or as operands.
    pub loads: usize,
    /// Number of words written to memory.
    pub stores: usize,
    /// Number of words written to memory only because registers ran out.
    pub spills: usize,
    /// Working memory in words.
    pub scratch_words: usize,
    /// Length in bytes of the machine code, or of the instructions of the interpreter.
    pub code_bytes: usize,
}

/// A translation of a program that this processor can run on words of one width.
#[allow(unsafe_code)]
pub trait RunnableCode<W>: Send + Sync {
    /// Computes the outputs once.
    ///
    /// # Safety
    /// There must be at least as many inputs, random words, masks and outputs as the program has, and as many words of
    /// working memory (`scratch`) as the statistics of the translation say.
    unsafe fn run(
        &self,
        input: &[W],
        random: &[W],
        masks: &[u64],
        output: &mut [W],
        scratch: &mut [W],
    );
}

/// A program translated by a kernel.
pub struct Translation {
    /// The code for whole words.
    pub whole: Box<dyn RunnableCode<Word>>,
    /// The code for half words, if it was asked for and the kernel is fast at them.
    pub half: Option<Box<dyn RunnableCode<Half>>>,
    /// The sizes of both together.
    pub statistics: CodeStatistics,
}

/// A program that can be run.
///
/// ```
/// use agon_lanes::Backend;
/// use agon_lanes::internals::{LaneProgram, Operations, Scratch, TableGate, Word, WordId};
///
/// // The majority of two inputs and a mask.
/// let gate = TableGate { table: 0b1110_1000, inputs: [WordId(0), WordId(1), WordId(2)] };
/// let program =
///     LaneProgram { inputs: 2, masks: 1, gates: vec![gate], outputs: vec![WordId(3)], ..LaneProgram::default() };
/// let code = Operations::of(Backend::best())?.translate(&program)?;
/// let mut output = [Word::default()];
/// code.run(&[Word([6; 8]), Word([5; 8])], &[], &[3], &mut output, &mut Scratch::default());
/// assert_eq!(output, [Word([7; 8])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Code {
    inputs: usize,
    randoms: usize,
    masks: usize,
    outputs: usize,
    translation: Translation,
}

impl Code {
    /// Translates a program for the processor of a kernel.
    pub(crate) fn new(program: &LaneProgram, kernel: &dyn Kernel) -> Result<Code, CodeError> {
        Code::translate(program, kernel, false)
    }

    /// Translates a program for the processor of a kernel, also for half words if the kernel is fast at them.
    pub(crate) fn with_half(program: &LaneProgram, kernel: &dyn Kernel) -> Result<Code, CodeError> {
        Code::translate(program, kernel, kernel.has_halves())
    }

    fn translate(
        program: &LaneProgram,
        kernel: &dyn Kernel,
        with_half: bool,
    ) -> Result<Code, CodeError> {
        program.verify().map_err(CodeError::Invalid)?;
        Ok(Code {
            inputs: program.inputs as usize,
            randoms: program.randoms as usize,
            masks: program.masks as usize,
            outputs: program.outputs.len(),
            translation: kernel.translate(&GateGraph::new(program), with_half)?,
        })
    }

    /// Computes the outputs once, on whole or on half words.
    ///
    /// # Panics
    /// If a buffer is shorter than the program needs, or if there is no code for half words.
    #[allow(unsafe_code)]
    #[inline]
    pub fn run<W: CodeWord>(
        &self,
        input: &[W],
        random: &[W],
        masks: &[u64],
        output: &mut [W],
        scratch: &mut Scratch,
    ) {
        self.check([input.len(), random.len(), masks.len(), output.len()]);
        let scratch = words(W::buffer(scratch), self.translation.statistics.scratch_words);
        // SAFETY: the lengths of the buffers were just checked, and the scratch has the words that were counted.
        unsafe { W::code(&self.translation).run(input, random, masks, output, scratch) }
    }

    /// Whether there is code for half words.
    pub fn has_half(&self) -> bool {
        self.translation.half.is_some()
    }

    /// Panics if a buffer is shorter than the program needs.
    fn check(&self, [input, random, masks, output]: [usize; 4]) {
        assert!(input >= self.inputs, "{input} inputs of {}", self.inputs);
        assert!(random >= self.randoms, "{random} random words of {}", self.randoms);
        assert!(masks >= self.masks, "{masks} masks of {}", self.masks);
        assert!(output >= self.outputs, "{output} outputs of {}", self.outputs);
    }

    /// Returns the sizes of the translation.
    pub fn statistics(&self) -> CodeStatistics {
        self.translation.statistics
    }
}

/// Working memory of running code. It grows to what the code needs and can be used with any code.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    whole: Vec<Word>,
    half: Vec<Half>,
}

/// Returns this number of words of a buffer, with unspecified values.
fn words<W: LaneWord>(buffer: &mut Vec<W>, count: usize) -> &mut [W] {
    if buffer.len() < count {
        buffer.resize(count, W::NONE);
    }
    &mut buffer[..count]
}

/// A width of words that code can be run on.
pub trait CodeWord: LaneWord {
    /// Returns the code for words of this width.
    ///
    /// # Panics
    /// If there is none.
    fn code(translation: &Translation) -> &dyn RunnableCode<Self>;

    /// Returns the working memory for words of this width.
    fn buffer(scratch: &mut Scratch) -> &mut Vec<Self>;
}

impl CodeWord for Word {
    #[inline(always)]
    fn code(translation: &Translation) -> &dyn RunnableCode<Word> {
        &*translation.whole
    }

    #[inline(always)]
    fn buffer(scratch: &mut Scratch) -> &mut Vec<Word> {
        &mut scratch.whole
    }
}

impl CodeWord for Half {
    #[inline(always)]
    fn code(translation: &Translation) -> &dyn RunnableCode<Half> {
        translation.half.as_deref().expect("there is code for half words")
    }

    #[inline(always)]
    fn buffer(scratch: &mut Scratch) -> &mut Vec<Half> {
        &mut scratch.half
    }
}
