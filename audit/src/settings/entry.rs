//! One entry of the settings.

use toml::de::{DeTable, DeValue};

use super::glob;
use crate::catalog::Client;
use crate::date::Date;
use crate::finding::{Finding, Rule};
use crate::place::{Class, Place};

/// An exception that is in force.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) place: Place,
    pub(crate) reason: String,
    pub(crate) expires: Date,
    rule: Option<Rule>,
    class: Option<Class>,
    package: Option<String>,
    path: Option<String>,
    client: Option<String>,
    host: Option<String>,
}

/// What is wrong with an entry, and where.
pub(super) struct Wrong {
    pub(super) at: Option<usize>,
    pub(super) text: String,
}

impl Entry {
    /// Whether it excepts a finding. What is wrong with exceptions cannot be excepted.
    pub(crate) fn excepts(&self, finding: &Finding) -> bool {
        let Self {
            place: _,
            reason: _,
            expires: _,
            rule,
            class,
            package,
            path,
            client,
            host,
        } = self;
        finding.rule != Rule::Allow
            && rule.is_none_or(|rule| rule == finding.rule)
            && class.is_none_or(|class| class == finding.class)
            && package
                .as_ref()
                .is_none_or(|package| *package == finding.package)
            && path
                .as_ref()
                .is_none_or(|path| glob::fits(path, &finding.place.file))
            && (client.is_none() || *client == finding.client)
            && (host.is_none() || *host == finding.host)
    }
}

/// Reads an exception. Everything that is wrong with it is told at once.
pub(super) fn allow(fields: &DeTable<'_>, place: Place, today: Date) -> Result<Entry, Vec<Wrong>> {
    let mut reading = Reading {
        fields,
        wrong: Vec::new(),
    };
    reading.only(&[
        "rule", "class", "package", "path", "client", "host", "reason", "expires",
    ]);
    let rule = reading.one_of("rule", &Rule::ALL, Rule::name);
    let class = reading.one_of("class", &CLASSES, Class::name);
    let [package, path, client, host] =
        ["package", "path", "client", "host"].map(|key| reading.text(key));
    let reason = reading
        .text("reason")
        .filter(|reason| !reason.trim().is_empty());
    let expires = reading.expires(today);
    if reason.is_none() {
        reading.missing("this exception has no reason; say `reason = \"…\"`");
    }
    let texts = [&package, &path, &client, &host];
    // One that is there and wrong is told as that.
    if reading.wrong.is_empty()
        && rule.is_none()
        && class.is_none()
        && texts.iter().all(|text| text.is_none())
    {
        reading.missing("this exception excepts everything; say which `rule`, `class`, `package`, `path`, `client` or `host` it is for");
    }
    match (reason, expires, reading.wrong.is_empty()) {
        (Some(reason), Some(expires), true) => Ok(Entry {
            place,
            reason,
            expires,
            rule,
            class,
            package,
            path,
            client,
            host,
        }),
        _ => Err(reading.wrong),
    }
}

/// Reads a client that nobody else knows.
pub(super) fn client(fields: &DeTable<'_>) -> Result<Client, Wrong> {
    let mut reading = Reading {
        fields,
        wrong: Vec::new(),
    };
    reading.only(&["package", "doors"]);
    let package = reading.text("package");
    let doors = match fields.get("doors").map(toml::Spanned::get_ref) {
        None => vec!["*".to_owned()],
        Some(DeValue::Array(list)) => list
            .iter()
            .filter_map(|door| text_of(door.get_ref()))
            .collect(),
        Some(_) => Vec::new(),
    };
    if let Some(wrong) = reading.wrong.pop() {
        return Err(wrong);
    }
    match package.filter(|_| !doors.is_empty()) {
        Some(package) => Ok(Client {
            package,
            doors,
            traits: Vec::new(),
            needs: Vec::new(),
            by_default: true,
        }),
        None => Err(Wrong {
            at: None,
            text:
                "a client has its `package = \"…\"`, and may have `doors = [\"Client\", \"get\"]`"
                    .to_owned(),
        }),
    }
}

const CLASSES: [Class; 7] = [
    Class::Code,
    Class::Test,
    Class::Example,
    Class::Bench,
    Class::Build,
    Class::Stray,
    Class::Manifest,
];

struct Reading<'a, 'i> {
    fields: &'a DeTable<'i>,
    wrong: Vec<Wrong>,
}

impl Reading<'_, '_> {
    fn only(&mut self, known: &[&str]) {
        for (key, _) in self.fields {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let text = format!(
                    "there is no `{name}` here; there are `{}`",
                    known.join("`, `")
                );
                let at = Some(key.span().start);
                self.wrong.push(Wrong { at, text });
            }
        }
    }

    fn missing(&mut self, text: &str) {
        let text = text.to_owned();
        self.wrong.push(Wrong { at: None, text });
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let value = self.fields.get(key)?;
        let text = text_of(value.get_ref());
        if text.is_none() {
            let text = format!("`{key}` is a text");
            let at = Some(value.span().start);
            self.wrong.push(Wrong { at, text });
        }
        text
    }

    fn one_of<T: Copy>(&mut self, key: &str, all: &[T], name: fn(T) -> &'static str) -> Option<T> {
        let said = self.text(key)?;
        let found = all.iter().copied().find(|one| name(*one) == said);
        if found.is_none() {
            let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
            let text = format!(
                "there is no {key} `{said}`; there are `{}`",
                names.join("`, `")
            );
            let at = self.fields.get(key).map(|value| value.span().start);
            self.wrong.push(Wrong { at, text });
        }
        found
    }

    /// The last day on which the exception holds. TOML's own dates are texts here too.
    fn expires(&mut self, today: Date) -> Option<Date> {
        let Some(value) = self.fields.get("expires") else {
            self.missing("this exception has no end; say `expires = \"2027-01-31\"`");
            return None;
        };
        let at = Some(value.span().start);
        let said = match value.get_ref() {
            DeValue::Datetime(date) => date.to_string(),
            value => text_of(value).unwrap_or_default(),
        };
        let text = match said.parse::<Date>() {
            Ok(date) if date >= today => return Some(date),
            Ok(date) => format!(
                "this exception ended on {date}; mend what it is for, or give it another end"
            ),
            Err(error) => error.to_string(),
        };
        self.wrong.push(Wrong { at, text });
        None
    }
}

fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}
