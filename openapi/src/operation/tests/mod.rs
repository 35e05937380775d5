//! Small documents, and what is read from them.

mod heads;
mod styles;

use super::*;
use crate::document::Document;
use crate::{Error, Options};

fn document(text: &str) -> Document {
    Document::parse("test.yaml", text).expect("a document")
}

fn openapi(paths: &str) -> Document {
    document(&format!(
        "openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\n{paths}"
    ))
}

fn swagger(paths: &str) -> Document {
    document(&format!(
        "swagger: '2.0'\ninfo: {{title: T, version: '1'}}\n{paths}"
    ))
}

fn all(document: &Document) -> Read<'_> {
    let read = read(document, &Options::default()).expect("operations");
    assert_eq!(read.operations.len() + read.reported.len(), count(document));
    assert_eq!(read.total, count(document));
    read
}

fn only(asked: &[&str]) -> Options {
    Options {
        only: asked.iter().map(|asked| (*asked).to_owned()).collect(),
        ..Options::default()
    }
}

#[test]
fn every_operation_is_read_or_reported_with_its_place() {
    let document = openapi(
        "paths:\n  x-note: {get: {}}\n  /a:\n    summary: A\n    get: {responses: {}}\n    trace: {responses: {}}\n    put: nothing\n  /b: {post: {parameters: [{$ref: '#/components/parameters/None'}]}}\n  /c: {delete: {parameters: [{name: x}]}}\n  /d: {head: {}, options: {}, patch: {requestBody: {$ref: '#/none'}}}\n",
    );
    let read = all(&document);
    let keys: Vec<_> = read.operations.iter().map(Operation::key).collect();
    assert_eq!(keys, ["GET /a", "HEAD /d", "OPTIONS /d"]);
    let reported: Vec<_> = read
        .reported
        .iter()
        .map(|entry| {
            (
                entry.operation.as_str(),
                entry.reason,
                entry.pointer.as_str(),
            )
        })
        .collect();
    assert_eq!(
        reported,
        [
            ("TRACE /a", Reason::UnusableMethod, "#/paths/~1a/trace"),
            ("PUT /a", Reason::Malformed, "#/paths/~1a/put"),
            (
                "POST /b",
                Reason::BrokenReference,
                "#/paths/~1b/post/parameters/0"
            ),
            (
                "DELETE /c",
                Reason::Malformed,
                "#/paths/~1c/delete/parameters/0"
            ),
            (
                "PATCH /d",
                Reason::BrokenReference,
                "#/paths/~1d/patch/requestBody"
            ),
        ]
    );
}

#[test]
fn a_document_without_paths_has_no_operations() {
    for paths in ["", "paths: 7\n", "paths: {/a: 3, /b: null}\n"] {
        assert_eq!(all(&openapi(paths)).total, 0, "{paths}");
    }
}

#[test]
fn a_path_that_leads_nowhere_is_reported_as_an_operation_that_is_lost() {
    let document = openapi("paths: {/a: {$ref: '#/none'}, /b: {get: {}}}\n");
    let read = all(&document);
    let reported = read.reported.iter();
    let reported: Vec<_> = reported
        .map(|entry| (entry.operation.as_str(), entry.reason))
        .collect();
    assert_eq!(reported, [("/a", Reason::BrokenReference)]);
    assert_eq!((read.total, read.operations.len()), (2, 1));
}

#[test]
fn a_path_may_stand_elsewhere_and_say_more_here() {
    let document = openapi(
        "paths:\n  /a: {$ref: '#/x-items/a', put: {operationId: own}}\nx-items:\n  a:\n    parameters: [{name: q, in: query}]\n    get: {operationId: far}\n    put: {operationId: hidden}\n",
    );
    let read = all(&document);
    let ids: Vec<_> = read
        .operations
        .iter()
        .map(|it| (it.id.as_deref(), it.parameters.len()))
        .collect();
    assert_eq!(ids, [(Some("own"), 1), (Some("far"), 1)]);
}

#[test]
fn an_operation_overrides_the_parameters_of_its_path() {
    let document = openapi(
        "paths:\n  /a/{id}:\n    parameters:\n    - {name: id, in: path, required: true}\n    - {$ref: '#/components/parameters/Page'}\n    get:\n      parameters:\n      - {name: page, in: query, required: true}\n      - {name: id, in: query}\ncomponents: {parameters: {Page: {name: page, in: query}}}\n",
    );
    let read = all(&document);
    let found: Vec<_> = read
        .operations
        .iter()
        .flat_map(|it| &it.parameters)
        .collect();
    let found: Vec<_> = found
        .iter()
        .map(|it| (it.name, it.place, it.required))
        .collect();
    assert_eq!(
        found,
        [
            ("id", Place::Path, true),
            ("page", Place::Query, true),
            ("id", Place::Query, false)
        ]
    );
}

