//! One kibibyte of JSON.

use serde::{Deserialize, Serialize};

/// What is asked for, and what is sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) id: u64,
    title: String,
    status: Status,
    price: f64,
    tags: Vec<String>,
    people: Vec<Person>,
    note: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Person {
    id: u64,
    name: String,
    email: String,
    admin: bool,
    last_seen: String,
}

impl Item {
    pub(crate) fn sample() -> Self {
        let person = |id: u64| Person {
            id,
            name: format!("Person number {id}"),
            email: format!("person.{id}@mail.example.com"),
            admin: id.is_multiple_of(2),
            last_seen: "2026-11-30T07:31:52Z".to_owned(),
        };
        let item = Self {
            id: 4_711,
            title: "A thing of which there is exactly one".to_owned(),
            status: Status::Open,
            price: 12.5,
            tags: ["new", "small", "blue"].map(str::to_owned).into(),
            people: (1_000_001..1_000_007).map(person).collect(),
            note: None,
        };
        item.filled_up()
    }

    /// Exactly 1,024 bytes as JSON.
    fn filled_up(mut self) -> Self {
        self.note = Some(String::new());
        let length = self.to_json().len();
        self.note = Some("n".repeat(1_024_usize.saturating_sub(length)));
        self
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data can be written")
    }
}
