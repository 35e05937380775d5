//! Enums of strings and of numbers.

use tollgate::Model;

#[derive(Debug, Clone, PartialEq, Model)]
enum State {
    #[wire("open")]
    Open,
    #[wire("+1")]
    PlusOne,
    #[wire("")]
    Empty,
    Plain,
    #[wire(other)]
    Other(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Model)]
enum Closed {
    #[wire("a")]
    A,
    B,
}

#[derive(Debug, Clone, PartialEq, Model)]
enum Level {
    #[wire(1)]
    One,
    #[wire(-1)]
    MinusOne,
    #[wire(-9223372036854775808)]
    Least,
    #[wire(other)]
    Other(i64),
}

#[derive(Debug, Clone, PartialEq, Model)]
enum Bit {
    #[wire(0)]
    Zero,
    #[wire(1)]
    One,
}

#[test]
fn an_enum_is_its_word_there_and_back() {
    let table = [
        ("open", State::Open),
        ("+1", State::PlusOne),
        ("", State::Empty),
        ("Plain", State::Plain),
        ("null", State::Other("null".to_owned())),
    ];
    for (word, state) in table {
        let text = format!("\"{word}\"");
        assert_eq!(serde_json::from_str::<State>(&text).expect("valid"), state);
        assert_eq!(serde_json::to_string(&state).expect("written"), text);
        assert_eq!(state.as_str(), word);
        assert_eq!(format!("{state:>6}"), format!("{word:>6}"));
    }
    assert_eq!(
        serde_json::from_str::<Closed>("\"a\"").expect("valid"),
        Closed::A
    );
    assert_eq!(
        serde_json::from_str::<Closed>("\"B\"").expect("valid"),
        Closed::B
    );
    let forever: &'static str = Closed::B.as_str();
    assert_eq!(forever, "B");
}

#[test]
fn an_enum_is_its_number_there_and_back() {
    let table = [
        ("1", Level::One),
        ("-1", Level::MinusOne),
        ("-9223372036854775808", Level::Least),
        ("7", Level::Other(7)),
    ];
    for (text, level) in table {
        assert_eq!(serde_json::from_str::<Level>(text).expect("valid"), level);
        assert_eq!(serde_json::to_string(&level).expect("written"), text);
        assert_eq!(level.to_string(), text);
        assert_eq!(level.as_i64().to_string(), text);
    }
    assert_eq!(serde_json::from_str::<Bit>("0").expect("valid"), Bit::Zero);
    assert_eq!(serde_json::from_str::<Bit>("1").expect("valid"), Bit::One);
}

#[test]
fn a_word_that_a_closed_enum_does_not_know_is_told_with_those_it_knows() {
    let table = [
        (
            serde_json::from_str::<Closed>("\"c\"").map(drop),
            "expected one of `a`, `B`, found `c`",
        ),
        (
            serde_json::from_str::<Closed>("1").map(drop),
            "expected a string, found a number",
        ),
        (
            serde_json::from_str::<State>("null").map(drop),
            "expected a string, found null",
        ),
        (
            serde_json::from_str::<Bit>("2").map(drop),
            "expected one of `0`, `1`, found 2",
        ),
        (
            serde_json::from_str::<Level>("1.5").map(drop),
            "expected an integer, found 1.5",
        ),
    ];
    for (result, expected) in table {
        let text = result.expect_err(expected).to_string();
        assert!(text.starts_with(expected), "{text}");
    }
}
