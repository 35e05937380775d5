//! What is sent as a body.

use super::{openapi, swagger, written};
use crate::report::Reason;

/// The body of an operation with this `requestBody`.
fn body(content: &str) -> String {
    let operation = format!("requestBody: {{required: true, content: {{{content}}}}}");
    let endpoint = written(&openapi("/a", "post", &operation)).endpoint();
    let inside = endpoint
        .split_once("(&self, ")
        .map_or("", |(_, inside)| inside);
    inside.trim_end_matches(");").to_owned()
}

#[test]
fn a_body_is_sent_as_its_content_type_says() {
    let thing = "schema: {$ref: '#/components/schemas/Thing'}";
    let table = [
        (
            "application/json: {schema: {$ref: '#/components/schemas/Thing'}}".to_owned(),
            "#[json] body: &types::Thing",
        ),
        (
            format!("application/merge-patch+json: {{{thing}}}"),
            "#[json(content_type = \"application/merge-patch+json\")] body: &types::Thing",
        ),
        (format!("'*/*': {{{thing}}}"), "#[json] body: &types::Thing"),
        (
            "application/json: {}".to_owned(),
            "#[json] body: &tollgate::model::Value",
        ),
        (
            "application/json: {schema: {type: array, items: {type: string}}}".to_owned(),
            "#[json] body: &[&str]",
        ),
        (
            "application/json: {schema: {type: string, format: binary}}".to_owned(),
            "#[body] body: tollgate::Body",
        ),
        (
            format!("application/x-www-form-urlencoded: {{{thing}}}"),
            "#[form] body: &types::Thing",
        ),
        (
            "application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Nested'}}"
                .to_owned(),
            "#[form] body: &GDoForm",
        ),
        (
            format!(
                "application/x-www-form-urlencoded: {{{thing}, encoding: {{id: {{style: deepObject}}}}}}"
            ),
            "#[form(style = deep_object)] body: &types::Thing",
        ),
        (
            "text/plain: {schema: {type: string}}".to_owned(),
            "#[body(content_type = \"text/plain\")] body: String",
        ),
        (
            "application/xml: {}".to_owned(),
            "#[body(content_type = \"application/xml\")] body: String",
        ),
        (
            "application/octet-stream: {}".to_owned(),
            "#[body(content_type = \"application/octet-stream\")] body: tollgate::Body",
        ),
        ("'image/*': {}".to_owned(), "#[body] body: tollgate::Body"),
        (
            "multipart/form-data: {}".to_owned(),
            "#[multipart] body: tollgate::Multipart",
        ),
        (
            format!("text/plain: {{}}, application/json: {{{thing}}}"),
            "#[json] body: &types::Thing",
        ),
    ];
    for (content, expected) in table {
        assert_eq!(body(&content), expected, "{content}");
    }
}

#[test]
fn a_body_that_may_be_left_out_is_a_setter() {
    let operation = "requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}";
    let endpoint = written(&openapi("/a", "delete", operation)).endpoint();
    assert_eq!(
        endpoint,
        "#[delete(\"/a\")] async fn r#do(&self, #[json] body: Option<&types::Thing>);"
    );
}

#[test]
fn parts_are_a_struct_beside_the_endpoint() {
    let schema = "{type: object, required: [file, purpose], properties: {file: {type: string, format: binary}, purpose: {$ref: '#/components/schemas/State'}, more-files: {type: array, items: {type: string, format: binary}}, meta: {$ref: '#/components/schemas/Range'}, id: {type: string, readOnly: true}}}";
    let operation =
        format!("requestBody: {{content: {{multipart/form-data: {{schema: {schema}}}}}}}");
    let code = written(&openapi("/a", "post", &operation)).code();
    let expected = "#[derive(Debug, tollgate::Parts)]
pub struct GDoParts {
    pub file: tollgate::Part,
    pub purpose: types::State,
    #[wire(\"more-files\")]
    pub more_files: Option<Vec<tollgate::Part>>,
    #[wire(json)]
    pub meta: Option<types::Range>,
}
";
    assert!(
        code.contains("#[multipart] body: Option<GDoParts>"),
        "{code}"
    );
    assert!(code.ends_with(expected), "{code}");
}

#[test]
fn fields_of_swagger_are_a_struct_beside_the_endpoint() {
    let form = "parameters: [{name: first-name, in: formData, type: string, required: true}, {name: age, in: formData, type: integer}]";
    let code = written(&swagger("/a", "post", form)).code();
    let expected = "pub struct GDoForm {
    #[wire(\"first-name\")]
    pub first_name: String,
    pub age: Option<i64>,
}
";
    assert!(code.contains("#[form] body: &GDoForm"), "{code}");
    assert!(code.ends_with(expected), "{code}");
    let file = "parameters: [{name: file, in: formData, type: file, required: true}]";
    let code = written(&swagger("/a", "post", file)).code();
    assert!(code.contains("#[multipart] body: GDoParts"), "{code}");
    assert!(code.contains("pub file: tollgate::Part,"), "{code}");
}

