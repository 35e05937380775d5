//! The tables of the standards, cell for cell.

use serde::Serialize;
use serde_json::json;

use super::*;
use crate::describe::Explode::{No, Yes};
use crate::describe::{Explode, PathStyle, QueryStyle};

/// The object of OpenAPI's table, whose fields have an order.
#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct Color {
    r: u8,
    g: u8,
    b: u8,
}

const OBJECT: Color = Color {
    r: 100,
    g: 200,
    b: 150,
};
const ARRAY: [&str; 3] = ["blue", "black", "brown"];

fn tree(value: &(impl Serialize + ?Sized)) -> Tree {
    Tree::of(value).expect("a tree")
}

/// The columns of OpenAPI's table: empty, string, array, object.
fn columns() -> [Tree; 4] {
    [tree(""), tree("blue"), tree(&ARRAY), tree(&OBJECT)]
}

fn in_query(style: QueryStyle, tree: &Tree) -> Result<String, String> {
    let mut query = String::new();
    super::query(&mut query, "color", style, tree).map(|()| query)
}

fn in_cookie(explode: Explode, tree: &Tree) -> Result<String, String> {
    let mut cookie = String::new();
    super::cookie(&mut cookie, "color", explode, tree).map(|()| cookie)
}

#[test]
fn the_rows_of_openapi_for_queries() {
    let table = [
        (
            QueryStyle::FORM,
            [
                "color=",
                "color=blue",
                "color=blue&color=black&color=brown",
                "R=100&G=200&B=150",
            ],
        ),
        (
            QueryStyle::COMMA,
            [
                "color=",
                "color=blue",
                "color=blue,black,brown",
                "color=R,100,G,200,B,150",
            ],
        ),
        (
            QueryStyle::SPACE,
            [
                "color=",
                "color=blue",
                "color=blue%20black%20brown",
                "color=R%20100%20G%20200%20B%20150",
            ],
        ),
        (
            QueryStyle::PIPE,
            [
                "color=",
                "color=blue",
                "color=blue%7Cblack%7Cbrown",
                "color=R%7C100%7CG%7C200%7CB%7C150",
            ],
        ),
        // Swagger 2.0 alone.
        (
            QueryStyle::TAB,
            [
                "color=",
                "color=blue",
                "color=blue%09black%09brown",
                "color=R%09100%09G%09200%09B%09150",
            ],
        ),
        // OpenAPI defines it for objects; the rest is what vendors with forms make of it.
        (
            QueryStyle::DEEP_OBJECT,
            [
                "color=",
                "color=blue",
                "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown",
                "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
            ],
        ),
    ];
    for (style, expected) in table {
        let row = columns().map(|tree| in_query(style, &tree).expect("a value that fits"));
        assert_eq!(row, expected, "{style:?}");
    }
}

