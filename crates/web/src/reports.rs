//! The reports of experiments and tournaments that the arena shows: the trait that finds them, and their conversion to
//! HTML.

use play::tournament::{Tournament, TournamentResults};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

/// Finds the reports of experiments and tournaments. The arena itself reads no files.
pub trait Reports: Send + Sync {
    /// Returns the names of all reports, without their file extensions.
    fn names(&self) -> Vec<String>;

    /// Returns the text of a file of a report; `None` if there is no such file.
    fn read(&self, name: &str, file: ReportFile) -> Option<String>;

    /// Returns the names of all tournaments.
    fn tournaments(&self) -> Vec<String>;

    /// Returns a tournament and the results of its matches so far; `None` if there is no tournament of this name, and
    /// an error message if its files are broken.
    fn tournament(&self, name: &str) -> Option<Result<(Tournament, TournamentResults), String>>;
}

/// The kind of a report's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFile {
    /// The text of the report, in Markdown.
    Text,
    /// The figure of the report, in SVG.
    Figure,
}

/// Whether a name is valid for a report or a tournament. A valid name cannot lead to another folder.
pub fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !name.is_empty() && name.len() <= 100 && name.bytes().all(is_plain)
}

/// Returns the valid names of a list.
pub fn listed(mut names: Vec<String>) -> Vec<String> {
    names.retain(|name| is_name(name));
    names
}

/// Converts a report from Markdown to HTML. HTML in the report is shown as text, links lead only to web pages, and
/// images only to figures of reports.
pub fn html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = link(&dest_url);
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = picture(&dest_url);
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

fn link<'a>(to: &str) -> CowStr<'a> {
    let is_web = to.starts_with("https://") || to.starts_with("http://") || to.starts_with('#');
    if is_web { to.to_owned().into() } else { "#".into() }
}

fn picture<'a>(from: &str) -> CowStr<'a> {
    let name = from.strip_suffix(".svg").filter(|name| is_name(name));
    name.map_or_else(|| "".into(), |name| format!("/lab/{name}/figure.svg").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_become_harmless_html() {
        let page = html("# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Figure](tiny-full.svg)\n");
        assert!(page.contains("<h1>A</h1>") && page.contains("<td>1</td>"), "{page}");
        assert!(page.contains("src=\"/lab/tiny-full/figure.svg\""), "{page}");
        let page =
            html("<script>x</script>\n\n[a](javascript:x) ![b](../../secret.svg) <b onclick=x>");
        assert!(!page.contains("<script") && !page.contains("javascript:"), "{page}");
        assert!(!page.contains("secret") && !page.contains("<b "), "{page}");
    }

    #[test]
    fn names_cannot_lead_to_other_folders() {
        assert!(is_name("cadia-live_match-1-full"));
        for name in ["", ".", "..", "a/b", "a.b", "a\\b", "ä", &"a".repeat(101)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
