//! The raw HTTP clients that are known, and which of their names send.
//!
//! A name is a *door* if whoever has it can send a request: a client, its builder, a request that has
//! a `send`, a function that fetches. What only describes an exchange (a status, a header, an error, a
//! URL) is none. TLS libraries and bare sockets are not here: databases, mail and servers use them
//! as well, and who speaks HTTP over one by hand has to write the vendor's host somewhere, by which it
//! is found.

/// A package that can send requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) package: String,
    /// Paths below the crate; whatever begins with one is a door. `*` is everything.
    pub(crate) doors: Vec<String>,
    /// Traits whose methods send: importing one is enough to use it.
    pub(crate) traits: Vec<String>,
    /// Features without which it cannot send, any of them; none if it always can.
    pub(crate) needs: Vec<String>,
    /// Whether its default features are among those.
    pub(crate) by_default: bool,
}

/// One row: package, doors, traits, features that it needs, whether the default ones suffice.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
    bool,
);

const VERBS: &[&str] = &[
    "get", "post", "put", "delete", "head", "patch", "options", "connect", "trace",
];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("reqwest", &["get", "Client", "ClientBuilder", "RequestBuilder", "blocking::get", "blocking::Client", "blocking::ClientBuilder", "blocking::RequestBuilder"], &[], &[], true),
    ("reqwest-middleware", &["ClientWithMiddleware", "ClientBuilder", "RequestBuilder", "reqwest"], &[], &[], true),
    ("hyper", &["client", "Client"], &[], &["client", "full"], false),
    ("hyper-util", &["client"], &[], &["client", "client-legacy", "client-proxy", "full"], false),
    ("hyper-rustls", &["HttpsConnector", "HttpsConnectorBuilder"], &[], &[], true),
    ("hyper-tls", &["HttpsConnector"], &[], &[], true),
    ("ureq", &["<verbs>", "agent", "builder", "request", "request_url", "run", "Agent", "AgentBuilder", "Request", "RequestBuilder"], &["RequestExt"], &[], true),
    ("isahc", &["<verbs>", "get_async", "post_async", "put_async", "delete_async", "head_async", "send", "send_async", "HttpClient", "HttpClientBuilder"], &["RequestExt", "prelude"], &[], true),
    ("curl", &["easy::Easy", "easy::Easy2", "easy::Transfer", "multi::Multi"], &[], &[], true),
    ("curl-sys", &["*"], &[], &[], true),
    ("awc", &["Client", "ClientBuilder", "ClientRequest", "Connector", "client"], &[], &[], true),
    ("surf", &["<verbs>", "client", "Client", "Request", "RequestBuilder"], &[], &[], true),
    ("attohttpc", &["<verbs>", "Session", "RequestBuilder", "PreparedRequest"], &[], &[], true),
    ("minreq", &["<verbs>", "Request"], &[], &[], true),
    ("ehttp", &["fetch", "fetch_blocking", "fetch_async", "streaming"], &[], &[], true),
    ("http-client", &["HttpClient", "h1", "hyper", "isahc", "native", "wasm"], &["HttpClient"], &[], true),
    ("tonic", &["transport::Channel", "transport::channel", "transport::Endpoint", "client"], &[], &["channel", "transport", "tls-ring", "tls-aws-lc"], true),
    ("h2", &["client"], &[], &[], true),
    ("h3", &["client"], &[], &[], true),
    ("wreq", &["get", "Client", "ClientBuilder", "RequestBuilder"], &[], &[], true),
    ("cyper", &["Client", "ClientBuilder", "RequestBuilder"], &[], &[], true),
    ("nyquest", &["ClientBuilder", "client", "r#async", "blocking"], &[], &[], true),
    ("trillium-client", &["Client", "Conn"], &[], &[], true),
    ("gloo-net", &["http::Request", "http::RequestBuilder", "websocket", "eventsource"], &[], &["http", "websocket", "eventsource"], true),
    ("tungstenite", &["connect", "client", "client_tls"], &[], &["handshake"], true),
    ("tokio-tungstenite", &["connect_async", "connect_async_with_config", "connect_async_tls_with_config", "client_async", "client_async_tls"], &[], &["connect", "handshake"], true),
    ("oauth2", &["reqwest", "ureq", "curl"], &[], &["reqwest", "reqwest-blocking", "ureq", "curl"], true),
    ("graphql_client", &["reqwest"], &[], &["reqwest", "reqwest-blocking", "reqwest-rustls"], false),
];

