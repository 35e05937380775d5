//! Who shares, and how often the counters are told, in each way to say it.

use std::time::Duration;

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    auth = none,
    bucket(all, ceiling(1 per second)),
    default_bucket = all,
    scope = machine,
    report_every = 1 min,
)]
trait Wide {
    #[get("/x")]
    async fn x(&self);
}

#[tollgate::api(
    base_url = "http://127.0.0.1:2",
    auth = none,
    bucket(all, ceiling(1 per second)),
    default_bucket = all,
    scope = process,
)]
trait Narrow {
    #[get("/x")]
    async fn x(&self);
}

fn main() {
    // The builder has the last word.
    let wide = Wide::builder().process().report_every(Duration::from_secs(1)).build().unwrap();
    let narrow = Narrow::builder().build().unwrap();
    assert_eq!(wide.endpoint_meters()["x"], narrow.endpoint_meters()["x"]);
    let _ = (wide.x(), narrow.x());
    let _ = Narrow::builder().machine();
    let _ = Narrow::builder().state_dir("/nowhere");
}
