/// Calls `https://api.example.com` with a key in the header `X-Api-Key`. Limits: `all` unpublished, of which we take 5 per second.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub(crate) struct Files {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Files {
    type Auth = ::tollgate::__private::HeaderKey;
    type Error = ::tollgate::__private::Value;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Files",
        base_url: "https://api.example.com",
        auth: ::tollgate::__private::AuthScheme::Header("X-Api-Key"),
        buckets: &[
            ::tollgate::__private::BucketDescription {
                name: "all",
                ceilings: &[],
                budget: ::core::option::Option::Some(
                    ::tollgate::__private::Budget::paced(
                        ::tollgate::__private::budget(5, 1_000_000_000, 1).rate(),
                        &[],
                    ),
                ),
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &["unpublished: 429 above some 5 per second"],
            },
        ],
        default_bucket: ::core::option::Option::Some(0),
        endpoints: &["files", "folder"],
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
impl Files {
    /// A builder of a client.
    pub(crate) fn builder() -> ::tollgate::Builder<Self> {
        ::tollgate::Builder::new()
    }
    /// The counters of this client's account, of all buckets together.
    #[must_use]
    pub(crate) fn meter(&self) -> ::tollgate::Meter {
        self.core.meter()
    }
    /// The counters of this client's account, bucket by bucket.
    #[must_use]
    pub(crate) fn bucket_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, ::tollgate::Meter> {
        self.core.bucket_meters()
    }
    /// The counters of this client's account, endpoint by endpoint.
    #[must_use]
    pub(crate) fn endpoint_meters(
        &self,
    ) -> ::std::collections::BTreeMap<&'static str, ::tollgate::Meter> {
        self.core.endpoint_meters()
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the named bucket.
    pub(crate) fn raw_in<T>(
        &self,
        bucket: &str,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, ::tollgate::__private::Value> {
        self.core.raw_in(bucket, method, path)
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the default bucket.
    pub(crate) fn raw<T>(
        &self,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, ::tollgate::__private::Value> {
        self.core.raw(method, path)
    }
    /// Each page sends `GET /files` and pays 1 unit from bucket `all`.
    pub(crate) fn files(&self, folder: &str) -> FilesFilesPages {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Files",
            name: "files",
            method: ::tollgate::__private::Verb::Get,
            template: "/files",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        FilesFilesPages(
            self
                .core
                .pages(
                    __TOLLGATE_ENDPOINT,
                    &::tollgate::__private::Paging {
                        items: ::core::option::Option::Some("data.files"),
                        turn: ::tollgate::__private::Turn::Link,
                    },
                )
                .query("folder", &folder),
        )
    }
    /// Each page sends `GET /folders/{id}/files` and pays 1 unit from bucket `all`.
    pub(crate) fn folder(
        &self,
        id: u64,
    ) -> ::tollgate::Pages<File, ::tollgate::__private::Value> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Files",
            name: "folder",
            method: ::tollgate::__private::Verb::Get,
            template: "/folders/{id}/files",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .pages(
                __TOLLGATE_ENDPOINT,
                &::tollgate::__private::Paging {
                    items: ::core::option::Option::None,
                    turn: ::tollgate::__private::Turn::Link,
                },
            )
            .path("id", &id)
    }
}
/// A walk of `Files::files` that has not begun.
#[must_use = "a walk asks for nothing until its pages or items are polled"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub(crate) struct FilesFilesPages(::tollgate::Pages<File, ::tollgate::__private::Value>);
#[allow(dead_code)]
impl FilesFilesPages {
    /// Sends the query parameter `q`.
    pub(crate) fn q(self, q: &str) -> Self {
        Self(self.0.query("q", &q))
    }
    ::tollgate::__private::walk_options! {
        pub (crate), File, ::tollgate::__private::Value
    }
}
const _: fn() = || {
    fn read<T: ::tollgate::__private::DeserializeOwned>() {}
    read::<File>();
};
