//! Many playouts at once: every gate is a word in which each bit belongs to another playout.

pub mod code;
pub mod program;
pub mod random;
pub mod transpose;
pub mod logic;
pub mod map;
pub mod phases;
pub mod playout;
pub mod select;
pub mod step;
