//! Every form of a model, without the prelude and under another name of the crate.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, unused_qualifications, single_use_lifetimes)]

mod tollgate {}

mod inside {
    extern crate std;
    extern crate tollgate as my_tollgate;

    use self::my_tollgate::model::Value;
    use self::std::boxed::Box;
    use self::std::collections::BTreeMap;
    use self::std::option::Option;
    use self::std::string::String;
    use self::std::vec::Vec;
    use self::std::{assert_eq, clone::Clone, cmp::PartialEq, fmt::Debug};

    /// An object.
    #[derive(Debug, Clone, PartialEq, my_tollgate::Model)]
    #[wire(crate = my_tollgate, new)]
    pub struct Object {
        reader: i64,
        writer: String,
        r#type: Option<Level>,
        #[wire("the state", nullable)]
        #[deprecated]
        pub(crate) state: Option<State>,
        deserializer: Option<Option<bool>>,
        this: Option<Box<Self>>,
        labels: Labels,
        #[wire(rest)]
        rest: BTreeMap<String, Value>,
    }

    /// A newtype.
    #[derive(Debug, Clone, PartialEq, my_tollgate::Model)]
    #[wire(crate = my_tollgate)]
    pub struct Labels(pub Vec<String>);

    /// Words.
    #[derive(Debug, Clone, PartialEq, my_tollgate::Model)]
    #[wire(crate = my_tollgate)]
    pub enum State {
        /// A raw name.
        r#Type,
        /// Another.
        #[wire("other")]
        #[deprecated]
        Known,
        /// The rest.
        #[wire(other)]
        Other(String),
    }

    /// Numbers.
    #[derive(Debug, Clone, PartialEq, my_tollgate::Model)]
    #[wire(crate = my_tollgate)]
    pub enum Level {
        /// One.
        #[wire(1)]
        One,
    }

    /// By tag.
    #[derive(Debug, Clone, PartialEq, my_tollgate::Model)]
    #[wire(crate = my_tollgate, tag = "kind")]
    pub enum Event {
        /// Itself.
        #[wire("a", "b")]
        Object(Box<Object>),
        /// The rest.
        #[wire(other)]
        Other(Value),
    }

    /// By fit.
    #[derive(Debug, Clone, PartialEq, my_tollgate::Model)]
    #[wire(crate = my_tollgate, untagged)]
    pub enum Fit {
        /// A list.
        List(Vec<Fit>),
        /// An object.
        Object(Object),
    }

    mod private {
        use super::{Debug, String, my_tollgate};

        #[derive(Debug, my_tollgate::Model)]
        #[wire(crate = my_tollgate, new)]
        struct Inner {
            name: String,
        }
    }

    pub fn run() {
        let object = Object::new(1, String::new(), Option::None, Labels(Vec::new()));
        assert_eq!(object, object.clone());
        assert_eq!(State::Type.as_str(), "Type");
        assert_eq!(Level::One.as_i64(), 1);
    }
}

fn main() {
    inside::run();
}
