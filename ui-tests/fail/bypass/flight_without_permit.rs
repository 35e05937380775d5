use tollgate_limiter::Flight;

fn bypass() {
    let _ = Flight {};
}

fn main() {}
