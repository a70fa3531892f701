//! The lints that keep clocks, files and ambient randomness out of most crates: no settings switch them off, and they
//! work. Exceptions in sources are found by `exceptions`.

use super::Package;
use super::exceptions::{exceptions, is_decisive};
use anyhow::{Context, bail, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates that may use files, clocks or the environment, and have a `clippy.toml` that says so.
pub const IO_CRATES: &[&str] = &["knowledge", "engine", "play", "web", "agon", "oracle", "xtask"];

/// The crate of [`IO_CRATES`] that may use files, and nothing else.
const FILES_ONLY: &str = "knowledge";

/// The beginning of the reasons that `clippy.toml` gives for entries about files.
const ABOUT_FILES: &str = "files ";

/// The names of files that Clippy reads its settings from.
const NAMES: [&str; 2] = ["clippy.toml", ".clippy.toml"];

/// Describes every way in which a crate gets around the lints of the workspace, whose root is this folder.
pub fn violations(root: &Path, packages: &[Package]) -> anyhow::Result<Vec<String>> {
    let mut found = other_settings(root)?;
    let disallowed = Entries::read(&root.join("clippy.toml"))?;
    ensure!(!disallowed.0.is_empty(), "clippy.toml disallows nothing");
    for package in packages {
        found.extend(settings_of(package, &disallowed)?);
        if !IO_CRATES.contains(&package.name.as_str()) {
            found.extend(exceptions(&package.folder.join("src"))?);
        }
        let manifest = read(&package.folder.join("Cargo.toml"))?;
        let manifest: toml::Table = manifest.parse()?;
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        if lints.and_then(toml::Value::as_bool) != Some(true) {
            found.push(format!("`{}` needs `[lints] workspace = true`", package.name));
        }
    }
    Ok(found)
}

/// Settings that would take the place of those of the workspace.
fn other_settings(root: &Path) -> anyhow::Result<Vec<String>> {
    let files = NAMES.iter().map(|name| root.join("crates").join(name));
    let files = files.chain([root.join(".clippy.toml")]).filter(|file| file.exists());
    let mut found: Vec<String> =
        files.map(|file| format!("{} hides the workspace's clippy.toml", file.display())).collect();
    let config = root.join(".cargo/config.toml");
    let config = if config.exists() { read(&config)? } else { String::new() };
    let set = ["CLIPPY_CONF_DIR", "rustflags"].into_iter().filter(|name| config.contains(name));
    found.extend(set.map(|name| format!(".cargo/config.toml must not set {name}")));
    found.extend(allowed_by_workspace(&read(&root.join("Cargo.toml"))?)?);
    Ok(found)
}

/// Describes the lints that the manifest of the workspace allows, although `clippy.toml` needs them.
fn allowed_by_workspace(manifest: &str) -> anyhow::Result<Vec<String>> {
    let manifest: toml::Table = manifest.parse()?;
    let lints = manifest.get("workspace").and_then(|workspace| workspace.get("lints"));
    let of_tool = |tool: &'static str, prefix: &'static str| {
        let lints = lints.and_then(|lints| lints.get(tool)).and_then(toml::Value::as_table);
        let lints = lints.into_iter().flatten();
        lints.map(move |(lint, setting)| (format!("{prefix}{lint}"), setting))
    };
    let is_allowed = |setting: &toml::Value| {
        let level = setting.get("level").unwrap_or(setting);
        level.as_str() == Some("allow")
    };
    let lints = of_tool("clippy", "clippy::").chain(of_tool("rust", ""));
    let allowed = lints.filter(|(lint, setting)| is_allowed(setting) && is_decisive(lint));
    Ok(allowed.map(|(lint, _)| format!("Cargo.toml must not allow {lint}")).collect())
}

/// Checks a crate's own Clippy settings, if it has some.
fn settings_of(package: &Package, disallowed: &Entries) -> anyhow::Result<Option<String>> {
    let name = package.name.as_str();
    let files = NAMES.iter().map(|file| package.folder.join(file)).filter(|file| file.exists());
    let files: Vec<PathBuf> = files.collect();
    let [file] = &files[..] else { return Ok(None) };
    if !IO_CRATES.contains(&name) {
        return Ok(Some(format!(
            "`{name}` must not have a {} of its own: only I/O crates may use files and clocks",
            file.file_name().unwrap_or_default().display()
        )));
    }
    let expected = if name == FILES_ONLY { disallowed.but_files() } else { Entries::default() };
    let is_right = Entries::read(file)? == expected;
    Ok((!is_right).then(|| {
        let wanted = if name == FILES_ONLY {
            "all entries of the workspace's but those about files"
        } else {
            "no entries"
        };
        format!("{} must have {wanted}", file.display())
    }))
}

pub fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| file.display().to_string())
}

