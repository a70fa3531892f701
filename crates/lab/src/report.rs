//! Reports in Markdown: the frame that the reports of all kinds have. Each kind adds its own [`Sections`].

pub(crate) mod table;

use crate::dyn_kind::Examined;
use crate::experiment::Experiment;
use crate::journal::Provenance;
use crate::scale::Scale;
use play::statistics::{Interval, Sample, text_with_interval};

/// Facts about the surroundings of a report.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The commit to name for results that do not tell theirs.
    pub commit: Option<String>,
    /// The experiment's name on the command line, or the path of its file.
    pub name: String,
    /// The name of the figure's file.
    pub figure: String,
}

/// The place of the figure in a section: it is replaced by the name of the figure's file.
pub(crate) const FIGURE: &str = "{figure}";

/// The parts of a report that are particular to a kind. Each text is a paragraph, a table or a heading.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    /// The results, which come first.
    pub results: Vec<String>,
    /// Details, which come after the discussion.
    pub details: Vec<String>,
    /// Items of the list that says how it was done.
    pub method: Vec<String>,
    /// The seed of the experiment.
    pub seed: u64,
    /// A sentence after the item about seeds.
    pub seed_note: &'static str,
    /// The effort of all tasks in a sentence; without it, the hours that they took.
    pub effort: Option<String>,
}

impl Sections {
    /// Makes the parts that every report has: results, the items of the list that says how it was done, and the seed.
    pub fn new(results: Vec<String>, method: Vec<String>, seed: u64) -> Sections {
        Sections { results, method, seed, ..Sections::default() }
    }
}

/// The sign for a number that is not known.
pub(crate) const NONE: &str = "–";

/// Returns the report of an experiment.
pub(crate) fn text(
    experiment: &Experiment,
    scale: Scale,
    found: &Examined,
    facts: &Facts,
) -> String {
    let sections = &found.sections;
    let mut parts = vec![format!("# {}", experiment.title), head(experiment, scale, found)];
    parts.extend(mixed_versions(&found.provenances, facts));
    parts.push("## Results".to_owned());
    parts.extend(sections.results.iter().map(|part| part.replace(FIGURE, &facts.figure)));
    let notes = experiment.notes.trim();
    if !notes.is_empty() {
        parts.push("## Discussion".to_owned());
        if scale == Scale::Small {
            parts.push("*This discussion is about the run at full scale.*".to_owned());
        }
        parts.push(notes.to_owned());
    }
    parts.extend(sections.details.iter().cloned());
    parts.extend(["## How it was done".to_owned(), method(experiment, scale, found, facts)]);
    parts.join("\n\n") + "\n"
}

fn head(experiment: &Experiment, scale: Scale, found: &Examined) -> String {
    let Experiment { id, question, document, .. } = experiment;
    let (units, done, total) = (experiment.unit().many, found.done, found.total);
    let progress = if done == total {
        format!("all {total} {units} are finished")
    } else {
        format!("{done} of {total} {units} are finished")
    };
    let start = format!("{question}\n\nExperiment `{id}` at scale `{scale}`");
    match document {
        Some(document) => format!(
            "{start}, after {document}: {progress}.\n\n**Result of the document.** {}",
            document.found
        ),
        None => format!("{start}: {progress}."),
    }
}

/// Returns a warning if the results were made by different versions of the program.
fn mixed_versions(provenances: &[(Provenance, usize)], facts: &Facts) -> Option<String> {
    let mut versions: Vec<String> =
        provenances.iter().map(|(provenance, _)| version(provenance, facts)).collect();
    versions.sort();
    versions.dedup();
    (versions.len() > 1).then(|| {
        format!(
            "**Mixed versions.** These results were made by {} versions of the program: {}.",
            versions.len(),
            versions.join("; ")
        )
    })
}

/// Returns the program's version and commit.
fn version(provenance: &Provenance, facts: &Facts) -> String {
    let Provenance { version, commit, .. } = provenance;
    match commit.as_ref().or(facts.commit.as_ref()) {
        Some(commit) => format!("agon {version}, commit {commit}"),
        None => format!("agon {version}, commit not recorded"),
    }
}

