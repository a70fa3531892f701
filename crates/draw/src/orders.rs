//! Orders of things as chains: boxes with arrows between them.

use crate::look::shortened;
use crate::svg::{Drawing, LINE, MARGIN, escaped};
use analyze::Order;
use std::fmt::{self, Write};

/// How wide and high the box of a thing is.
const BOX: f64 = 44.0;
/// How long the arrow to the next one is.
const ARROW: f64 = 24.0;
/// Longer chains are cut short in the middle.
const MOST_LINKS: usize = 13;
/// How far the way back of a cycle runs below it.
const BACK: f64 = 14.0;
/// The point of an arrow that is drawn to the right, and of one that is drawn upwards.
const TIPS: [&str; 2] = ["l-6 -3v6z", "l-3 6h6z"];

impl Drawing {
    /// Each order by its longest chain or cycle, below each other; the size of all.
    pub fn orders(&mut self, orders: &[Order]) -> Result<(f64, f64), fmt::Error> {
        let (mut width, mut y) = (0.0_f64, MARGIN);
        for order in orders {
            let (links, is_cycle) = match (order.chains.first(), order.cycles.first()) {
                (Some(chain), _) => (chain, false),
                (None, Some(cycle)) => (cycle, true),
                (None, None) => continue,
            };
            let title = escaped(&shortened(&order.relation, 60));
            writeln!(
                self.out,
                "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.1}\">{title}, an order</text>",
                y + 10.0
            )?;
            y += LINE;
            let shown = cut(links);
            self.chain(&shown, y, is_cycle)?;
            let boxes = shown.len() as f64 * (BOX + ARROW) - ARROW;
            width = width.max(2.0 * MARGIN + boxes);
            y += BOX + if is_cycle { BACK } else { 0.0 } + MARGIN;
        }
        Ok((width, y))
    }

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
                self.arrow(&format!("M{from:.1} {middle:.1}H{to:.1}"), (to, middle), TIPS[0])?;
            }
        }
        if is_cycle {
            let to = MARGIN + BOX / 2.0;
            let from = to + (links.len() - 1) as f64 * (BOX + ARROW);
            let (low, lowest) = (y + BOX, y + BOX + BACK);
            let way = format!("M{from:.1} {low:.1}V{lowest:.1}H{to:.1}V{low:.1}");
            self.arrow(&way, (to, low), TIPS[1])?;
        }
        Ok(())
    }

    fn arrow(&mut self, way: &str, (x, y): (f64, f64), tip: &str) -> fmt::Result {
        writeln!(
            self.out,
            "<path d=\"{way}\" fill=\"none\" stroke=\"#555\"/><path d=\"M{x:.1} {y:.1}{tip}\" fill=\"#555\"/>"
        )
    }
}

/// The beginning and the end of a chain that is too long.
fn cut(links: &[String]) -> Vec<&str> {
    let links: Vec<&str> = links.iter().map(String::as_str).collect();
    let half = MOST_LINKS / 2;
    match links.len() > MOST_LINKS {
        true => [&links[..half], &["…"], &links[links.len() - half..]].concat(),
        false => links,
    }
}
