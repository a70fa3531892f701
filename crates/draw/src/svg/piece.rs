//! Writes the things in cells: chess pieces, discs, crosses, rings, tokens and plain texts.

use super::SvgWriter;
use super::text::fitting_size;
use crate::appearance::{Appearance, LIGHT, Paint, PieceShape};
use std::fmt::{self, Write};

/// Colour of a chess piece that shows only its outline.
const OUTLINE_INK: &str = "#111";

impl SvgWriter {
    /// Writes a thing with this text around a point.
    pub(super) fn piece(
        &mut self,
        middle: (f64, f64),
        size: f64,
        appearance: &Appearance,
        text: &str,
    ) -> fmt::Result {
        let paint = appearance.paint;
        // A disc has less room for its text than its width.
        let text_room = match appearance.shape {
            PieceShape::Disc | PieceShape::RingedDisc => size * 0.8,
            _ => size,
        };
        match appearance.shape {
            PieceShape::Glyph => return self.glyph(middle, size, paint, text),
            PieceShape::Dot => return self.dot(middle, size, paint),
            PieceShape::Plain => {}
            PieceShape::Cross => self.cross(middle, size, paint)?,
            PieceShape::Ring => self.ring(middle, size, paint)?,
            PieceShape::Disc => self.disc(middle, size, paint)?,
            PieceShape::RingedDisc => {
                self.disc(middle, size, paint)?;
                self.disc_ring(middle, size)?;
            }
            PieceShape::Token => self.token(middle, size, paint)?,
            PieceShape::Background => self.background(middle, size, paint)?,
        }
        self.text(middle, fitting_size(text, text_room, 0.5), paint.ink, text)
    }

    fn glyph(&mut self, middle: (f64, f64), size: f64, paint: Paint, sign: &str) -> fmt::Result {
        // U+FE0E asks for the sign as text; without it some browsers draw a coloured picture.
        let sign = format!("{sign}\u{FE0E}");
        let ink = if paint == LIGHT { OUTLINE_INK } else { paint.fill };
        self.text(middle, size * 0.8, ink, &sign)
    }

    fn dot(&mut self, (x, y): (f64, f64), size: f64, paint: Paint) -> fmt::Result {
        let radius = size * 0.1;
        let fill = paint.outline;
        write!(self.out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\"/>")
    }

    fn cross(&mut self, (x, y): (f64, f64), size: f64, paint: Paint) -> fmt::Result {
        let arm = radius(size) * 0.75;
        let (left, right, top, low) = (x - arm, x + arm, y - arm, y + arm);
        write!(
            self.out,
            "<path d=\"M{left:.1} {top:.1}L{right:.1} {low:.1}M{right:.1} {top:.1}L{left:.1} {low:.1}\" fill=\"none\" \
             stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"/>",
            paint.fill,
            size * 0.11
        )
    }

    fn ring(&mut self, (x, y): (f64, f64), size: f64, paint: Paint) -> fmt::Result {
        write!(
            self.out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
            radius(size) * 0.8,
            paint.fill,
            size * 0.11
        )
    }

    fn disc(&mut self, (x, y): (f64, f64), size: f64, paint: Paint) -> fmt::Result {
        let (radius, colours) = (radius(size), colours(paint));
        write!(
            self.out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {colours} stroke-width=\"1.5\"/>"
        )
    }

    fn disc_ring(&mut self, (x, y): (f64, f64), size: f64) -> fmt::Result {
        write!(
            self.out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".55\"/>",
            radius(size) * 0.6
        )
    }

    fn token(&mut self, (x, y): (f64, f64), size: f64, paint: Paint) -> fmt::Result {
        let (wide, high) = (size * 0.9, size * 0.6);
        let colours = colours(paint);
        write!(
            self.out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"{:.1}\" {colours}/>",
            x - wide / 2.0,
            y - high / 2.0,
            size * 0.12
        )
    }

    fn background(&mut self, (x, y): (f64, f64), size: f64, paint: Paint) -> fmt::Result {
        let side = size - 6.0;
        let colours = colours(paint);
        write!(
            self.out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"3\" {colours}/>",
            x - side / 2.0,
            y - side / 2.0
        )
    }
}

/// Returns the radius of a disc in a cell of this size.
fn radius(size: f64) -> f64 {
    size * 0.38
}

/// Returns the SVG attributes for the inside and the outline.
fn colours(paint: Paint) -> String {
    format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.outline)
}
