//! Vendors' own fields in all dialects: no panic, bounded, and a guess says so.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tollgate_fuzz::{headers, names, preset, received};
use tollgate_signals::{MAX_WAIT, quotas};

fuzz_target!(|bytes: &[u8]| {
    let [vendor, time, lines @ ..] = bytes else {
        return;
    };
    let preset = preset(*vendor);
    let headers = headers(lines, &names(preset));
    let quotas = quotas(&headers, preset, received(*time));
    assert!(quotas.len() <= preset.families.len());
    for reset in quotas.iter().filter_map(|quota| quota.reset) {
        assert!(reset.wait <= MAX_WAIT);
        assert_eq!(reset.guessed, preset.name == "generic");
    }
});
