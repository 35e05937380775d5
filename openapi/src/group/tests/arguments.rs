//! Where arguments go, and how they are written there.

use super::{openapi, swagger, written};
use crate::report::Reason;

/// The arguments of `GET /a` behind `&self`.
fn arguments(document: &str) -> String {
    let endpoint = written(document).endpoint();
    let inside = endpoint
        .split_once("(&self")
        .map_or("", |(_, inside)| inside);
    let inside = inside.rsplit_once(')').map_or(inside, |(inside, _)| inside);
    inside.trim_start_matches(", ").to_owned()
}

#[test]
fn lists_in_a_query_are_written_as_the_document_says() {
    let list = "schema: {type: array, items: {type: string}}";
    let table = [
        ("", "tags: Option<&[&str]>"),
        ("explode: true", "tags: Option<&[&str]>"),
        (
            "explode: false",
            "#[query(style = form, explode = false)] tags: Option<&[&str]>",
        ),
        (
            "style: spaceDelimited, explode: false",
            "#[query(style = space_delimited)] tags: Option<&[&str]>",
        ),
        (
            "style: spaceDelimited, explode: true",
            "tags: Option<&[&str]>",
        ),
        (
            "style: pipeDelimited",
            "#[query(style = pipe_delimited)] tags: Option<&[&str]>",
        ),
        (
            "style: deepObject",
            "#[query(style = deep_object)] tags: Option<&[&str]>",
        ),
        (
            "explode: false, allowReserved: true",
            "#[query(style = form, explode = false, allow_reserved)] tags: Option<&[&str]>",
        ),
    ];
    for (said, expected) in table {
        let comma = if said.is_empty() { "" } else { ", " };
        let parameter = format!("parameters: [{{name: tags, in: query{comma}{said}, {list}}}]");
        assert_eq!(
            arguments(&openapi("/a", "get", &parameter)),
            expected,
            "{said}"
        );
    }
}

#[test]
fn collections_of_swagger_are_written_as_the_document_says() {
    let table = [
        (
            "",
            "#[query(style = form, explode = false)] tags: Option<&[&str]>",
        ),
        (
            "csv",
            "#[query(style = form, explode = false)] tags: Option<&[&str]>",
        ),
        ("multi", "tags: Option<&[&str]>"),
        (
            "ssv",
            "#[query(style = space_delimited)] tags: Option<&[&str]>",
        ),
        (
            "tsv",
            "#[query(style = tab_delimited)] tags: Option<&[&str]>",
        ),
        (
            "pipes",
            "#[query(style = pipe_delimited)] tags: Option<&[&str]>",
        ),
    ];
    for (format, expected) in table {
        let format = match format {
            "" => String::new(),
            format => format!(", collectionFormat: {format}"),
        };
        let parameter = format!(
            "parameters: [{{name: tags, in: query, type: array, items: {{type: string}}{format}}}]"
        );
        assert_eq!(
            arguments(&swagger("/a", "get", &parameter)),
            expected,
            "{format}"
        );
    }
}

#[test]
fn a_parameter_has_the_type_of_its_schema() {
    let table = [
        ("type: integer", "x: Option<i64>"),
        ("type: integer, format: int32", "x: Option<i32>"),
        ("type: number", "x: Option<f64>"),
        ("type: boolean", "x: Option<bool>"),
        ("type: string", "x: Option<&str>"),
        ("type: string, nullable: true", "x: Option<&str>"),
        ("type: string, format: binary", "x: Option<&str>"),
        ("type: array, items: {type: integer}", "x: Option<&[i64]>"),
        (
            "type: array, items: {$ref: '#/components/schemas/State'}",
            "x: Option<&[types::State]>",
        ),
        (
            "$ref: '#/components/schemas/State'",
            "x: Option<&types::State>",
        ),
        (
            "$ref: '#/components/schemas/Range'",
            "#[query(flatten)] x: Option<&types::Range>",
        ),
    ];
    for (schema, expected) in table {
        let parameter = format!("parameters: [{{name: x, in: query, schema: {{{schema}}}}}]");
        assert_eq!(
            arguments(&openapi("/a", "get", &parameter)),
            expected,
            "{schema}"
        );
    }
}

