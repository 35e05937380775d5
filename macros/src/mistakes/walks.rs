//! How the next page is found, and whether the endpoint agrees.

use super::{api, endpoint, only};

/// The messages of a walk that is right but for `#[paginate(way)]`.
fn walk(way: &str) -> Vec<String> {
    endpoint(&format!(
        "#[get(\"/\")] #[paginate({way})] fn a(&self) -> Pages<u8>;"
    ))
}

#[test]
fn every_way_is_taken() {
    for way in [
        "link",
        "link, items = \"data.0.files\"",
        "next_url = \"links.next\", items = \"data\"",
        "cursor = page_token, next = \"-1.next\"",
        "cursor = r#type, next = \"-1.next\"",
        "cursor = \"pageToken\", next = \"data.-1.id\", items = \"data\", more = \"has_more\"",
        "cursor = c, next(header = \"X-Next\"), stop_on_empty",
        "cursor(header = \"X-Cursor\"), next = \"-1.next\"",
        "page = page",
        "page = \"page\", first = 0, more = \"m\", total = \"t\", items = \"i\"",
        "offset = offset",
        "offset = \"offset\", scanned = \"s\", more = \"m\", total = \"t\", items = \"i\"",
    ] {
        assert_eq!(walk(way), [""; 0], "{way}");
    }
}

#[test]
fn there_is_one_way_and_what_belongs_to_it() {
    let table = [
        ("", "how is the next page found?"),
        ("items = \"data\"", "how is the next page found?"),
        ("next = \"-1.n\"", "how is the next page found?"),
        ("link, page = page", "remove `link` or `page`"),
        ("page = page, offset = offset", "remove `page` or `offset`"),
        ("curser = c, next = \"-1.n\"", "did you mean `cursor`?"),
        (
            "link, next = \"-1.n\"",
            "`next` belongs to `cursor` and says nothing about `link`",
        ),
        (
            "page = page, scanned = \"0.s\"",
            "`scanned` belongs to `offset` and",
        ),
        (
            "cursor = c, next = \"-1.n\", total = \"0.t\"",
            "`total` belongs to `page`, `offset` and",
        ),
        (
            "next_url = \"0.n\", more = \"0.m\"",
            "`more` belongs to `cursor`, `page`, `offset` and",
        ),
        ("offset = o, first = 0", "`first` belongs to `page` and"),
        (
            "page = page, stop_on_empty",
            "`stop_on_empty` belongs to `cursor` and",
        ),
        ("link, link", "given twice"),
    ];
    for (way, expected) in table {
        only(&walk(way), expected);
    }
}

#[test]
fn each_part_has_its_shape() {
    let table = [
        ("link = true", "`link` takes nothing"),
        ("next_url", "`next_url = \"links.next\"`"),
        ("next_url = next", "`next_url = \"links.next\"`"),
        ("cursor, next = \"-1.n\"", "`cursor = page_token"),
        ("cursor(), next = \"-1.n\"", "`cursor = page_token"),
        ("cursor = \"\", next = \"-1.n\"", "`cursor` is empty"),
        ("cursor = c", "where does an answer give the next cursor?"),
        ("cursor = c, next", "`next = \"nextPageToken\"`"),
        ("cursor = c, next = n", "`next = \"nextPageToken\"`"),
        ("cursor = c, next()", "`next = \"nextPageToken\"`"),
        ("cursor = c, next(heder = \"N\")", "did you mean `header`?"),
        ("cursor = c, next(header = \"N M\")", "no header's name"),
        (
            "cursor = c, next = \"-1.n\", stop_on_empty = true",
            "`stop_on_empty`",
        ),
        (
            "cursor(query = \"c\"), next = \"-1.n\"",
            "needs no parentheses",
        ),
        (
            "cursor(header = \"A\", body = \"b\"), next = \"-1.n\"",
            "in one place",
        ),
        (
            "cursor(header = \"Host\"), next = \"-1.n\"",
            "frames the request",
        ),
        (
            "cursor(header = \"Authorization\"), next = \"-1.n\"",
            "names the account",
        ),
        (
            "cursor(body = \"list.0\"), next = \"-1.n\"",
            "place in a list",
        ),
        (
            "cursor(body = \"\"), next = \"-1.n\"",
            "`body` names no field",
        ),
        ("page", "`page = page`"),
        ("page = 1", "`page = page`"),
        ("page = page, first = \"1\"", "`first = 0`"),
        ("page = page, first = -1", "`first = 0`"),
        ("page = page, first = 1u8", "`first = 0`"),
        ("page = page, first = 99999999999999999999", "`first = 0`"),
        ("page = page, total = pages", "`total = \"total\"`"),
        (
            "offset = offset, scanned = \"a..b\"",
            "`scanned` has an empty name",
        ),
        ("link, items = \"a[0]\"", "`items` is written with dots"),
        ("link, items = \"a.-2\"", "`-1` is the last"),
        (
            "cursor = c, next = \"a.b\", items = \"a.b\"",
            "`next` has the path of `items`",
        ),
        (
            "page = p, more = \"0.m\", total = \"0.m\"",
            "`total` has the path of `more`",
        ),
    ];
    for (way, expected) in table {
        only(&walk(way), expected);
    }
}

