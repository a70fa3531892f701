//! Orders and boards as a drawing (SVG), with what is on the boards in a state.

use crate::words::split;
use crate::{Analysis, Board, Dimension, Kind, Order};

const CELL: usize = 44;
const GAP: usize = 24;
const MARGIN: usize = 16;
/// Longer chains are cut short in the middle.
const MOST_LINKS: usize = 13;
/// Bigger boards are left out.
const MOST_CELLS: usize = 40;

/// Draws the orders, and the boards of two dimensions with what is on them.
pub fn picture(analysis: &Analysis, facts: &[String]) -> String {
    let mut drawing = Drawing { body: String::new(), width: 0, y: MARGIN };
    for order in &analysis.orders {
        drawing.order(order);
    }
    for fluent in &analysis.fluents {
        if let Kind::Board(board) = &fluent.kind
            && let [across, down] = board.dimensions.as_slice()
            && across.values.len().max(down.values.len()) <= MOST_CELLS
        {
            drawing.board(&fluent.name, board, (across, down), facts);
        }
    }
    drawing.finish()
}

struct Drawing {
    body: String,
    width: usize,
    /// How far down it is drawn.
    y: usize,
}

impl Drawing {
    fn text(&mut self, x: usize, y: usize, class: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.body += &format!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>\n");
        // Letters are about this wide.
        self.width = self.width.max(x + text.chars().count() * 7);
    }

    fn cell(&mut self, x: usize, y: usize, text: &str) {
        self.body += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\n");
        self.text(x + CELL / 2, y + CELL / 2 + 4, "middle", &shortened(text, 6));
        self.width = self.width.max(x + CELL);
    }

    fn title(&mut self, text: &str) {
        self.text(MARGIN, self.y + 12, "title", text);
        self.y += 22;
    }

    /// Its longest chain or cycle: boxes with arrows between them.
    fn order(&mut self, order: &Order) {
        let (links, is_cycle) = match (order.chains.first(), order.cycles.first()) {
            (Some(chain), _) => (chain, false),
            (None, Some(cycle)) => (cycle, true),
            (None, None) => return,
        };
        self.title(&format!("{}, an order", order.relation));
        let half = MOST_LINKS / 2;
        let shown: Vec<&str> = match links.len() > MOST_LINKS {
            true => links[..half]
                .iter()
                .map(String::as_str)
                .chain(["…"])
                .chain(links[links.len() - half..].iter().map(String::as_str))
                .collect(),
            false => links.iter().map(String::as_str).collect(),
        };
        let step = CELL + GAP;
        for (number, link) in shown.iter().enumerate() {
            let (x, middle) = (MARGIN + number * step, self.y + CELL / 2);
            self.cell(x, self.y, link);
            if number + 1 < shown.len() {
                let (from, to) = (x + CELL, x + step);
                self.body += &format!("<path d=\"M{from} {middle}H{to}\" class=\"arrow\"/>\n");
            }
        }
        self.y += CELL;
        if is_cycle {
            let (first, last) = (MARGIN + CELL / 2, MARGIN + (shown.len() - 1) * step + CELL / 2);
            let (top, low) = (self.y, self.y + 14);
            let way = format!("M{last} {top}V{low}H{first}V{top}");
            self.body += &format!("<path d=\"{way}\" class=\"arrow\"/>\n");
            self.y += 14;
        }
        self.y += GAP;
    }

    /// The first dimension from left to right, the second from the bottom up.
    fn board(
        &mut self,
        name: &str,
        board: &Board,
        (across, down): (&Dimension, &Dimension),
        facts: &[String],
    ) {
        self.title(&format!("{name}, a {board}"));
        let (columns, rows) = (across.values.len(), down.values.len());
        let content = |column: &str, row: &str| -> String {
            let parts = facts.iter().map(|fact| split(fact));
            let is_here = |parts: &Vec<&str>| {
                parts.first() == Some(&name)
                    && parts.get(across.argument + 1) == Some(&column)
                    && parts.get(down.argument + 1) == Some(&row)
            };
            let here = parts.filter(is_here).map(|parts| {
                let words = board.contents.iter().filter_map(|&argument| parts.get(argument + 1));
                let words: Vec<&str> = words.copied().collect();
                if words.is_empty() { "•".to_owned() } else { words.join(" ") }
            });
            here.collect::<Vec<_>>().join(" ")
        };
        for (number, row) in down.values.iter().rev().enumerate() {
            let y = self.y + number * CELL;
            self.text(MARGIN, y + CELL / 2 + 4, "label", &shortened(row, 3));
            for (column, value) in across.values.iter().enumerate() {
                self.cell(MARGIN + 28 + column * CELL, y, &content(value, row));
            }
        }
        self.y += rows * CELL;
        for (column, value) in across.values.iter().enumerate().take(columns) {
            let x = MARGIN + 28 + column * CELL + CELL / 2;
            self.text(x, self.y + 16, "middle label", &shortened(value, 5));
        }
        self.y += 20 + GAP;
    }

    fn finish(self) -> String {
        let (width, height) = (self.width + MARGIN, self.y.max(MARGIN * 2));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <style>\n\
             text {{ font: 12px sans-serif; fill: #333 }}\n\
             .middle {{ text-anchor: middle }}\n\
             .title {{ font-weight: bold }}\n\
             .label {{ fill: #888 }}\n\
             rect {{ fill: #fff; stroke: #999 }}\n\
             .arrow {{ fill: none; stroke: #555; marker-end: url(#tip) }}\n\
             </style>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
             <path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n\
             <rect width=\"{width}\" height=\"{height}\" style=\"stroke: none\"/>\n\
             {}</svg>\n",
            self.body
        )
    }
}

/// A text of at most so many characters.
fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
