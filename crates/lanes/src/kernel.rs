//! The operations on words that depend on the processor, chosen once per process.
//!
//! A [`Kernel`] runs on one kind of processor; all kernels compute the same bits. Each has a file: a new backend is a
//! new file, with a name in [`Backend`]. Programs, schedules and playouts know the trait only.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use crate::code::{CodeError, GateGraph, Translation};
use crate::compaction::Compaction;
use crate::random::RandomState;
use crate::word::{Half, PARTS, SIDE, Word};
use game::Fact;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A square of bits: 64 rows of 64.
pub type Square = [u64; SIDE];

/// The operations on words of one kind of processor.
///
/// A kernel is the proof that the processor has the instructions that it uses, also in the code that it makes.
/// Therefore the only way to a kernel is [`Backend::kernel`], and other crates know backends only.
pub trait Kernel: Send + Sync {
    /// Returns the name of the kernel.
    fn backend(&self) -> Backend;

    /// Translates a program to code that this processor runs. `with_half` asks for code for half words too, which only
    /// kernels that have halves can make.
    fn translate(&self, graph: &GateGraph, with_half: bool) -> Result<Translation, CodeError> {
        portable::translate(graph, with_half)
    }

    /// Fills words with random bits. The bits depend on the state alone, not on the kernel.
    fn fill_random(&self, state: &mut RandomState, words: &mut [Word]) {
        portable::fill_random(state, words);
    }

    /// Exchanges rows and columns: bit `c` of row `r` becomes bit `r` of row `c`.
    fn transpose(&self, square: &mut Square) {
        portable::transpose(square);
    }

    /// Writes words whose parts are the rows of squares: part `p` of word `w` is row `w` of `rows[p]`.
    fn join(&self, words: &mut [Word], rows: [&[u64]; PARTS]) {
        portable::join(words, rows);
    }

    /// Replaces some lanes of words by those of `states`: word `n` gets the lanes of the state word of fact `facts[n]`.
    fn replace(&self, words: &mut [Word], lanes: Word, facts: &[Fact], states: &[Word]) {
        portable::replace(words, lanes, facts, states);
    }

    /// Returns the number of lanes of a set.
    fn count(&self, lanes: Word) -> u64 {
        portable::count(lanes)
    }

    /// Whether programs can be run on half words, and lanes can be moved into them fast enough for that to pay.
    fn has_halves(&self) -> bool {
        false
    }

    /// Moves lanes together into half words. The lanes of the half words that are not used get unspecified values.
    fn gather(&self, compaction: &Compaction, words: &[Word], halves: &mut [Half]) {
        portable::gather(compaction, words, halves);
    }

    /// Moves the lanes of a half word back where they were; the other lanes are off.
    fn scatter(&self, compaction: &Compaction, half: Half) -> Word {
        portable::scatter(compaction, half)
    }
}

/// A kind of processor that lanes can run on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// Machine code for AVX-512, made at run time.
    Avx512,
    /// An interpreter that uses AVX2.
    Avx2,
    /// An interpreter for any processor.
    Portable,
}

/// The reason why a backend is not available.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BackendError {
    /// This processor lacks what the backend needs.
    #[error("this processor cannot run the backend {0}")]
    Unavailable(Backend),
    /// There is no backend of this name.
    #[error("no backend is called {0:?}; there are avx512, avx2 and portable")]
    Unknown(String),
}

impl Backend {
    /// All backends, the fastest first.
    pub const ALL: [Backend; 3] = [Backend::Avx512, Backend::Avx2, Backend::Portable];

    /// Returns the fastest backend that this processor has.
    pub fn best() -> Backend {
        static BEST: OnceLock<Backend> = OnceLock::new();
        *BEST.get_or_init(|| {
            Backend::ALL.into_iter().find(|it| it.kernel().is_ok()).unwrap_or(Backend::Portable)
        })
    }

    /// Returns the backends that this processor has, the fastest first.
    pub fn all_available() -> Vec<Backend> {
        Backend::ALL.into_iter().filter(|backend| backend.kernel().is_ok()).collect()
    }

    /// Checks that this processor can run the backend.
    ///
    /// # Errors
    /// If the processor lacks what the backend needs.
    pub fn check_available(self) -> Result<(), BackendError> {
        self.kernel().map(drop)
    }

    /// Returns the kernel of the backend; an error if this processor lacks what it needs.
    pub(crate) fn kernel(self) -> Result<&'static dyn Kernel, BackendError> {
        let kernel: Option<&'static dyn Kernel> = match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => avx512::kernel(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => avx2::kernel(),
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Avx512 | Backend::Avx2 => None,
            Backend::Portable => Some(&portable::Portable),
        };
        kernel.ok_or(BackendError::Unavailable(self))
    }

    /// Returns the name by which the backend is chosen.
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
    type Err = BackendError;

    fn from_str(name: &str) -> Result<Backend, BackendError> {
        let found = Backend::ALL.into_iter().find(|backend| backend.name() == name);
        found.ok_or_else(|| BackendError::Unknown(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::{LANES, LaneWord};
    use rand::RngExt;

    fn kernels() -> Vec<&'static dyn Kernel> {
        let kernels =
            Backend::all_available().into_iter().map(|it| it.kernel().expect("it is available"));
        kernels.collect()
    }

    #[test]
    fn squares_are_transposed() {
        let square: Square = game::random(1).random();
        for kernel in kernels() {
            let mut turned = square;
            kernel.transpose(&mut turned);
            for (row, column) in
                (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)))
            {
                assert_eq!(square[row] >> column & 1, turned[column] >> row & 1);
            }
        }
    }

    #[test]
    fn words_are_joined_from_rows() {
        let mut random = game::random(5);
        let squares: [Square; PARTS] = std::array::from_fn(|_| random.random());
        for count in [0, 1, 8, 29, SIDE] {
            for kernel in kernels() {
                let mut words = vec![Word::NONE; count];
                kernel.join(&mut words, std::array::from_fn(|part| &squares[part][..]));
                for (row, word) in words.iter().enumerate() {
                    assert_eq!(word.0, std::array::from_fn(|part| squares[part][row]));
                }
            }
        }
    }

    #[test]
    fn facts_of_some_lanes_are_replaced() {
        let mut random = game::random(4);
        let mut some =
            |count: usize| -> Vec<Word> { (0..count).map(|_| Word(random.random())).collect() };
        let (words, states, lanes) = (some(3), some(9), some(1)[0]);
        let facts = [Fact(8), Fact(0)];
        for kernel in kernels() {
            let mut replaced = words.clone();
            kernel.replace(&mut replaced, lanes, &facts, &states);
            assert_eq!(replaced[0], (states[8] & lanes) | (words[0] & !lanes));
            assert_eq!(replaced[1], (states[0] & lanes) | (words[1] & !lanes));
            assert_eq!(replaced[2], words[2]);
        }
    }

    #[test]
    fn lanes_are_counted() {
        let word = Word(game::random(6).random());
        for kernel in kernels() {
            assert_eq!(kernel.count(word), word.lanes().count() as u64);
            assert_eq!(kernel.count(Word::ALL), LANES as u64);
            assert_eq!(kernel.count(Word::NONE), 0);
        }
    }

    #[test]
    fn the_names_are_read() {
        for backend in Backend::ALL {
            assert_eq!(backend.name().parse(), Ok(backend));
        }
        let unknown = "avx".parse::<Backend>().expect_err("there is no such backend");
        assert!(unknown.to_string().contains("portable"));
    }
}
