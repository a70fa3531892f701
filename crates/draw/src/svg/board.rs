//! Writes boards: lines, captions, and cells with their contents.

use super::text::{escaped, fitting_size};
use super::{MAX_TITLE, SvgWriter};
use crate::appearance::{Appearance, PieceShape};
use crate::arrangement::{CELL, Caption, CellForm, CellPlace, LineSegment, MAX_CAPTION};
use crate::picture::{BoardPicture, CellItem, PictureCell};
use crate::shortened;
use std::fmt::{self, Write};

/// Largest number of things drawn in a cell; of more, only the number is shown.
const MAX_ITEMS: usize = 4;
/// Largest number of characters of a tooltip.
const MAX_TOOLTIP: usize = 200;
/// Corners of a hexagon around its centre, as multiples of half its width and half its height.
const HEXAGON: [(f64, f64); 6] =
    [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];

impl SvgWriter {
    /// Writes a board with its upper left corner at `x` and `y`; `title` is the height of its title.
    pub(super) fn board(
        &mut self,
        board: &BoardPicture,
        x: f64,
        y: f64,
        title: f64,
    ) -> fmt::Result {
        writeln!(self.out, "<g class=\"board\" transform=\"translate({x:.1} {y:.1})\">")?;
        if let Some(text) = &board.title {
            let text = escaped(&shortened(text, MAX_TITLE));
            writeln!(self.out, "<text class=\"title\" x=\"0\" y=\"10\">{text}</text>")?;
        }
        writeln!(self.out, "<g transform=\"translate(0 {title:.1})\">")?;
        // Lines that join spots are drawn below the cells, walls above them.
        let are_joined = board.arrangement.places.iter().any(|place| place.form == CellForm::Spot);
        let lines = &board.arrangement.lines;
        lines.iter().filter(|_| are_joined).try_for_each(|line| self.line(line, "#888"))?;
        board.arrangement.captions.iter().try_for_each(|caption| self.caption(caption))?;
        let cells = board.arrangement.places.iter().zip(&board.cells);
        let mut cells = cells.filter(|(_, cell)| !cell.is_missing);
        cells.try_for_each(|(place, cell)| self.cell(place, cell))?;
        lines.iter().filter(|_| !are_joined).try_for_each(|line| self.line(line, "#666"))?;
        self.out.push_str("</g></g>\n");
        Ok(())
    }

    fn line(&mut self, line: &LineSegment, colour: &str) -> fmt::Result {
        let LineSegment { from, to, width } = line;
        writeln!(
            self.out,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"/>",
            from.0, from.1, to.0, to.1
        )
    }

    fn caption(&mut self, caption: &Caption) -> fmt::Result {
        let (x, y) = caption.at;
        let text = shortened(&caption.text, MAX_CAPTION);
        let size = fitting_size(&text, CELL * 1.2, 0.23);
        let text = escaped(&text);
        writeln!(
            self.out,
            "<text class=\"edge\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{text}</text>"
        )
    }

    fn cell(&mut self, place: &CellPlace, cell: &PictureCell) -> fmt::Result {
        let is_marked = self.marked.contains(&cell.id);
        let class = if is_marked { "cell marked" } else { "cell" };
        let content = escaped(&shortened(&cell.content(), MAX_TOOLTIP));
        let name = escaped(&shortened(&cell.name, MAX_TOOLTIP));
        write!(
            self.out,
            "<g class=\"{class}\" data-cell=\"{}\" data-name=\"{name}\"><title>{content}</title>",
            cell.id
        )?;
        let (fill, stroke) = form_colours(place.form);
        self.cell_form(
            place,
            0.0,
            &format!("class=\"ground\" fill=\"{fill}\" stroke=\"{stroke}\""),
        )?;
        self.items(place, &cell.items)?;
        if is_marked {
            let frame = "class=\"frame\" fill=\"none\" stroke=\"#e67e00\"";
            self.cell_form(place, 2.0, frame)?;
        }
        self.out.push_str("</g>\n");
        Ok(())
    }

    /// Writes the form of a cell, made smaller by `inset` on all sides, with these SVG attributes.
    fn cell_form(&mut self, place: &CellPlace, inset: f64, attributes: &str) -> fmt::Result {
        let ((x, y), half) = (place.middle, place.size / 2.0 - inset);
        match place.form {
            CellForm::Hexagon => {
                let (wide, high) = (half, half / 0.866);
                let points = HEXAGON.map(|(across, down)| {
                    format!("{:.1},{:.1}", x + across * wide, y + down * high)
                });
                write!(self.out, "<polygon points=\"{}\" {attributes}/>", points.join(" "))
            }
            CellForm::Spot => {
                let radius = half * 0.8;
                write!(
                    self.out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {attributes}/>"
                )
            }
            CellForm::Square { .. } | CellForm::Box => {
                let (left, top, side) = (x - half, y - half, 2.0 * half);
                let round = if place.form == CellForm::Box { 6 } else { 0 };
                write!(
                    self.out,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"{round}\" {attributes}/>"
                )
            }
        }
    }

    /// Writes the contents of a cell: backgrounds first, then the things that lie on them. Several things share the
    /// cell, a quarter each.
    fn items(&mut self, place: &CellPlace, items: &[CellItem]) -> fmt::Result {
        let appearances = items.iter().filter_map(|item| item.appearance.as_ref());
        let (backgrounds, things): (Vec<&Appearance>, Vec<&Appearance>) =
            appearances.partition(|appearance| appearance.shape == PieceShape::Background);
        let size = if place.form == CellForm::Spot { place.size * 0.8 } else { place.size };
        for (number, background) in backgrounds.iter().take(MAX_ITEMS).enumerate() {
            let shows_text = things.is_empty() && number + 1 == backgrounds.len();
            let text = if shows_text { background.text.as_str() } else { "" };
            self.piece(place.middle, size - 8.0 * number as f64, background, text)?;
        }
        match things.as_slice() {
            [only] => self.piece(place.middle, size, only, &only.text),
            _ => self.quarters(place.middle, size, &things),
        }
    }

    /// Writes up to four things into the quarters of a cell, two things beside each other, and the number of further
    /// ones.
    fn quarters(&mut self, (x, y): (f64, f64), size: f64, things: &[&Appearance]) -> fmt::Result {
        let quarter = size / 4.0;
        for (number, thing) in things.iter().take(MAX_ITEMS).enumerate() {
            let side = |is_second: bool| if is_second { quarter } else { -quarter };
            let down = if things.len() == 2 { 0.0 } else { side(number / 2 == 1) };
            let middle = (x + side(number % 2 == 1), y + down);
            self.piece(middle, size / 2.0, thing, &thing.text)?;
        }
        match things.len().saturating_sub(MAX_ITEMS) {
            0 => Ok(()),
            more => self.text((x, y), 10.0, "#222", &format!("+{more}")),
        }
    }
}

/// Returns the colours of the inside and the outline of an empty cell.
fn form_colours(form: CellForm) -> (&'static str, &'static str) {
    match form {
        CellForm::Square { is_dark: false } => ("#f7f4ec", "#c9c2b2"),
        CellForm::Square { is_dark: true } => ("#eae4d5", "#c9c2b2"),
        CellForm::Hexagon => ("#f7f4ec", "#b5ad9b"),
        CellForm::Spot => ("#f7f4ec", "#999"),
        CellForm::Box => ("#faf9f5", "#bbb"),
    }
}
