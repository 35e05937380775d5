#[tollgate::group(client = crate::GitHub)]
pub trait Issues {
    #[get("/repos/{owner}/{repo}/issues/{number}")]
    async fn read(&self, owner: &str, repo: &str, number: u64) -> Issue;

    #[patch("/repos/{owner}/{repo}/issues/{number}", bucket = write, cost = 5)]
    async fn edit(&self, owner: &str, repo: &str, number: u64, #[json] edit: &Edit) -> Issue;
}
