//! A token that holds is used while the next one is fetched, however long that takes.

use super::*;

/// Into the last tenth of the first token's life.
const EARLY: Duration = Duration::from_secs(575);

/// With a token that holds for 25 seconds more, and a source that is not yet told to replace it.
async fn late_in_life(answers: &'static [Answer]) -> Setup {
    let setup = setup(answers);
    setup.tell(1);
    setup.call().await.expect("no panic").expect("a token");
    setup.clock.advance(EARLY);
    setup
}

/// The token of a call, if it has one at once.
async fn at_once(setup: &Setup) -> Option<String> {
    let call = setup.call();
    settle().await;
    match call.is_finished() {
        true => Some(header(&call.await.expect("no panic").expect("a token"))),
        false => None,
    }
}

fn usable(setup: &Setup) -> Option<String> {
    setup.tokens.usable().map(|held| header(&held))
}

#[tokio::test]
async fn a_token_that_holds_is_used_at_once_while_its_replacement_hangs() {
    let setup = late_in_life(&[]).await;
    for _ in 0..100 {
        assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T1"));
    }
    assert_eq!(usable(&setup).as_deref(), Some("Bearer T1"));
    setup.asked(2).await;
    setup.tell(1);
    settle().await;
    assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T2"));
    setup.asked(2).await;
}

#[tokio::test]
async fn a_token_that_ends_while_its_replacement_hangs_is_waited_for() {
    let setup = late_in_life(&[]).await;
    at_once(&setup).await.expect("it holds");
    setup.clock.advance(LIFE - EARLY);
    assert_eq!(usable(&setup), None);
    let calls: Vec<_> = (0..10).map(|_| setup.call()).collect();
    settle().await;
    assert!(calls.iter().all(|call| !call.is_finished()));
    setup.tell(1);
    for call in calls {
        let held = call.await.expect("no panic").expect("a token");
        assert_eq!(header(&held), "Bearer T2");
    }
    setup.asked(2).await;
}

#[tokio::test]
async fn a_token_that_is_refused_while_its_replacement_hangs_is_waited_for() {
    let setup = late_in_life(&[]).await;
    at_once(&setup).await.expect("it holds");
    setup.tokens.refused(setup.tokens.generation());
    assert_eq!(usable(&setup), None);
    let call = setup.call();
    settle().await;
    assert!(!call.is_finished());
    setup.tell(1);
    let held = call.await.expect("no panic").expect("a token");
    assert_eq!(header(&held), "Bearer T2");
    setup.asked(2).await;
}

#[tokio::test]
async fn an_early_refresh_that_fails_is_nobodys_failure_and_the_next_try_is_apart() {
    let setup = late_in_life(&[Answer::Gives, Answer::Fails]).await;
    setup.tell(2);
    at_once(&setup).await.expect("it holds");
    setup.asked(2).await;
    assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T1"));
    setup.asked(2).await;
    setup.clock.advance(Duration::from_secs(10));
    assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T1"));
    setup.asked(3).await;
    assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T3"));
}

#[test]
fn an_early_refresh_whose_runtime_ends_is_nobodys_failure_and_the_next_try_is_apart() {
    let (first, second) = (runtimes::runtime(), runtimes::runtime());
    let setup = first.block_on(async {
        let setup = late_in_life(&[]).await;
        at_once(&setup).await.expect("it holds");
        setup.asked(2).await;
        setup
    });
    drop(first);
    second.block_on(async {
        assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T1"));
        setup.asked(2).await;
        setup.clock.advance(Duration::from_secs(10));
        assert_eq!(at_once(&setup).await.as_deref(), Some("Bearer T1"));
        setup.asked(3).await;
    });
}
