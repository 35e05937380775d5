#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {}

#[tollgate::group(client = Notes, auth = bearer)]
pub trait Comments {
    #[get("/comments/{id}")]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.comments().read("1");
}
