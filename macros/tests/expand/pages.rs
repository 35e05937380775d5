#[tollgate::api(
    base_url = "https://api.example.com",
    auth = header("X-Api-Key"),
    bucket(all, unpublished("429 above some 5 per second"), budget(5 per second)),
    default_bucket = all,
)]
pub(crate) trait Files {
    #[get("/files")]
    #[paginate(link, items = "data.files")]
    fn files(&self, folder: &str, q: Option<&str>) -> Pages<File>;

    #[get("/folders/{id}/files")]
    #[paginate(link)]
    fn folder(&self, id: u64) -> Pages<File>;
}
