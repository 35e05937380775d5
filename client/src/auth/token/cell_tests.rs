//! Who begins a refresh, who waits, and who learns how it ended. Nothing is sent here: the sources
//! answer when they are told to.

mod early;
mod runtimes;

use core::pin::pin;
use core::task::Poll;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::watch;
use tollgate_limiter::{ManualClock, Moment};

use super::{Held, Payer, RefreshFailed, Token, TokenSource, Tokens};
use crate::api::Api;
use crate::auth::scheme::Bearer;
use crate::build::Builder;
use crate::describe::{AuthScheme, BucketDescription, Description, window};
use crate::error::BoxError;
use crate::shared::Core;

struct Plain(Core);

impl Api for Plain {
    type Auth = Bearer;
    type Error = serde_json::Value;
    const DESCRIPTION: &'static Description = &Description {
        name: "Plain",
        base_url: "http://plain.invalid",
        auth: AuthScheme::Bearer,
        buckets: &[BucketDescription {
            name: "main",
            ceilings: &[window(2, 60_000_000_000)],
            budget: None,
            skew_nanos: 0,
            sources: &[""],
        }],
        default_bucket: Some(0),
        ..Description::PLAIN
    };

    fn from_core(core: Core) -> Self {
        Self(core)
    }

    fn core(&self) -> &Core {
        &self.0
    }
}

/// Gives `T1`, `T2`, … and waits before each until it is told to; some are failures or panics.
struct Told {
    go: watch::Sender<usize>,
    asked: AtomicUsize,
    answers: &'static [Answer],
}

/// How long each token lives.
const LIFE: Duration = Duration::from_secs(600);

#[derive(Clone, Copy)]
enum Answer {
    Gives,
    Fails,
    Panics,
}

impl TokenSource for Told {
    async fn token(&self, _: &Payer) -> Result<Token, BoxError> {
        let turn = self.asked.fetch_add(1, Ordering::SeqCst);
        let mut told = self.go.subscribe();
        told.wait_for(|answers| turn < *answers).await?;
        match self.answers.get(turn).copied().unwrap_or(Answer::Gives) {
            Answer::Gives => Ok(Token::new(format!("T{}", turn + 1)).expires_in(LIFE)),
            Answer::Fails => Err("503".into()),
            Answer::Panics => panic!("the source is broken"),
        }
    }
}

struct Setup {
    core: Core,
    tokens: Arc<Tokens>,
    source: Arc<Told>,
    clock: ManualClock,
}

fn setup(answers: &'static [Answer]) -> Setup {
    let source = Arc::new(Told {
        go: watch::Sender::new(0),
        asked: AtomicUsize::new(0),
        answers,
    });
    let builder = Builder::<Plain>::new().account("plain");
    let client = builder.token_source(source.clone()).build();
    let core = client.expect("a client").0;
    let clock = ManualClock::new();
    Setup {
        core,
        tokens: Tokens::timed(source.clone(), clock.clock()),
        source,
        clock,
    }
}

impl Setup {
    fn now(&self) -> Moment {
        self.clock.clock().now()
    }

    /// Lets the source give so many answers more.
    fn tell(&self, more: usize) {
        self.source.go.send_modify(|answers| *answers += more);
    }

    /// A call that begins now and needs a token.
    fn call(&self) -> tokio::task::JoinHandle<Result<Held, RefreshFailed>> {
        let (core, tokens, begun) = (self.core.clone(), self.tokens.clone(), self.now());
        tokio::spawn(async move { tokens.get(&core, begun).await })
    }

    async fn asked(&self, times: usize) {
        for _ in 0..1000 {
            if self.source.asked.load(Ordering::SeqCst) >= times {
                break;
            }
            tokio::task::yield_now().await;
        }
        settle().await;
        assert_eq!(self.source.asked.load(Ordering::SeqCst), times);
    }
}

/// Lets every task of this thread come to where it waits.
async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

fn header(held: &Held) -> String {
    let header = held.header().expect("it was tried");
    header.to_str().expect("text").to_owned()
}

fn said(failed: &RefreshFailed) -> String {
    let source = core::error::Error::source(failed);
    source.map(ToString::to_string).unwrap_or_default()
}

#[tokio::test]
async fn a_hundred_calls_ask_the_source_once() {
    let setup = setup(&[]);
    let calls: Vec<_> = (0..100).map(|_| setup.call()).collect();
    setup.asked(1).await;
    assert!(setup.tokens.usable().is_none());
    setup.tell(100);
    for call in calls {
        let held = call.await.expect("no panic").expect("a token");
        assert_eq!(header(&held), "Bearer T1");
    }
    setup.asked(1).await;
    assert!(setup.tokens.usable().is_some());
}

