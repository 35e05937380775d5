//! What every connection of one vendor shares: its log, its routes, its conduct.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use serde_json::json;

use crate::builder::{Builder, Conduct};
use crate::gate::Gates;
use crate::log::Log;
use crate::reply::Reply;
use crate::request::Request;
use crate::route::Route;
use crate::script::Script;
use crate::throttle::Throttle;

/// A vendor's inside.
pub(crate) struct House {
    pub(crate) log: Arc<Log>,
    pub(crate) throttle: Throttle,
    pub(crate) conduct: Conduct,
    pub(crate) slow_connect: bool,
    routes: RwLock<Vec<Arc<Route>>>,
    fallback: Script,
}

impl House {
    pub(crate) fn new(builder: Builder) -> Self {
        let Builder {
            routes,
            fallback,
            gates,
            throttle,
            conduct,
            record,
            slow_connect,
            marked,
        } = builder;
        let fallback = fallback.unwrap_or_else(|| usual_fallback(routes.is_empty()));
        Self {
            log: Arc::new(Log::new(Gates::new(gates), record, marked)),
            throttle,
            conduct,
            slow_connect,
            routes: RwLock::new(routes.into_iter().map(Arc::new).collect()),
            fallback,
        }
    }

    pub(crate) fn routes(&self) -> RwLockWriteGuard<'_, Vec<Arc<Route>>> {
        self.routes.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The scripted answer; the request gets the parameters of the route that fits.
    pub(crate) fn answer(&self, request: &mut Request) -> Reply {
        let route = self.find(request);
        let script = route
            .as_deref()
            .map_or(&self.fallback, |route| &route.script);
        catch_unwind(AssertUnwindSafe(|| script.answer(request))).unwrap_or_else(|panic| {
            Reply::text(format!("the handler panicked: {}", text(&*panic))).status(500)
        })
    }

    fn find(&self, request: &mut Request) -> Option<Arc<Route>> {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        routes.iter().find_map(|route| {
            request.params = route.fit(request)?;
            Some(Arc::clone(route))
        })
    }
}

/// A vendor of which nothing was said is content with everything; otherwise a request without a
/// route is most likely a mistake of the test.
fn usual_fallback(without_routes: bool) -> Script {
    if without_routes {
        return Reply::json(&json!({})).into();
    }
    Script::handler(|request| {
        let message = format!("no route fits `{} {}`", request.method(), request.target());
        Reply::json(&json!({ "message": message })).status(404)
    })
}

fn text(panic: &(dyn std::any::Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a text")
}
