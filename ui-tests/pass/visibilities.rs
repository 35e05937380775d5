//! The client has the visibility of its trait.

mod outer {
    pub(crate) mod inner {
        #[tollgate::api(base_url = "http://127.0.0.1:1", scope = process, auth = none, bucket(all, ceiling(1 per s)), default_bucket = all)]
        pub(in crate::outer) trait Narrow {
            #[get("/a")]
            async fn a(&self, deep: Option<bool>);
        }

        #[tollgate::api(base_url = "http://127.0.0.1:1", scope = process, auth = none, bucket(all, ceiling(1 per s)), default_bucket = all)]
        pub(super) trait Upward {
            #[get("/a")]
            async fn a(&self, deep: Option<bool>);
        }
    }

    pub(crate) fn uses() {
        let _ = inner::Narrow::builder().build().unwrap().a().deep(true);
        let _ = inner::Upward::builder().build().unwrap().a().deep(true);
    }
}

fn main() {
    #[tollgate::api(base_url = "http://127.0.0.1:1", scope = process, auth = none, bucket(all, ceiling(1 per s)), default_bucket = all)]
    trait InAFunction {
        #[get("/a")]
        async fn a(&self, deep: Option<bool>);
    }
    let _ = InAFunction::builder().build().unwrap().a().deep(true);
    outer::uses();
}
