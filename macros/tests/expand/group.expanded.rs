/// Endpoints of `crate::GitHub`, paid from its buckets.
#[derive(::core::clone::Clone, ::core::fmt::Debug)]
pub struct Issues {
    core: ::tollgate::__private::Core,
}
#[allow(dead_code)]
impl crate::GitHub {
    /// The endpoints of `Issues`, with this client's credential and budget.
    #[must_use]
    pub fn issues(&self) -> Issues {
        Issues {
            core: ::core::clone::Clone::clone(
                <Self as ::tollgate::__private::Api>::core(self),
            ),
        }
    }
}
#[allow(dead_code)]
impl Issues {
    const DEFAULT_BUCKET: usize = ::tollgate::__private::default_bucket_index(
        <crate::GitHub as ::tollgate::__private::Api>::DESCRIPTION,
        "endpoint `read` pays from no bucket, since `crate::GitHub` has no `default_bucket`; add `bucket = ...` here, or `default_bucket = ...` to `#[group]` or `#[api]`",
    );
    /// Sends `GET /repos/{owner}/{repo}/issues/{number}` and pays 1 unit from the client's default bucket.
    pub fn read(
        &self,
        owner: &str,
        repo: &str,
        number: u64,
    ) -> ::tollgate::Call<
        ::tollgate::Json<Issue>,
        <crate::GitHub as ::tollgate::__private::Api>::Error,
    > {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Issues",
            name: "read",
            method: ::tollgate::__private::Verb::Get,
            template: "/repos/{owner}/{repo}/issues/{number}",
            bucket: Issues::DEFAULT_BUCKET,
            label: "Issues::read",
            ..::tollgate::__private::Endpoint::PLAIN
        };
        self.core
            .call(__TOLLGATE_ENDPOINT)
            .path("owner", &owner)
            .path("repo", &repo)
            .path("number", &number)
    }
    /// Sends `PATCH /repos/{owner}/{repo}/issues/{number}` and pays 5 units from bucket `write`.
    pub fn edit(
        &self,
        owner: &str,
        repo: &str,
        number: u64,
        edit: &Edit,
    ) -> ::tollgate::Call<
        ::tollgate::Json<Issue>,
        <crate::GitHub as ::tollgate::__private::Api>::Error,
    > {
        const __TOLLGATE_ENDPOINT: &::tollgate::__private::Endpoint = &::tollgate::__private::Endpoint {
            api: "Issues",
            name: "edit",
            method: ::tollgate::__private::Verb::Patch,
            template: "/repos/{owner}/{repo}/issues/{number}",
            bucket: ::tollgate::__private::bucket_index(
                <crate::GitHub as ::tollgate::__private::Api>::DESCRIPTION,
                "write",
                "endpoint `edit`: `crate::GitHub` has no bucket `write`; declare it in `#[api]`, or name one that is there",
            ),
            label: "Issues::edit",
            cost: ::tollgate::__private::cost(5),
            ..::tollgate::__private::Endpoint::PLAIN
        };
        const _: () = ::tollgate::__private::assert_cost(
            "endpoint `edit`",
            &<crate::GitHub as ::tollgate::__private::Api>::DESCRIPTION
                .buckets[__TOLLGATE_ENDPOINT.bucket],
            __TOLLGATE_ENDPOINT.cost,
        );
        self.core
            .call(__TOLLGATE_ENDPOINT)
            .path("owner", &owner)
            .path("repo", &repo)
            .path("number", &number)
            .json(&edit)
    }
}
const _: fn() = || {
    fn read<T: ::tollgate::__private::DeserializeOwned>() {}
    read::<Issue>();
};
