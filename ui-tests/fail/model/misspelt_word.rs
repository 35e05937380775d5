#[derive(tollgate::Model)]
pub struct Note {
    #[wire(nulable)]
    pub id: Option<i64>,
}

fn uses(note: Note) -> String {
    serde_json::to_string(&note).unwrap()
}

fn main() {}
