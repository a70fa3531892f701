//! Reports of the laboratory and of tournaments, as whoever opens the arena finds them.

use play::tournament::{Results, Tournament};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

/// Finds reports.
pub trait Reports: Send + Sync {
    /// The names of all reports, without their endings.
    fn names(&self) -> Vec<String>;

    /// A file of a report.
    fn read(&self, name: &str, file: ReportFile) -> Option<String>;

    /// The names of all tournaments.
    fn tournaments(&self) -> Vec<String>;

    /// A tournament and what has been played of it so far; what is wrong with it, if something is.
    fn tournament(&self, name: &str) -> Option<Result<(Tournament, Results), String>>;
}

/// A file of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFile {
    /// Markdown.
    Text,
    /// SVG.
    Figure,
}

/// Whether a name can be that of a report: nothing that leads elsewhere.
pub fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !name.is_empty() && name.len() <= 100 && name.bytes().all(is_plain)
}

/// Those of some names that can be asked for.
pub fn listed(mut names: Vec<String>) -> Vec<String> {
    names.retain(|name| is_name(name));
    names
}

/// A report as HTML. What it has of HTML itself is shown as it is written, links lead nowhere but to pages of the web, and pictures are
/// those of reports.
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
    fn reports_become_pages_that_do_no_harm() {
        let page = html("# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Figure](tiny-full.svg)\n");
        assert!(page.contains("<h1>A</h1>") && page.contains("<td>1</td>"), "{page}");
        assert!(page.contains("src=\"/lab/tiny-full/figure.svg\""), "{page}");
        let page =
            html("<script>x</script>\n\n[a](javascript:x) ![b](../../secret.svg) <b onclick=x>");
        assert!(!page.contains("<script") && !page.contains("javascript:"), "{page}");
        assert!(!page.contains("secret") && !page.contains("<b "), "{page}");
    }

    #[test]
    fn names_lead_nowhere_else() {
        assert!(is_name("cadia-table-1-full"));
        for name in ["", ".", "..", "a/b", "a.b", "a\\b", "ä", &"a".repeat(101)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
