//! Finding a role by its name, as people and programs write it.

use crate::Role;

/// Error for a name that no role of a game has. Its message lists the names of all roles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no role `{name}`; there are `{}`", .known.join("`, `"))]
pub struct UnknownRole {
    /// The name that was looked for.
    pub name: String,
    /// The names of all roles.
    pub known: Vec<String>,
}

/// Returns the role of this name among the names of all roles, without regard to case.
///
/// ```
/// use agon_game::{Role, role_named};
///
/// let roles = ["white", "black"].map(str::to_owned);
/// assert_eq!(role_named(&roles, "Black"), Ok(Role(1)));
/// let error = role_named(&roles, "red").unwrap_err();
/// assert_eq!(error.to_string(), "there is no role `red`; there are `white`, `black`");
/// ```
pub fn role_named(roles: &[String], name: &str) -> Result<Role, UnknownRole> {
    match roles.iter().position(|role| role.eq_ignore_ascii_case(name)) {
        Some(place) => Ok(Role(place as u32)),
        None => Err(UnknownRole { name: name.to_owned(), known: roles.to_vec() }),
    }
}
