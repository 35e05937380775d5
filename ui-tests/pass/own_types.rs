//! The words of the answers are free for types of one's own.

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Response<T> {
    pub data: T,
}

#[derive(Deserialize)]
pub struct Pages<T> {
    pub list: Vec<T>,
}

pub mod named_like_std {
    #[derive(serde::Serialize)]
    pub struct Option<T>(pub T);

    #[derive(serde::Deserialize)]
    pub struct Result<T>(pub T);
}

#[tollgate::api(base_url = "http://127.0.0.1:1", scope = process, auth = none, bucket(all, ceiling(1 per s)), default_bucket = all)]
trait Own {
    #[get("/a")]
    async fn in_json(&self) -> Json<Response<u64>>;
    #[get("/b")]
    async fn by_path(&self) -> crate::Response<u64>;
    #[get("/c")]
    async fn within(&self) -> Option<Json<Pages<u64>>>;
    #[get("/d")]
    async fn text_in_json(&self) -> Json<String>;
    #[get("/e")]
    async fn like_std(
        &self,
        a: crate::named_like_std::Option<u8>,
        b: Option<self::named_like_std::Option<u8>>,
    ) -> crate::named_like_std::Result<u8>;
}

fn main() {
    let own = Own::builder().build().unwrap();
    let _ = async move {
        let _: u64 = own.in_json().await.unwrap().data;
        let _: u64 = own.by_path().await.unwrap().data;
        let _: Vec<u64> = own.within().await.unwrap().unwrap().list;
        let option = named_like_std::Option;
        let answer = own.like_std(option(1)).b(option(2)).await;
        let _: u8 = answer.unwrap().0;
        let _: String = own.text_in_json().await.unwrap();
    };
}
