//! The pages for readers (the README, the other pages of the root, and everything below `docs/`): their links lead
//! somewhere, their lines are short, and all of them can be reached from the README.

use crate::run::root;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Longest line of prose, in characters.
const COLUMNS: usize = 120;

/// A page for readers, in Markdown.
pub struct Page {
    /// Its path from the root of the project.
    pub name: String,
    /// Its text in Markdown.
    pub text: String,
}

/// Returns all pages for readers, sorted by path.
pub fn pages() -> Vec<Page> {
    let names = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"];
    let mut paths: Vec<PathBuf> = names.map(PathBuf::from).to_vec();
    collect(Path::new("docs"), &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(root().join(&path)).expect("pages are readable");
        Page { name: path.to_str().expect("names are UTF-8").to_owned(), text }
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is readable");
    for entry in entries.map(|entry| entry.expect("its entries are readable")) {
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

/// Targets of the links and pictures of a text.
fn targets(text: &str) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url),
        _ => None,
    };
    let targets = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(target);
    targets.map(CowStr::into_string).collect()
}

/// Anchors of the headings of a text, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().expect("it was begun"));
                let repeated = |number: usize| format!("{anchor}-{number}");
                let free = |candidate: &String| !anchors.contains(candidate);
                let next = (1..).map(repeated).find(free).expect("numbers do not end");
                let new = if anchors.contains(&anchor) { next } else { anchor };
                anchors.insert(new);
            }
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the path of a link's file from the root of the project.
fn resolve(page: &str, file: &str) -> PathBuf {
    let mut path = Path::new(page).parent().expect("a page is in a folder").to_owned();
    for component in Path::new(file).components() {
        match component {
            Component::ParentDir => {
                assert!(path.pop(), "{page}: {file} leaves the project");
            }
            other => path.push(other),
        }
    }
    path
}

/// Returns the file and the anchor of a link within the project, or `None` for other links.
fn local(page: &str, target: &str) -> Option<(PathBuf, Option<String>)> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor.to_owned())),
        None => (target, None),
    };
    let path = if file.is_empty() { PathBuf::from(page) } else { resolve(page, file) };
    Some((path, anchor))
}

#[test]
fn links_lead_to_files_and_headings_that_exist() {
    let mut faults = Vec::new();
    let mut followed = 0;
    for page in pages() {
        for target in targets(&page.text) {
            let Some((path, anchor)) = local(&page.name, &target) else { continue };
            followed += 1;
            let Ok(metadata) = std::fs::metadata(root().join(&path)) else {
                faults.push(format!("{}: there is no file {target}", page.name));
                continue;
            };
            let Some(anchor) = anchor else { continue };
            assert!(metadata.is_file(), "{}: {target}", page.name);
            let text = std::fs::read_to_string(root().join(&path)).expect("it is a page");
            if !anchors(&text).contains(&anchor) {
                faults.push(format!("{}: there is no heading {target}", page.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(followed >= 100, "only {followed} links were found");
}

#[test]
fn lines_of_prose_are_short() {
    let mut faults = Vec::new();
    for page in &pages() {
        let mut is_code = false;
        for (index, line) in page.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            }
            let is_table = line.trim_start().starts_with('|');
            if !is_code && !is_table && line.chars().count() > COLUMNS {
                faults.push(format!("{}:{}", page.name, index + 1));
            }
        }
    }
    assert!(faults.is_empty(), "lines of more than {COLUMNS} columns:\n{}", faults.join("\n"));
}

#[test]
fn every_page_can_be_reached_from_the_readme() {
    let texts: BTreeMap<String, String> =
        pages().into_iter().map(|page| (page.name, page.text)).collect();
    let mut reached = BTreeSet::from(["README.md".to_owned()]);
    let mut open = vec!["README.md".to_owned()];
    while let Some(page) = open.pop() {
        let local = targets(&texts[&page]).into_iter().filter_map(|target| local(&page, &target));
        for (path, _) in local.collect::<Vec<_>>() {
            let name = path.to_str().expect("names are UTF-8").to_owned();
            if texts.contains_key(&name) && reached.insert(name.clone()) {
                open.push(name);
            }
        }
    }
    let lost: Vec<_> = texts.keys().filter(|page| !reached.contains(*page)).collect();
    assert!(lost.is_empty(), "no link leads to {lost:?}");
}

#[test]
fn the_bibliography_has_every_document_with_its_key() {
    let text = std::fs::read_to_string(root().join("docs/bibliography.md")).expect("it is there");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for library::Publication { key, citation, title } in library::PUBLICATIONS {
        assert!(text.contains(&format!("### `{key}`: {citation}\n")), "{key}");
        assert!(words(&text).contains(&format!("*{title}*")), "{title}");
    }
}
