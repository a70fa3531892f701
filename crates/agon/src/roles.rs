//! Roles on the command line.

use crate::rulesheet::UsageError;
use game::{Machine, Role, role_named};

/// Returns the role of this name, or the first role.
pub fn find_role(machine: &dyn Machine, name: Option<&str>) -> Result<Role, UsageError> {
    let Some(name) = name else { return Ok(Role(0)) };
    role_named(machine.roles(), name).map_err(|unknown| UsageError(unknown.to_string()))
}
