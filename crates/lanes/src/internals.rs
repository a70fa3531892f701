//! Parts of the crate that tests, benchmarks and fuzz targets of this workspace look at from outside: programs, their
//! code, and operations of kernels. They are no part of the interface, and may change with every version.

pub use crate::code::{Code, Scratch};
pub use crate::program::{LaneProgram, TableGate, WordId};
pub use crate::random::RandomState;
pub use crate::transpose::get;
pub use crate::word::{Half, Word};

use crate::kernel::{Backend, BackendError, Kernel};
use crate::{CodeError, transpose};

/// The operations of a backend.
#[derive(Clone, Copy)]
pub struct Operations(&'static dyn Kernel);

impl Operations {
    /// Returns the operations of a backend; an error if this processor cannot run it.
    pub fn of(backend: Backend) -> Result<Operations, BackendError> {
        backend.kernel().map(Operations)
    }

    /// Translates a program.
    pub fn translate(self, program: &LaneProgram) -> Result<Code, CodeError> {
        Code::new(program, self.0)
    }

    /// Translates a program, also for half words if the backend is fast at them.
    pub fn translate_with_half(self, program: &LaneProgram) -> Result<Code, CodeError> {
        Code::with_half(program, self.0)
    }

    /// Fills words with random bits.
    pub fn fill_random(self, state: &mut RandomState, words: &mut [Word]) {
        self.0.fill_random(state, words);
    }

    /// Writes states into some lanes; the other lanes keep their states. `state` returns the state of a lane, and is
    /// called once for each.
    pub fn put<'s>(self, words: &mut [Word], lanes: Word, state: impl FnMut(usize) -> &'s [u32]) {
        transpose::put(self.0, words, lanes, state);
    }
}
