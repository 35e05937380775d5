//! A description may come out of a macro.

macro_rules! describe {
    ($name:ident, $base:literal, $number:literal, $limit:expr, $path:literal, $answer:ty, $argument:ident) => {
        const LIMIT: u32 = $limit;

        #[tollgate::api(
            base_url = $base,
            scope = process,
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

/// Fragments that the compiler hands on in invisible parentheses.
macro_rules! fragments {
    ($name:ident, $auth:meta, $bucket:meta, $count:expr, $per:expr, $base:expr, $word:expr) => {
        #[tollgate::api(
            base_url = $base,
            scope = process,
            auth = $auth,
            bucket(all, ceiling($count per $per s), budget($count per $per s, burst = $count)),
            $bucket,
            default_bucket = all,
        )]
        trait $name {
            #[get("/", cost = $count)]
            async fn a(&self, #[header($word)] b: &str, #[query(rename = $word)] c: Option<&str>);
        }
    };
}

fragments!(Query, query("key"), bucket(b, ceiling(1 per s)), 3, 10, "http://127.0.0.1:1", "x-y");
fragments!(Header, header("X-Key"), bucket(b, ceiling(1 per s)), 3, 10, "http://127.0.0.1:1", "x-y");
fragments!(Bearer, bearer, bucket(b, ceiling(1 per s)), 3, 10, "http://127.0.0.1:1", "x-y");

fn main() {
    Query::builder().query_key("key").build().unwrap();
    Header::builder().key("key").build().unwrap();
    Bearer::builder().bearer("token").build().unwrap();
    let made = Made::builder().build().unwrap();
    let _ = async move {
        let _: Option<String> = made.a().words("x").await.unwrap();
    };
}
