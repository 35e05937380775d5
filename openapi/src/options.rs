//! How an import is made.

use std::collections::BTreeSet;

use crate::limits::Limits;

/// How an import is made. [`Options::resume`] takes up what a folder was made with. What is left out is as in [`Options::default`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Tags, identifiers of operations, or paths (`/repos/*`): only these are imported. All, if empty.
    pub only: BTreeSet<String>,
    /// The vendor's limits, as `--limits` reads them.
    pub limits: Option<Limits>,
    /// The name of the client; made of the title if left out.
    pub client: Option<String>,
    /// Enums take only the values that the document lists. Otherwise an unknown value is kept.
    pub closed_enums: bool,
    /// `date-time` and `date` are types of `jiff`, which needs the feature `jiff` of `tollgate`.
    pub date_time: bool,
    /// Each group stands behind a cargo feature of its module's name, which the package has to declare.
    pub features: bool,
    /// The import is a package of this name, with a manifest, instead of a module. What large APIs cost to
    /// check is then paid once, and not with every change of the code beside them.
    pub package: Option<String>,
    /// The text of `names.txt` of an earlier import: names that were given stay.
    pub names: String,
    /// The text of `api.rs` of an earlier import, which is the user's: this import has to fit it.
    pub api: Option<String>,
    /// What the document was called at the last import.
    pub title: String,
}
