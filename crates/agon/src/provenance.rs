//! The program and the machine, as results of experiments record them.

use lab::Provenance;
use std::fs;

/// Returns the version and the commit of the program, and the machine on which it runs.
pub fn provenance() -> Provenance {
    Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("AGON_COMMIT").map(str::to_owned),
        machine: Some(machine()),
    }
}

/// Returns the name of the processor and the number of its cores.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let unknown = || std::env::consts::ARCH.to_owned();
    let name = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| processor(&text));
    let plural = if cores == 1 { "" } else { "s" };
    format!("{} ({cores} core{plural})", name.unwrap_or_else(unknown))
}

/// Returns the name of the first processor that Linux describes.
fn processor(cpuinfo: &str) -> Option<String> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let mut names = fields.filter(|(key, _)| key.trim() == "model name");
    names.next().map(|(_, name)| name.trim().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_processor_is_found() {
        let text =
            "processor\t: 0\nvendor_id\t: X\nmodel name\t: X 9000 @ 3 GHz\nmodel name\t: Y\n";
        assert_eq!(processor(text).as_deref(), Some("X 9000 @ 3 GHz"));
        assert_eq!(processor("processor : 0\n"), None);
        assert!(machine().contains(" core"));
    }
}
