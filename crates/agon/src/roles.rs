//! Roles on the command line.

use crate::rulesheet::UsageError;
use game::{Machine, Role};

/// The role of this name, or the first.
pub fn find_role(machine: &dyn Machine, name: Option<&str>) -> Result<Role, UsageError> {
    let Some(name) = name else { return Ok(Role(0)) };
    let roles = machine.roles();
    let place = roles.iter().position(|role| role.eq_ignore_ascii_case(name));
    let unknown = || format!("there is no role `{name}`; there are `{}`", roles.join("`, `"));
    place.map(|place| Role(place as u32)).ok_or_else(|| UsageError(unknown()))
}
