//! The three forms of a report.

use serde_json::Value;

use crate::workspace::Workspace;

fn workspace() -> Workspace {
    let main = "fn main() {\n    let ä = reqwest::get(\"\\u{7}\");\n}\n";
    let workspace = Workspace::of_one("reqwest = \"0.13\"", main);
    workspace.write(
        "tollgate-audit.toml",
        "[[allow]]\nrule = \"dependency\"\nreason = \"for a while\"\nexpires = \"2027-01-01\"\n",
    );
    workspace
}

#[test]
fn people_get_the_line_with_a_mark_below_it_and_a_count() {
    let text = workspace().report().to_string();
    let expected = "\
call: `reqwest::get` makes or calls an HTTP client
 --> app/src/main.rs:2:13 in `app`
  |
2 |     let ä = reqwest::get(\"\\u{7}\");
  |             ^
  = what is sent here pays no permit; call the described client instead

packages 1, files 1: findings 1, allowed 1, call 1";
    assert_eq!(text, expected);
}

#[test]
fn programs_get_everything() {
    let json: Value =
        serde_json::from_str(&workspace().report().json().expect("a document")).expect("JSON");
    assert_eq!(json["version"], 1);
    let finding = &json["findings"][0];
    assert_eq!(finding["file"], "app/src/main.rs");
    assert_eq!(
        (&finding["line"], &finding["column"]),
        (&2.into(), &13.into())
    );
    assert_eq!(
        (&finding["rule"], &finding["class"]),
        (&"call".into(), &"code".into())
    );
    assert_eq!(finding["client"], "reqwest");
    let allowed = &json["allowed"][0];
    assert_eq!(allowed["allowed_because"], "for a while");
    assert_eq!(
        (&allowed["expires"], &allowed["allowed_by"]),
        (&"2027-01-01".into(), &"tollgate-audit.toml:1:1".into())
    );
}

#[test]
fn code_hosts_get_sarif_with_rules_places_and_suppressions() {
    let sarif = workspace().report().sarif();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 2);
    for result in results {
        let index = result["ruleIndex"]
            .as_u64()
            .and_then(|index| usize::try_from(index).ok());
        assert_eq!(rules[index.expect("a rule")]["id"], result["ruleId"]);
        assert!(["error", "warning"].contains(&result["level"].as_str().expect("a level")));
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uriBaseId"], "ROOT");
        assert!(place["region"]["startLine"].as_u64() >= Some(1));
    }
    assert_eq!(results[0].get("suppressions"), None);
    assert_eq!(results[1]["suppressions"][0]["kind"], "external");
    assert_eq!(
        results[1]["suppressions"][0]["justification"],
        "for a while (until 2027-01-01, tollgate-audit.toml:1:1)"
    );
}
