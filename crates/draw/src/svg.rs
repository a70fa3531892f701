//! Pictures in SVG. Every text that comes from rules is escaped here, and nowhere else.

use crate::CellId;
use crate::arrangement::{CELL, Edge, Ground, LONGEST_NAME, Line, Place};
use crate::look::{Look, Shape, shortened};
use crate::picture::{BoardPicture, Cell, Item, Picture};
use analyze::Order;
use std::collections::HashSet;
use std::fmt::{self, Write};

/// Boards stand beside each other up to this width.
const PAGE: f64 = 640.0;
pub const MARGIN: f64 = 10.0;
/// Between boards.
const GAP: f64 = 18.0;
/// The height of a line of labels, and of a title.
pub const LINE: f64 = 26.0;
/// More things in a cell are only counted.
const MOST_ITEMS: usize = 4;
/// Texts that are only shown when pointed at are cut after so many characters.
const LONGEST_TITLE: usize = 200;

/// All rules begin with the class of the picture: several pictures on a page have the same ones.
const STYLE: &str = "\
.agon-state text{font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle;dominant-baseline:central}\
.agon-state .edge{fill:#777}\
.agon-state .title{fill:#444;font-size:13px;text-anchor:start}\
.agon-state .label text{fill:#333;font-size:13px;text-anchor:start}\
.agon-state .name{fill:#777}\
.agon-state .frame{fill:none;stroke:#e67e00;stroke-width:3}";

/// Writes a picture.
pub fn write(picture: &Picture, marked: &[CellId]) -> String {
    let mut drawing = Drawing { out: String::new(), marked: marked.iter().copied().collect() };
    // A string takes everything that is written to it.
    let size = drawing.picture(picture).unwrap_or_default();
    drawing.finish(size)
}

/// Writes a picture with orders above it.
pub fn write_below(orders: &[Order], picture: &Picture) -> String {
    let mut drawing = Drawing { out: String::new(), marked: HashSet::new() };
    let mut write = || -> Result<(f64, f64), fmt::Error> {
        let above = drawing.orders(orders)?;
        writeln!(drawing.out, "<g transform=\"translate(0 {:.1})\">", above.1)?;
        let below = drawing.picture(picture)?;
        drawing.out.push_str("</g>\n");
        Ok((above.0.max(below.0), above.1 + below.1))
    };
    let size = write().unwrap_or_default();
    drawing.finish(size)
}

/// A picture that is being written.
pub struct Drawing {
    pub out: String,
    marked: HashSet<CellId>,
}

impl Drawing {
    /// The whole text of a picture of this size.
    fn finish(self, size: (f64, f64)) -> String {
        let (width, height) = (size.0.max(120.0).ceil(), size.1.max(40.0).ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"agon-state\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" style=\"max-width:100%;height:auto\" role=\"img\">\n<style>{STYLE}</style>\n{}</svg>\n",
            self.out
        )
    }

    /// Labels on top, and the boards from left to right in as many rows as they need; the size of all.
    fn picture(&mut self, picture: &Picture) -> Result<(f64, f64), fmt::Error> {
        let mut width = PAGE.min(page_width(picture));
        let mut y = MARGIN + self.labels(picture, width)?;
        let (mut x, mut lowest) = (MARGIN, y);
        for board in &picture.boards {
            let title = if board.title.is_some() { LINE } else { 0.0 };
            let size = (
                board.arrangement.size.0.max(title_width(board)),
                board.arrangement.size.1 + title,
            );
            if x > MARGIN && x + size.0 > PAGE {
                (x, y) = (MARGIN, lowest + GAP);
            }
            self.board(board, x, y, title)?;
            lowest = lowest.max(y + size.1);
            x += size.0 + GAP;
            width = width.max(x - GAP + MARGIN);
        }
        Ok((width, lowest + MARGIN))
    }

    /// Labels beside each other; how high they are.
    fn labels(&mut self, picture: &Picture, width: f64) -> Result<f64, fmt::Error> {
        let (mut x, mut y) = (MARGIN, MARGIN);
        for label in &picture.labels {
            let (name, value) = (shortened(&label.name, 24), shortened(&label.value, 40));
            let size = label_width(&name, &value);
            if x > MARGIN && x + size > width {
                (x, y) = (MARGIN, y + LINE);
            }
            let (left, middle) = (x + 8.0, y + LINE / 2.0 - 2.0);
            let (name, value) = (escaped(&name), escaped(&value));
            writeln!(
                self.out,
                "<g class=\"label\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{size:.1}\" height=\"22\" rx=\"5\" fill=\"#f1f1ee\"/>\
                 <text x=\"{left:.1}\" y=\"{middle:.1}\"><tspan class=\"name\">{name}</tspan> {value}</text></g>"
            )?;
            x += size + 8.0;
        }
        Ok(if picture.labels.is_empty() { 0.0 } else { y - MARGIN + LINE + 6.0 })
    }

