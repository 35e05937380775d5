//! Styles, places and types of values.

use super::{api, endpoint, only};

fn argument(argument: &str) -> Vec<String> {
    endpoint(&format!(
        "#[post(\"/{{id}}\")] async fn a(&self, id: u8, {argument});"
    ))
}

#[test]
fn every_style_is_taken() {
    for written in [
        "#[query(style = form)] q: &[u8]",
        "#[query(explode = false)] q: &[u8]",
        "#[query(explode)] q: &[u8]",
        "#[query(style = form, explode = true, allow_reserved, rename = \"q[]\")] q: &[u8]",
        "#[query(style = space_delimited)] q: &[u8]",
        "#[query(style = pipe_delimited, allow_reserved)] q: Vec<u8>",
        "#[query(style = tab_delimited)] q: Option<Vec<u8>>",
        "#[query(style = deep_object)] q: Option<Filter>",
        "#[query(json)] q: Option<Filter>",
        "#[query(json, allow_reserved, rename = \"where\")] q: Option<Filter>",
        "#[header(\"X-Ids\", explode = false)] q: &[u8]",
        "#[header(\"X-Ids\", style = simple, explode)] q: &Filter",
        "#[cookie(\"q\")] q: &str",
        "#[cookie(\"q\", explode = false)] q: Option<&[u8]>",
        "#[form] q: &Filter",
        "#[form(style = deep_object)] q: &Filter",
        "#[json(content_type = \"application/merge-patch+json\")] q: &Filter",
        "#[body(content_type = \"text/plain; charset=utf-8\")] q: String",
    ] {
        assert_eq!(argument(written), [""; 0], "{written}");
    }
    for written in [
        "#[path] id: u8",
        "id: &[u8]",
        "#[path(style = label)] id: &[u8]",
        "#[path(style = matrix, explode)] id: &[u8]",
        "#[path(explode = true)] id: &Filter",
        "#[path(rename = \"id\")] other: u8",
    ] {
        let body = format!("#[get(\"/{{id}}\")] async fn a(&self, {written});");
        assert_eq!(endpoint(&body), [""; 0], "{written}");
    }
}

#[test]
fn what_says_nothing_or_two_things_is_refused() {
    let table = [
        (
            "#[query(style = pipe_delimted)] q: &[u8]",
            "did you mean `pipe_delimited`?",
        ),
        (
            "#[query(style = deepObject)] q: &[u8]",
            "did you mean `deep_object`?",
        ),
        ("#[query(style = csv)] q: &[u8]", "write `explode = false`"),
        ("#[query(style = matrix)] q: &[u8]", "known: `form`"),
        (
            "#[query(style = \"form\")] q: &[u8]",
            "`style` is written `style = form`",
        ),
        (
            "#[query(style = pipe_delimited, explode)] q: &[u8]",
            "is one parameter anyway",
        ),
        (
            "#[query(style = deep_object, explode = true)] q: &[u8]",
            "a parameter for each field anyway",
        ),
        (
            "#[query(explode = no)] q: &[u8]",
            "`explode` is written `explode = false`",
        ),
        ("#[query(allow_reserved = true)] q: &[u8]", "takes nothing"),
        (
            "#[query(json, style = form)] q: &[u8]",
            "remove `style` or `json`",
        ),
        (
            "#[query(flatten, style = deep_object)] q: &F",
            "remove `style` or `flatten`",
        ),
        (
            "#[query(flatten, explode = false)] q: &F",
            "remove `explode` or `flatten`",
        ),
        (
            "#[query(flatten, rename = \"x\")] q: &F",
            "remove `rename` or `flatten`",
        ),
        ("#[query = \"x\"] q: &F", "in parentheses"),
        (
            "#[path(rename = \"ids\")] q: u8",
            "the path has no `{ids}`; did you mean `id`?",
        ),
        (
            "#[path(rename = \"id\")] q: u8",
            "two arguments fill `{id}`",
        ),
        (
            "#[json(style = form)] q: &F",
            "unknown key `style` in `#[json]`; known: `content_type`",
        ),
        ("#[json(content_type = \"json\")] q: &F", "no media type"),
        ("#[body(content_type = \"*/*\")] q: String", "no media type"),
        ("#[multipart(style = form)] q: M", "takes nothing"),
        ("#[form(style = deep)] q: &F", "did you mean `deep_object`?"),
        (
            "#[header(\"X-Ids\", style = form)] q: &[u8]",
            "`style` cannot be `form`; known: `simple`",
        ),
        ("#[header(style = simple)] q: &[u8]", "a header is written"),
        ("#[cookie] q: u8", "a cookie is written"),
        ("#[cookie(\"a b\")] q: u8", "no cookie's name"),
        (
            "#[cookie(\"q\")] q: u8, #[cookie(\"q\")] r: u8",
            "two arguments are the cookie `q`",
        ),
    ];
    for (written, expected) in table {
        only(&argument(written), expected);
    }
}

#[test]
fn unusual_paths_are_taken_and_mistakes_in_them_are_not() {
    let taken = [
        "#[get(\"/{a-b}\")] async fn a(&self, #[path(rename = \"a-b\")] a_b: u8);",
        "#[get(\"/x?action=y\", accept = \"text/*, */*;q=0.1\")] async fn a(&self, b: u8);",
        "#[get(\"/(ä)\")] async fn r#fn(&self, r#in: u8);",
    ];
    for body in taken {
        assert_eq!(endpoint(body), [""; 0], "{body}");
    }
    let table = [
        (
            "#[get(\"/{a-b}\")] async fn a(&self);",
            "write `{a_b}`, the name is never sent, or keep it and add `#[path(rename = \"a-b\")] a_b: &str`",
        ),
        (
            "#[get(\"/x?action=y\")] async fn a(&self, action: u8);",
            "has the query parameter `action` already",
        ),
        (
            "#[get(\"/x?id={id}\")] async fn a(&self, id: u8);",
            "leave it out of the template",
        ),
        (
            "#[get(\"/x\", accept = \"json\")] async fn a(&self);",
            "no list of media types",
        ),
    ];
    for (body, expected) in table {
        only(&endpoint(body), expected);
    }
}

#[test]
fn no_place_is_another_account() {
    let with = |auth: &str, body: &str| {
        let keys = format!(
            "base_url = \"https://h\", auth = {auth}, default_bucket = read, \
             bucket(read, ceiling(60 per minute))"
        );
        only(&api(&keys, body), "the client adds it to every request");
    };
    let endpoint = |argument: &str| format!("#[get(\"/\")] async fn a(&self, {argument});");
    with(
        "query(\"key\")",
        &endpoint("#[query(style = deep_object)] key: Option<F>"),
    );
    with("query(\"key\")", "#[get(\"/x?key=1\")] async fn a(&self);");
    with("header(\"Cookie\")", &endpoint("#[cookie(\"a\")] a: u8"));
}

#[test]
fn a_limit_that_is_not_filled_in_is_told_as_that() {
    let keys = "base_url = \"https://h\", auth = bearer, default_bucket = all, \
                bucket(all, todo!(\"see https://h/limits\"))";
    let messages = api(keys, "#[get(\"/x\")] async fn x(&self);");
    only(&messages, "bucket `all`: its limit is not filled in yet");
}
