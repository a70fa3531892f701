//! Rule graphs as pictures, in the DOT language and as SVG.

use super::{Mark, Sketch};
use std::fmt::Write;

/// What an edge says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// From a whole to its part.
    Part,
    /// From a name to a place where it stands.
    Name,
    /// From what comes before to what comes after.
    Order,
}

fn kind(sketch: &Sketch, from: u32, to: u32) -> Edge {
    match (sketch.marks[from as usize], sketch.wholes[to as usize]) {
        (_, Some(whole)) if whole == from => Edge::Part,
        (Mark::Label, _) => Edge::Name,
        _ => Edge::Order,
    }
}

/// For Graphviz: circles are GDL's own words, boxes places of names, dashed boxes names; dashed edges lead from names to their places and dotted
/// ones from one argument to the next.
pub fn dot(sketch: &Sketch) -> String {
    let mut text = String::from("digraph rules {\n");
    for (vertex, label) in sketch.texts.iter().enumerate() {
        let shape = match sketch.marks[vertex] {
            Mark::Word => "shape=ellipse",
            Mark::Place => "shape=box",
            Mark::Label => "shape=box, style=dashed",
        };
        let label = label.replace('\\', "\\\\").replace('"', "\\\"");
        _ = writeln!(text, "  {vertex} [label=\"{label}\", {shape}];");
    }
    for &(from, to) in sketch.graph.edges() {
        let style = match kind(sketch, from, to) {
            Edge::Part => "",
            Edge::Name => " [style=dashed, color=gray]",
            Edge::Order => " [style=dotted, constraint=false]",
        };
        _ = writeln!(text, "  {from} -> {to}{style};");
    }
    text + "}\n"
}

const ACROSS: f64 = 62.0;
const DOWN: f64 = 46.0;
const MARGIN: f64 = 40.0;
/// So many places fit side by side.
const MOST_ACROSS: f64 = 30.0;

/// Rules as trees, one beside the other in rows, and below them the names with thin lines to where they stand.
pub fn svg(sketch: &Sketch) -> String {
    let places = places(sketch);
    let mut body = String::new();
    for &(from, to) in sketch.graph.edges() {
        let class = match kind(sketch, from, to) {
            Edge::Part => "part",
            Edge::Name => "name",
            Edge::Order => "order",
        };
        let ((x1, y1), (x2, y2)) = (places[from as usize], places[to as usize]);
        _ = writeln!(
            body,
            "<line class=\"{class}\" x1=\"{x1:.0}\" y1=\"{y1:.0}\" x2=\"{x2:.0}\" y2=\"{y2:.0}\"/>"
        );
    }
    for (vertex, text) in sketch.texts.iter().enumerate() {
        let (x, y) = places[vertex];
        let class = match sketch.marks[vertex] {
            Mark::Word => "word",
            Mark::Place => "place",
            Mark::Label => "label",
        };
        let text: String = text.chars().take(9).collect();
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let (left, top, low) = (x - 28.0, y - 10.0, y + 4.0);
        let round = if class == "word" { 10 } else { 2 };
        _ = writeln!(
            body,
            "<rect class=\"{class}\" x=\"{left:.0}\" y=\"{top:.0}\" width=\"56\" height=\"20\" rx=\"{round}\"/>\
             <text x=\"{x:.0}\" y=\"{low:.0}\">{text}</text>"
        );
    }
    let furthest = |axis: fn(&(f64, f64)) -> f64| places.iter().map(axis).fold(0.0, f64::max);
    let (width, height) = (furthest(|place| place.0) + MARGIN, furthest(|place| place.1) + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n{STYLE}{body}</svg>\n"
    )
}

const STYLE: &str = "<style>rect{fill:#fff;stroke:#555}.word{fill:#e8eef7}.label{stroke-dasharray:4 3}text{font:10px sans-serif;text-anchor:middle}\
line{stroke:#555}.name{stroke:#bbb;stroke-width:.5}.order{stroke:#c60;stroke-dasharray:2 3}</style>\n<rect width=\"100%\" height=\"100%\" stroke=\"none\"/>\n";

/// Where each vertex is drawn.
fn places(sketch: &Sketch) -> Vec<(f64, f64)> {
    let count = sketch.texts.len();
    let mut parts: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (part, whole) in (0..).zip(&sketch.wholes) {
        if let Some(whole) = whole {
            parts[*whole as usize].push(part);
        }
    }
    let mut layout = Layout { parts, places: vec![(0.0, 0.0); count], x: 0.0 };
    let (mut y, mut deepest) = (0.0f64, 0.0f64);
    let is_top = |vertex: &usize| sketch.wholes[*vertex].is_none();
    let trees = (0..count).filter(is_top).filter(|&top| sketch.marks[top] != Mark::Label);
    for top in trees {
        if layout.x > MOST_ACROSS {
            (layout.x, y, deepest) = (0.0, deepest + 1.5, deepest + 1.5);
        }
        deepest = deepest.max(layout.tree(top, y));
    }
    let labels = (0..count).filter(is_top).filter(|&top| sketch.marks[top] == Mark::Label);
    (layout.x, y) = (0.0, deepest + 2.0);
    for label in labels {
        if layout.x > MOST_ACROSS {
            (layout.x, y) = (0.0, y + 1.0);
        }
        layout.places[label] = (layout.x, y);
        layout.x += 1.0;
    }
    layout.places.iter().map(|(x, y)| (MARGIN + x * ACROSS, MARGIN + y * DOWN)).collect()
}

struct Layout {
    parts: Vec<Vec<u32>>,
    places: Vec<(f64, f64)>,
    /// Where the next leaf goes.
    x: f64,
}

impl Layout {
    /// Places a tree, from this depth down; how deep it goes.
    fn tree(&mut self, top: usize, depth: f64) -> f64 {
        let parts = std::mem::take(&mut self.parts[top]);
        let first = self.x;
        let deepest = parts.iter().map(|&part| self.tree(part as usize, depth + 1.0));
        let deepest = deepest.fold(depth, f64::max);
        if parts.is_empty() {
            self.x += 1.0;
        }
        self.places[top] = ((first + self.x - 1.0) / 2.0, depth);
        deepest
    }
}
