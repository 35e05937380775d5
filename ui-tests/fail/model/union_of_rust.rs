#[derive(tollgate::Model)]
pub union Bits {
    pub signed: i64,
    pub unsigned: u64,
}

fn main() {}
