//! The abstraction graph of selected features as a picture, in the DOT language and as SVG: a row for each level, the darker the more states a
//! feature holds in (document 001, figure 4.2).

use super::construct::Construction;
use super::text::Shown;
use std::fmt::Write;

/// For Graphviz.
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

const ACROSS: f64 = 26.0;
const DOWN: f64 = 26.0;
/// Between levels.
const GAP: f64 = 70.0;
const MARGIN: f64 = 30.0;
/// So many fit side by side.
const MOST_ACROSS: usize = 40;

/// As SVG: each feature is a dot that tells what it is when it is pointed at.
pub fn svg(construction: &Construction) -> String {
    let levels = levels(construction);
    let mut points = vec![(0.0, 0.0); construction.selection.all.len()];
    let (mut top, mut labels) = (MARGIN, String::new());
    let width = 2.0 * MARGIN + ACROSS * MOST_ACROSS as f64 + 60.0;
    for (number, level) in levels.iter().enumerate() {
        let rows = level.chunks(MOST_ACROSS);
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

/// The places of the selected features, level by level.
fn levels(construction: &Construction) -> Vec<Vec<usize>> {
    let selected = &construction.selection.all;
    let count = selected.iter().map(|it| it.level as usize + 1).max().unwrap_or(0);
    let mut levels = vec![Vec::new(); count];
    (0..).zip(selected).for_each(|(place, it)| levels[it.level as usize].push(place));
    levels
}

fn edges(construction: &Construction) -> impl Iterator<Item = (usize, usize)> + '_ {
    let graph = &construction.selection.graph;
    let below = |from: u32| graph.below(from).iter().map(move |&to| (from as usize, to as usize));
    (0..graph.len() as u32).flat_map(below)
}

fn words(construction: &Construction, place: usize) -> String {
    let number = construction.selection.all[place].number as usize;
    let feature = &construction.features.all[number].feature;
    Shown { feature, symbols: &construction.theory.symbols }.to_string()
}

/// The darker the greater the share.
fn shade(ratio: f64) -> String {
    let light = 235.0 - 195.0 * ratio.clamp(0.0, 1.0);
    format!("#{0:02x}{0:02x}{1:02x}", light as u8, (light + 15.0) as u8)
}

/// What can be read on that.
fn letters(ratio: f64) -> &'static str {
    if ratio > 0.5 { "white" } else { "black" }
}