#[test]
fn a_get_sends_no_body() {
    let operation = |required: bool| {
        let operation =
            format!("requestBody: {{required: {required}, content: {{application/json: {{}}}}}}");
        written(&openapi("/a", "get", &operation)).grouped
    };
    let optional = operation(false);
    assert_eq!(
        optional.notes.first().map(|note| note.reason),
        Some(Reason::UnusableBody)
    );
    assert!(optional.reported.is_empty());
    assert_eq!(
        operation(true).reported.first().map(|entry| entry.reason),
        Some(Reason::UnusableBody)
    );
}

#[test]
fn a_form_without_fields_is_no_body() {
    let operation = "requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {}}}}}";
    let written = written(&openapi("/a", "get", operation));
    assert!(written.grouped.notes.is_empty());
    assert_eq!(written.endpoint(), "#[get(\"/a\")] async fn r#do(&self);");
}

#[test]
fn a_form_keeps_its_lists_and_its_encoding() {
    let form = |encoding: &str| {
        let schema = "{type: object, required: [tags], properties: {tags: {type: array, items: {type: string}}, meta: {type: object, properties: {k: {type: string}}, description: More.}, rows: {type: array, items: {type: object, properties: {a: {type: integer}}}}, n: {type: integer}}}";
        let operation = format!(
            "requestBody: {{required: true, content: {{application/x-www-form-urlencoded: {{schema: {schema}, encoding: {encoding}}}}}}}"
        );
        written(&openapi("/a", "post", &operation))
    };
    let table = [
        ("{}", "Vec<String>", 2),
        ("{tags: {explode: true}}", "Vec<String>", 2),
        ("{tags: {explode: false}}", "String", 3),
        ("{tags: {style: pipeDelimited}}", "String", 3),
        ("{tags: {style: spaceDelimited}}", "String", 3),
        ("{tags: {contentType: application/json}}", "String", 3),
    ];
    for (encoding, tags, notes) in table {
        let written = form(encoding);
        let expected = format!(
            "pub struct GDoForm {{
    pub tags: {tags},
    pub meta: Option<String>,
    pub rows: Option<Vec<String>>,
    pub n: Option<i64>,
}}
"
        );
        let code = written.code();
        assert!(code.contains("#[form] body: &GDoForm"), "{code}");
        assert!(code.ends_with(&expected), "{encoding}: {code}");
        let told: Vec<_> = written
            .grouped
            .notes
            .iter()
            .map(|note| note.reason)
            .collect();
        let count = told
            .iter()
            .filter(|reason| **reason == Reason::WiderType)
            .count();
        assert!(count > 0 && count <= notes, "{encoding}: {told:?}");
    }
    let deep = form("{meta: {style: deepObject}}");
    assert!(
        deep.code()
            .contains("#[form(style = deep_object)] body: &types::GDoBody")
    );
    let told = deep
        .grouped
        .notes
        .iter()
        .find(|note| note.reason == Reason::NotCarried);
    assert!(
        told.is_some_and(|note| note.detail.contains("`tags`, `rows`")),
        "{told:?}"
    );
}

#[test]
fn parts_that_are_files_are_sent_as_files() {
    let table = [
        ("{type: string, format: binary}", "tollgate::Part"),
        (
            "{type: string, contentMediaType: application/pdf}",
            "tollgate::Part",
        ),
        (
            "{contentMediaType: application/octet-stream}",
            "tollgate::Part",
        ),
        (
            "{type: string, contentMediaType: image/png, contentEncoding: base64}",
            "String",
        ),
        ("{type: string, contentMediaType: text/plain}", "String"),
        (
            "{type: string, contentMediaType: application/json}",
            "String",
        ),
        ("{}", "tollgate::Part"),
        ("{description: A file.}", "tollgate::Part"),
        (
            "{type: array, items: {type: string, contentMediaType: image/png}}",
            "Vec<tollgate::Part>",
        ),
        ("{type: array, items: {}}", "Vec<tollgate::Part>"),
        (
            "{anyOf: [{type: string}, {type: integer}]}",
            "types::GDoFile",
        ),
        ("{type: string}", "String"),
    ];
    for (schema, expected) in table {
        let schema = format!("{{type: object, required: [file], properties: {{file: {schema}}}}}");
        let operation =
            format!("requestBody: {{content: {{multipart/form-data: {{schema: {schema}}}}}}}");
        let code = written(&openapi("/a", "post", &operation)).code();
        assert!(
            code.contains(&format!("pub file: {expected},")),
            "{schema}: {code}"
        );
    }
}
