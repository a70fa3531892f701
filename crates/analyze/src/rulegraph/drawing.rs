//! Drawings of rule graphs, in the DOT language and as SVG. Nothing is known here about rules.

use super::{LabelledGraph, VertexKind};
use std::fmt::Write;

/// The meaning of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeKind {
    /// From a whole to its part.
    Part,
    /// From a name to one of its occurrences.
    Name,
    /// From an argument to the next one, or from a head to a condition.
    Order,
}

/// Returns the meaning of an edge.
fn edge_kind(labelled: &LabelledGraph, from: u32, to: u32) -> EdgeKind {
    match (labelled.kinds[from as usize], labelled.wholes[to as usize]) {
        (_, Some(whole)) if whole == from => EdgeKind::Part,
        (VertexKind::Label, _) => EdgeKind::Name,
        _ => EdgeKind::Order,
    }
}

/// Returns a graph in the language of Graphviz. Ellipses are GDL's own words, boxes occurrences of names, dashed boxes
/// names. Dashed edges lead from names to their occurrences, dotted ones from one argument to the next.
pub fn dot(labelled: &LabelledGraph) -> String {
    let mut text = String::from("digraph rules {\n");
    for (vertex, label) in labelled.texts.iter().enumerate() {
        let shape = match labelled.kinds[vertex] {
            VertexKind::Word => "shape=ellipse",
            VertexKind::Occurrence => "shape=box",
            VertexKind::Label => "shape=box, style=dashed",
        };
        let label = label.replace('\\', "\\\\").replace('"', "\\\"");
        _ = writeln!(text, "  {vertex} [label=\"{label}\", {shape}];");
    }
    for &(from, to) in labelled.graph.edges() {
        let style = match edge_kind(labelled, from, to) {
            EdgeKind::Part => "",
            EdgeKind::Name => " [style=dashed, color=gray]",
            EdgeKind::Order => " [style=dotted, constraint=false]",
        };
        _ = writeln!(text, "  {from} -> {to}{style};");
    }
    text + "}\n"
}

/// Horizontal distance of vertices in an SVG drawing, in pixels.
const ACROSS: f64 = 62.0;
/// Vertical distance of vertices, in pixels.
const DOWN: f64 = 46.0;
/// Width of the margin, in pixels.
const MARGIN: f64 = 40.0;
/// Number of vertices in a row, after which another row begins.
const MAX_ACROSS: f64 = 30.0;

/// Returns a drawing (SVG) of the rules as trees beside each other in rows, and of the names below them with thin lines
/// to their occurrences.
pub fn svg(labelled: &LabelledGraph) -> String {
    let places = places(labelled);
    let body = svg_edges(labelled, &places) + &svg_vertices(labelled, &places);
    let furthest = |axis: fn(&(f64, f64)) -> f64| places.iter().map(axis).fold(0.0, f64::max);
    let (width, height) = (furthest(|place| place.0) + MARGIN, furthest(|place| place.1) + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n{STYLE}{body}</svg>\n"
    )
}

const STYLE: &str = "<style>rect{fill:#fff;stroke:#555}.word{fill:#e8eef7}.label{stroke-dasharray:4 3}text{font:10px sans-serif;text-anchor:middle}\
line{stroke:#555}.name{stroke:#bbb;stroke-width:.5}.order{stroke:#c60;stroke-dasharray:2 3}</style>\n<rect width=\"100%\" height=\"100%\" stroke=\"none\"/>\n";

/// Returns a line for every edge.
fn svg_edges(labelled: &LabelledGraph, places: &[(f64, f64)]) -> String {
    let mut body = String::new();
    for &(from, to) in labelled.graph.edges() {
        let class = match edge_kind(labelled, from, to) {
            EdgeKind::Part => "part",
            EdgeKind::Name => "name",
            EdgeKind::Order => "order",
        };
        let ((x1, y1), (x2, y2)) = (places[from as usize], places[to as usize]);
        _ = writeln!(
            body,
            "<line class=\"{class}\" x1=\"{x1:.0}\" y1=\"{y1:.0}\" x2=\"{x2:.0}\" y2=\"{y2:.0}\"/>"
        );
    }
    body
}

/// Returns a box with a text for every vertex.
fn svg_vertices(labelled: &LabelledGraph, places: &[(f64, f64)]) -> String {
    let mut body = String::new();
    for (vertex, text) in labelled.texts.iter().enumerate() {
        let (x, y) = places[vertex];
        let class = match labelled.kinds[vertex] {
            VertexKind::Word => "word",
            VertexKind::Occurrence => "place",
            VertexKind::Label => "label",
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
    body
}

/// Returns the centre of each vertex, in pixels.
fn places(labelled: &LabelledGraph) -> Vec<(f64, f64)> {
    let count = labelled.texts.len();
    let mut parts: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (part, whole) in (0..).zip(&labelled.wholes) {
        if let Some(whole) = whole {
            parts[*whole as usize].push(part);
        }
    }
    let mut layout = TreeLayout { parts, places: vec![(0.0, 0.0); count], x: 0.0 };
    let (mut y, mut deepest) = (0.0f64, 0.0f64);
    let is_top = |vertex: &usize| labelled.wholes[*vertex].is_none();
    let trees = (0..count).filter(is_top).filter(|&top| labelled.kinds[top] != VertexKind::Label);
    for top in trees {
        if layout.x > MAX_ACROSS {
            (layout.x, y, deepest) = (0.0, deepest + 1.5, deepest + 1.5);
        }
        deepest = deepest.max(layout.tree(top, y));
    }
    let labels = (0..count).filter(is_top).filter(|&top| labelled.kinds[top] == VertexKind::Label);
    (layout.x, y) = (0.0, deepest + 2.0);
    for label in labels {
        if layout.x > MAX_ACROSS {
            (layout.x, y) = (0.0, y + 1.0);
        }
        layout.places[label] = (layout.x, y);
        layout.x += 1.0;
    }
    layout.places.iter().map(|(x, y)| (MARGIN + x * ACROSS, MARGIN + y * DOWN)).collect()
}

/// Positions of vertices, in units of one vertex.
struct TreeLayout {
    /// The parts of each vertex that are not yet placed.
    parts: Vec<Vec<u32>>,
    places: Vec<(f64, f64)>,
    /// Horizontal position of the next leaf.
    x: f64,
}

impl TreeLayout {
    /// Places a tree with its root at this depth. Returns the depth of its lowest leaf.
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
