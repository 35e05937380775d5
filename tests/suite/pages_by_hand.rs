//! The walks of the tests beside this, each described by hand: what turns the pages is a constant,
//! and what the vendor answers is a function of the request's target.

use serde_json::Value;
use tollgate::__private::{
    Api, AuthScheme, Bearer, BucketDescription, Core, CursorPlace, CursorSource, Description,
    Endpoint, Paging, Repeat, Turn, Verb, cost, window,
};
use tollgate::{Builder, Error, Pages, Retry};
use tollgate_testkit::{Reply, Request, Script, Vendor};

use crate::shop::Item;

pub(crate) struct Walks(Core);

impl Api for Walks {
    type Auth = Bearer;
    type Error = Value;
    const DESCRIPTION: &'static Description = &Description {
        name: "Walks",
        base_url: "http://walks.invalid",
        auth: AuthScheme::Bearer,
        buckets: &[BucketDescription {
            name: "main",
            ceilings: &[window(10_000, 1_000_000_000)],
            budget: None,
            skew_nanos: 0,
            sources: &[""],
        }],
        default_bucket: Some(0),
        ..Description::PLAIN
    };

    fn from_core(core: Core) -> Self {
        Self(core)
    }

    fn core(&self) -> &Core {
        &self.0
    }
}

const ITEMS: &Endpoint = &Endpoint {
    api: "Walks",
    name: "items",
    template: "/items",
    cost: cost(1),
    ..Endpoint::PLAIN
};

const SEARCH: &Endpoint = &Endpoint {
    name: "search",
    method: Verb::Post,
    template: "/search",
    ..*ITEMS
};

const KEYED_SEARCH: &Endpoint = &Endpoint {
    repeat: Repeat::Key("Idempotency-Key"),
    ..*SEARCH
};

impl Walks {
    /// A client of `vendor`, below `path`.
    pub(crate) fn below(vendor: &Vendor, path: &str) -> Self {
        let url = format!("{}{path}", vendor.url());
        let builder = Builder::<Self>::new().base_url(url).bearer("t0k3n");
        builder.process().build().expect("a client")
    }

    pub(crate) fn of(vendor: &Vendor) -> Self {
        Self::below(vendor, "")
    }

    /// A walk of `GET /items`.
    pub(crate) fn items(&self, paging: &'static Paging) -> Pages<Item, Value> {
        self.0.pages(ITEMS, paging).retry(Retry::off())
    }

    /// A walk of `POST /search`.
    pub(crate) fn search(&self, paging: &'static Paging) -> Pages<Item, Value> {
        self.0.pages(SEARCH, paging).retry(Retry::off())
    }

    /// The same, each page with a key.
    pub(crate) fn keyed_search(&self, paging: &'static Paging) -> Pages<Item, Value> {
        self.0.pages(KEYED_SEARCH, paging)
    }

    /// A request that is no page: when it is answered, what could have overtaken it has.
    pub(crate) async fn ping(&self) {
        let ping = self.0.raw::<Value, Value>(tollgate::Method::GET, "/ping");
        ping.await.expect("an answer");
    }

    /// How many requests hold a slot.
    pub(crate) fn in_flight(&self) -> u64 {
        self.0.meter().in_flight
    }

    /// Ends a test: what the vendor saw is what was paid.
    pub(crate) fn settle(&self, vendor: &Vendor) {
        vendor.assert_paid_exactly(&self.0.meter());
    }
}

/// A cursor in the query parameter `cursor`, from the field `next`, with the items in `items`.
pub(crate) const CURSOR: &Paging = &paging(cursor(CursorPlace::Query("cursor")));

/// An address in the field `next`, with the items in `items`.
pub(crate) const NEXT_URL: &Paging = &paging(Turn::NextUrl("next"));

/// The `Link` header, with the items in `items`.
pub(crate) const LINK: &Paging = &paging(Turn::Link);

pub(crate) const fn paging(turn: Turn) -> Paging {
    let items = Some("items");
    Paging { items, turn }
}

/// A cursor from the field `next`.
pub(crate) const fn cursor(place: CursorPlace) -> Turn {
    Turn::Cursor {
        place,
        next: CursorSource::Field("next"),
        more: None,
        stop_on_empty: false,
    }
}

/// A vendor that answers by what comes behind `/items`, or with 400.
pub(crate) async fn vendor(answers: &'static [(&'static str, &'static str)]) -> Vendor {
    answering(move |request| {
        let asked = request.target().strip_prefix("/items").unwrap_or_default();
        let found = answers.iter().find(|(target, _)| *target == asked);
        match found {
            Some((_, body)) => Reply::json_text(*body),
            None => Reply::json_text("\"unexpected\"").status(400),
        }
    })
    .await
}

/// A vendor that answers by a function; `/ping` is answered by itself.
pub(crate) async fn answering(
    answer: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> Vendor {
    Vendor::builder()
        .route("/ping", Reply::json_text("0"))
        .otherwise(Script::handler(answer))
        .start()
        .await
}

/// The numbers of the items that a walk gives, and the error that it ends in.
pub(crate) async fn walked(pages: Pages<Item, Value>) -> (Vec<u64>, Option<Error<Value>>) {
    let mut items = pages.items();
    let mut found = Vec::new();
    let error = loop {
        assert!(found.len() < 100, "the walk has no end: {found:?}");
        match items.try_next().await {
            Ok(Some(item)) => found.push(item.id),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    let after = items.try_next().await.expect("the end, whatever it was");
    assert!(after.is_none());
    (found, error)
}

/// The numbers of the items of a walk that ends well.
pub(crate) async fn whole(pages: Pages<Item, Value>) -> Vec<u64> {
    let (found, error) = walked(pages).await;
    assert!(error.is_none(), "{error:?} after {found:?}");
    found
}
