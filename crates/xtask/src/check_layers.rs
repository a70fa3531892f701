//! `cargo xtask check-layers`: checks the direction of the dependencies between the crates of the workspace against one
//! table, and that the lints against files, clocks and ambient randomness hold (`settings`).

mod exceptions;
mod settings;

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Check that crates use only crates of the layers below them
///
/// Dependencies of tests and benchmarks may have any direction.
#[derive(clap::Args)]
pub struct Options {}

/// The layers of the workspace from the bottom up, each with its crates. A crate may use the crates of earlier layers,
/// and those before it in its own layer.
const LAYERS: &[(&str, &[&str])] = &[
    ("words", &["term", "gdl"]),
    ("contract", &["game"]),
    ("machines", &["reason", "ground", "circuit", "propnet", "lanes"]),
    ("understanding", &["library", "analyze", "draw"]),
    ("learning", &["learn", "knowledge"]),
    ("choosing", &["search"]),
    ("playing", &["engine", "play", "lab"]),
    ("fronts", &["web", "agon"]),
    (DEVELOPMENT, &["oracle", "xtask"]),
];

/// The layer whose crates are no part of a release: only tests and benchmarks may use them.
const DEVELOPMENT: &str = "development";

/// Dependencies that the order of the layers would allow, each with the reason why it is forbidden nevertheless.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("game", "gdl", "the contract of machines knows no rule language"),
    ("ground", "game", "ground rules know no states and no play"),
    (
        "ground",
        "reason",
        "fast machines are compared with the reference machine, never built on it",
    ),
    (
        "circuit",
        "reason",
        "fast machines are compared with the reference machine, never built on it",
    ),
    (
        "propnet",
        "reason",
        "fast machines are compared with the reference machine, never built on it",
    ),
    ("lanes", "reason", "fast machines are compared with the reference machine, never built on it"),
    ("search", "gdl", "players know machines, playouts and analyses, no rules"),
    ("search", "reason", "players know traits, no implementation of them"),
    ("search", "ground", "players know traits, no implementation of them"),
    ("search", "propnet", "players know traits, no implementation of them"),
    ("search", "lanes", "players know traits, no implementation of them"),
    (
        "learn",
        "lanes",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    (
        "play",
        "lanes",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    (
        "play",
        "propnet",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    (
        "lab",
        "lanes",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    (
        "lab",
        "propnet",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    (
        "web",
        "lanes",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    (
        "web",
        "propnet",
        "programs above the machines know traits; `engine` chooses the implementation",
    ),
    ("lanes", "propnet", "both are made from a `circuit::Model`, neither from the other"),
];

/// Checks the workspace and lists all violations.
pub fn run(Options {}: Options) -> anyhow::Result<()> {
    let mut violations = violations()?;
    violations.extend(settings::ineffective_lints(&root())?);
    if !violations.is_empty() {
        bail!("the layers are violated:\n{}", violations.join("\n"));
    }
    Ok(())
}

/// Describes everything that is wrong with the workspace, as far as Clippy is not needed to find it.
fn violations() -> anyhow::Result<Vec<String>> {
    let packages = packages(&metadata()?)?;
    ensure!(!packages.is_empty(), "the workspace has no packages");
    let mut violations = wrong_dependencies(&packages);
    violations.extend(settings::violations(&root(), &packages)?);
    Ok(violations)
}

/// Returns the folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A crate of the workspace.
struct Package {
    /// Its name without the prefix `agon-`.
    name: String,
    folder: PathBuf,
    /// The crates of the workspace that it uses, outside of tests and benchmarks.
    uses: Vec<String>,
}

/// Returns the output of `cargo metadata` for the crates of the workspace.
fn metadata() -> anyhow::Result<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let manifest = root().join("Cargo.toml");
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"])
        .arg(manifest)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be run")?;
    ensure!(output.status.success(), "`cargo metadata` failed");
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Reads the crates of the workspace from the output of `cargo metadata`.
fn packages(metadata: &Value) -> anyhow::Result<Vec<Package>> {
    let packages = metadata["packages"].as_array().context("there are no packages")?;
    packages.iter().map(|it| package(it).context("a package lacks a field")).collect()
}

fn package(package: &Value) -> Option<Package> {
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let is_used = |it: &&Value| !it["path"].is_null() && it["kind"].as_str() != Some("dev");
    let uses = package["dependencies"].as_array()?.iter().filter(is_used);
    Some(Package {
        name: short_name(package["name"].as_str()?),
        folder: manifest.parent()?.to_owned(),
        uses: uses.map(|it| it["name"].as_str().map(short_name)).collect::<Option<_>>()?,
    })
}

fn short_name(name: &str) -> String {
    name.strip_prefix("agon-").unwrap_or(name).to_owned()
}

/// Describes every dependency that the table does not allow, and every crate that is not in it.
fn wrong_dependencies(packages: &[Package]) -> Vec<String> {
    let mut found = Vec::new();
    for package in packages {
        if place(&package.name).is_none() {
            found.push(format!(
                "`{}` is in no layer: add it to LAYERS in crates/xtask/src/check_layers.rs, after the crates that it uses",
                package.name
            ));
        }
        let wrong = package.uses.iter().filter_map(|used| objection(&package.name, used));
        found.extend(wrong);
    }
    found
}

/// Returns the reason why a crate must not use another one; `None` if it may, or if one of them is not in the table.
fn objection(user: &str, used: &str) -> Option<String> {
    let ((user_layer, user_place), (layer, place)) = (place(user)?, place(used)?);
    let forbidden = FORBIDDEN.iter().find(|(one, other, _)| (*one, *other) == (user, used));
    let reason = if layer == DEVELOPMENT {
        "only tests and benchmarks may use what serves development".to_owned()
    } else if let Some((_, _, reason)) = forbidden {
        (*reason).to_owned()
    } else if place >= user_place && user_layer == layer {
        format!("within the layer `{layer}` it comes later")
    } else if place >= user_place {
        format!("the layer `{layer}` is above `{user_layer}`")
    } else {
        return None;
    };
    Some(format!("`{user}` must not use `{used}`: {reason}"))
}

/// Returns the layer of a crate and its place among all crates, counted from the bottom; `None` if it is not in the
/// table.
fn place(name: &str) -> Option<(&'static str, usize)> {
    let crates =
        LAYERS.iter().flat_map(|(layer, crates)| crates.iter().map(move |it| (*layer, *it)));
    crates.zip(0..).find(|((_, other), _)| *other == name).map(|((layer, _), place)| (layer, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Returns the violations of a workspace of these crates, each given with the crates that it uses.
    fn check(crates: &[(&str, &[&str])]) -> Vec<String> {
        let package = |(name, uses): &(&str, &[&str])| Package {
            name: (*name).to_owned(),
            folder: PathBuf::from("nowhere"),
            uses: uses.iter().map(|&used| used.to_owned()).collect(),
        };
        wrong_dependencies(&crates.iter().map(package).collect::<Vec<_>>())
    }

    #[test]
    fn the_direction_from_rules_to_fronts_is_allowed() {
        let crates: &[(&str, &[&str])] = &[
            ("term", &[]),
            ("gdl", &["term"]),
            ("game", &["term"]),
            ("circuit", &["game", "gdl", "ground"]),
            ("agon", &["web", "circuit", "term"]),
        ];
        assert_eq!(check(crates), Vec::<String>::new());
    }

    #[test]
    fn a_dependency_on_a_layer_above_is_reported() {
        let expected = "`game` must not use `search`: the layer `choosing` is above `contract`";
        assert_eq!(check(&[("game", &["search"])]), [expected]);
    }

    #[test]
    fn a_dependency_against_the_order_within_a_layer_is_reported() {
        let expected =
            "`ground` must not use `circuit`: within the layer `machines` it comes later";
        assert_eq!(check(&[("ground", &["circuit"])]), [expected]);
    }

    #[test]
    fn a_forbidden_dependency_is_reported_with_its_reason() {
        let expected = "`game` must not use `gdl`: the contract of machines knows no rule language";
        assert_eq!(check(&[("game", &["gdl"])]), [expected]);
    }

    #[test]
    fn crates_for_development_are_not_used_by_a_release() {
        assert_eq!(check(&[("agon", &["oracle"]), ("xtask", &["oracle"])]).len(), 2);
    }

    #[test]
    fn a_crate_outside_the_table_is_reported_with_the_place_to_add_it() {
        let violations = check(&[("cuda", &["circuit"])]);
        assert_eq!(violations.len(), 1);
        assert!(violations[0].contains("LAYERS in crates/xtask/src/check_layers.rs"));
    }

    #[test]
    fn every_forbidden_pair_and_every_io_crate_is_in_the_table() {
        let pairs = FORBIDDEN.iter().flat_map(|(user, used, _)| [user, used]);
        for name in pairs.chain(settings::IO_CRATES) {
            assert!(place(name).is_some(), "{name}");
        }
    }

    #[test]
    fn dependencies_of_tests_and_of_other_projects_are_skipped() {
        let dependency = |name, kind, path| json!({"name": name, "kind": kind, "path": path});
        let metadata = json!({"packages": [{
            "name": "agon-game",
            "manifest_path": "/workspace/crates/game/Cargo.toml",
            "dependencies": [
                dependency("agon-term", Value::Null, json!("/workspace/crates/term")),
                dependency("agon-oracle", json!("dev"), json!("/workspace/crates/oracle")),
                dependency("rand", Value::Null, Value::Null),
                dependency("agon-xtask", json!("build"), json!("/workspace/crates/xtask")),
            ],
        }]});
        let packages = packages(&metadata).unwrap();
        assert_eq!((packages[0].name.as_str(), packages.len()), ("game", 1));
        assert_eq!(packages[0].uses, ["term", "xtask"]);
        assert_eq!(packages[0].folder, Path::new("/workspace/crates/game"));
    }

    #[test]
    fn the_workspace_keeps_its_layers() {
        assert_eq!(violations().unwrap(), Vec::<String>::new());
    }
}
