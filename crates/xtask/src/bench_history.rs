//! `cargo xtask bench-history`: runs the benchmark and adds a line with its figures to `benches/history.jsonl`.

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// Measure with `agon dev bench` and add a line to benches/history.jsonl
///
/// The line is a JSON object: commit (and whether files differed from it), date, processor, the rows of
/// `agon dev bench --json`, and the signature.
#[derive(clap::Args)]
pub struct Options {
    /// Time for which each machine plays each game
    #[arg(long, default_value = "1")]
    seconds: String,
    /// Print the line instead of adding it to the file
    #[arg(long)]
    print: bool,
}

/// Runs the benchmark and adds the line.
pub fn run(options: Options) -> anyhow::Result<()> {
    let root = root();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let bench =
        ["run", "--release", "--quiet", "--package", "agon", "--", "dev", "bench", "--json"];
    let arguments = bench.into_iter().chain(["--seconds", &options.seconds]);
    let output = output_of(Command::new(cargo).args(arguments).current_dir(&root))?;
    let (rows, signature) = read_bench(&output)?;
    let git = |arguments: &[&str]| {
        output_of(Command::new("git").args(arguments).current_dir(&root))
            .map(|text| text.trim().to_owned())
    };
    let line = json!({
        "commit": git(&["rev-parse", "HEAD"])?,
        "changed": !git(&["status", "--porcelain"])?.is_empty(),
        "date": today()?,
        "processor": processor(),
        "signature": signature,
        "rows": rows,
    });
    if options.print {
        writeln!(std::io::stdout(), "{line}")?;
        return Ok(());
    }
    let path = root.join("benches/history.jsonl");
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    writeln!(file, "{line}").with_context(|| path.display().to_string())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command and returns its standard output. Its messages and progress go to the terminal.
fn output_of(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("{command:?} does not start"))?;
    ensure!(output.status.success(), "{command:?} failed");
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the rows and the signature printed by `agon dev bench --json`.
fn read_bench(output: &str) -> anyhow::Result<(Vec<Value>, Value)> {
    let mut rows = Vec::new();
    for line in output.lines() {
        let mut value: Value = serde_json::from_str(line)?;
        match value.get_mut("signature") {
            Some(signature) => return Ok((rows, signature.take())),
            None => rows.push(value),
        }
    }
    bail!("agon dev bench printed no signature")
}

/// Returns the name of the processor; `None` if the system does not tell it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// Returns today's date in UTC.
fn today() -> anyhow::Result<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    Ok(format!("{year}-{month:02}-{day:02}"))
}

/// Returns the year, month and day of a number of days after 1 January 1970, by Hinnant's "chrono-compatible low-level
/// date algorithms": years begin in March, so that the leap day is the last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(11_017), (2000, 3, 1));
        assert_eq!(civil(20_453), (2025, 12, 31));
    }

    #[test]
    fn rows_come_before_the_signature() {
        let output = "{\"game\":\"nim\"}\n{\"signature\":\"00ff\"}\n";
        let (rows, signature) = read_bench(output).expect("it is complete");
        assert_eq!((rows.len(), signature), (1, "00ff".into()));
        assert!(read_bench("{\"game\":\"nim\"}\n").is_err());
    }
}
