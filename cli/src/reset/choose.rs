//! What is meant. Guessing is refused: what is reset is gone.

use std::collections::BTreeSet;
use std::path::Path;

use crate::failure::Failure;
use crate::model::{Account, State, Unreadable};
use crate::show::text::clean;

/// Something that can be reset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target<'a> {
    /// An account.
    Account(&'a Account),
    /// A file of which is not known whose it is. It goes by its own name, which has the API's in it.
    File(&'a Unreadable),
}

impl<'a> Target<'a> {
    /// Where it is.
    #[must_use]
    pub fn file(&self) -> &'a Path {
        match self {
            Self::Account(account) => &account.file,
            Self::File(file) => &file.file,
        }
    }

    /// Whether a reset can do something about it.
    #[must_use]
    pub fn is_resettable(&self) -> bool {
        match self {
            Self::Account(_) => true,
            Self::File(file) => file.resettable,
        }
    }

    /// The name by which it is meant first.
    fn api(&self) -> String {
        match self {
            Self::Account(account) => account.api.clone(),
            Self::File(file) => {
                let name = file.file.file_name().unwrap_or(file.file.as_os_str());
                name.to_string_lossy().into_owned()
            }
        }
    }

    fn account(&self) -> Option<&'a str> {
        match self {
            Self::Account(account) => Some(&account.account),
            Self::File(_) => None,
        }
    }
}

/// What the names mean: the API by its whole name, or by a part that no other has; the account by
/// its whole name, or by a beginning that no other has; several only with `all`.
///
/// # Errors
///
/// When nothing is called so, or more than one is; the text lists what there is.
pub fn choose<'a>(
    state: &'a State,
    api: Option<&str>,
    account: Option<&str>,
    all: bool,
) -> Result<Vec<Target<'a>>, Failure> {
    let accounts = state.accounts.iter().map(Target::Account);
    let files = state.unreadable.iter().map(Target::File);
    let mut chosen: Vec<Target<'_>> = accounts.chain(files).collect();
    if let Some(api) = api {
        chosen = of_api(&chosen, api)?;
    }
    if let Some(account) = account {
        chosen = of_account(&chosen, account)?;
    }
    if chosen.len() > 1 && !all {
        return Err(Failure::usage(format!(
            "nothing was reset: {} accounts are meant\n{}",
            chosen.len(),
            list(&chosen)
        ))
        .tip("name the API and the account, or add `--all`"));
    }
    Ok(chosen)
}

fn of_api<'a>(targets: &[Target<'a>], name: &str) -> Result<Vec<Target<'a>>, Failure> {
    let part = name.to_lowercase();
    let chosen = exactly_or(
        targets,
        |target| target.api() == name,
        |target| target.api().to_lowercase().contains(&part),
    );
    let apis: BTreeSet<String> = chosen.iter().map(Target::api).collect();
    match apis.len() {
        0 => Err(unknown("API", name, targets)),
        1 => Ok(chosen),
        _ => Err(ambiguous("API", name, &chosen)),
    }
}

fn of_account<'a>(targets: &[Target<'a>], name: &str) -> Result<Vec<Target<'a>>, Failure> {
    let chosen = exactly_or(
        targets,
        |target| target.account() == Some(name),
        |target| {
            target
                .account()
                .is_some_and(|account| account.starts_with(name))
        },
    );
    match chosen.len() {
        0 => Err(unknown("account", name, targets)),
        1 => Ok(chosen),
        _ => Err(ambiguous("account", name, &chosen)),
    }
}

