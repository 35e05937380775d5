//! Values whose place or style the description names, and bodies of a type that it names.
//!
//! A value is taken apart once, at the generic edge; what is behind it is compiled once.

use http::header::COOKIE;

use super::draft::Draft;
use crate::describe::{AuthScheme, Explode, PathStyle, QueryStyle};
use crate::encode::{self, Body, RequestBody, Tree, styles};

/// A value that was taken apart, or why it could not be.
pub(crate) type Taken = Result<Tree, String>;

impl Draft {
    pub(crate) fn query_as(&mut self, name: &str, style: QueryStyle, taken: Taken) {
        let query = &mut self.query;
        let result = taken.and_then(|tree| styles::query(query, name, style, &tree));
        self.note(result.map_err(|reason| format!("the query parameter `{name}` {reason}")));
    }

    /// A query parameter whose value is a text of JSON.
    pub(crate) fn query_json(&mut self, name: &str, json: serde_json::Result<String>, keep: bool) {
        match json {
            Ok(json) => styles::query_text(&mut self.query, name, &json, keep),
            Err(error) => self.note(Err(format!(
                "the query parameter `{name}` cannot be written as JSON: {error}"
            ))),
        }
    }

    pub(crate) fn path_as(&mut self, name: &str, style: PathStyle, taken: Taken) {
        let written = taken
            .and_then(|tree| styles::path(name, style, &tree))
            .map_err(|reason| format!("the path parameter `{name}` {reason}"));
        let path = &mut self.path;
        let result = written.and_then(|written| encode::fill_written(path, name, &written));
        self.note(result);
    }

    pub(crate) fn header_as(&mut self, name: &str, explode: Explode, taken: Taken) {
        match taken.and_then(|tree| styles::header(explode, &tree)) {
            Ok(None) => {}
            Ok(Some(value)) => self.header(name, &value),
            Err(reason) => self.note(Err(format!("the header `{name}` {reason}"))),
        }
    }

    pub(crate) fn cookie(&mut self, name: &str, explode: Explode, taken: Taken) {
        if let AuthScheme::Header(key) = self.seed.core.inner.description.auth
            && key.eq_ignore_ascii_case(COOKIE.as_str())
        {
            return self.note(Err(format!(
                "the header `{key}` names the account that pays; give it to the builder"
            )));
        }
        let cookies = &mut self.cookies;
        let result = taken.and_then(|tree| styles::cookie(cookies, name, explode, &tree));
        self.note(result.map_err(|reason| format!("the cookie `{name}` {reason}")));
    }

    /// A form of nested values.
    pub(crate) fn form_deep(&mut self, taken: Taken) {
        let form = taken.and_then(|tree| styles::form(&tree));
        let form = form.map_err(|reason| format!("the body {reason}"));
        self.body(form.map(|text| RequestBody::of_type(encode::FORM, text)));
    }

    pub(crate) fn json_as(&mut self, content_type: &str, json: serde_json::Result<Vec<u8>>) {
        let json = json.map_err(|error| format!("the body cannot be written as JSON: {error}"));
        self.body(json.and_then(|json| RequestBody::typed(content_type, json)));
    }

    pub(crate) fn body_as(&mut self, content_type: &str, body: Body) {
        self.body(RequestBody::typed(content_type, body));
    }
}

/// What expansions say of a call and of a walk alike.
macro_rules! styled {
    () => {
        #[doc(hidden)]
        pub fn query_as<V: serde::Serialize + ?Sized>(
            mut self,
            name: &'static str,
            style: crate::describe::QueryStyle,
            value: &V,
        ) -> Self {
            self.draft
                .query_as(name, style, crate::encode::Tree::of(value));
            self
        }

        #[doc(hidden)]
        pub fn query_json<V: serde::Serialize + ?Sized>(
            mut self,
            name: &'static str,
            value: &V,
        ) -> Self {
            let json = serde_json::to_string(value);
            self.draft.query_json(name, json, false);
            self
        }

        #[doc(hidden)]
        pub fn query_json_allow_reserved<V: serde::Serialize + ?Sized>(
            mut self,
            name: &'static str,
            value: &V,
        ) -> Self {
            let json = serde_json::to_string(value);
            self.draft.query_json(name, json, true);
            self
        }

        #[doc(hidden)]
        pub fn path_as<V: serde::Serialize + ?Sized>(
            mut self,
            name: &'static str,
            style: crate::describe::PathStyle,
            value: &V,
        ) -> Self {
            self.draft
                .path_as(name, style, crate::encode::Tree::of(value));
            self
        }

        #[doc(hidden)]
        pub fn header_as<V: serde::Serialize + ?Sized>(
            mut self,
            name: &'static str,
            explode: crate::describe::Explode,
            value: &V,
        ) -> Self {
            self.draft
                .header_as(name, explode, crate::encode::Tree::of(value));
            self
        }

        #[doc(hidden)]
        pub fn cookie<V: serde::Serialize + ?Sized>(
            mut self,
            name: &'static str,
            explode: crate::describe::Explode,
            value: &V,
        ) -> Self {
            self.draft
                .cookie(name, explode, crate::encode::Tree::of(value));
            self
        }

        #[doc(hidden)]
        pub fn json_as<V: serde::Serialize + ?Sized>(
            mut self,
            content_type: &'static str,
            value: &V,
        ) -> Self {
            self.draft.json_as(content_type, serde_json::to_vec(value));
            self
        }
    };
}
pub(crate) use styled;
