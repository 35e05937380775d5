//! Which accounts are meant. Guessing is refused: what is reset is gone.

use std::collections::BTreeSet;

use crate::failure::Failure;
use crate::model::{Account, State};
use crate::show::text::clean;

/// The accounts of `state` that the names mean: the API by its whole name, or by a part that no other
/// has; the account by its whole name, or by a beginning that no other has; several only with `all`.
///
/// # Errors
///
/// When nothing is called so, or more than one is; the text lists what there is.
pub fn choose<'a>(
    state: &'a State,
    api: Option<&str>,
    account: Option<&str>,
    all: bool,
) -> Result<Vec<&'a Account>, Failure> {
    let mut chosen: Vec<&Account> = state.accounts.iter().collect();
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

fn of_api<'a>(accounts: &[&'a Account], name: &str) -> Result<Vec<&'a Account>, Failure> {
    let part = name.to_lowercase();
    let chosen = exactly_or(
        accounts,
        |account| account.api == name,
        |account| account.api.to_lowercase().contains(&part),
    );
    let apis: BTreeSet<&str> = chosen.iter().map(|account| account.api.as_str()).collect();
    match apis.len() {
        0 => Err(unknown("API", name, accounts)),
        1 => Ok(chosen),
        _ => Err(ambiguous("API", name, &chosen)),
    }
}

fn of_account<'a>(accounts: &[&'a Account], name: &str) -> Result<Vec<&'a Account>, Failure> {
    let chosen = exactly_or(
        accounts,
        |account| account.account == name,
        |account| account.account.starts_with(name),
    );
    match chosen.len() {
        0 => Err(unknown("account", name, accounts)),
        1 => Ok(chosen),
        _ => Err(ambiguous("account", name, &chosen)),
    }
}

/// Those that are called exactly so, and only if there is none, those that are called nearly so.
fn exactly_or<'a>(
    accounts: &[&'a Account],
    exactly: impl Fn(&Account) -> bool,
    nearly: impl Fn(&Account) -> bool,
) -> Vec<&'a Account> {
    let filtered = |wanted: &dyn Fn(&Account) -> bool| {
        accounts
            .iter()
            .copied()
            .filter(|account| wanted(account))
            .collect::<Vec<_>>()
    };
    match filtered(&exactly) {
        none if none.is_empty() => filtered(&nearly),
        some => some,
    }
}

fn unknown(what: &str, name: &str, accounts: &[&Account]) -> Failure {
    let failure = Failure::usage(format!("nothing was reset: no {what} is called `{name}`"));
    match accounts.is_empty() {
        true => failure.tip("there is no account at all; `tollgate status` shows where was looked"),
        false => failure.tip(format!("there are\n{}", list(accounts))),
    }
}

fn ambiguous(what: &str, name: &str, accounts: &[&Account]) -> Failure {
    let text = format!(
        "nothing was reset: more than one {what} is called like `{name}`\n{}",
        list(accounts)
    );
    Failure::usage(text).tip(format!("write the whole name of the {what}"))
}

fn list(accounts: &[&Account]) -> String {
    let line =
        |account: &&Account| format!("  {}  {}", clean(&account.api), clean(&account.account));
    accounts.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(names: &[(&str, &str)]) -> State {
        let account = |(api, account): &(&str, &str)| Account {
            file: Default::default(),
            api: (*api).to_owned(),
            account: (*account).to_owned(),
            processes: vec![],
            buckets: vec![],
            breakers: vec![],
            endpoints: vec![],
        };
        State {
            taken_at: jiff::Timestamp::UNIX_EPOCH,
            state_dir: Default::default(),
            accounts: names.iter().map(account).collect(),
            unreadable: vec![],
        }
    }

    #[test]
    fn a_name_means_one_account_or_is_refused_with_the_list() {
        let state = state(&[
            ("api.example.com", "3f9a01"),
            ("api.example.com", "3f9b02"),
            ("api.example.com", "3f9"),
            ("api.example.com:8080", "me"),
            ("other.test", "me"),
        ]);
        let try_ = |api, account, all| {
            choose(&state, api, account, all).map(|chosen| {
                chosen
                    .iter()
                    .map(|account| account.account.as_str())
                    .collect::<Vec<_>>()
            })
        };
        let refused = |api, account, all| try_(api, account, all).expect_err("refused").to_string();

        assert_eq!(try_(Some("other.test"), None, false), Ok(vec!["me"]));
        assert_eq!(try_(Some("OTHER"), None, false), Ok(vec!["me"]));
        // Exactly so goes before nearly so.
        assert_eq!(
            try_(Some("api.example.com"), Some("3f9"), false),
            Ok(vec!["3f9"])
        );
        assert_eq!(
            try_(Some("api.example.com"), Some("3f9b"), false),
            Ok(vec!["3f9b02"])
        );
        assert_eq!(
            try_(Some("api.example.com"), None, true).map(|all| all.len()),
            Ok(3)
        );
        assert_eq!(try_(None, None, true).map(|all| all.len()), Ok(5));

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
            choose(&state(&[("a", "b")]), None, None, false).map(|all| all.len()),
            Ok(1)
        );
        assert_eq!(
            choose(&state(&[]), None, None, false).map(|all| all.len()),
            Ok(0)
        );
        assert!(choose(&state(&[]), Some("a"), None, false).is_err());
    }
}
