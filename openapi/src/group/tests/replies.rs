//! How answers and errors are read.

use super::{openapi, swagger, written};

/// The return type of an operation with these `responses`, and what the group and the endpoint say of
/// errors.
fn reply(responses: &str) -> (String, String) {
    let code = written(&openapi(
        "/a",
        "get",
        &format!("responses: {{{responses}}}"),
    ))
    .code();
    let between = |from: &str, to: &str| {
        let after = code.split_once(from).map_or("", |(_, after)| after);
        after
            .split_once(to)
            .map_or("", |(between, _)| between)
            .to_owned()
    };
    let signature = between("async fn r#do(&self)", ";");
    (
        signature.trim_start_matches(" -> ").to_owned(),
        between("error = ", ")"),
    )
}

const THING: &str = "content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}";
const OTHER: &str = "content: {application/json: {schema: {$ref: '#/components/schemas/Other'}}}";
const PROBLEM: &str =
    "content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}";
const REFUSAL: &str =
    "content: {application/json: {schema: {$ref: '#/components/schemas/Refusal'}}}";

#[test]
fn a_success_is_read_as_its_content_type_says() {
    let table = [
        (format!("200: {{{THING}}}"), "types::Thing"),
        (format!("2XX: {{{THING}}}"), "types::Thing"),
        (format!("default: {{{THING}}}"), "types::Thing"),
        (
            format!("200: {{{THING}}}, 201: {{{THING}}}"),
            "types::Thing",
        ),
        (format!("200: {{{THING}}}, 404: {{}}"), "types::Thing"),
        ("204: {description: Done}".to_owned(), ""),
        ("404: {}".to_owned(), ""),
        (String::new(), ""),
        ("200: {}, 204: {}".to_owned(), ""),
        ("302: {}".to_owned(), "Bytes"),
        ("304: {}".to_owned(), ""),
        ("201: {headers: {Location: {}}}".to_owned(), "Response<()>"),
        ("201: {headers: {X-RateLimit-Limit: {}}}".to_owned(), ""),
        (
            "200: {content: {application/json: {}}}".to_owned(),
            "tollgate::model::Value",
        ),
        (
            "200: {content: {application/json: {schema: {type: string}}}}".to_owned(),
            "Json<String>",
        ),
        (
            "200: {content: {application/json: {schema: {type: string, format: binary}}}}"
                .to_owned(),
            "Bytes",
        ),
        (
            "200: {content: {application/json: {schema: {type: array, items: {type: string}}}}}"
                .to_owned(),
            "Vec<String>",
        ),
        ("200: {content: {text/html: {}}}".to_owned(), "String"),
        ("200: {content: {application/zip: {}}}".to_owned(), "Bytes"),
        (
            "200: {content: {text/event-stream: {}}}".to_owned(),
            "ByteStream",
        ),
        (
            "200: {content: {application/x-ndjson: {}}}".to_owned(),
            "ByteStream",
        ),
        (
            "200: {content: {'*/*': {schema: {type: string}}}}".to_owned(),
            "String",
        ),
        (
            format!("200: {{{}}}", THING.replace("application/json", "'*/*'")),
            "types::Thing",
        ),
    ];
    for (responses, expected) in table {
        assert_eq!(reply(&responses).0, expected, "{responses}");
    }
}

#[test]
fn several_successes_are_told_apart_by_status() {
    let responses = format!(
        "responses: {{202: {{{OTHER}}}, 200: {{{THING}}}, 204: {{}}, 206: {{content: {{image/png: {{}}}}}}, 2XX: {{content: {{text/plain: {{}}}}}}}}"
    );
    let code = written(&openapi("/a", "get", &responses)).code();
    assert!(code.contains("-> Answers<GDoAnswer>;"), "{code}");
    let expected = "#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq, tollgate::Answers)]
pub enum GDoAnswer {
    #[status(200)]
    Ok(types::Thing),
    #[status(202)]
    Accepted(types::Other),
    #[status(204)]
    NoContent,
    #[status(206)]
    PartialContent(tollgate::Bytes),
    #[status(\"2XX\")]
    Other(String),
}
";
    assert!(code.ends_with(expected), "{code}");
}

#[test]
fn what_is_asked_for_is_said_where_it_is_not_plain_json() {
    let table = [
        ("application/json", ""),
        (
            "application/vnd.api+json",
            ", accept = \"application/vnd.api+json\"",
        ),
        ("text/csv", ", accept = \"text/csv\""),
        ("application/octet-stream", ""),
        ("application/pdf", ", accept = \"application/pdf\""),
        ("'image/*'", ""),
    ];
    for (name, expected) in table {
        let endpoint = written(&openapi(
            "/a",
            "get",
            &format!("responses: {{200: {{content: {{{name}: {{}}}}}}}}"),
        ))
        .endpoint();
        assert!(
            endpoint.starts_with(&format!("#[get(\"/a\"{expected})]")),
            "{endpoint}"
        );
    }
}

