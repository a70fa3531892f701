//! Any bytes: checking ends, and every fault can be shown.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let checked = gdl::check("fuzz.kif", bytes);
    for fault in checked.faults.kept() {
        assert!(gdl::render(&checked.sheet.source, fault).contains(fault.kind.name()));
    }
    assert_eq!(checked.rules.is_none(), checked.faults.errors() > 0);
});
