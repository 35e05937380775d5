use tollgate_limiter::Permit;

fn bypass() {
    let _ = Permit {};
}

fn main() {}
