mod inside {
    #[tollgate::api(
        base_url = "https://api.example.com",
        auth = bearer,
        bucket(read, ceiling(60 per minute)),
        default_bucket = read,
    )]
    pub trait Notes {
        #[get("/notes/{id}")]
        async fn read(&self, id: &str) -> String;
        #[get("/notes")]
        #[paginate(link)]
        fn all(&self) -> Pages<String>;
    }
}

fn bypass(notes: inside::Notes) {
    let _ = &notes.core;
}

fn main() {}
