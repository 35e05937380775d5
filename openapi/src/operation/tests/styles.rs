//! Styles of parameters, in both spellings.

use super::{all, openapi, swagger};
use crate::document::Document;
use crate::operation::Style;
use crate::report::Reason;

/// The style and explode of one parameter.
fn styled(document: &Document) -> (Style, bool) {
    let read = all(document);
    let parameter = read
        .operations
        .iter()
        .flat_map(|it| &it.parameters)
        .next()
        .expect("a parameter");
    (parameter.style, parameter.explode)
}

#[test]
fn styles_have_the_defaults_of_their_dialect() {
    let three = [
        ("in: query", Style::Form, true),
        ("in: query, explode: false", Style::Form, false),
        ("in: cookie", Style::Form, true),
        ("in: path", Style::Simple, false),
        ("in: path, explode: true", Style::Simple, true),
        ("in: path, style: matrix", Style::Matrix, false),
        ("in: path, style: label, explode: true", Style::Label, true),
        ("in: header", Style::Simple, false),
        ("in: query, style: spaceDelimited", Style::Space, false),
        (
            "in: query, style: pipeDelimited, explode: false",
            Style::Pipe,
            false,
        ),
        (
            "in: query, style: pipeDelimited, explode: true",
            Style::Form,
            true,
        ),
        ("in: query, style: deepObject", Style::Deep, false),
    ];
    for (said, style, explode) in three {
        let document = openapi(&format!(
            "paths: {{'/{{x}}': {{get: {{parameters: [{{name: x, {said}}}]}}}}}}\n"
        ));
        assert_eq!(styled(&document), (style, explode), "{said}");
    }
    let two = [
        ("in: query", Style::Form, false),
        ("in: query, collectionFormat: csv", Style::Form, false),
        ("in: query, collectionFormat: multi", Style::Form, true),
        ("in: query, collectionFormat: ssv", Style::Space, false),
        ("in: query, collectionFormat: tsv", Style::Tab, false),
        ("in: query, collectionFormat: pipes", Style::Pipe, false),
        ("in: path, collectionFormat: csv", Style::Simple, false),
        ("in: header, collectionFormat: csv", Style::Simple, false),
    ];
    for (said, style, explode) in two {
        let document = swagger(&format!(
            "paths: {{'/{{x}}': {{get: {{parameters: [{{name: x, type: array, {said}}}]}}}}}}\n"
        ));
        assert_eq!(styled(&document), (style, explode), "{said}");
    }
}

#[test]
fn a_style_that_nobody_knows_is_reported() {
    let document =
        openapi("paths: {/a: {get: {parameters: [{name: x, in: query, style: zigzag}]}}}\n");
    let read = all(&document);
    let entry = read.reported.first().expect("an entry");
    assert_eq!(entry.reason, Reason::UnusableParameter);
    assert!(entry.detail.contains("zigzag"), "{}", entry.detail);
}