#[test]
fn bodies_of_swagger_are_what_those_of_openapi_are() {
    let document = swagger(
        "consumes: [application/xml]\npaths:\n  /a: {put: {consumes: [application/json], parameters: [{name: b, in: body, required: true, schema: {type: object}}]}}\n  /b: {put: {parameters: [{name: b, in: body, schema: {}}]}}\n  /c: {put: {parameters: [{name: f, in: formData, type: string}]}}\n  /d: {put: {parameters: [{name: f, in: formData, type: file, required: true}]}}\n  /e: {put: {parameters: [{name: b, in: body}, {name: f, in: formData, type: string}]}}\n",
    );
    let read = all(&document);
    let found: Vec<_> = read
        .operations
        .iter()
        .filter_map(|it| it.body.as_ref())
        .map(|body| match &body.content {
            Content::Media(media) => (
                body.required,
                media.iter().map(|it| it.name.clone()).collect(),
            ),
            Content::Fields { fields, multipart } => {
                (body.required, format!("{} {multipart}", fields.len()))
            }
        })
        .collect();
    let expected = [
        (true, "application/json"),
        (false, "application/xml"),
        (false, "1 false"),
        (true, "1 true"),
    ];
    assert_eq!(
        found,
        expected.map(|(required, text)| (required, text.to_owned()))
    );
    assert_eq!(
        read.reported.first().map(|entry| entry.reason),
        Some(Reason::UnusableBody)
    );
}

#[test]
fn statuses_are_numbers_ranges_and_a_default() {
    let document = openapi(
        "paths: {/a: {get: {responses: {200: {description: A}, 4xx: {$ref: '#/components/responses/No'}, default: {description: B}, x-y: {}, 99: {}, 2Xy: {}, 700: {}, '404': {$ref: '#/none'}}}}}\ncomponents: {responses: {No: {description: N, content: {application/json: {}}, headers: {Retry-After: {}}}}}\n",
    );
    let read = all(&document);
    let operation = read.operations.first().expect("an operation");
    let found: Vec<_> = operation
        .answers
        .iter()
        .map(|it| (it.status.word(), it.media.len(), it.headers.len()))
        .collect();
    let expected = [("200", 0, 0), ("4XX", 1, 1), ("default", 0, 0)];
    assert_eq!(
        found,
        expected.map(|(word, media, headers)| (word.to_owned(), media, headers))
    );
    let notes: Vec<_> = operation.notes.iter().map(|note| note.reason).collect();
    assert_eq!(
        notes
            .iter()
            .filter(|reason| **reason == Reason::Malformed)
            .count(),
        3
    );
    assert_eq!(
        notes
            .iter()
            .filter(|reason| **reason == Reason::BrokenReference)
            .count(),
        1
    );
}

#[test]
fn of_several_content_types_plain_json_comes_first() {
    let table = [
        (
            &["application/xml", "application/json"][..],
            "application/json",
        ),
        (
            &["application/json;stream=watch", "application/json"],
            "application/json",
        ),
        (
            &["application/vnd.a+json", "application/json; charset=utf-8"],
            "application/json; charset=utf-8",
        ),
        (
            &["multipart/form-data", "application/x-www-form-urlencoded"],
            "application/x-www-form-urlencoded",
        ),
        (
            &["text/plain", "multipart/form-data"],
            "multipart/form-data",
        ),
        (&["image/png", "text/csv"], "text/csv"),
        (
            &["text/event-stream", "application/octet-stream"],
            "application/octet-stream",
        ),
        (
            &[
                "application/json-patch+json",
                "application/merge-patch+json",
            ],
            "application/merge-patch+json",
        ),
    ];
    for (names, expected) in table {
        let media = Media::of_list(names, None);
        let first = media.iter().min_by_key(|media| media.rank());
        assert_eq!(first.map(|media| media.name.as_str()), Some(expected));
    }
}

#[test]
fn only_what_is_asked_for_is_read() {
    let document = openapi(
        "paths:\n  /a: {get: {operationId: list, tags: [things]}, trace: {tags: [things]}}\n  /b: {get: {operationId: other}}\n",
    );
    let asked = |asked: &[&str]| read(&document, &only(asked));
    for (words, total) in [
        (&["things"][..], 2),
        (&["list"], 1),
        (&["GET /*"], 2),
        (&["/b"], 1),
        (&["tag:things", "other"], 3),
    ] {
        let read = asked(words).expect("operations");
        assert_eq!(read.total, total, "{words:?}");
        assert_eq!(read.operations.len() + read.reported.len(), total);
    }
    let near = |words: &[&str]| match asked(words) {
        Err(Error::Only { near, .. }) => near,
        other => format!("{other:?}"),
    };
    assert_eq!(near(&["Things"]), "did you mean `things`?");
    assert_eq!(near(&["oth"]), "did you mean `other`?");
    assert_eq!(near(&["/c"]), "tags are `things`");
}

#[test]
fn deep_and_endless_schemas_are_glanced_at_without_a_fall() {
    let document = openapi(
        "components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, B: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}, C: {$ref: '#/components/schemas/C'}}}\n",
    );
    let schemas = document
        .root()
        .get("components")
        .and_then(|all| all.get("schemas"))
        .expect("schemas");
    for (name, schema) in schemas.members() {
        assert_eq!(shape(&schema), Shape::Any, "{name}");
        assert!(members(&schema).is_empty());
        assert!(element(&schema).is_none());
    }
}
