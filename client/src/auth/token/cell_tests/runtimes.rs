//! A refresh ends with the runtime of the call that began it. That is no answer: whoever waits
//! elsewhere has the token fetched anew.

use tokio::runtime::Runtime;

use super::*;

pub(super) fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.build().expect("a runtime")
}

#[test]
fn a_runtime_that_ends_in_the_middle_of_a_refresh_holds_up_nobody() {
    let setup = setup(&[]);
    let first = runtime();
    first.block_on(async {
        drop(setup.call());
        setup.asked(1).await;
    });
    drop(first);
    let held = runtime().block_on(async {
        setup.tell(2);
        setup.call().await.expect("no panic").expect("a token")
    });
    assert_eq!(header(&held), "Bearer T2");
}

#[test]
fn the_end_of_one_runtime_fails_no_call_of_another() {
    let setup = setup(&[]);
    let (first, second) = (runtime(), runtime());
    first.block_on(async {
        drop(setup.call());
        setup.asked(1).await;
    });
    let waiting: Vec<_> = second.block_on(async {
        let waiting = (0..10).map(|_| setup.call()).collect();
        setup.asked(1).await;
        waiting
    });
    drop(first);
    second.block_on(async {
        // One of them begins anew, for all of them.
        setup.asked(2).await;
        setup.tell(2);
        for call in waiting {
            let held = call.await.expect("no panic").expect("a token");
            assert_eq!(header(&held), "Bearer T2");
        }
        setup.asked(2).await;
    });
}

#[test]
fn a_refresh_that_broke_off_is_not_the_answer_to_those_who_come_later() {
    let setup = setup(&[]);
    let begun = setup.now();
    let first = runtime();
    first.block_on(async {
        drop(setup.call());
        setup.asked(1).await;
    });
    drop(first);
    setup.tell(2);
    // It was under way when the refresh broke off.
    let got = runtime().block_on(setup.tokens.get(&setup.core, begun));
    assert_eq!(header(&got.expect("a token")), "Bearer T2");
}

#[test]
fn a_call_that_outlives_the_runtime_in_which_it_began_has_its_token_fetched_anew() {
    let setup = setup(&[]);
    let mut call = pin!(setup.tokens.get(&setup.core, setup.now()));
    let first = runtime();
    first.block_on(async {
        let polled = core::future::poll_fn(|context| Poll::Ready(call.as_mut().poll(context)));
        assert!(polled.await.is_pending());
        setup.asked(1).await;
    });
    drop(first);
    setup.tell(2);
    let held = runtime().block_on(call).expect("a token");
    assert_eq!(header(&held), "Bearer T2");
}

#[test]
fn a_call_in_a_runtime_that_has_ended_is_told_so_and_does_not_try_for_ever() {
    let setup = setup(&[]);
    let first = runtime();
    let handle = first.handle().clone();
    drop(first);
    let got = handle.block_on(setup.tokens.get(&setup.core, setup.now()));
    let failed = got.expect_err("nothing can run there");
    assert!(said(&failed).contains("runtime"), "{}", said(&failed));
}
