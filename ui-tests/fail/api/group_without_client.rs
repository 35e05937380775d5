#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {}

#[tollgate::group(accessor = comments)]
pub trait Comments {
    #[get("/comments/{id}")]
    async fn read(&self, id: &str) -> String;
}

fn main() {

}
