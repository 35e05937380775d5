::core::compile_error! {
    "unknown key `base_ur` in `#[api]`; did you mean `base_url`? known: `base_url`, `id`, `auth`, `error`, `bucket`, `default_bucket`, `bucket_header`, `limits_from`, `classify`, `host`, `token`, `breaker`, `scope`, `report_every`, `retry`, `redirects`, `deadline`, `attempt_timeout`, `idempotency_header`, `query_case`, `crate`"
}
::core::compile_error! {
    "endpoint `get`: the path names `{missing}`, and no argument has that name; add `missing: &str`"
}
::core::compile_error! {
    "endpoint `get`: write the type of a success alone, `-> Thing`; awaiting the call gives a `Result` with `tollgate::Error`"
}
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Plain {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Plain {
    type Auth = ::tollgate::__private::Bearer;
    type Error = ::tollgate::__private::Value;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Plain",
        auth: ::tollgate::__private::AuthScheme::Bearer,
        buckets: &[
            ::tollgate::__private::BucketDescription {
                name: "read",
                ceilings: &[],
                budget: ::core::option::Option::None,
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &[],
            },
        ],
        default_bucket: ::core::option::Option::Some(0),
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
impl Plain {
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
    #[allow(unused_variables)]
    pub fn get(&self, id: &str) -> PlainGetCall {
        loop {}
    }
}
/// A call of `Plain::get` that has not been made.
#[must_use = "a call does nothing until it is awaited"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub struct PlainGetCall(
    ::tollgate::Call<::tollgate::Json<Thing>, ::tollgate::__private::Value>,
);
#[allow(dead_code)]
impl PlainGetCall {
    /// Sends the query parameter `deep`.
    pub fn deep(self, deep: bool) -> Self {
        Self(self.0.query("deep", &deep))
    }
    ::tollgate::__private::call_options! {
        pub,
    }
}
::tollgate::__private::awaited! {
    PlainGetCall, ::tollgate::Call < ::tollgate::Json < Thing >,
    ::tollgate::__private::Value >
}
