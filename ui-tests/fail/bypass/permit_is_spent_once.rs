use tollgate_limiter::Permit;

fn bypass(permit: Permit) {
    let _ = permit.spend();
    let _ = permit.spend();
}

fn main() {}
