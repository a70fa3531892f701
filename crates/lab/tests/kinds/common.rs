//! What tests of all kinds of experiments have in common.

use lab::{Experiment, Facts, Findings, Scale};

/// What a report of an experiment tells of the program.
pub fn facts(name: &str) -> Facts {
    Facts {
        version: "agon 0.0.0".to_owned(),
        commit: None,
        name: name.to_owned(),
        figure: format!("{name}-full.svg"),
    }
}

/// The report of results at full.
pub fn report(experiment: &Experiment, text: &str) -> String {
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    let facts = facts(&experiment.id);
    lab::report(experiment, Scale::Full, &findings, &facts).expect("all fit")
}

/// The figure of results at full, if there is one.
pub fn figure(experiment: &Experiment, text: &str) -> Option<String> {
    let findings = Findings::read(&experiment.kind, text.as_bytes()).expect("it is whole");
    lab::figure(experiment, Scale::Full, &findings).expect("all fit")
}

/// Asserts that results in which something is replaced cannot be read, and what is said then.
pub fn is_refused(experiment: &Experiment, text: &str, (from, to): (&str, &str), said: &str) {
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    let error = Findings::read(&experiment.kind, changed.as_bytes()).expect_err(to);
    assert!(error.to_string().contains(said), "{error}");
}

/// Asserts that results in which something is replaced are said to be those of another experiment.
pub fn is_of_another(experiment: &Experiment, text: &str, (from, to): (&str, &str)) {
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    let findings = Findings::read(&experiment.kind, changed.as_bytes()).expect("it is whole");
    let facts = facts(&experiment.id);
    let error = lab::report(experiment, Scale::Full, &findings, &facts).expect_err(to);
    assert!(error.to_string().contains("and the experiment has"), "{error}");
}

/// Asserts that all this is said of a definition.
pub fn is_said(definition: &str, parts: &[&str]) {
    let error = Experiment::read("x.toml", definition).expect_err("it is wrong").to_string();
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in\n{error}");
    }
}
