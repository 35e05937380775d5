//! Which answers are pages, and which are none.

use super::{openapi, written};

/// The attribute of a walk and the type of its items; empty where there is none.
fn walk(parameters: &str, answer: &str) -> (String, String) {
    let operation = format!("parameters: [{parameters}], responses: {{200: {answer}}}");
    let endpoint = written(&openapi("/a", "get", &operation)).endpoint();
    let between = |from: &str, to: &str| {
        let after = endpoint.split_once(from).map_or("", |(_, after)| after);
        after
            .split_once(to)
            .map_or("", |(between, _)| between)
            .to_owned()
    };
    (between("#[paginate(", ")]"), between("-> Pages<", ">;"))
}

/// An answer of JSON: an object with these members.
fn object(members: &str) -> String {
    format!(
        "{{content: {{application/json: {{schema: {{type: object, properties: {{{members}}}}}}}}}}}"
    )
}

const LIST: &str = "{type: array, items: {$ref: '#/components/schemas/Thing'}}";

#[test]
fn every_way_that_is_certain_is_recognised() {
    let text = "schema: {type: string}";
    let number = "schema: {type: integer}";
    let flag = "{type: boolean}";
    let table = [
        (
            String::new(),
            format!(
                "{{headers: {{Link: {{}}}}, content: {{application/json: {{schema: {LIST}}}}}}}"
            ),
            "link",
        ),
        (
            String::new(),
            format!(
                "{{headers: {{Link: {{}}}}, {}",
                object(&format!("total: {{type: integer}}, things: {LIST}"))
                    .trim_start_matches('{')
            ),
            "link, items = \"things\"",
        ),
        (
            format!("{{name: starting_after, in: query, {text}}}"),
            object(&format!("data: {LIST}, has_more: {flag}")),
            "cursor = \"starting_after\", next = \"data.-1.id\", more = \"has_more\", items = \"data\"",
        ),
        (
            format!("{{name: after, in: query, {text}}}"),
            object(&format!(
                "data: {LIST}, last_id: {{type: string}}, has_more: {flag}"
            )),
            "cursor = \"after\", next = \"last_id\", more = \"has_more\", items = \"data\"",
        ),
        (
            format!("{{name: continue, in: query, {text}}}"),
            object(&format!(
                "items: {LIST}, metadata: {{type: object, properties: {{continue: {{type: string}}}}}}"
            )),
            "cursor = \"continue\", next = \"metadata.continue\", items = \"items\"",
        ),
        (
            format!("{{name: pageToken, in: query, {text}}}"),
            object(&format!("files: {LIST}, nextPageToken: {{type: string}}")),
            "cursor = \"pageToken\", next = \"nextPageToken\", items = \"files\"",
        ),
        (
            format!("{{name: cursor, in: query, {text}}}"),
            object(&format!(
                "members: {LIST}, response_metadata: {{type: object, properties: {{next_cursor: {{type: string}}}}}}"
            )),
            "cursor = \"cursor\", next = \"response_metadata.next_cursor\", items = \"members\"",
        ),
        (
            format!("{{name: page, in: query, {number}}}"),
            object(&format!(
                "things: {LIST}, links: {{type: object, properties: {{pages: {{type: object, properties: {{next: {{type: string, format: uri}}}}}}}}}}"
            )),
            "next_url = \"links.pages.next\", items = \"things\"",
        ),
        (
            String::new(),
            object(&format!(
                "count: {{type: integer}}, next: {{type: string, format: uri, nullable: true}}, previous: {{type: string}}, results: {LIST}"
            )),
            "next_url = \"next\", items = \"results\"",
        ),
        (
            format!("{{name: page, in: query, {number}}}"),
            format!("{{content: {{application/json: {{schema: {LIST}}}}}}}"),
            "page = \"page\"",
        ),
        (
            "{name: page, in: query, schema: {type: integer, default: 0}}".to_owned(),
            object(&format!("rows: {LIST}, total_pages: {{type: integer}}")),
            "page = \"page\", first = 0, total = \"total_pages\", items = \"rows\"",
        ),
        (
            format!("{{name: offset, in: query, {number}}}"),
            object(&format!("entries: {LIST}, total_count: {{type: integer}}")),
            "offset = \"offset\", total = \"total_count\", items = \"entries\"",
        ),
        (
            format!("{{name: startAt, in: query, {number}}}"),
            object(&format!(
                "data: {{type: object, properties: {{values: {LIST}}}}}, total: {{type: integer}}"
            )),
            "offset = \"startAt\", total = \"total\", items = \"data.values\"",
        ),
    ];
    for (parameters, answer, expected) in table {
        assert_eq!(
            walk(&parameters, &answer),
            (expected.to_owned(), "types::Thing".to_owned()),
            "{answer}"
        );
    }
}

#[test]
fn what_is_not_certain_stays_a_call() {
    let text = "schema: {type: string}";
    let table = [
        // No way to the next page.
        (String::new(), object(&format!("data: {LIST}"))),
        // Two lists.
        (
            "{name: page, in: query, schema: {type: integer}}".to_owned(),
            object(&format!("a: {LIST}, b: {LIST}")),
        ),
        // A cursor that nothing gives, and one that nothing takes.
        (
            format!("{{name: cursor, in: query, {text}}}"),
            object(&format!("data: {LIST}")),
        ),
        (
            String::new(),
            object(&format!("data: {LIST}, next_cursor: {{type: string}}")),
        ),
        // Two fields that may be the cursor.
        (
            format!("{{name: cursor, in: query, {text}}}"),
            object(&format!(
                "data: {LIST}, next_cursor: {{type: string}}, next_page_token: {{type: string}}"
            )),
        ),
        // A cursor that the first request has to have.
        (
            format!("{{name: cursor, in: query, required: true, {text}}}"),
            object(&format!("data: {LIST}, next_cursor: {{type: string}}")),
        ),
        // A page that is no number, and one that begins elsewhere.
        (
            format!("{{name: page, in: query, {text}}}"),
            object(&format!("data: {LIST}")),
        ),
        (
            "{name: page, in: query, schema: {type: integer, default: 7}}".to_owned(),
            object(&format!("data: {LIST}")),
        ),
        // No list at all.
        (
            "{name: page, in: query, schema: {type: integer}}".to_owned(),
            object("id: {type: string}"),
        ),
    ];
    for (parameters, answer) in table {
        assert_eq!(walk(&parameters, &answer).0, "", "{answer}");
    }
}

#[test]
fn what_the_walk_sends_is_no_argument() {
    let parameters = "{name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer}}";
    let operation = format!(
        "parameters: [{parameters}], responses: {{200: {{content: {{application/json: {{schema: {LIST}}}}}}}}}"
    );
    let endpoint = written(&openapi("/a", "get", &operation)).endpoint();
    assert_eq!(
        endpoint,
        "#[get(\"/a\")] #[paginate(page = \"page\")] fn r#do(&self, per_page: Option<i64>) -> Pages<types::Thing>;"
    );
}
