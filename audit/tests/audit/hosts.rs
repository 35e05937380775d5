//! A described vendor's host is found in every text, and its own description is none.

use crate::workspace::Workspace;

const DESCRIBED: &str = r#"
#[tollgate::api(
    base_url = "https://api.shop.example/v1",
    auth = bearer,
    host("https://files.shop.example", bucket = all),
    token(url = "https://login.shop.example/token", bucket = all),
    bucket(all, ceiling(10 per second, source = "https://shop.example/limits")),
    default_bucket = all,
)]
pub trait Shop { #[get("/items")] async fn items(&self) -> String; }
"#;

fn found(source: &str) -> Vec<String> {
    let workspace = Workspace::new(
        &[
            ("api", "tollgate = \"0.1\""),
            ("app", "api = { path = \"../api\" }"),
        ],
        &[("api/src/lib.rs", DESCRIBED), ("app/src/main.rs", source)],
    );
    workspace.lines()
}

#[test]
fn a_host_is_found_however_it_is_written() {
    for source in [
        "const A: &str = \"api.shop.example\";",
        "const A: &str = \"https://API.shop.example:443/v1\";",
        "const A: &[u8] = b\"GET / HTTP/1.1\\r\\nHost: api.shop.example\\r\\n\\r\\n\";",
        "const A: &std::ffi::CStr = c\"http://api.shop.example\";",
        "const A: &str = r#\"files.shop.example\"#;",
        "const A: &str = \"https://login.shop.example/other\";",
        "const A: &str = \"ap\\x69.shop.example\";",
        "const A: &str = concat!(\"api.\", \"shop\", \".example\");",
        "const A: &str = concat!(\"api\", '.', \"shop.example\");",
        "fn f() { println!(\"see https://api.shop.example\"); }",
        "fn f() { let x = format!(\"https://{}.shop.example/{}\", \"api\", 1); }",
        "const SUB: &str = \"api\"; fn f() { let x = format!(\"https://{SUB}.shop.example\"); }",
        "const SUB: &str = \"api\"; fn f() { let x = format!(\"https://{s}.shop.example\", s = SUB); }",
        "mod a { pub const SUB: &str = \"api\"; } fn f() { let x = format!(\"https://{}.shop.example\", crate::a::SUB); }",
        "fn f() { let x = \"api.\".to_owned() + \"shop.example\"; }",
        "fn f() { let x = [\"api\", \"shop\", \"example\"].join(\".\"); }",
        "fn f() { let x = [\"https://api.\", \"shop.example\"].concat(); }",
        "#[serde(default = \"https://api.shop.example\")] struct S;",
        "macro_rules! m { () => { \"api.shop.example\" } }",
        "fn f() { m! { x => { y(\"api.shop.example\") } } }",
    ] {
        let found = found(&format!("fn main() {{}}\n{source}\n"));
        assert_eq!(found, ["app/src/main.rs:2 host"], "{source}");
    }
}

#[test]
fn what_is_no_host_of_the_vendor_is_no_finding() {
    for source in [
        "const A: &str = \"my-api.shop.example\";",
        "const A: &str = \"api.shop.example.org\";",
        "const A: &str = \"https://shop.example/limits\";",
        "/// See <https://api.shop.example>.\nstruct S;",
        "// api.shop.example\nstruct S;",
        "fn f(x: &str) { let x = format!(\"https://{x}.shop.example\"); }",
        "const A: (&str, &str) = (\"api.\", \"shop.example\");",
    ] {
        assert_eq!(
            found(&format!("fn main() {{}}\n{source}\n")),
            [""; 0],
            "{source}"
        );
    }
}

#[test]
fn a_description_is_one_however_its_macro_is_called() {
    let body = "(base_url = \"https://api.shop.example\", auth = none, bucket(all, ceiling(1 per second)), default_bucket = all)";
    for (before, name) in [
        ("", "tollgate::api"),
        ("use tollgate::api;", "api"),
        ("use tollgate as gate;", "gate::api"),
        ("use tollgate::*;", "api"),
        (
            "use tollgate::{api as describe_api, Error};\nuse describe_api as api;",
            "api",
        ),
    ] {
        let source = format!(
            "{before}\n#[{name}{body}]\ntrait A {{}}\nfn main() {{}}\nconst A: &str = \"api.shop.example\";\n"
        );
        let lines = Workspace::of_one("tollgate = \"0.1\"", &source).lines();
        assert_eq!(lines.len(), 1, "{source}: {lines:?}");
        assert!(lines[0].ends_with(" host"), "{source}");
    }
    let conditional = format!(
        "#[cfg_attr(x, tollgate::api{body})]\ntrait A {{}}\nfn main() {{ \"api.shop.example\"; }}\n"
    );
    assert_eq!(
        Workspace::of_one("tollgate = \"0.1\"", &conditional).lines(),
        ["app/src/main.rs:3 host"]
    );
    let other =
        format!("#[other::api{body}]\ntrait A {{}}\nfn main() {{ \"api.shop.example\"; }}\n");
    assert_eq!(
        Workspace::of_one("tollgate = \"0.1\"", &other).lines(),
        [""; 0],
        "nothing is described"
    );
}

#[test]
fn what_is_described_on_this_machine_is_no_vendor() {
    let source = "#[tollgate::api(base_url = \"http://127.0.0.1:80\", auth = none)]\ntrait A {}\nfn main() { \"http://127.0.0.1:80\"; }\n";
    assert_eq!(
        Workspace::of_one("tollgate = \"0.1\"", source).lines(),
        [""; 0]
    );
}
