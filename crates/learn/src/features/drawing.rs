//! Pictures of the abstraction graph of selected features, in the DOT language and as SVG.
//!
//! There is a row for each level; the more states a feature holds in, the darker it is (`guenther`, figure 4.2). Does
//! not compute levels or ratios.

use super::construct::Construction;
use super::feature_text::FeatureText;
use std::fmt::Write;

/// Returns the graph in the language of Graphviz.
pub fn dot(construction: &Construction) -> String {
    let mut text = String::from("digraph features {\n  node [style=filled, shape=box];\n");
    let levels = levels(construction);
    for level in &levels {
        text.push_str("  { rank=same;");
        level.iter().for_each(|place| _ = write!(text, " {place};"));
        text.push_str(" }\n");
    }
    for (place, selected) in construction.selection.all.iter().enumerate() {
        let label = words(construction, place).replace('\\', "\\\\").replace('"', "\\\"");
        let (fill, font) = (shade(selected.ratio), letters(selected.ratio));
        _ = writeln!(
            text,
            "  {place} [label=\"{label}\", fillcolor=\"{fill}\", fontcolor=\"{font}\"];"
        );
    }
    for (from, to) in edges(construction) {
        _ = writeln!(text, "  {from} -> {to};");
    }
    text + "}\n"
}

/// Horizontal distance between features.
const ACROSS: f64 = 26.0;
/// Vertical distance between rows of the same level.
const DOWN: f64 = 26.0;
/// Vertical distance between levels.
const GAP: f64 = 70.0;
/// Width of the margin.
const MARGIN: f64 = 30.0;
/// Number of features side by side in a row.
const MAX_PER_ROW: usize = 40;

/// Returns the graph as SVG: each feature is a dot whose tooltip contains its formula.
pub fn svg(construction: &Construction) -> String {
    let levels = levels(construction);
    let mut points = vec![(0.0, 0.0); construction.selection.all.len()];
    let (mut top, mut labels) = (MARGIN, String::new());
    let width = 2.0 * MARGIN + ACROSS * MAX_PER_ROW as f64 + 60.0;
    for (number, level) in levels.iter().enumerate() {
        let rows = level.chunks(MAX_PER_ROW);
        _ = write!(labels, "<text x='8' y='{:.0}'>{}</text>", top + 4.0, number + 1);
        for (row, places) in rows.clone().enumerate() {
            let left = (width - ACROSS * (places.len() as f64 - 1.0)) / 2.0;
            for (column, &place) in places.iter().enumerate() {
                points[place] = (left + ACROSS * column as f64, top + DOWN * row as f64);
            }
        }
        top += DOWN * (rows.len() as f64 - 1.0) + GAP;
    }
    let mut body = String::new();
    for (from, to) in edges(construction) {
        let ((x1, y1), (x2, y2)) = (points[from], points[to]);
        _ = write!(body, "<line x1='{x1:.0}' y1='{y1:.0}' x2='{x2:.0}' y2='{y2:.0}'/>");
    }
    for (place, selected) in construction.selection.all.iter().enumerate() {
        let (x, y) = points[place];
        let (fill, percent) = (shade(selected.ratio), 100.0 * selected.ratio);
        let words = words(construction, place);
        let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        _ = write!(
            body,
            "<circle cx='{x:.0}' cy='{y:.0}' r='8' fill='{fill}'><title>{words}: holds in {percent:.0} % of states</title></circle>"
        );
    }
    let height = top - GAP + MARGIN;
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0} {height:.0}' font-family='sans-serif' font-size='12'>\
         <rect width='100%' height='100%' fill='white'/>{labels}<g stroke='#888' stroke-width='0.6'>{body}</g></svg>\n"
    )
}

/// Returns the indexes of the selected features, level by level.
fn levels(construction: &Construction) -> Vec<Vec<usize>> {
    let selected = &construction.selection.all;
    let count = selected.iter().map(|it| it.level as usize + 1).max().unwrap_or(0);
    let mut levels = vec![Vec::new(); count];
    (0..).zip(selected).for_each(|(place, it)| levels[it.level as usize].push(place));
    levels
}

/// Returns the edges between selected features, from the more abstract one.
fn edges(construction: &Construction) -> impl Iterator<Item = (usize, usize)> + '_ {
    let graph = &construction.selection.graph;
    let below = |from: u32| graph.below(from).iter().map(move |&to| (from as usize, to as usize));
    (0..graph.len() as u32).flat_map(below)
}

/// Returns the text of a selected feature.
fn words(construction: &Construction, place: usize) -> String {
    let number = construction.selection.all[place].number as usize;
    let feature = &construction.features.all[number].feature;
    FeatureText { feature, symbols: &construction.rule_base.symbols }.to_string()
}

/// Returns a colour that is the darker the greater the ratio is.
fn shade(ratio: f64) -> String {
    let light = 235.0 - 195.0 * ratio.clamp(0.0, 1.0);
    format!("#{0:02x}{0:02x}{1:02x}", light as u8, (light + 15.0) as u8)
}

/// Returns the colour of text that is readable on the shade.
fn letters(ratio: f64) -> &'static str {
    if ratio > 0.5 { "white" } else { "black" }
}