#[tokio::test]
async fn a_call_that_is_dropped_takes_nothing_from_the_others() {
    let setup = setup(&[]);
    let first = setup.call();
    setup.asked(1).await;
    let second = setup.call();
    settle().await;
    first.abort();
    settle().await;
    setup.tell(1);
    let held = second.await.expect("no panic").expect("a token");
    assert_eq!(header(&held), "Bearer T1");
    setup.asked(1).await;
}

#[tokio::test]
async fn a_refresh_that_nobody_waits_for_is_there_for_the_next() {
    let setup = setup(&[]);
    {
        let mut get = pin!(setup.tokens.get(&setup.core, setup.now()));
        let polled = core::future::poll_fn(|context| Poll::Ready(get.as_mut().poll(context)));
        assert!(polled.await.is_pending());
    }
    setup.tell(1);
    setup.asked(1).await;
    let held = setup.tokens.usable().expect("it went on without us");
    assert_eq!(header(&held), "Bearer T1");
}

#[tokio::test]
async fn a_failure_is_the_same_for_all_who_were_there_and_the_next_call_tries_again() {
    let setup = setup(&[Answer::Fails, Answer::Gives]);
    let early = setup.now();
    let waiting = [setup.call(), setup.call()];
    setup.asked(1).await;
    setup.tell(1);
    for call in waiting {
        let failed = call.await.expect("no panic").expect_err("a failure");
        assert_eq!(said(&failed), "503");
    }
    // It was under way when the refresh failed, and comes to ask only now.
    let late = setup.tokens.get(&setup.core, early).await;
    assert_eq!(said(&late.expect_err("the same failure")), "503");
    setup.asked(1).await;
    setup.clock.advance(Duration::from_secs(1));
    let next = setup.call();
    setup.asked(2).await;
    setup.tell(1);
    let held = next.await.expect("no panic").expect("a token");
    assert_eq!(header(&held), "Bearer T2");
}

#[tokio::test]
async fn a_refused_token_is_replaced_and_a_second_refusal_of_it_is_not() {
    let setup = setup(&[]);
    setup.tell(2);
    let first = setup.call().await.expect("no panic").expect("a token");
    setup.tokens.refused(first.generation);
    let second = setup.call().await.expect("no panic").expect("a token");
    assert!(second.generation > first.generation);
    setup.tokens.refused(first.generation);
    let third = setup.call().await.expect("no panic").expect("a token");
    assert_eq!(third.generation, second.generation);
    setup.asked(2).await;
}

#[tokio::test]
async fn no_token_is_fresh_while_it_is_replaced() {
    let setup = setup(&[]);
    setup.tell(1);
    let first = setup.call().await.expect("no panic").expect("a token");
    setup.tokens.refused(first.generation);
    let call = setup.call();
    setup.asked(2).await;
    assert!(setup.tokens.usable().is_none());
    let current = setup.tokens.current().expect("there was one");
    assert_eq!(header(&current), "Bearer T1");
    setup.tell(1);
    call.await.expect("no panic").expect("a token");
    assert_eq!(
        setup.tokens.usable().map(|held| header(&held)),
        Some("Bearer T2".to_owned())
    );
}

#[tokio::test]
async fn a_source_that_panics_is_a_failure_and_holds_up_nobody() {
    let setup = setup(&[Answer::Panics, Answer::Gives]);
    setup.tell(2);
    let failed = setup
        .call()
        .await
        .expect("no panic")
        .expect_err("a failure");
    assert!(said(&failed).contains("panicked"), "{}", said(&failed));
    setup.clock.advance(Duration::from_secs(1));
    let held = setup.call().await.expect("no panic").expect("a token");
    assert_eq!(header(&held), "Bearer T2");
}

#[tokio::test]
async fn a_source_needs_an_account_or_names_one() {
    struct Named;
    impl TokenSource for Named {
        async fn token(&self, _: &Payer) -> Result<Token, BoxError> {
            Ok(Token::new("T"))
        }
        fn account(&self) -> Option<String> {
            Some("acme".to_owned())
        }
    }
    let named = Builder::<Plain>::new()
        .token_source(Arc::new(Named))
        .build();
    assert_eq!(
        named.expect("a client").0.inner.credential.account(),
        "acme"
    );
    let told = Told {
        go: watch::Sender::new(0),
        asked: AtomicUsize::new(0),
        answers: &[],
    };
    let Err(error) = Builder::<Plain>::new().token_source(told).build() else {
        panic!("it is not known whose budget is spent");
    };
    assert!(error.to_string().contains("`account(name)`"), "{error}");
}
