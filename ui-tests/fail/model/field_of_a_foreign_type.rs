pub struct Colour;

#[derive(tollgate::Model)]
pub struct Note {
    pub colour: Option<Colour>,
}

fn main() {}
