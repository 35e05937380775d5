//! Ways to cheat, as changes of the source: each must fail to compile, or fail a named test.
//!
//! A test that was never seen to fail proves nothing. So every kind of further request (retry,
//! hop, page, refresh) is here once without its permit, and once with one that nobody counts.

/// One change of the source.
#[derive(Debug)]
pub struct Sabotage {
    /// What it does, in words.
    pub name: &'static str,
    /// The file that is changed, from the root of the repository.
    pub file: &'static str,
    /// What stands there, exactly once.
    pub from: &'static str,
    /// What is put in its place.
    pub to: &'static str,
    /// How it must be found out.
    pub caught: Caught,
}

/// How a sabotage is found out.
#[derive(Clone, Copy, Debug)]
pub enum Caught {
    /// The client does not compile, with this error code.
    Compiler(&'static str),
    /// This test of the suite fails.
    Test(&'static str),
}

const READY: &str = "client/src/call/ready.rs";
const ENGINE: &str = "client/src/call/engine.rs";
const ADMITTED: &str = "client/src/call/admitted.rs";

/// Where a request is about to ask for its permit.
const ASKS: &str = "        let way = self.aim.way();\n";

/// Asks a bucket of its own for the permit, if the condition holds.
macro_rules! unshared {
    ($condition:literal) => {
        concat!(
            "        let unshared;\n",
            "        let paid = if ",
            $condition,
            " {\n",
            "            let registry = tollgate_limiter::Registry::with_clock(tollgate_limiter::Clock::monotonic());\n",
            "            let limits = paid.bucket.limits().remove(0);\n",
            "            let bucket = registry.bucket(paid.bucket.key().clone(), limits);\n",
            "            let breaker = paid.breaker.clone();\n",
            "            unshared = Paid { name: paid.name, bucket, skew: paid.skew, breaker };\n",
            "            &unshared\n",
            "        } else {\n",
            "            paid\n",
            "        };\n",
            "        let way = self.aim.way();\n",
        )
    };
}

/// All of them.
pub const ALL: &[Sabotage] = &[
    Sabotage {
        name: "the door is passed without a permit",
        file: ADMITTED,
        from: "wire::send(&seed.core.inner.sealed, way, permit, granted, request)",
        to: "wire::send(&seed.core.inner.sealed, way, granted, request)",
        caught: Caught::Compiler("E0061"),
    },
    Sabotage {
        name: "a retry leaves on the spent permit",
        file: ENGINE,
        from: "        let (spent, outcome) = admitted.exchange(&mut underway).await;\n",
        to: "        let _ = admitted.exchange(&mut underway).await;\n        let (spent, outcome) = admitted.exchange(&mut underway).await;\n",
        caught: Caught::Compiler("E0382"),
    },
    Sabotage {
        name: "a hop goes round without admission",
        file: ENGINE,
        from: "        let (admitted, mut underway) = ready.admit(course).await?;\n",
        to: "        let (admitted, mut underway) = (ready, course);\n",
        caught: Caught::Compiler("E0599"),
    },
    Sabotage {
        name: "what was sent is admitted again without a permit",
        file: READY,
        from: "            spent,\n            permit,\n            granted,\n            pass,\n            request,\n",
        to: "            spent,\n            granted,\n            pass,\n            request,\n",
        caught: Caught::Compiler("E0063"),
    },
    Sabotage {
        name: "the permit of a retry is counted nowhere",
        file: READY,
        from: ASKS,
        to: unshared!("course.cause == crate::ledger::Cause::Retry"),
        caught: Caught::Test(
            "retries::a_503_and_then_a_200_cost_two_permits_and_the_ledger_tells_it",
        ),
    },
    Sabotage {
        name: "the permit of a hop is counted nowhere",
        file: READY,
        from: ASKS,
        to: unshared!("course.cause == crate::ledger::Cause::Redirect"),
        caught: Caught::Test("redirects::a_chain_of_three_hops_spends_four_permits"),
    },
    Sabotage {
        name: "the permit of a second page is counted nowhere",
        file: READY,
        from: ASKS,
        to: unshared!("self.aim.url.query().is_some_and(|query| query.contains(\"page=2\"))"),
        caught: Caught::Test("pages::"),
    },
    Sabotage {
        name: "the permit of a refresh is counted nowhere",
        file: READY,
        from: ASKS,
        to: unshared!("seed.options.urgent"),
        caught: Caught::Test("tokens::"),
    },
    Sabotage {
        name: "the permit of the request after a refresh is counted nowhere",
        file: READY,
        from: ASKS,
        to: unshared!("course.cause == crate::ledger::Cause::NewToken"),
        caught: Caught::Test("tokens::"),
    },
    Sabotage {
        name: "what may have been sent is given back",
        file: "client/src/wire/door.rs",
        from: "        Err(error) => Err(SendError::MaybeSent(error.without_url())),\n",
        to: "        Err(error) => {\n            flight.not_sent();\n            Err(SendError::MaybeSent(error.without_url()))\n        }\n",
        caught: Caught::Test("wire::a_broken_exchange_is_not_sent_again_behind_the_call"),
    },
    Sabotage {
        name: "a request is marked for a permit that is not spent",
        file: "client/src/wire/door.rs",
        from: "    let flight = permit.spend();\n    mark::put(&flight, &mut request);\n",
        to: "    mark::put(&permit, &mut request);\n    let flight = permit.spend();\n",
        caught: Caught::Compiler("E0308"),
    },
    Sabotage {
        name: "two requests carry one mark",
        file: "client/src/wire/mark.rs",
        from: "    pen.serial += 1;\n",
        to: "",
        caught: Caught::Test("coverage::pages_hops_and_retries_each_carry_a_mark_of_their_own"),
    },
    Sabotage {
        name: "a request leaves without its mark",
        file: "client/src/wire/door.rs",
        from: "    mark::put(&flight, &mut request);\n",
        to: "    let _ = (&mut request, mark::put);\n",
        caught: Caught::Test("coverage::pages_hops_and_retries_each_carry_a_mark_of_their_own"),
    },
    Sabotage {
        name: "a throttling answer holds back nobody",
        file: "client/src/call/heed.rs",
        from: "        paid.bucket.block_until(end);\n",
        to: "        let _ = end;\n",
        caught: Caught::Test(
            "blocks::a_block_holds_for_every_client_of_the_account_and_for_no_other",
        ),
    },
    Sabotage {
        name: "an answer that asks for a pause prolongs the time for retries",
        file: "client/src/call/course.rs",
        from: "                self.cause = Cause::Retry;\n",
        to: "                self.cause = Cause::Retry;\n                self.end = self.end + broken.asked().unwrap_or_default();\n",
        caught: Caught::Test(
            "retries::a_vendor_that_always_throttles_costs_no_more_than_the_time_for_retries",
        ),
    },
    Sabotage {
        name: "a secret follows to another origin",
        file: "client/src/call/spent.rs",
        from: "        let is_ours = is_ours && hop.same_origin;\n",
        to: "",
        caught: Caught::Test(
            "redirects::the_same_origin_keeps_everything_and_any_other_gets_nothing_secret",
        ),
    },
];
