//! What things are called.

use super::*;

fn wants(wires: &[&str]) -> Vec<Want> {
    let want = |wire: &&str| Want {
        identity: format!("#/x/{wire}"),
        wire: (*wire).to_owned(),
    };
    wires.iter().map(want).collect()
}

fn given(style: Style, wires: &[&str]) -> Vec<String> {
    Names::default().give(&mut Scope::new(style), &wants(wires))
}

#[test]
fn every_spelling_becomes_an_identifier() {
    let table = [
        (Style::Value, "full-name", "full_name"),
        (Style::Value, "fullName", "full_name"),
        (Style::Value, "type", "r#type"),
        (Style::Value, "gen", "r#gen"),
        (Style::Value, "self", "self_"),
        (Style::Value, "Self", "self_"),
        (Style::Value, "super", "super_"),
        (Style::Value, "crate", "crate_"),
        (Style::Value, "union", "union"),
        (Style::Value, "_", "underscore"),
        (Style::Value, "_links", "links"),
        (Style::Value, "", "empty"),
        (Style::Value, " ", "space"),
        (Style::Value, "2fa", "_2fa"),
        (Style::Value, "+1", "plus_one"),
        (Style::Value, "-1", "minus_one"),
        (Style::Value, "@type", "r#type"),
        (Style::Value, "$ref", "r#ref"),
        (Style::Value, "ids[]", "ids"),
        (Style::Value, "start_on.before", "start_on_before"),
        (Style::Value, "größe", "größe"),
        (Style::Value, "cafe\u{301}", "café"),
        (Style::Value, "µm", "μm"),
        (Style::Value, "名前", "名前"),
        (Style::Value, "🎉", "u1f389"),
        (Style::Value, "\u{200d}", "u200d"),
        (Style::Value, "a\tb", "a_b"),
        (Style::Module, "type", "type_"),
        (
            Style::Module,
            "Code scanning/alerts",
            "code_scanning_alerts",
        ),
        (Style::Type, "session.status", "SessionStatus"),
        (Style::Type, "Option", "OptionType"),
        (Style::Type, "Vec", "VecType"),
        (Style::Type, "string", "StringType"),
        (Style::Type, "Box", "BoxType"),
        (Style::Type, "Result", "ResultType"),
        (Style::Type, "Some", "SomeType"),
        (Style::Type, "Value", "ValueType"),
        (Style::Type, "Error", "Error"),
        (Style::Type, "self", "SelfType"),
        (Style::Type, "404", "N404"),
        (Style::Type, "v1.2", "V1_2"),
        (Style::Type, "io.k8s.api.core.v1.Pod", "IoK8sApiCoreV1Pod"),
        (Style::Variant, "+1", "PlusOne"),
        (Style::Variant, "-1", "MinusOne"),
        (Style::Variant, "-12", "Minus12"),
        (Style::Variant, "", "Empty"),
        (Style::Variant, "*", "Star"),
        (Style::Variant, "<", "Lt"),
        (Style::Variant, "<=", "LtEq"),
        (Style::Variant, "null", "Null"),
        (Style::Variant, "None", "None"),
        (Style::Variant, "self", "Self_"),
        (Style::Variant, "1", "One"),
        (Style::Variant, "2022-11-28", "N2022_11_28"),
        (Style::Variant, "-created", "Created"),
    ];
    for (style, wire, name) in table {
        assert_eq!(given(style, &[wire]), [name], "{wire:?} as {style:?}");
        syn::parse_str::<syn::Ident>(name).expect("an identifier");
    }
}

#[test]
fn two_things_never_share_a_name_and_the_exact_spelling_keeps_it() {
    let table: &[(Style, &[&str], &[&str])] = &[
        (
            Style::Type,
            &["session.status", "SessionStatus"],
            &["SessionDotStatus", "SessionStatus"],
        ),
        (
            Style::Value,
            &["DateSent<", "DateSent", "DateSent>"],
            &["date_sent_lt", "date_sent", "date_sent_gt"],
        ),
        (
            Style::Value,
            &["List Rules", "List rules"],
            &["list_rules", "list_rules_2"],
        ),
        (
            Style::Value,
            &["userGetOAuth2Application", "userGetOauth2Application"],
            &[
                "user_get_o_auth2_application",
                "user_get_oauth2_application",
            ],
        ),
        (
            Style::Variant,
            &["+1", "-1", "", "null", "NULL", "1"],
            &["PlusOne", "MinusOne", "Empty", "Null2", "Null", "One"],
        ),
        (Style::Variant, &["Self", "self"], &["Self_", "Self2"]),
        (
            Style::Variant,
            &["-created", "created"],
            &["MinusCreated", "Created"],
        ),
        (
            Style::Value,
            &["type", "Type", "r#type"],
            &["r#type", "type_2", "r_type"],
        ),
        (Style::Value, &["a_2", "A", "a"], &["a_2", "a_3", "a"]),
        (Style::Value, &["é", "e\u{301}"], &["é", "é_2"]),
        (
            Style::Type,
            &["Option", "OptionType"],
            &["OptionType2", "OptionType"],
        ),
    ];
    for (style, wires, names) in table {
        assert_eq!(&given(*style, wires), names, "{wires:?}");
    }
}