/// Returns the list that says how it was done.
fn method(experiment: &Experiment, scale: Scale, found: &Examined, facts: &Facts) -> String {
    let sections = &found.sections;
    let (unit, units) = (experiment.unit().one, experiment.unit().many);
    let (seed, name) = (sections.seed, &facts.name);
    let sheets = experiment.sheets.iter().map(|sheet| {
        let (name, path, sha256) = (&sheet.name, &sheet.path, &sheet.sha256);
        format!("**Rules.** `{name}` is {path} with the SHA-256 {sha256}.")
    });
    let hours = || format!("The {units} took {:.2} hours of one core.", found.hours);
    let effort = sections.effort.clone().unwrap_or_else(hours);
    let shared = [
        format!(
            "**Seeds.** Each {unit} has its own seed, which follows from {seed}, the cell and the number of the {unit}, and is part of \
             the results.{}",
            sections.seed_note
        ),
        format!("**Program.** {} {effort}", programs(found, units, facts)),
        format!(
            "**Again.** `agon lab run {name} --scale {scale}`, and then `agon lab report {name}`."
        ),
    ];
    let items = sections.method.iter().cloned().chain(sheets).chain(shared);
    items.map(|item| format!("- {item}")).collect::<Vec<String>>().join("\n")
}

/// Returns the programs and machines that performed the tasks.
fn programs(found: &Examined, units: &str, facts: &Facts) -> String {
    let one = |provenance: &Provenance| {
        let machine = provenance.machine.as_ref();
        let machine = machine.map_or(String::new(), |machine| format!(", on {machine}"));
        format!("{}{machine}", version(provenance, facts))
    };
    match &found.provenances[..] {
        [] => "Nothing is finished yet.".to_owned(),
        [(provenance, _)] => format!("{}.", one(provenance)),
        several => {
            let each = |(provenance, count): &(Provenance, usize)| {
                format!("{count} {units} by {}", one(provenance))
            };
            format!("{}.", several.iter().map(each).collect::<Vec<String>>().join("; "))
        }
    }
}

/// Returns the mean of values from 0 to 100, each of which is a mean of many, with its 95 % interval.
pub(crate) fn mean(sample: &Sample) -> String {
    mean_within(sample, Interval { low: 0.0, high: 100.0 })
}

/// Returns the mean of differences between such values, with its 95 % interval.
pub(crate) fn mean_difference(sample: &Sample) -> String {
    mean_within(sample, Interval { low: -100.0, high: 100.0 })
}

/// Returns the mean of numbers of something, with its 95 % interval.
pub(crate) fn mean_count(sample: &Sample) -> String {
    mean_within(sample, Interval { low: 0.0, high: f64::INFINITY })
}

/// Returns the mean of values within a range, each of which is a mean of many, with its 95 % interval.
fn mean_within(sample: &Sample, range: Interval) -> String {
    or_none(sample.mean(), |mean| text_with_interval(mean, sample.interval_of_means_within(range)))
}

/// Returns the text of a probability, of a small one its power of ten.
pub(crate) fn probability(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.0e}") }
}

/// Returns the text of a number that may not be known.
pub(crate) fn or_none<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or(NONE.to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_means_stay_within_their_range() {
        let sample = |values: &[f64]| values.iter().copied().collect::<Sample>();
        // By Student's t alone this would be 50.0 ± 635.3.
        assert_eq!(mean(&sample(&[0.0, 100.0])), "50.0 (0.0 to 100.0)");
        assert_eq!(mean(&sample(&[40.0, 41.0, 42.0])), "41.0 (38.5 to 43.5)");
        assert_eq!(mean(&sample(&[40.0])), "40.0");
        assert_eq!(mean(&sample(&[])), NONE);
        assert_eq!(mean_count(&sample(&[200.0, 500.0, 800.0])), "500.0 (0.0 to 1245.2)");
        assert_eq!(mean_difference(&sample(&[-2.0, 1.0, 4.0])), "1.0 (-6.5 to 8.5)");
    }
}
