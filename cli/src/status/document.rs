//! The JSON of `tollgate status --json`.

use serde::{Deserialize, Serialize};

use crate::model::{Counters, State};
use crate::show::text::clean_json;

/// The version of the document. It grows when a field goes, or means something else; a field that
/// is added changes nothing.
pub const VERSION: u32 = 1;

/// The document: a version, the state, and the counters of all together.
///
/// - Every length of time is a number of seconds, and its field's name ends with `_seconds`.
/// - Every moment is a time of RFC 3339 in UTC.
/// - Every counter is a whole number, and units are whole numbers.
/// - What does not apply is `null`; no field is ever left out.
/// - Names are as the programs gave them. What does not print is written as an escape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// [`VERSION`].
    pub version: u32,
    /// The state.
    #[serde(flatten)]
    pub state: State,
    /// The counters of all accounts together.
    pub total: Counters,
}

impl Document {
    /// The document of `state`.
    #[must_use]
    pub fn of(state: State) -> Self {
        Self {
            version: VERSION,
            total: state.total(),
            state,
        }
    }
}

/// The text of the document of `state`, which ends with a newline.
///
/// # Errors
///
/// None that is known of: there is nothing in a state that JSON cannot say.
pub fn json(state: State) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(&Document::of(state))?;
    Ok(clean_json(&text) + "\n")
}
