//! Rule sheets that an experiment names by path and content, for games that are not bundled.

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// A rule sheet of an experiment: `[sheets.NAME]` in its file. Rows refer to the game by this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The name of the game in the experiment.
    pub name: String,
    /// The path of the file, beginning at the folder of the experiment's file.
    pub path: String,
    /// The SHA-256 of the file in hexadecimal digits: results are those of these rules and no others.
    pub sha256: String,
}

/// A sheet as the file of an experiment has it, under its name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SheetText {
    pub path: String,
    pub sha256: String,
}

/// The content of a rule sheet is not that for which the experiment was made.
#[derive(Debug, thiserror::Error)]
#[error(
    "sheets.{name}: {path} has the SHA-256 {found}, and the experiment is about rules with {expected}; \
         restore the file, or change `sha256` and run the experiment into another folder"
)]
pub struct SheetError {
    name: String,
    path: String,
    found: String,
    expected: String,
}

/// Number of hexadecimal digits of a SHA-256.
const DIGITS: usize = 64;

impl Sheet {
    /// Checks that a file has the content for which the experiment was made.
    pub fn check(&self, bytes: &[u8]) -> Result<(), SheetError> {
        let found = sha256(bytes);
        if found == self.sha256 {
            return Ok(());
        }
        let (name, path) = (self.name.clone(), self.path.clone());
        Err(SheetError { name, path, found, expected: self.sha256.clone() })
    }

    /// Adds what makes no sense.
    pub(super) fn check_definition(&self, faults: &mut Vec<String>) {
        let Sheet { name, path, sha256 } = self;
        if !crate::checks::is_plain(name) {
            faults.push(format!(
                "sheets: `{name}` has more than lower-case letters, digits and hyphens"
            ));
        }
        if path.is_empty() {
            faults.push(format!("sheets.{name}.path: it is empty"));
        }
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if sha256.len() != DIGITS || !sha256.bytes().all(is_digit) {
            let hint = "it takes 64 digits and letters from a to f (`sha256sum FILE` prints them)";
            faults.push(format!("sheets.{name}.sha256: {hint}"));
        }
    }
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_content_is_refused() {
        // The example of FIPS 180-2.
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let (name, path) = ("mine".to_owned(), "mine.kif".to_owned());
        let sheet = Sheet { name, path, sha256: sha256.to_owned() };
        assert!(sheet.check(b"abc").is_ok());
        let error = sheet.check(b"abd").expect_err("other bytes").to_string();
        assert!(error.starts_with("sheets.mine: mine.kif has the SHA-256 a52d"), "{error}");
    }
}
