//! What groups and methods are called, and what is said about them.

use super::{Written, openapi, written, written_with};
use crate::limits::Limits;
use crate::options::Options;

/// An operation: path, identifier, tag.
type Said = (&'static str, &'static str, &'static str);

/// A document with these operations.
fn document(operations: &[Said]) -> String {
    let paths = operations.iter().map(|(path, id, tag)| {
        let id = if id.is_empty() {
            String::new()
        } else {
            format!("operationId: '{id}', ")
        };
        let tags = if tag.is_empty() {
            String::new()
        } else {
            format!("tags: ['{tag}']")
        };
        format!("  '{path}': {{get: {{{id}{tags}}}}}\n")
    });
    let paths: String = paths.collect();
    format!("openapi: 3.0.3\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}")
}

/// Module, struct and methods of every group.
fn names(document: &str) -> Vec<String> {
    names_of(&written(document))
}

fn names_of(written: &Written) -> Vec<String> {
    let groups = written.grouped.groups.iter().map(|group| {
        let methods = group
            .text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("async fn "));
        let methods: Vec<_> = methods
            .filter_map(|line| line.split_once('('))
            .map(|(name, _)| name)
            .collect();
        let name = group
            .text
            .split_once("pub trait ")
            .and_then(|(_, text)| text.split_once(' '));
        let name = name.map_or("", |(name, _)| name);
        format!("{} {name}: {}", group.module, methods.join(" "))
    });
    groups.collect()
}

#[test]
fn methods_leave_out_the_name_of_their_group() {
    let table: [(&[Said], &[&str]); 10] = [
        (
            &[("/a", "issues/list-for-org", "issues")],
            &["issues Issues: list_for_org"],
        ),
        (
            &[("/a", "issueListIssues", "issues")],
            &["issues Issues: list_issues"],
        ),
        (&[("/a", "issues", "issues")], &["issues Issues: issues"]),
        (&[("/a", "apps/2fa", "apps")], &["apps Apps: apps_2fa"]),
        (
            &[("/a", "issues/list", "issues"), ("/b", "list", "issues")],
            &["issues Issues: issues_list list"],
        ),
        (&[("/a/{id}", "", "")], &["a A: get_a_id"]),
        (
            &[
                ("/v1/things/{id}", "GetThing", ""),
                ("/api/v2/others", "x", ""),
            ],
            &["others Others: x", "things Things: get_thing"],
        ),
        (&[("/", "x", "")], &["root Root: x"]),
        (
            &[
                ("/a", "x", "User Management"),
                ("/b", "y", "user-management"),
            ],
            &["user_management UserManagement: x y"],
        ),
        (
            &[
                ("/a", "x", "1-Click"),
                ("/b", "y", "VPCs"),
                ("/c", "z", "Box"),
            ],
            &[
                "_1_click Group1Click: x",
                "box_ BoxGroup: z",
                "vpcs Vpcs: y",
            ],
        ),
    ];
    for (operations, expected) in table {
        assert_eq!(names(&document(operations)), expected);
    }
}

#[test]
fn twins_get_names_of_their_own_whatever_their_order() {
    let mut operations = [
        ("/a", "userGetOAuth2Application", "user"),
        ("/b", "userGetOauth2Application", "user"),
        ("/c", "List Rules", "rules"),
        ("/d", "List rules", "rules"),
        ("/e", "raw", "rules"),
    ];
    let sorted = |found: Vec<String>| -> Vec<String> {
        let words = found.iter().flat_map(|group| group.split(' '));
        let mut words: Vec<_> = words.map(str::to_owned).collect();
        words.sort();
        words
    };
    let found = sorted(names(&document(&operations)));
    assert_eq!(found.len(), 2 * 2 + 5);
    let mut distinct = found.clone();
    distinct.dedup();
    assert_eq!(distinct, found);
    assert!(
        !found.contains(&"raw".to_owned()),
        "a method that every group has"
    );
    operations.reverse();
    assert_eq!(sorted(names(&document(&operations))), found);
}

