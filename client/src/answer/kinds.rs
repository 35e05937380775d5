//! One marker per way to read an answer.

use core::marker::PhantomData;

use bytes::Bytes;
use http::StatusCode;
use serde::de::DeserializeOwned;

use super::decode::{fault, json};
use super::{ByteStream, Response};
use crate::call::{Content, Reply};
use crate::error::{ErrorKind, Failure};

/// A way to read an answer. Sealed: the markers of this crate are all there are.
///
/// A description names what a call yields; what stands in its type, and what
/// [`Call::answer`](crate::Call::answer) takes, is the marker.
///
/// | written in a description | marker | yields |
/// |---|---|---|
/// | nothing, `()` | [`Empty`] | `()` |
/// | `String` | [`Text`] | `String` |
/// | `Bytes` | [`Raw`] | [`Bytes`] |
/// | `ByteStream` | [`Stream`] | [`ByteStream`] |
/// | `Option<X>` | [`Maybe`] of the marker of `X` | `Option<X>`, `None` for 404 |
/// | `Response<X>` | [`Whole`] of the marker of `X` | [`Response<X>`](Response) |
/// | `Answers<X>` | [`Answers<X>`](super::Answers) | `X`, by the status |
/// | `Json<X>`, any other `X` | [`Json<X>`](Json) | `X` |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no way to read an answer",
    note = "a description's answer is `()`, `String`, `Bytes`, `ByteStream`, or a type that implements `serde::Deserialize`, alone or in `Option<…>` or `Response<…>`"
)]
pub trait Answer: sealed::Sealed + 'static {
    /// What a call yields.
    type Output: 'static;
    #[doc(hidden)]
    const STREAMED: bool = false;
    #[doc(hidden)]
    const ABSENT_IS_ANSWER: bool = false;
    #[doc(hidden)]
    const ACCEPT: Option<&'static str> = None;
    #[doc(hidden)]
    fn read(reply: Reply) -> Result<Self::Output, Box<Failure>>;
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// The answer is JSON of type `T`. An empty body is an error.
#[derive(Debug)]
pub struct Json<T>(PhantomData<fn() -> T>);

/// The answer's body is of no interest: 204, 205, or any success.
#[derive(Debug)]
pub struct Empty;

/// The answer is text in UTF-8.
#[derive(Debug)]
pub struct Text;

/// The answer is bytes, read into memory.
#[derive(Debug)]
pub struct Raw;

/// The answer is a [`ByteStream`], read while it arrives.
#[derive(Debug)]
pub struct Stream;

/// A 404 is `None`, anything else is read as `A`.
#[derive(Debug)]
pub struct Maybe<A>(PhantomData<fn() -> A>);

/// The answer is read as `A` and comes with its status, headers and ledger.
#[derive(Debug)]
pub struct Whole<A>(PhantomData<fn() -> A>);

impl<T> sealed::Sealed for Json<T> {}
impl<T: DeserializeOwned + 'static> Answer for Json<T> {
    type Output = T;
    const ACCEPT: Option<&'static str> = Some("application/json");

    fn read(reply: Reply) -> Result<T, Box<Failure>> {
        json(reply)
    }
}

impl sealed::Sealed for Empty {}
impl Answer for Empty {
    type Output = ();

    fn read(_: Reply) -> Result<(), Box<Failure>> {
        Ok(())
    }
}

impl sealed::Sealed for Text {}
impl Answer for Text {
    type Output = String;

    fn read(reply: Reply) -> Result<String, Box<Failure>> {
        let (reply, bytes) = reply.taken();
        String::from_utf8(bytes.into()).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            fault(
                reply,
                Bytes::from(error.into_bytes()),
                String::new(),
                format!("not UTF-8 at byte {at}"),
            )
        })
    }
}

impl sealed::Sealed for Raw {}
impl Answer for Raw {
    type Output = Bytes;

    fn read(reply: Reply) -> Result<Bytes, Box<Failure>> {
        Ok(reply.taken().1)
    }
}

impl sealed::Sealed for Stream {}
impl Answer for Stream {
    type Output = ByteStream;
    const STREAMED: bool = true;

    fn read(reply: Reply) -> Result<ByteStream, Box<Failure>> {
        Ok(ByteStream::new(reply))
    }
}

impl<A> sealed::Sealed for Maybe<A> {}
impl<A: Answer> Answer for Maybe<A> {
    type Output = Option<A::Output>;
    const STREAMED: bool = A::STREAMED;
    const ABSENT_IS_ANSWER: bool = true;
    const ACCEPT: Option<&'static str> = A::ACCEPT;

    fn read(reply: Reply) -> Result<Self::Output, Box<Failure>> {
        match reply.status {
            StatusCode::NOT_FOUND => Ok(None),
            _ => A::read(reply).map(Some),
        }
    }
}

impl<A> sealed::Sealed for Whole<A> {}
impl<A: Answer> Answer for Whole<A> {
    type Output = Response<A::Output>;
    const STREAMED: bool = A::STREAMED;
    const ABSENT_IS_ANSWER: bool = A::ABSENT_IS_ANSWER;
    const ACCEPT: Option<&'static str> = A::ACCEPT;

    fn read(reply: Reply) -> Result<Self::Output, Box<Failure>> {
        let (status, headers, attempts) =
            (reply.status, reply.headers.clone(), reply.attempts.clone());
        Ok(Response::new(status, headers, attempts, A::read(reply)?))
    }
}

impl Reply {
    /// The reply without its body, and the body. One that is still open has not been read.
    pub(super) fn taken(mut self) -> (Self, Bytes) {
        let content = core::mem::replace(&mut self.content, Content::Whole(Bytes::new()));
        match content {
            Content::Whole(bytes) => (self, bytes),
            Content::Open(_) => (self, Bytes::new()),
        }
    }

    pub(crate) fn failed(self, kind: ErrorKind, body: Bytes) -> Box<Failure> {
        let body = self.seed.core.inner.credential.redacted(body);
        Failure::new(kind, self.seed.place, self.attempts).reply(self.status, self.headers, body)
    }
}
