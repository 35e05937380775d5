pub struct Upload {
    pub file: tollgate::Part,
}

#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[post("/notes")]
    async fn upload(&self, #[multipart] form: Upload);
}

fn main() {}
