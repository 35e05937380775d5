#[derive(tollgate::Model)]
pub struct Page<T> {
    pub items: Vec<T>,
}

fn main() {}