    fn board(&mut self, board: &BoardPicture, x: f64, y: f64, title: f64) -> fmt::Result {
        writeln!(self.out, "<g class=\"board\" transform=\"translate({x:.1} {y:.1})\">")?;
        if let Some(text) = &board.title {
            let text = escaped(&shortened(text, 60));
            writeln!(self.out, "<text class=\"title\" x=\"0\" y=\"10\">{text}</text>")?;
        }
        writeln!(self.out, "<g transform=\"translate(0 {title:.1})\">")?;
        // Lines lead below the spots that they join; walls stand above the cells that they part.
        let joins = board.arrangement.places.iter().any(|place| place.ground == Ground::Spot);
        let lines = &board.arrangement.lines;
        lines.iter().filter(|_| joins).try_for_each(|line| self.line(line, "#888"))?;
        board.arrangement.edges.iter().try_for_each(|edge| self.edge(edge))?;
        let cells = board.arrangement.places.iter().zip(&board.cells);
        let mut cells = cells.filter(|(_, cell)| !cell.is_hole);
        cells.try_for_each(|(place, cell)| self.cell(place, cell))?;
        lines.iter().filter(|_| !joins).try_for_each(|line| self.line(line, "#666"))?;
        self.out.push_str("</g></g>\n");
        Ok(())
    }

    fn line(&mut self, line: &Line, colour: &str) -> fmt::Result {
        let Line { from, to, width } = line;
        writeln!(
            self.out,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"/>",
            from.0, from.1, to.0, to.1
        )
    }

    fn edge(&mut self, edge: &Edge) -> fmt::Result {
        let (x, y) = edge.at;
        let text = shortened(&edge.text, LONGEST_NAME);
        let size = fitting(&text, CELL * 1.2, 0.23);
        let text = escaped(&text);
        writeln!(
            self.out,
            "<text class=\"edge\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{text}</text>"
        )
    }

    fn cell(&mut self, place: &Place, cell: &Cell) -> fmt::Result {
        let is_marked = self.marked.contains(&cell.id);
        let class = if is_marked { "cell marked" } else { "cell" };
        let content = escaped(&shortened(&cell.content(), LONGEST_TITLE));
        let name = escaped(&shortened(&cell.name, LONGEST_TITLE));
        write!(
            self.out,
            "<g class=\"{class}\" data-cell=\"{}\" data-name=\"{name}\"><title>{content}</title>",
            cell.id
        )?;
        self.ground(place, "ground", 0.0)?;
        self.items(place, &cell.items)?;
        if is_marked {
            self.ground(place, "frame", 2.0)?;
        }
        self.out.push_str("</g>\n");
        Ok(())
    }

    /// The cell itself, made smaller on all sides.
    fn ground(&mut self, place: &Place, class: &str, by: f64) -> fmt::Result {
        let ((x, y), half) = (place.middle, place.size / 2.0 - by);
        let (fill, edge) = match (class, place.ground) {
            ("frame", _) => ("none", "#e67e00"),
            (_, Ground::Square { is_dark: false }) => ("#f7f4ec", "#c9c2b2"),
            (_, Ground::Square { is_dark: true }) => ("#eae4d5", "#c9c2b2"),
            (_, Ground::Hexagon) => ("#f7f4ec", "#b5ad9b"),
            (_, Ground::Spot) => ("#f7f4ec", "#999"),
            (_, Ground::Box) => ("#faf9f5", "#bbb"),
        };
        let colours = format!("class=\"{class}\" fill=\"{fill}\" stroke=\"{edge}\"");
        match place.ground {
            Ground::Hexagon => {
                let (wide, high) = (half, half / 0.866);
                let corners =
                    [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];
                let points: Vec<String> = corners
                    .iter()
                    .map(|(across, down)| {
                        format!("{:.1},{:.1}", x + across * wide, y + down * high)
                    })
                    .collect();
                write!(self.out, "<polygon points=\"{}\" {colours}/>", points.join(" "))
            }
            Ground::Spot => {
                let radius = half * 0.8;
                write!(
                    self.out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {colours}/>"
                )
            }
            Ground::Square { .. } | Ground::Box => {
                let (left, top, side) = (x - half, y - half, 2.0 * half);
                let round = if place.ground == Ground::Box { 6 } else { 0 };
                write!(
                    self.out,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"{round}\" {colours}/>"
                )
            }
        }
    }

