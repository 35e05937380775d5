use tollgate_limiter::Permit;

fn bypass(permit: Permit) {
    let _ = permit.clone();
}

fn main() {}
