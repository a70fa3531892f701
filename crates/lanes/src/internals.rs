//! Parts of the crate that tests, benchmarks and fuzz targets of this workspace look at from outside: programs, their
//! code, and operations of kernels. They are no part of the interface, and may change with every version.

pub use crate::code::{Code, Scratch};
pub use crate::program::{LaneProgram, TableGate, WordId};
pub use crate::random::RandomState;
pub use crate::transpose::{get, put};
pub use crate::word::{Half, Word};
