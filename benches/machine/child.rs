//! What this program does when it has started itself: one part of one figure.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use crate::stores::Kind;
use crate::{ceiling, cold, warm};

/// The first argument of a child.
pub(crate) const CHILD: &str = "--child";

/// Plays the part that the arguments name; `false` if they name none.
pub(crate) fn play(born: Instant) -> bool {
    let mut arguments = env::args().skip(1);
    if arguments.next().as_deref() != Some(CHILD) {
        return false;
    }
    let mut next = || arguments.next().expect("a child gets all its arguments");
    let part = next();
    match part.as_str() {
        warm::PART => {
            let kind = Kind::named(&next());
            warm::play(kind, &PathBuf::from(next()), number(&next()));
        }
        cold::PART => cold::play(&next(), &PathBuf::from(next()), born),
        ceiling::PART => ceiling::play(&PathBuf::from(next()), number(&next()), number(&next())),
        other => unreachable!("no child plays {other}"),
    }
    true
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    let number = text.parse().ok();
    number.expect("a number was written by the same program")
}
