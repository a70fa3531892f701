//! Writes orders as chains of boxes with arrows between them.

use super::text::escaped;
use super::{LINE, MARGIN, MAX_TITLE, SvgWriter};
use crate::shortened;
use analyze::OrderRelation;
use std::fmt::{self, Write};
use term::Term;

/// Width and height of a box.
const BOX: f64 = 44.0;
/// Length of the arrow to the next box.
const ARROW: f64 = 24.0;
/// Largest number of boxes of a chain; a longer chain is shortened in the middle.
const MAX_LINKS: usize = 13;
/// Distance between a cycle and the arrow below it that leads back to its beginning.
const RETURN_DEPTH: f64 = 14.0;
/// SVG path of the tip of an arrow to the right.
const TIP_RIGHT: &str = "l-6 -3v6z";
/// SVG path of the tip of an arrow upwards.
const TIP_UP: &str = "l-3 6h6z";

impl SvgWriter {
    /// Writes the longest chain or cycle of each order, one below the other. Returns the width and height of all.
    pub(super) fn orders(&mut self, orders: &[OrderRelation]) -> Result<(f64, f64), fmt::Error> {
        let (mut width, mut y) = (0.0_f64, MARGIN);
        for order in orders {
            let (links, is_cycle) = match (order.chains.first(), order.cycles.first()) {
                (Some(chain), _) => (chain, false),
                (None, Some(cycle)) => (cycle, true),
                (None, None) => continue,
            };
            let title = escaped(&shortened(&order.relation, MAX_TITLE));
            writeln!(
                self.out,
                "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.1}\">{title}, an order</text>",
                y + 10.0
            )?;
            y += LINE;
            let shown = shortened_chain(links);
            self.chain(&shown, y, is_cycle)?;
            let boxes = shown.len() as f64 * (BOX + ARROW) - ARROW;
            width = width.max(2.0 * MARGIN + boxes);
            y += BOX + if is_cycle { RETURN_DEPTH } else { 0.0 } + MARGIN;
        }
        Ok((width, y))
    }

    /// Writes a chain of boxes at this height.
    fn chain(&mut self, links: &[&str], y: f64, is_cycle: bool) -> fmt::Result {
        let middle = y + BOX / 2.0;
        for (number, link) in links.iter().enumerate() {
            let x = MARGIN + number as f64 * (BOX + ARROW);
            writeln!(
                self.out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{BOX}\" height=\"{BOX}\" fill=\"#faf9f5\" stroke=\"#bbb\"/>\
                 <text x=\"{:.1}\" y=\"{middle:.1}\" font-size=\"12\">{}</text>",
                x + BOX / 2.0,
                escaped(&shortened(link, 6))
            )?;
            if number + 1 < links.len() {
                let (from, to) = (x + BOX, x + BOX + ARROW);
                self.arrow(&format!("M{from:.1} {middle:.1}H{to:.1}"), (to, middle), TIP_RIGHT)?;
            }
        }
        if is_cycle {
            let to = MARGIN + BOX / 2.0;
            let from = to + (links.len() - 1) as f64 * (BOX + ARROW);
            let (low, lowest) = (y + BOX, y + BOX + RETURN_DEPTH);
            let path = format!("M{from:.1} {low:.1}V{lowest:.1}H{to:.1}V{low:.1}");
            self.arrow(&path, (to, low), TIP_UP)?;
        }
        Ok(())
    }

    /// Writes an arrow along an SVG path that ends at this point.
    fn arrow(&mut self, path: &str, (x, y): (f64, f64), tip: &str) -> fmt::Result {
        writeln!(
            self.out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"#555\"/><path d=\"M{x:.1} {y:.1}{tip}\" fill=\"#555\"/>"
        )
    }
}

/// Returns the beginning and the end of a chain that has more than [`MAX_LINKS`] members, otherwise the whole chain.
fn shortened_chain(links: &[Term]) -> Vec<&str> {
    let links: Vec<&str> = links.iter().map(Term::as_str).collect();
    let half = MAX_LINKS / 2;
    if links.len() > MAX_LINKS {
        [&links[..half], &["…"], &links[links.len() - half..]].concat()
    } else {
        links
    }
}
