//! Tables in Markdown.

/// A table in Markdown; its first column is of words, the others of numbers.
pub(super) struct Table {
    pub text: String,
}

impl Table {
    /// A table with titles only.
    pub fn new(titles: impl Iterator<Item = String>) -> Table {
        let titles: Vec<String> = titles.collect();
        let rule: Vec<&str> =
            (0..titles.len()).map(|place| if place == 0 { "---" } else { "---:" }).collect();
        Table { text: format!("| {} |\n| {} |", titles.join(" | "), rule.join(" | ")) }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl Iterator<Item = String>) {
        let cells: Vec<String> = cells.collect();
        self.text.push_str(&format!("\n| {} |", cells.join(" | ")));
    }
}
