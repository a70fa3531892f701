//! Line charts: a chart for each game or role, with a line for each learner and its 95 % interval as a band.

use super::drawing::Drawing;
use play::statistics::Sample;
use std::fmt::Write;

const COLOURS: [&str; 6] = ["#666666", "#2f6fb3", "#c55a11", "#3a8f4d", "#8e44ad", "#b7950b"];

const WIDTH: f64 = 760.0;
const LEFT: f64 = 50.0;
const RIGHT: f64 = 20.0;
/// The height of a chart, with the title above and the names of the learners below.
const PANEL: f64 = 360.0;
const TOP: f64 = 50.0;
const HEIGHT: f64 = 240.0;
/// Largest number of points of a line: more cannot be seen.
const MAX_POINTS: usize = 300;

/// A point of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Number of matches so far.
    pub matches: u64,
    /// The means of the last matches, of all trials.
    pub sample: Sample,
}

/// A chart, with a line for each learner.
pub struct Chart {
    /// The title above the chart.
    pub title: String,
    /// Number of matches whose mean is a point.
    pub window: u64,
    /// The titles and points of the lines.
    pub lines: Vec<(String, Vec<Point>)>,
}

/// Draws charts, one below the other.
pub fn charts(charts: Vec<Chart>) -> String {
    let mut drawing = Drawing::new(WIDTH, PANEL * charts.len() as f64);
    for (place, chart) in charts.into_iter().enumerate() {
        panel(&mut drawing, PANEL * place as f64, chart);
    }
    drawing.finish()
}

/// The place of a chart, and the ranges of its axes.
struct Frame {
    bottom: f64,
    matches: f64,
    low: f64,
    high: f64,
}

impl Frame {
    fn x(&self, matches: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * matches / self.matches
    }

    fn y(&self, mean: f64) -> f64 {
        let share = (mean.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.bottom - HEIGHT * share
    }
}

fn panel(drawing: &mut Drawing, top: f64, chart: Chart) {
    let Chart { title, window, lines } = chart;
    let title = format!("{title}: mean of the last {window} matches, with 95 % intervals");
    drawing.words(LEFT, top + 30.0, "start", &title);
    let lines: Vec<(String, Vec<Point>)> =
        lines.into_iter().map(|(title, line)| (title, thinned(line))).collect();
    let points = || lines.iter().flat_map(|(_, line)| line);
    let means = || points().filter_map(|point| point.sample.mean());
    let most = points().map(|point| point.matches).max().unwrap_or(1);
    // Steps of ten that all means are between.
    let low = (means().fold(f64::INFINITY, f64::min).min(90.0) / 10.0).floor() * 10.0;
    let high = (means().fold(0.0, f64::max).max(low + 10.0) / 10.0).ceil() * 10.0;
    let frame = Frame { bottom: top + TOP + HEIGHT, matches: most as f64, low, high };
    axes(drawing, &frame);
    for (place, (title, line)) in lines.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        band(drawing, &frame, line, colour);
        curve(drawing, &frame, line, colour);
        let (column, row) = (place % 3, place / 3);
        let x = LEFT + 235.0 * column as f64;
        let y = frame.bottom + 32.0 + 18.0 * row as f64;
        drawing.square(x, y, colour);
        drawing.words(x + 18.0, y + 10.0, "start", title);
    }
}

/// Some of many points, the first and the last among them.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let every = points.len().div_ceil(MAX_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let kept = points.into_iter().enumerate();
    kept.filter(|(place, _)| place % every == 0 || *place == last).map(|(_, it)| it).collect()
}

fn axes(drawing: &mut Drawing, frame: &Frame) {
    let mut mean = frame.low;
    while mean <= frame.high {
        let y = frame.y(mean);
        drawing.line((LEFT, y), (WIDTH - RIGHT, y), "#e4e4e4");
        drawing.words(LEFT - 8.0, y + 4.0, "end", &format!("{mean}"));
        mean += 10.0;
    }
    for part in 0..=4 {
        let matches = frame.matches * f64::from(part) / 4.0;
        let (x, anchor) = (frame.x(matches), if part == 4 { "end" } else { "middle" });
        drawing.line((x, frame.bottom), (x, frame.bottom + 4.0), "#999999");
        drawing.words(x, frame.bottom + 17.0, anchor, &format!("{matches:.0}"));
    }
}

fn curve(drawing: &mut Drawing, frame: &Frame, line: &[Point], colour: &str) {
    let mut path = String::new();
    for point in line {
        let Some(mean) = point.sample.mean() else { continue };
        let _ = write!(path, "{:.1},{:.1} ", frame.x(point.matches as f64), frame.y(mean));
    }
    drawing.add(&format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>",
        path.trim_end()
    ));
}

/// The interval of each point, as an area: forth along its upper edge and back along the lower.
fn band(drawing: &mut Drawing, frame: &Frame, line: &[Point], colour: &str) {
    let mut path = String::new();
    let mut add = |point: &Point, side: f64| {
        if let (Some(mean), Some(margin)) = (point.sample.mean(), point.sample.margin()) {
            let (x, y) = (frame.x(point.matches as f64), frame.y(mean + side * margin));
            let _ = write!(path, "{x:.1},{y:.1} ");
        }
    };
    line.iter().for_each(|point| add(point, 1.0));
    line.iter().rev().for_each(|point| add(point, -1.0));
    if !path.is_empty() {
        drawing.add(&format!(
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.18\"/>",
            path.trim_end()
        ));
    }
}
