//! The facts on Linux.

mod entries;
mod machine;

use std::path::Path;

use rustix::process::geteuid;

use self::entries::{above, directory, file_system, files};
use self::machine::{boot, clocks, spaces};
use super::{Facts, Place};
use crate::model::Origin;
use crate::place::{origin, variable};
use crate::read;

/// Looks at everything that matters to the state in `dir`, or in the user's state directory.
#[must_use]
pub fn gather(dir: Option<&Path>) -> Facts {
    let place = place(dir);
    let path = place.as_ref().map_or(Path::new(""), |place| &place.path);
    Facts {
        supported: true,
        user: geteuid().as_raw(),
        directory: directory(path),
        above: above(path),
        file_system: file_system(path),
        clocks: clocks(),
        boot: boot(),
        spaces: spaces(),
        files: files(path),
        state: read::state(dir).map_err(|failure| failure.text().to_owned()),
        place,
    }
}

fn place(dir: Option<&Path>) -> Result<Place, String> {
    if let Some(path) = dir {
        return Ok(Place {
            relative: path.is_relative(),
            path: read::named_dir(path).map_err(|failure| failure.text().to_owned())?,
            origin: Origin::Option,
        });
    }
    let path = read::default_dir().map_err(|failure| failure.text().to_owned())?;
    let origin = origin(&path, None);
    let named = variable("TOLLGATE_STATE_DIR").filter(|_| origin == Origin::Variable);
    Ok(Place {
        relative: named.is_some_and(|named| named.is_relative()),
        origin,
        path,
    })
}
