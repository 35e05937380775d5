#[derive(tollgate::Model)]
pub struct Page<'a> {
    pub name: &'a str,
}

fn main() {}
