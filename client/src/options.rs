//! What every type of a call with setters has beside them.
//!
//! Declared here, and not written by the attribute macros: the compiler writes it out for each endpoint
//! several times as fast as a macro that is built without optimisation, as they mostly are.

/// The options of a call, inside of its `impl`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tollgate_call_options {
    ($visibility:vis,) => {
        $crate::__tollgate_common_options! { $visibility, }
        /// The key by which the vendor knows a repetition, sent with every attempt.
        $visibility fn idempotency_key(
            self,
            key: impl ::core::convert::Into<::std::string::String>,
        ) -> Self {
            Self(self.0.idempotency_key(key))
        }
    };
}

/// The options of a walk, and its streams of items and errors.
#[doc(hidden)]
#[macro_export]
macro_rules! __tollgate_walk_options {
    ($visibility:vis, $item:ty, $error:ty) => {
        $crate::__tollgate_common_options! { $visibility, }
        /// The most requests that the walk may make.
        $visibility fn max_requests(self, limit: u32) -> Self {
            Self(self.0.max_requests(limit))
        }
        /// Goes on where an earlier walk stopped.
        $visibility fn resume(self, cursor: $crate::Cursor) -> Self {
            Self(self.0.resume(cursor))
        }
        /// The most pages that are read ahead of the caller; each pays.
        $visibility fn prefetch(self, pages: usize) -> Self {
            Self(self.0.prefetch(pages))
        }
        /// The pages, one by one; each pays.
        $visibility fn pages(self) -> $crate::PageStream<$item, $error> {
            self.0.pages()
        }
        /// The items of all pages, one by one.
        $visibility fn items(self) -> $crate::ItemStream<$item, $error> {
            self.0.items()
        }
    };
}

/// What calls and walks have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __tollgate_common_options {
    ($visibility:vis,) => {
        /// The time from the first poll to the end of the answer, the wait for the permit included.
        $visibility fn deadline(self, deadline: ::core::time::Duration) -> Self {
            Self(self.0.deadline(deadline))
        }
        /// The time of one attempt, from its permit to the end of the answer.
        $visibility fn attempt_timeout(self, timeout: ::core::time::Duration) -> Self {
            Self(self.0.attempt_timeout(timeout))
        }
        /// The largest body that is read into memory.
        $visibility fn max_body(self, bytes: u64) -> Self {
            Self(self.0.max_body(bytes))
        }
        /// How it is tried again; what this leaves out, the endpoint or the client says.
        $visibility fn retry(self, retry: $crate::Retry) -> Self {
            Self(self.0.retry(retry))
        }
        /// What becomes of a redirect.
        $visibility fn redirects(self, redirects: $crate::Redirects) -> Self {
            Self(self.0.redirects(redirects))
        }
        /// Adds a header. One that frames the request or carries a credential is refused.
        $visibility fn header(self, name: &str, value: impl ::core::fmt::Display) -> Self {
            Self(self.0.header(name, value))
        }
    };
}

/// A call that is awaited by way of what it is around.
#[doc(hidden)]
#[macro_export]
macro_rules! __tollgate_awaited {
    ($name:ident, $call:ty) => {
        impl ::core::future::IntoFuture for $name {
            type Output = <$call as ::core::future::IntoFuture>::Output;
            type IntoFuture = <$call as ::core::future::IntoFuture>::IntoFuture;
            fn into_future(self) -> Self::IntoFuture {
                ::core::future::IntoFuture::into_future(self.0)
            }
        }
    };
}
