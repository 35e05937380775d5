/// Calls `https://api.example.com` with a bearer token. Limits: `all` 60 per minute.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Styles {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Styles {
    type Auth = ::tollgate::__private::Bearer;
    type Error = ::tollgate::__private::Value;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Styles",
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
        endpoints: &["queries", "places", "forms"],
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
impl Styles {
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
    /// Every style of a query.
    ///
    /// Sends `GET /queries` and pays 1 unit from bucket `all`.
    pub fn queries(
        &self,
        tags: &[&str],
        comma: &[&str],
        pipe: &[&str],
    ) -> StylesQueriesCall {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Styles",
            name: "queries",
            method: ::tollgate::__private::Verb::Get,
            template: "/queries",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        StylesQueriesCall(
            self
                .core
                .call(__TOLLGATE_ENDPOINT)
                .query("tags", &tags)
                .query_as("comma", ::tollgate::__private::QueryStyle::COMMA, &comma)
                .query_as(
                    "pipe",
                    ::tollgate::__private::QueryStyle::PIPE.allow_reserved(),
                    &pipe,
                ),
        )
    }
    /// Paths, headers, cookies and bodies.
    ///
    /// Sends `PUT /%C3%A4/{owner-name}/{ids}/{at}?action=list` and pays 1 unit from bucket `all`.
    pub fn places(
        &self,
        owner_name: &str,
        ids: &[u64],
        at: &Filter,
        more: &[u64],
        body: &Filter,
    ) -> StylesPlacesCall {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Styles",
            name: "places",
            method: ::tollgate::__private::Verb::Put,
            template: "/%C3%A4/{owner-name}/{ids}/{at}?action=list",
            bucket: 0,
            accept: "text/plain",
            ..::tollgate::__private::Endpoint::PLAIN
        };
        StylesPlacesCall(
            self
                .core
                .call(__TOLLGATE_ENDPOINT)
                .path("owner-name", &owner_name)
                .path_as("ids", ::tollgate::__private::PathStyle::SIMPLE, &ids)
                .path_as("at", ::tollgate::__private::PathStyle::MATRIX.explode(), &at)
                .header_as("X-Ids", ::tollgate::__private::Explode::No, &more)
                .json_as("application/merge-patch+json", &body),
        )
    }
    /// Sends `POST /forms` and pays 1 unit from bucket `all`.
    pub fn forms(
        &self,
        form: &Filter,
    ) -> ::tollgate::Call<::tollgate::Text, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Styles",
            name: "forms",
            method: ::tollgate::__private::Verb::Post,
            template: "/forms",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT).form_deep(&form)
    }
}
/// A call of `Styles::queries` that has not been made.
#[must_use = "a call does nothing until it is awaited"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub struct StylesQueriesCall(
    ::tollgate::Call<::tollgate::Text, ::tollgate::__private::Value>,
);
#[allow(dead_code)]
impl StylesQueriesCall {
    /// Sends the query parameter `filter[by]`.
    pub fn deep(self, deep: &Filter) -> Self {
        Self(
            self
                .0
                .query_as(
                    "filter[by]",
                    ::tollgate::__private::QueryStyle::DEEP_OBJECT,
                    &deep,
                ),
        )
    }
    /// Sends the query parameter `json`.
    pub fn json(self, json: &Filter) -> Self {
        Self(self.0.query_json("json", &json))
    }
    ::tollgate::__private::call_options! {
        pub,
    }
}
::tollgate::__private::awaited! {
    StylesQueriesCall, ::tollgate::Call < ::tollgate::Text, ::tollgate::__private::Value
    >
}
/// A call of `Styles::places` that has not been made.
#[must_use = "a call does nothing until it is awaited"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub struct StylesPlacesCall(
    ::tollgate::Call<::tollgate::Text, ::tollgate::__private::Value>,
);
#[allow(dead_code)]
impl StylesPlacesCall {
    /// Sends the cookie `theme`.
    pub fn theme(self, theme: &str) -> Self {
        Self(self.0.cookie("theme", ::tollgate::__private::Explode::Yes, &theme))
    }
    ::tollgate::__private::call_options! {
        pub,
    }
}
::tollgate::__private::awaited! {
    StylesPlacesCall, ::tollgate::Call < ::tollgate::Text, ::tollgate::__private::Value >
}
