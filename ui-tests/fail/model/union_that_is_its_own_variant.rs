#[derive(tollgate::Model)]
#[wire(untagged)]
pub enum Filter {
    Word(String),
    Boxed(Box<Filter>),
}

fn main() {}