#[test]
fn names_do_not_depend_on_the_order() {
    let forth = ["a.b", "a-b", "aB", "AB", "a_b", "A B", "ab", "a b"];
    let mut back = forth;
    back.reverse();
    let mut named = given(Style::Value, &back);
    named.reverse();
    assert_eq!(named, given(Style::Value, &forth));
}

#[test]
fn a_name_once_given_stays() {
    let mut names = Names::default();
    let old = names.give(&mut Scope::new(Style::Value), &wants(&["fooBar", "a\nb"]));
    assert_eq!(old, ["foo_bar", "a_b"]);
    let mut names = Names::earlier(&format!("# a comment\n{}", names.text()));
    let new = names.give(
        &mut Scope::new(Style::Value),
        &wants(&["foo_bar", "fooBar", "a_b", "a\nb"]),
    );
    assert_eq!(
        new,
        ["foo_underscore_bar", "foo_bar", "a_underscore_b", "a_b"]
    );
}

#[test]
fn earlier_names_that_are_no_names_are_passed_over() {
    let text = "#/x/a\tfn\n#/x/b\tc d\n#/x/c\tsame\n#/x/d\tsame\n";
    let named =
        Names::earlier(text).give(&mut Scope::new(Style::Value), &wants(&["a", "b", "c", "d"]));
    assert_eq!(named, ["a", "b", "same", "d"]);
}

#[test]
fn long_names_say_their_beginning_and_their_end() {
    let wire = "reposListBranchesForHeadCommitAnswerItemProtectionRequiredStatusChecksContextsItem";
    let name = given(Style::Type, &[wire]).remove(0);
    assert_eq!(
        name,
        "ReposListBranchesForHeadCommitStatusChecksContextsItem"
    );
    let letters = "x".repeat(1000);
    assert_eq!(given(Style::Value, &[&letters]), ["x".repeat(38)]);
}

#[test]
fn names_of_what_is_not_imported_this_time_stay() {
    let mut names = Names::earlier("GET /a\tlist\nGET /b\tread\n");
    let want = Want {
        identity: "GET /b".to_owned(),
        wire: "other".to_owned(),
    };
    let given = names.give(&mut Scope::of_made(Style::Value), &[want]);
    assert_eq!(given, ["read"]);
    assert_eq!(names.text(), "GET /a\tlist\nGET /b\tread\n");
}

#[test]
fn earlier_names_in_another_case_are_passed_over() {
    let table = [
        (Style::Module, "Types", "a"),
        (Style::Module, "r#fn", "a"),
        (Style::Module, "types_2", "types_2"),
        (Style::Value, "Big", "a"),
        (Style::Value, "r#fn", "r#fn"),
        (Style::Type, "lower", "A"),
        (Style::Variant, "Self2", "Self2"),
    ];
    for (style, earlier, expected) in table {
        let mut names = Names::earlier(&format!("#/x/a\t{earlier}\n"));
        assert_eq!(
            names.give(&mut Scope::new(style), &wants(&["a"])),
            [expected]
        );
    }
}

#[test]
fn many_of_one_name_are_numbered_in_a_row() {
    let all = (0..20_000).map(|at| format!("{at:05}")).collect::<Vec<_>>();
    let want = |identity: &String| Want {
        identity: identity.clone(),
        wire: "same".to_owned(),
    };
    let all = all.iter().map(want).collect::<Vec<_>>();
    let given = Names::default().give(&mut Scope::new(Style::Value), &all);
    assert_eq!(given.first().map(String::as_str), Some("same"));
    assert_eq!(given.last().map(String::as_str), Some("same_20000"));
}