#[test]
fn the_rows_of_openapi_for_paths() {
    let table = [
        (
            PathStyle::SIMPLE,
            ["", "blue", "blue,black,brown", "R,100,G,200,B,150"],
        ),
        (
            PathStyle::SIMPLE.explode(),
            ["", "blue", "blue,black,brown", "R=100,G=200,B=150"],
        ),
        (
            PathStyle::LABEL,
            [".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
        ),
        (
            PathStyle::LABEL.explode(),
            [".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
        ),
        (
            PathStyle::MATRIX,
            [
                ";color",
                ";color=blue",
                ";color=blue,black,brown",
                ";color=R,100,G,200,B,150",
            ],
        ),
        (
            PathStyle::MATRIX.explode(),
            [
                ";color",
                ";color=blue",
                ";color=blue;color=black;color=brown",
                ";R=100;G=200;B=150",
            ],
        ),
    ];
    for (style, expected) in table {
        let row = columns().map(|tree| path("color", style, &tree).expect("a value that fits"));
        assert_eq!(row, expected, "{style:?}");
    }
}

#[test]
fn the_rows_of_openapi_for_headers_and_cookies() {
    let headers = [
        (No, ["", "blue", "blue,black,brown", "R,100,G,200,B,150"]),
        (Yes, ["", "blue", "blue,black,brown", "R=100,G=200,B=150"]),
    ];
    for (explode, expected) in headers {
        let row = columns().map(|tree| header(explode, &tree).expect("a value that fits"));
        assert_eq!(row, expected.map(|text| Some(text.to_owned())));
    }
    let cookies = [
        (
            No,
            [
                "color=",
                "color=blue",
                "color=blue%2Cblack%2Cbrown",
                "color=R%2C100%2CG%2C200%2CB%2C150",
            ],
        ),
        (
            Yes,
            [
                "color=",
                "color=blue",
                "color=blue; color=black; color=brown",
                "R=100; G=200; B=150",
            ],
        ),
    ];
    for (explode, expected) in cookies {
        let row = columns().map(|tree| in_cookie(explode, &tree).expect("a value that fits"));
        assert_eq!(row, expected, "{explode:?}");
    }
}

#[test]
fn what_is_empty_or_absent_leaves_its_name_out() {
    let nothing = [
        tree(&None::<u8>),
        tree(&[0_u8; 0]),
        tree(&json!({})),
        tree(&json!([null])),
        tree(&json!({ "a": null })),
    ];
    let styles = [
        QueryStyle::FORM,
        QueryStyle::COMMA,
        QueryStyle::SPACE,
        QueryStyle::PIPE,
        QueryStyle::TAB,
        QueryStyle::DEEP_OBJECT,
    ];
    for tree in &nothing {
        for style in styles {
            assert_eq!(in_query(style, tree).as_deref(), Ok(""), "{tree:?}");
        }
        for explode in [Yes, No] {
            assert_eq!(header(explode, tree), Ok(None));
            assert_eq!(in_cookie(explode, tree).as_deref(), Ok(""));
        }
        assert_eq!(path("color", PathStyle::MATRIX, tree).as_deref(), Ok(""));
    }
}

#[test]
fn an_item_stays_one_item_or_is_refused() {
    let kept = [
        (QueryStyle::FORM, "color=a%2Cb&color=c"),
        (QueryStyle::COMMA, "color=a%2Cb,c"),
        (QueryStyle::COMMA.allow_reserved(), "color=a%2Cb,c"),
        (QueryStyle::PIPE, "color=a%2Cb%7Cc"),
    ];
    for (style, expected) in kept {
        assert_eq!(
            in_query(style, &tree(&["a,b", "c"])).as_deref(),
            Ok(expected)
        );
    }
    for (style, item) in [
        (QueryStyle::SPACE, "a b"),
        (QueryStyle::PIPE, "a|b"),
        (QueryStyle::TAB, "a\tb"),
    ] {
        assert!(in_query(style, &tree(&[item])).is_err(), "{style:?}");
        // A value that is no list has no separator.
        assert!(in_query(style, &tree(item)).is_ok(), "{style:?}");
    }
    for explode in [Yes, No] {
        assert!(header(explode, &tree(&["a,b"])).is_err());
        assert!(header(explode, &tree("a,b")).is_ok());
    }
    let label = PathStyle::LABEL.explode();
    assert!(path("color", label, &tree(&["a.b"])).is_err());
    assert!(in_cookie(No, &tree(&["S3CR3T,"])).is_err_and(|text| !text.contains("S3CR3T")));
}

#[test]
fn the_reserved_are_kept_where_that_is_allowed_and_nothing_ends_a_query() {
    let table = [
        (":/?[]@!$'()*,;=", "color=:/?[]@!$'()*,;="),
        ("a#b&c+d", "color=a%23b%26c%2Bd"),
        ("100%", "color=100%25"),
        ("%2F", "color=%252F"),
        ("a b|\"é", "color=a%20b%7C%22%C3%A9"),
    ];
    for (value, expected) in table {
        let query = in_query(QueryStyle::FORM.allow_reserved(), &tree(value));
        assert_eq!(query.as_deref(), Ok(expected));
    }
}

#[test]
fn names_are_encoded_and_stay_names() {
    for (name, expected) in [
        ("ids[]", "ids%5B%5D=1"),
        ("DateSent<", "DateSent%3C=1"),
        ("start_on.before", "start_on.before=1"),
        ("a&b=c#d", "a%26b%3Dc%23d=1"),
    ] {
        let mut query = String::new();
        super::query(
            &mut query,
            name,
            QueryStyle::FORM.allow_reserved(),
            &tree(&1),
        )
        .expect("a pair");
        assert_eq!(query, expected);
    }
}

#[test]
fn deep_objects_nest() {
    let value = json!({ "b": { "c": 1 }, "d": [1, { "e": "x y" }], "f": [], "g": null });
    let expected = "color%5Bb%5D%5Bc%5D=1&color%5Bd%5D%5B0%5D=1&color%5Bd%5D%5B1%5D%5Be%5D=x%20y";
    let query = in_query(QueryStyle::DEEP_OBJECT, &tree(&value));
    assert_eq!(query.as_deref(), Ok(expected));
    assert_eq!(
        form(&tree(&value)).as_deref(),
        Ok("b%5Bc%5D=1&d%5B0%5D=1&d%5B1%5D%5Be%5D=x%20y")
    );
    for key in ["a]b", "[", "a][b"] {
        assert!(
            in_query(QueryStyle::DEEP_OBJECT, &tree(&json!({ key: 1 }))).is_err(),
            "{key}"
        );
    }
    assert!(form(&tree(&[1])).is_err());
}

#[test]
fn what_a_flat_style_cannot_hold_is_refused() {
    for value in [
        json!([[1]]),
        json!([{ "a": 1 }]),
        json!({ "a": { "b": 1 } }),
    ] {
        let tree = tree(&value);
        for style in [QueryStyle::FORM, QueryStyle::COMMA, QueryStyle::PIPE] {
            assert!(in_query(style, &tree).is_err(), "{style:?} {value}");
        }
        for style in [PathStyle::SIMPLE, PathStyle::LABEL, PathStyle::MATRIX] {
            assert!(path("color", style, &tree).is_err());
            assert!(path("color", style.explode(), &tree).is_err());
        }
        for explode in [Yes, No] {
            assert!(header(explode, &tree).is_err());
            assert!(in_cookie(explode, &tree).is_err());
        }
    }
}

#[test]
fn a_cookie_cannot_break_out_of_its_pair() {
    let cookie = in_cookie(No, &tree("a; b=\"c\"\\,\r\né%=/")).expect("a value");
    assert_eq!(cookie, "color=a%3B%20b=%22c%22%5C%2C%0D%0A%C3%A9%25=/");
    for name in ["", "a b", "a;b", "a=b", "é"] {
        let mut cookie = String::new();
        assert!(
            super::cookie(&mut cookie, name, No, &tree("x")).is_err(),
            "{name}"
        );
        assert_eq!(cookie, "");
    }
}

#[test]
fn a_path_value_stays_in_its_segment() {
    let table = [
        (PathStyle::SIMPLE, "a%2Fb%3Fc,%23%2C%3B"),
        (PathStyle::MATRIX, ";color=a%2Fb%3Fc,%23%2C%3B"),
        (
            PathStyle::MATRIX.explode(),
            ";color=a%2Fb%3Fc;color=%23%2C%3B",
        ),
    ];
    for (style, expected) in table {
        let written = path("color", style, &tree(&["a/b?c", "#,;"]));
        assert_eq!(written.as_deref(), Ok(expected));
    }
}

/// Every ASCII character, and some that are none.
fn characters() -> impl Iterator<Item = char> {
    (0..=127_u8).map(char::from).chain(['é', '\u{2028}', '𝄞'])
}

#[test]
fn every_character_arrives_through_a_parser_of_urls_as_it_was() {
    for character in characters() {
        let value = format!("{character}a{character}");
        for style in [
            QueryStyle::FORM,
            QueryStyle::FORM.allow_reserved(),
            QueryStyle::DEEP_OBJECT,
            QueryStyle::COMMA.allow_reserved(),
        ] {
            let query = in_query(style, &tree(&value)).expect("a pair");
            let url = url::Url::parse(&format!("https://h/p?{query}&end=1")).expect("a URL");
            let pairs: Vec<_> = url.query_pairs().into_owned().collect();
            let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            assert_eq!(
                pairs,
                [pair("color", &value), pair("end", "1")],
                "{style:?}"
            );
            assert_eq!((url.path(), url.fragment()), ("/p", None));
        }
        let name = format!("k{character}");
        let mut query = String::new();
        super::query(&mut query, &name, QueryStyle::FORM, &tree(&1)).expect("a pair");
        let url = url::Url::parse(&format!("https://h/p?{query}")).expect("a URL");
        assert_eq!(url.query_pairs().next(), Some((name.into(), "1".into())));
    }
}

#[test]
fn every_character_of_a_path_stays_in_its_segment() {
    for character in characters() {
        let value = format!("{character}a{character}");
        for style in [PathStyle::SIMPLE, PathStyle::LABEL, PathStyle::MATRIX] {
            let written = path("x", style, &tree(&value)).expect("a value");
            let url = url::Url::parse(&format!("https://h/v/{written}/end?q")).expect("a URL");
            let segments: Vec<_> = url.path_segments().expect("a path").collect();
            assert_eq!(segments, ["v", written.as_str(), "end"], "{character:?}");
            assert_eq!((url.query(), url.fragment()), (Some("q"), None));
            let decoded = percent_encoding::percent_decode_str(&written);
            let decoded = decoded.decode_utf8().expect("text");
            assert!(decoded.ends_with(&value), "{written}");
        }
    }
}

#[test]
fn every_character_of_a_cookie_stays_in_its_pair() {
    for character in characters() {
        let value = format!("{character}a");
        let cookie = in_cookie(No, &tree(&value)).expect("a pair");
        let octets = cookie.strip_prefix("color=").expect("the name");
        // RFC 6265 section 4.1.1.
        let is_octet =
            |byte: u8| matches!(byte, 0x21 | 0x23..=0x2B | 0x2D..=0x3A | 0x3C..=0x5B | 0x5D..=0x7E);
        assert!(octets.bytes().all(is_octet), "{cookie}");
        let decoded = percent_encoding::percent_decode_str(octets).decode_utf8();
        assert_eq!(decoded.expect("text"), value);
    }
}
