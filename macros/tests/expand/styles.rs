#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
pub trait Styles {
    /// Every style of a query.
    #[get("/queries")]
    async fn queries(
        &self,
        tags: &[&str],
        #[query(explode = false)] comma: &[&str],
        #[query(style = pipe_delimited, allow_reserved)] pipe: &[&str],
        #[query(style = deep_object, rename = "filter[by]")] deep: Option<&Filter>,
        #[query(json)] json: Option<&Filter>,
    ) -> String;

    /// Paths, headers, cookies and bodies.
    #[put("/ä/{owner-name}/{ids}/{at}?action=list", accept = "text/plain")]
    async fn places(
        &self,
        #[path(rename = "owner-name")] owner_name: &str,
        ids: &[u64],
        #[path(style = matrix, explode)] at: &Filter,
        #[header("X-Ids")] more: &[u64],
        #[cookie("theme")] theme: Option<&str>,
        #[json(content_type = "application/merge-patch+json")] body: &Filter,
    ) -> String;

    #[post("/forms")]
    async fn forms(&self, #[form(style = deep_object)] form: &Filter) -> String;
}
