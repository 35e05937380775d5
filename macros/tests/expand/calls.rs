#[tollgate::api(
    base_url = "https://api.example.com/v1/",
    auth = bearer,
    error = MyError,
    bucket(read, ceiling(60 per minute, source = "https://example.com/limits")),
    bucket(
        write,
        ceiling(10 per second, burst = 50),
        ceiling(in_flight = 4),
        budget(8 per second, burst = 10),
        skew = 20ms,
    ),
    default_bucket = read,
)]
/// Spreadsheets.
pub trait Sheets {
    /// Reads a spreadsheet's properties.
    #[get("/spreadsheets/{id}")]
    async fn spreadsheet(
        &self,
        id: &str,
        /// Whether the cells come along.
        include_grid_data: Option<bool>,
    ) -> Spreadsheet;

    /// Appends rows after a table.
    #[post("/spreadsheets/{id}/values/{range}:append", bucket = write, cost = 3)]
    async fn append(&self, id: &str, range: &str, #[json] rows: &ValueRange) -> Appended;

    #[delete("/spreadsheets/{id}", bucket = write, error = Other)]
    async fn remove(&self, id: u64) -> Option<()>;
}
