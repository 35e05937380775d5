//! Arguments and endpoints may have any name.

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    bucket(r#type, ceiling(60 per minute)),
    bucket(core, ceiling(60 per minute)),
    default_bucket = core,
)]
pub trait Hostile {
    #[get("/{client}/{url}/{request}/{permit}")]
    async fn arguments(
        &self,
        client: &str,
        url: &str,
        request: &str,
        permit: &str,
        core: &str,
        self_: &str,
        method: &str,
        api: &str,
        bucket: &str,
        call: Option<&str>,
        name: Option<&str>,
        timeout: Option<&str>,
        path: Option<&str>,
        query: Option<&str>,
        json: Option<&str>,
    );
    #[get("/r/{type}", bucket = r#type)]
    async fn r#type(&self, r#type: &str, r#in: &str, r#fn: Option<&str>) -> Option<String>;
    #[get("/new")]
    async fn new(&self);
    #[get("/clone")]
    async fn clone(&self, into: Option<bool>);
    #[get("/call")]
    async fn call(&self, r#await: Option<bool>);
    #[get("/pages")]
    async fn pages(&self, pages: Option<u32>, items: Option<u32>);
    #[get("/deadline")]
    async fn deadline(&self, #[query(rename = "deadline")] until: Option<&str>);
    #[get("/gr%C3%B6%C3%9Fe/{größe}")]
    async fn größe(&self, größe: &str, höhe: Option<&str>);
}

/// The calls of clients whose names begin alike are different types.
#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    bucket(all, ceiling(1 per s)),
    default_bucket = all,
)]
pub trait Shop {
    #[get("/a")]
    async fn item_list(&self, a: Option<bool>);
}

#[tollgate::group(client = Shop)]
pub trait ShopItem {
    #[get("/b")]
    async fn list(&self, b: Option<bool>);
    #[get("/c")]
    #[paginate(link)]
    fn all(&self, c: Option<bool>) -> Pages<u64>;
}

pub fn named(shop: &Shop) -> (ShopItemListCall, ShopItem_ListCall, ShopItem_AllPages) {
    let items = shop.shop_item();
    (
        shop.item_list().a(true),
        items.list().b(true),
        items.all().c(true),
    )
}

const ENDPOINT: u32 = 2;
const DESCRIPTION: u32 = 3;
const DEFAULT_BUCKET: u32 = 4;

/// Constants may have any name too.
#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    bucket(all, ceiling(DESCRIPTION per second)),
    default_bucket = all,
)]
pub trait Constants {
    #[get("/a", cost = ENDPOINT)]
    async fn a(&self);
}

#[tollgate::group(client = Constants)]
pub trait More {
    #[get("/b", cost = ENDPOINT)]
    async fn b(&self);
    #[get("/c")]
    async fn c(&self, endpoint: Option<&str>);
}

const _: u32 = DEFAULT_BUCKET;

fn main() {}
