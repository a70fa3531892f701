//! Figures in SVG: the drawing primitives, and charts that several kinds of experiments have.

pub(crate) mod drawing;
pub(crate) mod line_chart;
