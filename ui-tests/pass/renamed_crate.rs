//! The client crate under another name; no `tollgate` is in scope.

mod tollgate {}

mod inside {
    extern crate tollgate as my_tollgate;

    #[my_tollgate::api(
        crate = my_tollgate,
        base_url = "http://127.0.0.1:1",
        auth = none,
        bucket(all, ceiling(60 per minute)),
        default_bucket = all,
    )]
    pub trait Renamed {
        #[get("/a/{id}")]
        async fn a(&self, id: u64, deep: Option<bool>) -> Response<u64>;
        #[get("/c")]
        #[paginate(link)]
        fn walk(&self, deep: Option<bool>) -> Pages<u64>;
    }

    #[my_tollgate::group(crate = my_tollgate, client = Renamed)]
    pub trait Part {
        #[get("/a/{id}")]
        async fn a(&self, id: u64, deep: Option<bool>) -> Response<u64>;
    }
}

fn main() {
    let renamed = inside::Renamed::builder().build().unwrap();
    let _ = renamed.part().a(1).deep(true);
}