#[test]
fn objects_in_a_query_are_written_as_the_document_says() {
    let table = [
        (
            "style: deepObject",
            "#[query(style = deep_object)] x: &types::Range",
        ),
        (
            "explode: false",
            "#[query(style = form, explode = false)] x: &types::Range",
        ),
        (
            "style: pipeDelimited, explode: false",
            "#[query(style = pipe_delimited)] x: &types::Range",
        ),
    ];
    for (said, expected) in table {
        let parameter = format!(
            "parameters: [{{name: x, in: query, required: true, {said}, schema: {{$ref: '#/components/schemas/Range'}}}}]"
        );
        assert_eq!(
            arguments(&openapi("/a", "get", &parameter)),
            expected,
            "{said}"
        );
    }
    let json = "parameters: [{name: x, in: query, content: {application/json: {schema: {$ref: '#/components/schemas/Nested'}}}}]";
    assert_eq!(
        arguments(&openapi("/a", "get", json)),
        "#[query(json)] x: Option<&types::Nested>"
    );
}

#[test]
fn names_arrive_as_the_document_spells_them() {
    let table = [
        ("ids[]", "#[query(rename = \"ids[]\")] ids: &str"),
        (
            "DateSent<",
            "#[query(rename = \"DateSent<\")] date_sent: &str",
        ),
        (
            "start_on.before",
            "#[query(rename = \"start_on.before\")] start_on_before: &str",
        ),
        ("type", "r#type: &str"),
        ("self", "#[query(rename = \"self\")] self_: &str"),
        ("perPage", "#[query(rename = \"perPage\")] per_page: &str"),
    ];
    for (name, expected) in table {
        let parameter = format!(
            "parameters: [{{name: '{name}', in: query, required: true, schema: {{type: string}}}}]"
        );
        let found = arguments(&openapi("/a", "get", &parameter));
        let name = |text: &str| text.split_once(')').map_or("", |(name, _)| name).to_owned();
        assert_eq!(name(&found), name(expected));
        if !expected.contains('<') {
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn setters_have_other_names_than_the_options_of_calls() {
    let parameter = "parameters: [{name: header, in: query}, {name: retry, in: query, required: true}, {name: items, in: query}]";
    let found = arguments(&openapi("/a", "get", parameter));
    for wire in ["header", "items"] {
        assert!(
            found.contains(&format!("#[query(rename = \"{wire}\")] ")),
            "{found}"
        );
        assert!(!found.contains(&format!(" {wire}: ")), "{found}");
    }
    assert!(found.starts_with("retry: &str"), "{found}");
}

#[test]
fn a_path_has_the_names_of_its_arguments() {
    let parameter = "parameters: [{name: user-id, in: path, required: true, schema: {type: integer}}, {name: type, in: path, required: true, schema: {type: string}}]";
    let written = written(&openapi("/a b/{user-id}/x.{type}", "get", parameter));
    assert_eq!(
        written.endpoint(),
        "#[get(\"/a%20b/{user_id}/x.{type}\")] async fn r#do(&self, user_id: i64, r#type: &str);"
    );
    let table = [
        ("style: label", "integer", "#[path(style = label)] x: i64"),
        ("style: matrix", "integer", "#[path(style = matrix)] x: i64"),
        ("style: simple", "integer", "x: i64"),
    ];
    for (style, ty, expected) in table {
        let parameter = format!(
            "parameters: [{{name: x, in: path, required: true, {style}, schema: {{type: {ty}}}}}]"
        );
        assert_eq!(arguments(&openapi("/{x}", "get", &parameter)), expected);
    }
    let matrix = "parameters: [{name: user-id, in: path, style: matrix, explode: true, required: true, schema: {type: array, items: {type: string}}}]";
    assert_eq!(
        super::written(&openapi("/{user-id}", "get", matrix)).endpoint(),
        "#[get(\"/{user-id}\")] async fn r#do(&self, #[path(rename = \"user-id\", style = matrix, explode)] user_id: &[&str]);"
    );
    let choice = "parameters: [{name: x, in: path, required: true, schema: {oneOf: [{type: integer}, {type: string}]}}]";
    assert!(
        arguments(&openapi("/{x}", "get", choice))
            .starts_with("#[path(style = simple)] x: &types::")
    );
}

#[test]
fn a_path_that_cannot_be_sent_is_reported() {
    for path in ["/a//b", "/a/../b", "/{x}/{x}", "/{x", "/a?b={x}", "a"] {
        let written = written(&openapi(
            path,
            "get",
            "parameters: [{name: x, in: path, required: true}]",
        ));
        let reasons: Vec<_> = written
            .grouped
            .reported
            .iter()
            .map(|entry| entry.reason)
            .collect();
        assert_eq!(reasons, [Reason::UnusablePath], "{path}");
    }
    let kept = [
        ("/a?b=c", "/a?b=c"),
        ("/a#get_it", "/a"),
        ("/ä|", "/%C3%A4%7C"),
    ];
    for (path, expected) in kept {
        let endpoint =
            written(&openapi(path, "get", "parameters: [{name: b, in: query}]")).endpoint();
        assert!(
            endpoint.starts_with(&format!("#[get(\"{expected}\")]")),
            "{endpoint}"
        );
        assert_eq!(endpoint.contains("b: Option"), path != "/a?b=c");
    }
}

#[test]
fn headers_that_something_else_sends_are_no_arguments() {
    let parameter = "parameters: [{name: Accept, in: header}, {name: authorization, in: header}, {name: Content-Type, in: header}, {name: X-Ids, in: header, required: true, schema: {type: array, items: {type: integer}}}, {name: Idempotency-Key, in: header, schema: {type: string}}, {name: theme, in: cookie}]";
    assert_eq!(
        written(&openapi("/a", "post", parameter)).endpoint(),
        "#[post(\"/a\", idempotency_key = \"Idempotency-Key\")] async fn r#do(&self, #[header(\"X-Ids\")] x_ids: &[i64], #[cookie(\"theme\")] theme: Option<&str>);"
    );
}

#[test]
fn what_cannot_be_written_is_left_out_if_it_may_be() {
    let nested = "schema: {type: array, items: {type: object, properties: {a: {type: string}}}}";
    let written_with = |required: bool| {
        let parameter =
            format!("parameters: [{{name: x, in: query, required: {required}, {nested}}}]");
        written(&openapi("/a", "get", &parameter))
    };
    let optional = written_with(false);
    assert_eq!(optional.endpoint(), "#[get(\"/a\")] async fn r#do(&self);");
    let notes: Vec<_> = optional
        .grouped
        .notes
        .iter()
        .map(|entry| entry.reason)
        .collect();
    assert_eq!(notes, [Reason::UnusableParameter]);
    let required = written_with(true).grouped.reported;
    assert_eq!(
        required.first().map(|entry| entry.reason),
        Some(Reason::UnusableParameter)
    );
}

#[test]
fn a_credential_that_is_described_as_a_header_is_told() {
    let operation =
        "parameters: [{name: authorization, in: header, required: true, schema: {type: string}}]";
    let text = openapi("/a", "get", operation);
    let told = |text: &str| {
        let written = written(text);
        assert_eq!(written.endpoint(), "#[get(\"/a\")] async fn r#do(&self);");
        let notes = written.grouped.notes.iter();
        notes.filter(|note| note.reason == Reason::Security).count()
    };
    assert_eq!(told(&text), 1);
    let schemes = "  securitySchemes: {b: {type: http, scheme: bearer}}\nsecurity: [{b: []}]\n";
    assert_eq!(told(&format!("{text}{schemes}")), 0);
}

#[test]
fn code_that_begins_a_description_is_a_block_and_no_test() {
    let document = concat!(
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      parameters:\n",
        "        - {name: x, in: query, required: true, schema: {type: string}, description: \"```json\\n{}\\n```\\ntext\"}\n",
        "      responses: {'204': {description: ok}}\n",
    );
    let written = written(document);
    let text = &written.grouped.groups.first().expect("a group").text;
    let block = "/// - `x`:\n    ///\n    ///   ```json\n    ///   {}\n    ///   ```\n";
    assert!(text.contains(block), "{text}");
}
