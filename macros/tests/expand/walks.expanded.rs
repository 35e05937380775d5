/// Calls `https://api.example.com` with a bearer token. Limits: `all` 60 per minute.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Walks {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Walks {
    type Auth = ::tollgate::__private::Bearer;
    type Error = ::tollgate::__private::Value;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Walks",
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
        endpoints: &[
            "next_url",
            "cursor",
            "cursor_of_last",
            "cursor_in_headers",
            "search",
            "page",
            "page_all",
            "offset",
            "offset_all",
        ],
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
impl Walks {
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
    /// Each page sends `GET /next-url` and pays 1 unit from bucket `all`.
    pub fn next_url(&self) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "next_url",
            method: ::tollgate::__private::Verb::Get,
            template: "/next-url",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::Some("data"),
                    turn: ::tollgate::__private::Turn::NextUrl("links.next"),
                },
            )
    }
    /// Each page sends `GET /cursor` and pays 1 unit from bucket `all`.
    pub fn cursor(&self) -> WalksCursorPages {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "cursor",
            method: ::tollgate::__private::Verb::Get,
            template: "/cursor",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        WalksCursorPages(
            self
                .core
                .pages(
                    __TOLLGATE_ENDPOINT,
                    &::tollgate::__private::Paging {
                        items: ::core::option::Option::Some("files"),
                        turn: ::tollgate::__private::Turn::Cursor {
                            place: ::tollgate::__private::CursorPlace::Query(
                                "pageToken",
                            ),
                            next: ::tollgate::__private::CursorSource::Field(
                                "nextPageToken",
                            ),
                            more: ::core::option::Option::Some("hasMore"),
                            stop_on_empty: true,
                        },
                    },
                ),
        )
    }
    /// Each page sends `GET /cursor/last` and pays 1 unit from bucket `all`.
    pub fn cursor_of_last(
        &self,
    ) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "cursor_of_last",
            method: ::tollgate::__private::Verb::Get,
            template: "/cursor/last",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::Some("data"),
                    turn: ::tollgate::__private::Turn::Cursor {
                        place: ::tollgate::__private::CursorPlace::Query(
                            "starting_after",
                        ),
                        next: ::tollgate::__private::CursorSource::Field("data.-1.id"),
                        more: ::core::option::Option::Some("has_more"),
                        stop_on_empty: false,
                    },
                },
            )
    }
    /// Each page sends `GET /cursor/headers` and pays 1 unit from bucket `all`.
    pub fn cursor_in_headers(
        &self,
    ) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "cursor_in_headers",
            method: ::tollgate::__private::Verb::Get,
            template: "/cursor/headers",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::None,
                    turn: ::tollgate::__private::Turn::Cursor {
                        place: ::tollgate::__private::CursorPlace::Header("X-Cursor"),
                        next: ::tollgate::__private::CursorSource::Header(
                            "X-Next-Cursor",
                        ),
                        more: ::core::option::Option::None,
                        stop_on_empty: false,
                    },
                },
            )
    }
    /// Each page sends `POST /search` and pays 1 unit from bucket `all`. Sent twice it does what it does once.
    pub fn search(
        &self,
        search: &Search,
    ) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "search",
            method: ::tollgate::__private::Verb::Post,
            template: "/search",
            bucket: 0,
            repeat: ::tollgate::__private::Repeat::Idempotent,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::Some("results"),
                    turn: ::tollgate::__private::Turn::Cursor {
                        place: ::tollgate::__private::CursorPlace::Body("page.cursor"),
                        next: ::tollgate::__private::CursorSource::Field("next_cursor"),
                        more: ::core::option::Option::None,
                        stop_on_empty: false,
                    },
                },
            )
            .json(&search)
    }
    /// Each page sends `GET /page` and pays 1 unit from bucket `all`.
    pub fn page(&self) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "page",
            method: ::tollgate::__private::Verb::Get,
            template: "/page",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::None,
                    turn: ::tollgate::__private::Turn::Page {
                        query: "page",
                        first: 1,
                        more: ::core::option::Option::None,
                        total: ::core::option::Option::None,
                    },
                },
            )
    }
    /// Each page sends `GET /page/all` and pays 1 unit from bucket `all`.
    pub fn page_all(&self) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "page_all",
            method: ::tollgate::__private::Verb::Get,
            template: "/page/all",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::Some("rows"),
                    turn: ::tollgate::__private::Turn::Page {
                        query: "p",
                        first: 0,
                        more: ::core::option::Option::Some("more"),
                        total: ::core::option::Option::Some("pages"),
                    },
                },
            )
    }
    /// Each page sends `GET /offset` and pays 1 unit from bucket `all`.
    pub fn offset(&self) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "offset",
            method: ::tollgate::__private::Verb::Get,
            template: "/offset",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::None,
                    turn: ::tollgate::__private::Turn::Offset {
                        query: "offset",
                        scanned: ::core::option::Option::None,
                        more: ::core::option::Option::None,
                        total: ::core::option::Option::None,
                    },
                },
            )
    }
    /// Each page sends `GET /offset/all` and pays 1 unit from bucket `all`.
    pub fn offset_all(&self) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Walks",
            name: "offset_all",
            method: ::tollgate::__private::Verb::Get,
            template: "/offset/all",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::Some("rows"),
                    turn: ::tollgate::__private::Turn::Offset {
                        query: "startAt",
                        scanned: ::core::option::Option::Some("scanned"),
                        more: ::core::option::Option::Some("more"),
                        total: ::core::option::Option::Some("total"),
                    },
                },
            )
    }
}
/// A walk of `Walks::cursor` that has not begun.
#[must_use = "a walk asks for nothing until its pages or items are polled"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub struct WalksCursorPages(::tollgate::Pages<File, ::tollgate::__private::Value>);
#[allow(dead_code)]
impl WalksCursorPages {
    /// Sends the query parameter `q`.
    pub fn q(self, q: &str) -> Self {
        Self(self.0.query("q", &q))
    }
    ::tollgate::__private::walk_options! {
        pub, File, ::tollgate::__private::Value
    }
}
const _: fn() = || {
    fn read<T: ::tollgate::__private::DeserializeOwned>() {}
    read::<File>();
};
