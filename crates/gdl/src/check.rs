//! From a rule sheet as written to rules that can be played: every demand GDL makes of a game
//! description that can be decided by reading it. All faults are found in one run; rules come out
//! only if none of them is an error.

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

/// The outcome of checking a rule sheet.
#[derive(Debug)]
pub struct Checked {
    /// The sheet as it was read, for showing faults.
    pub sheet: Sheet,
    /// The faults found by reading and checking.
    pub faults: Faults,
    /// The rules, if there is no error.
    pub rules: Option<Rules>,
}

/// Reads and checks a rule sheet.
pub fn check(name: &str, bytes: &[u8]) -> Checked {
    let (sheet, faults) = crate::read(name, bytes);
    check_sheet(sheet, faults)
}

/// Checks a rule sheet that has been read, adding to the faults that reading found.
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
