/// Calls `https://api.example.com` without a credential. Limits: `read` LIMIT per minute, of which we take crate::limits::READ per minute.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
struct Plain {
    core: my_tollgate::__private::Core,
}
impl my_tollgate::__private::Api for Plain {
    type Auth = my_tollgate::__private::NoAuth;
    type Error = my_tollgate::__private::Value;
    const DESCRIPTION: &'static my_tollgate::__private::Description = &my_tollgate::__private::Description {
        name: "Plain",
        id: ::core::option::Option::Some("example"),
        base_url: "https://api.example.com",
        auth: my_tollgate::__private::AuthScheme::None,
        buckets: &[
            my_tollgate::__private::BucketDescription {
                name: "read",
                ceilings: &[my_tollgate::__private::window(LIMIT, 60_000_000_000)],
                budget: ::core::option::Option::Some(
                    my_tollgate::__private::Budget::paced(
                        my_tollgate::__private::budget(
                                crate::limits::READ,
                                60_000_000_000,
                                1,
                            )
                            .rate(),
                        &[my_tollgate::__private::window(LIMIT, 60_000_000_000)],
                    ),
                ),
                skew_nanos: my_tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &[""],
            },
        ],
        default_bucket: ::core::option::Option::Some(0),
        endpoints: &["type"],
        ..my_tollgate::__private::Description::PLAIN
    };
    fn from_core(core: my_tollgate::__private::Core) -> Self {
        Self { core }
    }
    fn core(&self) -> &my_tollgate::__private::Core {
        &self.core
    }
}
#[allow(dead_code)]
impl Plain {
    /// A builder of a client.
    fn builder() -> my_tollgate::Builder<Self> {
        my_tollgate::Builder::new()
    }
    /// The counters of this client's account, of all buckets together.
    #[must_use]
    fn meter(&self) -> my_tollgate::Meter {
        self.core.meter()
    }
    /// The counters of this client's account, bucket by bucket.
    #[must_use]
    fn bucket_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, my_tollgate::Meter> {
        self.core.bucket_meters()
    }
    /// The counters of this client's account, endpoint by endpoint.
    #[must_use]
    fn endpoint_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, my_tollgate::Meter> {
        self.core.endpoint_meters()
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the named bucket.
    fn raw_in<T>(
        &self,
        bucket: &str,
        method: my_tollgate::Method,
        path: &str,
    ) -> my_tollgate::Call<my_tollgate::Json<T>, my_tollgate::__private::Value> {
        self.core.raw_in(bucket, method, path)
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the default bucket.
    fn raw<T>(
        &self,
        method: my_tollgate::Method,
        path: &str,
    ) -> my_tollgate::Call<my_tollgate::Json<T>, my_tollgate::__private::Value> {
        self.core.raw(method, path)
    }
    /// Sends `GET /r/{type}` and pays `COST` units from bucket `read`.
    fn r#type<'a>(&self, r#type: &'a str) -> PlainTypeCall {
        const __TOLLGATE_ENDPOINT: &my_tollgate::__private::Endpoint = &my_tollgate::__private::Endpoint {
            api: "Plain",
            name: "type",
            method: my_tollgate::__private::Verb::Get,
            template: "/r/{type}",
            bucket: 0,
            cost: my_tollgate::__private::cost(COST),
            ..my_tollgate::__private::Endpoint::PLAIN
        };
        const _: () = my_tollgate::__private::assert_cost(
            "endpoint `type`, bucket `read`",
            &<Plain as my_tollgate::__private::Api>::DESCRIPTION
                .buckets[__TOLLGATE_ENDPOINT.bucket],
            __TOLLGATE_ENDPOINT.cost,
        );
        PlainTypeCall(self.core.call(__TOLLGATE_ENDPOINT).path("type", &r#type))
    }
}
/// A call of `Plain::type` that has not been made.
#[must_use = "a call does nothing until it is awaited"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
struct PlainTypeCall(
    my_tollgate::Call<
        my_tollgate::Whole<my_tollgate::Maybe<my_tollgate::Text>>,
        my_tollgate::__private::Value,
    >,
);
#[allow(dead_code)]
impl PlainTypeCall {
    /// Sends the query parameter `in`.
    fn r#in<'a>(self, r#in: &'a str) -> Self {
        Self(self.0.query("in", &r#in))
    }
    my_tollgate::__private::call_options! {
        ,
    }
}
my_tollgate::__private::awaited! {
    PlainTypeCall, my_tollgate::Call < my_tollgate::Whole < my_tollgate::Maybe <
    my_tollgate::Text > >, my_tollgate::__private::Value >
}
const _: () = my_tollgate::__private::assert_budget(
    "bucket `read`",
    &<Plain as my_tollgate::__private::Api>::DESCRIPTION.buckets[0],
);
