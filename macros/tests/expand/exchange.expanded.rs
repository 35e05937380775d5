/// Calls `https://api.example.com/v1` with a bearer token. Limits: `read` 60 per minute; `write` 10 per second; `tokens` 5 per minute.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Everything {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Everything {
    type Auth = ::tollgate::__private::Bearer;
    type Error = ::tollgate::__private::Value;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Everything",
        id: ::core::option::Option::Some("example"),
        base_url: "https://api.example.com/v1",
        auth: ::tollgate::__private::AuthScheme::Bearer,
        buckets: &[
            ::tollgate::__private::BucketDescription {
                name: "read",
                ceilings: &[::tollgate::__private::window(60, 60_000_000_000)],
                budget: ::core::option::Option::None,
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &[""],
            },
            ::tollgate::__private::BucketDescription {
                name: "write",
                ceilings: &[::tollgate::__private::window(10, 1_000_000_000)],
                budget: ::core::option::Option::None,
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &[""],
            },
            ::tollgate::__private::BucketDescription {
                name: "tokens",
                ceilings: &[::tollgate::__private::window(5, 60_000_000_000)],
                budget: ::core::option::Option::None,
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &[""],
            },
        ],
        default_bucket: ::core::option::Option::Some(0),
        bucket_header: ::core::option::Option::Some("X-RateLimit-Bucket"),
        idempotency_header: ::core::option::Option::Some("X-Request-Key"),
        sharing: ::core::option::Option::Some(::tollgate::__private::Sharing::Machine),
        report_every: ::core::option::Option::Some(::core::time::Duration::from_mins(1)),
        preset: &::tollgate::__private::preset::GITHUB,
        classify: ::core::option::Option::Some({
            const __TOLLGATE_CLASSIFY: ::tollgate::Classify = crate::judge::throttled;
            __TOLLGATE_CLASSIFY
        }),
        hosts: &[
            ::tollgate::__private::HostDescription {
                url: "https://uploads.example.com/v1",
                bucket: 1,
            },
            ::tollgate::__private::HostDescription {
                url: "https://api.example.com/v1/files",
                bucket: 1,
            },
        ],
        token: ::core::option::Option::Some(::tollgate::__private::TokenDescription {
            url: ::core::option::Option::Some("https://accounts.example.com/token/"),
            bucket: 2,
        }),
        breaker: ::core::option::Option::Some(::tollgate::__private::BreakerDescription {
            failures: ::core::num::NonZeroU32::new(5)
                .expect(
                    "`failures` is at least 1; with 0 no request could ever be sent",
                ),
            open: ::core::time::Duration::from_secs(10),
            per_bucket: true,
        }),
        settings: ::tollgate::__private::Settings {
            deadline: ::core::option::Option::Some(
                ::core::time::Duration::from_hours(1),
            ),
            attempt_timeout: ::core::option::Option::Some(
                ::core::time::Duration::from_millis(1_500),
            ),
            redirects: ::core::option::Option::Some(::tollgate::Redirects::FollowWrites),
            retry: ::tollgate::Retry::new()
                .attempts(6)
                .base(::core::time::Duration::from_millis(500))
                .cap(::core::time::Duration::from_secs(20))
                .within(::core::time::Duration::from_mins(2))
                .jitter(false),
        },
        endpoints: &["quick", "search", "order", "replace"],
    };
    fn from_core(core: ::tollgate::__private::Core) -> Self {
        Self { core }
    }
    fn core(&self) -> &::tollgate::__private::Core {
        &self.core
    }
}
#[allow(dead_code)]
impl Everything {
    /// A builder of a client.
    pub fn builder() -> ::tollgate::Builder<Self> {
        ::tollgate::Builder::new()
    }
    /// The counters of this client's account, of all buckets together.
    #[must_use]
    pub fn meter(&self) -> ::tollgate::Meter {
        self.core.meter()
    }
    /// The counters of this client's account, bucket by bucket.
    #[must_use]
    pub fn bucket_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, ::tollgate::Meter> {
        self.core.bucket_meters()
    }
    /// The counters of this client's account, endpoint by endpoint.
    #[must_use]
    pub fn endpoint_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, ::tollgate::Meter> {
        self.core.endpoint_meters()
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the named bucket.
    pub fn raw_in<T>(
        &self,
        bucket: &str,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, ::tollgate::__private::Value> {
        self.core.raw_in(bucket, method, path)
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the default bucket.
    pub fn raw<T>(
        &self,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, ::tollgate::__private::Value> {
        self.core.raw(method, path)
    }
    /// Sends `GET /quick` and pays 1 unit from bucket `read`.
    pub fn quick(
        &self,
    ) -> ::tollgate::Call<::tollgate::Text, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Everything",
            name: "quick",
            method: ::tollgate::__private::Verb::Get,
            template: "/quick",
            bucket: 0,
            settings: ::tollgate::__private::Settings {
                deadline: ::core::option::Option::Some(
                    ::core::time::Duration::from_secs(2),
                ),
                attempt_timeout: ::core::option::Option::Some(
                    ::core::time::Duration::from_micros(900),
                ),
                redirects: ::core::option::Option::Some(::tollgate::Redirects::Never),
                retry: ::tollgate::Retry::off(),
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT)
    }
    /// Sends `POST /search` and pays 1 unit from bucket `read`. Sent twice it does what it does once.
    pub fn search(
        &self,
        words: &[&str],
    ) -> ::tollgate::Call<::tollgate::Json<Vec<String>>, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Everything",
            name: "search",
            method: ::tollgate::__private::Verb::Post,
            template: "/search",
            bucket: 0,
            repeat: ::tollgate::__private::Repeat::Idempotent,
            settings: ::tollgate::__private::Settings {
                retry: ::tollgate::Retry::new()
                    .attempts(
                        ::core::num::NonZeroU32::new(ATTEMPTS)
                            .expect(
                                "`attempts` is at least 1; write `retry = off` for the first and no other",
                            )
                            .get(),
                    ),
                ..::tollgate::__private::Settings::INHERITED
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT).json(&words)
    }
    /// Sends `POST /orders` and pays 1 unit from bucket `write`. Every attempt carries the same key in `X-Request-Key`.
    pub fn order(&self, order: &Order) -> EverythingOrderCall {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Everything",
            name: "order",
            method: ::tollgate::__private::Verb::Post,
            template: "/orders",
            bucket: 1,
            repeat: ::tollgate::__private::Repeat::Key("X-Request-Key"),
            settings: ::tollgate::__private::Settings {
                retry: ::tollgate::Retry::new()
                    .within(::core::time::Duration::from_mins(10)),
                ..::tollgate::__private::Settings::INHERITED
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        EverythingOrderCall(self.core.call(__TOLLGATE_ENDPOINT).json(&order))
    }
    /// Sends `PUT /orders/{id}` and pays 1 unit from bucket `write`. Every attempt carries the same key in `X-Order-Key`.
    pub fn replace(
        &self,
        id: u64,
        order: &Order,
    ) -> ::tollgate::Call<::tollgate::Empty, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Everything",
            name: "replace",
            method: ::tollgate::__private::Verb::Put,
            template: "/orders/{id}",
            bucket: 1,
            repeat: ::tollgate::__private::Repeat::Key("X-Order-Key"),
            settings: ::tollgate::__private::Settings {
                redirects: ::core::option::Option::Some(::tollgate::Redirects::Follow),
                ..::tollgate::__private::Settings::INHERITED
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT).path("id", &id).json(&order)
    }
}
/// A call of `Everything::order` that has not been made.
#[must_use = "a call does nothing until it is awaited"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub struct EverythingOrderCall(
    ::tollgate::Call<::tollgate::Json<Order>, ::tollgate::__private::Value>,
);
#[allow(dead_code)]
impl EverythingOrderCall {
    /// Sends the query parameter `note`.
    pub fn note(self, note: &str) -> Self {
        Self(self.0.query("note", &note))
    }
    ::tollgate::__private::call_options! {
        pub,
    }
}
::tollgate::__private::awaited! {
    EverythingOrderCall, ::tollgate::Call < ::tollgate::Json < Order >,
    ::tollgate::__private::Value >
}
const _: fn() = || {
    fn read<T: ::tollgate::__private::DeserializeOwned>() {}
    read::<Vec<String>>();
    read::<Order>();
};
/// Calls `https://api.example.com` with a bearer token. Limits: `all` 60 per minute.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
struct Little {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Little {
    type Auth = ::tollgate::__private::Bearer;
    type Error = ::tollgate::__private::Value;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Little",
        base_url: "https://api.example.com",
        auth: ::tollgate::__private::AuthScheme::Bearer,
        buckets: &[
            ::tollgate::__private::BucketDescription {
                name: "all",
                ceilings: &[::tollgate::__private::window(60, 60_000_000_000)],
                budget: ::core::option::Option::None,
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &[""],
            },
        ],
        default_bucket: ::core::option::Option::Some(0),
        sharing: ::core::option::Option::Some(::tollgate::__private::Sharing::Process),
        token: ::core::option::Option::Some(::tollgate::__private::TokenDescription {
            url: ::core::option::Option::Some("https://accounts.example.com/token"),
            bucket: 0,
        }),
        breaker: ::core::option::Option::Some(::tollgate::__private::BreakerDescription {
            failures: ::core::num::NonZeroU32::new(crate::FAILURES)
                .expect(
                    "`failures` is at least 1; with 0 no request could ever be sent",
                ),
            open: ::core::time::Duration::from_mins(1),
            per_bucket: false,
        }),
        settings: ::tollgate::__private::Settings {
            retry: ::tollgate::Retry::off(),
            ..::tollgate::__private::Settings::INHERITED
        },
        endpoints: &["order"],
        ..::tollgate::__private::Description::PLAIN
    };
    fn from_core(core: ::tollgate::__private::Core) -> Self {
        Self { core }
    }
    fn core(&self) -> &::tollgate::__private::Core {
        &self.core
    }
}
#[allow(dead_code)]
impl Little {
    /// A builder of a client.
    fn builder() -> ::tollgate::Builder<Self> {
        ::tollgate::Builder::new()
    }
    /// The counters of this client's account, of all buckets together.
    #[must_use]
    fn meter(&self) -> ::tollgate::Meter {
        self.core.meter()
    }
    /// The counters of this client's account, bucket by bucket.
    #[must_use]
    fn bucket_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, ::tollgate::Meter> {
        self.core.bucket_meters()
    }
    /// The counters of this client's account, endpoint by endpoint.
    #[must_use]
    fn endpoint_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, ::tollgate::Meter> {
        self.core.endpoint_meters()
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the named bucket.
    fn raw_in<T>(
        &self,
        bucket: &str,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, ::tollgate::__private::Value> {
        self.core.raw_in(bucket, method, path)
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the default bucket.
    fn raw<T>(
        &self,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, ::tollgate::__private::Value> {
        self.core.raw(method, path)
    }
    /// Sends `POST /orders` and pays 1 unit from bucket `all`. Every attempt carries the same key in `Idempotency-Key`.
    fn order(
        &self,
    ) -> ::tollgate::Call<::tollgate::Empty, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Little",
            name: "order",
            method: ::tollgate::__private::Verb::Post,
            template: "/orders",
            bucket: 0,
            repeat: ::tollgate::__private::Repeat::Key("Idempotency-Key"),
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT)
    }
}
/// Endpoints of `Everything`, paid from its buckets.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Slow {
    core: ::tollgate::__private::Core,
}
#[allow(dead_code)]
impl Everything {
    /// The endpoints of `Slow`, with this client's credential and budget.
    #[must_use]
    pub fn slow(&self) -> Slow {
        Slow {
            core: ::core::clone::Clone::clone(
                <Self as ::tollgate::__private::Api>::core(self),
            ),
        }
    }
}
#[allow(dead_code)]
impl Slow {
    const DEFAULT_BUCKET: usize = ::tollgate::__private::default_bucket_index(
        <Everything as ::tollgate::__private::Api>::DESCRIPTION,
        "endpoint `report` pays from no bucket, since `Everything` has no `default_bucket`; add `bucket = ...` here, or `default_bucket = ...` to `#[group]` or `#[api]`",
    );
    /// Sends `GET /report` and pays 1 unit from the client's default bucket.
    pub fn report(
        &self,
    ) -> ::tollgate::Call<
        ::tollgate::Text,
        <Everything as ::tollgate::__private::Api>::Error,
    > {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Slow",
            name: "report",
            method: ::tollgate::__private::Verb::Get,
            template: "/report",
            bucket: Slow::DEFAULT_BUCKET,
            label: "Slow::report",
            settings: ::tollgate::__private::Settings {
                deadline: ::core::option::Option::Some(
                    ::core::time::Duration::from_mins(20),
                ),
                retry: ::tollgate::Retry::new()
                    .within(::core::time::Duration::from_mins(10))
                    .jitter(true),
                ..::tollgate::__private::Settings::INHERITED
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT)
    }
    /// Sends `GET /other` and pays 1 unit from the client's default bucket.
    pub fn other(
        &self,
    ) -> ::tollgate::Call<
        ::tollgate::Text,
        <Everything as ::tollgate::__private::Api>::Error,
    > {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Slow",
            name: "other",
            method: ::tollgate::__private::Verb::Get,
            template: "/other",
            bucket: Slow::DEFAULT_BUCKET,
            label: "Slow::other",
            settings: ::tollgate::__private::Settings {
                deadline: ::core::option::Option::Some(
                    ::core::time::Duration::from_mins(1),
                ),
                retry: ::tollgate::Retry::new()
                    .attempts(9)
                    .within(::core::time::Duration::from_mins(10))
                    .jitter(true),
                ..::tollgate::__private::Settings::INHERITED
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT)
    }
    /// Sends `POST /start` and pays 1 unit from the client's default bucket. Every attempt carries the same key in `X-Request-Key`.
    pub fn start(
        &self,
    ) -> ::tollgate::Call<
        ::tollgate::Empty,
        <Everything as ::tollgate::__private::Api>::Error,
    > {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Slow",
            name: "start",
            method: ::tollgate::__private::Verb::Post,
            template: "/start",
            bucket: Slow::DEFAULT_BUCKET,
            label: "Slow::start",
            repeat: ::tollgate::__private::Repeat::Key("X-Request-Key"),
            settings: ::tollgate::__private::Settings {
                deadline: ::core::option::Option::Some(
                    ::core::time::Duration::from_mins(20),
                ),
                retry: ::tollgate::Retry::new()
                    .within(::core::time::Duration::from_mins(10))
                    .jitter(true),
                ..::tollgate::__private::Settings::INHERITED
            },
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT)
    }
}
