//! A description that is used in part, or not at all, is no dead code.

#![deny(warnings)]

mod private {
    #[tollgate::api(
        base_url = "http://127.0.0.1:1",
        scope = process,
        auth = none,
        bucket(all, ceiling(60 per minute)),
        default_bucket = all,
    )]
    trait Unused {
        #[get("/a")]
        async fn a(&self, deep: Option<bool>);
        #[get("/b")]
        async fn b(&self);
    }

    #[tollgate::group(client = Unused)]
    trait Part {
        #[get("/a")]
        async fn a(&self, deep: Option<bool>);
    }
}

fn main() {}
