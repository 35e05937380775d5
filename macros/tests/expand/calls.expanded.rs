/// Spreadsheets.
///
/// Calls `https://api.example.com/v1` with a bearer token. Limits: `read` 60 per minute; `write` 10 per second with bursts of 50, 4 in flight, of which we take 8 per second.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Sheets {
    core: ::tollgate::__private::Core,
}
impl ::tollgate::__private::Api for Sheets {
    type Auth = ::tollgate::__private::Bearer;
    type Error = MyError;
    const DESCRIPTION: &'static ::tollgate::__private::Description = &::tollgate::__private::Description {
        name: "Sheets",
        base_url: "https://api.example.com/v1",
        auth: ::tollgate::__private::AuthScheme::Bearer,
        buckets: &[
            ::tollgate::__private::BucketDescription {
                name: "read",
                ceilings: &[::tollgate::__private::window(60, 60_000_000_000)],
                budget: ::core::option::Option::None,
                skew_nanos: ::tollgate::__private::DEFAULT_SKEW_NANOS,
                sources: &["https://example.com/limits"],
            },
            ::tollgate::__private::BucketDescription {
                name: "write",
                ceilings: &[
                    ::tollgate::__private::token_bucket(10, 1_000_000_000, 50),
                    ::tollgate::__private::in_flight(4),
                ],
                budget: ::core::option::Option::Some(
                    ::tollgate::__private::budget(8, 1_000_000_000, 10),
                ),
                skew_nanos: 20_000_000,
                sources: &["", ""],
            },
        ],
        default_bucket: ::core::option::Option::Some(0),
        endpoints: &["spreadsheet", "append", "remove"],
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
impl Sheets {
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
    ) -> ::tollgate::Call<::tollgate::Json<T>, MyError> {
        self.core.raw_in(bucket, method, path)
    }
    /// A call of a path that no endpoint describes, below the base URL, with or without a query. Pays 1 unit from the default bucket.
    pub fn raw<T>(
        &self,
        method: ::tollgate::Method,
        path: &str,
    ) -> ::tollgate::Call<::tollgate::Json<T>, MyError> {
        self.core.raw(method, path)
    }
    /// Reads a spreadsheet's properties.
    ///
    /// Sends `GET /spreadsheets/{id}` and pays 1 unit from bucket `read`.
    pub fn spreadsheet(&self, id: &str) -> SheetsSpreadsheetCall {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Sheets",
            name: "spreadsheet",
            method: ::tollgate::__private::Verb::Get,
            template: "/spreadsheets/{id}",
            bucket: 0,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        SheetsSpreadsheetCall(self.core.call(__TOLLGATE_ENDPOINT).path("id", &id))
    }
    /// Appends rows after a table.
    ///
    /// Sends `POST /spreadsheets/{id}/values/{range}:append` and pays 3 units from bucket `write`.
    pub fn append(
        &self,
        id: &str,
        range: &str,
        rows: &ValueRange,
    ) -> ::tollgate::Call<::tollgate::Json<Appended>, MyError> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Sheets",
            name: "append",
            method: ::tollgate::__private::Verb::Post,
            template: "/spreadsheets/{id}/values/{range}:append",
            bucket: 1,
            cost: ::tollgate::__private::cost(3),
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .call(__TOLLGATE_ENDPOINT)
            .path("id", &id)
            .path("range", &range)
            .json(&rows)
    }
    /// Sends `DELETE /spreadsheets/{id}` and pays 1 unit from bucket `write`.
    pub fn remove(
        &self,
        id: u64,
    ) -> ::tollgate::Call<::tollgate::Maybe<::tollgate::Empty>, Other> {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Sheets",
            name: "remove",
            method: ::tollgate::__private::Verb::Delete,
            template: "/spreadsheets/{id}",
            bucket: 1,
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core.call(__TOLLGATE_ENDPOINT).path("id", &id)
    }
}
/// A call of `Sheets::spreadsheet` that has not been made.
#[must_use = "a call does nothing until it is awaited"]
#[derive(::core::fmt::Debug)]
#[allow(dead_code)]
pub struct SheetsSpreadsheetCall(
    ::tollgate::Call<::tollgate::Json<Spreadsheet>, MyError>,
);
#[allow(dead_code)]
impl SheetsSpreadsheetCall {
    /// Whether the cells come along.
    ///
    /// Sends the query parameter `include_grid_data`.
    pub fn include_grid_data(self, include_grid_data: bool) -> Self {
        Self(self.0.query("include_grid_data", &include_grid_data))
    }
    ::tollgate::__private::call_options! {
        pub,
    }
}
::tollgate::__private::awaited! {
    SheetsSpreadsheetCall, ::tollgate::Call < ::tollgate::Json < Spreadsheet >, MyError >
}
const _: fn() = || {
    fn read<T: ::tollgate::__private::DeserializeOwned>() {}
    read::<Spreadsheet>();
    read::<Appended>();
    read::<Other>();
};
