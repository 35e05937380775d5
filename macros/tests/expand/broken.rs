#[tollgate::api(
    base_ur = "https://api.example.com",
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Plain {
    #[get("/{id}/{missing}")]
    async fn get(&self, id: &str, deep: Option<bool>) -> Result<Thing, Error>;
}