#[test]
fn a_page_is_a_list_or_has_fields() {
    let table = [
        (
            "cursor = c, next = \"n\"",
            "`next` names a field, and without `items`",
        ),
        (
            "cursor = c, next = \"n\", more = \"m\"",
            "`next` names a field, and without `items`",
        ),
        (
            "next_url = \"links.next\"",
            "add `items = \"path.to.list\"`",
        ),
        (
            "page = p, total = \"pages\"",
            "`total` names a field, and without `items`",
        ),
        (
            "cursor = c, next = \"-1.id\", items = \"data\"",
            "write `data.-1.id`",
        ),
        (
            "cursor = c, next = \"n\", items = \"0.files\"",
            "a page is a list",
        ),
    ];
    for (way, expected) in table {
        only(&walk(way), expected);
    }
}

#[test]
fn the_endpoint_agrees_with_its_walk() {
    let body = "cursor(body = \"cursor\"), next = \"-1.next\"";
    let table = [
        ("head", "link", "", "pages are read with `#[get]`"),
        ("post", "link", "#[json] q: &Q", "its cursor is in the body"),
        ("put", "page = page", "", "pages are read with `#[get]`"),
        ("get", "link", "#[json] q: &Q", "section 9.3.1"),
        ("post", body, "", "add an argument such as `#[json]"),
        ("post", body, "#[form] q: &Q", "into a body of JSON"),
        ("get", body, "", "are read with `#[post]`"),
        ("get", body, "#[json] q: &Q", "section 9.3.1"),
        ("put", body, "#[json] q: &Q", "are read with `#[post]`"),
        ("get", "page = page", "page: u32", "write `.resume(…)`"),
        (
            "get",
            "page = \"Page\"",
            "#[query(rename = \"Page\")] p: Option<u32>",
            "write `.resume(…)`",
        ),
        (
            "get",
            "offset = offset",
            "offset: Option<u32>",
            "write `.resume(…)`",
        ),
        (
            "get",
            "cursor = c, next = \"-1.n\"",
            "c: &str",
            "write `.resume(…)`",
        ),
        (
            "get",
            "cursor(header = \"X-C\"), next = \"-1.n\"",
            "#[header(\"x-c\")] c: Option<&str>",
            "write `.resume(…)`",
        ),
        ("get", "link", "resume: Option<u8>", "option of every walk"),
        (
            "get",
            "link",
            "prefetch: Option<u8>",
            "option of every walk",
        ),
        ("get", "link", "retry: Option<u8>", "option of every call"),
        (
            "get",
            "link",
            "redirects: Option<u8>",
            "option of every call",
        ),
    ];
    for (verb, way, argument, expected) in table {
        let item =
            format!("#[{verb}(\"/\")] #[paginate({way})] fn a(&self, {argument}) -> Pages<u8>;");
        only(&endpoint(&item), expected);
    }
    let search =
        format!("#[post(\"/\")] #[paginate({body})] fn a(&self, #[json] q: &Q) -> Pages<u8>;");
    assert_eq!(endpoint(&search), [""; 0]);
    let keyed = "#[get(\"/\", idempotency_key = \"X-C\")] \
                 #[paginate(cursor(header = \"x-c\"), next = \"-1.n\")] fn a(&self) -> Pages<u8>;";
    only(&endpoint(keyed), "holds the idempotency key");
}

#[test]
fn the_walks_parameter_is_spelled_like_an_argument() {
    let with = |auth: &str, way: &str, argument: &str| {
        let keys = format!(
            "base_url = \"https://h\", auth = {auth}, query_case = \"camelCase\", \
             default_bucket = read, bucket(read, ceiling(60 per minute))"
        );
        let body =
            format!("#[get(\"/\")] #[paginate({way})] fn a(&self, {argument}) -> Pages<u8>;");
        api(&keys, &body)
    };
    let token = "cursor = page_token, next = \"-1.n\"";
    only(&with("bearer", token, "page_token: &str"), "`pageToken`");
    assert_eq!(
        with("bearer", "page = \"page_token\"", "page_token: &str"),
        [""; 0]
    );
    only(
        &with("query(\"pageToken\")", token, ""),
        "needs a place of its own",
    );
    assert_eq!(with("query(\"page_token\")", token, ""), [""; 0]);
}
