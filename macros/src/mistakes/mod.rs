//! Each mistake by its message, without a compiler. The caret is checked by the ui tests.

mod commas;
mod exchange;
mod repeat;
mod styles;
mod walks;

use proc_macro2::{TokenStream, TokenTree};

use crate::expand;

/// The messages of an expansion, in order.
fn messages(expansion: TokenStream) -> Vec<String> {
    let mut messages = Vec::new();
    let tokens: Vec<_> = expansion.into_iter().collect();
    for pair in tokens.windows(3) {
        if let [
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(text),
        ] = pair
            && name == "compile_error"
        {
            let literal: syn::LitStr = syn::parse2(text.stream()).expect("a message");
            messages.push(literal.value());
        }
    }
    messages
}

fn api(keys: &str, body: &str) -> Vec<String> {
    let keys = keys.parse().expect("tokens");
    let item = format!("pub trait Notes {{ {body} }}").parse();
    messages(expand::api(keys, item.expect("tokens")))
}

/// The messages of an endpoint in a description that is right.
fn endpoint(body: &str) -> Vec<String> {
    let keys = "base_url = \"https://h\", auth = bearer, default_bucket = read, \
                bucket(read, ceiling(60 per minute)), \
                bucket(write, ceiling(10 per second), budget(8 per second, burst = 4))";
    api(keys, body)
}

/// The messages of the limits of a bucket.
fn bucket(limits: &str) -> Vec<String> {
    let keys = "base_url = \"https://h\", auth = bearer, default_bucket = read";
    let keys = format!("{keys}, bucket(read, {limits})");
    api(&keys, "#[get(\"/x\")] async fn x(&self);")
}

#[track_caller]
fn only(messages: &[String], expected: &str) {
    match messages {
        [message] if message.contains(expected) => {}
        other => panic!("expected one message with {expected:?}, got {other:#?}"),
    }
}

#[test]
fn the_vendors_worst_case_is_refused_with_both_numbers_and_the_largest_that_fits() {
    only(
        &bucket("ceiling(50 per 10 s), budget(10 per second, burst = 50)"),
        "bucket `read`: the budget's rate of 10 per second exceeds the ceiling of 50 per 10 s; \
         the largest budget that fits is 5 per second, burst = 50",
    );
}

#[test]
fn limits_that_do_not_fit_are_refused() {
    let table = [
        (
            "ceiling(60 per minute), budget(61 per minute)",
            "rate of 61",
        ),
        (
            "ceiling(60 per minute), budget(1 per minute, burst = 61)",
            "burst of 61",
        ),
        (
            "ceiling(9 per s, burst = 3), budget(9 per s, burst = 4)",
            "burst of 4",
        ),
        (
            "ceiling(9 per s), ceiling(9 per min), budget(1 per s, burst = 1)",
            "rate of 1",
        ),
        ("ceiling(0 per minute)", "at least 1"),
        ("ceiling(60 per 0 s)", "more than zero"),
        ("ceiling(60 per minute, burst = 0)", "at least 1"),
        ("ceiling(60 per minute, in_flight = 2)", "bounds one thing"),
        ("ceiling(in_flight = 2)", "no limit of its rate"),
        ("budget(5 per second)", "no limit of its rate"),
        ("unpublished(\"why\")", "needs a `budget"),
        (
            "unpublished(\"why\"), budget(5 per s), ceiling(9 per s)",
            "published rate",
        ),
        (
            "unpublished(\" \"), budget(5 per s)",
            "`unpublished` is written",
        ),
    ];
    for (limits, expected) in table {
        only(&bucket(limits), expected);
    }
}

#[test]
fn limits_that_fit_are_taken() {
    for limits in [
        "ceiling(60 per minute), budget(60 per minute, burst = 60)",
        "ceiling(50 per 10 s), budget(5 per second, burst = 50)",
        "ceiling(1 per second), budget(1 per second)",
        "ceiling(9 per s), ceiling(in_flight = 2)",
        "unpublished(\"why\"), budget(5 per s), ceiling(in_flight = 2)",
        "ceiling(LIMIT per minute), budget(61 per minute)",
    ] {
        assert_eq!(bucket(limits), [""; 0], "{limits}");
    }
}

#[test]
fn a_cost_that_can_never_be_paid_is_refused() {
    let call = |rest: &str| endpoint(&format!("#[get(\"/x\", {rest})] async fn x(&self);"));
    only(&call("cost = 61"), "a cost of 61");
    only(&call("bucket = write, cost = 5"), "at most 4 at once");
    only(&call("cost = 0"), "at least 1");
    assert_eq!(call("bucket = write, cost = 4"), [""; 0]);
    assert_eq!(call("cost = 60"), [""; 0]);
}

