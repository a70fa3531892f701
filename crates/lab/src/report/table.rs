//! Tables in Markdown, for reports; `text_table` has those for the terminal.

/// A table in Markdown. Its first column is of words, the others of numbers.
pub struct MarkdownTable {
    text: String,
}

impl MarkdownTable {
    /// Makes a table with titles only.
    pub fn new<T: Into<String>>(titles: impl IntoIterator<Item = T>) -> MarkdownTable {
        let titles: Vec<String> = titles.into_iter().map(Into::into).collect();
        let rule: Vec<&str> =
            (0..titles.len()).map(|place| if place == 0 { "---" } else { "---:" }).collect();
        MarkdownTable { text: format!("| {} |\n| {} |", titles.join(" | "), rule.join(" | ")) }
    }

    /// Adds a row of cells.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        self.text.push_str(&format!("\n| {} |", cells.join(" | ")));
    }

    /// Returns the text of the table.
    pub fn text(self) -> String {
        self.text
    }
}
