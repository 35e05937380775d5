//! What is known about a token, moment by moment.

use core::time::Duration;

use tollgate_limiter::Moment;

use super::failed::RefreshFailed;
use super::state::State;
use super::{Generation, Held, Token};
use crate::error::BoxError;

const LIFE: Duration = Duration::from_secs(600);

fn at(secs: u64) -> Moment {
    Moment::ORIGIN + Duration::from_secs(secs)
}

fn token(text: &str) -> Result<Token, BoxError> {
    Ok(Token::new(text.to_owned()))
}

fn broken(text: &str) -> Result<Token, BoxError> {
    Err(text.into())
}

/// With one token that came at the origin and lives for ten minutes.
fn state() -> State {
    let mut state = State::default();
    let first = token("first").map(|token| token.expires_in(LIFE));
    state.end(first, at(0)).expect("a token");
    state
}

fn is_fresh(state: &State, secs: u64) -> bool {
    state.fresh(at(secs)).is_some()
}

fn said(failed: &RefreshFailed) -> String {
    let source = core::error::Error::source(failed);
    source.map(ToString::to_string).unwrap_or_default()
}

fn header(held: &Held) -> String {
    let header = held.header().expect("it was tried");
    header.to_str().expect("text").to_owned()
}

#[test]
fn a_token_is_replaced_a_tenth_of_its_life_before_its_end_and_at_most_thirty_seconds() {
    for (life, last) in [(600, 569), (100, 89), (10, 8), (40_000, 39_969)] {
        let mut state = State::default();
        assert!(!is_fresh(&state, 0), "there is none yet");
        let token = token("t").map(|token| token.expires_in(Duration::from_secs(life)));
        state.end(token, at(0)).expect("a token");
        assert!(is_fresh(&state, last), "{life}");
        assert!(!is_fresh(&state, last + 1), "{life}");
    }
}

#[test]
fn a_token_of_which_no_end_is_known_is_used_until_it_is_refused() {
    let silent = token("t");
    let zero = token("t").map(|token| token.expires_in(Duration::ZERO));
    let endless = token("t").map(|token| token.expires_in(Duration::MAX));
    for answer in [silent, zero, endless] {
        let mut state = State::default();
        let held = state.end(answer, at(0)).expect("a token");
        assert!(is_fresh(&state, 9 * 365 * 24 * 60 * 60));
        state.refuse(held.generation);
        assert!(!is_fresh(&state, 1));
    }
}

#[test]
fn a_refusal_of_a_token_that_was_replaced_means_nothing() {
    let mut state = state();
    let first = state.generation();
    state.refuse(first);
    let held = state.end(token("second"), at(1)).expect("a token");
    assert!(held.generation > first);
    state.refuse(first);
    assert!(is_fresh(&state, 2), "the second was not refused");
    assert_eq!(header(&held), "Bearer second");
}

#[test]
fn nothing_can_be_refused_before_there_is_a_token() {
    let mut state = State::default();
    state.refuse(Generation::default());
    state.end(token("first"), at(0)).expect("a token");
    assert!(is_fresh(&state, 1));
}

#[test]
fn a_token_that_holds_goes_on_when_no_new_one_can_be_had_and_tries_are_apart() {
    let mut state = state();
    let mut tries = 0;
    for secs in 0..600 {
        if is_fresh(&state, secs) {
            continue;
        }
        tries += 1;
        let held = state.end(broken("503"), at(secs)).expect("the old one");
        assert_eq!(header(&held), "Bearer first");
        assert!(is_fresh(&state, secs), "nobody waits for the next try");
    }
    assert!((2..=12).contains(&tries), "{tries} tries in 30 seconds");
    let failed = state.end(broken("503 again"), at(600));
    assert_eq!(said(&failed.expect_err("it has ended")), "503 again");
}

#[test]
fn a_refused_token_is_not_used_again_whatever_its_end() {
    let mut state = state();
    state.refuse(state.generation());
    let failed = state.end(broken("503"), at(1)).expect_err("no token");
    assert_eq!(said(&failed), "503");
    assert!(!is_fresh(&state, 2));
    let current = state.current().expect("it is kept all the same");
    assert_eq!(header(current), "Bearer first");
}

#[test]
fn a_failure_is_shared_by_those_who_were_there_and_for_a_little_while() {
    let mut state = state();
    state.refuse(state.generation());
    state.end(broken("503"), at(10)).expect_err("no token");
    let table = [
        // began, asks, shares; why
        (5, 10, true, "it was under way"),
        (10, 14, true, "at that very moment"),
        (11, 12, false, "a later call tries again"),
        (5, 15, false, "it was queued for long"),
    ];
    for (begun, now, shares, why) in table {
        let failed = state.failed_since(at(begun), at(now));
        assert_eq!(failed.is_some(), shares, "{why}");
    }
    state.end(token("second"), at(11)).expect("a token");
    assert!(state.failed_since(at(5), at(12)).is_none());
}

#[test]
fn what_cannot_be_sent_is_a_failure_that_does_not_show_it() {
    for (text, word) in [
        ("", "empty"),
        ("S3CR3T\n", "line break"),
        (" S3CR3T", "blank"),
        ("S3CR\0T", "control"),
    ] {
        let failed = State::default().end(token(text), at(0));
        let failed = failed.expect_err("cannot be sent");
        let shown = format!("{failed} {failed:?} {}", said(&failed));
        assert!(shown.contains(word), "{text:?}: {shown}");
        assert!(!shown.contains("S3CR"), "{shown}");
    }
}

#[test]
fn no_debug_shows_a_token() {
    let state = state();
    let token = token("S3CR3T").expect("a token");
    let shown = format!("{state:?} {:?} {token:?}", state.current());
    assert!(
        !shown.contains("first") && !shown.contains("S3CR3T"),
        "{shown}"
    );
}
