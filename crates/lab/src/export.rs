//! Results in forms that other programs read.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A form of exported results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table with a row for each task. Nested fields have columns of their own, such as `task.game`; lists are JSON
    /// in one cell.
    Csv,
    /// An array with an object for each task.
    Json,
}

/// The fields of a line, in the order in which a table has them.
const FIELDS: [&str; 12] = [
    "experiment",
    "cell",
    "number",
    "seed",
    "task",
    "finding",
    "seconds",
    "threads",
    "version",
    "commit",
    "machine",
    "sheets",
];

/// Returns lines of results in a format.
pub fn text(lines: &[Value], format: Format) -> String {
    match format {
        Format::Json => {
            let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
            format!("[\n{}\n]\n", lines.join(",\n"))
        }
        Format::Csv => csv(lines),
    }
}

fn csv(lines: &[Value]) -> String {
    let rows: Vec<Map<String, Value>> = lines.iter().map(flat).collect();
    let found: BTreeSet<&String> = rows.iter().flat_map(|row| row.keys()).collect();
    let belongs = |name: &str, field: &str| {
        name == field || name.strip_prefix(field).is_some_and(|rest| rest.starts_with('.'))
    };
    let columns: Vec<&String> = FIELDS
        .iter()
        .flat_map(|field| found.iter().copied().filter(move |name| belongs(name, field)))
        .collect();
    let titles: Vec<String> = columns.iter().map(|name| quoted(name)).collect();
    let mut text = format!("{}\n", titles.join(","));
    for row in &rows {
        let cell = |name: &&String| row.get(*name).map_or(String::new(), cell);
        let cells: Vec<String> = columns.iter().map(cell).collect();
        text.push_str(&format!("{}\n", cells.join(",")));
    }
    text
}

/// Returns the fields of a line with those of nested objects in the place of these.
fn flat(line: &Value) -> Map<String, Value> {
    let mut all = Map::new();
    let mut open = vec![(String::new(), line)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::Object(fields) => open.extend(fields.iter().map(|(key, value)| {
                let dot = if name.is_empty() { "" } else { "." };
                (format!("{name}{dot}{key}"), value)
            })),
            Value::Null => {}
            other => drop(all.insert(name, other.clone())),
        }
    }
    all
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    }
}

/// Returns a text as a cell, in quotes where RFC 4180 wants them.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tables_have_a_column_for_each_nested_field() {
        let lines = [
            json!({"cell": "a/b", "number": 1, "task": {"game": "nim"}, "finding": {"goals": [100, 0], "x": 0.5}}),
            json!({"cell": "say \"hi\"", "number": 2, "task": {"game": "nim", "more": {"y": true}}, "finding": {}}),
        ];
        assert_eq!(
            text(&lines, Format::Csv),
            "cell,number,task.game,task.more.y,finding.goals,finding.x\n\
             a/b,1,nim,,\"[100,0]\",0.5\n\
             \"say \"\"hi\"\"\",2,nim,true,,\n"
        );
        let json: Vec<Value> = serde_json::from_str(&text(&lines, Format::Json)).expect("JSON");
        assert_eq!(json, lines);
    }
}