#[test]
fn what_does_not_belong_together_is_refused_once() {
    let table = [
        (
            "#[get(\"/{x}\")] async fn a(&self);",
            "no argument has that name",
        ),
        (
            "#[get(\"/{x}\")] async fn a(&self, x: Option<u8>);",
            "cannot be left out",
        ),
        (
            "#[get(\"/\")] async fn a(&self, #[json] x: u8);",
            "section 9.3.1",
        ),
        (
            "#[head(\"/\")] async fn a(&self) -> String;",
            "HEAD has no body",
        ),
        (
            "#[post(\"/\")] async fn a(&self, #[json] x: u8, #[form] y: u8);",
            "one body",
        ),
        (
            "#[get(\"/\")] fn a(&self) -> Pages<u8>;",
            "how is the next page found",
        ),
        (
            "#[get(\"/\")] #[paginate(link)] fn a(&self) -> u8;",
            "a walk yields items",
        ),
        ("#[get(\"/\")] fn a(&self);", "write `async fn`"),
        (
            "#[get(\"/\")] async fn a(&self) -> Result<u8, u8>;",
            "`-> u8`",
        ),
        (
            "#[get(\"/\", bucket = wirte)] async fn a(&self);",
            "did you mean `write`?",
        ),
        (
            "#[get(\"/\")] async fn raw(&self);",
            "method of every client",
        ),
        (
            "#[get(\"/\")] async fn a(&self, header: Option<u8>);",
            "option of every call",
        ),
        (
            "#[get(\"/\")] async fn a(&self, #[header(\"TE\")] x: u8);",
            "frames the request",
        ),
        (
            "#[get(\"/\")] async fn a(&self, x: u8, #[query(rename = \"x\")] y: u8);",
            "`x`",
        ),
        ("type T;", "describes no endpoint"),
        ("async fn a(&self);", "has no verb"),
    ];
    for (body, expected) in table {
        only(&endpoint(body), expected);
    }
}

#[test]
fn the_credentials_place_is_no_arguments() {
    let with = |auth: &str, argument: &str| {
        let keys = format!(
            "base_url = \"https://h\", auth = {auth}, query_case = \"camelCase\", \
             default_bucket = read, bucket(read, ceiling(60 per minute))"
        );
        let body = format!("#[get(\"/\")] async fn a(&self, {argument}: Option<&str>);");
        api(&keys, &body)
    };
    let refused = [
        ("query(\"key\")", "key"),
        ("query(\"apiKey\")", "api_key"),
        ("query(\"api_key\")", "#[query(rename = \"api_key\")] k"),
        ("header(\"X-Api-Key\")", "#[header(\"x-api-key\")] k"),
    ];
    for (auth, argument) in refused {
        only(&with(auth, argument), "the client adds it");
    }
    let taken = [
        ("query(\"api_key\")", "api_key"),
        ("query(\"key\")", "#[query(rename = \"Key\")] key"),
        ("query(\"key\")", "#[header(\"key\")] key"),
        ("header(\"key\")", "key"),
        ("bearer", "key"),
    ];
    for (auth, argument) in taken {
        assert_eq!(with(auth, argument), [""; 0], "{auth} {argument}");
    }
}

#[test]
fn a_misspelt_key_is_taken_for_what_it_means() {
    let keys = "base_ur = \"https://h\", auht = bearer, defualt_bucket = read, \
                buckets(read, cieling(60 per minute))";
    let messages = api(keys, "#[get(\"/x\")] async fn x(&self);");
    assert_eq!(messages.len(), 5, "{messages:#?}");
    assert!(
        messages
            .iter()
            .all(|message| message.contains("did you mean")),
        "{messages:#?}"
    );
}

#[test]
fn a_text_is_written_where_it_stands() {
    let base = |value: &str| {
        let keys = format!(
            "base_url = {value}, auth = bearer, default_bucket = read, \
             bucket(read, ceiling(60 per minute))"
        );
        api(&keys, "#[get(\"/x\")] async fn x(&self);")
    };
    for value in [
        "BASE_URL",
        "config::base_url",
        "env!(\"BASE_URL\")",
        "concat!(\"a\", \"b\")",
    ] {
        only(&base(value), "`base_url` takes no constant and no macro");
    }
    // Rather a text without its quotes.
    only(&base("example"), "`base_url` is written `base_url = \"");
}

#[test]
fn two_names_that_become_one_type_are_refused() {
    let body = "#[get(\"/a\")] async fn a_b(&self); #[get(\"/b\")] async fn a__b(&self);";
    only(&endpoint(body), "two endpoints are called");
}

#[test]
fn two_endpoints_under_conditions_may_share_a_name() {
    let body = "#[cfg(a)] #[get(\"/a\")] async fn a(&self); \
                #[cfg(not(a))] #[get(\"/b\")] async fn a(&self, q: Option<u8>);";
    assert_eq!(endpoint(body), [""; 0]);
    let always = body.replacen("#[cfg(a)]", "", 1);
    only(&endpoint(&always), "two endpoints are called");
}

#[test]
fn a_group_says_whose_it_is() {
    let item: TokenStream = "trait A {}".parse().expect("tokens");
    only(
        &messages(expand::group(TokenStream::new(), item.clone())),
        "whose group it is",
    );
    let bearer = "client = B, auth = bearer".parse().expect("tokens");
    only(&messages(expand::group(bearer, item)), "only `auth = path");
}
