//! The arena in a real browser: Chromium, driven over WebDriver. Without `chromium` and `chromedriver` these tests are skipped, which
//! is said.

mod boards;
mod browser;
mod search_reports;
mod texts;
