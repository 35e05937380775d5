//! Who shares what a client uses: what the builder says, or the description, or the default.

use std::path::PathBuf;
use std::sync::Once;

use tollgate_limiter::{Account, Plan, Registry, Scope, StoreError, StoreErrorKind};

use super::Builder;
use crate::api::Api;
use crate::describe::Sharing;

impl<A: Api> Builder<A> {
    /// Shares the account's budget, blocks, breakers and counters with the other clients in this
    /// process, and with nobody else. Each process that does so has a budget of its own.
    ///
    /// For tests, and where one process is all there is. Within a process all clients of an
    /// account have to say the same.
    pub fn process(mut self) -> Self {
        self.scope = Some(Scope::Process);
        self
    }

    /// Shares them with all processes of this user on this machine, or does not build. Default:
    /// what the description says; if it says nothing this, where the platform has it, and
    /// [`process`](Self::process) elsewhere.
    pub fn machine(mut self) -> Self {
        let dir = match self.scope {
            Some(Scope::Machine(dir)) => dir,
            _ => None,
        };
        self.scope = Some(Scope::Machine(dir));
        self
    }

    /// The directory of the files by which processes share, instead of the user's own: that of
    /// `TOLLGATE_STATE_DIR`, or the platform's place for state. All processes that are to share
    /// have to name the same. Implies [`machine`](Self::machine).
    pub fn state_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.scope = Some(Scope::Machine(Some(path.into())));
        self
    }

    /// Shares them with all processes, on whichever machine, that name the same store: a Redis, or what
    /// speaks its protocol. A URL is enough where its timeout and what happens without it are as
    /// usual; see [`Fleet`](crate::Fleet).
    ///
    /// Nothing is connected yet: a URL that cannot be read is told by [`build`](Self::build), a store
    /// that cannot be had by each call ([`ErrorKind::StoreDown`](crate::ErrorKind::StoreDown)). See
    /// [`guide::scope`](crate::guide::scope).
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate::Fleet;
    ///
    /// # #[tollgate::api(
    /// #     base_url = "https://fleet-builder.example",
    /// #     auth = none,
    /// #     bucket(read, ceiling(60 per minute, source = "https://example.com/limits")),
    /// #     default_bucket = read,
    /// # )]
    /// # trait Notes {
    /// #     #[get("/notes")]
    /// #     async fn notes(&self) -> String;
    /// # }
    /// let store = Fleet::new("redis://:secret@10.0.0.7").timeout(Duration::from_millis(300));
    /// let notes = Notes::builder().fleet(store).build()?;
    ///
    /// let error = Notes::builder().fleet("http://10.0.0.7").build().unwrap_err();
    /// assert!(matches!(error.kind(), tollgate::BuildErrorKind::Scope(_) | tollgate::BuildErrorKind::Store(_)));
    /// # Ok::<(), tollgate::BuildError>(())
    /// ```
    #[cfg(feature = "fleet")]
    pub fn fleet(mut self, store: impl Into<tollgate_limiter::Fleet>) -> Self {
        self.scope = Some(Scope::Fleet(store.into()));
        self
    }
}

/// The account that is planned, in the scope that somebody asks for, or in the widest there is.
pub(super) fn account(
    plan: &Plan,
    asked: Option<Scope>,
    described: Option<Sharing>,
) -> Result<Account, StoreError> {
    let registry = Registry::process();
    let described = described.map(|sharing| match sharing {
        Sharing::Process => Scope::Process,
        Sharing::Machine => Scope::Machine(None),
    });
    if let Some(scope) = asked.or(described) {
        return registry.account(plan, &scope);
    }
    match registry.account(plan, &Scope::Machine(None)) {
        Err(error) if error.kind() == StoreErrorKind::Unsupported => {
            warn(&error);
            registry.account(plan, &Scope::Process)
        }
        found => found,
    }
}

/// Once is enough: what a platform has does not change.
fn warn(error: &StoreError) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::warn!(
            reason = %error,
            "each process has a budget of its own here; call `process` on the builder where that is meant"
        );
    });
}