#[test]
fn a_method_calls_the_same_endpoint_when_the_document_grows() {
    let table: [(&[Said], Said, &str); 4] = [
        (
            &[("/sessions", "users_delete", "users")],
            ("/everything", "delete", "users"),
            "users Users: delete delete_2",
        ),
        (
            &[("/z", "listThings", "things")],
            ("/a", "list_things", "things"),
            "things Things: list_things list_things_get_a",
        ),
        (
            &[("/z", "things/list", "things")],
            ("/a", "thing/list", "things"),
            "things Things: list thing_list",
        ),
        (
            &[("/z", "x", "a-b")],
            ("/a", "x", "aB"),
            "a_b AB: x x_get_a",
        ),
    ];
    for (before, new, grown) in table {
        let old = written(&document(before));
        let options = Options {
            names: old.names.clone(),
            ..Options::default()
        };
        let after = written_with(&document(&[before, &[new]].concat()), &options);
        let kept = |written: &Written| {
            let found = written.names.lines().map(str::to_owned);
            found.collect::<std::collections::BTreeSet<_>>()
        };
        assert!(
            kept(&old).is_subset(&kept(&after)),
            "{new:?}: {}",
            after.names
        );
        let sorted = |words: &str| {
            let mut words: Vec<_> = words.split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(
            sorted(&names_of(&after).join(" ")),
            sorted(grown),
            "{new:?}"
        );
    }
}

#[test]
fn an_argument_and_its_type_keep_their_own_names() {
    let operation = "parameters: [{name: state, in: query, schema: {type: string, enum: [a, b]}}], requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {mode: {type: string, enum: [c, d]}}}}}}";
    let text = openapi("/a", "post", operation);
    let first = written(&text);
    let options = Options {
        names: first.names.clone(),
        ..Options::default()
    };
    let second = written_with(&text, &options);
    assert_eq!(second.code(), first.code());
    assert_eq!(second.names, first.names);
    assert!(first.code().contains("state: Option<"), "{}", first.code());
}

#[test]
fn an_endpoint_says_what_the_document_says() {
    let operation = "summary: Lists things., description: 'All of *them*.', deprecated: true, externalDocs: {url: 'https://example.com/docs'}, parameters: [{name: id, in: path, required: true, description: Which one.}, {name: q, in: query, description: What for., schema: {type: integer, default: 3, maximum: 9}}], responses: {200: {}, 404: {}}";
    let written = written(&openapi("/{id}", "get", operation));
    let text = written
        .grouped
        .groups
        .first()
        .map(|group| group.text.as_str())
        .unwrap_or_default();
    let expected = "    /// Lists things.
    ///
    /// All of *them*.
    ///
    /// - `id`: Which one.
    ///
    /// Operation `do`; answers `200`, `404`.
    /// See <https://example.com/docs>.
    #[deprecated]
    #[get(\"/{id}\")]
    async fn r#do(
        &self,
        id: &str,
        /// What for. Default `3`, at most `9`.
        q: Option<i64>,
    );
";
    assert!(text.contains(expected), "{text}");
    assert!(text.starts_with("// Generated by `tollgate import`"));
}

#[test]
fn an_endpoint_pays_from_the_bucket_that_the_limits_name() {
    let limits = "default_bucket = \"core\"\n[bucket.core]\nceiling = \"9 per second\"\n[bucket.search]\nceiling = \"1 per second\"\noperations = [\"tag:g\"]\n[[cost]]\noperations = [\"GET /**\"]\ncost = 5\n";
    let options = Options {
        limits: Limits::parse("limits.toml", limits).ok(),
        ..Options::default()
    };
    let endpoint = written_with(&openapi("/a", "get", "responses: {}"), &options).endpoint();
    assert_eq!(
        endpoint,
        "#[get(\"/a\", bucket = search, cost = 5)] async fn r#do(&self);"
    );
}

#[test]
fn types_are_called_by_their_operation() {
    let operation = "responses: {200: {content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}";
    let written = written(&openapi("/a", "get", operation));
    assert!(
        written.endpoint().ends_with("-> types::GDoAnswer;"),
        "{}",
        written.endpoint()
    );
    assert!(
        written.types.contains("pub struct GDoAnswer"),
        "{}",
        written.types
    );
}

#[test]
fn no_argument_is_called_like_a_variant_of_its_type() {
    let operation = "parameters: [{name: 名前, in: query, required: true, schema: {type: string, enum: [名前, 値]}}]";
    let written = written(&openapi("/a", "get", operation));
    let endpoint = written.endpoint();
    assert!(
        endpoint.contains("#[query(rename = \"名前\")] arg_名前: &types::"),
        "{endpoint}"
    );
    assert!(written.types.contains("    名前,"), "{}", written.types);
}
