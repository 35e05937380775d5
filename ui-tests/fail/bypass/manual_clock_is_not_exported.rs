fn bypass() {
    let _ = tollgate::ManualClock::new();
}

fn main() {}
