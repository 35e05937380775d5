#[my_tollgate::api(
    crate = my_tollgate,
    base_url = "https://api.example.com",
    id = "example",
    auth = none,
    bucket(read, ceiling(LIMIT per minute), budget(crate::limits::READ per minute)),
    default_bucket = read,
)]
trait Plain {
    #[get("/r/{type}", cost = COST)]
    async fn r#type<'a>(&self, r#type: &'a str, r#in: Option<&'a str>) -> Response<Option<String>>;
}
