//! The value that a method of a client returns.

use core::fmt;
use core::future::{Future, IntoFuture};
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Draft, Reply, Task, run};
use crate::answer::Answer;
use crate::describe::{Redirects, Retry};
use crate::encode::{self, Body, Multipart, RequestBody};
use crate::error::{Error, ErrorKind, Failure, Place};
use crate::ledger::Attempts;

/// A call that has not been made: nothing is sent and nothing is owed until it is awaited.
///
/// `A` says how the answer is read ([`Json`](crate::Json), [`Empty`](crate::Empty), …) and `E`
/// is the API's error type. A mistake in an argument ends the call when it is awaited, before a
/// permit is asked for.
///
/// It is awaited, or turned into a future by [`IntoFuture::into_future`] where one is asked for by
/// type, as by `tokio::spawn` and `join_all`.
///
/// # Panics
///
/// When it is first polled outside of a tokio runtime.
///
/// # Cancellation
///
/// Dropping the future while it waits for its permit takes nothing and delays nobody; dropping
/// it later keeps the permit spent, since the request may be on its way. Its work is dropped at once,
/// whether its runtime is driven or not.
#[must_use = "a call does nothing until it is awaited"]
pub struct Call<A, E> {
    draft: Draft,
    answer: PhantomData<fn() -> (A, E)>,
}

impl<A, E> Call<A, E> {
    pub(crate) fn new(draft: Draft) -> Self {
        Self {
            draft,
            answer: PhantomData,
        }
    }

    /// The time from the first poll to the end of the answer, that of a stream too; waits for
    /// permits and tokens, pauses and retries are in it.
    ///
    /// Where the earliest possible permit lies beyond it, the call fails at once with
    /// [`ErrorKind::LimiterWait`](crate::ErrorKind::LimiterWait).
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.draft.seed.options.deadline = Some(deadline);
        self
    }

    /// The time from the permit to the end of a buffered answer, or to the head of a streamed
    /// one and then for each of its chunks. Zero is a timeout that has passed, not none.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.draft.seed.options.attempt_timeout = Some(timeout);
        self
    }

    /// The largest body that is read into memory, instead of the client's.
    pub fn max_body(mut self, bytes: u64) -> Self {
        self.draft.seed.options.max_body = Some(bytes);
        self
    }

    /// How the call is tried again; what it leaves out, the endpoint or the client says.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.draft.seed.options.retry = retry.or(self.draft.seed.options.retry);
        self
    }

    /// What becomes of a redirect.
    pub fn redirects(mut self, redirects: Redirects) -> Self {
        self.draft.seed.options.redirects = Some(redirects);
        self
    }

    /// The key by which the vendor knows that two requests are one call, sent with every attempt
    /// in the header that the endpoint or the API declares, or in `Idempotency-Key`. A call with a key may
    /// be tried again whatever its method. An endpoint that declares one makes a random key for
    /// each call that is given none. One that is empty, or begins or ends with a blank, is refused when
    /// the call is awaited. Behind a redirect it goes where the body goes.
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.draft.seed.options.idempotency_key = Some(key.into());
        self
    }

    /// A header. One that frames the request or carries a credential is refused when the call
    /// is awaited.
    pub fn header(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.draft.header(name, &value);
        self
    }

    /// A query parameter: a scalar, a list (the name is repeated), or an `Option` (`None` is
    /// left out).
    pub fn query<T: Serialize + ?Sized>(mut self, name: &str, value: &T) -> Self {
        self.draft.query(name, value);
        self
    }

    /// The fields of a struct or a map as query parameters.
    pub fn query_flat<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        self.draft.query_flat(value);
        self
    }

    /// A body of JSON.
    pub fn json<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        let json = serde_json::to_vec(value)
            .map_err(|error| format!("the body cannot be written as JSON: {error}"));
        self.draft
            .body(json.map(|bytes| RequestBody::of_type("application/json", bytes)));
        self
    }

    /// A body of `application/x-www-form-urlencoded` pairs.
    pub fn form<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        let form = encode::form(value).map_err(|reason| format!("the body {reason}"));
        self.draft
            .body(form.map(|text| RequestBody::of_type(encode::FORM, text)));
        self
    }

    /// A body of `multipart/form-data`.
    pub fn multipart(mut self, form: impl Into<Multipart>) -> Self {
        self.draft.body(form.into().into_body());
        self
    }

    /// A body of bytes, of text, or of a stream. Its type is named with
    /// [`header`](Call::header)`("content-type", …)`.
    pub fn body(mut self, body: impl Into<Body>) -> Self {
        self.draft.body(Ok(RequestBody {
            content_type: None,
            body: body.into(),
        }));
        self
    }

    /// Reads the answer in another way, for raw calls. The type behind `raw` is thrown away then, and
    /// has to be written all the same; the ways are listed at [`Answer`].
    ///
    /// ```
    /// # use tollgate_testkit::{Reply, Vendor};
    /// use tollgate::{Method, Text, Whole};
    ///
    /// #[tollgate::api(
    ///     base_url = "https://api.example.com",
    ///     auth = none,
    ///     bucket(main, ceiling(10 per second)),
    ///     default_bucket = main,
    /// )]
    /// trait Notes {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let vendor = Vendor::builder().otherwise(Reply::text("tea")).start().await;
    /// # let url = vendor.url();
    /// let notes = Notes::builder().base_url(url).process().build()?;
    /// let note = notes.raw::<()>(Method::GET, "/notes/7").answer::<Whole<Text>>().await?;
    /// assert_eq!((note.status().as_u16(), note.into_value()), (200, "tea".to_owned()));
    /// # vendor.assert_paid_exactly(&notes.meter());
    /// # Ok(())
    /// # }
    /// ```
    pub fn answer<B: Answer>(self) -> Call<B, E> {
        Call::new(self.draft)
    }

    #[doc(hidden)]
    pub fn path(mut self, name: &'static str, value: &dyn fmt::Display) -> Self {
        self.draft.path(name, value);
        self
    }

    #[doc(hidden)]
    pub fn header_value(mut self, name: &'static str, value: &dyn fmt::Display) -> Self {
        self.draft.header(name, value);
        self
    }

    #[doc(hidden)]
    pub fn form_deep<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        self.draft.form_deep(encode::Tree::of(value));
        self
    }

    #[doc(hidden)]
    pub fn body_as(mut self, content_type: &'static str, body: impl Into<Body>) -> Self {
        self.draft.body_as(content_type, body.into());
        self
    }

    super::styled::styled!();
}

