//! Drawings in SVG, put together from words, lines and squares.

/// A drawing that grows element by element.
pub struct Drawing {
    text: String,
    pub width: f64,
}

impl Drawing {
    /// Makes an empty drawing on white.
    pub fn new(width: f64, height: f64) -> Drawing {
        let mut drawing = Drawing { text: String::new(), width };
        drawing.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"12\">"
        ));
        drawing.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        drawing
    }

    /// Adds an element of SVG.
    pub fn add(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }

    /// Returns the drawing as a text.
    pub fn finish(mut self) -> String {
        self.add("</svg>");
        self.text
    }

    /// Writes words that begin, end or have their middle at a point.
    pub fn words(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        let words = escaped(words);
        self.add(&format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>"));
    }

    /// Draws a line between two points.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        ));
    }

    /// Draws a small square, for a legend.
    pub fn square(&mut self, x: f64, y: f64, colour: &str) {
        self.add(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>"
        ));
    }
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_the_figure() {
        let mut drawing = Drawing::new(10.0, 10.0);
        drawing.words(1.0, 2.0, "start", "a < b & c > d");
        assert!(drawing.finish().contains(">a &lt; b &amp; c &gt; d</text>"));
    }
}
