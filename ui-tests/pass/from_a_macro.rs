//! A description may come out of a macro.

macro_rules! describe {
    ($name:ident, $base:literal, $number:literal, $limit:expr, $path:literal, $answer:ty, $argument:ident) => {
        const LIMIT: u32 = $limit;

        #[tollgate::api(
            base_url = $base,
            auth = none,
            bucket(all, ceiling($number per minute), budget(LIMIT per minute, burst = $number)),
            default_bucket = all,
        )]
        trait $name {
            #[get($path, cost = $number)]
            async fn a(&self, $argument: Option<&str>) -> $answer;
            #[get("/b")]
            #[paginate(link)]
            fn b(&self) -> Pages<$answer>;
        }
    };
}

describe!(Made, "http://127.0.0.1:1", 60, 30 + 20, "/a", Option<String>, words);

fn main() {
    let made = Made::builder().build().unwrap();
    let _ = async move {
        let _: Option<String> = made.a().words("x").await.unwrap();
    };
}
