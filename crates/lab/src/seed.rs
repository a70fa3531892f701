//! Seeds of tasks, which follow from the experiment, the cell and the number of the task.

/// Returns the seed of a task. It has 53 bits, so that no reader of JSON rounds it.
pub fn seed(experiment: u64, cell: &str, number: u64) -> u64 {
    // FNV-1a, and at the end the mixing step of SplitMix64, because FNV hardly mixes the last bytes.
    let numbers = experiment.to_le_bytes().into_iter().chain(number.to_le_bytes());
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in numbers.chain(cell.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash ^ (hash >> 31)) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn seeds_depend_on_everything_and_never_change() {
        let cells = ["nim/a", "nim/b", "chess/a"];
        let mut seeds = HashSet::new();
        for (experiment, cell) in (0..10).flat_map(|seed| cells.map(|cell| (seed, cell))) {
            seeds.extend((0..100).map(|number| seed(experiment, cell, number)));
        }
        assert_eq!(seeds.len(), 3000);
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
        // Results on disk rely on it.
        assert_eq!(seed(1, "breakthrough/cadia-2008", 7), 1_234_748_159_796_248);
    }
}