/// Those that are called exactly so, and only if there is none, those that are called nearly so.
fn exactly_or<'a>(
    targets: &[Target<'a>],
    exactly: impl Fn(&Target<'_>) -> bool,
    nearly: impl Fn(&Target<'_>) -> bool,
) -> Vec<Target<'a>> {
    let exact: Vec<Target<'_>> = targets
        .iter()
        .copied()
        .filter(|target| exactly(target))
        .collect();
    match exact.is_empty() {
        true => targets
            .iter()
            .copied()
            .filter(|target| nearly(target))
            .collect(),
        false => exact,
    }
}

fn unknown(what: &str, name: &str, targets: &[Target<'_>]) -> Failure {
    let failure = Failure::usage(format!("nothing was reset: no {what} is called `{name}`"));
    match targets.is_empty() {
        true => failure.tip("there is no account at all; `tollgate status` shows where was looked"),
        false => failure.tip(format!("there are\n{}", list(targets))),
    }
}

fn ambiguous(what: &str, name: &str, targets: &[Target<'_>]) -> Failure {
    let text = format!(
        "nothing was reset: more than one {what} is called like `{name}`\n{}",
        list(targets)
    );
    Failure::usage(text).tip(format!("write the whole name of the {what}"))
}

/// One line for each. Whole names: they are what has to be written.
fn list(targets: &[Target<'_>]) -> String {
    let line = |target: &Target<'_>| {
        let api = clean(&target.api());
        match target.account() {
            Some(account) => format!("  {api}  {}", clean(account)),
            None => format!("  {api}  (a file that cannot be read)"),
        }
    };
    targets.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(names: &[(&str, &str)], files: &[&str]) -> State {
        let account = |(api, account): &(&str, &str)| Account {
            file: Default::default(),
            api: (*api).to_owned(),
            account: (*account).to_owned(),
            processes: vec![],
            buckets: vec![],
            breakers: vec![],
            endpoints: vec![],
        };
        let file = |name: &&str| Unreadable {
            file: Path::new("/state").join(name),
            reason: "it makes no sense".to_owned(),
            stale: false,
            resettable: true,
        };
        State {
            taken_at: jiff::Timestamp::UNIX_EPOCH,
            state_dir: Default::default(),
            state_dir_from: crate::model::Origin::Home,
            accounts: names.iter().map(account).collect(),
            unreadable: files.iter().map(file).collect(),
        }
    }

    fn names(
        state: &State,
        api: Option<&str>,
        account: Option<&str>,
        all: bool,
    ) -> Result<Vec<String>, String> {
        let name =
            |target: &Target<'_>| target.account().map_or_else(|| target.api(), str::to_owned);
        let chosen = choose(state, api, account, all);
        chosen
            .map(|chosen| chosen.iter().map(name).collect())
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_name_means_one_account_or_is_refused_with_the_list() {
        let state = state(
            &[
                ("api.example.com", "3f9a01"),
                ("api.example.com", "3f9b02"),
                ("api.example.com", "3f9"),
                ("api.example.com:8080", "me"),
                ("other.test", "you"),
            ],
            &[],
        );
        let chosen = |api, account, all| names(&state, api, account, all).expect("it is meant");
        let refused = |api, account, all| names(&state, api, account, all).expect_err("refused");

        assert_eq!(chosen(Some("other.test"), None, false), ["you"]);
        assert_eq!(chosen(Some("OTHER"), None, false), ["you"]);
        // Exactly so goes before nearly so.
        assert_eq!(chosen(Some("api.example.com"), Some("3f9"), false), ["3f9"]);
        assert_eq!(
            chosen(Some("api.example.com"), Some("3f9b"), false),
            ["3f9b02"]
        );
        assert_eq!(chosen(Some("api.example.com"), None, true).len(), 3);
        assert_eq!(chosen(None, None, true).len(), 5);

        assert!(refused(None, None, false).contains("5 accounts are meant"));
        assert!(refused(Some("api.example.com"), None, false).contains("3f9b02"));
        assert!(refused(Some("example"), None, true).contains("more than one API"));
        assert!(
            refused(Some("api.example.com"), Some("4"), false).contains("no account is called `4`")
        );
        assert!(refused(Some("none"), None, false).contains("other.test"));
        // The end of an account's name says nothing.
        assert!(refused(Some("api.example.com"), Some("b02"), false).contains("no account"));
    }

    #[test]
    fn the_only_account_need_not_be_named() {
        assert_eq!(
            names(&state(&[("a", "b")], &[]), None, None, false),
            Ok(vec!["b".to_owned()])
        );
        assert_eq!(names(&state(&[], &[]), None, None, false), Ok(vec![]));
        assert!(names(&state(&[], &[]), Some("a"), None, false).is_err());
    }

    #[test]
    fn a_file_that_cannot_be_read_goes_by_its_own_name() {
        let state = state(
            &[("api.example.com", "me")],
            &["api.example.com-17.state", "other.test-9.state"],
        );
        let chosen = |api, account, all| names(&state, api, account, all);
        assert_eq!(
            chosen(Some("api.example.com"), None, false),
            Ok(vec!["me".to_owned()])
        );
        assert_eq!(
            chosen(Some("other"), None, false),
            Ok(vec!["other.test-9.state".to_owned()])
        );
        assert_eq!(chosen(None, None, true).map(|all| all.len()), Ok(3));
        let refused = chosen(Some("example"), None, false).expect_err("refused");
        assert!(
            refused.contains("api.example.com-17.state  (a file that cannot be read)"),
            "{refused}"
        );
    }
}
