//! Writes pictures as SVG: the page with its labels, boards and orders. `board` writes boards with their cells, `piece`
//! the things in them, `text` escapes texts and chooses their sizes.

mod board;
mod orders;
mod piece;
mod text;

use crate::CellId;
use crate::picture::{BoardPicture, Picture};
use crate::shortened;
use analyze::OrderRelation;
use std::collections::HashSet;
use std::fmt::{self, Write};
use text::escaped;

/// Width up to which boards stand beside each other.
const PAGE: f64 = 640.0;
/// Margin around the page.
const MARGIN: f64 = 10.0;
/// Distance between neighbouring boards in a picture.
const GAP: f64 = 18.0;
/// Height of a row of labels, and of a title.
const LINE: f64 = 26.0;
/// Largest number of characters of a title.
const MAX_TITLE: usize = 60;

/// Style sheet of a picture. All its rules begin with the class of the picture, because a page may hold several
/// pictures.
const STYLE: &str = "\
.agon-state text{font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle;dominant-baseline:central}\
.agon-state .edge{fill:#777}\
.agon-state .title{fill:#444;font-size:13px;text-anchor:start}\
.agon-state .label text{fill:#333;font-size:13px;text-anchor:start}\
.agon-state .name{fill:#777}\
.agon-state .frame{fill:none;stroke:#e67e00;stroke-width:3}";

/// Returns a picture as SVG, with these cells marked.
pub(crate) fn write(picture: &Picture, marked: &[CellId]) -> String {
    let mut writer = SvgWriter { out: String::new(), marked: marked.iter().copied().collect() };
    // Writing to a string cannot fail.
    let size = writer.picture(picture).unwrap_or_default();
    writer.finish(size)
}

/// Returns a picture as SVG with orders drawn above it.
pub(crate) fn write_with_orders(orders: &[OrderRelation], picture: &Picture) -> String {
    let mut writer = SvgWriter { out: String::new(), marked: HashSet::new() };
    let mut write = || -> Result<(f64, f64), fmt::Error> {
        let above = writer.orders(orders)?;
        writeln!(writer.out, "<g transform=\"translate(0 {:.1})\">", above.1)?;
        let below = writer.picture(picture)?;
        writer.out.push_str("</g>\n");
        Ok((above.0.max(below.0), above.1 + below.1))
    };
    let size = write().unwrap_or_default();
    writer.finish(size)
}

/// The SVG text of a picture while it is written.
struct SvgWriter {
    out: String,
    marked: HashSet<CellId>,
}

impl SvgWriter {
    /// Returns the whole SVG text for a picture of this width and height.
    fn finish(self, size: (f64, f64)) -> String {
        let (width, height) = (size.0.max(120.0).ceil(), size.1.max(40.0).ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"agon-state\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" style=\"max-width:100%;height:auto\" role=\"img\">\n<style>{STYLE}</style>\n{}</svg>\n",
            self.out
        )
    }

    /// Writes the labels, and below them the boards from left to right in as many rows as they need. Returns the width
    /// and height of all.
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

    /// Writes the labels in rows of this width, and returns their height.
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
}

fn label_width(name: &str, value: &str) -> f64 {
    (name.chars().count() + value.chars().count() + 1) as f64 * 7.6 + 16.0
}

fn title_width(board: &BoardPicture) -> f64 {
    board.title.as_ref().map_or(0.0, |title| title.chars().count().min(MAX_TITLE) as f64 * 7.0)
}

/// Returns the width of the widest board with the margins, or a default width for pictures without wide boards.
fn page_width(picture: &Picture) -> f64 {
    let boards = picture.boards.iter().map(|board| board.arrangement.size.0);
    let widest = boards.fold(320.0, f64::max);
    widest + 2.0 * MARGIN
}