/// All that are known.
pub(crate) fn known() -> Vec<Client> {
    let owned = |names: &[&str]| -> Vec<String> {
        let each = names.iter().flat_map(|name| match *name {
            "<verbs>" => VERBS,
            _ => core::slice::from_ref(name),
        });
        each.map(|name| (*name).to_owned()).collect()
    };
    ROWS.iter()
        .map(|(package, doors, traits, needs, by_default)| Client {
            package: (*package).to_owned(),
            doors: owned(doors),
            traits: owned(traits),
            needs: owned(needs),
            by_default: *by_default,
        })
        .collect()
}

impl Client {
    /// Whether a path below the crate is a door.
    pub(crate) fn is_door(&self, path: &[String]) -> bool {
        !path.is_empty() && self.doors.iter().any(|door| begins(path, door))
    }

    /// Whether a path below the crate leads to doors: the crate, a door, or a module with some.
    pub(crate) fn leads_to_doors(&self, path: &[String]) -> bool {
        self.is_door(path)
            || self.doors.iter().any(|door| {
                let mut door = door.split("::");
                path.iter().all(|part| door.next() == Some(part))
            })
    }

    /// Whether importing this path lends methods that send.
    pub(crate) fn is_trait(&self, path: &[String]) -> bool {
        self.traits.iter().any(|name| begins(path, name))
    }

    /// Whether a glob import of the crate, or of a module in it, brings in this path.
    pub(crate) fn knows(&self, path: &[String]) -> bool {
        !self.doors.iter().any(|door| door == "*") && self.leads_to_doors(path)
    }

    /// Whether it can send with these features.
    pub(crate) fn sends_with(&self, features: &[String], default: bool) -> bool {
        self.needs.is_empty()
            || default && self.by_default
            || features.iter().any(|feature| self.needs.contains(feature))
    }
}

fn begins(path: &[String], door: &str) -> bool {
    if door == "*" {
        return true;
    }
    let mut path = path.iter();
    door.split("::")
        .all(|part| path.next().is_some_and(|seen| seen == part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split("::")
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn doors_are_told_from_words() {
        let known = known();
        let of = |package: &str| {
            known
                .iter()
                .find(|one| one.package == package)
                .expect("it is known")
        };
        for (package, text, door) in [
            ("reqwest", "get", true),
            ("reqwest", "Client::new", true),
            ("reqwest", "blocking::get", true),
            ("reqwest", "blocking::Response", false),
            ("curl", "easy::List::new", false),
            ("reqwest", "StatusCode::OK", false),
            ("reqwest", "", false),
            ("hyper", "server::conn", false),
            ("hyper", "client::conn::http1::handshake", true),
            ("tonic", "transport::Server", false),
            ("tonic", "transport::Channel::from_static", true),
            ("curl-sys", "curl_easy_init", true),
        ] {
            assert_eq!(of(package).is_door(&path(text)), door, "{package}::{text}");
        }
        assert!(of("tonic").leads_to_doors(&path("transport")));
        assert!(!of("tonic").leads_to_doors(&path("metadata")));
        assert!(
            !of("hyper").sends_with(&path("server::http1"), true),
            "a server"
        );
        assert!(of("hyper").sends_with(&path("client"), false));
        assert!(of("reqwest").sends_with(&[], false));
    }
}
