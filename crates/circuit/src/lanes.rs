//! Many playouts at once: every gate is a word in which each bit belongs to another playout.

pub mod code;
pub mod program;
