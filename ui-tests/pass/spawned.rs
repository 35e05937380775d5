//! Calls and walks can be moved to another thread and outlive their client.

fn check<T: Send + 'static>(_: T) {}

fn shared<T: Clone + Send + Sync + std::fmt::Debug + 'static>(_: &T) {}

#[tollgate::api(base_url = "http://127.0.0.1:1", scope = process, auth = none, bucket(all, ceiling(1 per s)), default_bucket = all)]
trait Shared {
    #[get("/a")]
    async fn a(&self, deep: Option<bool>) -> String;
    #[get("/b")]
    #[paginate(link)]
    fn b(&self, deep: Option<bool>) -> Pages<String>;
}

fn main() {
    let client = Shared::builder().build().unwrap();
    shared(&client);
    check(client.a());
    check(client.a().into_future());
    check(client.b().items());
    check(client.b().pages());
    println!("{:?} {:?}", client.a(), client.b());
}
