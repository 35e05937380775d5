//! Every way to authenticate; a builder has the setter of its API's way.

macro_rules! describe {
    ($name:ident, $($auth:tt)*) => {
        #[tollgate::api(
            base_url = "http://127.0.0.1:1",
            scope = process,
            auth = $($auth)*,
            bucket(all, ceiling(60 per minute)),
            default_bucket = all,
        )]
        trait $name {
            #[get("/{token}/x")]
            async fn x(&self, token: &str);
        }
    };
}

describe!(Public, none);
describe!(Token, bearer);
describe!(Login, basic);
describe!(InHeader, header("X-Api-Key"));
describe!(InQuery, query("key"));

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = path("token"),
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
trait InPath {
    #[get("/bot{token}/getMe")]
    async fn me(&self);
}

#[tollgate::group(client = InPath, auth = path("token"))]
trait Chats {
    #[get("/bot{token}/getChat/{id}")]
    async fn chat(&self, id: u64);
}

fn main() {
    Public::builder().build().unwrap();
    Token::builder().bearer("secret").build().unwrap();
    Login::builder().basic("user", "secret").build().unwrap();
}