    /// What is said of the cell itself first, and then what lies on it: several things in the quarters of the cell.
    fn items(&mut self, place: &Place, items: &[Item]) -> fmt::Result {
        let looks: Vec<&Look> = items.iter().filter_map(|item| item.look.as_ref()).collect();
        let (below, above): (Vec<&Look>, Vec<&Look>) =
            looks.into_iter().partition(|look| look.shape == Shape::Ground);
        let size = match place.ground {
            Ground::Spot => place.size * 0.8,
            _ => place.size,
        };
        for (number, look) in below.iter().take(MOST_ITEMS).enumerate() {
            let text =
                if above.is_empty() && number + 1 == below.len() { look.text.as_str() } else { "" };
            self.shape(place.middle, size - 8.0 * number as f64, look, text)?;
        }
        if let [only] = above.as_slice() {
            return self.shape(place.middle, size, only, &only.text);
        }
        let (quarter, (x, y)) = (size / 4.0, place.middle);
        for (number, look) in above.iter().take(MOST_ITEMS).enumerate() {
            let side = |is_second: bool| if is_second { quarter } else { -quarter };
            // Two things stand beside each other.
            let down = if above.len() == 2 { 0.0 } else { side(number / 2 == 1) };
            let middle = (x + side(number % 2 == 1), y + down);
            self.shape(middle, size / 2.0, look, &look.text)?;
        }
        match above.len().saturating_sub(MOST_ITEMS) {
            0 => Ok(()),
            more => self.text((x, y), 10.0, "#222", &format!("+{more}")),
        }
    }

    fn shape(&mut self, middle: (f64, f64), size: f64, look: &Look, text: &str) -> fmt::Result {
        let ((x, y), paint) = (middle, look.paint);
        let colours = format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.edge);
        let radius = size * 0.38;
        match look.shape {
            Shape::Glyph => {
                // The sign for text keeps browsers from drawing a coloured picture.
                let sign = format!("{text}\u{FE0E}");
                let ink = if paint.fill == "#fdfcf8" { "#111" } else { paint.fill };
                return self.text(middle, size * 0.8, ink, &sign);
            }
            Shape::Plain => return self.text(middle, fitting(text, size, 0.5), paint.ink, text),
            Shape::Dot => {
                let radius = size * 0.1;
                return write!(
                    self.out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\"/>",
                    paint.edge
                );
            }
            Shape::Cross => {
                let arm = radius * 0.75;
                let (left, right, top, low) = (x - arm, x + arm, y - arm, y + arm);
                write!(
                    self.out,
                    "<path d=\"M{left:.1} {top:.1}L{right:.1} {low:.1}M{right:.1} {top:.1}L{left:.1} {low:.1}\" fill=\"none\" \
                     stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"/>",
                    paint.fill,
                    size * 0.11
                )?;
            }
            Shape::Ring => write!(
                self.out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
                radius * 0.8,
                paint.fill,
                size * 0.11
            )?,
            Shape::Disc | Shape::RingedDisc => {
                write!(
                    self.out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {colours} stroke-width=\"1.5\"/>"
                )?;
                if look.shape == Shape::RingedDisc {
                    write!(
                        self.out,
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".55\"/>",
                        radius * 0.6
                    )?;
                }
            }
            Shape::Token => {
                let (wide, high) = (size * 0.9, size * 0.6);
                write!(
                    self.out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"{:.1}\" {colours}/>",
                    x - wide / 2.0,
                    y - high / 2.0,
                    size * 0.12
                )?;
            }
            Shape::Ground => {
                let side = size - 6.0;
                write!(
                    self.out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"3\" {colours}/>",
                    x - side / 2.0,
                    y - side / 2.0
                )?;
            }
        }
        // A disc has less room than its width.
        let room = if matches!(look.shape, Shape::Disc | Shape::RingedDisc) { 0.8 } else { 1.0 };
        self.text(middle, fitting(text, size * room, 0.5), paint.ink, text)
    }

    fn text(&mut self, (x, y): (f64, f64), size: f64, ink: &str, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let text = escaped(text);
        write!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\">{text}</text>"
        )
    }
}

/// The size of letters with which a text fits into a cell, at most this part of its height.
fn fitting(text: &str, size: f64, part: f64) -> f64 {
    let letters = text.chars().count().max(1) as f64;
    (size * part).min(size * 0.78 / (letters * 0.58)).max(4.0)
}

fn label_width(name: &str, value: &str) -> f64 {
    (name.chars().count() + value.chars().count() + 1) as f64 * 7.6 + 16.0
}

fn title_width(board: &BoardPicture) -> f64 {
    board.title.as_ref().map_or(0.0, |title| title.chars().count().min(60) as f64 * 7.0)
}

/// The width of the widest board, or of all labels if there is none.
fn page_width(picture: &Picture) -> f64 {
    let boards = picture.boards.iter().map(|board| board.arrangement.size.0);
    let widest = boards.fold(320.0, f64::max);
    widest + 2.0 * MARGIN
}

/// A text in which no sign means anything to XML. Signs that XML cannot have are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            sign if sign.is_control() => {}
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_means_something_is_left() {
        assert_eq!(
            escaped("<a b=\"c\" d='e'>&\u{0}\u{FFFF}é"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;é"
        );
    }
}
