//! Any bytes, read as a program of the lanes: machine code and the interpreters of this processor compute the same bits
//! as an evaluation gate by gate.

#![no_main]

use libfuzzer_sys::fuzz_target;
use oracle::{machine_code, programs};

fuzz_target!(|bytes: &[u8]| {
    if let Err(difference) = machine_code::compare(&programs::from_bytes(bytes), 1) {
        panic!("{difference}");
    }
});
