//! Checks a rule sheet against every requirement of GDL that can be decided without playing. One run
//! finds all faults; the result contains rules only if none of the faults is an error. Each file under
//! `check/` covers one family of requirements.

mod arities;
mod dependencies;
mod keywords;
mod safety;
mod shape;
mod spelling;
mod stratification;
mod usage;

pub(crate) use dependencies::Components;
pub(crate) use keywords::uses_hidden_information;

use crate::fault::Faults;
use crate::rules::Rules;
use crate::sheet::Sheet;

/// Result of checking a rule sheet.
#[derive(Debug)]
pub struct Checked {
    /// The sheet as it was read; faults refer to places in it.
    pub sheet: Sheet,
    /// Faults found by reading and checking, in the order of their places.
    pub faults: Faults,
    /// The checked rules; `None` if a fault is an error.
    pub rules: Option<Rules>,
}

/// Reads and checks a rule sheet; `name` is its name in messages, usually a path.
///
/// ```
/// let checked = agon_gdl::check("game.kif", b"(role white) (goal white");
/// assert!(checked.rules.is_none());
/// assert_eq!(checked.faults.kept()[0].kind.name(), "unclosed-parenthesis");
/// ```
pub fn check(name: &str, bytes: &[u8]) -> Checked {
    let (sheet, faults) = crate::read(name, bytes);
    check_sheet(sheet, faults)
}

/// Checks a rule sheet that was read by [`read`](crate::read()). `faults` are the faults found by reading; the result
/// contains them too.
pub fn check_sheet(sheet: Sheet, mut faults: Faults) -> Checked {
    keywords::check(&sheet, &mut faults);
    arities::check(&sheet, &mut faults);
    shape::check(&sheet, &mut faults);
    safety::check(&sheet, &mut faults);
    let components = dependencies::check(&sheet, &mut faults);
    usage::check(&sheet, &mut faults);
    spelling::check(&sheet, &mut faults);
    faults.sort();
    let rules = (faults.errors() == 0).then(|| Rules::build(sheet.clone(), &components));
    Checked { sheet, faults, rules }
}
