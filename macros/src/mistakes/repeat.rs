//! Which requests may be sent twice.

use super::{api, endpoint, only};

/// The messages of an endpoint with `keys` behind its path.
fn call(verb: &str, keys: &str) -> Vec<String> {
    endpoint(&format!("#[{verb}(\"/x\", {keys})] async fn x(&self);"))
}

#[test]
fn a_write_is_not_repeated_unless_it_may_be() {
    for verb in ["post", "patch"] {
        for keys in [
            "retry(attempts = 3)",
            "retry(within = 1 min)",
            "retry(attempts = N)",
        ] {
            only(&call(verb, keys), "add `idempotency_key`");
            for may in [
                "idempotent",
                "idempotency_key",
                "idempotency_key = \"X-Key\"",
            ] {
                assert_eq!(call(verb, &format!("{keys}, {may}")), [""; 0]);
            }
        }
        assert_eq!(call(verb, "retry = off"), [""; 0]);
        assert_eq!(call(verb, "retry(attempts = 1)"), [""; 0]);
        assert_eq!(
            call(verb, "deadline = 3 s, redirects = follow_writes"),
            [""; 0]
        );
    }
    for verb in ["get", "put", "delete", "head", "options"] {
        assert_eq!(call(verb, "retry(attempts = 3)"), [""; 0]);
        assert_eq!(call(verb, "idempotency_key, retry(attempts = 3)"), [""; 0]);
    }
}

#[test]
fn what_says_nothing_or_two_things_is_refused() {
    let table = [
        ("post", "idempotent, idempotency_key", "remove `idempotent`"),
        ("get", "idempotent", "GET is idempotent by itself"),
        ("put", "idempotent", "PUT is idempotent by itself"),
        ("delete", "idempotent", "DELETE is idempotent by itself"),
        ("post", "idempotent = true", "`idempotent` takes nothing"),
        ("post", "idempotent()", "`idempotent` takes nothing"),
        (
            "post",
            "idempotency_key(\"X\")",
            "`idempotency_key = \"X-Key\"`",
        ),
        (
            "post",
            "idempotency_key = X",
            "`idempotency_key = \"X-Key\"`",
        ),
        ("post", "idempotency_key = \"X Y\"", "no header's name"),
        ("post", "idempotency_key = \"Host\"", "frames the request"),
        (
            "post",
            "idempotency_key = \"Authorization\"",
            "names the account",
        ),
        ("post", "idempotent, idempotent", "given twice"),
        ("post", "idempotant", "did you mean `idempotent`?"),
    ];
    for (verb, keys, expected) in table {
        only(&call(verb, keys), expected);
    }
}

#[test]
fn the_header_of_the_key_is_no_arguments() {
    let with = |keys: &str, key: &str, header: &str| {
        let keys = format!(
            "base_url = \"https://h\", auth = header(\"X-Auth\"), default_bucket = read, \
             bucket(read, ceiling(60 per minute)), {keys}"
        );
        let body =
            format!("#[post(\"/\", {key})] async fn a(&self, #[header(\"{header}\")] k: &str);");
        api(&keys, &body)
    };
    let declared = "idempotency_header = \"X-Key\"";
    let refused = [
        ("", "idempotency_key", "idempotency-key"),
        (declared, "idempotency_key", "x-key"),
        (declared, "idempotency_key = \"X-Own\"", "X-OWN"),
    ];
    for (keys, key, header) in refused {
        only(&with(keys, key, header), "write `.idempotency_key(…)`");
    }
    let taken = [
        ("", "", "Idempotency-Key"),
        ("", "idempotent", "Idempotency-Key"),
        (declared, "idempotency_key", "Idempotency-Key"),
        (declared, "idempotency_key = \"X-Own\"", "X-Key"),
    ];
    for (keys, key, header) in taken {
        assert_eq!(with(keys, key, header), [""; 0], "{key} {header}");
    }
    only(
        &with("idempotency_header = \"x-auth\"", "", "X-A"),
        "puts the credential there",
    );
    only(
        &with("", "idempotency_key = \"x-auth\"", "X-A"),
        "puts the credential there",
    );
}