#[test]
fn errors_have_the_type_that_is_documented() {
    let table = [
        (format!("204: {{}}, 404: {{{PROBLEM}}}"), "types::Problem"),
        (
            format!("204: {{}}, 4XX: {{{PROBLEM}}}, 500: {{{PROBLEM}}}"),
            "types::Problem",
        ),
        (
            format!("204: {{}}, default: {{{PROBLEM}}}"),
            "types::Problem",
        ),
        (
            format!("204: {{}}, 404: {{{PROBLEM}}}, 422: {{{REFUSAL}}}"),
            "types::ProblemOrRefusal",
        ),
        ("204: {}, 404: {content: {text/plain: {}}}".to_owned(), ""),
        (
            "204: {}, 404: {content: {application/json: {}}}".to_owned(),
            "",
        ),
    ];
    for (responses, expected) in table {
        assert_eq!(reply(&responses).1, expected, "{responses}");
    }
}

#[test]
fn a_group_has_the_error_of_most_of_its_endpoints() {
    let operation = |id: &str, schema: &str| {
        format!("{{operationId: {id}, tags: [g], responses: {{204: {{}}, 400: {{{schema}}}}}}}")
    };
    let paths = format!(
        "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths: {{/a: {{get: {}}}, /b: {{get: {}}}, /c: {{get: {}}}, /d: {{get: {{operationId: d, tags: [g]}}}}}}\n{}",
        operation("a", REFUSAL),
        operation("b", PROBLEM),
        operation("c", PROBLEM),
        super::SCHEMAS
    );
    let code = written(&paths).code();
    assert!(
        code.contains("accessor = g, error = types::Problem)]"),
        "{code}"
    );
    assert!(
        code.contains("#[get(\"/a\", error = types::Refusal)]"),
        "{code}"
    );
    assert!(code.contains("#[get(\"/b\")]"), "{code}");
    assert_eq!(code.matches("error =").count(), 2);
}

#[test]
fn head_has_no_body_to_read() {
    let endpoint = written(&openapi(
        "/a",
        "head",
        &format!("responses: {{200: {{{THING}}}}}"),
    ))
    .endpoint();
    assert_eq!(
        endpoint,
        "#[head(\"/a\")] async fn r#do(&self) -> Response<()>;"
    );
}

#[test]
fn answers_of_swagger_are_read_as_they_are_produced() {
    let table = [
        (
            "responses: {200: {schema: {type: array, items: {type: integer}}}}",
            " -> Vec<i64>;",
        ),
        ("responses: {200: {schema: {type: file}}}", " -> Bytes;"),
        (
            "produces: [text/plain], responses: {200: {schema: {type: string}}}",
            " -> String;",
        ),
        (
            "produces: [application/xml, application/json], responses: {200: {schema: {type: integer}}}",
            " -> i64;",
        ),
        (
            "produces: [application/json], responses: {200: {description: Done}}",
            ";",
        ),
    ];
    for (operation, expected) in table {
        let endpoint = written(&swagger("/a", "get", operation)).endpoint();
        assert!(
            endpoint.ends_with(&format!("r#do(&self){expected}")),
            "{endpoint}"
        );
    }
}

#[test]
fn each_of_several_answers_is_asked_for() {
    let table = [
        (
            "application/json",
            "text/plain",
            "accept = \"application/json, text/plain\"",
        ),
        (
            "text/plain",
            "application/json",
            "accept = \"text/plain, application/json\"",
        ),
        ("text/plain", "text/plain", "accept = \"text/plain\""),
        ("application/json", "application/json", ""),
        ("application/json", "application/octet-stream", ""),
    ];
    for (first, second, expected) in table {
        let thing = "schema: {$ref: '#/components/schemas/Thing'}";
        let other = "schema: {$ref: '#/components/schemas/Other'}";
        let operation = format!(
            "responses: {{200: {{content: {{{first}: {{{thing}}}}}}}, 202: {{content: {{{second}: {{{other}}}}}}}}}"
        );
        let endpoint = written(&openapi("/a", "get", &operation)).endpoint();
        let attribute = endpoint.split(")]").next().unwrap_or_default();
        let found = attribute.split_once("\", ").map_or("", |(_, words)| words);
        assert_eq!(found, expected, "{first} {second}: {endpoint}");
    }
}
