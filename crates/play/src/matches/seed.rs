//! Seeds that are derived from other seeds.

use rand::Rng;

/// Returns the seed of a part with a name, derived from the seed of the whole. Thus every match, and every player in
/// it, has random numbers of its own, which do not depend on other matches.
pub(crate) fn derived(seed: u64, name: &str) -> u64 {
    // FNV-1a: the same on all platforms and in all versions, which the hashes of the standard library are not.
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    game::random(seed ^ hash).next_u64()
}

#[cfg(test)]
mod tests {
    use super::derived;

    #[test]
    fn names_and_seeds_make_a_difference() {
        let seeds = [derived(1, "match 1"), derived(1, "match 2"), derived(2, "match 1")];
        assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
        assert_eq!(derived(1, "match 1"), seeds[0]);
    }
}