/// The paths that a `clippy.toml` disallows, with their reasons.
#[derive(PartialEq, Eq, Default)]
struct Entries(BTreeSet<(String, String)>);

impl Entries {
    fn read(file: &Path) -> anyhow::Result<Entries> {
        let settings: toml::Table = read(file)?.parse()?;
        let mut entries = Entries::default();
        for key in ["disallowed-types", "disallowed-methods"] {
            let list = settings.get(key).and_then(toml::Value::as_array);
            for entry in list.into_iter().flatten() {
                let text = |key| entry.get(key).and_then(toml::Value::as_str).map(str::to_owned);
                let entry = text("path").zip(text("reason"));
                entries.0.insert(entry.with_context(|| file.display().to_string())?);
            }
        }
        Ok(entries)
    }

    fn but_files(&self) -> Entries {
        let kept = self.0.iter().filter(|(_, reason)| !reason.starts_with(ABOUT_FILES));
        Entries(kept.cloned().collect())
    }
}

/// Beginnings of the entries that no probe can use, because it is compiled without other crates.
const OF_OTHER_CRATES: [&str; 2] = ["rand::", "getrandom::"];

/// Describes every entry of the workspace's `clippy.toml` that Clippy does not refuse in `probe/probe.rs`, a file that
/// uses them all.
pub fn ineffective_lints(root: &Path) -> anyhow::Result<Vec<String>> {
    let refused = refused(root)?;
    let all = Entries::read(&root.join("clippy.toml"))?;
    let paths = all.0.into_iter().map(|(path, _)| path);
    let probed = paths.filter(|path| !OF_OTHER_CRATES.iter().any(|it| path.starts_with(it)));
    let missing = probed.filter(|path| !refused.contains(path));
    Ok(missing.map(|path| format!("Clippy did not refuse `{path}` in probe/probe.rs")).collect())
}

