//! `tollgate reset`: forgets what an account has used.
//!
//! [`choose`] says what is meant, [`plan`] what is given up; [`run`](crate::run) shows the
//! plan, [asks](ask), and does it.

mod choose;
mod plan;

use std::io::{self, BufRead, IsTerminal, Write};

pub use self::choose::{Target, choose};
pub use self::plan::plan;
use crate::failure::Failure;

/// Whether the user wants so many accounts to be reset, as far as there is a user.
///
/// # Errors
///
/// When the standard input is no terminal, since nobody can be asked then.
pub fn ask(accounts: usize) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        return Err(
            Failure::usage("nothing was reset: there is no terminal on which to ask")
                .tip("look at what is given up above, and add `--yes` if it may go"),
        );
    }
    let what = match accounts {
        1 => "this account".to_owned(),
        several => format!("these {several} accounts"),
    };
    let mut stderr = io::stderr().lock();
    // A question that cannot be shown is answered with no.
    let asked = write!(stderr, "Reset {what}? [y/N] ").and_then(|()| stderr.flush());
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    Ok(asked.is_ok() && read.is_ok() && is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_a_yes() {
        for (answer, expected) in [
            ("y\n", true),
            ("YES", true),
            (" y ", true),
            ("", false),
            ("\n", false),
            ("n", false),
            ("yep", false),
        ] {
            assert_eq!(is_yes(answer), expected, "{answer:?}");
        }
    }
}
