//! The report as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts
//! show beside the lines.

use serde_json::{Value, json};

use super::{Allowed, Report};
use crate::finding::{Finding, Rule};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

impl Report {
    /// A log with one run. What is allowed is in it as suppressed, with the reason.
    #[must_use]
    pub fn sarif(&self) -> Value {
        let found = self.findings.iter().map(|finding| result(finding, None));
        let allowed = self
            .allowed
            .iter()
            .map(|one| result(&one.finding, Some(one)));
        let results: Vec<Value> = found.chain(allowed).collect();
        json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "tollgate audit",
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": Rule::ALL.map(rule),
                } },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": { "ROOT": {
                    "description": { "text": "The root of the workspace." },
                } },
                "results": results,
            }],
        })
    }
}

fn rule(rule: Rule) -> Value {
    json!({
        "id": rule.name(),
        "shortDescription": { "text": rule.meaning() },
        "help": { "text": rule.reason() },
        "defaultConfiguration": { "level": level(rule) },
    })
}

/// What sends, or would, is an error; what only makes it possible a warning.
fn level(rule: Rule) -> &'static str {
    match rule {
        Rule::Call | Rule::Host | Rule::Mark | Rule::Allow => "error",
        Rule::Dependency
        | Rule::Type
        | Rule::Reexport
        | Rule::Description
        | Rule::Budget
        | Rule::Unreadable => "warning",
    }
}

fn result(finding: &Finding, allowed: Option<&Allowed>) -> Value {
    let Finding {
        place,
        rule,
        message,
        reason,
        ..
    } = finding;
    let index = Rule::ALL.iter().position(|one| one == rule);
    let mut result = json!({
        "ruleId": rule.name(),
        "ruleIndex": index,
        "level": level(*rule),
        "message": { "text": format!("{message}: {reason}") },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&place.file), "uriBaseId": "ROOT" },
            "region": { "startLine": place.line, "startColumn": place.column },
        } }],
    });
    if let Some(allowed) = allowed {
        let text = format!(
            "{} (until {}, {})",
            allowed.reason, allowed.expires, allowed.by
        );
        result["suppressions"] = json!([{ "kind": "external", "justification": text }]);
    }
    result
}

/// A relative reference (RFC 3986 section 4.2): what a segment must not hold is escaped.
fn uri(file: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    file.bytes()
        .map(|byte| match is_plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}