/// Returns the disallowed paths that Clippy refuses in the probe.
fn refused(root: &Path) -> anyhow::Result<BTreeSet<String>> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output()?;
    let output_folder = root.join("target/probe");
    let driver = Command::new("clippy-driver")
        .env("CLIPPY_CONF_DIR", root)
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata"])
        .args(["--error-format", "json", "--sysroot", String::from_utf8(sysroot.stdout)?.trim()])
        .args(["-W", "clippy::disallowed_types", "-W", "clippy::disallowed_methods", "--out-dir"])
        .arg(&output_folder)
        .arg(root.join("crates/xtask/probe/probe.rs"))
        .output()
        .context("clippy-driver cannot be run (rustup component add clippy)")?;
    let messages = String::from_utf8(driver.stderr)?;
    if !driver.status.success() {
        bail!("the probe does not compile:\n{messages}");
    }
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text = |message: Value| message["message"].as_str().map(str::to_owned);
    let refused = messages.filter_map(text).filter(|it| it.starts_with("use of a disallowed"));
    Ok(refused.filter_map(|text| Some(text.split('`').nth(1)?.to_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with the root's settings and one crate, in a temporary folder.
    struct Workspace {
        folder: tempfile::TempDir,
        package: Package,
    }

    const SETTINGS: &str = r#"
        disallowed-types = [
          { path = "std::time::Instant", reason = "clocks belong elsewhere" },
          { path = "std::fs::File", reason = "files belong elsewhere" },
        ]"#;
    const MANIFEST: &str = "[package]\nname = 'agon-x'\n[lints]\nworkspace = true\n";

    impl Workspace {
        fn new(name: &str) -> Workspace {
            let folder = tempfile::tempdir().unwrap();
            let own = folder.path().join("crates").join(name);
            std::fs::create_dir_all(own.join("src")).unwrap();
            let package = Package { name: name.to_owned(), folder: own, uses: Vec::new() };
            let workspace = Workspace { folder, package };
            workspace.write("clippy.toml", SETTINGS);
            workspace.write("Cargo.toml", "[workspace.lints.clippy]\nall = 'warn'\n");
            workspace.write(&format!("crates/{name}/Cargo.toml"), MANIFEST);
            workspace
        }

        fn write(&self, file: &str, text: &str) {
            let file = self.folder.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }

        fn violations(&self) -> Vec<String> {
            violations(self.folder.path(), std::slice::from_ref(&self.package)).unwrap()
        }
    }

    #[track_caller]
    fn is_refused(name: &str, file: &str, text: &str, why: &str) {
        let workspace = Workspace::new(name);
        assert_eq!(workspace.violations(), Vec::<String>::new());
        workspace.write(file, text);
        let found = workspace.violations();
        assert!(found.len() == 1 && found[0].contains(why), "{found:?}");
    }

    #[test]
    fn settings_that_hide_those_of_the_workspace_are_refused() {
        is_refused("game", "crates/game/clippy.toml", "", "must not have a clippy.toml");
        is_refused("game", "crates/game/.clippy.toml", "", "must not have a .clippy.toml");
        is_refused("game", "crates/clippy.toml", "", "hides");
        is_refused("game", ".clippy.toml", "", "hides");
        is_refused("game", ".cargo/config.toml", "[env]\nCLIPPY_CONF_DIR = 'x'", "CLIPPY_CONF_DIR");
        is_refused("game", ".cargo/config.toml", "[build]\nrustflags = '-Awarnings'", "rustflags");
    }

    #[test]
    fn exceptions_in_sources_are_refused() {
        for lint in ["clippy::disallowed_types", "clippy::style", "clippy::all", "warnings"] {
            let exception = format!("#![allow({lint})]");
            is_refused("game", "crates/game/src/a/b.rs", &exception, "a/b.rs allows what");
        }
        let elsewhere = "#[path = \"../b.rs\"]\nmod b;";
        is_refused("game", "crates/game/src/a.rs", elsewhere, "by `#[path]`");
    }

    #[test]
    fn exceptions_are_allowed_in_modules_that_are_compiled_for_tests_only() {
        let exception = "#![allow(clippy::disallowed_types)]";
        for (parent, file) in
            [("lib.rs", "tests.rs"), ("lib.rs", "tests/b.rs"), ("a/b.rs", "a/b/tests.rs")]
        {
            let [parent, file] = [parent, file].map(|file| format!("crates/game/src/{file}"));
            is_refused("game", &file, exception, "allows what");
            let workspace = Workspace::new("game");
            workspace.write(&parent, "mod tests;");
            workspace.write(&file, exception);
            assert_eq!(workspace.violations().len(), 1, "{file}");
            workspace.write(&parent, "//! A file.\n\n#[cfg(test)]\nmod tests;\n");
            assert_eq!(workspace.violations(), Vec::<String>::new());
        }
    }

    #[test]
    fn lints_that_are_switched_off_are_refused() {
        let manifest = "[package]\nname = 'agon-game'\n";
        is_refused("game", "crates/game/Cargo.toml", manifest, "needs `[lints]");
        for (lints, name) in [
            ("[workspace.lints.clippy]\nall = { level = 'allow', priority = -1 }", "clippy::all"),
            ("[workspace.lints.clippy]\ndisallowed_types = 'allow'", "clippy::disallowed_types"),
            ("[workspace.lints.rust]\nwarnings = 'allow'", "warnings"),
        ] {
            is_refused("game", "Cargo.toml", lints, &format!("must not allow {name}"));
        }
    }

    #[test]
    fn io_crates_have_settings_of_their_own() {
        let workspace = Workspace::new("play");
        workspace.write("crates/play/clippy.toml", "# nothing");
        assert_eq!(workspace.violations(), Vec::<String>::new());
        is_refused("play", "crates/play/clippy.toml", SETTINGS, "must have no entries");
        is_refused(FILES_ONLY, "crates/knowledge/clippy.toml", "", "but those about files");
        let without_files = SETTINGS.lines().filter(|line| !line.contains("fs::"));
        let without_files: Vec<&str> = without_files.collect();
        let workspace = Workspace::new(FILES_ONLY);
        workspace.write("crates/knowledge/clippy.toml", &without_files.join("\n"));
        assert_eq!(workspace.violations(), Vec::<String>::new());
    }
}
