//! The figure of a table of matches, in SVG: a panel for every player under test, with the bars of all games.

use super::{Comparison, MatchTable, Reported};
use crate::figure::drawing::Drawing;
use play::statistics::{Interval, Percentage};

const DOCUMENT: &str = "#b9c4d0";
const OURS: &str = "#5b9bd5";

/// The room left of the panels, for the scale.
const LEFT: f64 = 50.0;
/// The room for two bars.
const GROUP: f64 = 88.0;
const BAR: f64 = 26.0;
/// The room above the first panel, for the legend.
const TOP: f64 = 70.0;
/// The height of 100 %.
const HEIGHT: f64 = 160.0;
/// From one panel to the next, with the title above and the names below.
const PANEL: f64 = 235.0;

/// Draws a panel for every player under test: for each game the document's bar and ours, or only ours where there is no
/// document.
pub fn bars(table: &MatchTable) -> String {
    let columns = &table.matches.columns;
    let groups = table.matches.rows.len() + 1;
    let mut drawing =
        Drawing::new(LEFT + GROUP * groups as f64 + 20.0, TOP + PANEL * columns.len() as f64);
    let document = table.matches.has_figures_of_document();
    drawing.legend(&table.matches.baseline, document);
    for (place, column) in columns.iter().enumerate() {
        let names = table.matches.rows.iter().map(|row| row.title.as_str());
        let pair = |Comparison { cell, tally }: &Comparison| {
            (cell.reported(), tally.share().map(|share| share.percentage()))
        };
        let averages = (table.reported_average(place), table.average(place));
        let pairs = table.column(place).map(pair).chain([averages]);
        let bars = pairs.map(|(reported, ours)| [reported.map(Bar::from), ours.map(Bar::from)]);
        let groups: Vec<_> = names.chain(["Average"]).zip(bars).collect();
        drawing.panel(TOP + PANEL * place as f64, &column.title, document, &groups);
    }
    drawing.finish()
}

/// A bar from 0 to a percentage.
struct Bar {
    percent: f64,
    interval: Option<Interval>,
    /// The text that appears when the pointer is over the bar.
    text: String,
}

impl From<Reported> for Bar {
    fn from(reported: Reported) -> Bar {
        let percent = reported.percent;
        let ends = |reach| Interval { low: percent - reach, high: percent + reach };
        Bar { percent, interval: reported.interval.map(ends), text: reported.to_string() }
    }
}

impl From<Percentage> for Bar {
    fn from(ours: Percentage) -> Bar {
        Bar { percent: ours.percent, interval: Some(ours.interval), text: ours.to_string() }
    }
}

/// The parts of a bar chart.
impl Drawing {
    fn legend(&mut self, baseline: &str, document: bool) {
        self.words(LEFT, 25.0, "start", &format!("% won against {baseline}, with 95 % intervals"));
        if !document {
            return;
        }
        self.square(LEFT, 38.0, DOCUMENT);
        self.words(LEFT + 18.0, 48.0, "start", "document");
        self.square(LEFT + 100.0, 38.0, OURS);
        self.words(LEFT + 118.0, 48.0, "start", "ours");
    }

    /// A panel whose upper edge is here: for each group of bars its name, the document's bar and ours.
    fn panel(
        &mut self,
        top: f64,
        title: &str,
        document: bool,
        groups: &[(&str, [Option<Bar>; 2])],
    ) {
        self.words(LEFT, top + 15.0, "start", title);
        let bottom = top + 30.0 + HEIGHT;
        for percent in [0, 25, 50, 75, 100] {
            let y = height_of(bottom, f64::from(percent));
            let colour = if percent % 50 == 0 { "#999999" } else { "#e4e4e4" };
            self.line((LEFT, y), (self.width - 20.0, y), colour);
            self.words(LEFT - 8.0, y + 4.0, "end", &percent.to_string());
        }
        for (place, (name, [reported, ours])) in groups.iter().enumerate() {
            let middle = LEFT + GROUP * (place as f64 + 0.5);
            let left = if document { middle + 1.0 } else { middle - BAR / 2.0 };
            reported.iter().for_each(|bar| self.bar(middle - BAR - 1.0, bottom, bar, DOCUMENT));
            ours.iter().for_each(|bar| self.bar(left, bottom, bar, OURS));
            self.words(middle, bottom + 17.0, "middle", name);
        }
    }

    /// A bar with its interval, if that is known.
    fn bar(&mut self, left: f64, bottom: f64, bar: &Bar, colour: &str) {
        let Bar { percent, interval, text } = bar;
        let top = height_of(bottom, *percent);
        let height = bottom - top;
        self.add(&format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{BAR}\" height=\"{height:.1}\" fill=\"{colour}\"><title>{text}</title></rect>"
        ));
        let Some(Interval { low, high }) = interval else { return };
        let middle = left + BAR / 2.0;
        let [low, high] = [low, high].map(|end| height_of(bottom, end.clamp(0.0, 100.0)));
        self.line((middle, low), (middle, high), "black");
        for end in [low, high] {
            self.line((middle - 4.0, end), (middle + 4.0, end), "black");
        }
    }
}

fn height_of(bottom: f64, percent: f64) -> f64 {
    bottom - HEIGHT * percent / 100.0
}
