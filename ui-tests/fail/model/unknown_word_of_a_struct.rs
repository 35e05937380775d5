#[derive(tollgate::Model)]
#[wire(rename_all = "camelCase")]
pub struct Note {
    pub id: Option<i64>,
}

fn main() {}
