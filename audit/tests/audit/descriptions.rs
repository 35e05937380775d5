//! One vendor, one description.

use crate::workspace::Workspace;

fn description(host: &str, buckets: &str) -> String {
    format!(
        "#[tollgate::api(base_url = \"{host}\", auth = none,\n    {buckets},\n    default_bucket = read)]\npub trait Shop {{}}\n"
    )
}

fn messages(first: &str, second: &str) -> Vec<String> {
    let workspace = Workspace::new(
        &[("one", "tollgate = \"0.1\""), ("two", "tollgate = \"0.1\"")],
        &[("one/src/lib.rs", first), ("two/src/lib.rs", second)],
    );
    let report = workspace.report();
    report.findings().iter().map(ToString::to_string).collect()
}

#[test]
fn a_second_description_of_a_host_and_its_buckets_are_found() {
    let first = description(
        "https://api.shop.example/v1",
        "bucket(read, ceiling(1_000 per hour, source = \"a\"), budget(9 per second))",
    );
    let same = description(
        "https://API.shop.example",
        "bucket(read, budget(9 per second), ceiling(1000 per hour, source = \"b\"))",
    );
    let other = description(
        "https://api.shop.example",
        "bucket(read, ceiling(500 per hour)), bucket(write, ceiling(5 per second))",
    );
    assert_eq!(
        messages(&first, &same),
        [
            "two/src/lib.rs:1:3: description: `api.shop.example` is described here and at one/src/lib.rs:1:3",
            "two/src/lib.rs:2:12: budget: bucket `read` of `api.shop.example` is declared a second time, with the same limits, as at one/src/lib.rs:2:12",
        ]
    );
    assert_eq!(
        messages(&first, &other)[1],
        "two/src/lib.rs:2:12: budget: bucket `read` of `api.shop.example` is declared a second time, with other limits than at one/src/lib.rs:2:12: \
         `ceiling(500 per hour)` here, `budget(9 per second), ceiling(1000 per hour)` there",
    );
}

#[test]
fn another_host_another_port_and_a_loopback_are_other_vendors() {
    let bucket = "bucket(read, ceiling(1 per second))";
    let first = description("https://api.shop.example", bucket);
    for other in ["https://api.other.example", "https://api.shop.example:8443"] {
        assert_eq!(
            messages(&first, &description(other, bucket)),
            [""; 0],
            "{other}"
        );
    }
    let local = description("http://127.0.0.1:4000", bucket);
    assert_eq!(messages(&local, &local), [""; 0]);
}
