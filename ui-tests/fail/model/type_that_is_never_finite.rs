#[derive(tollgate::Model)]
pub struct Chain {
    pub next: Box<Link>,
}

#[derive(tollgate::Model)]
pub struct Link {
    pub chain: Chain,
}

fn main() {}
