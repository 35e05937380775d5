//! What is said of the API as a whole: server, credential, limits.

use super::{openapi, swagger};
use crate::Options;
use crate::operation::{base_url, hints, read, security};

#[test]
fn the_server_is_an_address_or_a_host_to_be_filled_in() {
    let table = [
        (
            "servers: [{url: 'https://api.example.com/v1/'}]\n",
            "https://api.example.com/v1",
            false,
        ),
        (
            "servers: [{url: 'https://{region}.example.com', variables: {region: {default: eu}}}]\n",
            "https://eu.example.com",
            true,
        ),
        (
            "servers: [{url: 'https://a.com'}, {url: 'https://b.com'}]\n",
            "https://a.com",
            true,
        ),
        ("servers: [{url: '/v2'}]\n", "https://api.invalid/v2", true),
        (
            "servers: [{url: 'https://{host}/x'}]\n",
            "https://api.invalid",
            true,
        ),
        (
            "servers: [{url: '//example.com/x?y=1'}]\n",
            "https://example.com/x",
            false,
        ),
        ("", "https://api.invalid", true),
    ];
    for (servers, expected, noted) in table {
        let (url, notes) = base_url(&openapi(servers));
        assert_eq!(
            (url.as_str(), !notes.is_empty()),
            (expected, noted),
            "{servers}"
        );
    }
    let table = [
        (
            "host: example.com\nbasePath: /v1/\nschemes: [http, https]\n",
            "https://example.com/v1",
            false,
        ),
        (
            "host: example.com\nschemes: [http]\n",
            "http://example.com",
            false,
        ),
        ("basePath: /v1\n", "https://api.invalid/v1", true),
    ];
    for (servers, expected, noted) in table {
        let (url, notes) = base_url(&swagger(servers));
        assert_eq!(
            (url.as_str(), !notes.is_empty()),
            (expected, noted),
            "{servers}"
        );
    }
}

#[test]
fn the_credential_is_the_one_that_holds_for_most() {
    let schemes = "components: {securitySchemes: {b: {type: http, scheme: Bearer}, o: {type: oauth2}, p: {type: http, scheme: basic}, h: {type: apiKey, in: header, name: X-Key}, q: {type: apiKey, in: query, name: key}, c: {type: apiKey, in: cookie, name: s}, d: {type: http, scheme: digest}}}\n";
    let table = [
        ("security: [{p: []}, {b: []}]\n", "bearer", 0),
        ("security: [{o: [read]}]\n", "bearer", 0),
        ("security: [{q: []}, {h: []}]\n", "header(\"X-Key\")", 0),
        ("security: [{q: []}]\n", "query(\"key\")", 0),
        ("security: [{}, {p: []}]\n", "basic", 0),
        ("security: [{c: []}]\n", "none", 1),
        ("security: [{d: []}]\n", "header(\"Authorization\")", 1),
        ("", "none", 1),
        (
            "paths: {/a: {get: {security: [{h: []}]}, put: {security: [{h: []}, {q: []}]}, post: {security: [{q: []}]}}}\n",
            "header(\"X-Key\")",
            1,
        ),
    ];
    for (said, auth, notes) in table {
        let found = security(&openapi(&format!("{said}{schemes}")));
        assert_eq!(
            (found.auth.as_str(), found.notes.len()),
            (auth, notes),
            "{said}"
        );
    }
    let none = security(&openapi("paths: {}\n"));
    assert_eq!((none.auth.as_str(), none.notes.len()), ("none", 1));
    let old = security(&swagger(
        "security: [{k: []}]\nsecurityDefinitions: {k: {type: basic}}\n",
    ));
    assert_eq!(old.auth, "basic");
}

#[test]
fn what_is_said_about_limits_is_kept_as_hints() {
    let document = openapi(
        "x-rate-limit: {requests: 60}\npaths:\n  /a: {get: {x-ratelimit-cost: 3, responses: {200: {headers: {X-RateLimit-Limit: {}, X-Id: {}}}, 429: {headers: {Retry-After: {}}}}}}\n",
    );
    assert_eq!(
        hints(&document),
        [
            "`x-rate-limit` says `{\"requests\":60}` (#/x-rate-limit).",
            "`x-ratelimit-cost` says `3` (#/paths/~1a/get/x-ratelimit-cost).",
            "Answers have the headers `retry-after`, `x-ratelimit-limit`.",
            "An answer of status 429 is documented in 1 places.",
        ]
    );
}

#[test]
fn a_variable_of_the_server_is_told_with_what_else_it_could_be() {
    let servers = "servers: [{url: 'https://{region}.example.com/{v}', variables: {region: {default: eu, enum: [eu, us, 1]}, v: {enum: [v1]}, unused: {default: x}}}]\n";
    let (url, notes) = base_url(&openapi(servers));
    assert_eq!(url, "https://eu.example.com/v1");
    let told: Vec<_> = notes
        .iter()
        .map(|note| (note.pointer.as_str(), note.detail.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                "#/servers/0/variables/region",
                "`region` in the address of the server is `eu` (the document also lists `us`, `1`); another address is given to the builder by `base_url`"
            ),
            (
                "#/servers/0/variables/v",
                "`v` in the address of the server is `v1`; another address is given to the builder by `base_url`"
            ),
        ]
    );
}

#[test]
fn an_operation_on_another_server_is_told() {
    let table = [
        ("[{url: 'https://b.com'}]", Some("https://b.com")),
        ("[{url: /rel}]", Some("https://a.com/rel")),
        ("[{url: '/v1/'}]", None),
        ("[{url: 'https://a.com/v1'}]", None),
    ];
    for (servers, expected) in table {
        let document = openapi(&format!(
            "servers: [{{url: 'https://a.com/v1'}}]\npaths: {{/a: {{get: {{servers: {servers}}}}}}}\n"
        ));
        let read = read(&document, &Options::default()).expect("operations");
        let found = read.operations.first().expect("one");
        assert_eq!(found.server.as_deref(), expected, "{servers}");
        assert_eq!(
            found.notes.len(),
            usize::from(expected.is_some()),
            "{servers}"
        );
    }
}
