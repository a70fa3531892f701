//! The colours of roles, of words that name colours, and of other contents.

/// Colours of one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    /// Colour of the inside.
    pub fill: &'static str,
    /// Colour of the outline.
    pub outline: &'static str,
    /// Colour of the text on it.
    pub ink: &'static str,
}

const fn paint(fill: &'static str, outline: &'static str, ink: &'static str) -> Paint {
    Paint { fill, outline, ink }
}

/// Colours of white pieces.
pub(crate) const LIGHT: Paint = paint("#fdfcf8", "#3a3a3a", "#222");
/// Colours of black pieces.
pub(super) const DARK: Paint = paint("#33363b", "#111", "#fff");
/// Colours of plain texts.
pub(super) const NEUTRAL: Paint = paint("#fff", "#bbb", "#222");
/// Colours of a cross.
pub(super) const RED: Paint = paint("#d64541", "#8e2723", "#fff");
/// Colours of a ring.
pub(super) const BLUE: Paint = paint("#3f72c8", "#23457f", "#fff");

/// Words that name colours.
pub(super) const COLOURS: &[(&str, Paint)] = &[
    ("white", LIGHT),
    ("black", DARK),
    ("red", RED),
    ("blue", BLUE),
    ("green", paint("#4a9c5d", "#2a6238", "#fff")),
    ("yellow", paint("#f2cf3b", "#9c8110", "#222")),
    ("orange", paint("#ef8f35", "#9c5510", "#222")),
    ("magenta", paint("#c252a8", "#7b2c69", "#fff")),
    ("purple", paint("#8457b0", "#523173", "#fff")),
    ("teal", paint("#2f9c9c", "#1a6060", "#fff")),
    ("pink", paint("#f0a3bd", "#9c5a72", "#222")),
    ("brown", paint("#94694a", "#5c3d27", "#fff")),
    ("grey", paint("#a3a7ad", "#63676c", "#222")),
    ("gray", paint("#a3a7ad", "#63676c", "#222")),
];

/// Colours for roles whose names are not colours, in the order in which they are given out.
const ROLE_COLOURS: [&str; 8] =
    ["white", "black", "red", "blue", "green", "yellow", "magenta", "teal"];

/// Colours for contents that belong to no role, in the order in which they are given out.
pub(super) const PALETTE: [Paint; 10] = [
    paint("#cfe3f7", "#5b86b3", "#222"),
    paint("#f9d9b8", "#b8823f", "#222"),
    paint("#d3ecd0", "#629a5c", "#222"),
    paint("#f3cfd3", "#b0636d", "#222"),
    paint("#e2d6f2", "#7f66a8", "#222"),
    paint("#f6edb5", "#a3922c", "#222"),
    paint("#cdebea", "#4d9795", "#222"),
    paint("#ecd5e8", "#9c5f91", "#222"),
    paint("#dde1e6", "#6f7780", "#222"),
    paint("#e8dccb", "#8a7352", "#222"),
];

/// The colours and the initial of a role.
#[derive(Clone, Debug)]
pub(super) struct RoleStyle {
    /// Name of the role in lower case.
    pub name: String,
    /// Colours of everything that belongs to the role.
    pub paint: Paint,
    /// Word for the role's colours.
    pub colour: &'static str,
    /// First letter of the name in upper case, followed by the role's number if another role has the same letter.
    pub initial: String,
}

/// Returns the styles of the roles. A role has the colour that its name says, otherwise the next one that no role is
/// named after.
pub(super) fn role_styles(roles: &[String]) -> Vec<RoleStyle> {
    let lower: Vec<String> = roles.iter().map(|role| role.to_ascii_lowercase()).collect();
    let find = |colour: &str| COLOURS.iter().find(|(name, _)| *name == colour).copied();
    let is_free = |colour: &&&str| !lower.iter().any(|role| role == **colour);
    let mut free = ROLE_COLOURS.iter().filter(is_free).cycle();
    let styles = lower.iter().enumerate().filter_map(|(number, role)| {
        let (colour, paint) = find(role).or_else(|| find(free.next()?))?;
        let alike = lower.iter().filter(|other| initial(other) == initial(role)).count();
        let mut initial = initial(role).unwrap_or_default();
        if alike > 1 {
            initial += &(number + 1).to_string();
        }
        Some(RoleStyle { name: role.clone(), paint, colour, initial })
    });
    styles.collect()
}

/// Returns the first letter of a word in upper case.
pub(super) fn initial(word: &str) -> Option<String> {
    word.chars().next().map(|letter| letter.to_uppercase().to_string())
}
