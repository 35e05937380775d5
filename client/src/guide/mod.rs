//! The guide: one page for each thing that a client does beyond sending a request.
//!
//! Every page says what the thing means for the caller, by which rule it is done and where that
//! rule comes from, shows it against a vendor on the loopback that counts what it saw, and ends
//! with what it costs and what it does not do. There is no code here but that of the examples.
//!
//! | page | the question |
//! |---|---|
//! | [`limits`] | how much may I send, and who shares it? |
//! | [`scope`] | which programs share it, and what if they cannot? |
//! | [`answers`] | what does the vendor say about its limits, and what follows from it? |
//! | [`blocks`] | what happens after a 429? |
//! | [`retries`] | what is sent again, when, and what never? |
//! | [`redirects`] | where does a 302 lead, who pays there, and what goes along? |
//! | [`pages`] | how do I walk a list, stop, and go on tomorrow? |
//! | [`tokens`] | what happens when my token ends? |
//! | [`breaker`] | what if the vendor is down? |
//! | [`deadlines`] | which clock starts when? |
//! | [`errors`] | what failed, and what had been sent by then? |
//! | [`meters`] | what was sent and waited for, and how do I watch it? |
//! | [`testing`] | how do I test my client? |
//! | [`defaults`] | what holds if I say nothing, and why that? |

#[cfg(test)]
mod tests;

pub mod limits {
    #![doc = include_str!("limits.md")]
}

pub mod scope {
    #![doc = include_str!("scope.md")]
}

pub mod answers {
    #![doc = include_str!("answers.md")]
}

pub mod blocks {
    #![doc = include_str!("blocks.md")]
}

pub mod retries {
    #![doc = include_str!("retries.md")]
}

pub mod redirects {
    #![doc = include_str!("redirects.md")]
}

pub mod pages {
    #![doc = include_str!("pages.md")]
}

pub mod tokens {
    #![doc = include_str!("tokens.md")]
}

pub mod breaker {
    #![doc = include_str!("breaker.md")]
}

pub mod deadlines {
    #![doc = include_str!("deadlines.md")]
}

pub mod errors {
    #![doc = include_str!("errors.md")]
}

pub mod meters {
    #![doc = include_str!("meters.md")]
}

pub mod testing {
    #![doc = include_str!("testing.md")]
}

pub mod defaults {
    #![doc = include_str!("defaults.md")]
}
