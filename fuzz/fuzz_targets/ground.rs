//! Any bytes that are a rule sheet: grounding ends without a panic, and the machine for the ground rules plays the same
//! games as the reference machine.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(difference) = oracle::grounding::compare(bytes, 1) {
        panic!("{difference}");
    }
});
