//! The documents whose experiments are repeated and whose games are bundled, each with a short key. Other works that
//! are cited stand only in `docs/bibliography.md`.

/// Document that the players, the learners and the experiments follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Short key that files and comments name it by, such as `cadia`.
    pub key: &'static str,
    /// Authors and year, as running text cites it.
    pub citation: &'static str,
    /// Title of the document.
    pub title: &'static str,
}

/// All documents whose experiments are repeated, sorted by year.
pub const PUBLICATIONS: [Publication; 5] = [
    Publication {
        key: "transfer",
        citation: "Banerjee, Kuhlmann and Stone 2006",
        title: "Value Function Transfer for General Game Playing",
    },
    Publication {
        key: "guenther",
        citation: "Günther 2008",
        title: "Automatic Feature Construction for General Game Playing",
    },
    Publication {
        key: "gifl",
        citation: "Kirci, Schaeffer and Sturtevant 2009",
        title: "Feature Learning Using State Differences",
    },
    Publication {
        key: "cadia",
        citation: "Finnsson and Björnsson 2010",
        title: "CadiaPlayer: Search-Control Techniques",
    },
    Publication {
        key: "kuhl",
        citation: "Kuhlmann 2010",
        title: "Automated Domain Analysis and Transfer Learning in General Game Playing",
    },
];

/// Returns the document with this key, or `None` if no document has it.
///
/// ```
/// assert_eq!(agon_library::publication("cadia").unwrap().citation, "Finnsson and Björnsson 2010");
/// assert!(agon_library::publication("Cadia").is_none());
/// ```
pub fn publication(key: &str) -> Option<&'static Publication> {
    PUBLICATIONS.iter().find(|publication| publication.key == key)
}
