//! What tests of all kinds of experiments have in common: results that are made up in the place of performed tasks.

use agon_lab::{
    Conditions, Ended, Environment, Experiment, Facts, FindingIn, Games, JobOf, Kind, Provenance,
    RunError, Scale, Source, Work, run_work,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Reads a definition that is right.
#[track_caller]
pub fn experiment(text: &str) -> Experiment {
    Experiment::read("x.toml", text).expect("the definition is right")
}

/// Returns the definition of an experiment of this kind.
#[track_caller]
pub fn definition<K: Kind>(experiment: &Experiment) -> &K {
    experiment.definition().expect("it is of this kind")
}

/// A program on a machine.
pub fn provenance() -> Provenance {
    Provenance {
        version: "0.2.0".to_owned(),
        commit: Some("abc123".to_owned()),
        machine: Some("X 9000 (2 cores)".to_owned()),
    }
}

/// Runs tasks whose findings are made up; each takes this many seconds on one thread. Returns the lines, and how it
/// ended.
pub fn run_made_up<K: Kind>(
    source: &Source,
    jobs: &[JobOf<K>],
    (threads, seconds): (usize, u64),
    finding: Work<K>,
) -> (String, Result<Ended, RunError>) {
    let time = AtomicU64::new(0);
    let clock = || Duration::from_secs(time.fetch_add(seconds, Ordering::Relaxed));
    let games = Games::new(|| false);
    let environment = Environment { games, clock: &clock, go_on: &|| true };
    let conditions =
        Conditions { source, threads, provenance: &provenance(), environment: &environment };
    let mut text = String::new();
    let ended = run_work::<K>(jobs, &conditions, finding, &mut |line| {
        text += &line.text();
        Ok(())
    });
    (text, ended)
}

/// Returns the lines of an experiment's tasks at a scale, whose findings are made up.
pub fn lines<K: Kind>(
    experiment: &Experiment,
    scale: Scale,
    seconds: u64,
    finding: &(dyn Fn(&JobOf<K>) -> FindingIn<K> + Sync),
) -> String {
    let jobs = definition::<K>(experiment).jobs(scale);
    let work = |job: &JobOf<K>| Ok(Some(finding(job)));
    let (text, ended) = run_made_up::<K>(&experiment.source(), &jobs, (1, seconds), &work);
    assert!(matches!(ended, Ok(Ended::Done)));
    text
}

/// What a report of an experiment tells of its surroundings.
pub fn facts(experiment: &Experiment) -> Facts {
    Facts {
        commit: None,
        name: experiment.id.clone(),
        figure: format!("{}-full.svg", experiment.id),
    }
}

/// Returns the report of results at the full scale.
#[track_caller]
pub fn report(experiment: &Experiment, text: &str) -> String {
    let report = experiment.report(Scale::Full, text.as_bytes(), &facts(experiment));
    report.expect("all lines fit")
}

/// Returns the figure of results at the full scale, if there is one.
#[track_caller]
pub fn figure(experiment: &Experiment, text: &str) -> Option<String> {
    experiment.figure(Scale::Full, text.as_bytes()).expect("all lines fit")
}

/// Asserts that a report has all these parts.
#[track_caller]
pub fn has_parts(report: &str, parts: &[&str]) {
    for part in parts {
        assert!(report.contains(part), "`{part}` is not in\n{report}");
    }
}

/// Asserts that reports and figures of the first lines, of any number, have no holes.
#[track_caller]
pub fn is_whole_at_any_time(experiment: &Experiment, text: &str, counts: &[usize]) {
    let total = experiment.count(Scale::Full);
    let units = experiment.unit().many;
    for &count in counts {
        let some: String = text.split_inclusive('\n').take(count).collect();
        let report = report(experiment, &some);
        has_parts(&report, &[&format!("{count} of {total} {units} are finished")]);
        let figure = figure(experiment, &some).unwrap_or_default();
        for text in [&report, &figure] {
            assert!(!text.contains("NaN") && !text.contains("inf\""), "{text}");
        }
        experiment.summary(Scale::Full, some.as_bytes()).expect("all lines fit");
    }
}

/// Asserts that a run which was killed after any number of bytes goes on to the same end.
#[track_caller]
pub fn goes_on_from_anywhere<K: Kind>(
    experiment: &Experiment,
    finding: &(dyn Fn(&JobOf<K>) -> FindingIn<K> + Sync),
) {
    let all = lines::<K>(experiment, Scale::Small, 0, finding);
    let jobs = definition::<K>(experiment).jobs(Scale::Small);
    let work = |job: &JobOf<K>| Ok(Some(finding(job)));
    let step = all.len().div_ceil(1000);
    for length in (0..=all.len()).step_by(step) {
        let bytes = &all.as_bytes()[..length];
        let whole = agon_lab::whole_lines(bytes);
        let journal = agon_lab::Journal::<K>::read(bytes).expect("its lines are whole");
        let missing = journal.missing(&experiment.source(), jobs.clone()).expect("they fit");
        let (rest, _) = run_made_up::<K>(&experiment.source(), &missing, (1, 0), &work);
        assert_eq!(format!("{}{rest}", &all[..whole]), all, "{length}");
        let plan = experiment.plan(Scale::Small, &[], bytes).expect("they fit");
        assert_eq!((plan.missing, plan.done), (missing.len(), jobs.len() - missing.len()));
    }
}

/// Asserts that results in which something is replaced cannot be read, and that the error says this.
#[track_caller]
pub fn is_refused(experiment: &Experiment, text: &str, (from, to): (&str, &str), said: &str) {
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    let error = experiment.plan(Scale::Full, &[], changed.as_bytes()).expect_err(to).to_string();
    assert!(error.contains("is not a finished "), "{error}");
    assert!(error.contains(said), "{error}");
}

/// Asserts that results in which something is replaced are taken for those of another experiment.
#[track_caller]
pub fn is_of_another(experiment: &Experiment, text: &str, (from, to): (&str, &str)) {
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from}");
    let error = experiment.plan(Scale::Full, &[], changed.as_bytes()).expect_err(to);
    assert!(error.to_string().contains("and the experiment has"), "{error}");
}

/// Asserts that a definition is refused with an error that has all these parts.
#[track_caller]
pub fn is_wrong(definition: &str, parts: &[&str]) {
    let error = Experiment::read("x.toml", definition).expect_err("it is wrong").to_string();
    has_parts(&error, parts);
}
