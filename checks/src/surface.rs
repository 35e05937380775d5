//! The rendered documentation names no raw type.
//!
//! rustdoc links each type that a public item mentions, also in what an item gets from `Deref`
//! and from other traits. So a page that links to the documentation of a raw type shows a way to
//! it. Links need the other crate's pages to be there first; the check over the planted leaks
//! shows that they were.
//!
//! Two renderings are looked at: HTML, which every toolchain writes, and JSON, which only a
//! nightly one does and which holds hidden items too.

use std::collections::BTreeSet;

use serde_json::Value;

/// Crates of which no type may be in a public place: each gives a client, a request that sends
/// itself, an answer with a raw connection, or the connection.
pub const RAW_CRATES: &[&str] = &[
    "reqwest",
    "hyper",
    "hyper_util",
    "h2",
    "tower",
    "tower_layer",
    "tower_service",
    "http_body",
    "http_body_util",
];

/// Types of the crate `http` that carry extensions, and with them a raw connection.
pub const RAW_HTTP: &[&str] = &["Extensions", "Request", "Response", "Parts", "Builder"];

/// Modules of raw crates that hold only values. `Bytes`, which we re-export, can be made from the
/// reason phrase in there.
const INERT: &[&[&str]] = &[&["hyper", "ext"]];

/// The raw types that a page of HTML links to, as `crate::…::Type`.
#[must_use]
pub fn in_html(page: &str) -> BTreeSet<String> {
    page.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter_map(raw_link)
        .collect()
}

/// `../reqwest/struct.Response.html#method.x` as `reqwest::Response`, if it is raw.
fn raw_link(link: &str) -> Option<String> {
    let path = link.split(['#', '?']).next()?.strip_suffix(".html")?;
    // A link to another crate climbs out of ours, or is absolute.
    let path = match path.split_once("://") {
        Some((_, rest)) => rest,
        None => path.strip_prefix("../")?,
    };
    let parts: Vec<&str> = path.split('/').filter(|part| *part != "..").collect();
    let start = parts
        .iter()
        .rposition(|part| RAW_CRATES.contains(part) || *part == "http")?;
    let (file, modules) = parts.get(start..)?.split_last()?;
    let name = file.split_once('.').map_or(*file, |(_, name)| name);
    is_raw(modules, name).then(|| format!("{}::{name}", modules.join("::")))
}

fn is_raw(modules: &[&str], name: &str) -> bool {
    match modules.first() {
        _ if INERT.iter().any(|inert| modules.starts_with(inert)) => false,
        Some(&"http") => RAW_HTTP.contains(&name),
        Some(other) => RAW_CRATES.contains(other),
        None => false,
    }
}

/// The raw types that a crate's documentation as JSON mentions.
///
/// Implementations for every type (`impl<T> X for T`) that other crates bring along are left
/// out: they mention their own crate and give nothing.
#[must_use]
pub fn in_json(documentation: &Value) -> BTreeSet<String> {
    let paths = &documentation["paths"];
    let mut found = BTreeSet::new();
    let items = documentation["index"].as_object();
    for item in items.into_iter().flat_map(serde_json::Map::values) {
        let implementation = &item["inner"]["impl"];
        if implementation["blanket_impl"].is_object() || implementation["is_synthetic"] == true {
            continue;
        }
        mentions(&item["inner"], paths, &mut found);
    }
    found
}

fn mentions(value: &Value, paths: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values
            .iter()
            .for_each(|value| mentions(value, paths, found)),
        Value::Object(fields) => {
            found.extend(fields.get("id").and_then(|id| raw_path(id, paths)));
            fields
                .values()
                .for_each(|value| mentions(value, paths, found));
        }
        _ => {}
    }
}

fn raw_path(id: &Value, paths: &Value) -> Option<String> {
    let path: Vec<&str> = paths
        .get(id.to_string())?
        .get("path")?
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let (name, modules) = path.split_last()?;
    is_raw(modules, name).then(|| path.join("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_raw_types_are_told_from_links_to_others() {
        let raw = [
            ("../reqwest/struct.Response.html", "reqwest::Response"),
            (
                "../../reqwest/struct.Client.html#method.get",
                "reqwest::Client",
            ),
            (
                "https://docs.rs/hyper/1.0/hyper/upgrade/struct.Upgraded.html",
                "hyper::upgrade::Upgraded",
            ),
            (
                "../http/response/struct.Response.html",
                "http::response::Response",
            ),
        ];
        for (link, expected) in raw {
            let page = format!("<a href=\"index.html\">x</a><a class=\"a\" href=\"{link}\">y</a>");
            assert_eq!(
                in_html(&page).into_iter().collect::<Vec<_>>(),
                [expected],
                "{link}"
            );
        }
        for link in [
            "../hyper/ext/struct.ReasonPhrase.html",
            "struct.Response.html",
            "../tollgate/struct.Response.html",
            "../http/status/struct.StatusCode.html",
        ] {
            assert!(in_html(&format!("href=\"{link}\"")).is_empty(), "{link}");
        }
    }
}
