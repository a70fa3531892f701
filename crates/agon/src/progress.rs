//! Progress on long work: shown on the terminal after a second, never in pipes.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Time after which progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two drawings of the bar.
const INTERVAL: Duration = Duration::from_millis(100);

/// A progress bar that appears only if the work takes long.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
    drawn: Instant,
    shown: bool,
}

impl Progress {
    /// Begins to show work with an unknown number of parts.
    pub fn counting(unit: &str) -> Progress {
        Progress::with_template(None, &format!("[{{elapsed}}] {{spinner}} {{pos}} {unit}"))
    }

    /// Begins to show work with a known number of parts.
    pub fn new(parts: u64, unit: &str) -> Progress {
        let rest = format!("{{pos}}/{{len}} {unit} (ready in {{eta}})");
        Progress::with_template(Some(parts), &format!("[{{elapsed}}] {{wide_bar}} {rest}"))
    }

    fn with_template(parts: Option<u64>, template: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(parts, ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
        let now = Instant::now();
        Progress { bar, begun: now, drawn: now, shown: false }
    }

    /// Shows the number of parts that are done.
    pub fn at(&mut self, parts: u64) {
        if self.drawn.elapsed() < INTERVAL {
            return;
        }
        self.drawn = Instant::now();
        if !self.shown && self.begun.elapsed() >= PATIENCE {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(parts);
    }

    /// Returns the time that the work has taken.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