impl<A: Answer, E: DeserializeOwned> IntoFuture for Call<A, E> {
    type Output = Result<A::Output, Error<E>>;
    type IntoFuture = CallFuture<A, E>;

    fn into_future(self) -> CallFuture<A, E> {
        let mut draft = self.draft;
        let options = &mut draft.seed.options;
        options.streamed = A::STREAMED;
        options.absent_is_answer = A::ABSENT_IS_ANSWER;
        options.accept = A::ACCEPT;
        CallFuture {
            progress: Progress::Inert(draft),
            answer: PhantomData,
        }
    }
}

impl<A, E> fmt::Debug for Call<A, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Call({})", self.draft.seed.place)
    }
}

/// A call under way. It runs in a task of its own, which ends when this is dropped.
#[must_use = "a call makes no progress unless it is polled"]
pub struct CallFuture<A, E> {
    progress: Progress,
    answer: PhantomData<fn() -> (A, E)>,
}

#[expect(
    clippy::large_enum_variant,
    reason = "most of its life it is the large one, and a box is an allocation per call"
)]
enum Progress {
    /// Not polled yet: nothing is owed.
    Inert(Draft),
    Running(Task<Result<Reply, Box<Failure>>>, Place),
    Done,
}

impl Progress {
    /// The step from draft to answer, the same for every endpoint.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Reply, Box<Failure>>> {
        if matches!(self, Self::Inert(_))
            && let Self::Inert(draft) = core::mem::replace(self, Self::Done)
        {
            let place = draft.seed.place.clone();
            *self = Self::Running(Task::start(run(draft)), place);
        }
        let Self::Running(task, place) = self else {
            panic!("a call was polled after it had ended");
        };
        let outcome = core::task::ready!(task.poll(context));
        let shut_down = || {
            let kind = ErrorKind::Cancelled;
            Err(Failure::new(kind, place.clone(), Attempts::default()))
        };
        let outcome = outcome.unwrap_or_else(shut_down);
        *self = Self::Done;
        Poll::Ready(outcome)
    }
}

impl<A: Answer, E: DeserializeOwned> Future for CallFuture<A, E> {
    type Output = Result<A::Output, Error<E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let result = core::task::ready!(self.progress.poll(context));
        Poll::Ready(result.and_then(read::<A>).map_err(typed))
    }
}

/// Reads an answer. One that can be read is a success to the breaker, one that cannot says nothing.
fn read<A: Answer>(mut reply: Reply) -> Result<A::Output, Box<Failure>> {
    let pass = reply.pass.take();
    let output = A::read(reply)?;
    if let Some(pass) = pass {
        pass.succeeded();
    }
    Ok(output)
}

/// Adds the typed body, where the vendor answered with one.
pub(crate) fn typed<E: DeserializeOwned>(failure: Box<Failure>) -> Error<E> {
    let body = failure
        .reply
        .as_ref()
        .filter(|reply| !reply.status.is_success());
    let api = body.and_then(|reply| serde_json::from_slice(&reply.body).ok());
    Error::new(failure, api)
}

impl<A, E> fmt::Debug for CallFuture<A, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallFuture(..)")
    }
}
